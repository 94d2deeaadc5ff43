// RUN: lift-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(lift-normalize,lift-map-parallelism))' > /dev/null
// RUN: lift-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(lift-normalize,lift-map-parallelism{solver=enumerate}))' > /dev/null

// What the rules `sound` accept: each of these mappings is next to one that
// map-parallelism-invalid.mlir shows to be rejected.

// S1: lcl of one dimension inside lcl of another, inside wrg.
func.func @s1(%x: !lift.array<N x M x K x f32>) -> !lift.array<N x M x K x f32> {
  %r = lift.kernel local_size [8, 2] global_size [64, 2] {
    %a = lift.map wrg(0) (%plane = %x : !lift.array<N x M x K x f32>) {
      %b = lift.map lcl(1) (%row = %plane : !lift.array<M x K x f32>) {
        %c = lift.map lcl(0) (%e = %row : !lift.array<K x f32>) {
          %d = arith.addf %e, %e : f32
          lift.yield %d : f32
        }
        lift.yield %c : !lift.array<K x f32>
      }
      lift.yield %b : !lift.array<M x K x f32>
    }
    lift.yield %a : !lift.array<N x M x K x f32>
  }
  return %r : !lift.array<N x M x K x f32>
}

// -----

// S2: a result that is stored; and a step that reads what it will overwrite.
func.func @s2(%x: !lift.array<N x 8 x f32>, %i: !lift.array<8 x f32>) -> !lift.array<8 x f32> {
  %r = lift.kernel local_size [8] global_size [8] {
    %s = lift.reduce (%row = %x : !lift.array<N x 8 x f32>) init (%acc = %i : !lift.array<8 x f32>) {
      %next = lift.map lcl(0) (%e = %row, %a = %acc : !lift.array<8 x f32>, !lift.array<8 x f32>) {
        %t = arith.addf %e, %a : f32
        lift.yield %t : f32
      }
      lift.yield %next : !lift.array<8 x f32>
    }
    lift.yield %s : !lift.array<8 x f32>
  }
  return %r : !lift.array<8 x f32>
}

// -----

// S3, S8: local memory inside wrg, and one copy of it.
func.func @s3(%x: !lift.array<N x 256 x f32>) -> !lift.array<N x 256 x f32> {
  %r = lift.kernel local_size [64] global_size [128] {
    %a = lift.map wrg(0) (%row = %x : !lift.array<N x 256 x f32>) {
      %l = lift.copy %row [lcl(0)] in local : !lift.array<256 x f32>
      %turned = lift.reverse %l : !lift.array<256 x f32>
      %c = lift.map lcl(0) (%e = %turned : !lift.array<256 x f32>) {
        %d = arith.addf %e, %e : f32
        lift.yield %d : f32
      }
      lift.yield %c : !lift.array<256 x f32>
    }
    lift.yield %a : !lift.array<N x 256 x f32>
  }
  return %r : !lift.array<N x 256 x f32>
}

// -----

// S4, S5: the same work-item writes and reads each element of the global value.
func.func @s4(%x: !lift.array<N x 8 x f32>) -> !lift.array<N x 8 x f32> {
  %r = lift.kernel local_size [4, 4] global_size [8, 8] {
    %a = lift.map glb(1) (%row = %x : !lift.array<N x 8 x f32>) {
      %b = lift.map glb(0) (%e = %row : !lift.array<8 x f32>) {
        %d = arith.addf %e, %e : f32
        lift.yield %d : f32
      }
      %g = lift.materialize %b in global : !lift.array<8 x f32>
      %c = lift.map glb(0) (%e = %g : !lift.array<8 x f32>) {
        %d = arith.mulf %e, %e : f32
        lift.yield %d : f32
      }
      lift.yield %c : !lift.array<8 x f32>
    }
    lift.yield %a : !lift.array<N x 8 x f32>
  }
  return %r : !lift.array<N x 8 x f32>
}

// -----

// Mapping M4 of Table 1 with a global value: a barrier stands between the maps.
func.func @s5_barrier(%x: !lift.array<N x 8 x f32>) -> !lift.array<N x 8 x f32> {
  %r = lift.kernel local_size [4] global_size [8] {
    %a = lift.map wrg(0) (%row = %x : !lift.array<N x 8 x f32>) {
      %b = lift.map lcl(0) (%e = %row : !lift.array<8 x f32>) {
        %d = arith.addf %e, %e : f32
        lift.yield %d : f32
      }
      %g = lift.materialize %b in global : !lift.array<8 x f32>
      %turned = lift.reverse %g : !lift.array<8 x f32>
      %c = lift.map lcl(0) (%e = %turned : !lift.array<8 x f32>) {
        %d = arith.mulf %e, %e : f32
        lift.yield %d : f32
      }
      lift.yield %c : !lift.array<8 x f32>
    }
    lift.yield %a : !lift.array<N x 8 x f32>
  }
  return %r : !lift.array<N x 8 x f32>
}

// -----

// S5, S6: each work-item keeps its share of a private value; R1 of the paper
// would not allow that.
func.func @s6(%x: !lift.array<N x 9 x f32>) -> !lift.array<N x 9 x f32> {
  %r = lift.kernel local_size [4] global_size [8] {
    %a = lift.map wrg(0) (%row = %x : !lift.array<N x 9 x f32>) {
      %b = lift.map lcl(0) (%e = %row : !lift.array<9 x f32>) {
        %d = arith.addf %e, %e : f32
        lift.yield %d : f32
      }
      %p = lift.materialize %b in private : !lift.array<9 x f32>
      %c = lift.map lcl(0) (%e = %p : !lift.array<9 x f32>) {
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

// S9: where no map can be parallel, none has to be.
func.func @s9(%x: !lift.array<N x f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %r = lift.kernel local_size [1] global_size [1] {
    %c = lift.map seq (%e = %x : !lift.array<N x f32>) {
      %d = arith.addf %e, %e : f32
      lift.yield %d : f32
    }
    %s = lift.reduce (%e = %c : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %t = arith.addf %acc, %e : f32
      lift.yield %t : f32
    }
    lift.yield %s : f32
  }
  return %r : f32
}

// -----

// S4: an accumulator in global memory that one work-item computes, beside a map
// that all groups share.
func.func @s4_one(%x: !lift.array<N x 8 x f32>) -> (!lift.array<8 x f32>, !lift.array<N x f32>) {
  %zero = arith.constant 0.0 : f32
  %r:2 = lift.kernel local_size [4] global_size [8] {
    %zeros = lift.broadcast %zero sizes [8] : f32
    %s = lift.reduce (%row = %x : !lift.array<N x 8 x f32>) init (%acc = %zeros : !lift.array<8 x f32>) {
      %next = lift.map seq (%e = %row, %a = %acc : !lift.array<8 x f32>, !lift.array<8 x f32>) {
        %t = arith.addf %e, %a : f32
        lift.yield %t : f32
      }
      lift.yield %next : !lift.array<8 x f32>
    }
    %m = lift.map glb(0) (%row = %x : !lift.array<N x 8 x f32>) {
      %t = lift.reduce (%e = %row : !lift.array<8 x f32>) init (%acc = %zero : f32) {
        %u = arith.addf %acc, %e : f32
        lift.yield %u : f32
      }
      lift.yield %t : f32
    }
    lift.yield %s, %m : !lift.array<8 x f32>, !lift.array<N x f32>
  }
  return %r#0, %r#1 : !lift.array<8 x f32>, !lift.array<N x f32>
}

// -----

// S10: the steps of a scan, divided among the work-items of a group.
func.func @s10(%x: !lift.array<N x M x 8 x f32>) -> !lift.array<N x M x 8 x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.kernel local_size [4] global_size [8] {
    %pages = lift.map wrg(0) (%page = %x : !lift.array<N x M x 8 x f32>) {
      %zeros = lift.broadcast %zero sizes [8] : f32
      %s = lift.scan (%row = %page : !lift.array<M x 8 x f32>) init (%acc = %zeros : !lift.array<8 x f32>) {
        %next = lift.map lcl(0) (%e = %row, %a = %acc : !lift.array<8 x f32>, !lift.array<8 x f32>) {
          %t = arith.addf %e, %a : f32
          lift.yield %t : f32
        }
        lift.yield %next : !lift.array<8 x f32>
      }
      lift.yield %s : !lift.array<M x 8 x f32>
    }
    lift.yield %pages : !lift.array<N x M x 8 x f32>
  }
  return %r : !lift.array<N x M x 8 x f32>
}

// -----

// A reduction that stops early, by each work-item for itself; what a step stores
// is its own.
func.func @early(%x: !lift.array<N x M x 4 x f32>) -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %limit = arith.constant 9.0 : f32
  %r = lift.kernel local_size [4] global_size [8] {
    %pages = lift.map glb(0) (%page = %x : !lift.array<N x M x 4 x f32>) {
      %s = lift.reduce_while (%row = %page : !lift.array<M x 4 x f32>) init (%acc = %zero : f32) while {
        %below = arith.cmpf olt, %acc, %limit : f32
        lift.yield %below : i1
      } do {
        %twice = lift.map seq (%e = %row : !lift.array<4 x f32>) {
          %t = arith.addf %e, %e : f32
          lift.yield %t : f32
        }
        %kept = lift.materialize %twice in global : !lift.array<4 x f32>
        %turned = lift.reverse %kept : !lift.array<4 x f32>
        %sum = lift.reduce (%e = %turned : !lift.array<4 x f32>) init (%a = %acc : f32) {
          %t = arith.addf %a, %e : f32
          lift.yield %t : f32
        }
        lift.yield %sum : f32
      }
      lift.yield %s : f32
    }
    lift.yield %pages : !lift.array<N x f32>
  }
  return %r : !lift.array<N x f32>
}

// -----

// S5: each work-item has two pages, so that a barrier can stand between the steps
// of a scan, which read the step before backwards.
func.func @s5_no_rest(%x: !lift.array<8 x M x 8 x f32>) -> !lift.array<8 x M x 8 x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.kernel local_size [4, 4] global_size [8, 4] {
    %zeros = lift.broadcast %zero sizes [8] : f32
    %pages = lift.map lcl(1) (%page = %x : !lift.array<8 x M x 8 x f32>) {
      %s = lift.scan (%row = %page : !lift.array<M x 8 x f32>) init (%acc = %zeros : !lift.array<8 x f32>) {
        %turned = lift.reverse %acc : !lift.array<8 x f32>
        %next = lift.map lcl(0) (%e = %row, %a = %turned : !lift.array<8 x f32>, !lift.array<8 x f32>) {
          %t = arith.addf %e, %a : f32
          lift.yield %t : f32
        }
        lift.yield %next : !lift.array<8 x f32>
      }
      lift.yield %s : !lift.array<M x 8 x f32>
    }
    lift.yield %pages : !lift.array<8 x M x 8 x f32>
  }
  return %r : !lift.array<8 x M x 8 x f32>
}

// -----

// The first of two groups alone uses a value in global memory.
func.func @first_group(%x: !lift.array<N x 8 x f32>) -> !lift.array<N x 8 x f32> {
  %r = lift.kernel local_size [4] global_size [8] {
    %a = lift.map seq (%row = %x : !lift.array<N x 8 x f32>) {
      %g = lift.copy %row [lcl(0)] in global : !lift.array<8 x f32>
      %turned = lift.reverse %g : !lift.array<8 x f32>
      %c = lift.map lcl(0) (%e = %turned : !lift.array<8 x f32>) {
        %d = arith.addf %e, %e : f32
        lift.yield %d : f32
      }
      lift.yield %c : !lift.array<8 x f32>
    }
    lift.yield %a : !lift.array<N x 8 x f32>
  }
  return %r : !lift.array<N x 8 x f32>
}
