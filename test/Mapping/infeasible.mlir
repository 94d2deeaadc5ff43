// RUN: lift-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(func.func(lift-normalize,lift-map-parallelism))'

// Programs and choices that leave no mapping. The notes are a minimal core: each
// of them can be left out by nothing but making the rest possible.

// The one map that reads the private value backwards must run on lcl(0) of those
// who wrote it.
func.func @backwards(%x: !lift.array<N x 8 x f32>) -> !lift.array<N x 8 x f32> {
  // expected-error @below {{no mapping satisfies all constraints}}
  %r = lift.kernel local_size [8] global_size [64] {
    %a = lift.map (%row = %x : !lift.array<N x 8 x f32>) {
      // expected-note @below {{choice: is mapped to lcl(0)}}
      %b = lift.map lcl(0) (%e = %row : !lift.array<8 x f32>) {
        %d = arith.addf %e, %e : f32
        lift.yield %d : f32
      }
      // expected-note-re @below {{{{S5|S6}}: {{.*}} private value}}
      %p = lift.materialize %b in private : !lift.array<8 x f32>
      %turned = lift.reverse %p : !lift.array<8 x f32>
      %c = lift.map (%e = %turned : !lift.array<8 x f32>) {
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

// Local memory cannot be divided among groups.
func.func @groups(%x: !lift.array<8 x f32>) -> !lift.array<8 x f32> {
  // expected-error @below {{no mapping satisfies all constraints}}
  %r = lift.kernel local_size [8] global_size [64] {
    // expected-note @below {{choice: is mapped to wrg(0)}}
    %b = lift.map wrg(0) (%e = %x : !lift.array<8 x f32>) {
      %d = arith.addf %e, %e : f32
      lift.yield %d : f32
    }
    // expected-note @below {{S4: a work-group must not need an element of this value that another one computes}}
    %p = lift.materialize %b in local : !lift.array<8 x f32>
    %turned = lift.reverse %p : !lift.array<8 x f32>
    %c = lift.map (%e = %turned : !lift.array<8 x f32>) {
      %d = arith.mulf %e, %e : f32
      lift.yield %d : f32
    }
    lift.yield %c : !lift.array<8 x f32>
  }
  return %r : !lift.array<8 x f32>
}

// -----

// Groups that read from global memory what another one has computed.
func.func @global(%x: !lift.array<8 x f32>) -> !lift.array<8 x f32> {
  // expected-error @below {{no mapping satisfies all constraints}}
  %r = lift.kernel local_size [8] global_size [64] {
    %b = lift.map (%e = %x : !lift.array<8 x f32>) {
      %d = arith.addf %e, %e : f32
      lift.yield %d : f32
    }
    // expected-note @below {{S4: a work-group must not need an element of this value that another one computes, for groups cannot wait for each other}}
    %p = lift.materialize %b in global : !lift.array<8 x f32>
    %turned = lift.reverse %p : !lift.array<8 x f32>
    // expected-note @below {{choice: is mapped to wrg(0)}}
    %c = lift.map wrg(0) (%e = %turned : !lift.array<8 x f32>) {
      %d = arith.mulf %e, %e : f32
      lift.yield %d : f32
    }
    lift.yield %c : !lift.array<8 x f32>
  }
  return %r : !lift.array<8 x f32>
}

// -----

// Two maps in each other on the same ids.
func.func @twice(%x: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  // expected-error @below {{no mapping satisfies all constraints}}
  %r = lift.kernel local_size [8] global_size [64] {
    // expected-note @below {{choice: is mapped to glb(0)}}
    %a = lift.map glb(0) (%row = %x : !lift.array<N x M x f32>) {
      %flipped = lift.reverse %row : !lift.array<M x f32>
      %halves = lift.split %flipped by 1 : !lift.array<M x f32>
      %b = lift.map (%half = %halves : !lift.array<M x 1 x f32>) {
        // expected-note @below {{choice: is mapped to glb(0)}}
        // expected-note @below {{S1: must not use the ids of a map around it}}
        %c = lift.map glb(0) (%e = %half : !lift.array<1 x f32>) {
          %d = arith.addf %e, %e : f32
          lift.yield %d : f32
        }
        lift.yield %c : !lift.array<1 x f32>
      }
      %joined = lift.join %b : !lift.array<M x 1 x f32>
      lift.yield %joined : !lift.array<M x f32>
    }
    lift.yield %a : !lift.array<N x M x f32>
  }
  return %r : !lift.array<N x M x f32>
}

// -----

// Groups inside a group.
func.func @inside_out(%x: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  // expected-error @below {{no mapping satisfies all constraints}}
  %r = lift.kernel local_size [8] global_size [64] {
    // expected-note @below {{choice: is mapped to lcl(1)}}
    %a = lift.map lcl(1) (%row = %x : !lift.array<N x M x f32>) {
      %t = lift.split %row by 1 : !lift.array<M x f32>
      // expected-note @below {{choice: is mapped to wrg(0)}}
      // expected-note @below {{S1: must not use the ids of a map around it}}
      %b = lift.map wrg(0) (%half = %t : !lift.array<M x 1 x f32>) {
        %c = lift.map (%e = %half : !lift.array<1 x f32>) {
          %d = arith.addf %e, %e : f32
          lift.yield %d : f32
        }
        lift.yield %c : !lift.array<1 x f32>
      }
      %joined = lift.join %b : !lift.array<M x 1 x f32>
      lift.yield %joined : !lift.array<M x f32>
    }
    lift.yield %a : !lift.array<N x M x f32>
  }
  return %r : !lift.array<N x M x f32>
}

// -----

// What is computed where it is read, on work-items.
func.func @unstored(%x: !lift.array<N x M x f32>) -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  // expected-error @below {{no mapping satisfies all constraints}}
  %r = lift.kernel local_size [8] global_size [64] {
    %a = lift.map (%row = %x : !lift.array<N x M x f32>) {
      // expected-note @below {{choice: is mapped to lcl(0)}}
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

// More local memory than there is, whatever is mapped how: 8 x 2^40 bytes.
func.func @large(%x: !lift.array<1048576 x 1048576 x f64>) -> !lift.array<1048576 x 1048576 x f64> {
  // expected-error @below {{no mapping satisfies all constraints}}
  // expected-note @below {{S8: local values (8796093022208 bytes, times the work-items of maps to lcl around them) must fit into 32768 bytes of opencl}}
  %r = lift.kernel local_size [8] global_size [64] {
    %a = lift.map (%row = %x : !lift.array<1048576 x 1048576 x f64>) {
      %c = lift.map (%e = %row : !lift.array<1048576 x f64>) {
        %d = arith.addf %e, %e : f64
        lift.yield %d : f64
      }
      lift.yield %c : !lift.array<1048576 x f64>
    }
    %l = lift.materialize %a in local : !lift.array<1048576 x 1048576 x f64>
    %b = lift.map (%row = %l : !lift.array<1048576 x 1048576 x f64>) {
      %c = lift.map (%e = %row : !lift.array<1048576 x f64>) {
        %d = arith.mulf %e, %e : f64
        lift.yield %d : f64
      }
      lift.yield %c : !lift.array<1048576 x f64>
    }
    lift.yield %b : !lift.array<1048576 x 1048576 x f64>
  }
  return %r : !lift.array<1048576 x 1048576 x f64>
}

// -----

// A dimension of a group that no device has.
func.func @wide(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  // expected-error @below {{no mapping satisfies all constraints}}
  // expected-note-re @below {{S7: {{.*}}2000000000}}
  %r = lift.kernel local_size [2000000000] global_size [2000000000] {
    %a = lift.map (%e = %x : !lift.array<N x f32>) {
      %d = arith.addf %e, %e : f32
      lift.yield %d : f32
    }
    lift.yield %a : !lift.array<N x f32>
  }
  return %r : !lift.array<N x f32>
}

// -----

// All maps chosen to be sequential but one, which cannot be parallel.
func.func @sequential(%x: !lift.array<N x M x f32>) -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  // expected-error @below {{no mapping satisfies all constraints}}
  // expected-note @below {{S9: some map is parallel}}
  %r = lift.kernel local_size [8] global_size [64] {
    // expected-note @below {{choice: is mapped to seq}}
    %a = lift.map seq (%row = %x : !lift.array<N x M x f32>) {
      %c = lift.map (%e = %row : !lift.array<M x f32>) {
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

// The accumulator of a reduction in global memory: a group that starts it must be
// the one that goes on.
func.func @accumulator(%x: !lift.array<N x 8 x f32>) -> !lift.array<8 x f32> {
  %zero = arith.constant 0.0 : f32
  // expected-error @below {{the mapping violates constraints}}
  // expected-note @below {{S4: a work-group must not need an element of this value that another one computes}}
  %r = lift.kernel local_size [4] global_size [8] {
    %zeros = lift.broadcast %zero sizes [8] : f32
    %s = lift.reduce (%row = %x : !lift.array<N x 8 x f32>) init (%acc = %zeros : !lift.array<8 x f32>) {
      %next = lift.map glb(0) (%e = %row, %a = %acc : !lift.array<8 x f32>, !lift.array<8 x f32>) {
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

// A step that reads what it overwrites needs two local accumulators, of 24000
// bytes each.
func.func @two_accumulators(%x: !lift.array<16 x 5 x 6000 x f32>) -> !lift.array<16 x 6000 x f32> {
  // expected-error @below {{no mapping satisfies all constraints}}
  // expected-note @below {{S8: local values (48000 bytes, times the work-items of maps to lcl around them) must fit into 32768 bytes of opencl}}
  %k = lift.kernel local_size [8] global_size [16] {
    %r = lift.map (%rows = %x : !lift.array<16 x 5 x 6000 x f32>) {
      %first = lift.at %rows[0] : !lift.array<5 x 6000 x f32>
      %init = lift.copy %first [seq] in local : !lift.array<6000 x f32>
      %s = lift.reduce (%row = %rows : !lift.array<5 x 6000 x f32>) init (%acc = %init : !lift.array<6000 x f32>) {
        %b = lift.reverse %acc : !lift.array<6000 x f32>
        %n = lift.map (%a = %b, %e = %row : !lift.array<6000 x f32>, !lift.array<6000 x f32>) {
          %c = arith.addf %a, %e : f32
          lift.yield %c : f32
        }
        lift.yield %n : !lift.array<6000 x f32>
      }
      %m = lift.materialize %s in local : !lift.array<6000 x f32>
      %o = lift.map (%a = %m : !lift.array<6000 x f32>) {
        %c = arith.addf %a, %a : f32
        lift.yield %c : f32
      }
      lift.yield %o : !lift.array<6000 x f32>
    }
    lift.yield %r : !lift.array<16 x 6000 x f32>
  }
  return %k : !lift.array<16 x 6000 x f32>
}

// -----

// Two buffers of 20000 bytes, used in turn.
func.func @two_buffers(%x: !lift.array<16 x 5000 x f32>) -> !lift.array<16 x 5000 x f32> {
  // expected-error @below {{no mapping satisfies all constraints}}
  // expected-note @below {{S8: local values (40000 bytes, times the work-items of maps to lcl around them) must fit into 32768 bytes of opencl}}
  %k = lift.kernel local_size [8] global_size [16] {
    %r = lift.map (%row = %x : !lift.array<16 x 5000 x f32>) {
      %n = lift.map (%a = %row : !lift.array<5000 x f32>) {
        %c = arith.addf %a, %a : f32
        lift.yield %c : f32
      }
      %m = lift.materialize %n in local {buffers = 2} : !lift.array<5000 x f32>
      %o = lift.map (%a = %m : !lift.array<5000 x f32>) {
        %c = arith.mulf %a, %a : f32
        lift.yield %c : f32
      }
      lift.yield %o : !lift.array<5000 x f32>
    }
    lift.yield %r : !lift.array<16 x 5000 x f32>
  }
  return %k : !lift.array<16 x 5000 x f32>
}
