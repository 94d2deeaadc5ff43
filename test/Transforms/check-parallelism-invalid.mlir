// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-check-parallelism))' --verify-diagnostics

func.func @sequential(%x: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  %k = lift.kernel {
    // expected-warning @below {{runs on one work-item, which goes through N elements}}
    // expected-note @below {{nothing in this kernel is parallel; map this to glb, or to wrg and lcl, or compile with mapping=solve}}
    %m = lift.map seq (%row = %x : !lift.array<N x M x f32>) {
      %c = lift.map (%e = %row : !lift.array<M x f32>) { lift.yield %e : f32 }
      lift.yield %c : !lift.array<M x f32>
    }
    lift.yield %m : !lift.array<N x M x f32>
  }
  return %k : !lift.array<N x M x f32>
}

// It is launched for many, of which one works.
func.func @launched(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %k = lift.kernel local_size [64] global_size [1024] {
    // expected-warning @below {{runs on one work-item, which goes through N elements}}
    // expected-note @below {{nothing in this kernel is parallel}}
    %m = lift.map (%a = %x : !lift.array<N x f32>) { lift.yield %a : f32 }
    lift.yield %m : !lift.array<N x f32>
  }
  return %k : !lift.array<N x f32>
}

func.func @shared_steps(%x: !lift.array<N x 8 x f32>, %i: !lift.array<8 x f32>) -> !lift.array<8 x f32> {
  %k = lift.kernel {
    %s = lift.reduce (%row = %x : !lift.array<N x 8 x f32>) init (%acc = %i : !lift.array<8 x f32>) {
      // expected-warning @below {{runs on one work-item, which goes through 8 elements}}
      // expected-note @below {{nothing in this kernel is parallel; the steps around this come one after another: map it to lcl, so that a group shares it}}
      %next = lift.map (%e = %row, %a = %acc : !lift.array<8 x f32>, !lift.array<8 x f32>) {
        %t = arith.addf %e, %a : f32
        lift.yield %t : f32
      }
      lift.yield %next : !lift.array<8 x f32>
    }
    lift.yield %s : !lift.array<8 x f32>
  }
  return %k : !lift.array<8 x f32>
}

func.func @stage(%x: !lift.array<N x 8 x f32>) -> !lift.array<N x 8 x f32> {
  %k = lift.kernel local_size [8] global_size [N * 8] {
    %m = lift.map wrg(0) (%row = %x : !lift.array<N x 8 x f32>) {
      // expected-warning @below {{runs on one work-item of a group, which goes through 8 elements}}
      // expected-note @below {{the others of the group do nothing meanwhile; map this to lcl, or to seq if that is meant}}
      %c = lift.map (%e = %row : !lift.array<8 x f32>) { lift.yield %e : f32 }
      %l = lift.materialize %c in local : !lift.array<8 x f32>
      %t = lift.reverse %l : !lift.array<8 x f32>
      %o = lift.map lcl(0) (%e = %t : !lift.array<8 x f32>) { lift.yield %e : f32 }
      lift.yield %o : !lift.array<8 x f32>
    }
    lift.yield %m : !lift.array<N x 8 x f32>
  }
  return %k : !lift.array<N x 8 x f32>
}

// Work-items could count parts.
func.func @bins(%k: !lift.array<N x i32>, %b: !lift.array<B x f32>, %one: f32) -> !lift.array<B x f32> {
  %r = lift.kernel {
    // expected-warning @below {{this scatter_reduce runs on one work-item, which goes through N elements}}
    // expected-note @below {{split its operands, map the parts, and add up the bins}}
    %h = lift.scatter_reduce (%i = %k : !lift.array<N x i32>) init (%bin = %b : !lift.array<B x f32>) {
      %n = arith.mulf %bin, %one : f32
      lift.yield %n : f32
    }
    lift.yield %h : !lift.array<B x f32>
  }
  return %r : !lift.array<B x f32>
}

func.func @bins_of_group(%k: !lift.array<N x 64 x i32>, %b: !lift.array<8 x i32>) -> !lift.array<N x 8 x i32> {
  %r = lift.kernel local_size [8] global_size [N * 8] {
    %m = lift.map wrg(0) (%row = %k : !lift.array<N x 64 x i32>) {
      // expected-warning @below {{this scatter_reduce runs on one work-item of a group, which goes through 64 elements}}
      // expected-note @below {{map it to lcl, so that a group shares its steps}}
      %h = lift.scatter_reduce (%i = %row : !lift.array<64 x i32>) init (%bin = %b : !lift.array<8 x i32>) {
        lift.yield %bin : i32
      }
      %l = lift.materialize %h in local : !lift.array<8 x i32>
      %o = lift.map lcl(0) (%e = %l : !lift.array<8 x i32>) { lift.yield %e : i32 }
      lift.yield %o : !lift.array<8 x i32>
    }
    lift.yield %m : !lift.array<N x 8 x i32>
  }
  return %r : !lift.array<N x 8 x i32>
}

// A group could share the steps.
func.func @counts_of_group(%k: !lift.array<N x 64 x i32>, %b: !lift.array<8 x i32>) -> !lift.array<N x 8 x i32> {
  %one = arith.constant 1 : i32
  %r = lift.kernel local_size [8] global_size [N * 8] {
    %m = lift.map wrg(0) (%row = %k : !lift.array<N x 64 x i32>) {
      // expected-warning @below {{this scatter_reduce runs on one work-item of a group, which goes through 64 elements}}
      // expected-note @below {{map it to lcl, so that a group shares its steps}}
      %h = lift.scatter_reduce (%i = %row : !lift.array<64 x i32>) init (%bin = %b : !lift.array<8 x i32>) {
        %n = arith.addi %bin, %one : i32
        lift.yield %n : i32
      }
      %l = lift.materialize %h in local : !lift.array<8 x i32>
      %o = lift.map lcl(0) (%e = %l : !lift.array<8 x i32>) { lift.yield %e : i32 }
      lift.yield %o : !lift.array<8 x i32>
    }
    lift.yield %m : !lift.array<N x 8 x i32>
  }
  return %r : !lift.array<N x 8 x i32>
}

// It does, but one work-item copies the initial bins.
func.func @initial_bins(%k: !lift.array<N x 64 x i32>, %b: !lift.array<8 x i32>) -> !lift.array<N x 8 x i32> {
  %one = arith.constant 1 : i32
  %r = lift.kernel {
    %m = lift.map wrg(0) (%row = %k : !lift.array<N x 64 x i32>) {
      // expected-warning @below {{the initial bins are copied by one work-item of a group, which goes through 8 elements}}
      // expected-note @below {{copy them by a map to lcl, and store them, and the results, in local memory}}
      %h = lift.scatter_reduce lcl(0) (%i = %row : !lift.array<64 x i32>) init (%bin = %b : !lift.array<8 x i32>) {
        %n = arith.addi %bin, %one : i32
        lift.yield %n : i32
      }
      lift.yield %h : !lift.array<8 x i32>
    }
    lift.yield %m : !lift.array<N x 8 x i32>
  }
  return %r : !lift.array<N x 8 x i32>
}

// The accumulator is not what a step has stored.
func.func @copied(%x: !lift.array<N x 4 x 8 x f32>, %i: !lift.array<8 x f32>) -> !lift.array<N x 8 x f32> {
  %r = lift.kernel {
    %m = lift.map wrg(0) (%page = %x : !lift.array<N x 4 x 8 x f32>) {
      %s = lift.reduce (%row = %page : !lift.array<4 x 8 x f32>) init (%acc = %i : !lift.array<8 x f32>) {
        %next = lift.map lcl(0) (%e = %row, %a = %acc : !lift.array<8 x f32>, !lift.array<8 x f32>) {
          %t = arith.addf %a, %e : f32
          lift.yield %t : f32
        }
        // expected-warning @below {{what is stored here is copied to the accumulator by one work-item of a group, which goes through 8 elements}}
        // expected-note @below {{yield what is computed without lift.materialize, and store the result of the reduce}}
        %l = lift.materialize %next in local : !lift.array<8 x f32>
        %turned = lift.reverse %l : !lift.array<8 x f32>
        lift.yield %turned : !lift.array<8 x f32>
      }
      lift.yield %s : !lift.array<8 x f32>
    }
    lift.yield %m : !lift.array<N x 8 x f32>
  }
  return %r : !lift.array<N x 8 x f32>
}
