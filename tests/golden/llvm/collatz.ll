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
  %v10 = getelementptr i8, ptr %v1, i64 160
  %v11 = load ptr, ptr %v10, align 8
  %v12 = getelementptr i8, ptr %v1, i64 168
  %v13 = load i64, ptr %v12, align 8
  %v14 = getelementptr i8, ptr %v1, i64 176
  %v15 = load i64, ptr %v14, align 8
  %v16 = getelementptr i8, ptr %v1, i64 200
  %v17 = load i64, ptr %v16, align 8
  %v18 = icmp ne i64 %v17, 0
  %v19 = icmp sle i64 %v2, 0
  %v20 = icmp sle i64 %v3, 0
  %v21 = or i1 %v19, %v20
  br i1 %v21, label %b3, label %b4, !prof !1
b3:
  ret i32 0
b4:
  %v22 = and i64 %v3, 15
  %v23 = sub i64 %v3, %v22
  br label %b5
b5:
  %v25 = phi i64 [0, %b4], [%v24, %b6]
  %v26 = mul i64 %v25, %v7
  %v27 = getelementptr i8, ptr %v5, i64 %v26
  %v28 = mul i64 %v25, %v13
  %v29 = getelementptr i8, ptr %v11, i64 %v28
  br label %b8
b8:
  %v31 = phi i64 [0, %b5], [%v30, %b9]
  %v32 = sub i64 %v3, %v31
  %v33 = call i64 @llvm.umin.i64(i64 %v32, i64 16)
  %v34 = trunc i64 %v33 to i32
  %v35 = insertelement <16 x i32> poison, i32 %v34, i64 0
  %v36 = shufflevector <16 x i32> %v35, <16 x i32> poison, <16 x i32> zeroinitializer
  %v37 = icmp ugt <16 x i32> %v36, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v38 = call i64 @llvm.umin.i64(i64 %v32, i64 16)
  %v39 = shl i64 %v31, 2
  %v40 = getelementptr i8, ptr %v27, i64 %v39
  %v41 = call <16 x i32> @llvm.masked.load.v16i32.p0(ptr align 1 %v40, <16 x i1> %v37, <16 x i32> zeroinitializer)
  br label %b11
b11:
  %v43 = phi <16 x i32> [%v41, %b8], [%v42, %b13]
  %v45 = phi <16 x i32> [zeroinitializer, %b8], [%v44, %b13]
  %v47 = phi <16 x i1> [%v37, %b8], [%v46, %b13]
  %v49 = phi i64 [0, %b8], [%v48, %b13]
  %v50 = icmp ugt <16 x i32> %v43, splat (i32 1)
  %v51 = and <16 x i1> %v47, %v50
  %v52 = call i1 @llvm.vector.reduce.or.v16i1(<16 x i1> %v51)
  br i1 %v52, label %b12, label %b14
b12:
  %v53 = and <16 x i32> %v43, splat (i32 1)
  %v54 = icmp ne <16 x i32> %v53, zeroinitializer
  %v55 = mul <16 x i32> %v43, splat (i32 3)
  %v56 = add <16 x i32> %v55, splat (i32 1)
  %v57 = icmp uge <16 x i32> splat (i32 1), splat (i32 32)
  %v58 = and <16 x i32> splat (i32 1), splat (i32 31)
  %v59 = lshr <16 x i32> %v43, %v58
  %v60 = select <16 x i1> %v57, <16 x i32> zeroinitializer, <16 x i32> %v59
  %v61 = select <16 x i1> %v54, <16 x i32> %v56, <16 x i32> %v60
  %v62 = add <16 x i32> %v45, splat (i32 1)
  %v63 = add i64 %v49, 1
  %v64 = and i64 %v63, 1023
  %v65 = icmp eq i64 %v64, 0
  br i1 %v65, label %b15, label %b13, !prof !1
b15:
  %v66 = getelementptr i8, ptr %v1, i64 56
  %v67 = load ptr, ptr %v66, align 8
  %v68 = call i64 %v67(ptr %v1)
  %v69 = icmp ne i64 %v68, 0
  br i1 %v69, label %b16, label %b17, !prof !1
b16:
  ret i32 2
b17:
  br label %b13
b13:
  %v70 = select <16 x i1> %v51, <16 x i32> %v61, <16 x i32> %v43
  %v42 = bitcast <16 x i32> %v70 to <16 x i32>
  %v71 = select <16 x i1> %v51, <16 x i32> %v62, <16 x i32> %v45
  %v44 = bitcast <16 x i32> %v71 to <16 x i32>
  %v46 = bitcast <16 x i1> %v51 to <16 x i1>
  %v72 = inttoptr i64 %v63 to ptr
  %v73 = call ptr @llvm.launder.invariant.group.p0(ptr %v72)
  %v48 = ptrtoint ptr %v73 to i64
  br label %b11
b14:
  %v74 = getelementptr i8, ptr %v29, i64 %v39
  %v75 = icmp eq i64 %v38, 16
  %v76 = and i1 %v18, %v75
  br i1 %v76, label %b18, label %b19
b18:
  store <16 x i32> %v45, ptr %v74, align 64, !nontemporal !0
  br label %b20
b19:
  call void @llvm.masked.store.v16i32.p0(<16 x i32> %v45, ptr align 1 %v74, <16 x i1> %v37)
  br label %b20
b20:
  br label %b9
b9:
  %v77 = add i64 %v31, 16
  %v78 = inttoptr i64 %v77 to ptr
  %v79 = call ptr @llvm.launder.invariant.group.p0(ptr %v78)
  %v30 = ptrtoint ptr %v79 to i64
  %v80 = icmp slt i64 %v30, %v3
  br i1 %v80, label %b8, label %b10
b10:
  br label %b6
b6:
  %v81 = add i64 %v25, 1
  %v82 = inttoptr i64 %v81 to ptr
  %v83 = call ptr @llvm.launder.invariant.group.p0(ptr %v82)
  %v24 = ptrtoint ptr %v83 to i64
  %v84 = icmp slt i64 %v24, %v2
  br i1 %v84, label %b5, label %b7
b7:
  ret i32 0
}
declare i64 @llvm.umin.i64(i64, i64)
declare <16 x i32> @llvm.masked.load.v16i32.p0(ptr, <16 x i1>, <16 x i32>)
declare i1 @llvm.vector.reduce.or.v16i1(<16 x i1>)
declare ptr @llvm.launder.invariant.group.p0(ptr)
declare void @llvm.masked.store.v16i32.p0(<16 x i32>, ptr, <16 x i1>)
attributes #0 = { nounwind "target-cpu"="x86-64-v4" "prefer-vector-width"="512" "min-legal-vector-width"="512" }
!1 = !{!"branch_weights", i32 1, i32 2000}
!0 = !{i32 1}
