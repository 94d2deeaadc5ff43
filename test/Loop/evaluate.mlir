// The evaluator runs kernels in loop form, in order.
// REQUIRES: lift-run

// A state that is not in place: each trip reverses what the one before stored.
// RUN: lift-run %s --entry=reversed --engine=evaluate --input-kind=integer --print | FileCheck %s --check-prefix=REVERSED
// REVERSED: [3, 2, 1, 0]
func.func @reversed() -> !lift.array<4 x i32> {
  %r = loop.kernel -> (%out : !lift.array<4 x i32>) {
    loop.for %i below 4 {
      %k = loop.index value(%i)
      %v = arith.index_cast %k : index to i32
      loop.store %v, %out[%i] : i32, !loop.buffer<4 x i32, global>
    }
    loop.for %k below 3 state(%c, %n = %out : !loop.buffer<4 x i32, global>) {
      loop.for %i below 4 {
        %v = loop.load %c[3 - %i] : !loop.buffer<4 x i32, global>
        loop.store %v, %n[%i] : i32, !loop.buffer<4 x i32, global>
      }
    }
  }
  return %r : !lift.array<4 x i32>
}

// What is written through a view, in the shape of the view.
// RUN: lift-run %s --entry=viewed --engine=evaluate --print | FileCheck %s --check-prefix=VIEWED
// VIEWED: [0, 2, 4, 1, 3, 5]
func.func @viewed() -> !lift.array<6 x i32> {
  %r = loop.kernel -> (%out : !lift.array<6 x i32>) {
    %turned = loop.view %out[3 * @d1 + @d0] : !loop.buffer<6 x i32, global> to !loop.buffer<3 x 2 x i32, global>
    loop.for %i below 3 {
      loop.for %j below 2 {
        %k = loop.index value(2 * %i + %j)
        %v = arith.index_cast %k : index to i32
        loop.store %v, %turned[%i, %j] : i32, !loop.buffer<3 x 2 x i32, global>
      }
    }
  }
  return %r : !lift.array<6 x i32>
}

// RUN: not lift-run %s --entry=outside --engine=evaluate 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: error: 'loop.load' op accesses element 4 of a dimension of 4
func.func @outside(%x: !lift.array<4 x i32>) -> !lift.array<4 x i32> {
  %r = loop.kernel (%in = %x : !lift.array<4 x i32>) -> (%out : !lift.array<4 x i32>) {
    loop.for %i below 4 {
      %v = loop.load %in[%i + 1] : !loop.buffer<4 x i32, global>
      loop.store %v, %out[%i] : i32, !loop.buffer<4 x i32, global>
    }
  }
  return %r : !lift.array<4 x i32>
}

// An element that is never written.
// RUN: not lift-run %s --entry=unwritten --engine=evaluate 2>&1 | FileCheck %s --check-prefix=UNWRITTEN
// UNWRITTEN: result array #0 at [0] is poison
func.func @unwritten() -> !lift.array<4 x i32> {
  %r = loop.kernel -> (%out : !lift.array<4 x i32>) {
    %v = arith.constant 1 : i32
    loop.for %i from 1 below 4 {
      loop.store %v, %out[%i] : i32, !loop.buffer<4 x i32, global>
    }
  }
  return %r : !lift.array<4 x i32>
}

// A trip that does not store all of its next state.
// RUN: not lift-run %s --entry=halves --engine=evaluate 2>&1 | FileCheck %s --check-prefix=HALVES
// HALVES: is poison
func.func @halves() -> !lift.array<4 x i32> {
  %r = loop.kernel -> (%out : !lift.array<4 x i32>) {
    %v = arith.constant 1 : i32
    loop.for %i below 4 {
      loop.store %v, %out[%i] : i32, !loop.buffer<4 x i32, global>
    }
    loop.for %k below 2 state(%c, %n = %out : !loop.buffer<4 x i32, global>) {
      loop.for %i below 2 {
        %o = loop.load %c[%i] : !loop.buffer<4 x i32, global>
        loop.store %o, %n[%i] : i32, !loop.buffer<4 x i32, global>
      }
    }
  }
  return %r : !lift.array<4 x i32>
}

// RUN: not lift-run %s --entry=unknown --engine=evaluate 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: has an index with 'N', which has no value
func.func @unknown() -> !lift.array<4 x i32> {
  %r = loop.kernel -> (%out : !lift.array<4 x i32>) {
    %v = arith.constant 1 : i32
    loop.for %i below 4 {
      loop.store %v, %out[N] : i32, !loop.buffer<4 x i32, global>
    }
  }
  return %r : !lift.array<4 x i32>
}

// What an earlier kernel has written of an array stays there.
// RUN: lift-run %s --entry=parts --engine=evaluate --print | FileCheck %s --check-prefix=PARTS
// PARTS: [1, 2]
func.func @parts() -> !lift.array<2 x i32> {
  %first = loop.kernel -> (%out : !lift.array<2 x i32>) {
    %v = arith.constant 1 : i32
    loop.store %v, %out[0] : i32, !loop.buffer<2 x i32, global>
  }
  %both = loop.kernel -> (%out : !lift.array<2 x i32> into %first) {
    %v = arith.constant 2 : i32
    loop.store %v, %out[1] : i32, !loop.buffer<2 x i32, global>
  }
  return %both : !lift.array<2 x i32>
}
