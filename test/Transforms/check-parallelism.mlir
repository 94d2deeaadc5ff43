// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-check-parallelism))' 2>&1 -o /dev/null | count 0

// Nothing to say of these.

func.func @parallel(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %k = lift.kernel {
    %m = lift.map glb(0) (%a = %x : !lift.array<N x f32>) { lift.yield %a : f32 }
    lift.yield %m : !lift.array<N x f32>
  }
  return %k : !lift.array<N x f32>
}

// One work-item, as somebody has written.
func.func @launched_for_one(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %k = lift.kernel local_size [1] global_size [1] {
    %m = lift.map (%a = %x : !lift.array<N x f32>) { lift.yield %a : f32 }
    lift.yield %m : !lift.array<N x f32>
  }
  return %k : !lift.array<N x f32>
}

// A reduction is sequential, and so is a map that is computed where it is read.
func.func @reduction(%x: !lift.array<N x f32>) -> f32 {
  %k = lift.kernel {
    %zero = arith.constant 0.0 : f32
    %m = lift.map (%a = %x : !lift.array<N x f32>) {
      %q = arith.mulf %a, %a : f32
      lift.yield %q : f32
    }
    %s = lift.reduce (%e = %m : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %t = arith.addf %acc, %e : f32
      lift.yield %t : f32
    }
    lift.yield %s : f32
  }
  return %k : f32
}

func.func @one_element(%x: !lift.array<1 x f32>) -> !lift.array<1 x f32> {
  %k = lift.kernel {
    %m = lift.map (%a = %x : !lift.array<1 x f32>) { lift.yield %a : f32 }
    lift.yield %m : !lift.array<1 x f32>
  }
  return %k : !lift.array<1 x f32>
}

// Accumulators that somebody wants to have in one work-item.
func.func @accumulators(%x: !lift.array<N x 2 x f32>, %i: !lift.array<2 x f32>) -> !lift.array<2 x f32> {
  %k = lift.kernel {
    %s = lift.reduce (%row = %x : !lift.array<N x 2 x f32>) init (%acc = %i : !lift.array<2 x f32>) {
      %next = lift.map seq (%e = %row, %a = %acc : !lift.array<2 x f32>, !lift.array<2 x f32>) {
        %t = arith.addf %a, %e : f32
        lift.yield %t : f32
      }
      lift.yield %next : !lift.array<2 x f32>
    }
    lift.yield %s : !lift.array<2 x f32>
  }
  return %k : !lift.array<2 x f32>
}

// In a group: what is inside lcl, around it, private, or mapped to seq.
func.func @group(%x: !lift.array<N x 8 x 4 x f32>) -> !lift.array<N x 8 x 4 x f32> {
  %k = lift.kernel {
    %m = lift.map wrg(0) (%page = %x : !lift.array<N x 8 x 4 x f32>) {
      %tile = lift.map (%row = %page : !lift.array<8 x 4 x f32>) {
        %c = lift.map lcl(0) (%e = %row : !lift.array<4 x f32>) { lift.yield %e : f32 }
        lift.yield %c : !lift.array<4 x f32>
      }
      %l = lift.materialize %tile in local : !lift.array<8 x 4 x f32>
      %turned = lift.reverse %l : !lift.array<8 x 4 x f32>
      %first = lift.at %turned[0] : !lift.array<8 x 4 x f32>
      %own = lift.map (%e = %first : !lift.array<4 x f32>) { lift.yield %e : f32 }
      %p = lift.materialize %own in private : !lift.array<4 x f32>
      %last = lift.map seq (%e = %first : !lift.array<4 x f32>) { lift.yield %e : f32 }
      %s = lift.materialize %last in local : !lift.array<4 x f32>
      %o = lift.map lcl(0) (%row = %turned : !lift.array<8 x 4 x f32>) {
        %c = lift.map (%a = %row, %b = %p, %d = %s
            : !lift.array<4 x f32>, !lift.array<4 x f32>, !lift.array<4 x f32>) {
          %t = arith.addf %a, %b : f32
          %u = arith.addf %t, %d : f32
          lift.yield %u : f32
        }
        lift.yield %c : !lift.array<4 x f32>
      }
      lift.yield %o : !lift.array<8 x 4 x f32>
    }
    lift.yield %m : !lift.array<N x 8 x 4 x f32>
  }
  return %k : !lift.array<N x 8 x 4 x f32>
}

// A group is one work-item.
func.func @groups_only(%x: !lift.array<N x 8 x f32>) -> !lift.array<N x 8 x f32> {
  %k = lift.kernel {
    %m = lift.map wrg(0) (%row = %x : !lift.array<N x 8 x f32>) {
      %c = lift.map (%e = %row : !lift.array<8 x f32>) { lift.yield %e : f32 }
      lift.yield %c : !lift.array<8 x f32>
    }
    lift.yield %m : !lift.array<N x 8 x f32>
  }
  return %k : !lift.array<N x 8 x f32>
}

// Nobody can share the steps.
func.func @steps(%x: !lift.array<N x 8 x f32>, %i: !lift.array<8 x f32>) -> !lift.array<8 x f32> {
  %r = lift.kernel {
    %limit = arith.constant 9.0 : f32
    %s = lift.reduce_while (%row = %x : !lift.array<N x 8 x f32>) init (%acc = %i : !lift.array<8 x f32>) while {
      %first = lift.at %acc[0] : !lift.array<8 x f32>
      %below = arith.cmpf olt, %first, %limit : f32
      lift.yield %below : i1
    } do {
      %next = lift.map (%e = %row, %a = %acc : !lift.array<8 x f32>, !lift.array<8 x f32>) {
        %t = arith.addf %e, %a : f32
        lift.yield %t : f32
      }
      lift.yield %next : !lift.array<8 x f32>
    }
    lift.yield %s : !lift.array<8 x f32>
  }
  return %r : !lift.array<8 x f32>
}

// Each work-item has bins of its own.
func.func @own_bins(%k: !lift.array<N x 64 x i32>, %b: !lift.array<8 x i32>) -> !lift.array<N x 8 x i32> {
  %r = lift.kernel {
    %m = lift.map glb(0) (%row = %k : !lift.array<N x 64 x i32>) {
      %h = lift.scatter_reduce (%i = %row : !lift.array<64 x i32>) init (%bin = %b : !lift.array<8 x i32>) {
        lift.yield %bin : i32
      }
      lift.yield %h : !lift.array<8 x i32>
    }
    lift.yield %m : !lift.array<N x 8 x i32>
  }
  return %r : !lift.array<N x 8 x i32>
}

// Each work-item copies its own share.
func.func @private_accumulator(%x: !lift.array<N x 4 x 8 x f32>, %i: !lift.array<8 x f32>) -> !lift.array<N x 8 x f32> {
  %r = lift.kernel {
    %m = lift.map wrg(0) (%page = %x : !lift.array<N x 4 x 8 x f32>) {
      %s = lift.reduce (%row = %page : !lift.array<4 x 8 x f32>) init (%acc = %i : !lift.array<8 x f32>) {
        %next = lift.map lcl(0) (%e = %row, %a = %acc : !lift.array<8 x f32>, !lift.array<8 x f32>) {
          %t = arith.addf %a, %e : f32
          lift.yield %t : f32
        }
        %l = lift.materialize %next in private : !lift.array<8 x f32>
        lift.yield %l : !lift.array<8 x f32>
      }
      lift.yield %s : !lift.array<8 x f32>
    }
    lift.yield %m : !lift.array<N x 8 x f32>
  }
  return %r : !lift.array<N x 8 x f32>
}

// One work-item has them all.
func.func @own_accumulator(%x: !lift.array<N x 4 x 8 x f32>, %i: !lift.array<8 x f32>) -> !lift.array<N x 8 x f32> {
  %r = lift.kernel {
    %m = lift.map glb(0) (%page = %x : !lift.array<N x 4 x 8 x f32>) {
      %s = lift.reduce (%row = %page : !lift.array<4 x 8 x f32>) init (%acc = %i : !lift.array<8 x f32>) {
        %next = lift.map (%e = %row, %a = %acc : !lift.array<8 x f32>, !lift.array<8 x f32>) {
          %t = arith.addf %a, %e : f32
          lift.yield %t : f32
        }
        %l = lift.materialize %next in global : !lift.array<8 x f32>
        lift.yield %l : !lift.array<8 x f32>
      }
      lift.yield %s : !lift.array<8 x f32>
    }
    lift.yield %m : !lift.array<N x 8 x f32>
  }
  return %r : !lift.array<N x 8 x f32>
}
