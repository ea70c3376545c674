; avx512 map 1 0 2 1
; program scaled_rows(x: f64[m,n], scale: f64[m,1], y: f32[m,n]) -> (r) {
;   t = mul(x, scale)
;   u = cast(y, to=f64)
;   r = add(t, u)
; }
target triple = "x86_64-unknown-linux-gnu"

define i32 @frit_map(ptr %v1, i64 %v2, i64 %v3) #0 {
b1:
  br label %b2
b2:
  %v5 = getelementptr i8, ptr %v1, i64 152
  %v6 = load ptr, ptr %v5, align 8
  %v8 = getelementptr i8, ptr %v1, i64 160
  %v9 = load i64, ptr %v8, align 8
  %v11 = getelementptr i8, ptr %v1, i64 112
  %v12 = load ptr, ptr %v11, align 8
  %v14 = getelementptr i8, ptr %v1, i64 120
  %v15 = load i64, ptr %v14, align 8
  %v17 = getelementptr i8, ptr %v1, i64 128
  %v18 = load i64, ptr %v17, align 8
  %v20 = getelementptr i8, ptr %v1, i64 192
  %v21 = load ptr, ptr %v20, align 8
  %v23 = getelementptr i8, ptr %v1, i64 200
  %v24 = load i64, ptr %v23, align 8
  %v26 = getelementptr i8, ptr %v1, i64 208
  %v27 = load i64, ptr %v26, align 8
  %v29 = getelementptr i8, ptr %v1, i64 232
  %v30 = load ptr, ptr %v29, align 8
  %v32 = getelementptr i8, ptr %v1, i64 240
  %v33 = load i64, ptr %v32, align 8
  %v35 = getelementptr i8, ptr %v1, i64 248
  %v36 = load i64, ptr %v35, align 8
  %v38 = icmp sle i64 %v3, 0
  %v39 = icmp sle i64 %v2, 0
  %v40 = or i1 %v39, %v38
  br i1 %v40, label %b3, label %b4
b3:
  ret i32 0
b4:
  %v43 = and i64 %v3, 7
  %v44 = sub i64 %v3, %v43
  br label %b5
b5:
  %v47 = phi i64 [0, %b4], [%v45, %b6]
  %v48 = mul i64 %v47, %v15
  %v49 = getelementptr i8, ptr %v12, i64 %v48
  %v50 = mul i64 %v47, %v9
  %v51 = getelementptr i8, ptr %v6, i64 %v50
  %v52 = mul i64 %v47, %v24
  %v53 = getelementptr i8, ptr %v21, i64 %v52
  %v54 = mul i64 %v47, %v33
  %v55 = getelementptr i8, ptr %v30, i64 %v54
  %v56 = load double, ptr %v51, align 1
  %v57 = insertelement <8 x double> poison, double %v56, i64 0
  %v58 = shufflevector <8 x double> %v57, <8 x double> poison, <8 x i32> zeroinitializer
  br label %b8
b8:
  %v61 = phi i64 [0, %b5], [%v59, %b9]
  %v62 = sub i64 %v3, %v61
  %v63 = insertelement <8 x i64> poison, i64 %v62, i64 0
  %v64 = shufflevector <8 x i64> %v63, <8 x i64> poison, <8 x i32> zeroinitializer
  %v66 = icmp ugt <8 x i64> %v64, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %v68 = call i64 @llvm.umin.i64(i64 %v62, i64 8)
  %v70 = mul i64 %v61, 8
  %v71 = getelementptr i8, ptr %v49, i64 %v70
  %v74 = call <8 x double> @llvm.masked.load.v8f64.p0(ptr align 1 %v71, <8 x i1> %v66, <8 x double> zeroinitializer)
  %v75 = fmul <8 x double> %v74, %v58
  %v76 = mul i64 %v61, %v27
  %v77 = getelementptr i8, ptr %v53, i64 %v76
  %v78 = call i1 @llvm.vector.reduce.and.v8i1(<8 x i1> %v66)
  br i1 %v78, label %b11, label %b12
b11:
  %v80 = load float, ptr %v77, align 1
  %v82 = insertelement <8 x float> zeroinitializer, float %v80, i64 0
  %v83 = getelementptr i8, ptr %v77, i64 %v27
  %v84 = load float, ptr %v83, align 1
  %v86 = insertelement <8 x float> %v82, float %v84, i64 1
  %v87 = getelementptr i8, ptr %v83, i64 %v27
  %v88 = load float, ptr %v87, align 1
  %v90 = insertelement <8 x float> %v86, float %v88, i64 2
  %v91 = getelementptr i8, ptr %v87, i64 %v27
  %v92 = load float, ptr %v91, align 1
  %v94 = insertelement <8 x float> %v90, float %v92, i64 3
  %v95 = getelementptr i8, ptr %v91, i64 %v27
  %v96 = load float, ptr %v95, align 1
  %v98 = insertelement <8 x float> %v94, float %v96, i64 4
  %v99 = getelementptr i8, ptr %v95, i64 %v27
  %v100 = load float, ptr %v99, align 1
  %v102 = insertelement <8 x float> %v98, float %v100, i64 5
  %v103 = getelementptr i8, ptr %v99, i64 %v27
  %v104 = load float, ptr %v103, align 1
  %v106 = insertelement <8 x float> %v102, float %v104, i64 6
  %v107 = getelementptr i8, ptr %v103, i64 %v27
  %v108 = load float, ptr %v107, align 1
  %v110 = insertelement <8 x float> %v106, float %v108, i64 7
  br label %b13
b12:
  %v112 = insertelement <8 x i64> poison, i64 %v27, i64 0
  %v113 = shufflevector <8 x i64> %v112, <8 x i64> poison, <8 x i32> zeroinitializer
  %v115 = mul <8 x i64> <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>, %v113
  %v116 = getelementptr i8, ptr %v77, <8 x i64> %v115
  %v118 = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> align 1 %v116, <8 x i1> %v66, <8 x float> zeroinitializer)
  br label %b13
b13:
  %v119 = phi <8 x float> [%v110, %b11], [%v118, %b12]
  %v120 = fpext <8 x float> %v119 to <8 x double>
  %v121 = fadd <8 x double> %v75, %v120
  %v123 = mul i64 %v61, 8
  %v124 = getelementptr i8, ptr %v55, i64 %v123
  call void @llvm.masked.store.v8f64.p0(<8 x double> %v121, ptr align 1 %v124, <8 x i1> %v66)
  br label %b9
b9:
  %v127 = add i64 %v61, 8
  %v59 = bitcast i64 %v127 to i64
  %v128 = icmp slt i64 %v59, %v3
  br i1 %v128, label %b8, label %b10
b10:
  br label %b6
b6:
  %v130 = add i64 %v47, 1
  %v45 = bitcast i64 %v130 to i64
  %v131 = icmp slt i64 %v45, %v2
  br i1 %v131, label %b5, label %b7
b7:
  ret i32 0
}
declare i64 @llvm.umin.i64(i64, i64)
declare <8 x double> @llvm.masked.load.v8f64.p0(ptr, <8 x i1>, <8 x double>)
declare i1 @llvm.vector.reduce.and.v8i1(<8 x i1>)
declare <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr>, <8 x i1>, <8 x float>)
declare void @llvm.masked.store.v8f64.p0(<8 x double>, ptr, <8 x i1>)
attributes #0 = { nounwind "target-cpu"="x86-64-v4" "prefer-vector-width"="512" "min-legal-vector-width"="512" }
