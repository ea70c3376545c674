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
  %v18 = load i64, ptr %v17, align 8
  %v19 = getelementptr i8, ptr %v17, i64 8
  %v20 = load i64, ptr %v19, align 8
  %v21 = getelementptr i8, ptr %v1, i64 192
  %v22 = load ptr, ptr %v21, align 8
  %v23 = getelementptr i8, ptr %v1, i64 200
  %v24 = load i64, ptr %v23, align 8
  %v25 = getelementptr i8, ptr %v1, i64 208
  %v26 = load i64, ptr %v25, align 8
  %v27 = icmp sle i64 %v2, 0
  %v28 = icmp sle i64 %v3, 0
  %v29 = or i1 %v27, %v28
  br i1 %v29, label %b3, label %b4, !prof !0
b3:
  ret i32 0
b4:
  %v30 = and i64 %v3, 7
  %v31 = sub i64 %v3, %v30
  br label %b5
b5:
  %v33 = phi i64 [0, %b4], [%v32, %b6]
  %v34 = mul i64 %v33, %v7
  %v35 = getelementptr i8, ptr %v5, i64 %v34
  %v36 = mul i64 %v33, %v13
  %v37 = getelementptr i8, ptr %v11, i64 %v36
  %v38 = mul i64 %v33, %v24
  %v39 = getelementptr i8, ptr %v22, i64 %v38
  %v40 = icmp eq i64 %v31, 0
  br i1 %v40, label %b9, label %b8
b8:
  br label %b12
b12:
  %v42 = phi i64 [0, %b8], [%v41, %b13]
  %v43 = mul i64 %v42, 4
  %v44 = getelementptr i8, ptr %v35, i64 %v43
  %v45 = load <8 x i32>, ptr %v44, align 1
  %v46 = sext <8 x i32> %v45 to <8 x i64>
  %v47 = insertelement <8 x i64> poison, i64 %v20, i64 0
  %v48 = shufflevector <8 x i64> %v47, <8 x i64> poison, <8 x i32> zeroinitializer
  %v49 = icmp slt <8 x i64> %v46, zeroinitializer
  %v50 = add <8 x i64> %v46, %v48
  %v51 = select <8 x i1> %v49, <8 x i64> %v50, <8 x i64> %v46
  %v52 = icmp ult <8 x i64> %v51, %v48
  %v53 = insertelement <8 x i64> poison, i64 %v18, i64 0
  %v54 = shufflevector <8 x i64> %v53, <8 x i64> poison, <8 x i32> zeroinitializer
  %v55 = mul <8 x i64> %v51, %v54
  %v56 = add <8 x i64> zeroinitializer, %v55
  %v57 = xor <8 x i1> %v52, splat (i1 true)
  %v58 = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %v57)
  br i1 %v58, label %b15, label %b16, !prof !0
b15:
  ret i32 1
b16:
  %v59 = getelementptr i8, ptr %v37, <8 x i64> %v56
  %v60 = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> align 1 %v59, <8 x i1> splat (i1 true), <8 x float> zeroinitializer)
  %v61 = fneg <8 x float> %v60
  %v62 = mul i64 %v42, 4
  %v63 = getelementptr i8, ptr %v39, i64 %v62
  store <8 x float> %v61, ptr %v63, align 1
  br label %b13
b13:
  %v64 = add i64 %v42, 8
  %v65 = inttoptr i64 %v64 to ptr
  %v66 = call ptr @llvm.launder.invariant.group.p0(ptr %v65)
  %v41 = ptrtoint ptr %v66 to i64
  %v67 = icmp slt i64 %v41, %v31
  br i1 %v67, label %b12, label %b14
b14:
  br label %b9
b9:
  %v68 = icmp eq i64 %v30, 0
  br i1 %v68, label %b11, label %b10
b10:
  %v69 = call i64 @llvm.umin.i64(i64 %v30, i64 8)
  %v70 = trunc i64 %v69 to i32
  %v71 = insertelement <8 x i32> poison, i32 %v70, i64 0
  %v72 = shufflevector <8 x i32> %v71, <8 x i32> poison, <8 x i32> zeroinitializer
  %v73 = icmp ugt <8 x i32> %v72, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v74 = call i64 @llvm.umin.i64(i64 %v30, i64 8)
  %v75 = mul i64 %v31, 4
  %v76 = getelementptr i8, ptr %v35, i64 %v75
  %v77 = call <8 x i32> @llvm.masked.load.v8i32.p0(ptr align 1 %v76, <8 x i1> %v73, <8 x i32> zeroinitializer)
  %v78 = sext <8 x i32> %v77 to <8 x i64>
  %v79 = insertelement <8 x i64> poison, i64 %v20, i64 0
  %v80 = shufflevector <8 x i64> %v79, <8 x i64> poison, <8 x i32> zeroinitializer
  %v81 = icmp slt <8 x i64> %v78, zeroinitializer
  %v82 = add <8 x i64> %v78, %v80
  %v83 = select <8 x i1> %v81, <8 x i64> %v82, <8 x i64> %v78
  %v84 = icmp ult <8 x i64> %v83, %v80
  %v85 = insertelement <8 x i64> poison, i64 %v18, i64 0
  %v86 = shufflevector <8 x i64> %v85, <8 x i64> poison, <8 x i32> zeroinitializer
  %v87 = mul <8 x i64> %v83, %v86
  %v88 = add <8 x i64> zeroinitializer, %v87
  %v89 = xor <8 x i1> %v84, splat (i1 true)
  %v90 = and <8 x i1> %v89, %v73
  %v91 = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %v90)
  br i1 %v91, label %b17, label %b18, !prof !0
b17:
  ret i32 1
b18:
  %v92 = getelementptr i8, ptr %v37, <8 x i64> %v88
  %v93 = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> align 1 %v92, <8 x i1> %v73, <8 x float> zeroinitializer)
  %v94 = fneg <8 x float> %v93
  %v95 = mul i64 %v31, 4
  %v96 = getelementptr i8, ptr %v39, i64 %v95
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v94, ptr align 1 %v96, <8 x i1> %v73)
  br label %b11
b11:
  br label %b6
b6:
  %v97 = add i64 %v33, 1
  %v98 = inttoptr i64 %v97 to ptr
  %v99 = call ptr @llvm.launder.invariant.group.p0(ptr %v98)
  %v32 = ptrtoint ptr %v99 to i64
  %v100 = icmp slt i64 %v32, %v2
  br i1 %v100, label %b5, label %b7
b7:
  ret i32 0
}
declare i1 @llvm.vector.reduce.or.v8i1(<8 x i1>)
declare <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr>, <8 x i1>, <8 x float>)
declare ptr @llvm.launder.invariant.group.p0(ptr)
declare i64 @llvm.umin.i64(i64, i64)
declare <8 x i32> @llvm.masked.load.v8i32.p0(ptr, <8 x i1>, <8 x i32>)
declare void @llvm.masked.store.v8f32.p0(<8 x float>, ptr, <8 x i1>)
attributes #0 = { nounwind "target-cpu"="x86-64-v3" "prefer-vector-width"="256" "min-legal-vector-width"="256" }
!0 = !{!"branch_weights", i32 1, i32 2000}
