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
  %v14 = getelementptr i8, ptr %v1, i64 168
  %v15 = load i64, ptr %v14, align 8
  %v16 = getelementptr i8, ptr %v1, i64 184
  %v17 = load ptr, ptr %v16, align 8
  %v18 = getelementptr i8, ptr %v1, i64 192
  %v19 = load ptr, ptr %v18, align 8
  %v20 = getelementptr i8, ptr %v1, i64 200
  %v21 = load i64, ptr %v20, align 8
  %v22 = getelementptr i8, ptr %v1, i64 208
  %v23 = load i64, ptr %v22, align 8
  %v24 = icmp sle i64 %v3, 0
  %v25 = icmp sle i64 %v2, 0
  %v26 = or i1 %v25, %v24
  br i1 %v26, label %b3, label %b4
b3:
  ret i32 0
b4:
  %v27 = and i64 %v3, 7
  %v28 = sub i64 %v3, %v27
  br label %b5
b5:
  %v30 = phi i64 [0, %b4], [%v29, %b6]
  %v31 = mul i64 %v30, %v7
  %v32 = getelementptr i8, ptr %v5, i64 %v31
  %v33 = mul i64 %v30, %v13
  %v34 = getelementptr i8, ptr %v11, i64 %v33
  %v35 = mul i64 %v30, %v21
  %v36 = getelementptr i8, ptr %v19, i64 %v35
  %v37 = icmp eq i64 %v28, 0
  br i1 %v37, label %b9, label %b8
b8:
  br label %b12
b12:
  %v39 = phi i64 [0, %b8], [%v38, %b13]
  %v40 = mul i64 %v39, 4
  %v41 = getelementptr i8, ptr %v32, i64 %v40
  %v42 = load <8 x i32>, ptr %v41, align 1
  %v43 = load i64, ptr %v17, align 8
  %v44 = getelementptr i8, ptr %v17, i64 8
  %v45 = load i64, ptr %v44, align 8
  %v46 = sext <8 x i32> %v42 to <8 x i64>
  %v47 = insertelement <8 x i64> poison, i64 %v45, i64 0
  %v48 = shufflevector <8 x i64> %v47, <8 x i64> poison, <8 x i32> zeroinitializer
  %v49 = icmp slt <8 x i64> %v46, zeroinitializer
  %v50 = add <8 x i64> %v46, %v48
  %v51 = select <8 x i1> %v49, <8 x i64> %v50, <8 x i64> %v46
  %v52 = icmp ult <8 x i64> %v51, %v48
  %v53 = insertelement <8 x i64> poison, i64 %v43, i64 0
  %v54 = shufflevector <8 x i64> %v53, <8 x i64> poison, <8 x i32> zeroinitializer
  %v55 = mul <8 x i64> %v51, %v54
  %v56 = add <8 x i64> zeroinitializer, %v55
  %v57 = xor <8 x i1> %v52, splat (i1 true)
  %v58 = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %v57)
  br i1 %v58, label %b15, label %b16
b15:
  ret i32 1
b16:
  %v59 = getelementptr i8, ptr %v34, <8 x i64> %v56
  %v60 = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> align 1 %v59, <8 x i1> splat (i1 true), <8 x float> zeroinitializer)
  %v61 = fneg <8 x float> %v60
  %v62 = mul i64 %v39, 4
  %v63 = getelementptr i8, ptr %v36, i64 %v62
  store <8 x float> %v61, ptr %v63, align 1
  br label %b13
b13:
  %v64 = add i64 %v39, 8
  %v38 = bitcast i64 %v64 to i64
  %v65 = icmp slt i64 %v38, %v28
  br i1 %v65, label %b12, label %b14
b14:
  br label %b9
b9:
  %v66 = icmp eq i64 %v27, 0
  br i1 %v66, label %b11, label %b10
b10:
  %v67 = call i64 @llvm.umin.i64(i64 %v27, i64 8)
  %v68 = trunc i64 %v67 to i32
  %v69 = insertelement <8 x i32> poison, i32 %v68, i64 0
  %v70 = shufflevector <8 x i32> %v69, <8 x i32> poison, <8 x i32> zeroinitializer
  %v71 = icmp ugt <8 x i32> %v70, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v72 = call i64 @llvm.umin.i64(i64 %v27, i64 8)
  %v73 = mul i64 %v28, 4
  %v74 = getelementptr i8, ptr %v32, i64 %v73
  %v75 = call <8 x i32> @llvm.masked.load.v8i32.p0(ptr align 1 %v74, <8 x i1> %v71, <8 x i32> zeroinitializer)
  %v76 = load i64, ptr %v17, align 8
  %v77 = getelementptr i8, ptr %v17, i64 8
  %v78 = load i64, ptr %v77, align 8
  %v79 = sext <8 x i32> %v75 to <8 x i64>
  %v80 = insertelement <8 x i64> poison, i64 %v78, i64 0
  %v81 = shufflevector <8 x i64> %v80, <8 x i64> poison, <8 x i32> zeroinitializer
  %v82 = icmp slt <8 x i64> %v79, zeroinitializer
  %v83 = add <8 x i64> %v79, %v81
  %v84 = select <8 x i1> %v82, <8 x i64> %v83, <8 x i64> %v79
  %v85 = icmp ult <8 x i64> %v84, %v81
  %v86 = insertelement <8 x i64> poison, i64 %v76, i64 0
  %v87 = shufflevector <8 x i64> %v86, <8 x i64> poison, <8 x i32> zeroinitializer
  %v88 = mul <8 x i64> %v84, %v87
  %v89 = add <8 x i64> zeroinitializer, %v88
  %v90 = xor <8 x i1> %v85, splat (i1 true)
  %v91 = and <8 x i1> %v90, %v71
  %v92 = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %v91)
  br i1 %v92, label %b17, label %b18
b17:
  ret i32 1
b18:
  %v93 = getelementptr i8, ptr %v34, <8 x i64> %v89
  %v94 = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> align 1 %v93, <8 x i1> %v71, <8 x float> zeroinitializer)
  %v95 = fneg <8 x float> %v94
  %v96 = mul i64 %v28, 4
  %v97 = getelementptr i8, ptr %v36, i64 %v96
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v95, ptr align 1 %v97, <8 x i1> %v71)
  br label %b11
b11:
  br label %b6
b6:
  %v98 = add i64 %v30, 1
  %v29 = bitcast i64 %v98 to i64
  %v99 = icmp slt i64 %v29, %v2
  br i1 %v99, label %b5, label %b7
b7:
  ret i32 0
}
declare i1 @llvm.vector.reduce.or.v8i1(<8 x i1>)
declare <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr>, <8 x i1>, <8 x float>)
declare i64 @llvm.umin.i64(i64, i64)
declare <8 x i32> @llvm.masked.load.v8i32.p0(ptr, <8 x i1>, <8 x i32>)
declare void @llvm.masked.store.v8f32.p0(<8 x float>, ptr, <8 x i1>)
attributes #0 = { nounwind "target-cpu"="x86-64-v3" "prefer-vector-width"="256" "min-legal-vector-width"="256" }
