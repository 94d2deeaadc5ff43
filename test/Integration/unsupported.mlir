// What programs of other compilers of this kind can say and these cannot yet:
// each is an error where it stands. README lists what to write instead.
// RUN: lift-opt %s --lift-to-gpu --split-input-file --verify-diagnostics

// T18: a filter, whose result has a size that depends on the data. See
// filter.mlir.
func.func @filter(%x: !lift.array<N x i32>, %t: i32) -> !lift.array<N x i32> {
  // expected-error @below {{custom op 'lift.filter' is unknown}}
  %few = lift.filter (%e = %x : !lift.array<N x i32>) {
    %passes = arith.cmpi slt, %e, %t : i32
    lift.yield %passes : i1
  }
  return %few : !lift.array<N x i32>
}

// -----

// Nor does the type exist.
// expected-error @below {{expected a size: sizes follow from those of the arguments, so that none can be '?'}}
func.func private @filtered(%x: !lift.array<N x i32>) -> !lift.array<? x i32>

// -----

// A name in its place must be the size of an argument.
// expected-error @below {{unknown size name 'K'}}
// expected-note @below {{a size name is the whole size of some dimension of an argument}}
func.func @filtered(%x: !lift.array<N x i32>) -> !lift.array<K x i32> {
  %few = lift.take %x size [K] : !lift.array<N x i32>
  return %few : !lift.array<K x i32>
}

// -----

// T20: rows of different lengths. See ragged.mlir.
// expected-error @below {{expected a size: sizes follow from those of the arguments, so that none can be '?'}}
func.func private @ragged(%values: !lift.array<N x ? x f32>)

// -----

// T22: any order. See sort.mlir.
func.func @sort(%x: !lift.array<N x i32>) -> !lift.array<N x i32> {
  // expected-error @below {{custom op 'lift.sort' is unknown}}
  %sorted = lift.sort (%a, %b = %x : !lift.array<N x i32>) {
    %less = arith.cmpi slt, %a, %b : i32
    lift.yield %less : i1
  }
  return %sorted : !lift.array<N x i32>
}

// -----

// T25: groups that fetch their next chunk.
func.func @dynamic(%x: !lift.array<N x i32>) -> !lift.array<N x i32> {
  // expected-error @below {{expected a choice or the operands, but found 'atomWrg': choices are seq, fused, lcl(d), wrg(d) or glb(d), then unroll and vector(w)}}
  %y = lift.map atomWrg(0) (%e = %x : !lift.array<N x i32>) {
    lift.yield %e : i32
  }
  return %y : !lift.array<N x i32>
}

// -----

// A number of steps that depends on an element.
func.func @uneven(%x: !lift.array<N x i32>) -> !lift.array<N x i32> {
  %zero = arith.constant 0 : i32
  %two = arith.constant 2 : i32
  %first = arith.constant 0 : index
  %step = arith.constant 1 : index
  %y = lift.map (%e = %x : !lift.array<N x i32>) {
    %n = arith.index_cast %e : i32 to index
    // expected-error @below {{cannot be lowered inside a kernel}}
    // expected-note @below {{choose values by arith.select, and write loops as patterns}}
    %r = scf.for %i = %first to %n step %step iter_args(%a = %zero) -> i32 {
      %next = arith.addi %a, %two : i32
      scf.yield %next : i32
    }
    lift.yield %r : i32
  }
  return %y : !lift.array<N x i32>
}

// -----

// T37a: as many halvings as it takes. With a number in the place of S it works;
// see tree-sum.mlir, and iterate.mlir for steps that keep the size.
func.func @halve(%x: !lift.array<N x f32>, %s: !lift.array<S x i1>) -> !lift.array<1 x f32> {
  // expected-error @below {{the number of steps of an iterate that changes the size must be a constant}}
  %one = lift.iterate S size L (%v = %x : !lift.array<N x f32>) {
    %pairs = lift.split %v by 2 : !lift.array<L x f32>
    %sums = lift.map (%pair = %pairs : !lift.array<(L / 2) x 2 x f32>) {
      %zero = arith.constant 0.0 : f32
      %sum = lift.reduce (%e = %pair : !lift.array<2 x f32>) init (%acc = %zero : f32) {
        %next = arith.addf %acc, %e : f32
        lift.yield %next : f32
      }
      lift.yield %sum : f32
    }
    lift.yield %sums : !lift.array<(L / 2) x f32>
  }
  return %one : !lift.array<1 x f32>
}
