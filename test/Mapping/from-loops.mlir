// RUN: lift-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(func.func(lift-map-parallelism))'

// What the loop form of a kernel says of its mapping: these have one for each
// map, which is accepted, or rejected with a reason.

// The only work-item along dimension 1 has all elements, whoever computes them.
func.func @one_item(%x: !lift.array<N x 9 x f32>) -> !lift.array<N x 9 x f32> {
  %r = lift.kernel local_size [4] global_size [8] {
    %a = lift.map wrg(0) (%row = %x : !lift.array<N x 9 x f32>) {
      %b = lift.map lcl(1) (%e = %row : !lift.array<9 x f32>) {
        %d = arith.addf %e, %e : f32
        lift.yield %d : f32
      }
      %p = lift.materialize %b in private : !lift.array<9 x f32>
      %c = lift.map seq (%e = %p : !lift.array<9 x f32>) {
        %d = arith.mulf %e, %e : f32
        lift.yield %d : f32
      }
      lift.yield %c : !lift.array<9 x f32>
    }
    lift.yield %a : !lift.array<N x 9 x f32>
  }
  return %r : !lift.array<N x 9 x f32>
}

// -----

// Two parts of one value, of which no work-item needs what another one stores:
// nothing is read, and what is stored are different elements.
func.func @parts(%x: !lift.array<8 x f32>) -> !lift.array<16 x f32> {
  %r = lift.kernel local_size [4] global_size [8] {
    %a = lift.map glb(0) (%e = %x : !lift.array<8 x f32>) {
      %d = arith.addf %e, %e : f32
      lift.yield %d : f32
    }
    %turned = lift.reverse %x : !lift.array<8 x f32>
    %b = lift.map lcl(0) (%e = %turned : !lift.array<8 x f32>) {
      %d = arith.mulf %e, %e : f32
      lift.yield %d : f32
    }
    %c = lift.concat %a, %b : !lift.array<8 x f32>, !lift.array<8 x f32>
    lift.yield %c : !lift.array<16 x f32>
  }
  return %r : !lift.array<16 x f32>
}

// -----

// Both maps are computed by the first work-item, one after the other, inside a
// map of which some work-items make no trip.
func.func @two_statements(%x: !lift.array<N x 2 x 8 x f32>) -> !lift.array<N x 2 x 8 x f32> {
  %r = lift.kernel local_size [4, 2] global_size [8, 4] {
    %a = lift.map glb(0) (%page = %x : !lift.array<N x 2 x 8 x f32>) {
      %b = lift.map seq (%row = %page : !lift.array<2 x 8 x f32>) {
        %i = lift.map seq (%e = %row : !lift.array<8 x f32>) {
          %d = arith.addf %e, %e : f32
          lift.yield %d : f32
        }
        lift.yield %i : !lift.array<8 x f32>
      }
      %g = lift.materialize %b in global : !lift.array<2 x 8 x f32>
      %turned = lift.reverse %g dims [1] : !lift.array<2 x 8 x f32>
      %c = lift.map seq (%row = %turned : !lift.array<2 x 8 x f32>) {
        %i = lift.map seq (%e = %row : !lift.array<8 x f32>) {
          %d = arith.mulf %e, %e : f32
          lift.yield %d : f32
        }
        lift.yield %i : !lift.array<8 x f32>
      }
      lift.yield %c : !lift.array<2 x 8 x f32>
    }
    lift.yield %a : !lift.array<N x 2 x 8 x f32>
  }
  return %r : !lift.array<N x 2 x 8 x f32>
}

// -----

// Nobody needs the first map: it has no loop that could be divided.
func.func @unused(%x: !lift.array<8 x f32>) -> !lift.array<8 x f32> {
  // expected-error @below {{the mapping violates constraints}}
  %r = lift.kernel local_size [4] global_size [8] {
    // expected-note @below {{S2: must not be parallel: its result is stored nowhere}}
    %a = lift.map glb(0) (%e = %x : !lift.array<8 x f32>) {
      %d = arith.addf %e, %e : f32
      lift.yield %d : f32
    }
    %b = lift.map glb(0) (%e = %x : !lift.array<8 x f32>) {
      %d = arith.mulf %e, %e : f32
      lift.yield %d : f32
    }
    lift.yield %b : !lift.array<8 x f32>
  }
  return %r : !lift.array<8 x f32>
}

// -----

// The accumulator starts from what one loop has stored, and each step stores it
// by another: where the one is divided, so is the other.
func.func @divided_steps(%x: !lift.array<N x 8 x f32>, %i: !lift.array<8 x f32>) -> !lift.array<8 x f32> {
  // expected-error @below {{the mapping violates constraints}}
  %r = lift.kernel local_size [4] global_size [4] {
    %zeros = lift.map seq (%e = %i : !lift.array<8 x f32>) {
      %d = arith.addf %e, %e : f32
      lift.yield %d : f32
    }
    // expected-note @below {{S5: a work-item must not need an element of this private value}}
    // expected-note @below {{S6: where lcl divides this private value, every use of it}}
    %acc0 = lift.materialize %zeros in private : !lift.array<8 x f32>
    %s = lift.reduce (%row = %x : !lift.array<N x 8 x f32>) init (%acc = %acc0 : !lift.array<8 x f32>) {
      %next = lift.map lcl(0) (%e = %row, %a = %acc : !lift.array<8 x f32>, !lift.array<8 x f32>) {
        %t = arith.addf %e, %a : f32
        lift.yield %t : f32
      }
      lift.yield %next : !lift.array<8 x f32>
    }
    %p = lift.materialize %s in private : !lift.array<8 x f32>
    %c = lift.map seq (%e = %p : !lift.array<8 x f32>) {
      %d = arith.mulf %e, %e : f32
      lift.yield %d : f32
    }
    lift.yield %c : !lift.array<8 x f32>
  }
  return %r : !lift.array<8 x f32>
}

// -----

// What lowering does not know, it reports here, too.
func.func @not_normalized(%x: !lift.array<N x 8 x f32>) -> !lift.array<N x 8 x f32> {
  %r = lift.kernel local_size [4] global_size [4] {
    %a = lift.map wrg(0) (%row = %x : !lift.array<N x 8 x f32>) {
      // expected-error @below {{cannot be lowered inside a kernel}}
      // expected-note @below {{run lift-normalize first}}
      %l = lift.copy %row [lcl(0)] in local : !lift.array<8 x f32>
      lift.yield %l : !lift.array<8 x f32>
    }
    lift.yield %a : !lift.array<N x 8 x f32>
  }
  return %r : !lift.array<N x 8 x f32>
}

// -----

// Chunks of two parts of one value: of elements beyond the end, for which there is a
// test, none is stored where the other part begins.
func.func @parts_of_chunks(%x: !lift.array<N x f32>) -> !lift.array<(N * 2) x f32> {
  %padded = lift.pad %x low [0] high [16 * (N ceildiv 16) - N] clamp : !lift.array<N x f32>
  %chunks = lift.split %padded by 16 : !lift.array<(16 * (N ceildiv 16)) x f32>
  %r = lift.kernel local_size [16] global_size [64] {
    %a:2 = lift.map wrg(0) (%chunk = %chunks : !lift.array<(N ceildiv 16) x 16 x f32>) {
      %b:2 = lift.map lcl(0) (%e = %chunk : !lift.array<16 x f32>) {
        %d = arith.addf %e, %e : f32
        %p = arith.mulf %e, %e : f32
        lift.yield %d, %p : f32, f32
      }
      lift.yield %b#0, %b#1 : !lift.array<16 x f32>, !lift.array<16 x f32>
    }
    %all = lift.join %a#0 : !lift.array<(N ceildiv 16) x 16 x f32>
    %first = lift.take %all size [N] : !lift.array<(16 * (N ceildiv 16)) x f32>
    %others = lift.join %a#1 : !lift.array<(N ceildiv 16) x 16 x f32>
    %second = lift.take %others size [N] : !lift.array<(16 * (N ceildiv 16)) x f32>
    %turned = lift.reverse %second : !lift.array<N x f32>
    %c = lift.concat %first, %turned : !lift.array<N x f32>, !lift.array<N x f32>
    lift.yield %c : !lift.array<(N * 2) x f32>
  }
  return %r : !lift.array<(N * 2) x f32>
}

// -----

// A test that does not keep elements apart: each work-item reads what the one before it
// has stored, but the first.
func.func @neighbours(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  // expected-error @below {{the mapping violates constraints}}
  %r = lift.kernel local_size [4] global_size [8] {
    %a = lift.map glb(0) (%e = %x : !lift.array<N x f32>) {
      %d = arith.addf %e, %e : f32
      lift.yield %d : f32
    }
    // expected-note @below {{S4: a work-group must not need an element of this value that another one computes}}
    %m = lift.materialize %a in global : !lift.array<N x f32>
    %p = lift.pad %m low [1] high [0] constant(%zero : f32) : !lift.array<N x f32>
    %before = lift.take %p size [N] : !lift.array<(N + 1) x f32>
    %c = lift.map glb(0) (%e = %before : !lift.array<N x f32>) {
      %d = arith.mulf %e, %e : f32
      lift.yield %d : f32
    }
    lift.yield %c : !lift.array<N x f32>
  }
  return %r : !lift.array<N x f32>
}
