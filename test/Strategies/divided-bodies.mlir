// Maps whose bodies do several things to rows or planes become several maps; concatenated
// rows are parts of a concatenated array.

// DEFINE: %{optimize} = lift-opt %s --mlir-disable-threading -o /dev/null --pass-pipeline='builtin.module(func.func(lift-normalize,lift-fuse-producers,lift-normalize,lift-optimize{target=nvidia-h200 sizes=B=32,C=64,H=512,W=512,M=4096,N=4096,K=1024}))' --remarks-filter='lift.*' --remark-policy=all
// RUN: %{optimize} 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: Passed{{.*}}Function=two_maps_of_rows {{.*}}its body does several things
// REMARK: Passed{{.*}}Function=two_maps_of_rows {{.*}}reads the same array
// REMARK: Passed{{.*}}Function=two_maps_of_rows |{{.*}}elementwise maps
// REMARK: Passed{{.*}}Function=two_filters_of_rows {{.*}}its body does several things
// REMARK-COUNT-2: Passed{{.*}}Function=two_filters_of_rows |{{.*}}stencil
// REMARK-COUNT-2: Passed{{.*}}Function=filters_of_planes |{{.*}}stencil
// REMARK: Passed{{.*}}Function=normalised_planes |{{.*}}elementwise maps
// REMARK: Passed{{.*}}Function=normalised_planes |{{.*}}reduction of several dimensions
// REMARK-COUNT-2: Passed{{.*}}Function=rows_and_others |{{.*}}elementwise maps
// REMARK: Passed{{.*}}Function=sums_of_planes_that_are_apart |{{.*}}reduction of several dimensions
// REMARK-NOT: Missed{{.*}}Function=sums_of_planes_that_are_apart
// REMARK: Passed{{.*}}Function=few_sums_of_planes |{{.*}}reduction of several dimensions
// REMARK: Passed{{.*}}Function=few_sums_of_planes |{{.*}}reduction of rows

// Parts of planes are parts of rows in memory.
// RUN: lift-opt %s --mlir-disable-threading -o /dev/null --pass-pipeline='builtin.module(func.func(lift-normalize,lift-fuse-producers,lift-normalize,lift-optimize{target=nvidia-h200 sizes=B=2,C=2,H=512,W=512}))' --remarks-filter=lift-optimize 2>&1 | FileCheck %s --check-prefix=FEW
// FEW: Passed{{.*}}Function=few_sums_of_planes |{{.*}}reduction of several dimensions
// FEW: Passed{{.*}}Function=few_sums_of_planes |{{.*}}few long rows in parts
// FEW: Passed{{.*}}Function=few_sums_of_planes |{{.*}}reduction of rows

// Sums of numbers beside each other stay together, and so does what is short.
// REMARK-NOT: Function=sums_beside_each_other {{.*}}is divided
// REMARK-NOT: Function=points {{.*}}is divided

// DEFINE: %{entry} = none
// DEFINE: %{sizes} = N=1
// DEFINE: %{target} = nvidia-h200
// DEFINE: %{run} = lift-run %s --entry=%{entry} --verify --rtol=1e-3 --atol=1e-4 --cache= --target=%{target} --size=%{sizes} | FileCheck %s --check-prefix=OK
// REDEFINE: %{entry} = two_maps_of_rows
// REDEFINE: %{sizes} = M=3,N=67
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = M=5,N=256
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{entry} = two_filters_of_rows
// REDEFINE: %{sizes} = H=3,W=67
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = H=1,W=1
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{entry} = filters_of_planes
// REDEFINE: %{sizes} = C=2,H=17,W=33
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = C=3,H=64,W=64
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{entry} = normalised_planes
// REDEFINE: %{sizes} = C=3,H=7,W=9
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = C=2,H=64,W=64
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{entry} = rows_and_others
// REDEFINE: %{sizes} = M=3,N=67,K=5
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = M=64,N=64,K=64
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{entry} = sums_of_planes_that_are_apart
// REDEFINE: %{sizes} = B=3,C=2,H=5,W=7
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = B=4,C=3,H=64,W=64
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{entry} = few_sums_of_planes
// REDEFINE: %{sizes} = B=1,C=2,H=31,W=67
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{sizes} = B=2,C=2,H=512,W=256
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{target} = pocl
// REDEFINE: %{entry} = normalised_planes
// REDEFINE: %{sizes} = C=3,H=7,W=9
// RUN: %if pocl %{ %{run} %}
// REDEFINE: %{entry} = rows_and_others
// REDEFINE: %{sizes} = M=3,N=67,K=5
// RUN: %if pocl %{ %{run} %}
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh lift-run %s --entry=normalised_planes --verify --rtol=1e-3 --atol=1e-4 --target=nvidia-h200 --size=C=2,H=7,W=9 %}
// OK: verify: {{.*}} OK

func.func @two_maps_of_rows(%x: !lift.array<M x N x f32>, %b: !lift.array<M x f32>) -> (!lift.array<M x N x f32>, !lift.array<M x N x f32>) {
  %v1:2 = lift.map (%v2 = %x, %v3 = %b : !lift.array<M x N x f32>, !lift.array<M x f32>) {
    %v4 = lift.map (%v5 = %v2 : !lift.array<N x f32>) {
      %v6 = arith.mulf %v5, %v3 : f32
      lift.yield %v6 : f32
    }
    %v7 = lift.map (%v8 = %v2 : !lift.array<N x f32>) {
      %v9 = arith.addf %v8, %v3 : f32
      lift.yield %v9 : f32
    }
    lift.yield %v4, %v7 : !lift.array<N x f32>, !lift.array<N x f32>
  }
  return %v1#0, %v1#1 : !lift.array<M x N x f32>, !lift.array<M x N x f32>
}

func.func @two_filters_of_rows(%x: !lift.array<H x W x f32>) -> !lift.array<H x W x f32> {
  %v1 = lift.map (%v2 = %x : !lift.array<H x W x f32>) {
    %v3 = lift.pad %v2 low [1] high [1] clamp : !lift.array<W x f32>
    %v4 = lift.slide %v3 size [3] step [1] : !lift.array<(W + 2) x f32>
    %v5 = lift.map (%v6 = %v4 : !lift.array<W x 3 x f32>) {
      %v7 = lift.at %v6[0] : !lift.array<3 x f32>
      %v8 = lift.at %v6[1] : !lift.array<3 x f32>
      %v9 = arith.addf %v7, %v8 : f32
      %v10 = lift.at %v6[2] : !lift.array<3 x f32>
      %v11 = arith.addf %v9, %v10 : f32
      lift.yield %v11 : f32
    }
    %v12 = lift.pad %v5 low [1] high [1] clamp : !lift.array<W x f32>
    %v13 = lift.slide %v12 size [3] step [1] : !lift.array<(W + 2) x f32>
    %v14 = lift.map (%v15 = %v13 : !lift.array<W x 3 x f32>) {
      %v16 = lift.at %v15[0] : !lift.array<3 x f32>
      %v17 = lift.at %v15[1] : !lift.array<3 x f32>
      %v18 = arith.addf %v16, %v17 : f32
      %v19 = lift.at %v15[2] : !lift.array<3 x f32>
      %v20 = arith.addf %v18, %v19 : f32
      lift.yield %v20 : f32
    }
    lift.yield %v14 : !lift.array<W x f32>
  }
  return %v1 : !lift.array<H x W x f32>
}

func.func @filters_of_planes(%x: !lift.array<C x H x W x f32>) -> !lift.array<C x H x W x f32> {
  %v1 = lift.map (%v2 = %x : !lift.array<C x H x W x f32>) {
    %v3 = lift.pad %v2 low [1] high [1] clamp : !lift.array<H x W x f32>
    %v4 = lift.slide %v3 size [3] step [1] : !lift.array<(H + 2) x W x f32>
    %v5 = lift.map (%v6 = %v4 : !lift.array<H x 3 x W x f32>) {
      %v7 = lift.transpose %v6 : !lift.array<3 x W x f32>
      %v8 = lift.map (%v9 = %v7 : !lift.array<W x 3 x f32>) {
        %v10 = lift.at %v9[0] : !lift.array<3 x f32>
        %v11 = lift.at %v9[1] : !lift.array<3 x f32>
        %v12 = arith.addf %v10, %v11 : f32
        %v13 = lift.at %v9[2] : !lift.array<3 x f32>
        %v14 = arith.addf %v12, %v13 : f32
        lift.yield %v14 : f32
      }
      lift.yield %v8 : !lift.array<W x f32>
    }
    %v15 = lift.pad %v5 low [1] high [1] dims [1] clamp : !lift.array<H x W x f32>
    %v16 = lift.map (%v17 = %v15 : !lift.array<H x (W + 2) x f32>) {
      %v18 = lift.slide %v17 size [3] step [1] : !lift.array<(W + 2) x f32>
      %v19 = lift.map (%v20 = %v18 : !lift.array<W x 3 x f32>) {
        %v21 = lift.at %v20[0] : !lift.array<3 x f32>
        %v22 = lift.at %v20[1] : !lift.array<3 x f32>
        %v23 = arith.addf %v21, %v22 : f32
        %v24 = lift.at %v20[2] : !lift.array<3 x f32>
        %v25 = arith.addf %v23, %v24 : f32
        lift.yield %v25 : f32
      }
      lift.yield %v19 : !lift.array<W x f32>
    }
    lift.yield %v16 : !lift.array<H x W x f32>
  }
  return %v1 : !lift.array<C x H x W x f32>
}

func.func @normalised_planes(%x: !lift.array<C x H x W x f32>) -> !lift.array<C x H x W x f32> {
  %c0 = arith.constant 0.0 : f32
  %c1 = arith.constant 1.0e-05 : f32
  %v1 = lift.size (H*W) : index
  %v2 = arith.index_cast %v1 : index to i32
  %v3 = arith.sitofp %v2 : i32 to f32
  %v4 = lift.map (%v5 = %x : !lift.array<C x H x W x f32>) {
    %v6:2 = lift.reduce associative commutative (%v7 = %v5 : !lift.array<H x W x f32>) init (%v8 = %c0, %v9 = %c0 : f32, f32) {
      %v10:2 = lift.reduce associative commutative (%v11 = %v7 : !lift.array<W x f32>) init (%v12 = %v8, %v13 = %v9 : f32, f32) {
        %v14 = arith.addf %v12, %v11 : f32
        %v15 = arith.mulf %v11, %v11 : f32
        %v16 = arith.addf %v13, %v15 : f32
        lift.yield %v14, %v16 : f32, f32
      }
      lift.yield %v10#0, %v10#1 : f32, f32
    }
    %v17 = arith.divf %v6#0, %v3 : f32
    %v18 = arith.divf %v6#1, %v3 : f32
    %v19 = arith.mulf %v17, %v17 : f32
    %v20 = arith.subf %v18, %v19 : f32
    %v21 = arith.addf %v20, %c1 : f32
    %v22 = math.rsqrt %v21 : f32
    %v23 = lift.map (%v24 = %v5 : !lift.array<H x W x f32>) {
      %v25 = lift.map (%v26 = %v24 : !lift.array<W x f32>) {
        %v27 = arith.subf %v26, %v17 : f32
        %v28 = arith.mulf %v27, %v22 : f32
        lift.yield %v28 : f32
      }
      lift.yield %v25 : !lift.array<W x f32>
    }
    lift.yield %v23 : !lift.array<H x W x f32>
  }
  return %v4 : !lift.array<C x H x W x f32>
}

func.func @rows_and_others(%x: !lift.array<M x N x f32>, %y: !lift.array<M x K x f32>) -> !lift.array<M x (K + N) x f32> {
  %c0 = arith.constant 2.0 : f32
  %v1 = lift.map (%v2 = %x, %v3 = %y : !lift.array<M x N x f32>, !lift.array<M x K x f32>) {
    %v4 = lift.map (%v5 = %v2 : !lift.array<N x f32>) {
      %v6 = arith.mulf %v5, %c0 : f32
      lift.yield %v6 : f32
    }
    %v7 = lift.concat %v4, %v3 : !lift.array<N x f32>, !lift.array<K x f32>
    lift.yield %v7 : !lift.array<(K + N) x f32>
  }
  return %v1 : !lift.array<M x (K + N) x f32>
}

func.func @sums_of_planes_that_are_apart(%x: !lift.array<B x C x H x W x f32>) -> !lift.array<C x f32> {
  %c0 = arith.constant 0.0 : f32
  %v1 = lift.transpose %x permutation [1, 0, 2, 3] : !lift.array<B x C x H x W x f32>
  %v2 = lift.map (%v3 = %v1 : !lift.array<C x B x H x W x f32>) {
    %v4 = lift.reduce associative commutative (%v5 = %v3 : !lift.array<B x H x W x f32>) init (%v6 = %c0 : f32) {
      %v7 = lift.reduce associative commutative (%v8 = %v5 : !lift.array<H x W x f32>) init (%v9 = %v6 : f32) {
        %v10 = lift.reduce associative commutative (%v11 = %v8 : !lift.array<W x f32>) init (%v12 = %v9 : f32) {
          %v13 = arith.addf %v12, %v11 : f32
          lift.yield %v13 : f32
        }
        lift.yield %v10 : f32
      }
      lift.yield %v7 : f32
    }
    lift.yield %v4 : f32
  }
  return %v2 : !lift.array<C x f32>
}

func.func @few_sums_of_planes(%x: !lift.array<B x C x H x W x f32>) -> !lift.array<B x C x f32> {
  %c0 = arith.constant 0.0 : f32
  %v1 = lift.map (%v2 = %x : !lift.array<B x C x H x W x f32>) {
    %v3 = lift.map (%v4 = %v2 : !lift.array<C x H x W x f32>) {
      %v5 = lift.reduce associative commutative (%v6 = %v4 : !lift.array<H x W x f32>) init (%v7 = %c0 : f32) {
        %v8 = lift.reduce associative commutative (%v9 = %v6 : !lift.array<W x f32>) init (%v10 = %v7 : f32) {
          %v11 = arith.addf %v10, %v9 : f32
          lift.yield %v11 : f32
        }
        lift.yield %v8 : f32
      }
      lift.yield %v5 : f32
    }
    lift.yield %v3 : !lift.array<C x f32>
  }
  return %v1 : !lift.array<B x C x f32>
}

func.func @sums_beside_each_other(%x: !lift.array<M x N x f32>) -> (!lift.array<M x f32>, !lift.array<M x f32>) {
  %zero = arith.constant 0.0 : f32
  %r:2 = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %a = lift.reduce (%e = %row : !lift.array<N x f32>) init (%s = %zero : f32) {
      %n = arith.addf %s, %e : f32
      lift.yield %n : f32
    }
    %b = lift.reduce (%e = %row : !lift.array<N x f32>) init (%s = %a : f32) {
      %n = arith.subf %e, %s : f32
      lift.yield %n : f32
    }
    lift.yield %a, %b : f32, f32
  }
  return %r#0, %r#1 : !lift.array<M x f32>, !lift.array<M x f32>
}

// Arrays of three for each pair of rows would take more memory than all others.
func.func @points(%x: !lift.array<M x 3 x f32>, %y: !lift.array<N x 3 x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%p = %x : !lift.array<M x 3 x f32>) {
    %q = lift.map (%o = %y : !lift.array<N x 3 x f32>) {
      %d = lift.map (%a = %p, %b = %o : !lift.array<3 x f32>, !lift.array<3 x f32>) {
        %n = arith.subf %a, %b : f32
        lift.yield %n : f32
      }
      %t = lift.slide %d size [2] step [1] : !lift.array<3 x f32>
      %w = lift.map (%u = %t : !lift.array<2 x 2 x f32>) {
        %g = lift.at %u[0] : !lift.array<2 x f32>
        %h = lift.at %u[1] : !lift.array<2 x f32>
        %n = arith.mulf %g, %h : f32
        lift.yield %n : f32
      }
      %s = lift.reduce (%e = %w : !lift.array<2 x f32>) init (%acc = %zero : f32) {
        %n = arith.addf %acc, %e : f32
        lift.yield %n : f32
      }
      lift.yield %s : f32
    }
    lift.yield %q : !lift.array<N x f32>
  }
  return %r : !lift.array<M x N x f32>
}
