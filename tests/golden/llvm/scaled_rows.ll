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
  %v4 = getelementptr i8, ptr %v1, i64 168
  %v5 = load ptr, ptr %v4, align 8
  %v6 = getelementptr i8, ptr %v1, i64 176
  %v7 = load i64, ptr %v6, align 8
  %v8 = getelementptr i8, ptr %v1, i64 120
  %v9 = load ptr, ptr %v8, align 8
  %v10 = getelementptr i8, ptr %v1, i64 128
  %v11 = load i64, ptr %v10, align 8
  %v12 = getelementptr i8, ptr %v1, i64 136
  %v13 = load i64, ptr %v12, align 8
  %v14 = getelementptr i8, ptr %v1, i64 216
  %v15 = load ptr, ptr %v14, align 8
  %v16 = getelementptr i8, ptr %v1, i64 224
  %v17 = load i64, ptr %v16, align 8
  %v18 = getelementptr i8, ptr %v1, i64 232
  %v19 = load i64, ptr %v18, align 8
  %v20 = getelementptr i8, ptr %v1, i64 264
  %v21 = load ptr, ptr %v20, align 8
  %v22 = getelementptr i8, ptr %v1, i64 272
  %v23 = load i64, ptr %v22, align 8
  %v24 = getelementptr i8, ptr %v1, i64 280
  %v25 = load i64, ptr %v24, align 8
  %v26 = getelementptr i8, ptr %v1, i64 304
  %v27 = load i64, ptr %v26, align 8
  %v28 = icmp ne i64 %v27, 0
  %v29 = icmp sle i64 %v2, 0
  %v30 = icmp sle i64 %v3, 0
  %v31 = or i1 %v29, %v30
  br i1 %v31, label %b3, label %b4, !prof !1
b3:
  ret i32 0
b4:
  %v32 = and i64 %v3, 7
  %v33 = sub i64 %v3, %v32
  br label %b5
b5:
  %v35 = phi i64 [0, %b4], [%v34, %b6]
  %v36 = mul i64 %v35, %v11
  %v37 = getelementptr i8, ptr %v9, i64 %v36
  %v38 = mul i64 %v35, %v7
  %v39 = getelementptr i8, ptr %v5, i64 %v38
  %v40 = mul i64 %v35, %v17
  %v41 = getelementptr i8, ptr %v15, i64 %v40
  %v42 = mul i64 %v35, %v23
  %v43 = getelementptr i8, ptr %v21, i64 %v42
  %v44 = load double, ptr %v39, align 1
  %v45 = insertelement <8 x double> poison, double %v44, i64 0
  %v46 = shufflevector <8 x double> %v45, <8 x double> poison, <8 x i32> zeroinitializer
  br label %b8
b8:
  %v48 = phi i64 [0, %b5], [%v47, %b9]
  %v49 = sub i64 %v3, %v48
  %v50 = insertelement <8 x i64> poison, i64 %v49, i64 0
  %v51 = shufflevector <8 x i64> %v50, <8 x i64> poison, <8 x i32> zeroinitializer
  %v52 = icmp ugt <8 x i64> %v51, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %v53 = call i64 @llvm.umin.i64(i64 %v49, i64 8)
  %v54 = shl i64 %v48, 3
  %v55 = getelementptr i8, ptr %v37, i64 %v54
  %v56 = call <8 x double> @llvm.masked.load.v8f64.p0(ptr align 1 %v55, <8 x i1> %v52, <8 x double> zeroinitializer)
  %v57 = fmul <8 x double> %v56, %v46
  %v58 = mul i64 %v48, %v19
  %v59 = getelementptr i8, ptr %v41, i64 %v58
  %v60 = call i1 @llvm.vector.reduce.and.v8i1(<8 x i1> %v52)
  br i1 %v60, label %b11, label %b12
b11:
  %v61 = load float, ptr %v59, align 1
  %v62 = insertelement <8 x float> zeroinitializer, float %v61, i64 0
  %v63 = getelementptr i8, ptr %v59, i64 %v19
  %v64 = load float, ptr %v63, align 1
  %v65 = insertelement <8 x float> %v62, float %v64, i64 1
  %v66 = getelementptr i8, ptr %v63, i64 %v19
  %v67 = load float, ptr %v66, align 1
  %v68 = insertelement <8 x float> %v65, float %v67, i64 2
  %v69 = getelementptr i8, ptr %v66, i64 %v19
  %v70 = load float, ptr %v69, align 1
  %v71 = insertelement <8 x float> %v68, float %v70, i64 3
  %v72 = getelementptr i8, ptr %v69, i64 %v19
  %v73 = load float, ptr %v72, align 1
  %v74 = insertelement <8 x float> %v71, float %v73, i64 4
  %v75 = getelementptr i8, ptr %v72, i64 %v19
  %v76 = load float, ptr %v75, align 1
  %v77 = insertelement <8 x float> %v74, float %v76, i64 5
  %v78 = getelementptr i8, ptr %v75, i64 %v19
  %v79 = load float, ptr %v78, align 1
  %v80 = insertelement <8 x float> %v77, float %v79, i64 6
  %v81 = getelementptr i8, ptr %v78, i64 %v19
  %v82 = load float, ptr %v81, align 1
  %v83 = insertelement <8 x float> %v80, float %v82, i64 7
  br label %b13
b12:
  %v84 = insertelement <8 x i64> poison, i64 %v19, i64 0
  %v85 = shufflevector <8 x i64> %v84, <8 x i64> poison, <8 x i32> zeroinitializer
  %v86 = mul <8 x i64> <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>, %v85
  %v87 = getelementptr i8, ptr %v59, <8 x i64> %v86
  %v88 = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> align 1 %v87, <8 x i1> %v52, <8 x float> zeroinitializer)
  br label %b13
b13:
  %v89 = phi <8 x float> [%v83, %b11], [%v88, %b12]
  %v90 = fpext <8 x float> %v89 to <8 x double>
  %v91 = fadd <8 x double> %v57, %v90
  %v92 = getelementptr i8, ptr %v43, i64 %v54
  %v93 = icmp eq i64 %v53, 8
  %v94 = and i1 %v28, %v93
  br i1 %v94, label %b14, label %b15
b14:
  store <8 x double> %v91, ptr %v92, align 64, !nontemporal !0
  br label %b16
b15:
  call void @llvm.masked.store.v8f64.p0(<8 x double> %v91, ptr align 1 %v92, <8 x i1> %v52)
  br label %b16
b16:
  br label %b9
b9:
  %v95 = add i64 %v48, 8
  %v96 = inttoptr i64 %v95 to ptr
  %v97 = call ptr @llvm.launder.invariant.group.p0(ptr %v96)
  %v47 = ptrtoint ptr %v97 to i64
  %v98 = icmp slt i64 %v47, %v3
  br i1 %v98, label %b8, label %b10
b10:
  br label %b6
b6:
  %v99 = add i64 %v35, 1
  %v100 = inttoptr i64 %v99 to ptr
  %v101 = call ptr @llvm.launder.invariant.group.p0(ptr %v100)
  %v34 = ptrtoint ptr %v101 to i64
  %v102 = icmp slt i64 %v34, %v2
  br i1 %v102, label %b5, label %b7
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
!1 = !{!"branch_weights", i32 1, i32 2000}
!0 = !{i32 1}
