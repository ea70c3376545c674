; avx512 rows 1 0
; program row_sum(x: f32[m,n]) -> (r) { r = sum(x, axes=[1]) }
target triple = "x86_64-unknown-linux-gnu"

define i32 @frit_rows(ptr %v1, i64 %v2, i64 %v3) #0 {
b1:
  %v21 = alloca [1024 x i8], align 64
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
  br label %b3
b3:
  %v15 = phi i64 [0, %b2], [%v14, %b4]
  %v16 = icmp slt i64 %v15, %v2
  br i1 %v16, label %b6, label %b5
b6:
  %v17 = mul i64 %v15, %v7
  %v18 = getelementptr i8, ptr %v5, i64 %v17
  %v19 = mul i64 %v15, %v13
  %v20 = getelementptr i8, ptr %v11, i64 %v19
  br label %b7
b7:
  %v23 = phi i64 [0, %b6], [%v22, %b8]
  %v25 = phi i64 [0, %b6], [%v24, %b8]
  %v27 = phi i64 [0, %b6], [%v26, %b8]
  %v28 = icmp slt i64 %v23, %v3
  br i1 %v28, label %b10, label %b9
b10:
  %v29 = add i64 %v23, 1024
  %v30 = icmp slt i64 %v29, %v3
  %v31 = select i1 %v30, i64 %v29, i64 %v3
  %v32 = add i64 %v31, -31
  %v33 = icmp slt i64 %v23, %v32
  br i1 %v33, label %b11, label %b13
b11:
  %v35 = phi i64 [%v23, %b10], [%v34, %b12]
  %v37 = phi <16 x float> [zeroinitializer, %b10], [%v36, %b12]
  %v39 = phi <16 x float> [zeroinitializer, %b10], [%v38, %b12]
  %v40 = add i64 %v35, 0
  %v41 = mul i64 %v40, 4
  %v42 = getelementptr i8, ptr %v18, i64 %v41
  %v43 = load <16 x float>, ptr %v42, align 1
  %v44 = fadd <16 x float> %v37, %v43
  %v45 = add i64 %v35, 16
  %v46 = mul i64 %v45, 4
  %v47 = getelementptr i8, ptr %v18, i64 %v46
  %v48 = load <16 x float>, ptr %v47, align 1
  %v49 = fadd <16 x float> %v39, %v48
  %v50 = add i64 %v35, 32
  %v51 = add i64 %v31, -31
  %v52 = icmp slt i64 %v50, %v51
  br label %b12
b12:
  %v34 = bitcast i64 %v50 to i64
  %v36 = bitcast <16 x float> %v44 to <16 x float>
  %v38 = bitcast <16 x float> %v49 to <16 x float>
  br i1 %v52, label %b11, label %b13
b13:
  %v53 = phi i64 [%v23, %b10], [%v34, %b12]
  %v54 = phi <16 x float> [zeroinitializer, %b10], [%v36, %b12]
  %v55 = phi <16 x float> [zeroinitializer, %b10], [%v38, %b12]
  %v56 = icmp slt i64 %v53, %v31
  br i1 %v56, label %b14, label %b16
b14:
  %v58 = phi i64 [%v53, %b13], [%v57, %b15]
  %v60 = phi <16 x float> [%v54, %b13], [%v59, %b15]
  %v62 = phi <16 x float> [%v55, %b13], [%v61, %b15]
  %v63 = sub i64 %v31, %v58
  %v64 = call i64 @llvm.umin.i64(i64 %v63, i64 16)
  %v65 = trunc i64 %v64 to i32
  %v66 = insertelement <16 x i32> poison, i32 %v65, i64 0
  %v67 = shufflevector <16 x i32> %v66, <16 x i32> poison, <16 x i32> zeroinitializer
  %v68 = icmp ugt <16 x i32> %v67, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v69 = call i64 @llvm.umin.i64(i64 %v63, i64 16)
  %v70 = mul i64 %v58, 4
  %v71 = getelementptr i8, ptr %v18, i64 %v70
  %v72 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 1 %v71, <16 x i1> %v68, <16 x float> zeroinitializer)
  %v73 = fadd <16 x float> %v60, %v72
  %v74 = select <16 x i1> %v68, <16 x float> %v73, <16 x float> %v60
  %v75 = add i64 %v58, 16
  %v76 = icmp slt i64 %v75, %v31
  br label %b15
b15:
  %v57 = bitcast i64 %v75 to i64
  %v59 = bitcast <16 x float> %v62 to <16 x float>
  %v61 = bitcast <16 x float> %v74 to <16 x float>
  br i1 %v76, label %b14, label %b16
b16:
  %v77 = phi i64 [%v53, %b13], [%v57, %b15]
  %v78 = phi <16 x float> [%v54, %b13], [%v59, %b15]
  %v79 = phi <16 x float> [%v55, %b13], [%v61, %b15]
  %v80 = sub i64 %v31, %v23
  %v81 = add i64 %v80, 15
  %v82 = udiv i64 %v81, 16
  %v83 = add i64 %v25, 1
  %v84 = fadd <16 x float> %v78, %v79
  %v85 = shufflevector <16 x float> %v84, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v86 = shufflevector <16 x float> %v84, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v87 = fadd <8 x float> %v86, %v85
  %v88 = shufflevector <8 x float> %v87, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v89 = shufflevector <8 x float> %v87, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v90 = fadd <4 x float> %v89, %v88
  %v91 = shufflevector <4 x float> %v90, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v92 = shufflevector <4 x float> %v90, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v93 = fadd <2 x float> %v92, %v91
  %v94 = extractelement <2 x float> %v93, i64 1
  %v95 = extractelement <2 x float> %v93, i64 0
  %v96 = fadd float %v95, %v94
  br label %b17
b17:
  %v98 = phi i64 [%v27, %b16], [%v97, %b18]
  %v100 = phi i64 [%v25, %b16], [%v99, %b18]
  %v102 = phi float [%v96, %b16], [%v101, %b18]
  %v103 = trunc i64 %v100 to i1
  br i1 %v103, label %b20, label %b19
b20:
  %v104 = add i64 %v98, -1
  %v105 = lshr i64 %v100, 1
  %v106 = mul i64 %v104, 16
  %v107 = getelementptr i8, ptr %v21, i64 %v106
  %v108 = load float, ptr %v107, align 1
  %v109 = fadd float %v108, %v102
  br label %b18
b18:
  %v97 = bitcast i64 %v104 to i64
  %v99 = bitcast i64 %v105 to i64
  %v101 = bitcast float %v109 to float
  br label %b17
b19:
  %v110 = mul i64 %v98, 16
  %v111 = getelementptr i8, ptr %v21, i64 %v110
  store float %v102, ptr %v111, align 1
  %v112 = add i64 %v98, 1
  br label %b8
b8:
  %v22 = bitcast i64 %v29 to i64
  %v24 = bitcast i64 %v83 to i64
  %v26 = bitcast i64 %v112 to i64
  br label %b7
b9:
  %v113 = icmp sgt i64 %v27, 0
  br i1 %v113, label %b21, label %b22
b21:
  %v114 = add i64 %v27, -1
  %v115 = mul i64 %v114, 16
  %v116 = getelementptr i8, ptr %v21, i64 %v115
  %v117 = load float, ptr %v116, align 1
  br label %b23
b23:
  %v119 = phi i64 [%v114, %b21], [%v118, %b24]
  %v121 = phi float [%v117, %b21], [%v120, %b24]
  %v122 = icmp sgt i64 %v119, 0
  br i1 %v122, label %b26, label %b25
b26:
  %v123 = add i64 %v119, -1
  %v124 = mul i64 %v123, 16
  %v125 = getelementptr i8, ptr %v21, i64 %v124
  %v126 = load float, ptr %v125, align 1
  %v127 = fadd float %v126, %v121
  br label %b24
b24:
  %v118 = bitcast i64 %v123 to i64
  %v120 = bitcast float %v127 to float
  br label %b23
b25:
  br label %b22
b22:
  %v128 = phi float [0x0000000000000000, %b9], [%v121, %b25]
  %v129 = fcmp uno float %v128, %v128
  %v130 = select i1 %v129, float 0x7FF8000000000000, float %v128
  store float %v130, ptr %v20, align 1
  %v131 = add i64 %v15, 1
  br label %b4
b4:
  %v14 = bitcast i64 %v131 to i64
  br label %b3
b5:
  ret i32 0
}
declare i64 @llvm.umin.i64(i64, i64)
declare <16 x float> @llvm.masked.load.v16f32.p0(ptr, <16 x i1>, <16 x float>)
attributes #0 = { nounwind "target-cpu"="x86-64-v4" "prefer-vector-width"="512" "min-legal-vector-width"="512" }
