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
  %v4 = getelementptr i8, ptr %v1, i64 112
  %v5 = load ptr, ptr %v4, align 8
  %v6 = getelementptr i8, ptr %v1, i64 152
  %v7 = load ptr, ptr %v6, align 8
  %v8 = getelementptr i8, ptr %v1, i64 160
  %v9 = load i64, ptr %v8, align 8
  %v10 = getelementptr i8, ptr %v1, i64 168
  %v11 = load i64, ptr %v10, align 8
  %v12 = getelementptr i8, ptr %v1, i64 192
  %v13 = load ptr, ptr %v12, align 8
  %v14 = getelementptr i8, ptr %v1, i64 200
  %v15 = load i64, ptr %v14, align 8
  %v16 = getelementptr i8, ptr %v1, i64 208
  %v17 = load i64, ptr %v16, align 8
  %v18 = getelementptr i8, ptr %v1, i64 232
  %v19 = load ptr, ptr %v18, align 8
  %v20 = getelementptr i8, ptr %v1, i64 240
  %v21 = load i64, ptr %v20, align 8
  %v22 = getelementptr i8, ptr %v1, i64 248
  %v23 = load i64, ptr %v22, align 8
  %v24 = load float, ptr %v5, align 1
  %v25 = insertelement <16 x float> poison, float %v24, i64 0
  %v26 = shufflevector <16 x float> %v25, <16 x float> poison, <16 x i32> zeroinitializer
  %v27 = icmp sle i64 %v2, 0
  %v28 = icmp sle i64 %v3, 0
  %v29 = or i1 %v27, %v28
  br i1 %v29, label %b3, label %b4, !prof !0
b3:
  ret i32 0
b4:
  %v30 = and i64 %v3, 15
  %v31 = sub i64 %v3, %v30
  br label %b5
b5:
  %v33 = phi i64 [0, %b4], [%v32, %b6]
  %v34 = mul i64 %v33, %v9
  %v35 = getelementptr i8, ptr %v7, i64 %v34
  %v36 = mul i64 %v33, %v15
  %v37 = getelementptr i8, ptr %v13, i64 %v36
  %v38 = mul i64 %v33, %v21
  %v39 = getelementptr i8, ptr %v19, i64 %v38
  %v40 = icmp eq i64 %v31, 0
  br i1 %v40, label %b9, label %b8
b8:
  br label %b12
b12:
  %v42 = phi i64 [0, %b8], [%v41, %b13]
  %v43 = mul i64 %v42, 4
  %v44 = getelementptr i8, ptr %v35, i64 %v43
  %v45 = load <16 x float>, ptr %v44, align 1
  %v46 = fmul <16 x float> %v26, %v45
  %v47 = mul i64 %v42, 4
  %v48 = getelementptr i8, ptr %v37, i64 %v47
  %v49 = load <16 x float>, ptr %v48, align 1
  %v50 = fadd <16 x float> %v46, %v49
  %v51 = mul i64 %v42, 4
  %v52 = getelementptr i8, ptr %v39, i64 %v51
  store <16 x float> %v50, ptr %v52, align 1
  br label %b13
b13:
  %v53 = add i64 %v42, 16
  %v54 = inttoptr i64 %v53 to ptr
  %v55 = call ptr @llvm.launder.invariant.group.p0(ptr %v54)
  %v41 = ptrtoint ptr %v55 to i64
  %v56 = icmp slt i64 %v41, %v31
  br i1 %v56, label %b12, label %b14
b14:
  br label %b9
b9:
  %v57 = icmp eq i64 %v30, 0
  br i1 %v57, label %b11, label %b10
b10:
  %v58 = call i64 @llvm.umin.i64(i64 %v30, i64 16)
  %v59 = trunc i64 %v58 to i32
  %v60 = insertelement <16 x i32> poison, i32 %v59, i64 0
  %v61 = shufflevector <16 x i32> %v60, <16 x i32> poison, <16 x i32> zeroinitializer
  %v62 = icmp ugt <16 x i32> %v61, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v63 = call i64 @llvm.umin.i64(i64 %v30, i64 16)
  %v64 = mul i64 %v31, 4
  %v65 = getelementptr i8, ptr %v35, i64 %v64
  %v66 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 1 %v65, <16 x i1> %v62, <16 x float> zeroinitializer)
  %v67 = fmul <16 x float> %v26, %v66
  %v68 = mul i64 %v31, 4
  %v69 = getelementptr i8, ptr %v37, i64 %v68
  %v70 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 1 %v69, <16 x i1> %v62, <16 x float> zeroinitializer)
  %v71 = fadd <16 x float> %v67, %v70
  %v72 = mul i64 %v31, 4
  %v73 = getelementptr i8, ptr %v39, i64 %v72
  call void @llvm.masked.store.v16f32.p0(<16 x float> %v71, ptr align 1 %v73, <16 x i1> %v62)
  br label %b11
b11:
  br label %b6
b6:
  %v74 = add i64 %v33, 1
  %v75 = inttoptr i64 %v74 to ptr
  %v76 = call ptr @llvm.launder.invariant.group.p0(ptr %v75)
  %v32 = ptrtoint ptr %v76 to i64
  %v77 = icmp slt i64 %v32, %v2
  br i1 %v77, label %b5, label %b7
b7:
  ret i32 0
}
declare ptr @llvm.launder.invariant.group.p0(ptr)
declare i64 @llvm.umin.i64(i64, i64)
declare <16 x float> @llvm.masked.load.v16f32.p0(ptr, <16 x i1>, <16 x float>)
declare void @llvm.masked.store.v16f32.p0(<16 x float>, ptr, <16 x i1>)
attributes #0 = { nounwind "target-cpu"="x86-64-v4" "prefer-vector-width"="512" "min-legal-vector-width"="512" }
!0 = !{!"branch_weights", i32 1, i32 2000}
