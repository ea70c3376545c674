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
  %v4 = getelementptr i8, ptr %v1, i64 152
  %v5 = load ptr, ptr %v4, align 8
  %v6 = getelementptr i8, ptr %v1, i64 160
  %v7 = load i64, ptr %v6, align 8
  %v8 = getelementptr i8, ptr %v1, i64 112
  %v9 = load ptr, ptr %v8, align 8
  %v10 = getelementptr i8, ptr %v1, i64 120
  %v11 = load i64, ptr %v10, align 8
  %v12 = getelementptr i8, ptr %v1, i64 128
  %v13 = load i64, ptr %v12, align 8
  %v14 = getelementptr i8, ptr %v1, i64 192
  %v15 = load ptr, ptr %v14, align 8
  %v16 = getelementptr i8, ptr %v1, i64 200
  %v17 = load i64, ptr %v16, align 8
  %v18 = getelementptr i8, ptr %v1, i64 208
  %v19 = load i64, ptr %v18, align 8
  %v20 = getelementptr i8, ptr %v1, i64 232
  %v21 = load ptr, ptr %v20, align 8
  %v22 = getelementptr i8, ptr %v1, i64 240
  %v23 = load i64, ptr %v22, align 8
  %v24 = getelementptr i8, ptr %v1, i64 248
  %v25 = load i64, ptr %v24, align 8
  %v26 = icmp sle i64 %v2, 0
  %v27 = icmp sle i64 %v3, 0
  %v28 = or i1 %v26, %v27
  br i1 %v28, label %b3, label %b4, !prof !0
b3:
  ret i32 0
b4:
  %v29 = and i64 %v3, 7
  %v30 = sub i64 %v3, %v29
  br label %b5
b5:
  %v32 = phi i64 [0, %b4], [%v31, %b6]
  %v33 = mul i64 %v32, %v11
  %v34 = getelementptr i8, ptr %v9, i64 %v33
  %v35 = mul i64 %v32, %v7
  %v36 = getelementptr i8, ptr %v5, i64 %v35
  %v37 = mul i64 %v32, %v17
  %v38 = getelementptr i8, ptr %v15, i64 %v37
  %v39 = mul i64 %v32, %v23
  %v40 = getelementptr i8, ptr %v21, i64 %v39
  %v41 = load double, ptr %v36, align 1
  %v42 = insertelement <8 x double> poison, double %v41, i64 0
  %v43 = shufflevector <8 x double> %v42, <8 x double> poison, <8 x i32> zeroinitializer
  br label %b8
b8:
  %v45 = phi i64 [0, %b5], [%v44, %b9]
  %v46 = sub i64 %v3, %v45
  %v47 = insertelement <8 x i64> poison, i64 %v46, i64 0
  %v48 = shufflevector <8 x i64> %v47, <8 x i64> poison, <8 x i32> zeroinitializer
  %v49 = icmp ugt <8 x i64> %v48, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %v50 = call i64 @llvm.umin.i64(i64 %v46, i64 8)
  %v51 = mul i64 %v45, 8
  %v52 = getelementptr i8, ptr %v34, i64 %v51
  %v53 = call <8 x double> @llvm.masked.load.v8f64.p0(ptr align 1 %v52, <8 x i1> %v49, <8 x double> zeroinitializer)
  %v54 = fmul <8 x double> %v53, %v43
  %v55 = mul i64 %v45, %v19
  %v56 = getelementptr i8, ptr %v38, i64 %v55
  %v57 = call i1 @llvm.vector.reduce.and.v8i1(<8 x i1> %v49)
  br i1 %v57, label %b11, label %b12
b11:
  %v58 = load float, ptr %v56, align 1
  %v59 = insertelement <8 x float> zeroinitializer, float %v58, i64 0
  %v60 = getelementptr i8, ptr %v56, i64 %v19
  %v61 = load float, ptr %v60, align 1
  %v62 = insertelement <8 x float> %v59, float %v61, i64 1
  %v63 = getelementptr i8, ptr %v60, i64 %v19
  %v64 = load float, ptr %v63, align 1
  %v65 = insertelement <8 x float> %v62, float %v64, i64 2
  %v66 = getelementptr i8, ptr %v63, i64 %v19
  %v67 = load float, ptr %v66, align 1
  %v68 = insertelement <8 x float> %v65, float %v67, i64 3
  %v69 = getelementptr i8, ptr %v66, i64 %v19
  %v70 = load float, ptr %v69, align 1
  %v71 = insertelement <8 x float> %v68, float %v70, i64 4
  %v72 = getelementptr i8, ptr %v69, i64 %v19
  %v73 = load float, ptr %v72, align 1
  %v74 = insertelement <8 x float> %v71, float %v73, i64 5
  %v75 = getelementptr i8, ptr %v72, i64 %v19
  %v76 = load float, ptr %v75, align 1
  %v77 = insertelement <8 x float> %v74, float %v76, i64 6
  %v78 = getelementptr i8, ptr %v75, i64 %v19
  %v79 = load float, ptr %v78, align 1
  %v80 = insertelement <8 x float> %v77, float %v79, i64 7
  br label %b13
b12:
  %v81 = insertelement <8 x i64> poison, i64 %v19, i64 0
  %v82 = shufflevector <8 x i64> %v81, <8 x i64> poison, <8 x i32> zeroinitializer
  %v83 = mul <8 x i64> <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>, %v82
  %v84 = getelementptr i8, ptr %v56, <8 x i64> %v83
  %v85 = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> align 1 %v84, <8 x i1> %v49, <8 x float> zeroinitializer)
  br label %b13
b13:
  %v86 = phi <8 x float> [%v80, %b11], [%v85, %b12]
  %v87 = fpext <8 x float> %v86 to <8 x double>
  %v88 = fadd <8 x double> %v54, %v87
  %v89 = mul i64 %v45, 8
  %v90 = getelementptr i8, ptr %v40, i64 %v89
  call void @llvm.masked.store.v8f64.p0(<8 x double> %v88, ptr align 1 %v90, <8 x i1> %v49)
  br label %b9
b9:
  %v91 = add i64 %v45, 8
  %v92 = inttoptr i64 %v91 to ptr
  %v93 = call ptr @llvm.launder.invariant.group.p0(ptr %v92)
  %v44 = ptrtoint ptr %v93 to i64
  %v94 = icmp slt i64 %v44, %v3
  br i1 %v94, label %b8, label %b10
b10:
  br label %b6
b6:
  %v95 = add i64 %v32, 1
  %v96 = inttoptr i64 %v95 to ptr
  %v97 = call ptr @llvm.launder.invariant.group.p0(ptr %v96)
  %v31 = ptrtoint ptr %v97 to i64
  %v98 = icmp slt i64 %v31, %v2
  br i1 %v98, label %b5, label %b7
b7:
  ret i32 0
}
declare i64 @llvm.umin.i64(i64, i64)
declare <8 x double> @llvm.masked.load.v8f64.p0(ptr, <8 x i1>, <8 x double>)
declare i1 @llvm.vector.reduce.and.v8i1(<8 x i1>)
declare <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr>, <8 x i1>, <8 x float>)
declare void @llvm.masked.store.v8f64.p0(<8 x double>, ptr, <8 x i1>)
declare ptr @llvm.launder.invariant.group.p0(ptr)
attributes #0 = { nounwind "target-cpu"="x86-64-v4" "prefer-vector-width"="512" "min-legal-vector-width"="512" }
!0 = !{!"branch_weights", i32 1, i32 2000}
