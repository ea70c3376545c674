; avx512 map 1 1
; program on(x: u32, n: i32) -> (c) { one = const(1) c = gt(x, one) }
; program odd(x: u32) -> (y) { three = const(3) one = const(1) t = mul(x, three) y = add(t, one) }
; program even(x: u32) -> (y) { one = const(1) y = shr(x, one) }
; program next(x: u32, n: i32) -> (y, m) {
;   one = const(1)
;   b = and(x, one)
;   c = cast(b, to=bool)
;   y = if(c, x, then=@odd, else=@even)
;   m = add(n, one)
; }
; program collatz(x: u32) -> (m) {
;   zero = const(0:i32)
;   y, m = while(x, zero, cond=@on, body=@next, carry=2)
; }
; program p(x: u32[n]) -> (r) { r = map(x, callee=@collatz) }
target triple = "x86_64-unknown-linux-gnu"

define i32 @frit_map(ptr %v1, i64 %v2, i64 %v3) #0 {
b1:
  br label %b2
b2:
  %v4 = getelementptr i8, ptr %v1, i64 112
  %v5 = load ptr, ptr %v4, align 8
  %v6 = getelementptr i8, ptr %v1, i64 120
  %v7 = load i64, ptr %v6, align 8
  %v8 = getelementptr i8, ptr %v1, i64 128
  %v9 = load i64, ptr %v8, align 8
  %v10 = getelementptr i8, ptr %v1, i64 152
  %v11 = load ptr, ptr %v10, align 8
  %v12 = getelementptr i8, ptr %v1, i64 160
  %v13 = load i64, ptr %v12, align 8
  %v14 = getelementptr i8, ptr %v1, i64 168
  %v15 = load i64, ptr %v14, align 8
  %v16 = icmp sle i64 %v2, 0
  %v17 = icmp sle i64 %v3, 0
  %v18 = or i1 %v16, %v17
  br i1 %v18, label %b3, label %b4, !prof !0
b3:
  ret i32 0
b4:
  %v19 = and i64 %v3, 15
  %v20 = sub i64 %v3, %v19
  br label %b5
b5:
  %v22 = phi i64 [0, %b4], [%v21, %b6]
  %v23 = mul i64 %v22, %v7
  %v24 = getelementptr i8, ptr %v5, i64 %v23
  %v25 = mul i64 %v22, %v13
  %v26 = getelementptr i8, ptr %v11, i64 %v25
  br label %b8
b8:
  %v28 = phi i64 [0, %b5], [%v27, %b9]
  %v29 = sub i64 %v3, %v28
  %v30 = call i64 @llvm.umin.i64(i64 %v29, i64 16)
  %v31 = trunc i64 %v30 to i32
  %v32 = insertelement <16 x i32> poison, i32 %v31, i64 0
  %v33 = shufflevector <16 x i32> %v32, <16 x i32> poison, <16 x i32> zeroinitializer
  %v34 = icmp ugt <16 x i32> %v33, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v35 = call i64 @llvm.umin.i64(i64 %v29, i64 16)
  %v36 = mul i64 %v28, 4
  %v37 = getelementptr i8, ptr %v24, i64 %v36
  %v38 = call <16 x i32> @llvm.masked.load.v16i32.p0(ptr align 1 %v37, <16 x i1> %v34, <16 x i32> zeroinitializer)
  br label %b11
b11:
  %v40 = phi <16 x i32> [%v38, %b8], [%v39, %b13]
  %v42 = phi <16 x i32> [zeroinitializer, %b8], [%v41, %b13]
  %v44 = phi <16 x i1> [%v34, %b8], [%v43, %b13]
  %v46 = phi i64 [0, %b8], [%v45, %b13]
  %v47 = icmp ugt <16 x i32> %v40, splat (i32 1)
  %v48 = and <16 x i1> %v44, %v47
  %v49 = call i1 @llvm.vector.reduce.or.v16i1(<16 x i1> %v48)
  br i1 %v49, label %b12, label %b14
b12:
  %v50 = and <16 x i32> %v40, splat (i32 1)
  %v51 = icmp ne <16 x i32> %v50, zeroinitializer
  %v52 = mul <16 x i32> %v40, splat (i32 3)
  %v53 = add <16 x i32> %v52, splat (i32 1)
  %v54 = icmp uge <16 x i32> splat (i32 1), splat (i32 32)
  %v55 = and <16 x i32> splat (i32 1), splat (i32 31)
  %v56 = lshr <16 x i32> %v40, %v55
  %v57 = select <16 x i1> %v54, <16 x i32> zeroinitializer, <16 x i32> %v56
  %v58 = select <16 x i1> %v51, <16 x i32> %v53, <16 x i32> %v57
  %v59 = add <16 x i32> %v42, splat (i32 1)
  %v60 = add i64 %v46, 1
  %v61 = and i64 %v60, 1023
  %v62 = icmp eq i64 %v61, 0
  br i1 %v62, label %b15, label %b13, !prof !0
b15:
  %v63 = getelementptr i8, ptr %v1, i64 56
  %v64 = load ptr, ptr %v63, align 8
  %v65 = call i64 %v64(ptr %v1)
  %v66 = icmp ne i64 %v65, 0
  br i1 %v66, label %b16, label %b17, !prof !0
b16:
  ret i32 2
b17:
  br label %b13
b13:
  %v67 = select <16 x i1> %v48, <16 x i32> %v58, <16 x i32> %v40
  %v39 = bitcast <16 x i32> %v67 to <16 x i32>
  %v68 = select <16 x i1> %v48, <16 x i32> %v59, <16 x i32> %v42
  %v41 = bitcast <16 x i32> %v68 to <16 x i32>
  %v43 = bitcast <16 x i1> %v48 to <16 x i1>
  %v69 = inttoptr i64 %v60 to ptr
  %v70 = call ptr @llvm.launder.invariant.group.p0(ptr %v69)
  %v45 = ptrtoint ptr %v70 to i64
  br label %b11
b14:
  %v71 = mul i64 %v28, 4
  %v72 = getelementptr i8, ptr %v26, i64 %v71
  call void @llvm.masked.store.v16i32.p0(<16 x i32> %v42, ptr align 1 %v72, <16 x i1> %v34)
  br label %b9
b9:
  %v73 = add i64 %v28, 16
  %v74 = inttoptr i64 %v73 to ptr
  %v75 = call ptr @llvm.launder.invariant.group.p0(ptr %v74)
  %v27 = ptrtoint ptr %v75 to i64
  %v76 = icmp slt i64 %v27, %v3
  br i1 %v76, label %b8, label %b10
b10:
  br label %b6
b6:
  %v77 = add i64 %v22, 1
  %v78 = inttoptr i64 %v77 to ptr
  %v79 = call ptr @llvm.launder.invariant.group.p0(ptr %v78)
  %v21 = ptrtoint ptr %v79 to i64
  %v80 = icmp slt i64 %v21, %v2
  br i1 %v80, label %b5, label %b7
b7:
  ret i32 0
}
declare i64 @llvm.umin.i64(i64, i64)
declare <16 x i32> @llvm.masked.load.v16i32.p0(ptr, <16 x i1>, <16 x i32>)
declare i1 @llvm.vector.reduce.or.v16i1(<16 x i1>)
declare ptr @llvm.launder.invariant.group.p0(ptr)
declare void @llvm.masked.store.v16i32.p0(<16 x i32>, ptr, <16 x i1>)
attributes #0 = { nounwind "target-cpu"="x86-64-v4" "prefer-vector-width"="512" "min-legal-vector-width"="512" }
!0 = !{!"branch_weights", i32 1, i32 2000}
