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
  %v4 = getelementptr i8, ptr %v1, i64 120
  %v5 = load ptr, ptr %v4, align 8
  %v6 = getelementptr i8, ptr %v1, i64 128
  %v7 = load i64, ptr %v6, align 8
  %v8 = getelementptr i8, ptr %v1, i64 136
  %v9 = load i64, ptr %v8, align 8
  %v10 = getelementptr i8, ptr %v1, i64 168
  %v11 = load ptr, ptr %v10, align 8
  %v12 = getelementptr i8, ptr %v1, i64 176
  %v13 = load i64, ptr %v12, align 8
  %v14 = getelementptr i8, ptr %v1, i64 184
  %v15 = load i64, ptr %v14, align 8
  %v16 = getelementptr i8, ptr %v1, i64 208
  %v17 = load i64, ptr %v16, align 8
  %v18 = icmp ne i64 %v17, 0
  %v19 = icmp sle i64 %v2, 0
  %v20 = icmp sle i64 %v3, 0
  %v21 = or i1 %v19, %v20
  br i1 %v21, label %b3, label %b4, !prof !1
b3:
  ret i32 0
b4:
  %v22 = and i64 %v3, 31
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
  %v33 = call i64 @llvm.umin.i64(i64 %v32, i64 32)
  %v34 = trunc i64 %v33 to i16
  %v35 = insertelement <32 x i16> poison, i16 %v34, i64 0
  %v36 = shufflevector <32 x i16> %v35, <32 x i16> poison, <32 x i32> zeroinitializer
  %v37 = icmp ugt <32 x i16> %v36, <i16 0, i16 1, i16 2, i16 3, i16 4, i16 5, i16 6, i16 7, i16 8, i16 9, i16 10, i16 11, i16 12, i16 13, i16 14, i16 15, i16 16, i16 17, i16 18, i16 19, i16 20, i16 21, i16 22, i16 23, i16 24, i16 25, i16 26, i16 27, i16 28, i16 29, i16 30, i16 31>
  %v38 = call i64 @llvm.umin.i64(i64 %v32, i64 32)
  %v39 = shl i64 %v31, 2
  %v40 = getelementptr i8, ptr %v27, i64 %v39
  %v41 = call <32 x i32> @llvm.masked.load.v32i32.p0(ptr align 1 %v40, <32 x i1> %v37, <32 x i32> zeroinitializer)
  br label %b11
b11:
  %v43 = phi <32 x i32> [%v41, %b8], [%v42, %b13]
  %v45 = phi i32 [0, %b8], [%v44, %b13]
  %v47 = phi <32 x i32> [zeroinitializer, %b8], [%v46, %b13]
  %v49 = phi <32 x i1> [%v37, %b8], [%v48, %b13]
  %v51 = phi i64 [0, %b8], [%v50, %b13]
  %v52 = icmp ugt <32 x i32> %v43, splat (i32 1)
  %v53 = and <32 x i1> %v49, %v52
  %v54 = call i1 @llvm.vector.reduce.or.v32i1(<32 x i1> %v53)
  br i1 %v54, label %b12, label %b14
b12:
  %v55 = and <32 x i32> %v43, splat (i32 1)
  %v56 = icmp ne <32 x i32> %v55, zeroinitializer
  %v57 = mul <32 x i32> %v43, splat (i32 3)
  %v58 = add <32 x i32> %v57, splat (i32 1)
  %v59 = icmp uge <32 x i32> splat (i32 1), splat (i32 32)
  %v60 = and <32 x i32> splat (i32 1), splat (i32 31)
  %v61 = lshr <32 x i32> %v43, %v60
  %v62 = select <32 x i1> %v59, <32 x i32> zeroinitializer, <32 x i32> %v61
  %v63 = select <32 x i1> %v56, <32 x i32> %v58, <32 x i32> %v62
  %v64 = add i32 %v45, 1
  %v65 = insertelement <32 x i32> poison, i32 %v64, i64 0
  %v66 = shufflevector <32 x i32> %v65, <32 x i32> poison, <32 x i32> zeroinitializer
  %v67 = add i64 %v51, 1
  %v68 = and i64 %v67, 1023
  %v69 = icmp eq i64 %v68, 0
  br i1 %v69, label %b15, label %b13, !prof !1
b15:
  %v70 = getelementptr i8, ptr %v1, i64 56
  %v71 = load ptr, ptr %v70, align 8
  %v72 = call i64 %v71(ptr %v1)
  %v73 = icmp ne i64 %v72, 0
  br i1 %v73, label %b16, label %b17, !prof !1
b16:
  ret i32 2
b17:
  br label %b13
b13:
  %v42 = freeze <32 x i32> %v63
  %v74 = add <32 x i32> %v47, splat (i32 1)
  %v75 = select <32 x i1> %v53, <32 x i32> %v74, <32 x i32> %v47
  %v46 = freeze <32 x i32> %v75
  %v44 = freeze i32 %v64
  %v48 = freeze <32 x i1> %v53
  %v76 = inttoptr i64 %v67 to ptr
  %v77 = call ptr @llvm.launder.invariant.group.p0(ptr %v76)
  %v50 = ptrtoint ptr %v77 to i64
  br label %b11
b14:
  %v78 = getelementptr i8, ptr %v29, i64 %v39
  %v79 = icmp eq i64 %v38, 32
  %v80 = and i1 %v18, %v79
  br i1 %v80, label %b18, label %b19
b18:
  store <32 x i32> %v47, ptr %v78, align 64, !nontemporal !0
  br label %b20
b19:
  call void @llvm.masked.store.v32i32.p0(<32 x i32> %v47, ptr align 1 %v78, <32 x i1> %v37)
  br label %b20
b20:
  br label %b9
b9:
  %v81 = add i64 %v31, 32
  %v82 = inttoptr i64 %v81 to ptr
  %v83 = call ptr @llvm.launder.invariant.group.p0(ptr %v82)
  %v30 = ptrtoint ptr %v83 to i64
  %v84 = icmp slt i64 %v30, %v3
  br i1 %v84, label %b8, label %b10
b10:
  br label %b6
b6:
  %v85 = add i64 %v25, 1
  %v86 = inttoptr i64 %v85 to ptr
  %v87 = call ptr @llvm.launder.invariant.group.p0(ptr %v86)
  %v24 = ptrtoint ptr %v87 to i64
  %v88 = icmp slt i64 %v24, %v2
  br i1 %v88, label %b5, label %b7
b7:
  ret i32 0
}
declare i64 @llvm.umin.i64(i64, i64)
declare <32 x i32> @llvm.masked.load.v32i32.p0(ptr, <32 x i1>, <32 x i32>)
declare i1 @llvm.vector.reduce.or.v32i1(<32 x i1>)
declare ptr @llvm.launder.invariant.group.p0(ptr)
declare void @llvm.masked.store.v32i32.p0(<32 x i32>, ptr, <32 x i1>)
attributes #0 = { nounwind "target-cpu"="x86-64-v4" "prefer-vector-width"="512" "min-legal-vector-width"="512" "target-features"="-avx512bw" }
!1 = !{!"branch_weights", i32 1, i32 2000}
!0 = !{i32 1}
