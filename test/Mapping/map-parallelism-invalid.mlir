// RUN: lift-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(func.func(lift-normalize,lift-map-parallelism))'
// RUN: lift-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(func.func(lift-normalize,lift-map-parallelism{solver=enumerate}))'

// What the rules `sound` reject; map-parallelism-sound.mlir has what they accept.

func.func @s1(%x: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  // expected-error @below {{the mapping violates constraints}}
  %r = lift.kernel local_size [8] global_size [64] {
    %a = lift.map lcl(0) (%row = %x : !lift.array<N x M x f32>) {
      // expected-note @below {{S1: must not use the ids of a map around it, must not be wrg inside lcl, and must not mix glb with either}}
      %c = lift.map wrg(0) (%e = %row : !lift.array<M x f32>) {
        lift.yield %e : f32
      }
      lift.yield %c : !lift.array<M x f32>
    }
    lift.yield %a : !lift.array<N x M x f32>
  }
  return %r : !lift.array<N x M x f32>
}

// -----

func.func @s2(%x: !lift.array<N x M x f32>) -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  // expected-error @below {{the mapping violates constraints}}
  %r = lift.kernel local_size [8] global_size [64] {
    %a = lift.map wrg(0) (%row = %x : !lift.array<N x M x f32>) {
      // expected-note @below {{S2: must not be parallel: its result is stored nowhere: whoever reads an element computes it}}
      %c = lift.map lcl(0) (%e = %row : !lift.array<M x f32>) {
        %d = arith.addf %e, %e : f32
        lift.yield %d : f32
      }
      %s = lift.reduce (%e = %c : !lift.array<M x f32>) init (%acc = %zero : f32) {
        %t = arith.addf %acc, %e : f32
        lift.yield %t : f32
      }
      lift.yield %s : f32
    }
    lift.yield %a : !lift.array<N x f32>
  }
  return %r : !lift.array<N x f32>
}

// -----

// Each step reads its neighbour's element.
func.func @s2_in_place(%x: !lift.array<N x 8 x f32>, %i: !lift.array<8 x f32>) -> !lift.array<8 x f32> {
  // expected-error @below {{the mapping violates constraints}}
  %r = lift.kernel local_size [8] global_size [8] {
    %s = lift.reduce (%row = %x : !lift.array<N x 8 x f32>) init (%acc = %i : !lift.array<8 x f32>) {
      %turned = lift.reverse %acc : !lift.array<8 x f32>
      // expected-note @below {{S2: must not be parallel: a step of the reduction around it reads what the step has overwritten: materialize what the step yields}}
      %next = lift.map lcl(0) (%e = %row, %a = %turned : !lift.array<8 x f32>, !lift.array<8 x f32>) {
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

func.func @s3(%x: !lift.array<N x 8 x f32>) -> !lift.array<N x 8 x f32> {
  // expected-error @below {{no mapping satisfies all constraints}}
  %r = lift.kernel local_size [8] global_size [64] {
    // expected-note @below {{choice: is mapped to glb(0)}}
    // expected-note @below {{S3: must not be mapped to glb: its body stores in local memory, and work-items of a group would take different numbers of steps}}
    %a = lift.map glb(0) (%row = %x : !lift.array<N x 8 x f32>) {
      %l = lift.copy %row in local : !lift.array<8 x f32>
      %c = lift.map seq (%e = %l : !lift.array<8 x f32>) {
        %d = arith.addf %e, %e : f32
        lift.yield %d : f32
      }
      lift.yield %c : !lift.array<8 x f32>
    }
    lift.yield %a : !lift.array<N x 8 x f32>
  }
  return %r : !lift.array<N x 8 x f32>
}

// -----

// Mapping M2 of Table 1 of the paper: a global value between work-groups.
func.func @s4(%x: !lift.array<N x 8 x f32>) -> !lift.array<N x 8 x f32> {
  // expected-error @below {{the mapping violates constraints}}
  %r = lift.kernel local_size [4, 4] global_size [8, 8] {
    %a = lift.map glb(1) (%row = %x : !lift.array<N x 8 x f32>) {
      %b = lift.map glb(0) (%e = %row : !lift.array<8 x f32>) {
        %d = arith.addf %e, %e : f32
        lift.yield %d : f32
      }
      // expected-note @below {{S4: a work-group must not need an element of this value that another one computes, for groups cannot wait for each other}}
      // expected-note @below {{S5: inside a map to glb, or to lcl with a rest of elements, where no barrier can stand, a work-item must not need an element of this value that another one computes}}
      %g = lift.materialize %b in global : !lift.array<8 x f32>
      %turned = lift.reverse %g : !lift.array<8 x f32>
      %c = lift.map glb(0) (%e = %turned : !lift.array<8 x f32>) {
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

// Mapping M3: local memory of other work-groups.
func.func @s4_local(%x: !lift.array<8 x 8 x f32>) -> !lift.array<8 x 8 x f32> {
  // expected-error @below {{the mapping violates constraints}}
  %r = lift.kernel local_size [4] global_size [8] {
    %b = lift.map wrg(0) (%row = %x : !lift.array<8 x 8 x f32>) {
      %c = lift.map lcl(0) (%e = %row : !lift.array<8 x f32>) {
        %d = arith.addf %e, %e : f32
        lift.yield %d : f32
      }
      lift.yield %c : !lift.array<8 x f32>
    }
    // expected-note @below {{S4: a work-group must not need an element of this value that another one computes}}
    %l = lift.materialize %b in local : !lift.array<8 x 8 x f32>
    %t = lift.transpose %l : !lift.array<8 x 8 x f32>
    %d = lift.map wrg(0) (%row = %t : !lift.array<8 x 8 x f32>) {
      %c = lift.map lcl(0) (%e = %row : !lift.array<8 x f32>) {
        %d = arith.mulf %e, %e : f32
        lift.yield %d : f32
      }
      lift.yield %c : !lift.array<8 x f32>
    }
    lift.yield %d : !lift.array<8 x 8 x f32>
  }
  return %r : !lift.array<8 x 8 x f32>
}

// -----

// A private value that another work-item needs.
func.func @s5_s6(%x: !lift.array<N x 8 x f32>) -> !lift.array<N x 8 x f32> {
  // expected-error @below {{the mapping violates constraints}}
  %r = lift.kernel local_size [4] global_size [8] {
    %a = lift.map wrg(0) (%row = %x : !lift.array<N x 8 x f32>) {
      %b = lift.map lcl(0) (%e = %row : !lift.array<8 x f32>) {
        %d = arith.addf %e, %e : f32
        lift.yield %d : f32
      }
      // expected-note @below {{S5: a work-item must not need an element of this private value that another one computes}}
      // expected-note @below {{S6: where lcl divides this private value, every use of it must be divided by the same lcl along that dimension; maps that are fused must not divide it}}
      %p = lift.materialize %b in private : !lift.array<8 x f32>
      %turned = lift.reverse %p : !lift.array<8 x f32>
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

func.func @s7(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  // expected-error @below {{no mapping satisfies all constraints}}
  // expected-note @below {{S7: a group of 64 x 32 x 1 work-items is more than 256 of opencl}}
  %r = lift.kernel local_size [64, 32] global_size [64, 32] {
    %a = lift.map (%e = %x : !lift.array<N x f32>) {
      %d = arith.addf %e, %e : f32
      lift.yield %d : f32
    }
    lift.yield %a : !lift.array<N x f32>
  }
  return %r : !lift.array<N x f32>
}

// -----

// 1 KiB, but a copy of it for each of 64 work-items.
func.func @s8(%x: !lift.array<N x 256 x f32>) -> !lift.array<N x 256 x f32> {
  // expected-error @below {{no mapping satisfies all constraints}}
  // expected-note @below {{S8: local values (1024 bytes, times the work-items of maps to lcl around them) must fit into 32768 bytes of opencl}}
  %r = lift.kernel local_size [64] global_size [64] {
    // expected-note @below {{choice: is mapped to lcl(0)}}
    %a = lift.map lcl(0) (%row = %x : !lift.array<N x 256 x f32>) {
      %l = lift.copy %row in local : !lift.array<256 x f32>
      %c = lift.map seq (%e = %l : !lift.array<256 x f32>) {
        %d = arith.mulf %e, %e : f32
        lift.yield %d : f32
      }
      lift.yield %c : !lift.array<256 x f32>
    }
    lift.yield %a : !lift.array<N x 256 x f32>
  }
  return %r : !lift.array<N x 256 x f32>
}

// -----

// Right, but slow: no error.
func.func @s9(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  // expected-warning @below {{the mapping is right, but slow}}
  // expected-note @below {{S9: some map is parallel}}
  %r = lift.kernel local_size [64] global_size [64] {
    %a = lift.map seq (%e = %x : !lift.array<N x f32>) {
      %d = arith.addf %e, %e : f32
      lift.yield %d : f32
    }
    lift.yield %a : !lift.array<N x f32>
  }
  return %r : !lift.array<N x f32>
}

// -----

func.func @s2_early(%x: !lift.array<N x 8 x f32>) -> !lift.array<8 x f32> {
  %zero = arith.constant 0.0 : f32
  %limit = arith.constant 9.0 : f32
  // expected-error @below {{the mapping violates constraints}}
  // expected-note @below {{S5: in the steps of a reduce_while, or under a condition, where no barrier can stand, a work-item must not need an element of this value that another one computes}}
  %r = lift.kernel local_size [8] global_size [8] {
    %zeros = lift.broadcast %zero sizes [8] : f32
    %s = lift.reduce_while (%row = %x : !lift.array<N x 8 x f32>) init (%acc = %zeros : !lift.array<8 x f32>) while {
      %first = lift.at %acc[0] : !lift.array<8 x f32>
      %below = arith.cmpf olt, %first, %limit : f32
      lift.yield %below : i1
    } do {
      // expected-note @below {{S2: must not be parallel: it is in a step of a reduce_while, and work-items may take different numbers of steps}}
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

// Local memory in the steps: work-item 0 stores, and the others cannot wait.
func.func @s5_early(%x: !lift.array<N x M x 4 x f32>) -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %limit = arith.constant 9.0 : f32
  // expected-error @below {{the mapping violates constraints}}
  %r = lift.kernel local_size [4] global_size [8] {
    %pages = lift.map wrg(0) (%page = %x : !lift.array<N x M x 4 x f32>) {
      %s = lift.reduce_while (%row = %page : !lift.array<M x 4 x f32>) init (%acc = %zero : f32) while {
        %below = arith.cmpf olt, %acc, %limit : f32
        lift.yield %below : i1
      } do {
        %twice = lift.map seq (%e = %row : !lift.array<4 x f32>) {
          %t = arith.addf %e, %e : f32
          lift.yield %t : f32
        }
        // expected-note @below {{S5: in the steps of a reduce_while, or under a condition, where no barrier can stand, a work-item must not need an element of this value that another one computes}}
        %kept = lift.materialize %twice in local : !lift.array<4 x f32>
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

func.func @s10(%x: !lift.array<M x 8 x f32>) -> !lift.array<M x 8 x f32> {
  %zero = arith.constant 0.0 : f32
  // expected-error @below {{the mapping violates constraints}}
  %r = lift.kernel local_size [4] global_size [8] {
    %zeros = lift.broadcast %zero sizes [8] : f32
    %s = lift.scan (%row = %x : !lift.array<M x 8 x f32>) init (%acc = %zeros : !lift.array<8 x f32>) {
      // expected-note @below {{S10: must not be mapped to wrg or glb: the steps of the scan around it depend on each other, and groups cannot wait for each other}}
      %next = lift.map glb(0) (%e = %row, %a = %acc : !lift.array<8 x f32>, !lift.array<8 x f32>) {
        %t = arith.addf %e, %a : f32
        lift.yield %t : f32
      }
      lift.yield %next : !lift.array<8 x f32>
    }
    lift.yield %s : !lift.array<M x 8 x f32>
  }
  return %r : !lift.array<M x 8 x f32>
}

// -----

// Two of four work-items have a second page, and the others do not wait for them
// between the steps.
func.func @s5_rest(%x: !lift.array<6 x M x 8 x f32>) -> !lift.array<6 x M x 8 x f32> {
  %zero = arith.constant 0.0 : f32
  // expected-error @below {{the mapping violates constraints}}
  // expected-note @below {{S5: inside a map to glb, or to lcl with a rest of elements, where no barrier can stand, a work-item must not need an element of this value that another one computes}}
  %r = lift.kernel local_size [4, 4] global_size [8, 4] {
    %zeros = lift.broadcast %zero sizes [8] : f32
    %pages = lift.map lcl(1) (%page = %x : !lift.array<6 x M x 8 x f32>) {
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
    lift.yield %pages : !lift.array<6 x M x 8 x f32>
  }
  return %r : !lift.array<6 x M x 8 x f32>
}

// -----

// What a reduction starts from, work-items compute, each its part; a single one
// goes on, inside a map to glb.
func.func @s5_init(%x: !lift.array<N x M x 8 x f32>, %y: !lift.array<N x 8 x f32>) -> !lift.array<N x 8 x f32> {
  // expected-error @below {{the mapping violates constraints}}
  // expected-note @below {{S4: a work-group must not need an element of this value that another one computes}}
  // expected-note @below {{S5: inside a map to glb, or to lcl with a rest of elements, where no barrier can stand, a work-item must not need an element of this value that another one computes}}
  %r = lift.kernel local_size [4, 4] global_size [8, 8] {
    %pages = lift.map glb(1) (%page = %x, %i = %y : !lift.array<N x M x 8 x f32>, !lift.array<N x 8 x f32>) {
      %start = lift.map glb(0) (%e = %i : !lift.array<8 x f32>) {
        %t = arith.addf %e, %e : f32
        lift.yield %t : f32
      }
      %s = lift.reduce (%row = %page : !lift.array<M x 8 x f32>) init (%acc = %start : !lift.array<8 x f32>) {
        %next = lift.map seq (%e = %row, %a = %acc : !lift.array<8 x f32>, !lift.array<8 x f32>) {
          %t = arith.addf %e, %a : f32
          lift.yield %t : f32
        }
        lift.yield %next : !lift.array<8 x f32>
      }
      lift.yield %s : !lift.array<8 x f32>
    }
    lift.yield %pages : !lift.array<N x 8 x f32>
  }
  return %r : !lift.array<N x 8 x f32>
}

// -----

// Another group reads what a scan has left.
func.func @s4_scan(%x: !lift.array<M x 8 x f32>) -> !lift.array<M x 8 x f32> {
  %zero = arith.constant 0.0 : f32
  // expected-error @below {{the mapping violates constraints}}
  %r = lift.kernel local_size [4] global_size [8] {
    %zeros = lift.broadcast %zero sizes [8] : f32
    %s = lift.scan (%row = %x : !lift.array<M x 8 x f32>) init (%acc = %zeros : !lift.array<8 x f32>) {
      %next = lift.map seq (%e = %row, %a = %acc : !lift.array<8 x f32>, !lift.array<8 x f32>) {
        %t = arith.addf %e, %a : f32
        lift.yield %t : f32
      }
      lift.yield %next : !lift.array<8 x f32>
    }
    // expected-note @below {{S4: a work-group must not need an element of this value that another one computes}}
    %kept = lift.materialize %s in global : !lift.array<M x 8 x f32>
    %out = lift.map wrg(0) (%row = %kept : !lift.array<M x 8 x f32>) {
      %cells = lift.map lcl(0) (%e = %row : !lift.array<8 x f32>) {
        %t = arith.addf %e, %e : f32
        lift.yield %t : f32
      }
      lift.yield %cells : !lift.array<8 x f32>
    }
    lift.yield %out : !lift.array<M x 8 x f32>
  }
  return %r : !lift.array<M x 8 x f32>
}
