// RUN: split-file %s %t
// DEFINE: %{apply} = lift-opt --lift-apply-schedule=file=%t/schedule.mlir

// A product of a matrix and the row has a map of its own, and so has what needs it;
// constants and views are repeated.
// RUN: %{apply} %t/classify.mlir | FileCheck %s
// CHECK:      %[[SUMS:.*]] = lift.map (%[[ROW:.*]] = %{{.*}} : !lift.array<M x K x f32>) {
// CHECK-NEXT:   %[[ALL:.*]] = lift.map
// CHECK-NEXT:     lift.reduce
// CHECK:        lift.yield %[[ALL]] : !lift.array<N x f32>
// CHECK:      %[[REST:.*]]:2 = lift.map (%[[S:.*]] = %[[SUMS]] : !lift.array<M x N x f32>) {
// CHECK-NEXT:   %[[MOST:.*]] = lift.reduce {{.*}}%[[S]]
// CHECK:        lift.yield %[[MOST]],
// CHECK:      return %[[REST]]#0, %[[REST]]#1, %[[SUMS]]

// There are no arrays of indices: they are computed again, and one that a reduction
// computes stays where it is.
// RUN: %{apply} %t/index.mlir | FileCheck %s --check-prefix=INDEX
// INDEX-LABEL: func.func @index
// INDEX:   lift.map
// INDEX:     lift.yield %{{.*}} : !lift.array<N x f32>
// INDEX:   lift.map
// INDEX:     %[[J:.*]] = arith.index_cast %{{.*}} : i32 to index
// INDEX:     arith.index_cast %[[J]] : index to i32
// RUN: lift-run %t/index.mlir --size=M=5,N=7,K=3 --verify | FileCheck %s --check-prefix=OK
// OK: OK
// RUN: not %{apply} %t/counted.mlir 2>&1 | FileCheck %s --check-prefix=COUNTED
// COUNTED: error: 'transform.lift.divide_map' does not apply: would store an index

// RUN: not %{apply} %t/rows.mlir 2>&1 | FileCheck %s --check-prefix=ROWS
// ROWS: error: 'transform.lift.divide_map' does not apply: has no pattern with others inside beside something else

// With for_all any pattern is a map of its own.
// RUN: sed 's/%map : (!op)/%map {for_all} : (!op)/' %t/schedule.mlir > %t/all.mlir
// RUN: lift-opt --lift-apply-schedule=file=%t/all.mlir %t/rows.mlir | FileCheck %s --check-prefix=EACH
// EACH:      %[[SUMS:.*]] = lift.map
// EACH:        lift.reduce
// EACH:      lift.map {{.*}}%[[SUMS]]
// EACH-NOT:    lift.reduce
// EACH:      return

// A row that others in the body read is yielded as a copy: the result is what has been
// stored for these.
// RUN: lift-opt --lift-apply-schedule=file=%t/all.mlir %t/copied.mlir | FileCheck %s --check-prefix=COPIED
// COPIED-LABEL: func.func @copied
// COPIED:         %[[SCANS:.*]] = lift.map
// COPIED:           lift.scan
// COPIED:         %[[SUMS:.*]] = lift.map {{.*}}%[[SCANS]]
// COPIED:           lift.reduce
// COPIED:         return %[[SCANS]], %[[SUMS]], %[[SCANS]]
// RUN: lift-run %t/copied.mlir --size=M=40,N=2048 --target=nvidia-h200 --verify | FileCheck %s --check-prefix=OK
// RUN: lift-run %t/copied.mlir --size=M=3,N=5 --verify | FileCheck %s --check-prefix=OK

//--- schedule.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %map = transform.lift.match_pattern %func[0] : (!op) -> !op
    %maps = transform.lift.divide_map %map : (!op) -> !op
    transform.yield
  }
}

//--- classify.mlir
func.func @classify(%x: !lift.array<M x K x f32>, %w: !lift.array<N x K x f32>) -> (!lift.array<M x f32>, !lift.array<M x N x f32>, !lift.array<M x N x f32>) {
  %v0 = arith.constant 0.0 : f32
  %v1 = arith.constant 0xFF800000 : f32
  %v2:3 = lift.map (%v3 = %x : !lift.array<M x K x f32>) {
    %v4 = lift.map (%v5 = %w : !lift.array<N x K x f32>) {
      %v6 = lift.reduce associative commutative (%v7 = %v3, %v8 = %v5 : !lift.array<K x f32>, !lift.array<K x f32>) init (%v9 = %v0 : f32) {
        %v10 = arith.mulf %v7, %v8 : f32
        %v11 = arith.addf %v9, %v10 : f32
        lift.yield %v11 : f32
      }
      lift.yield %v6 : f32
    }
    %v12 = lift.reduce associative commutative (%v13 = %v4 : !lift.array<N x f32>) init (%v14 = %v1 : f32) {
      %v15 = arith.maximumf %v14, %v13 : f32
      lift.yield %v15 : f32
    }
    %v16 = lift.map (%v17 = %v4 : !lift.array<N x f32>) {
      %v18 = arith.subf %v17, %v12 : f32
      lift.yield %v18 : f32
    }
    lift.yield %v12, %v16, %v4 : f32, !lift.array<N x f32>, !lift.array<N x f32>
  }
  return %v2#0, %v2#1, %v2#2 : !lift.array<M x f32>, !lift.array<M x N x f32>, !lift.array<M x N x f32>
}

//--- rows.mlir
func.func @rows(%x: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %v0 = arith.constant 0.0 : f32
  %v1 = lift.map (%v2 = %x : !lift.array<M x N x f32>) {
    %v3 = lift.reduce associative commutative (%v4 = %v2 : !lift.array<N x f32>) init (%v5 = %v0 : f32) {
      %v6 = arith.addf %v5, %v4 : f32
      lift.yield %v6 : f32
    }
    %v7 = lift.map (%v8 = %v2 : !lift.array<N x f32>) {
      %v9 = arith.subf %v8, %v3 : f32
      lift.yield %v9 : f32
    }
    lift.yield %v7 : !lift.array<N x f32>
  }
  return %v1 : !lift.array<M x N x f32>
}

//--- index.mlir
func.func @index(%x: !lift.array<M x K x f32>, %w: !lift.array<N x K x f32>,
                 %t: !lift.array<M x i32>) -> !lift.array<M x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row = %x, %e = %t : !lift.array<M x K x f32>, !lift.array<M x i32>) {
    %j = arith.index_cast %e : i32 to index
    %p = lift.map (%c = %w : !lift.array<N x K x f32>) {
      %d = lift.reduce (%a = %row, %b = %c : !lift.array<K x f32>, !lift.array<K x f32>)
          init (%acc = %zero : f32) {
        %ab = arith.mulf %a, %b : f32
        %next = arith.addf %acc, %ab : f32
        lift.yield %next : f32
      }
      lift.yield %d : f32
    }
    %k = arith.index_cast %j : index to i32
    %f = arith.sitofp %k : i32 to f32
    %s = lift.reduce (%q = %p : !lift.array<N x f32>) init (%acc = %f : f32) {
      %next = arith.addf %acc, %q : f32
      lift.yield %next : f32
    }
    lift.yield %s : f32
  }
  return %r : !lift.array<M x f32>
}

//--- counted.mlir
func.func @counted(%x: !lift.array<M x K x f32>, %w: !lift.array<N x K x f32>)
    -> !lift.array<M x f32> {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r = lift.map (%row = %x : !lift.array<M x K x f32>) {
    %n = lift.reduce (%q = %row : !lift.array<K x f32>) init (%acc = %none : index) {
      %next = arith.addi %acc, %one : index
      lift.yield %next : index
    }
    %p = lift.map (%c = %w : !lift.array<N x K x f32>) {
      %d = lift.reduce (%a = %row, %b = %c : !lift.array<K x f32>, !lift.array<K x f32>)
          init (%acc = %zero : f32) {
        %ab = arith.mulf %a, %b : f32
        %next = arith.addf %acc, %ab : f32
        lift.yield %next : f32
      }
      lift.yield %d : f32
    }
    %s = lift.reduce (%q = %p : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %k = arith.index_cast %n : index to i32
      %f = arith.sitofp %k : i32 to f32
      %m = arith.mulf %f, %q : f32
      %next = arith.addf %acc, %m : f32
      lift.yield %next : f32
    }
    lift.yield %s : f32
  }
  return %r : !lift.array<M x f32>
}

//--- copied.mlir
func.func @copied(%x: !lift.array<M x N x f32>) -> (!lift.array<M x N x f32>, !lift.array<M x f32>, !lift.array<M x N x f32>) {
  %zero = arith.constant 0.0 : f32
  %r:3 = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %sums = lift.scan (%e = %row : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %t = arith.subf %e, %acc : f32
      lift.yield %t : f32
    }
    %copy = lift.map (%e = %sums : !lift.array<N x f32>) {
      lift.yield %e : f32
    }
    %again = lift.map (%e = %sums : !lift.array<N x f32>) {
      lift.yield %e : f32
    }
    %most = lift.reduce associative commutative (%e = %sums : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %m = arith.maximumf %acc, %e : f32
      lift.yield %m : f32
    }
    lift.yield %copy, %most, %again : !lift.array<N x f32>, f32, !lift.array<N x f32>
  }
  return %r#0, %r#1, %r#2 : !lift.array<M x N x f32>, !lift.array<M x f32>, !lift.array<M x N x f32>
}
