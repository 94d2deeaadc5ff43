// Ten steps of the heat equation.
//
//   lift-run heat10.mlir --size=H=7,W=33 --verify --rtol=1e-4

func.func @heat10(%x: !lift.array<H x W x f32>) -> !lift.array<H x W x f32> {
  %v0 = arith.constant 0.1 : f32
  %v1 = arith.constant 4.0 : f32
  %v2 = lift.pad %x low [1, 1] high [1, 1] clamp : !lift.array<H x W x f32>
  %v3 = lift.slide %v2 size [3, 3] step [1, 1] : !lift.array<(H + 2) x (W + 2) x f32>
  %v4 = lift.map (%v5 = %v3 : !lift.array<H x W x 3 x 3 x f32>) {
    %v6 = lift.map (%v7 = %v5 : !lift.array<W x 3 x 3 x f32>) {
      %v8 = lift.at %v7[1, 1] : !lift.array<3 x 3 x f32>
      %v9 = lift.at %v7[0, 1] : !lift.array<3 x 3 x f32>
      %v10 = lift.at %v7[2, 1] : !lift.array<3 x 3 x f32>
      %v11 = arith.addf %v9, %v10 : f32
      %v12 = lift.at %v7[1, 0] : !lift.array<3 x 3 x f32>
      %v13 = lift.at %v7[1, 2] : !lift.array<3 x 3 x f32>
      %v14 = arith.addf %v12, %v13 : f32
      %v15 = arith.addf %v11, %v14 : f32
      %v16 = arith.mulf %v1, %v8 : f32
      %v17 = arith.subf %v15, %v16 : f32
      %v18 = arith.mulf %v0, %v17 : f32
      %v19 = arith.addf %v8, %v18 : f32
      lift.yield %v19 : f32
    }
    lift.yield %v6 : !lift.array<W x f32>
  }
  %v20 = lift.pad %v4 low [1, 1] high [1, 1] clamp : !lift.array<H x W x f32>
  %v21 = lift.slide %v20 size [3, 3] step [1, 1] : !lift.array<(H + 2) x (W + 2) x f32>
  %v22 = lift.map (%v23 = %v21 : !lift.array<H x W x 3 x 3 x f32>) {
    %v24 = lift.map (%v25 = %v23 : !lift.array<W x 3 x 3 x f32>) {
      %v26 = lift.at %v25[1, 1] : !lift.array<3 x 3 x f32>
      %v27 = lift.at %v25[0, 1] : !lift.array<3 x 3 x f32>
      %v28 = lift.at %v25[2, 1] : !lift.array<3 x 3 x f32>
      %v29 = arith.addf %v27, %v28 : f32
      %v30 = lift.at %v25[1, 0] : !lift.array<3 x 3 x f32>
      %v31 = lift.at %v25[1, 2] : !lift.array<3 x 3 x f32>
      %v32 = arith.addf %v30, %v31 : f32
      %v33 = arith.addf %v29, %v32 : f32
      %v34 = arith.mulf %v1, %v26 : f32
      %v35 = arith.subf %v33, %v34 : f32
      %v36 = arith.mulf %v0, %v35 : f32
      %v37 = arith.addf %v26, %v36 : f32
      lift.yield %v37 : f32
    }
    lift.yield %v24 : !lift.array<W x f32>
  }
  %v38 = lift.pad %v22 low [1, 1] high [1, 1] clamp : !lift.array<H x W x f32>
  %v39 = lift.slide %v38 size [3, 3] step [1, 1] : !lift.array<(H + 2) x (W + 2) x f32>
  %v40 = lift.map (%v41 = %v39 : !lift.array<H x W x 3 x 3 x f32>) {
    %v42 = lift.map (%v43 = %v41 : !lift.array<W x 3 x 3 x f32>) {
      %v44 = lift.at %v43[1, 1] : !lift.array<3 x 3 x f32>
      %v45 = lift.at %v43[0, 1] : !lift.array<3 x 3 x f32>
      %v46 = lift.at %v43[2, 1] : !lift.array<3 x 3 x f32>
      %v47 = arith.addf %v45, %v46 : f32
      %v48 = lift.at %v43[1, 0] : !lift.array<3 x 3 x f32>
      %v49 = lift.at %v43[1, 2] : !lift.array<3 x 3 x f32>
      %v50 = arith.addf %v48, %v49 : f32
      %v51 = arith.addf %v47, %v50 : f32
      %v52 = arith.mulf %v1, %v44 : f32
      %v53 = arith.subf %v51, %v52 : f32
      %v54 = arith.mulf %v0, %v53 : f32
      %v55 = arith.addf %v44, %v54 : f32
      lift.yield %v55 : f32
    }
    lift.yield %v42 : !lift.array<W x f32>
  }
  %v56 = lift.pad %v40 low [1, 1] high [1, 1] clamp : !lift.array<H x W x f32>
  %v57 = lift.slide %v56 size [3, 3] step [1, 1] : !lift.array<(H + 2) x (W + 2) x f32>
  %v58 = lift.map (%v59 = %v57 : !lift.array<H x W x 3 x 3 x f32>) {
    %v60 = lift.map (%v61 = %v59 : !lift.array<W x 3 x 3 x f32>) {
      %v62 = lift.at %v61[1, 1] : !lift.array<3 x 3 x f32>
      %v63 = lift.at %v61[0, 1] : !lift.array<3 x 3 x f32>
      %v64 = lift.at %v61[2, 1] : !lift.array<3 x 3 x f32>
      %v65 = arith.addf %v63, %v64 : f32
      %v66 = lift.at %v61[1, 0] : !lift.array<3 x 3 x f32>
      %v67 = lift.at %v61[1, 2] : !lift.array<3 x 3 x f32>
      %v68 = arith.addf %v66, %v67 : f32
      %v69 = arith.addf %v65, %v68 : f32
      %v70 = arith.mulf %v1, %v62 : f32
      %v71 = arith.subf %v69, %v70 : f32
      %v72 = arith.mulf %v0, %v71 : f32
      %v73 = arith.addf %v62, %v72 : f32
      lift.yield %v73 : f32
    }
    lift.yield %v60 : !lift.array<W x f32>
  }
  %v74 = lift.pad %v58 low [1, 1] high [1, 1] clamp : !lift.array<H x W x f32>
  %v75 = lift.slide %v74 size [3, 3] step [1, 1] : !lift.array<(H + 2) x (W + 2) x f32>
  %v76 = lift.map (%v77 = %v75 : !lift.array<H x W x 3 x 3 x f32>) {
    %v78 = lift.map (%v79 = %v77 : !lift.array<W x 3 x 3 x f32>) {
      %v80 = lift.at %v79[1, 1] : !lift.array<3 x 3 x f32>
      %v81 = lift.at %v79[0, 1] : !lift.array<3 x 3 x f32>
      %v82 = lift.at %v79[2, 1] : !lift.array<3 x 3 x f32>
      %v83 = arith.addf %v81, %v82 : f32
      %v84 = lift.at %v79[1, 0] : !lift.array<3 x 3 x f32>
      %v85 = lift.at %v79[1, 2] : !lift.array<3 x 3 x f32>
      %v86 = arith.addf %v84, %v85 : f32
      %v87 = arith.addf %v83, %v86 : f32
      %v88 = arith.mulf %v1, %v80 : f32
      %v89 = arith.subf %v87, %v88 : f32
      %v90 = arith.mulf %v0, %v89 : f32
      %v91 = arith.addf %v80, %v90 : f32
      lift.yield %v91 : f32
    }
    lift.yield %v78 : !lift.array<W x f32>
  }
  %v92 = lift.pad %v76 low [1, 1] high [1, 1] clamp : !lift.array<H x W x f32>
  %v93 = lift.slide %v92 size [3, 3] step [1, 1] : !lift.array<(H + 2) x (W + 2) x f32>
  %v94 = lift.map (%v95 = %v93 : !lift.array<H x W x 3 x 3 x f32>) {
    %v96 = lift.map (%v97 = %v95 : !lift.array<W x 3 x 3 x f32>) {
      %v98 = lift.at %v97[1, 1] : !lift.array<3 x 3 x f32>
      %v99 = lift.at %v97[0, 1] : !lift.array<3 x 3 x f32>
      %v100 = lift.at %v97[2, 1] : !lift.array<3 x 3 x f32>
      %v101 = arith.addf %v99, %v100 : f32
      %v102 = lift.at %v97[1, 0] : !lift.array<3 x 3 x f32>
      %v103 = lift.at %v97[1, 2] : !lift.array<3 x 3 x f32>
      %v104 = arith.addf %v102, %v103 : f32
      %v105 = arith.addf %v101, %v104 : f32
      %v106 = arith.mulf %v1, %v98 : f32
      %v107 = arith.subf %v105, %v106 : f32
      %v108 = arith.mulf %v0, %v107 : f32
      %v109 = arith.addf %v98, %v108 : f32
      lift.yield %v109 : f32
    }
    lift.yield %v96 : !lift.array<W x f32>
  }
  %v110 = lift.pad %v94 low [1, 1] high [1, 1] clamp : !lift.array<H x W x f32>
  %v111 = lift.slide %v110 size [3, 3] step [1, 1] : !lift.array<(H + 2) x (W + 2) x f32>
  %v112 = lift.map (%v113 = %v111 : !lift.array<H x W x 3 x 3 x f32>) {
    %v114 = lift.map (%v115 = %v113 : !lift.array<W x 3 x 3 x f32>) {
      %v116 = lift.at %v115[1, 1] : !lift.array<3 x 3 x f32>
      %v117 = lift.at %v115[0, 1] : !lift.array<3 x 3 x f32>
      %v118 = lift.at %v115[2, 1] : !lift.array<3 x 3 x f32>
      %v119 = arith.addf %v117, %v118 : f32
      %v120 = lift.at %v115[1, 0] : !lift.array<3 x 3 x f32>
      %v121 = lift.at %v115[1, 2] : !lift.array<3 x 3 x f32>
      %v122 = arith.addf %v120, %v121 : f32
      %v123 = arith.addf %v119, %v122 : f32
      %v124 = arith.mulf %v1, %v116 : f32
      %v125 = arith.subf %v123, %v124 : f32
      %v126 = arith.mulf %v0, %v125 : f32
      %v127 = arith.addf %v116, %v126 : f32
      lift.yield %v127 : f32
    }
    lift.yield %v114 : !lift.array<W x f32>
  }
  %v128 = lift.pad %v112 low [1, 1] high [1, 1] clamp : !lift.array<H x W x f32>
  %v129 = lift.slide %v128 size [3, 3] step [1, 1] : !lift.array<(H + 2) x (W + 2) x f32>
  %v130 = lift.map (%v131 = %v129 : !lift.array<H x W x 3 x 3 x f32>) {
    %v132 = lift.map (%v133 = %v131 : !lift.array<W x 3 x 3 x f32>) {
      %v134 = lift.at %v133[1, 1] : !lift.array<3 x 3 x f32>
      %v135 = lift.at %v133[0, 1] : !lift.array<3 x 3 x f32>
      %v136 = lift.at %v133[2, 1] : !lift.array<3 x 3 x f32>
      %v137 = arith.addf %v135, %v136 : f32
      %v138 = lift.at %v133[1, 0] : !lift.array<3 x 3 x f32>
      %v139 = lift.at %v133[1, 2] : !lift.array<3 x 3 x f32>
      %v140 = arith.addf %v138, %v139 : f32
      %v141 = arith.addf %v137, %v140 : f32
      %v142 = arith.mulf %v1, %v134 : f32
      %v143 = arith.subf %v141, %v142 : f32
      %v144 = arith.mulf %v0, %v143 : f32
      %v145 = arith.addf %v134, %v144 : f32
      lift.yield %v145 : f32
    }
    lift.yield %v132 : !lift.array<W x f32>
  }
  %v146 = lift.pad %v130 low [1, 1] high [1, 1] clamp : !lift.array<H x W x f32>
  %v147 = lift.slide %v146 size [3, 3] step [1, 1] : !lift.array<(H + 2) x (W + 2) x f32>
  %v148 = lift.map (%v149 = %v147 : !lift.array<H x W x 3 x 3 x f32>) {
    %v150 = lift.map (%v151 = %v149 : !lift.array<W x 3 x 3 x f32>) {
      %v152 = lift.at %v151[1, 1] : !lift.array<3 x 3 x f32>
      %v153 = lift.at %v151[0, 1] : !lift.array<3 x 3 x f32>
      %v154 = lift.at %v151[2, 1] : !lift.array<3 x 3 x f32>
      %v155 = arith.addf %v153, %v154 : f32
      %v156 = lift.at %v151[1, 0] : !lift.array<3 x 3 x f32>
      %v157 = lift.at %v151[1, 2] : !lift.array<3 x 3 x f32>
      %v158 = arith.addf %v156, %v157 : f32
      %v159 = arith.addf %v155, %v158 : f32
      %v160 = arith.mulf %v1, %v152 : f32
      %v161 = arith.subf %v159, %v160 : f32
      %v162 = arith.mulf %v0, %v161 : f32
      %v163 = arith.addf %v152, %v162 : f32
      lift.yield %v163 : f32
    }
    lift.yield %v150 : !lift.array<W x f32>
  }
  %v164 = lift.pad %v148 low [1, 1] high [1, 1] clamp : !lift.array<H x W x f32>
  %v165 = lift.slide %v164 size [3, 3] step [1, 1] : !lift.array<(H + 2) x (W + 2) x f32>
  %v166 = lift.map (%v167 = %v165 : !lift.array<H x W x 3 x 3 x f32>) {
    %v168 = lift.map (%v169 = %v167 : !lift.array<W x 3 x 3 x f32>) {
      %v170 = lift.at %v169[1, 1] : !lift.array<3 x 3 x f32>
      %v171 = lift.at %v169[0, 1] : !lift.array<3 x 3 x f32>
      %v172 = lift.at %v169[2, 1] : !lift.array<3 x 3 x f32>
      %v173 = arith.addf %v171, %v172 : f32
      %v174 = lift.at %v169[1, 0] : !lift.array<3 x 3 x f32>
      %v175 = lift.at %v169[1, 2] : !lift.array<3 x 3 x f32>
      %v176 = arith.addf %v174, %v175 : f32
      %v177 = arith.addf %v173, %v176 : f32
      %v178 = arith.mulf %v1, %v170 : f32
      %v179 = arith.subf %v177, %v178 : f32
      %v180 = arith.mulf %v0, %v179 : f32
      %v181 = arith.addf %v170, %v180 : f32
      lift.yield %v181 : f32
    }
    lift.yield %v168 : !lift.array<W x f32>
  }
  return %v166 : !lift.array<H x W x f32>
}
