; avx512 map 0 1 1 1
; program axpy(a: f32, x: f32[n], y: f32[n]) -> (r) {
;   t = mul(a, x)
;   r = add(t, y)
; }
target triple = "x86_64-unknown-linux-gnu"

define i32 @frit_map(ptr %v1, i64 %v2, i64 %v3) #0 {
b1:
  br label %b2
b2:
  %v5 = getelementptr i8, ptr %v1, i64 112
  %v6 = load ptr, ptr %v5, align 8
  %v8 = getelementptr i8, ptr %v1, i64 152
  %v9 = load ptr, ptr %v8, align 8
  %v11 = getelementptr i8, ptr %v1, i64 160
  %v12 = load i64, ptr %v11, align 8
  %v14 = getelementptr i8, ptr %v1, i64 168
  %v15 = load i64, ptr %v14, align 8
  %v17 = getelementptr i8, ptr %v1, i64 192
  %v18 = load ptr, ptr %v17, align 8
  %v20 = getelementptr i8, ptr %v1, i64 200
  %v21 = load i64, ptr %v20, align 8
  %v23 = getelementptr i8, ptr %v1, i64 208
  %v24 = load i64, ptr %v23, align 8
  %v26 = getelementptr i8, ptr %v1, i64 232
  %v27 = load ptr, ptr %v26, align 8
  %v29 = getelementptr i8, ptr %v1, i64 240
  %v30 = load i64, ptr %v29, align 8
  %v32 = getelementptr i8, ptr %v1, i64 248
  %v33 = load i64, ptr %v32, align 8
  %v34 = load float, ptr %v6, align 1
  %v35 = insertelement <16 x float> poison, float %v34, i64 0
  %v36 = shufflevector <16 x float> %v35, <16 x float> poison, <16 x i32> zeroinitializer
  %v38 = icmp sle i64 %v3, 0
  %v39 = icmp sle i64 %v2, 0
  %v40 = or i1 %v39, %v38
  br i1 %v40, label %b3, label %b4
b3:
  ret i32 0
b4:
  %v43 = and i64 %v3, 15
  %v44 = sub i64 %v3, %v43
  br label %b5
b5:
  %v47 = phi i64 [0, %b4], [%v45, %b6]
  %v48 = mul i64 %v47, %v12
  %v49 = getelementptr i8, ptr %v9, i64 %v48
  %v50 = mul i64 %v47, %v21
  %v51 = getelementptr i8, ptr %v18, i64 %v50
  %v52 = mul i64 %v47, %v30
  %v53 = getelementptr i8, ptr %v27, i64 %v52
  %v55 = icmp eq i64 %v44, 0
  br i1 %v55, label %b9, label %b8
b8:
  br label %b12
b12:
  %v58 = phi i64 [0, %b8], [%v56, %b13]
  %v60 = mul i64 %v58, 4
  %v61 = getelementptr i8, ptr %v49, i64 %v60
  %v63 = load <16 x float>, ptr %v61, align 1
  %v64 = fmul <16 x float> %v36, %v63
  %v66 = mul i64 %v58, 4
  %v67 = getelementptr i8, ptr %v51, i64 %v66
  %v69 = load <16 x float>, ptr %v67, align 1
  %v70 = fadd <16 x float> %v64, %v69
  %v72 = mul i64 %v58, 4
  %v73 = getelementptr i8, ptr %v53, i64 %v72
  store <16 x float> %v70, ptr %v73, align 1
  br label %b13
b13:
  %v76 = add i64 %v58, 16
  %v56 = bitcast i64 %v76 to i64
  %v77 = icmp slt i64 %v56, %v44
  br i1 %v77, label %b12, label %b14
b14:
  br label %b9
b9:
  %v78 = icmp eq i64 %v43, 0
  br i1 %v78, label %b11, label %b10
b10:
  %v80 = call i64 @llvm.umin.i64(i64 %v43, i64 16)
  %v81 = trunc i64 %v80 to i32
  %v82 = insertelement <16 x i32> poison, i32 %v81, i64 0
  %v83 = shufflevector <16 x i32> %v82, <16 x i32> poison, <16 x i32> zeroinitializer
  %v85 = icmp ugt <16 x i32> %v83, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v87 = call i64 @llvm.umin.i64(i64 %v43, i64 16)
  %v89 = mul i64 %v44, 4
  %v90 = getelementptr i8, ptr %v49, i64 %v89
  %v93 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 1 %v90, <16 x i1> %v85, <16 x float> zeroinitializer)
  %v94 = fmul <16 x float> %v36, %v93
  %v96 = mul i64 %v44, 4
  %v97 = getelementptr i8, ptr %v51, i64 %v96
  %v100 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 1 %v97, <16 x i1> %v85, <16 x float> zeroinitializer)
  %v101 = fadd <16 x float> %v94, %v100
  %v103 = mul i64 %v44, 4
  %v104 = getelementptr i8, ptr %v53, i64 %v103
  call void @llvm.masked.store.v16f32.p0(<16 x float> %v101, ptr align 1 %v104, <16 x i1> %v85)
  br label %b11
b11:
  br label %b6
b6:
  %v107 = add i64 %v47, 1
  %v45 = bitcast i64 %v107 to i64
  %v108 = icmp slt i64 %v45, %v2
  br i1 %v108, label %b5, label %b7
b7:
  ret i32 0
}
declare i64 @llvm.umin.i64(i64, i64)
declare <16 x float> @llvm.masked.load.v16f32.p0(ptr, <16 x i1>, <16 x float>)
declare void @llvm.masked.store.v16f32.p0(<16 x float>, ptr, <16 x i1>)
attributes #0 = { nounwind "target-cpu"="x86-64-v4" "prefer-vector-width"="512" "min-legal-vector-width"="512" }
