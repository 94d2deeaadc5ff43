// RUN: split-file %s %t
// DEFINE: %{sizes} =
// DEFINE: %{program} =
// DEFINE: %{schedules} = lift-opt %t/%{program}.mlir --lift-fuse-producers --lift-optimize='target=nvidia-h200 sizes=%{sizes} print-schedules' -o /dev/null

// What a body computes of each number and then scans is computed where it is scanned:
// the body is a scan of rows, in parts if these are long.
// RUN: lift-opt %t/ranks.mlir --lift-fuse-producers --remarks-filter='lift-fuse-producers' 2>&1 | FileCheck %s --check-prefix=FUSED
// FUSED: remark: {{.*}}Function=ranks{{.*}}Remark="is computed where it is read"
// FUSED-LABEL: func.func @ranks
// FUSED:      lift.map (%[[CLASS:.*]] = %{{.*}} : !lift.array<C x i32>)
// FUSED-NEXT:   lift.scan associative (%[[E:.*]] = %arg0 : !lift.array<N x i32>)
// FUSED-NEXT:     arith.cmpi eq, %[[E]], %[[CLASS]]
// FUSED-NEXT:     arith.select
// FUSED-NEXT:     arith.addi
// REDEFINE: %{program} = ranks
// REDEFINE: %{sizes} = C=8,N=16777216
// RUN: %{schedules} | FileCheck %s --check-prefix=LONG
// LONG: // scans in parts
// LONG: // parts of 4096
// LONG: // scans of rows
// LONG: // scans of rows
// LONG: // reduction of rows
// REDEFINE: %{sizes} = C=1000,N=1024
// RUN: %{schedules} | FileCheck %s --check-prefix=SHORT
// SHORT-NOT: // scans in parts
// SHORT: // scans of rows

// A scan that is not cut goes through each number once, however much it computes of it.
// RUN: lift-opt %t/ordered.mlir --lift-fuse-producers | FileCheck %s --check-prefix=ORDERED
// ORDERED:      lift.map
// ORDERED-NEXT:   lift.scan (
// ORDERED:          math.exp
// ORDERED:          math.sin
// ORDERED-NOT:  lift.map
// REDEFINE: %{program} = ordered
// REDEFINE: %{sizes} = M=1000,N=1024
// RUN: %{schedules} | FileCheck %s --check-prefix=CHUNKS
// CHUNKS: // scans in chunks

// Numbers of two maps.
// RUN: lift-opt %t/two.mlir --lift-fuse-producers | FileCheck %s --check-prefix=TWO
// TWO:      lift.map
// TWO-NEXT:   lift.scan associative (
// TWO-NOT:  lift.map

// Not where others need the numbers, too, what is cut would compute much of them twice,
// or they are sums themselves: what is no nest becomes several.
// RUN: lift-opt %t/kept.mlir --lift-fuse-producers | FileCheck %s --check-prefix=KEPT
// KEPT-LABEL: func.func @yielded
// KEPT:      lift.map
// KEPT-NEXT:   lift.map
// KEPT:        lift.scan associative ({{.*}} = %{{.*}} :
// KEPT-NEXT:     arith.addf
// KEPT-LABEL: func.func @much
// KEPT:      lift.map
// KEPT-NEXT:   lift.map
// KEPT:        lift.scan
// KEPT-NEXT:     arith.addf
// KEPT-LABEL: func.func @sums
// KEPT:      lift.map
// KEPT-NEXT:   lift.map
// KEPT:        lift.scan
// KEPT-NEXT:     arith.addf

// DEFINE: %{size} =
// DEFINE: %{verify} = lift-run %t/%{program}.mlir --device=%pocl --size=%{size} --verify --rtol=1e-4 --atol=1e-4
// DEFINE: %{runs} = %{verify} --target=nvidia-h200 | FileCheck %s --check-prefix=OK && %{verify} --target=pocl | FileCheck %s --check-prefix=OK && %{verify} --target=mali-g72 | FileCheck %s --check-prefix=OK
// REDEFINE: %{program} = ranks
// REDEFINE: %{size} = C=3,N=1
// RUN: %if pocl %{ %{runs} %}
// REDEFINE: %{size} = C=7,N=40009
// RUN: %if pocl %{ %{runs} %}
// REDEFINE: %{size} = C=1,N=65536
// RUN: %if pocl %{ %{runs} %}
// REDEFINE: %{program} = ordered
// REDEFINE: %{size} = M=67,N=131
// RUN: %if pocl %{ %{runs} %}
// REDEFINE: %{size} = M=1,N=1
// RUN: %if pocl %{ %{runs} %}
// REDEFINE: %{program} = two
// REDEFINE: %{size} = M=3,N=20011
// RUN: %if pocl %{ %{runs} %}
// REDEFINE: %{size} = M=64,N=192
// RUN: %if pocl %{ %{runs} %}
// OK: verify: {{.*}} OK
// DEFINE: %{race} = %lift_src_root/utils/oclgrind-run.sh lift-run --verify --rtol=1e-4 --atol=1e-4 --target=nvidia-h200
// RUN: %if oclgrind %{ %{race} %t/ranks.mlir --size=C=2,N=33001 %}

//--- ranks.mlir
// How many elements of each class there are up to each place.
func.func @ranks(%classes: !lift.array<N x i32>, %numbers: !lift.array<C x i32>) -> !lift.array<C x N x i32> {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %ranks = lift.map (%class = %numbers : !lift.array<C x i32>) {
    %flags = lift.map (%e = %classes : !lift.array<N x i32>) {
      %is = arith.cmpi eq, %e, %class : i32
      %flag = arith.select %is, %one, %zero : i32
      lift.yield %flag : i32
    }
    %sums = lift.scan associative (%flag = %flags : !lift.array<N x i32>) init (%acc = %zero : i32) {
      %next = arith.addi %acc, %flag : i32
      lift.yield %next : i32
    }
    lift.yield %sums : !lift.array<N x i32>
  }
  return %ranks : !lift.array<C x N x i32>
}

//--- ordered.mlir
func.func @ordered(%x: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %r = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %much = lift.map (%e = %row : !lift.array<N x f32>) {
      %0 = math.exp %e : f32
      %1 = arith.addf %0, %half : f32
      %2 = arith.mulf %1, %e : f32
      %3 = math.sin %2 : f32
      %4 = arith.addf %3, %e : f32
      %5 = arith.mulf %4, %half : f32
      %6 = math.cos %5 : f32
      %7 = arith.addf %6, %e : f32
      %8 = arith.mulf %7, %half : f32
      lift.yield %8 : f32
    }
    %s = lift.scan (%e = %much : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %next = arith.addf %acc, %e : f32
      lift.yield %next : f32
    }
    lift.yield %s : !lift.array<N x f32>
  }
  return %r : !lift.array<M x N x f32>
}

//--- two.mlir
func.func @two(%x: !lift.array<M x N x f32>, %y: !lift.array<M x N x f32>) -> (!lift.array<M x N x f32>, !lift.array<M x N x f32>) {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %r:2 = lift.map (%row = %x, %other = %y : !lift.array<M x N x f32>, !lift.array<M x N x f32>) {
    %halves = lift.map (%e = %row : !lift.array<N x f32>) {
      %0 = arith.mulf %e, %half : f32
      lift.yield %0 : f32
    }
    %products = lift.map (%e = %row, %o = %other : !lift.array<N x f32>, !lift.array<N x f32>) {
      %0 = arith.mulf %e, %o : f32
      lift.yield %0 : f32
    }
    %s:2 = lift.scan associative (%h = %halves, %p = %products : !lift.array<N x f32>, !lift.array<N x f32>) init (%a = %zero, %b = %zero : f32, f32) {
      %0 = arith.addf %a, %h : f32
      %1 = arith.maximumf %b, %p : f32
      lift.yield %0, %1 : f32, f32
    }
    lift.yield %s#0, %s#1 : !lift.array<N x f32>, !lift.array<N x f32>
  }
  return %r#0, %r#1 : !lift.array<M x N x f32>, !lift.array<M x N x f32>
}

//--- kept.mlir
func.func @yielded(%x: !lift.array<M x N x f32>) -> (!lift.array<M x N x f32>, !lift.array<M x N x f32>) {
  %zero = arith.constant 0.0 : f32
  %r:2 = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %squares = lift.map (%e = %row : !lift.array<N x f32>) {
      %0 = arith.mulf %e, %e : f32
      lift.yield %0 : f32
    }
    %s = lift.scan associative (%e = %squares : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %next = arith.addf %acc, %e : f32
      lift.yield %next : f32
    }
    lift.yield %squares, %s : !lift.array<N x f32>, !lift.array<N x f32>
  }
  return %r#0, %r#1 : !lift.array<M x N x f32>, !lift.array<M x N x f32>
}
func.func @much(%x: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %r = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %much = lift.map (%e = %row : !lift.array<N x f32>) {
      %0 = math.exp %e : f32
      %1 = arith.addf %0, %half : f32
      %2 = arith.mulf %1, %e : f32
      %3 = math.sin %2 : f32
      %4 = arith.addf %3, %e : f32
      %5 = arith.mulf %4, %half : f32
      %6 = math.cos %5 : f32
      %7 = arith.addf %6, %e : f32
      %8 = arith.mulf %7, %half : f32
      lift.yield %8 : f32
    }
    %s = lift.scan associative (%e = %much : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %next = arith.addf %acc, %e : f32
      lift.yield %next : f32
    }
    lift.yield %s : !lift.array<N x f32>
  }
  return %r : !lift.array<M x N x f32>
}
func.func @sums(%x: !lift.array<M x N x 4 x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row = %x : !lift.array<M x N x 4 x f32>) {
    %sums = lift.map (%e = %row : !lift.array<N x 4 x f32>) {
      %sum = lift.reduce associative commutative (%n = %e : !lift.array<4 x f32>) init (%acc = %zero : f32) {
        %next = arith.addf %acc, %n : f32
        lift.yield %next : f32
      }
      lift.yield %sum : f32
    }
    %s = lift.scan associative (%e = %sums : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %next = arith.addf %acc, %e : f32
      lift.yield %next : f32
    }
    lift.yield %s : !lift.array<N x f32>
  }
  return %r : !lift.array<M x N x f32>
}
