// Reductions of arrays whose steps read what they overwrite: through a second
// buffer, of which there are as many copies as of the first.
// REQUIRES: pocl

// Each work-item has accumulators of its own in local memory.
// RUN: lift-run %s --entry=in_local --size=N=6 --verify
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh lift-run %s --entry=in_local --size=N=6 %}
func.func @in_local(%x: !lift.array<N x 5 x 4 x f32>) -> !lift.array<N x 4 x f32> {
  %k = lift.kernel local_size [4, 2] global_size [8, 2] {
    %r = lift.map lcl(0) (%rows = %x : !lift.array<N x 5 x 4 x f32>) {
      %first = lift.at %rows[0] : !lift.array<5 x 4 x f32>
      %init = lift.copy %first [seq] in local : !lift.array<4 x f32>
      %s = lift.reduce (%row = %rows : !lift.array<5 x 4 x f32>)
          init (%acc = %init : !lift.array<4 x f32>) {
        %back = lift.reverse %acc : !lift.array<4 x f32>
        %n = lift.map seq (%a = %acc, %b = %back, %e = %row : !lift.array<4 x f32>, !lift.array<4 x f32>, !lift.array<4 x f32>) {
          %c = arith.subf %a, %b : f32
          %d = arith.addf %c, %e : f32
          lift.yield %d : f32
        }
        lift.yield %n : !lift.array<4 x f32>
      }
      %m = lift.materialize %s in local : !lift.array<4 x f32>
      %o = lift.map seq (%a = %m : !lift.array<4 x f32>) { lift.yield %a : f32 }
      lift.yield %o : !lift.array<4 x f32>
    }
    lift.yield %r : !lift.array<N x 4 x f32>
  }
  return %k : !lift.array<N x 4 x f32>
}

// A step that reads its neighbours, divided over work-items.
// RUN: lift-run %s --entry=stencil --size=N=3 --verify
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh lift-run %s --entry=stencil --size=N=3 %}
func.func @stencil(%x: !lift.array<N x f32>, %y: !lift.array<13 x f32>)
    -> !lift.array<13 x f32> {
  %k = lift.kernel local_size [8] global_size [8] {
    %r = lift.reduce (%e = %x : !lift.array<N x f32>)
        init (%acc = %y : !lift.array<13 x f32>) {
      %p = lift.pad %acc low [1] high [0] clamp : !lift.array<13 x f32>
      %t = lift.take %p size [13] : !lift.array<14 x f32>
      %m = lift.map lcl(0) (%a = %t : !lift.array<13 x f32>) {
        %s = arith.addf %a, %e : f32
        lift.yield %s : f32
      }
      lift.yield %m : !lift.array<13 x f32>
    }
    lift.yield %r : !lift.array<13 x f32>
  }
  return %k : !lift.array<13 x f32>
}

// Accumulators that change places, in local memory.
// RUN: lift-run %s --entry=swap_local --size=N=4 --verify
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh lift-run %s --entry=swap_local --size=N=4 %}
func.func @swap_local(%x: !lift.array<N x 7 x f32>, %y: !lift.array<7 x f32>)
    -> !lift.array<7 x f32> {
  %k = lift.kernel local_size [4] global_size [4] {
    %i0 = lift.copy %y [lcl(0)] in local : !lift.array<7 x f32>
    %i1 = lift.copy %y [lcl(0)] in local : !lift.array<7 x f32>
    %r:2 = lift.reduce (%row = %x : !lift.array<N x 7 x f32>)
        init (%a = %i0, %b = %i1 : !lift.array<7 x f32>, !lift.array<7 x f32>) {
      %n = lift.map lcl(0) (%e = %row, %p = %a, %q = %b : !lift.array<7 x f32>, !lift.array<7 x f32>, !lift.array<7 x f32>) {
        %s = arith.subf %q, %p : f32
        %t = arith.addf %s, %e : f32
        lift.yield %t : f32
      }
      lift.yield %b, %n : !lift.array<7 x f32>, !lift.array<7 x f32>
    }
    %m0 = lift.materialize %r#0 in local : !lift.array<7 x f32>
    %m1 = lift.materialize %r#1 in local : !lift.array<7 x f32>
    %o = lift.map lcl(0) (%p = %m0, %q = %m1 : !lift.array<7 x f32>, !lift.array<7 x f32>) {
      %two = arith.addf %p, %p : f32
      %s = arith.addf %two, %q : f32
      lift.yield %s : f32
    }
    lift.yield %o : !lift.array<7 x f32>
  }
  return %k : !lift.array<7 x f32>
}

// Of two accumulators the result of one is used: the other has a place of its
// own.
// RUN: lift-run %s --entry=unused --size=K=3 --size=N=5 --size=M=7 --verify
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh lift-run %s --entry=unused --size=K=3 --size=N=5 --size=M=7 %}
func.func @unused(%x: !lift.array<K x N x M x f32>) -> !lift.array<K x N x M x f32> {
  %zero = arith.constant 0.0 : f32
  %o = lift.map (%p = %x : !lift.array<K x N x M x f32>) {
    %oo = lift.map (%row = %p : !lift.array<N x M x f32>) {
      %q:2 = lift.scan (%e = %row : !lift.array<M x f32>) init (%b = %zero, %old = %zero : f32, f32) {
        %t = arith.addf %b, %e : f32
        lift.yield %e, %t : f32, f32
      }
      lift.yield %q#1 : !lift.array<M x f32>
    }
    lift.yield %oo : !lift.array<N x M x f32>
  }
  return %o : !lift.array<K x N x M x f32>
}

// RUN: lift-run %s --entry=unused_arrays --size=N=3 --size=K=5 --verify
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh lift-run %s --entry=unused_arrays --size=N=3 --size=K=5 %}
func.func @unused_arrays(%x: !lift.array<N x K x 8 x f32>) -> !lift.array<N x 8 x f32> {
  %zero = arith.constant 0.0 : f32
  %o = lift.map (%rows = %x : !lift.array<N x K x 8 x f32>) {
    %zeros = lift.broadcast %zero sizes [8] : f32
    %q:2 = lift.reduce (%row = %rows : !lift.array<K x 8 x f32>)
        init (%a = %zeros, %b = %zeros : !lift.array<8 x f32>, !lift.array<8 x f32>) {
      %n = lift.map (%e = %row, %p = %a, %v = %b : !lift.array<8 x f32>, !lift.array<8 x f32>, !lift.array<8 x f32>) {
        %u = arith.subf %p, %v : f32
        %w = arith.addf %u, %e : f32
        lift.yield %w : f32
      }
      lift.yield %b, %n : !lift.array<8 x f32>, !lift.array<8 x f32>
    }
    lift.yield %q#1 : !lift.array<8 x f32>
  }
  return %o : !lift.array<N x 8 x f32>
}

// The scalar of a fold of which nobody uses the array.
// RUN: lift-run %s --entry=scalar_alone --size=N=3 --size=K=5 --verify
func.func @scalar_alone(%x: !lift.array<N x K x 8 x f32>) -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %o = lift.map (%rows = %x : !lift.array<N x K x 8 x f32>) {
    %zeros = lift.broadcast %zero sizes [8] : f32
    %q:2 = lift.reduce (%row = %rows : !lift.array<K x 8 x f32>)
        init (%a = %zeros, %last = %zero : !lift.array<8 x f32>, f32) {
      %n = lift.map (%e = %row, %p = %a : !lift.array<8 x f32>, !lift.array<8 x f32>) {
        %w = arith.addf %p, %e : f32
        lift.yield %w : f32
      }
      %third = lift.at %a[3] : !lift.array<8 x f32>
      lift.yield %n, %third : !lift.array<8 x f32>, f32
    }
    %d = arith.addf %q#1, %q#1 : f32
    lift.yield %d : f32
  }
  return %o : !lift.array<N x f32>
}

// Each work-item reads the private elements that it has computed, though they
// are half of an array.
// RUN: lift-run %s --entry=halves --verify
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh lift-run %s --entry=halves %}
func.func @halves(%x: !lift.array<3 x 4 x f32>) -> !lift.array<3 x 8 x f32> {
  %k = lift.kernel local_size [4] global_size [4] {
    %rows = lift.map seq (%row = %x : !lift.array<3 x 4 x f32>) {
      %m = lift.map lcl(0) (%a = %row : !lift.array<4 x f32>) {
        %b = arith.addf %a, %a : f32
        lift.yield %b : f32
      }
      %both = lift.concat %m, %row : !lift.array<4 x f32>, !lift.array<4 x f32>
      lift.yield %both : !lift.array<8 x f32>
    }
    %p = lift.materialize %rows in private : !lift.array<3 x 8 x f32>
    %o = lift.map seq (%row = %p : !lift.array<3 x 8 x f32>) {
      %q = lift.map lcl(0) (%a = %row : !lift.array<8 x f32>) {
        %b = arith.mulf %a, %a : f32
        lift.yield %b : f32
      }
      lift.yield %q : !lift.array<8 x f32>
    }
    lift.yield %o : !lift.array<3 x 8 x f32>
  }
  return %k : !lift.array<3 x 8 x f32>
}

// One result goes to two places.
// RUN: lift-run %s --entry=twice --size=N=3 --size=K=5 --verify
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh lift-run %s --entry=twice --size=N=3 --size=K=5 %}
func.func @twice(%x: !lift.array<N x K x 8 x f32>) -> (!lift.array<N x 8 x f32>, !lift.array<N x 8 x f32>, !lift.array<N x 8 x f32>) {
  %zero = arith.constant 0.0 : f32
  %k:3 = lift.kernel local_size [2] global_size [6] {
    %o:2 = lift.map glb(0) (%rows = %x : !lift.array<N x K x 8 x f32>) {
      %zeros = lift.broadcast %zero sizes [8] : f32
      %q = lift.reduce (%row = %rows : !lift.array<K x 8 x f32>)
          init (%a = %zeros : !lift.array<8 x f32>) {
        %n = lift.map (%e = %row, %p = %a : !lift.array<8 x f32>, !lift.array<8 x f32>) {
          %w = arith.addf %p, %e : f32
          lift.yield %w : f32
        }
        lift.yield %n : !lift.array<8 x f32>
      }
      %t = lift.reverse %q : !lift.array<8 x f32>
      lift.yield %q, %t : !lift.array<8 x f32>, !lift.array<8 x f32>
    }
    %turned = lift.reverse %o#0 : !lift.array<N x 8 x f32>
    lift.yield %o#0, %turned, %o#1 : !lift.array<N x 8 x f32>, !lift.array<N x 8 x f32>, !lift.array<N x 8 x f32>
  }
  return %k#0, %k#1, %k#2 : !lift.array<N x 8 x f32>, !lift.array<N x 8 x f32>, !lift.array<N x 8 x f32>
}

// An accumulator of numbers whose result is stored as vectors has a place of its
// own.
// NUMPY @regrouped(x: f32[N, 2, 8], z: f32[8]) -> (z + x.sum(1)).reshape(-1, 2, 4)
// RUN: %check_numpy %s --entry=regrouped --size=N=5
// RUN: %if oclgrind %{ %check_numpy %s --entry=regrouped --size=N=5 --oclgrind %}
func.func @regrouped(%x: !lift.array<N x 2 x 8 x f32>, %z: !lift.array<8 x f32>)
    -> !lift.array<N x 2 x vector<4xf32>> {
  %r = lift.map (%rows = %x : !lift.array<N x 2 x 8 x f32>) {
    %s = lift.reduce (%row = %rows : !lift.array<2 x 8 x f32>)
        init (%acc = %z : !lift.array<8 x f32>) {
      %t = lift.map (%a = %acc, %e = %row : !lift.array<8 x f32>, !lift.array<8 x f32>) {
        %b = arith.addf %a, %e : f32
        lift.yield %b : f32
      }
      lift.yield %t : !lift.array<8 x f32>
    }
    lift.yield %s : !lift.array<8 x f32>
  }
  %v = lift.as_vector %r width 4 : !lift.array<N x 8 x f32>
  return %v : !lift.array<N x 2 x vector<4xf32>>
}

// Rows of the result that a map with a rest stores: who has no row has nothing to
// read from that of another.
// NUMPY @rest_of_rows(x: f32[M, 2, N]) -> 4 + x.sum(1)
// RUN: %check_numpy %s --entry=rest_of_rows --size=M=5 --size=N=7
// RUN: %check_numpy %s --entry=rest_of_rows --size=M=1 --size=N=1
// RUN: %if oclgrind %{ %check_numpy %s --entry=rest_of_rows --size=M=5 --size=N=7 --oclgrind %}
func.func @rest_of_rows(%x: !lift.array<M x 2 x N x f32>) -> !lift.array<M x N x f32> {
  %r = lift.kernel local_size [4, 3] global_size [4, 3] {
    %four = arith.constant 4.0 : f32
    %rows = lift.map lcl(0) (%pair = %x : !lift.array<M x 2 x N x f32>) {
      %init = lift.broadcast %four sizes [N] : f32
      %sum = lift.reduce (%row = %pair : !lift.array<2 x N x f32>)
          init (%acc = %init : !lift.array<N x f32>) {
        %next = lift.map lcl(1) (%a = %acc, %e = %row : !lift.array<N x f32>, !lift.array<N x f32>) {
          %s = arith.addf %a, %e : f32
          lift.yield %s : f32
        }
        lift.yield %next : !lift.array<N x f32>
      }
      lift.yield %sum : !lift.array<N x f32>
    }
    lift.yield %rows : !lift.array<M x N x f32>
  }
  return %r : !lift.array<M x N x f32>
}
