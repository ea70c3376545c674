; avx2 map 1 0 1
; program gather(x: f32[n], i: i32[m]) -> (r) {
;   g = gather(x, i, axes=[0])
;   r = neg(g)
; }
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
  %v23 = getelementptr i8, ptr %v1, i64 184
  %v24 = load ptr, ptr %v23, align 8
  %v26 = getelementptr i8, ptr %v1, i64 192
  %v27 = load ptr, ptr %v26, align 8
  %v29 = getelementptr i8, ptr %v1, i64 200
  %v30 = load i64, ptr %v29, align 8
  %v32 = getelementptr i8, ptr %v1, i64 208
  %v33 = load i64, ptr %v32, align 8
  %v35 = icmp sle i64 %v3, 0
  %v36 = icmp sle i64 %v2, 0
  %v37 = or i1 %v36, %v35
  br i1 %v37, label %b3, label %b4
b3:
  ret i32 0
b4:
  %v40 = and i64 %v3, 7
  %v41 = sub i64 %v3, %v40
  br label %b5
b5:
  %v44 = phi i64 [0, %b4], [%v42, %b6]
  %v45 = mul i64 %v44, %v9
  %v46 = getelementptr i8, ptr %v6, i64 %v45
  %v47 = mul i64 %v44, %v18
  %v48 = getelementptr i8, ptr %v15, i64 %v47
  %v49 = mul i64 %v44, %v30
  %v50 = getelementptr i8, ptr %v27, i64 %v49
  %v52 = icmp eq i64 %v41, 0
  br i1 %v52, label %b9, label %b8
b8:
  br label %b12
b12:
  %v55 = phi i64 [0, %b8], [%v53, %b13]
  %v57 = mul i64 %v55, 4
  %v58 = getelementptr i8, ptr %v46, i64 %v57
  %v60 = load <8 x i32>, ptr %v58, align 1
  %v62 = load i64, ptr %v24, align 8
  %v64 = getelementptr i8, ptr %v24, i64 8
  %v65 = load i64, ptr %v64, align 8
  %v66 = sext <8 x i32> %v60 to <8 x i64>
  %v67 = insertelement <8 x i64> poison, i64 %v65, i64 0
  %v68 = shufflevector <8 x i64> %v67, <8 x i64> poison, <8 x i32> zeroinitializer
  %v70 = icmp slt <8 x i64> %v66, zeroinitializer
  %v71 = add <8 x i64> %v66, %v68
  %v72 = select <8 x i1> %v70, <8 x i64> %v71, <8 x i64> %v66
  %v73 = icmp ult <8 x i64> %v72, %v68
  %v74 = insertelement <8 x i64> poison, i64 %v62, i64 0
  %v75 = shufflevector <8 x i64> %v74, <8 x i64> poison, <8 x i32> zeroinitializer
  %v76 = mul <8 x i64> %v72, %v75
  %v77 = add <8 x i64> zeroinitializer, %v76
  %v79 = xor <8 x i1> %v73, splat (i1 true)
  %v80 = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %v79)
  br i1 %v80, label %b15, label %b16
b15:
  ret i32 1
b16:
  %v83 = getelementptr i8, ptr %v48, <8 x i64> %v77
  %v85 = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> align 1 %v83, <8 x i1> splat (i1 true), <8 x float> zeroinitializer)
  %v86 = fneg <8 x float> %v85
  %v88 = mul i64 %v55, 4
  %v89 = getelementptr i8, ptr %v50, i64 %v88
  store <8 x float> %v86, ptr %v89, align 1
  br label %b13
b13:
  %v92 = add i64 %v55, 8
  %v53 = bitcast i64 %v92 to i64
  %v93 = icmp slt i64 %v53, %v41
  br i1 %v93, label %b12, label %b14
b14:
  br label %b9
b9:
  %v94 = icmp eq i64 %v40, 0
  br i1 %v94, label %b11, label %b10
b10:
  %v96 = call i64 @llvm.umin.i64(i64 %v40, i64 8)
  %v97 = trunc i64 %v96 to i32
  %v98 = insertelement <8 x i32> poison, i32 %v97, i64 0
  %v99 = shufflevector <8 x i32> %v98, <8 x i32> poison, <8 x i32> zeroinitializer
  %v101 = icmp ugt <8 x i32> %v99, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v103 = call i64 @llvm.umin.i64(i64 %v40, i64 8)
  %v105 = mul i64 %v41, 4
  %v106 = getelementptr i8, ptr %v46, i64 %v105
  %v109 = call <8 x i32> @llvm.masked.load.v8i32.p0(ptr align 1 %v106, <8 x i1> %v101, <8 x i32> zeroinitializer)
  %v111 = load i64, ptr %v24, align 8
  %v113 = getelementptr i8, ptr %v24, i64 8
  %v114 = load i64, ptr %v113, align 8
  %v115 = sext <8 x i32> %v109 to <8 x i64>
  %v116 = insertelement <8 x i64> poison, i64 %v114, i64 0
  %v117 = shufflevector <8 x i64> %v116, <8 x i64> poison, <8 x i32> zeroinitializer
  %v119 = icmp slt <8 x i64> %v115, zeroinitializer
  %v120 = add <8 x i64> %v115, %v117
  %v121 = select <8 x i1> %v119, <8 x i64> %v120, <8 x i64> %v115
  %v122 = icmp ult <8 x i64> %v121, %v117
  %v123 = insertelement <8 x i64> poison, i64 %v111, i64 0
  %v124 = shufflevector <8 x i64> %v123, <8 x i64> poison, <8 x i32> zeroinitializer
  %v125 = mul <8 x i64> %v121, %v124
  %v126 = add <8 x i64> zeroinitializer, %v125
  %v128 = xor <8 x i1> %v122, splat (i1 true)
  %v129 = and <8 x i1> %v128, %v101
  %v130 = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %v129)
  br i1 %v130, label %b17, label %b18
b17:
  ret i32 1
b18:
  %v133 = getelementptr i8, ptr %v48, <8 x i64> %v126
  %v135 = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> align 1 %v133, <8 x i1> %v101, <8 x float> zeroinitializer)
  %v136 = fneg <8 x float> %v135
  %v138 = mul i64 %v41, 4
  %v139 = getelementptr i8, ptr %v50, i64 %v138
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v136, ptr align 1 %v139, <8 x i1> %v101)
  br label %b11
b11:
  br label %b6
b6:
  %v142 = add i64 %v44, 1
  %v42 = bitcast i64 %v142 to i64
  %v143 = icmp slt i64 %v42, %v2
  br i1 %v143, label %b5, label %b7
b7:
  ret i32 0
}
declare i1 @llvm.vector.reduce.or.v8i1(<8 x i1>)
declare <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr>, <8 x i1>, <8 x float>)
declare i64 @llvm.umin.i64(i64, i64)
declare <8 x i32> @llvm.masked.load.v8i32.p0(ptr, <8 x i1>, <8 x i32>)
declare void @llvm.masked.store.v8f32.p0(<8 x float>, ptr, <8 x i1>)
attributes #0 = { nounwind "target-cpu"="x86-64-v3" "prefer-vector-width"="256" "min-legal-vector-width"="256" }
