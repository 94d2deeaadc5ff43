// RUN: split-file %s %t

// Short sums for each element of a map in a body, and a reduction of these, are one
// nest: a work-item has several of the sums in registers.
// RUN: lift-opt %t/nearest.mlir --lift-fuse-producers --remarks-filter='lift-fuse-producers' 2>&1 | FileCheck %s --check-prefix=FUSED
// FUSED: remark: {{.*}}Function=farthest{{.*}}Remark="is computed where it is read"
// FUSED-LABEL: func.func @farthest
// FUSED:      lift.map (%[[POINT:.*]] = %arg0 :
// FUSED-NEXT:   lift.reduce {{.*}}(%[[OTHER:.*]] = %arg1 : !lift.array<N x 3 x f32>)
// FUSED-NEXT:     lift.reduce {{.*}} = %[[POINT]], {{.*}} = %[[OTHER]] :
// FUSED:        arith.minimumf
// RUN: lift-opt %t/nearest.mlir --lift-fuse-producers --lift-optimize='target=nvidia-h200 sizes=M=65536,N=65536 print-schedules' -o /dev/null | FileCheck %s --check-prefix=NEAREST
// NEAREST: // reduction of a whole array
// NEAREST: // few sums for each element
// NEAREST: // 8 sums for each of 2 elements of a work-item

// Longer sums, or those of a length that is not known, are stored as a matrix; what does
// more to them is left as it is.
// RUN: lift-opt %t/long.mlir --lift-fuse-producers | FileCheck %s --check-prefix=LONG
// LONG-LABEL: func.func @long
// LONG:       lift.map
// LONG:         lift.map
// LONG:           lift.reduce {{.*}}!lift.array<16 x f32>
// LONG:       lift.map
// LONG-NEXT:    lift.reduce {{.*}}!lift.array<N x f32>
// LONG-LABEL: func.func @unknown
// LONG:       lift.map
// LONG:         lift.map
// LONG:           lift.reduce {{.*}}!lift.array<K x f32>
// LONG:       lift.map
// LONG-NEXT:    lift.reduce {{.*}}!lift.array<N x f32>
// RUN: lift-opt %t/spread.mlir --lift-fuse-producers | FileCheck %s --check-prefix=SPREAD
// SPREAD-LABEL: func.func @spread
// SPREAD:      lift.map
// SPREAD-NEXT:   %[[SUMS:.*]] = lift.map
// SPREAD:        lift.reduce {{.*}} = %[[SUMS]] :
// SPREAD:        lift.reduce {{.*}} = %[[SUMS]] :

// A map that goes through many elements for each of its own has a kernel before the
// reduction of these, which has fewer work-items; also where it has few elements.
// RUN: lift-opt %t/spread.mlir --lift-fuse-producers --lift-optimize='target=nvidia-h200 sizes=M=1000,N=65536 print-schedules' -o /dev/null | FileCheck %s --check-prefix=STORED
// STORED: // reduction of a whole array
// STORED: // any maps of numbers
// STORED-NEXT: [[MAP:%.*]] = transform.lift.match_pattern %func[0]
// STORED-NEXT: transform.lift.store_results [[MAP]] in "global"
// STORED-NEXT: // 1 numbers for a work-item, a group of 32
// RUN: lift-opt %t/spread.mlir --lift-fuse-producers --lift-optimize='target=nvidia-h200 sizes=M=1000000,N=65536 print-schedules' -o /dev/null | FileCheck %s --check-prefix=MANY
// MANY: // any maps of numbers
// MANY: // 1 numbers for a work-item, a group of 256
// RUN: lift-run %t/spread.mlir --target=nvidia-h200 --size=M=1000,N=65536 --emit-package=%t.spread
// RUN: FileCheck %s --check-prefix=KERNEL --input-file=%t.spread/kernels.cl
// KERNEL: kernel void spread_0(global float *restrict out
// KERNEL: kernel void spread_1(global float *restrict out
// KERNEL-NOT: for (int i = 0; i < N; i++)

// One that goes through few is computed where it is reduced.
// RUN: lift-opt %t/spread.mlir --lift-fuse-producers --lift-optimize='target=nvidia-h200 sizes=M=1000000,N=7 print-schedules' -o /dev/null | FileCheck %s --check-prefix=FEW
// FEW: // reduction of a whole array
// FEW-NOT: transform.named_sequence

// DEFINE: %{program} =
// DEFINE: %{size} =
// DEFINE: %{verify} = lift-run %t/%{program}.mlir --device=%pocl --size=%{size} --verify --rtol=1e-4 --atol=1e-4
// DEFINE: %{runs} = %{verify} --target=nvidia-h200 | FileCheck %s --check-prefix=OK && %{verify} --target=pocl | FileCheck %s --check-prefix=OK && %{verify} --target=mali-g72 | FileCheck %s --check-prefix=OK
// REDEFINE: %{program} = nearest
// REDEFINE: %{size} = M=1,N=1
// RUN: %if pocl %{ %{runs} %}
// REDEFINE: %{size} = M=131,N=67
// RUN: %if pocl %{ %{runs} %}
// REDEFINE: %{size} = M=192,N=128
// RUN: %if pocl %{ %{runs} %}
// REDEFINE: %{program} = spread
// REDEFINE: %{size} = M=1,N=1
// RUN: %if pocl %{ %{runs} %}
// REDEFINE: %{size} = M=131,N=97
// RUN: %if pocl %{ %{runs} %}
// REDEFINE: %{size} = M=128,N=192
// RUN: %if pocl %{ %{runs} %}
// OK: verify: {{.*}} OK
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh lift-run %t/spread.mlir --target=nvidia-h200 --size=M=67,N=90 --verify --rtol=1e-4 %}

//--- nearest.mlir
// The greatest distance of a point from the nearest of some others.
func.func @farthest(%points: !lift.array<M x 3 x f32>, %others: !lift.array<N x 3 x f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %infinity = arith.constant 0x7F800000 : f32
  %least = arith.constant 0xFF800000 : f32
  %nearest = lift.map (%p = %points : !lift.array<M x 3 x f32>) {
    %distances = lift.map (%q = %others : !lift.array<N x 3 x f32>) {
      %sum = lift.reduce associative commutative (%x = %p, %y = %q : !lift.array<3 x f32>, !lift.array<3 x f32>) init (%acc = %zero : f32) {
        %d = arith.subf %x, %y : f32
        %square = arith.mulf %d, %d : f32
        %next = arith.addf %acc, %square : f32
        lift.yield %next : f32
      }
      lift.yield %sum : f32
    }
    %smallest = lift.reduce associative commutative (%d = %distances : !lift.array<N x f32>) init (%acc = %infinity : f32) {
      %next = arith.minimumf %acc, %d : f32
      lift.yield %next : f32
    }
    lift.yield %smallest : f32
  }
  %farthest = lift.reduce associative commutative (%d = %nearest : !lift.array<M x f32>) init (%acc = %least : f32) {
    %next = arith.maximumf %acc, %d : f32
    lift.yield %next : f32
  }
  return %farthest : f32
}

//--- long.mlir
func.func @long(%points: !lift.array<M x 16 x f32>, %others: !lift.array<N x 16 x f32>) -> !lift.array<M x f32> {
  %zero = arith.constant 0.0 : f32
  %infinity = arith.constant 0x7F800000 : f32
  %nearest = lift.map (%p = %points : !lift.array<M x 16 x f32>) {
    %products = lift.map (%q = %others : !lift.array<N x 16 x f32>) {
      %sum = lift.reduce associative commutative (%x = %p, %y = %q : !lift.array<16 x f32>, !lift.array<16 x f32>) init (%acc = %zero : f32) {
        %product = arith.mulf %x, %y : f32
        %next = arith.addf %acc, %product : f32
        lift.yield %next : f32
      }
      lift.yield %sum : f32
    }
    %smallest = lift.reduce associative commutative (%d = %products : !lift.array<N x f32>) init (%acc = %infinity : f32) {
      %next = arith.minimumf %acc, %d : f32
      lift.yield %next : f32
    }
    lift.yield %smallest : f32
  }
  return %nearest : !lift.array<M x f32>
}
func.func @unknown(%points: !lift.array<M x K x f32>, %others: !lift.array<N x K x f32>) -> !lift.array<M x f32> {
  %zero = arith.constant 0.0 : f32
  %infinity = arith.constant 0x7F800000 : f32
  %nearest = lift.map (%p = %points : !lift.array<M x K x f32>) {
    %products = lift.map (%q = %others : !lift.array<N x K x f32>) {
      %sum = lift.reduce associative commutative (%x = %p, %y = %q : !lift.array<K x f32>, !lift.array<K x f32>) init (%acc = %zero : f32) {
        %product = arith.mulf %x, %y : f32
        %next = arith.addf %acc, %product : f32
        lift.yield %next : f32
      }
      lift.yield %sum : f32
    }
    %smallest = lift.reduce associative commutative (%d = %products : !lift.array<N x f32>) init (%acc = %infinity : f32) {
      %next = arith.minimumf %acc, %d : f32
      lift.yield %next : f32
    }
    lift.yield %smallest : f32
  }
  return %nearest : !lift.array<M x f32>
}

//--- spread.mlir
// The sum of the spreads of some distances: no nest, as a body reduces twice.
func.func @spread(%points: !lift.array<M x 3 x f32>, %others: !lift.array<N x 3 x f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %infinity = arith.constant 0x7F800000 : f32
  %spreads = lift.map (%p = %points : !lift.array<M x 3 x f32>) {
    %distances = lift.map (%q = %others : !lift.array<N x 3 x f32>) {
      %sum = lift.reduce associative commutative (%x = %p, %y = %q : !lift.array<3 x f32>, !lift.array<3 x f32>) init (%acc = %zero : f32) {
        %d = arith.subf %x, %y : f32
        %square = arith.mulf %d, %d : f32
        %next = arith.addf %acc, %square : f32
        lift.yield %next : f32
      }
      lift.yield %sum : f32
    }
    %smallest = lift.reduce (%d = %distances : !lift.array<N x f32>) init (%acc = %infinity : f32) {
      %next = arith.minimumf %acc, %d : f32
      lift.yield %next : f32
    }
    %greatest = lift.reduce (%d = %distances : !lift.array<N x f32>) init (%acc = %smallest : f32) {
      %next = arith.maximumf %acc, %d : f32
      lift.yield %next : f32
    }
    %spread = arith.subf %greatest, %smallest : f32
    lift.yield %spread : f32
  }
  %sum = lift.reduce associative commutative (%s = %spreads : !lift.array<M x f32>) init (%acc = %zero : f32) {
    %next = arith.addf %acc, %s : f32
    lift.yield %next : f32
  }
  return %sum : f32
}
