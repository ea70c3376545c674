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
  %v5 = getelementptr i8, ptr %v1, i64 112
  %v6 = load ptr, ptr %v5, align 8
  %v8 = getelementptr i8, ptr %v1, i64 120
  %v9 = load i64, ptr %v8, align 8
  %v11 = getelementptr i8, ptr %v1, i64 128
  %v12 = load i64, ptr %v11, align 8
  %v14 = getelementptr i8, ptr %v1, i64 152
  %v15 = load ptr, ptr %v14, align 8
  %v17 = getelementptr i8, ptr %v1, i64 160
  %v18 = load i64, ptr %v17, align 8
  %v20 = getelementptr i8, ptr %v1, i64 168
  %v21 = load i64, ptr %v20, align 8
  %v31 = icmp sle i64 %v3, 0
  %v32 = icmp sle i64 %v2, 0
  %v33 = or i1 %v32, %v31
  br i1 %v33, label %b3, label %b4
b3:
  ret i32 0
b4:
  %v36 = and i64 %v3, 15
  %v37 = sub i64 %v3, %v36
  br label %b5
b5:
  %v40 = phi i64 [0, %b4], [%v38, %b6]
  %v41 = mul i64 %v40, %v9
  %v42 = getelementptr i8, ptr %v6, i64 %v41
  %v43 = mul i64 %v40, %v18
  %v44 = getelementptr i8, ptr %v15, i64 %v43
  br label %b8
b8:
  %v47 = phi i64 [0, %b5], [%v45, %b9]
  %v48 = sub i64 %v3, %v47
  %v50 = call i64 @llvm.umin.i64(i64 %v48, i64 16)
  %v51 = trunc i64 %v50 to i32
  %v52 = insertelement <16 x i32> poison, i32 %v51, i64 0
  %v53 = shufflevector <16 x i32> %v52, <16 x i32> poison, <16 x i32> zeroinitializer
  %v55 = icmp ugt <16 x i32> %v53, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v57 = call i64 @llvm.umin.i64(i64 %v48, i64 16)
  %v59 = mul i64 %v47, 4
  %v60 = getelementptr i8, ptr %v42, i64 %v59
  %v63 = call <16 x i32> @llvm.masked.load.v16i32.p0(ptr align 1 %v60, <16 x i1> %v55, <16 x i32> zeroinitializer)
  br label %b11
b11:
  %v65 = phi <16 x i32> [%v63, %b8], [%v64, %b13]
  %v67 = phi <16 x i32> [zeroinitializer, %b8], [%v66, %b13]
  %v69 = phi <16 x i1> [%v55, %b8], [%v68, %b13]
  %v72 = phi i64 [0, %b8], [%v71, %b13]
  %v73 = icmp ugt <16 x i32> %v65, splat (i32 1)
  %v74 = and <16 x i1> %v69, %v73
  %v75 = call i1 @llvm.vector.reduce.or.v16i1(<16 x i1> %v74)
  br i1 %v75, label %b12, label %b14
b12:
  %v76 = and <16 x i32> %v65, splat (i32 1)
  %v78 = icmp ne <16 x i32> %v76, zeroinitializer
  %v79 = mul <16 x i32> %v65, splat (i32 3)
  %v80 = add <16 x i32> %v79, splat (i32 1)
  %v82 = icmp uge <16 x i32> splat (i32 1), splat (i32 32)
  %v85 = and <16 x i32> splat (i32 1), splat (i32 31)
  %v86 = lshr <16 x i32> %v65, %v85
  %v87 = select <16 x i1> %v82, <16 x i32> zeroinitializer, <16 x i32> %v86
  %v88 = select <16 x i1> %v78, <16 x i32> %v80, <16 x i32> %v87
  %v89 = add <16 x i32> %v67, splat (i32 1)
  %v91 = add i64 %v72, 1
  %v93 = and i64 %v91, 1023
  %v95 = icmp eq i64 %v93, 0
  br i1 %v95, label %b15, label %b13
b15:
  %v97 = getelementptr i8, ptr %v1, i64 56
  %v98 = load ptr, ptr %v97, align 8
  %v99 = call i64 %v98(ptr %v1)
  %v101 = icmp ne i64 %v99, 0
  br i1 %v101, label %b16, label %b17
b16:
  ret i32 2
b17:
  br label %b13
b13:
  %v103 = select <16 x i1> %v74, <16 x i32> %v88, <16 x i32> %v65
  %v64 = bitcast <16 x i32> %v103 to <16 x i32>
  %v104 = select <16 x i1> %v74, <16 x i32> %v89, <16 x i32> %v67
  %v66 = bitcast <16 x i32> %v104 to <16 x i32>
  %v68 = bitcast <16 x i1> %v74 to <16 x i1>
  %v71 = bitcast i64 %v91 to i64
  br label %b11
b14:
  %v106 = mul i64 %v47, 4
  %v107 = getelementptr i8, ptr %v44, i64 %v106
  call void @llvm.masked.store.v16i32.p0(<16 x i32> %v67, ptr align 1 %v107, <16 x i1> %v55)
  br label %b9
b9:
  %v110 = add i64 %v47, 16
  %v45 = bitcast i64 %v110 to i64
  %v111 = icmp slt i64 %v45, %v3
  br i1 %v111, label %b8, label %b10
b10:
  br label %b6
b6:
  %v113 = add i64 %v40, 1
  %v38 = bitcast i64 %v113 to i64
  %v114 = icmp slt i64 %v38, %v2
  br i1 %v114, label %b5, label %b7
b7:
  ret i32 0
}
declare i64 @llvm.umin.i64(i64, i64)
declare <16 x i32> @llvm.masked.load.v16i32.p0(ptr, <16 x i1>, <16 x i32>)
declare i1 @llvm.vector.reduce.or.v16i1(<16 x i1>)
declare void @llvm.masked.store.v16i32.p0(<16 x i32>, ptr, <16 x i1>)
attributes #0 = { nounwind "target-cpu"="x86-64-v4" "prefer-vector-width"="512" "min-legal-vector-width"="512" }
