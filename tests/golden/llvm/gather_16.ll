; llvm16 avx2 map 1 0 1
; program gather(x: f32[n], i: i32[m]) -> (r) {
;   g = gather(x, i, axes=[0])
;   r = neg(g)
; }
target triple = "x86_64-unknown-linux-gnu"

define i32 @frit_map(ptr %v1, i64 %v2, i64 %v3) #0 {
b1:
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
  %v14 = getelementptr i8, ptr %v1, i64 184
  %v15 = load i64, ptr %v14, align 8
  %v16 = getelementptr i8, ptr %v1, i64 200
  %v17 = load ptr, ptr %v16, align 8
  %v18 = load i64, ptr %v17, align 8
  %v19 = getelementptr i8, ptr %v17, i64 8
  %v20 = load i64, ptr %v19, align 8
  %v21 = getelementptr i8, ptr %v1, i64 216
  %v22 = load ptr, ptr %v21, align 8
  %v23 = getelementptr i8, ptr %v1, i64 224
  %v24 = load i64, ptr %v23, align 8
  %v25 = getelementptr i8, ptr %v1, i64 232
  %v26 = load i64, ptr %v25, align 8
  %v27 = getelementptr i8, ptr %v1, i64 256
  %v28 = load i64, ptr %v27, align 8
  %v29 = icmp ne i64 %v28, 0
  %v30 = icmp sle i64 %v2, 0
  %v31 = icmp sle i64 %v3, 0
  %v32 = or i1 %v30, %v31
  br i1 %v32, label %b3, label %b4, !prof !1
b3:
  ret i32 0
b4:
  %v33 = and i64 %v3, 7
  %v34 = sub i64 %v3, %v33
  br label %b5
b5:
  %v36 = phi i64 [0, %b4], [%v35, %b6]
  %v37 = mul i64 %v36, %v7
  %v38 = getelementptr i8, ptr %v5, i64 %v37
  %v39 = mul i64 %v36, %v13
  %v40 = getelementptr i8, ptr %v11, i64 %v39
  %v41 = mul i64 %v36, %v24
  %v42 = getelementptr i8, ptr %v22, i64 %v41
  %v43 = icmp eq i64 %v34, 0
  br i1 %v43, label %b9, label %b8
b8:
  br label %b12
b12:
  %v45 = phi i64 [0, %b8], [%v44, %b13]
  %v46 = shl i64 %v45, 2
  %v47 = getelementptr i8, ptr %v38, i64 %v46
  %v48 = load <8 x i32>, ptr %v47, align 1
  %v49 = sext <8 x i32> %v48 to <8 x i64>
  %v50 = insertelement <8 x i64> poison, i64 %v20, i64 0
  %v51 = shufflevector <8 x i64> %v50, <8 x i64> poison, <8 x i32> zeroinitializer
  %v52 = icmp slt <8 x i64> %v49, zeroinitializer
  %v53 = add <8 x i64> %v49, %v51
  %v54 = select <8 x i1> %v52, <8 x i64> %v53, <8 x i64> %v49
  %v55 = icmp ult <8 x i64> %v54, %v51
  %v56 = insertelement <8 x i64> poison, i64 %v18, i64 0
  %v57 = shufflevector <8 x i64> %v56, <8 x i64> poison, <8 x i32> zeroinitializer
  %v58 = mul <8 x i64> %v54, %v57
  %v59 = add <8 x i64> zeroinitializer, %v58
  %v60 = xor <8 x i1> %v55, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  %v61 = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %v60)
  br i1 %v61, label %b15, label %b16, !prof !1
b15:
  ret i32 1
b16:
  %v62 = getelementptr i8, ptr %v40, <8 x i64> %v59
  %v63 = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> %v62, i32 1, <8 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, <8 x float> zeroinitializer)
  %v64 = fneg <8 x float> %v63
  %v65 = getelementptr i8, ptr %v42, i64 %v46
  br i1 %v29, label %b17, label %b18
b17:
  store <8 x float> %v64, ptr %v65, align 32, !nontemporal !0
  br label %b19
b18:
  store <8 x float> %v64, ptr %v65, align 1
  br label %b19
b19:
  br label %b13
b13:
  %v66 = add i64 %v45, 8
  %v67 = inttoptr i64 %v66 to ptr
  %v68 = call ptr @llvm.launder.invariant.group.p0(ptr %v67)
  %v44 = ptrtoint ptr %v68 to i64
  %v69 = icmp slt i64 %v44, %v34
  br i1 %v69, label %b12, label %b14
b14:
  br label %b9
b9:
  %v70 = icmp eq i64 %v33, 0
  br i1 %v70, label %b11, label %b10
b10:
  %v71 = call i64 @llvm.umin.i64(i64 %v33, i64 8)
  %v72 = trunc i64 %v71 to i32
  %v73 = insertelement <8 x i32> poison, i32 %v72, i64 0
  %v74 = shufflevector <8 x i32> %v73, <8 x i32> poison, <8 x i32> zeroinitializer
  %v75 = icmp ugt <8 x i32> %v74, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v76 = call i64 @llvm.umin.i64(i64 %v33, i64 8)
  %v77 = shl i64 %v34, 2
  %v78 = getelementptr i8, ptr %v38, i64 %v77
  %v79 = call <8 x i32> @llvm.masked.load.v8i32.p0(ptr %v78, i32 1, <8 x i1> %v75, <8 x i32> zeroinitializer)
  %v80 = sext <8 x i32> %v79 to <8 x i64>
  %v81 = insertelement <8 x i64> poison, i64 %v20, i64 0
  %v82 = shufflevector <8 x i64> %v81, <8 x i64> poison, <8 x i32> zeroinitializer
  %v83 = icmp slt <8 x i64> %v80, zeroinitializer
  %v84 = add <8 x i64> %v80, %v82
  %v85 = select <8 x i1> %v83, <8 x i64> %v84, <8 x i64> %v80
  %v86 = icmp ult <8 x i64> %v85, %v82
  %v87 = insertelement <8 x i64> poison, i64 %v18, i64 0
  %v88 = shufflevector <8 x i64> %v87, <8 x i64> poison, <8 x i32> zeroinitializer
  %v89 = mul <8 x i64> %v85, %v88
  %v90 = add <8 x i64> zeroinitializer, %v89
  %v91 = xor <8 x i1> %v86, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  %v92 = and <8 x i1> %v91, %v75
  %v93 = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %v92)
  br i1 %v93, label %b20, label %b21, !prof !1
b20:
  ret i32 1
b21:
  %v94 = getelementptr i8, ptr %v40, <8 x i64> %v90
  %v95 = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> %v94, i32 1, <8 x i1> %v75, <8 x float> zeroinitializer)
  %v96 = fneg <8 x float> %v95
  %v97 = getelementptr i8, ptr %v42, i64 %v77
  %v98 = icmp eq i64 %v76, 8
  %v99 = and i1 %v29, %v98
  br i1 %v99, label %b22, label %b23
b22:
  store <8 x float> %v96, ptr %v97, align 32, !nontemporal !0
  br label %b24
b23:
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v96, ptr %v97, i32 1, <8 x i1> %v75)
  br label %b24
b24:
  br label %b11
b11:
  br label %b6
b6:
  %v100 = add i64 %v36, 1
  %v101 = inttoptr i64 %v100 to ptr
  %v102 = call ptr @llvm.launder.invariant.group.p0(ptr %v101)
  %v35 = ptrtoint ptr %v102 to i64
  %v103 = icmp slt i64 %v35, %v2
  br i1 %v103, label %b5, label %b7
b7:
  ret i32 0
}
declare i1 @llvm.vector.reduce.or.v8i1(<8 x i1>)
declare <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr>, i32, <8 x i1>, <8 x float>)
declare ptr @llvm.launder.invariant.group.p0(ptr)
declare i64 @llvm.umin.i64(i64, i64)
declare <8 x i32> @llvm.masked.load.v8i32.p0(ptr, i32, <8 x i1>, <8 x i32>)
declare void @llvm.masked.store.v8f32.p0(<8 x float>, ptr, i32, <8 x i1>)
attributes #0 = { nounwind "target-cpu"="x86-64-v3" "prefer-vector-width"="256" "min-legal-vector-width"="256" }
!1 = !{!"branch_weights", i32 1, i32 2000}
!0 = !{i32 1}
