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
  %v10 = getelementptr i8, ptr %v1, i64 160
  %v11 = load ptr, ptr %v10, align 8
  %v12 = getelementptr i8, ptr %v1, i64 168
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
  %v41 = shl i64 %v40, 2
  %v42 = getelementptr i8, ptr %v18, i64 %v41
  %v43 = load <16 x float>, ptr %v42, align 1
  %v44 = fadd <16 x float> %v37, %v43
  %v45 = add i64 %v35, 16
  %v46 = shl i64 %v45, 2
  %v47 = getelementptr i8, ptr %v18, i64 %v46
  %v48 = load <16 x float>, ptr %v47, align 1
  %v49 = fadd <16 x float> %v39, %v48
  %v50 = add i64 %v35, 32
  %v51 = add i64 %v31, -31
  %v52 = icmp slt i64 %v50, %v51
  br label %b12
b12:
  %v53 = inttoptr i64 %v50 to ptr
  %v54 = call ptr @llvm.launder.invariant.group.p0(ptr %v53)
  %v34 = ptrtoint ptr %v54 to i64
  %v36 = bitcast <16 x float> %v44 to <16 x float>
  %v38 = bitcast <16 x float> %v49 to <16 x float>
  br i1 %v52, label %b11, label %b13
b13:
  %v55 = phi i64 [%v23, %b10], [%v34, %b12]
  %v56 = phi <16 x float> [zeroinitializer, %b10], [%v36, %b12]
  %v57 = phi <16 x float> [zeroinitializer, %b10], [%v38, %b12]
  %v58 = icmp slt i64 %v55, %v31
  br i1 %v58, label %b14, label %b16
b14:
  %v60 = phi i64 [%v55, %b13], [%v59, %b15]
  %v62 = phi <16 x float> [%v56, %b13], [%v61, %b15]
  %v64 = phi <16 x float> [%v57, %b13], [%v63, %b15]
  %v65 = sub i64 %v31, %v60
  %v66 = call i64 @llvm.umin.i64(i64 %v65, i64 16)
  %v67 = trunc i64 %v66 to i32
  %v68 = insertelement <16 x i32> poison, i32 %v67, i64 0
  %v69 = shufflevector <16 x i32> %v68, <16 x i32> poison, <16 x i32> zeroinitializer
  %v70 = icmp ugt <16 x i32> %v69, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v71 = call i64 @llvm.umin.i64(i64 %v65, i64 16)
  %v72 = shl i64 %v60, 2
  %v73 = getelementptr i8, ptr %v18, i64 %v72
  %v74 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 1 %v73, <16 x i1> %v70, <16 x float> zeroinitializer)
  %v75 = fadd <16 x float> %v62, %v74
  %v76 = select <16 x i1> %v70, <16 x float> %v75, <16 x float> %v62
  %v77 = add i64 %v60, 16
  %v78 = icmp slt i64 %v77, %v31
  br label %b15
b15:
  %v79 = inttoptr i64 %v77 to ptr
  %v80 = call ptr @llvm.launder.invariant.group.p0(ptr %v79)
  %v59 = ptrtoint ptr %v80 to i64
  %v61 = bitcast <16 x float> %v64 to <16 x float>
  %v63 = bitcast <16 x float> %v76 to <16 x float>
  br i1 %v78, label %b14, label %b16
b16:
  %v81 = phi i64 [%v55, %b13], [%v59, %b15]
  %v82 = phi <16 x float> [%v56, %b13], [%v61, %b15]
  %v83 = phi <16 x float> [%v57, %b13], [%v63, %b15]
  %v84 = sub i64 %v31, %v23
  %v85 = add i64 %v84, 15
  %v86 = udiv i64 %v85, 16
  %v87 = add i64 %v25, 1
  %v88 = fadd <16 x float> %v82, %v83
  %v89 = shufflevector <16 x float> %v88, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v90 = shufflevector <16 x float> %v88, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v91 = fadd <8 x float> %v90, %v89
  %v92 = shufflevector <8 x float> %v91, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v93 = shufflevector <8 x float> %v91, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v94 = fadd <4 x float> %v93, %v92
  %v95 = shufflevector <4 x float> %v94, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v96 = shufflevector <4 x float> %v94, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v97 = fadd <2 x float> %v96, %v95
  %v98 = extractelement <2 x float> %v97, i64 1
  %v99 = extractelement <2 x float> %v97, i64 0
  %v100 = fadd float %v99, %v98
  br label %b17
b17:
  %v102 = phi i64 [%v27, %b16], [%v101, %b18]
  %v104 = phi i64 [%v25, %b16], [%v103, %b18]
  %v106 = phi float [%v100, %b16], [%v105, %b18]
  %v107 = trunc i64 %v104 to i1
  br i1 %v107, label %b20, label %b19
b20:
  %v108 = add i64 %v102, -1
  %v109 = lshr i64 %v104, 1
  %v110 = mul i64 %v108, 16
  %v111 = getelementptr i8, ptr %v21, i64 %v110
  %v112 = load float, ptr %v111, align 1
  %v113 = fadd float %v112, %v106
  br label %b18
b18:
  %v114 = inttoptr i64 %v108 to ptr
  %v115 = call ptr @llvm.launder.invariant.group.p0(ptr %v114)
  %v101 = ptrtoint ptr %v115 to i64
  %v116 = inttoptr i64 %v109 to ptr
  %v117 = call ptr @llvm.launder.invariant.group.p0(ptr %v116)
  %v103 = ptrtoint ptr %v117 to i64
  %v105 = bitcast float %v113 to float
  br label %b17
b19:
  %v118 = mul i64 %v102, 16
  %v119 = getelementptr i8, ptr %v21, i64 %v118
  store float %v106, ptr %v119, align 1
  %v120 = add i64 %v102, 1
  br label %b8
b8:
  %v121 = inttoptr i64 %v29 to ptr
  %v122 = call ptr @llvm.launder.invariant.group.p0(ptr %v121)
  %v22 = ptrtoint ptr %v122 to i64
  %v123 = inttoptr i64 %v87 to ptr
  %v124 = call ptr @llvm.launder.invariant.group.p0(ptr %v123)
  %v24 = ptrtoint ptr %v124 to i64
  %v125 = inttoptr i64 %v120 to ptr
  %v126 = call ptr @llvm.launder.invariant.group.p0(ptr %v125)
  %v26 = ptrtoint ptr %v126 to i64
  br label %b7
b9:
  %v127 = icmp sgt i64 %v27, 0
  br i1 %v127, label %b21, label %b22
b21:
  %v128 = add i64 %v27, -1
  %v129 = mul i64 %v128, 16
  %v130 = getelementptr i8, ptr %v21, i64 %v129
  %v131 = load float, ptr %v130, align 1
  br label %b23
b23:
  %v133 = phi i64 [%v128, %b21], [%v132, %b24]
  %v135 = phi float [%v131, %b21], [%v134, %b24]
  %v136 = icmp sgt i64 %v133, 0
  br i1 %v136, label %b26, label %b25
b26:
  %v137 = add i64 %v133, -1
  %v138 = mul i64 %v137, 16
  %v139 = getelementptr i8, ptr %v21, i64 %v138
  %v140 = load float, ptr %v139, align 1
  %v141 = fadd float %v140, %v135
  br label %b24
b24:
  %v142 = inttoptr i64 %v137 to ptr
  %v143 = call ptr @llvm.launder.invariant.group.p0(ptr %v142)
  %v132 = ptrtoint ptr %v143 to i64
  %v134 = bitcast float %v141 to float
  br label %b23
b25:
  br label %b22
b22:
  %v144 = phi float [0x0000000000000000, %b9], [%v135, %b25]
  %v145 = fcmp uno float %v144, %v144
  %v146 = select i1 %v145, float 0x7FF8000000000000, float %v144
  store float %v146, ptr %v20, align 1
  %v147 = add i64 %v15, 1
  br label %b4
b4:
  %v148 = inttoptr i64 %v147 to ptr
  %v149 = call ptr @llvm.launder.invariant.group.p0(ptr %v148)
  %v14 = ptrtoint ptr %v149 to i64
  br label %b3
b5:
  ret i32 0
}
declare ptr @llvm.launder.invariant.group.p0(ptr)
declare i64 @llvm.umin.i64(i64, i64)
declare <16 x float> @llvm.masked.load.v16f32.p0(ptr, <16 x i1>, <16 x float>)
attributes #0 = { nounwind "target-cpu"="x86-64-v4" "prefer-vector-width"="512" "min-legal-vector-width"="512" }
