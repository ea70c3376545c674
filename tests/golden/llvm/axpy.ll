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
  %v4 = getelementptr i8, ptr %v1, i64 120
  %v5 = load ptr, ptr %v4, align 8
  %v6 = getelementptr i8, ptr %v1, i64 168
  %v7 = load ptr, ptr %v6, align 8
  %v8 = getelementptr i8, ptr %v1, i64 176
  %v9 = load i64, ptr %v8, align 8
  %v10 = getelementptr i8, ptr %v1, i64 184
  %v11 = load i64, ptr %v10, align 8
  %v12 = getelementptr i8, ptr %v1, i64 216
  %v13 = load ptr, ptr %v12, align 8
  %v14 = getelementptr i8, ptr %v1, i64 224
  %v15 = load i64, ptr %v14, align 8
  %v16 = getelementptr i8, ptr %v1, i64 232
  %v17 = load i64, ptr %v16, align 8
  %v18 = getelementptr i8, ptr %v1, i64 264
  %v19 = load ptr, ptr %v18, align 8
  %v20 = getelementptr i8, ptr %v1, i64 272
  %v21 = load i64, ptr %v20, align 8
  %v22 = getelementptr i8, ptr %v1, i64 280
  %v23 = load i64, ptr %v22, align 8
  %v24 = getelementptr i8, ptr %v1, i64 304
  %v25 = load i64, ptr %v24, align 8
  %v26 = icmp ne i64 %v25, 0
  %v27 = load float, ptr %v5, align 1
  %v28 = insertelement <16 x float> poison, float %v27, i64 0
  %v29 = shufflevector <16 x float> %v28, <16 x float> poison, <16 x i32> zeroinitializer
  %v30 = icmp sle i64 %v2, 0
  %v31 = icmp sle i64 %v3, 0
  %v32 = or i1 %v30, %v31
  br i1 %v32, label %b3, label %b4, !prof !1
b3:
  ret i32 0
b4:
  %v33 = and i64 %v3, 15
  %v34 = sub i64 %v3, %v33
  br label %b5
b5:
  %v36 = phi i64 [0, %b4], [%v35, %b6]
  %v37 = mul i64 %v36, %v9
  %v38 = getelementptr i8, ptr %v7, i64 %v37
  %v39 = mul i64 %v36, %v15
  %v40 = getelementptr i8, ptr %v13, i64 %v39
  %v41 = mul i64 %v36, %v21
  %v42 = getelementptr i8, ptr %v19, i64 %v41
  %v43 = icmp eq i64 %v34, 0
  br i1 %v43, label %b9, label %b8
b8:
  br label %b12
b12:
  %v45 = phi i64 [0, %b8], [%v44, %b13]
  %v46 = shl i64 %v45, 2
  %v47 = getelementptr i8, ptr %v38, i64 %v46
  %v48 = load <16 x float>, ptr %v47, align 1
  %v49 = fmul <16 x float> %v29, %v48
  %v50 = getelementptr i8, ptr %v40, i64 %v46
  %v51 = load <16 x float>, ptr %v50, align 1
  %v52 = fadd <16 x float> %v49, %v51
  %v53 = getelementptr i8, ptr %v42, i64 %v46
  br i1 %v26, label %b15, label %b16
b15:
  store <16 x float> %v52, ptr %v53, align 64, !nontemporal !0
  br label %b17
b16:
  store <16 x float> %v52, ptr %v53, align 1
  br label %b17
b17:
  br label %b13
b13:
  %v54 = add i64 %v45, 16
  %v55 = inttoptr i64 %v54 to ptr
  %v56 = call ptr @llvm.launder.invariant.group.p0(ptr %v55)
  %v44 = ptrtoint ptr %v56 to i64
  %v57 = icmp slt i64 %v44, %v34
  br i1 %v57, label %b12, label %b14
b14:
  br label %b9
b9:
  %v58 = icmp eq i64 %v33, 0
  br i1 %v58, label %b11, label %b10
b10:
  %v59 = call i64 @llvm.umin.i64(i64 %v33, i64 16)
  %v60 = trunc i64 %v59 to i32
  %v61 = insertelement <16 x i32> poison, i32 %v60, i64 0
  %v62 = shufflevector <16 x i32> %v61, <16 x i32> poison, <16 x i32> zeroinitializer
  %v63 = icmp ugt <16 x i32> %v62, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v64 = call i64 @llvm.umin.i64(i64 %v33, i64 16)
  %v65 = shl i64 %v34, 2
  %v66 = getelementptr i8, ptr %v38, i64 %v65
  %v67 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 1 %v66, <16 x i1> %v63, <16 x float> zeroinitializer)
  %v68 = fmul <16 x float> %v29, %v67
  %v69 = getelementptr i8, ptr %v40, i64 %v65
  %v70 = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 1 %v69, <16 x i1> %v63, <16 x float> zeroinitializer)
  %v71 = fadd <16 x float> %v68, %v70
  %v72 = getelementptr i8, ptr %v42, i64 %v65
  %v73 = icmp eq i64 %v64, 16
  %v74 = and i1 %v26, %v73
  br i1 %v74, label %b18, label %b19
b18:
  store <16 x float> %v71, ptr %v72, align 64, !nontemporal !0
  br label %b20
b19:
  call void @llvm.masked.store.v16f32.p0(<16 x float> %v71, ptr align 1 %v72, <16 x i1> %v63)
  br label %b20
b20:
  br label %b11
b11:
  br label %b6
b6:
  %v75 = add i64 %v36, 1
  %v76 = inttoptr i64 %v75 to ptr
  %v77 = call ptr @llvm.launder.invariant.group.p0(ptr %v76)
  %v35 = ptrtoint ptr %v77 to i64
  %v78 = icmp slt i64 %v35, %v2
  br i1 %v78, label %b5, label %b7
b7:
  ret i32 0
}
declare ptr @llvm.launder.invariant.group.p0(ptr)
declare i64 @llvm.umin.i64(i64, i64)
declare <16 x float> @llvm.masked.load.v16f32.p0(ptr, <16 x i1>, <16 x float>)
declare void @llvm.masked.store.v16f32.p0(<16 x float>, ptr, <16 x i1>)
attributes #0 = { nounwind "target-cpu"="x86-64-v4" "prefer-vector-width"="512" "min-legal-vector-width"="512" }
!1 = !{!"branch_weights", i32 1, i32 2000}
!0 = !{i32 1}
