; avx512 rows 1 0
; program row_sum(x: f32[m,n]) -> (r) { r = sum(x, axes=[1]) }
target triple = "x86_64-unknown-linux-gnu"

define i32 @frit_rows(ptr %v1, i64 %v2, i64 %v3) #0 {
b1:
  %v28 = alloca [1024 x i8], align 64
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
  br label %b3
b3:
  %v21 = phi i64 [0, %b2], [%v20, %b4]
  %v22 = icmp slt i64 %v21, %v2
  br i1 %v22, label %b6, label %b5
b6:
  %v23 = mul i64 %v21, %v9
  %v24 = getelementptr i8, ptr %v6, i64 %v23
  %v25 = mul i64 %v21, %v18
  %v26 = getelementptr i8, ptr %v15, i64 %v25
  br label %b7
b7:
  %v33 = phi i64 [0, %b6], [%v32, %b8]
  %v35 = phi i64 [0, %b6], [%v34, %b8]
  %v37 = phi i64 [0, %b6], [%v36, %b8]
  %v38 = icmp slt i64 %v33, %v3
  br i1 %v38, label %b10, label %b9
b10:
  %v39 = add i64 %v33, 1024
  %v40 = icmp slt i64 %v39, %v3
  %v41 = select i1 %v40, i64 %v39, i64 %v3
  br label %b11
b11:
  %v45 = phi i64 [%v33, %b10], [%v44, %b12]
  %v47 = phi <16 x float> [zeroinitializer, %b10], [%v46, %b12]
  %v49 = phi <16 x float> [zeroinitializer, %b10], [%v48, %b12]
  %v50 = icmp slt i64 %v45, %v41
  br i1 %v50, label %b14, label %b13
b14:
  %v51 = sub i64 %v41, %v45
  %v53 = call i64 @llvm.umin.i64(i64 %v51, i64 16)
  %v54 = trunc i64 %v53 to i32
  %v55 = insertelement <16 x i32> poison, i32 %v54, i64 0
  %v56 = shufflevector <16 x i32> %v55, <16 x i32> poison, <16 x i32> zeroinitializer
  %v58 = icmp ugt <16 x i32> %v56, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v60 = call i64 @llvm.umin.i64(i64 %v51, i64 16)
  %v62 = mul i64 %v45, 4
  %v63 = getelementptr i8, ptr %v24, i64 %v62
  %v66 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 1 %v63, <16 x i1> %v58, <16 x float> zeroinitializer)
  %v67 = fadd <16 x float> %v47, %v66
  %v68 = select <16 x i1> %v58, <16 x float> %v67, <16 x float> %v47
  %v69 = add i64 %v45, 16
  br label %b12
b12:
  %v44 = bitcast i64 %v69 to i64
  %v46 = bitcast <16 x float> %v49 to <16 x float>
  %v48 = bitcast <16 x float> %v68 to <16 x float>
  br label %b11
b13:
  %v71 = sub i64 %v41, %v33
  %v72 = add i64 %v71, 15
  %v73 = udiv i64 %v72, 16
  %v75 = add i64 %v35, 1
  %v76 = fadd <16 x float> %v47, %v49
  %v77 = shufflevector <16 x float> %v76, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v78 = shufflevector <16 x float> %v76, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v79 = fadd <8 x float> %v78, %v77
  %v80 = shufflevector <8 x float> %v79, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v81 = shufflevector <8 x float> %v79, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v82 = fadd <4 x float> %v81, %v80
  %v83 = shufflevector <4 x float> %v82, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v84 = shufflevector <4 x float> %v82, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v85 = fadd <2 x float> %v84, %v83
  %v87 = extractelement <2 x float> %v85, i64 1
  %v89 = extractelement <2 x float> %v85, i64 0
  %v90 = fadd float %v89, %v87
  br label %b15
b15:
  %v92 = phi i64 [%v37, %b13], [%v91, %b16]
  %v94 = phi i64 [%v35, %b13], [%v93, %b16]
  %v96 = phi float [%v90, %b13], [%v95, %b16]
  %v97 = trunc i64 %v94 to i1
  br i1 %v97, label %b18, label %b17
b18:
  %v99 = add i64 %v92, -1
  %v101 = lshr i64 %v94, 1
  %v103 = mul i64 %v99, 16
  %v104 = getelementptr i8, ptr %v28, i64 %v103
  %v105 = load float, ptr %v104, align 1
  %v106 = fadd float %v105, %v96
  br label %b16
b16:
  %v91 = bitcast i64 %v99 to i64
  %v93 = bitcast i64 %v101 to i64
  %v95 = bitcast float %v106 to float
  br label %b15
b17:
  %v108 = mul i64 %v92, 16
  %v109 = getelementptr i8, ptr %v28, i64 %v108
  store float %v96, ptr %v109, align 1
  %v111 = add i64 %v92, 1
  br label %b8
b8:
  %v32 = bitcast i64 %v39 to i64
  %v34 = bitcast i64 %v75 to i64
  %v36 = bitcast i64 %v111 to i64
  br label %b7
b9:
  %v114 = icmp sgt i64 %v37, 0
  br i1 %v114, label %b19, label %b20
b19:
  %v116 = add i64 %v37, -1
  %v118 = mul i64 %v116, 16
  %v119 = getelementptr i8, ptr %v28, i64 %v118
  %v120 = load float, ptr %v119, align 1
  br label %b21
b21:
  %v122 = phi i64 [%v116, %b19], [%v121, %b22]
  %v124 = phi float [%v120, %b19], [%v123, %b22]
  %v126 = icmp sgt i64 %v122, 0
  br i1 %v126, label %b24, label %b23
b24:
  %v128 = add i64 %v122, -1
  %v130 = mul i64 %v128, 16
  %v131 = getelementptr i8, ptr %v28, i64 %v130
  %v132 = load float, ptr %v131, align 1
  %v133 = fadd float %v132, %v124
  br label %b22
b22:
  %v121 = bitcast i64 %v128 to i64
  %v123 = bitcast float %v133 to float
  br label %b21
b23:
  br label %b20
b20:
  %v134 = phi float [0x0000000000000000, %b9], [%v124, %b23]
  %v136 = fcmp uno float %v134, %v134
  %v137 = select i1 %v136, float 0x7FF8000000000000, float %v134
  store float %v137, ptr %v26, align 1
  %v139 = add i64 %v21, 1
  br label %b4
b4:
  %v20 = bitcast i64 %v139 to i64
  br label %b3
b5:
  ret i32 0
}
declare i64 @llvm.umin.i64(i64, i64)
declare <16 x float> @llvm.masked.load.v16f32.p0(ptr, <16 x i1>, <16 x float>)
attributes #0 = { nounwind "target-cpu"="x86-64-v4" "prefer-vector-width"="512" "min-legal-vector-width"="512" }
