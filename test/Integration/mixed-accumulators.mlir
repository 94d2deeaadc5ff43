// Reductions with scalar and array accumulators.
// REQUIRES: pocl

// At the top level: one kernel computes both.
// NUMPY @top(x: f32[N, M]) -> (x.sum(), x.sum(0))
// RUN: %check_numpy %s --entry=top --size=N=17 --size=M=13
// RUN: %check_numpy %s --entry=top --size=N=1 --size=M=1
// RUN: %if oclgrind %{ %check_numpy %s --entry=top --size=N=5 --size=M=3 --oclgrind %}
// RUN: lift-run %s --entry=top --size=N=5 --size=M=3 --print-kernel | FileCheck %s --check-prefix=TOP
// TOP-COUNT-1: kernel void
// TOP-NOT: kernel void
func.func @top(%x: !lift.array<N x M x f32>) -> (f32, !lift.array<M x f32>) {
  %zero = arith.constant 0.0 : f32
  %zeros = lift.broadcast %zero sizes [M] : f32
  %r:2 = lift.reduce (%row = %x : !lift.array<N x M x f32>)
      init (%sum = %zero, %sums = %zeros : f32, !lift.array<M x f32>) {
    %next = lift.reduce (%e = %row : !lift.array<M x f32>) init (%a = %sum : f32) {
      %s = arith.addf %a, %e : f32
      lift.yield %s : f32
    }
    %nexts = lift.map (%a = %sums, %e = %row
        : !lift.array<M x f32>, !lift.array<M x f32>) {
      %s = arith.addf %a, %e : f32
      lift.yield %s : f32
    }
    lift.yield %next, %nexts : f32, !lift.array<M x f32>
  }
  return %r#0, %r#1 : f32, !lift.array<M x f32>
}

// The scalar goes into a scalar operation, the array into another kernel; a
// third accumulator is needed by the others only.
// NUMPY @derived(x: f32[N, M]) -> (x.sum() + 1, np.cumsum(np.cumsum(x, 0), 0)[-1] * (x.sum() + 1))
// RUN: %check_numpy %s --entry=derived --size=N=7 --size=M=13
// RUN: %check_numpy %s --entry=derived --size=N=1 --size=M=1
// RUN: %if oclgrind %{ %check_numpy %s --entry=derived --size=N=5 --size=M=3 --oclgrind %}
func.func @derived(%x: !lift.array<N x M x f32>) -> (f32, !lift.array<M x f32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %zeros = lift.broadcast %zero sizes [M] : f32
  %r:3 = lift.reduce (%row = %x : !lift.array<N x M x f32>)
      init (%sum = %zero, %sums = %zeros, %twice = %zeros
          : f32, !lift.array<M x f32>, !lift.array<M x f32>) {
    %next = lift.reduce (%e = %row : !lift.array<M x f32>) init (%a = %sum : f32) {
      %s = arith.addf %a, %e : f32
      lift.yield %s : f32
    }
    %nexts:2 = lift.map (%a = %sums, %b = %twice, %e = %row
        : !lift.array<M x f32>, !lift.array<M x f32>, !lift.array<M x f32>) {
      %s = arith.addf %a, %e : f32
      %t = arith.addf %b, %s : f32
      lift.yield %s, %t : f32, f32
    }
    lift.yield %next, %nexts#0, %nexts#1 : f32, !lift.array<M x f32>, !lift.array<M x f32>
  }
  %more = arith.addf %r#0, %one : f32
  %out = lift.map (%e = %r#2 : !lift.array<M x f32>) {
    %s = arith.mulf %e, %more : f32
    lift.yield %s : f32
  }
  return %more, %out : f32, !lift.array<M x f32>
}

// In the map of a work-item, with both used afterwards: how far a row rises
// above its end, and above two heights at least.
// NUMPY @rises(x: f32[N, M], h: f32[3]) -> (lambda c: np.maximum(h, c.max(1, keepdims=True)) - c[:, -1:])(np.cumsum(x, 1))
// RUN: %check_numpy %s --entry=rises --size=N=13 --size=M=31
// RUN: %check_numpy %s --entry=rises --size=N=1 --size=M=1
// RUN: %if oclgrind %{ %check_numpy %s --entry=rises --size=N=13 --size=M=5 --oclgrind %}
func.func @rises(%x: !lift.array<N x M x f32>, %h: !lift.array<3 x f32>)
    -> !lift.array<N x 3 x f32> {
  %zero = arith.constant 0.0 : f32
  %o = lift.map (%row = %x : !lift.array<N x M x f32>) {
    %r:2 = lift.reduce (%e = %row : !lift.array<M x f32>)
        init (%sum = %zero, %top = %h : f32, !lift.array<3 x f32>) {
      %s = arith.addf %sum, %e : f32
      %n = lift.map (%a = %top : !lift.array<3 x f32>) {
        %m = arith.maximumf %a, %s : f32
        lift.yield %m : f32
      }
      lift.yield %s, %n : f32, !lift.array<3 x f32>
    }
    %w = lift.map (%a = %r#1 : !lift.array<3 x f32>) {
      %m = arith.subf %a, %r#0 : f32
      lift.yield %m : f32
    }
    lift.yield %w : !lift.array<3 x f32>
  }
  return %o : !lift.array<N x 3 x f32>
}

// A group for each row, one work-item of which computes and stores both.
// NUMPY @groups(x: f32[N, M]) -> (x.sum(1), np.stack([x.max(1), x.min(1)], 1))
// RUN: %check_numpy %s --entry=groups --size=N=13 --size=M=31
// RUN: %check_numpy %s --entry=groups --size=N=1 --size=M=1
// RUN: %if oclgrind %{ %check_numpy %s --entry=groups --size=N=13 --size=M=5 --oclgrind %}
func.func @groups(%x: !lift.array<N x M x f32>)
    -> (!lift.array<N x f32>, !lift.array<N x 2 x f32>) {
  %zero = arith.constant 0.0 : f32
  %high = arith.constant 1000.0 : f32
  %low = arith.constant -1000.0 : f32
  %r:2 = lift.kernel @groups local_size [4] global_size [16] {
    %lows = lift.broadcast %low sizes [1] : f32
    %highs = lift.broadcast %high sizes [1] : f32
    %bounds = lift.concat %lows, %highs : !lift.array<1 x f32>, !lift.array<1 x f32>
    %o:2 = lift.map wrg(0) (%row = %x : !lift.array<N x M x f32>) {
      %q:2 = lift.reduce (%e = %row : !lift.array<M x f32>)
          init (%sum = %zero, %range = %bounds : f32, !lift.array<2 x f32>) {
        %s = arith.addf %sum, %e : f32
        %largest = lift.take %range size [1] : !lift.array<2 x f32>
        %smallest = lift.drop %range size [1] : !lift.array<2 x f32>
        %l = lift.map (%a = %largest : !lift.array<1 x f32>) {
          %m = arith.maximumf %a, %e : f32
          lift.yield %m : f32
        }
        %h = lift.map (%a = %smallest : !lift.array<1 x f32>) {
          %m = arith.minimumf %a, %e : f32
          lift.yield %m : f32
        }
        %next = lift.concat %l, %h : !lift.array<1 x f32>, !lift.array<1 x f32>
        lift.yield %s, %next : f32, !lift.array<2 x f32>
      }
      lift.yield %q#0, %q#1 : f32, !lift.array<2 x f32>
    }
    lift.yield %o#0, %o#1 : !lift.array<N x f32>, !lift.array<N x 2 x f32>
  }
  return %r#0, %r#1 : !lift.array<N x f32>, !lift.array<N x 2 x f32>
}

// All work-items of a group: each adds its share of a row to the array in local
// memory, and all add up the array itself; the sum of all that is used by each.
// NUMPY @steps(x: f32[N, 32]) -> (lambda c: c[-1] * (c.sum() - c[-1].sum()))(np.cumsum(x, 0))
// RUN: %check_numpy %s --entry=steps --size=N=13
// RUN: %check_numpy %s --entry=steps --size=N=1
// RUN: %if oclgrind %{ %check_numpy %s --entry=steps --size=N=5 --oclgrind %}
func.func @steps(%x: !lift.array<N x 32 x f32>) -> !lift.array<32 x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.kernel @steps local_size [32] global_size [32] {
    %none = lift.broadcast %zero sizes [32] : f32
    %init = lift.copy %none [lcl(0)] in local : !lift.array<32 x f32>
    %q:2 = lift.reduce (%row = %x : !lift.array<N x 32 x f32>)
        init (%total = %zero, %sums = %init : f32, !lift.array<32 x f32>) {
      %next = lift.reduce (%e = %sums : !lift.array<32 x f32>) init (%a = %total : f32) {
        %s = arith.addf %a, %e : f32
        lift.yield %s : f32
      }
      %nexts = lift.map lcl(0) (%a = %sums, %e = %row
          : !lift.array<32 x f32>, !lift.array<32 x f32>) {
        %s = arith.addf %a, %e : f32
        lift.yield %s : f32
      }
      lift.yield %next, %nexts : f32, !lift.array<32 x f32>
    }
    %stored = lift.materialize %q#1 in local : !lift.array<32 x f32>
    %out = lift.map lcl(0) (%a = %stored : !lift.array<32 x f32>) {
      %s = arith.mulf %a, %q#0 : f32
      lift.yield %s : f32
    }
    lift.yield %out : !lift.array<32 x f32>
  }
  return %r : !lift.array<32 x f32>
}

// A step that moves the whole array on by one: through a temporary.
// NUMPY @history(x: f32[N, M]) -> (x.sum(1), np.pad(x, ((0, 0), (3, 0)))[:, :-4:-1])
// RUN: %check_numpy %s --entry=history --size=N=13 --size=M=31
// RUN: %check_numpy %s --entry=history --size=N=1 --size=M=1
// RUN: %if oclgrind %{ %check_numpy %s --entry=history --size=N=13 --size=M=5 --oclgrind %}
func.func @history(%x: !lift.array<N x M x f32>)
    -> (!lift.array<N x f32>, !lift.array<N x 3 x f32>) {
  %zero = arith.constant 0.0 : f32
  %o:2 = lift.map (%row = %x : !lift.array<N x M x f32>) {
    %none = lift.broadcast %zero sizes [3] : f32
    %r:2 = lift.reduce (%e = %row : !lift.array<M x f32>)
        init (%sum = %zero, %last = %none : f32, !lift.array<3 x f32>) {
      %s = arith.addf %sum, %e : f32
      %p = lift.pad %last low [1] high [0] constant(%e : f32) : !lift.array<3 x f32>
      %n = lift.take %p size [3] : !lift.array<4 x f32>
      lift.yield %s, %n : f32, !lift.array<3 x f32>
    }
    %l = lift.materialize %r#1 in private : !lift.array<3 x f32>
    lift.yield %r#0, %l : f32, !lift.array<3 x f32>
  }
  return %o#0, %o#1 : !lift.array<N x f32>, !lift.array<N x 3 x f32>
}

// One inside the other: the inner one goes on with both accumulators, and moves
// the array on through a temporary.
// NUMPY @nested(x: f32[N, M]) -> (x.sum(), np.pad(np.cumsum(x), (3, 0))[:-4:-1])
// RUN: %check_numpy %s --entry=nested --size=N=13 --size=M=31
// RUN: %check_numpy %s --entry=nested --size=N=1 --size=M=1
// RUN: %if oclgrind %{ %check_numpy %s --entry=nested --size=N=5 --size=M=3 --oclgrind %}
func.func @nested(%x: !lift.array<N x M x f32>) -> (f32, !lift.array<3 x f32>) {
  %zero = arith.constant 0.0 : f32
  %none = lift.broadcast %zero sizes [3] : f32
  %all:2 = lift.reduce (%row = %x : !lift.array<N x M x f32>)
      init (%sum = %zero, %last = %none : f32, !lift.array<3 x f32>) {
    %r:2 = lift.reduce (%e = %row : !lift.array<M x f32>)
        init (%s = %sum, %l = %last : f32, !lift.array<3 x f32>) {
      %next = arith.addf %s, %e : f32
      %p = lift.pad %l low [1] high [0] constant(%next : f32) : !lift.array<3 x f32>
      %n = lift.take %p size [3] : !lift.array<4 x f32>
      lift.yield %next, %n : f32, !lift.array<3 x f32>
    }
    lift.yield %r#0, %r#1 : f32, !lift.array<3 x f32>
  }
  return %all#0, %all#1 : f32, !lift.array<3 x f32>
}

// The array is a result, the scalar goes on into another kernel, which computes
// it again.
// NUMPY @parts(x: f32[N, M], h: f32[3]) -> (np.maximum(h, np.cumsum(x, 1).max(1, keepdims=True)), 2 * x.sum(1))
// RUN: %check_numpy %s --entry=parts --size=N=13 --size=M=31
// RUN: %check_numpy %s --entry=parts --size=N=1 --size=M=1
func.func @parts(%x: !lift.array<N x M x f32>, %h: !lift.array<3 x f32>)
    -> (!lift.array<N x 3 x f32>, !lift.array<N x f32>) {
  %zero = arith.constant 0.0 : f32
  %o:2 = lift.map (%row = %x : !lift.array<N x M x f32>) {
    %r:2 = lift.reduce (%e = %row : !lift.array<M x f32>)
        init (%sum = %zero, %top = %h : f32, !lift.array<3 x f32>) {
      %s = arith.addf %sum, %e : f32
      %n = lift.map (%a = %top : !lift.array<3 x f32>) {
        %m = arith.maximumf %a, %s : f32
        lift.yield %m : f32
      }
      lift.yield %s, %n : f32, !lift.array<3 x f32>
    }
    lift.yield %r#0, %r#1 : f32, !lift.array<3 x f32>
  }
  %twice = lift.map (%a = %o#0 : !lift.array<N x f32>) {
    %s = arith.addf %a, %a : f32
    lift.yield %s : f32
  }
  return %o#1, %twice : !lift.array<N x 3 x f32>, !lift.array<N x f32>
}

// The array is in local memory, which the first work-item writes; the scalar is
// computed by all.
// RUN: lift-run %s --entry=in_local --size=N=13 --verify
// RUN: lift-run %s --entry=in_local --size=N=1 --verify
func.func @in_local(%x: !lift.array<N x f32>, %y: !lift.array<4 x f32>, %z: f32)
    -> !lift.array<64 x f32> {
  %k = lift.kernel local_size [64] global_size [64] {
    %r:2 = lift.reduce (%e = %x : !lift.array<N x f32>)
        init (%a = %z, %b = %y : f32, !lift.array<4 x f32>) {
      %s = arith.addf %a, %e : f32
      %t = lift.map (%v = %b : !lift.array<4 x f32>) {
        %u = arith.addf %v, %e : f32
        lift.yield %u : f32
      }
      lift.yield %s, %t : f32, !lift.array<4 x f32>
    }
    %l = lift.materialize %r#1 in local : !lift.array<4 x f32>
    %all = lift.broadcast %r#0 sizes [64] : f32
    %repeated = lift.broadcast %l sizes [16] dim 0 : !lift.array<4 x f32>
    %flat = lift.join %repeated : !lift.array<16 x 4 x f32>
    %m = lift.map lcl(0) (%v = %all, %w = %flat
        : !lift.array<64 x f32>, !lift.array<64 x f32>) {
      %s = arith.addf %v, %w : f32
      lift.yield %s : f32
    }
    lift.yield %m : !lift.array<64 x f32>
  }
  return %k : !lift.array<64 x f32>
}
