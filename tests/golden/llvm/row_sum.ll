; avx512 rows 1 0
; program row_sum(x: f32[m,n]) -> (r) { r = sum(x, axes=[1]) }
target triple = "x86_64-unknown-linux-gnu"

define i32 @frit_rows(ptr %v1, i64 %v2, i64 %v3) #0 {
b1:
  %v21 = alloca [1024 x i8], align 64
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
  %v28 = add i64 %v23, 1024
  %v29 = icmp slt i64 %v28, %v3
  %v30 = select i1 %v29, i64 %v28, i64 %v3
  %v31 = add i64 %v30, -31
  %v32 = icmp slt i64 %v23, %v31
  br i1 %v32, label %b10, label %b12
b10:
  %v34 = phi i64 [%v23, %b7], [%v33, %b11]
  %v36 = phi <16 x float> [zeroinitializer, %b7], [%v35, %b11]
  %v38 = phi <16 x float> [zeroinitializer, %b7], [%v37, %b11]
  %v39 = add i64 %v34, 0
  %v40 = shl i64 %v39, 2
  %v41 = getelementptr i8, ptr %v18, i64 %v40
  %v42 = load <16 x float>, ptr %v41, align 1
  %v43 = fadd <16 x float> %v36, %v42
  %v44 = add i64 %v34, 16
  %v45 = shl i64 %v44, 2
  %v46 = getelementptr i8, ptr %v18, i64 %v45
  %v47 = load <16 x float>, ptr %v46, align 1
  %v48 = fadd <16 x float> %v38, %v47
  %v49 = add i64 %v34, 32
  %v50 = add i64 %v30, -31
  %v51 = icmp slt i64 %v49, %v50
  br label %b11
b11:
  %v52 = inttoptr i64 %v49 to ptr
  %v53 = call ptr @llvm.launder.invariant.group.p0(ptr %v52)
  %v33 = ptrtoint ptr %v53 to i64
  %v35 = freeze <16 x float> %v43
  %v37 = freeze <16 x float> %v48
  br i1 %v51, label %b10, label %b12
b12:
  %v54 = phi i64 [%v23, %b7], [%v33, %b11]
  %v55 = phi <16 x float> [zeroinitializer, %b7], [%v35, %b11]
  %v56 = phi <16 x float> [zeroinitializer, %b7], [%v37, %b11]
  %v57 = icmp slt i64 %v54, %v30
  br i1 %v57, label %b13, label %b15
b13:
  %v59 = phi i64 [%v54, %b12], [%v58, %b14]
  %v61 = phi <16 x float> [%v55, %b12], [%v60, %b14]
  %v63 = phi <16 x float> [%v56, %b12], [%v62, %b14]
  %v64 = sub i64 %v30, %v59
  %v65 = call i64 @llvm.umin.i64(i64 %v64, i64 16)
  %v66 = trunc i64 %v65 to i32
  %v67 = insertelement <16 x i32> poison, i32 %v66, i64 0
  %v68 = shufflevector <16 x i32> %v67, <16 x i32> poison, <16 x i32> zeroinitializer
  %v69 = icmp ugt <16 x i32> %v68, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v70 = call i64 @llvm.umin.i64(i64 %v64, i64 16)
  %v71 = shl i64 %v59, 2
  %v72 = getelementptr i8, ptr %v18, i64 %v71
  %v73 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 1 %v72, <16 x i1> %v69, <16 x float> zeroinitializer)
  %v74 = fadd <16 x float> %v61, %v73
  %v75 = select <16 x i1> %v69, <16 x float> %v74, <16 x float> %v61
  %v76 = add i64 %v59, 16
  %v77 = icmp slt i64 %v76, %v30
  br label %b14
b14:
  %v78 = inttoptr i64 %v76 to ptr
  %v79 = call ptr @llvm.launder.invariant.group.p0(ptr %v78)
  %v58 = ptrtoint ptr %v79 to i64
  %v60 = freeze <16 x float> %v63
  %v62 = freeze <16 x float> %v75
  br i1 %v77, label %b13, label %b15
b15:
  %v80 = phi i64 [%v54, %b12], [%v58, %b14]
  %v81 = phi <16 x float> [%v55, %b12], [%v60, %b14]
  %v82 = phi <16 x float> [%v56, %b12], [%v62, %b14]
  %v83 = sub i64 %v30, %v23
  %v84 = add i64 %v83, 15
  %v85 = udiv i64 %v84, 16
  %v86 = add i64 %v25, 1
  %v87 = fadd <16 x float> %v81, %v82
  %v88 = shufflevector <16 x float> %v87, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v89 = shufflevector <16 x float> %v87, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v90 = fadd <8 x float> %v89, %v88
  %v91 = shufflevector <8 x float> %v90, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v92 = shufflevector <8 x float> %v90, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v93 = fadd <4 x float> %v92, %v91
  %v94 = shufflevector <4 x float> %v93, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v95 = shufflevector <4 x float> %v93, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v96 = fadd <2 x float> %v95, %v94
  %v97 = extractelement <2 x float> %v96, i64 1
  %v98 = extractelement <2 x float> %v96, i64 0
  %v99 = fadd float %v98, %v97
  %v100 = shl i64 -1, %v27
  %v101 = xor i64 %v100, -1
  %v102 = select i1 %v29, i64 %v25, i64 %v101
  br label %b16
b16:
  %v104 = phi i64 [%v27, %b15], [%v103, %b17]
  %v106 = phi i64 [%v102, %b15], [%v105, %b17]
  %v108 = phi float [%v99, %b15], [%v107, %b17]
  %v109 = trunc i64 %v106 to i1
  br i1 %v109, label %b19, label %b18
b19:
  %v110 = add i64 %v104, -1
  %v111 = lshr i64 %v106, 1
  %v112 = mul i64 %v110, 16
  %v113 = getelementptr i8, ptr %v21, i64 %v112
  %v114 = load float, ptr %v113, align 1
  %v115 = fadd float %v114, %v108
  br label %b17
b17:
  %v116 = inttoptr i64 %v110 to ptr
  %v117 = call ptr @llvm.launder.invariant.group.p0(ptr %v116)
  %v103 = ptrtoint ptr %v117 to i64
  %v118 = inttoptr i64 %v111 to ptr
  %v119 = call ptr @llvm.launder.invariant.group.p0(ptr %v118)
  %v105 = ptrtoint ptr %v119 to i64
  %v107 = freeze float %v115
  br label %b16
b18:
  %v120 = mul i64 %v104, 16
  %v121 = getelementptr i8, ptr %v21, i64 %v120
  store float %v108, ptr %v121, align 1
  %v122 = add i64 %v104, 1
  br label %b8
b8:
  %v123 = inttoptr i64 %v28 to ptr
  %v124 = call ptr @llvm.launder.invariant.group.p0(ptr %v123)
  %v22 = ptrtoint ptr %v124 to i64
  %v125 = inttoptr i64 %v86 to ptr
  %v126 = call ptr @llvm.launder.invariant.group.p0(ptr %v125)
  %v24 = ptrtoint ptr %v126 to i64
  %v127 = inttoptr i64 %v122 to ptr
  %v128 = call ptr @llvm.launder.invariant.group.p0(ptr %v127)
  %v26 = ptrtoint ptr %v128 to i64
  br i1 %v29, label %b7, label %b9
b9:
  %v129 = fcmp uno float %v108, %v108
  %v130 = select i1 %v129, float 0x7FF8000000000000, float %v108
  store float %v130, ptr %v20, align 1
  %v131 = add i64 %v15, 1
  br label %b4
b4:
  %v132 = inttoptr i64 %v131 to ptr
  %v133 = call ptr @llvm.launder.invariant.group.p0(ptr %v132)
  %v14 = ptrtoint ptr %v133 to i64
  br label %b3
b5:
  ret i32 0
}
declare ptr @llvm.launder.invariant.group.p0(ptr)
declare i64 @llvm.umin.i64(i64, i64)
declare <16 x float> @llvm.masked.load.v16f32.p0(ptr, <16 x i1>, <16 x float>)
attributes #0 = { nounwind "target-cpu"="x86-64-v4" "prefer-vector-width"="512" "min-legal-vector-width"="512" }
