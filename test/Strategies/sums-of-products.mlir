// Bodies that reduce several pairs of rows: a kernel with tiles for each, and one sum of
// short ones of one length that are added to each other.
// RUN: split-file %s %t
// RUN: for program in same between four gates; do sed 's/K x/16 x/g' %t/$program.mlir > %t/short-$program.mlir; done
// DEFINE: %{program} =
// DEFINE: %{target} = nvidia-h200
// DEFINE: %{sizes} = M=512,N=512,K=512,L=256
// DEFINE: %{fuse} = lift-opt %t/%{program}.mlir --pass-pipeline='builtin.module(func.func(lift-fuse-producers))'
// DEFINE: %{strategies} = lift-opt %t/%{program}.mlir --pass-pipeline='builtin.module(func.func(lift-fuse-producers,lift-optimize{target=%{target} sizes=%{sizes}}))' --remarks-filter='lift.*' --remark-policy=all -o /dev/null 2>&1

// Short, and of one length: one kernel, whose step adds both products. The rest is its
// epilogue.
// REDEFINE: %{program} = short-same
// RUN: %{fuse} | FileCheck %s --check-prefix=SAME
// SAME:          lift.map
// SAME-NEXT:       lift.map
// SAME-NEXT:         %[[SUM:.*]] = lift.reduce associative commutative (%[[X:[^ ]*]] = {{[^,]*}}, %[[W:[^ ]*]] = {{[^,]*}}, %[[H:[^ ]*]] = {{[^,]*}}, %[[U:[^ ]*]] = {{[^,]*}} : {{.*}}) init (%[[ACC:[^ ]*]] = {{[^ ]*}} : f32)
// SAME-NEXT:           %[[FIRST:.*]] = arith.mulf %[[X]], %[[W]]
// SAME-NEXT:           %[[SECOND:.*]] = arith.mulf %[[H]], %[[U]]
// SAME-NEXT:           %[[BOTH:.*]] = arith.addf %[[FIRST]], %[[SECOND]]
// SAME-NEXT:           arith.addf %[[ACC]], %[[BOTH]]
// SAME:              arith.addf %[[SUM]], %{{.*}}
// SAME-NEXT:         math.tanh
// SAME-NOT:      lift.map
// RUN: %{strategies} | FileCheck %s --check-prefix=TILES
// TILES:     Remark="has one sum of several that are added to each other"
// TILES:     Remark="contraction in local tiles"
// TILES-NOT: Remark="reduction of rows"
// REDEFINE: %{target} = mali-g72
// RUN: %{strategies} | FileCheck %s --check-prefix=REGISTERS
// REGISTERS: Remark="contraction in register tiles"
// REDEFINE: %{target} = nvidia-h200

// Longer ones, or of any length, have a kernel each: fragments of four matrices in
// registers take longer than storing the sums.
// REDEFINE: %{program} = same
// RUN: %{strategies} | FileCheck %s --check-prefix=DIVIDED

// What else is added between the two may be: it is one sum.
// REDEFINE: %{program} = short-between
// RUN: %{fuse} | FileCheck %s --check-prefix=BETWEEN
// BETWEEN:     lift.reduce associative commutative ({{[^,:]*}}, {{[^,:]*}}, {{[^,:]*}}, {{[^,:]*}} :
// BETWEEN-NOT: lift.reduce

// Of other lengths: the first is stored, what needs it is the epilogue of the
// second.
// REDEFINE: %{program} = cell
// RUN: %{fuse} | FileCheck %s --check-prefix=CELL
// CELL:          %[[FIRST:[0-9]+]] = lift.map
// CELL-NEXT:       lift.map
// CELL-NEXT:         %[[SUM:.*]] = lift.reduce associative commutative ({{[^,:]*}}, {{[^,:]*}} : !lift.array<K x f32>, !lift.array<K x f32>)
// CELL:              lift.yield %[[SUM]] : f32
// CELL:          lift.map ({{.*}} = %[[FIRST]] :
// CELL-NEXT:       lift.map
// CELL-NEXT:         lift.reduce associative commutative ({{[^,:]*}}, {{[^,:]*}} : !lift.array<L x f32>, !lift.array<L x f32>)
// CELL:              math.tanh
// RUN: %{strategies} | FileCheck %s --check-prefix=DIVIDED
// DIVIDED:         Remark="is divided, as it has several products of matrices"
// DIVIDED-COUNT-2: Remark="contraction in {{parts|local tiles}}"
// DIVIDED-NOT:     Remark="reduction of rows"
// REDEFINE: %{target} = mali-g72
// RUN: %{strategies} | FileCheck %s --check-prefix=DIVIDED-REGISTERS
// DIVIDED-REGISTERS-COUNT-2: Remark="contraction in register tiles"
// REDEFINE: %{target} = nvidia-h200

// A second time changes nothing.
// RUN: %{fuse} -o %t/once.mlir
// RUN: lift-opt %t/once.mlir --lift-fuse-producers | diff - %t/once.mlir

// Not added: a kernel for each. Nor are more in one than tiles have room for.
// REDEFINE: %{program} = scores
// RUN: %{fuse} | FileCheck %s --check-prefix=SCORES
// SCORES-COUNT-2: lift.reduce associative commutative ({{[^,:]*}}, {{[^,:]*}} :
// RUN: %{strategies} | FileCheck %s --check-prefix=DIVIDED
// REDEFINE: %{program} = short-four
// RUN: %{fuse} | FileCheck %s --check-prefix=FOUR
// FOUR:     lift.reduce associative commutative ({{[^,:]*}}, {{[^,:]*}}, {{[^,:]*}}, {{[^,:]*}}, {{[^,:]*}}, {{[^,:]*}} :
// FOUR:     lift.reduce associative commutative ({{[^,:]*}}, {{[^,:]*}} :
// FOUR-NOT: lift.reduce
// REDEFINE: %{program} = four
// RUN: %{strategies} | FileCheck %s --check-prefix=DIVIDED

// Sums of several numbers each, a kernel for all that go through the same row.
// REDEFINE: %{program} = short-gates
// RUN: %{fuse} | FileCheck %s --check-prefix=GATES
// GATES-COUNT-2: lift.reduce associative commutative ({{[^,:]*}}, {{[^,:]*}}, {{[^,:]*}} :
// GATES-NOT:     lift.reduce

// In a body with other patterns, which is divided, too.
// REDEFINE: %{program} = attention
// REDEFINE: %{sizes} = B=4,S=512,D=64,E=32
// RUN: %{strategies} | FileCheck %s --check-prefix=ATTENTION
// ATTENTION:     Remark="contraction in local tiles"
// ATTENTION:     Remark="rows in registers"
// ATTENTION-COUNT-2: Remark="contraction in local tiles"
// REDEFINE: %{sizes} = M=512,N=512,K=512,L=256

// No contraction, or one that may not be reordered: all is as it was.
// REDEFINE: %{program} = vectors
// RUN: %{fuse} | FileCheck %s --check-prefix=STAYS
// REDEFINE: %{program} = ordered
// RUN: %{fuse} | FileCheck %s --check-prefix=STAYS
// REDEFINE: %{program} = repeated
// RUN: %{fuse} | FileCheck %s --check-prefix=STAYS
// REDEFINE: %{program} = short
// RUN: %{fuse} | FileCheck %s --check-prefix=STAYS
// STAYS:     lift.reduce
// STAYS-NOT: lift.map
// STAYS:     lift.reduce
// STAYS-NOT: lift.map

// A sum that the inner map would repeat is computed before it.
// REDEFINE: %{program} = mixed
// RUN: %{fuse} | FileCheck %s --check-prefix=MIXED
// MIXED:      lift.map (
// MIXED-NEXT: lift.reduce
// MIXED:      lift.map (
// MIXED-NEXT: lift.map (
// MIXED-NEXT: lift.reduce
// MIXED-NOT:  lift.reduce

// DEFINE: %{verify} = lift-run --verify --rtol=1e-4 --atol=1e-5
// RUN: %{verify} %t/same.mlir --target=nvidia-h200 --size=M=65,N=31,K=17 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %t/same.mlir --target=nvidia-h200 --size=M=1,N=1,K=1 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %t/same.mlir --target=mali-g72 --size=M=13,N=7,K=5 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %t/same.mlir --size=M=13,N=7,K=5 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %t/between.mlir --target=nvidia-h200 --size=M=33,N=67,K=20 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %t/between.mlir --target=mali-g72 --size=M=4,N=9,K=3 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %t/cell.mlir --target=nvidia-h200 --size=M=65,N=31,K=17,L=7 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %t/cell.mlir --target=nvidia-h200 --size=M=7,N=5,K=1,L=131 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %t/cell.mlir --target=nvidia-h200 --size=M=1,N=1,K=3,L=1 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %t/cell.mlir --target=nvidia-h200 --size=M=16,N=16,K=1024,L=515 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %t/cell.mlir --target=mali-g72 --size=M=13,N=7,K=5,L=11 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %t/cell.mlir --size=M=13,N=7,K=5,L=1 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %t/scores.mlir --target=nvidia-h200 --size=M=33,N=17,K=9 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %t/four.mlir --target=nvidia-h200 --size=M=33,N=65,K=13 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %t/four.mlir --target=mali-g72 --size=M=5,N=9,K=7 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %t/gates.mlir --target=nvidia-h200 --size=M=17,N=33,K=20,L=7 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %t/gates.mlir --target=mali-g72 --size=M=3,N=5,K=2,L=9 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %t/repeated.mlir --target=nvidia-h200 --size=M=3,N=5,K=7,L=9 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %t/attention.mlir --target=nvidia-h200 --size=B=2,S=33,D=8,E=5 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %t/short-same.mlir --target=nvidia-h200 --size=M=65,N=31 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %t/short-between.mlir --target=mali-g72 --size=M=4,N=9 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %t/short-four.mlir --target=nvidia-h200 --size=M=33,N=65 | FileCheck %s --check-prefix=OK
// RUN: %{verify} %t/short-gates.mlir --target=nvidia-h200 --size=M=17,N=33,L=7 | FileCheck %s --check-prefix=OK
// OK: verify: {{.*}} OK
// DEFINE: %{race} = %lift_src_root/utils/oclgrind-run.sh lift-run --verify --rtol=1e-4 --atol=1e-5 --target=nvidia-h200
// RUN: %if oclgrind %{ %{race} %t/same.mlir --size=M=33,N=65,K=20 %}
// RUN: %if oclgrind %{ %{race} %t/short-same.mlir --size=M=33,N=65 %}
// RUN: %if oclgrind %{ %{race} %t/cell.mlir --size=M=33,N=5,K=20,L=17 %}

// All sizes, by a package.
// RUN: lift-run %t/cell.mlir --target=nvidia-h200 --emit-package=%t.all
// RUN: lift-launch %t.all --size=M=30 --size=N=5 --size=K=7 --size=L=128 | FileCheck %s --check-prefix=ANY
// RUN: lift-launch %t.all --size=M=64 --size=N=64 --size=K=1024 --size=L=3 | FileCheck %s --check-prefix=ANY
// ANY: kernel

//--- same.mlir
func.func @same(%x: !lift.array<M x K x f32>, %h: !lift.array<M x K x f32>, %w: !lift.array<N x K x f32>, %u: !lift.array<N x K x f32>, %b: !lift.array<N x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%x_row = %x, %h_row = %h : !lift.array<M x K x f32>, !lift.array<M x K x f32>) {
    %s = lift.map (%w_row = %w, %u_row = %u, %b_e = %b : !lift.array<N x K x f32>, !lift.array<N x K x f32>, !lift.array<N x f32>) {
      %d0 = lift.reduce associative commutative (%a1 = %x_row, %a2 = %w_row : !lift.array<K x f32>, !lift.array<K x f32>) init (%a3 = %zero : f32) {
        %a4 = arith.mulf %a1, %a2 : f32
        %a5 = arith.addf %a3, %a4 : f32
        lift.yield %a5 : f32
      }
      %d1 = lift.reduce associative commutative (%b1 = %h_row, %b2 = %u_row : !lift.array<K x f32>, !lift.array<K x f32>) init (%b3 = %zero : f32) {
        %b4 = arith.mulf %b1, %b2 : f32
        %b5 = arith.addf %b3, %b4 : f32
        lift.yield %b5 : f32
      }
      %t0 = arith.addf %d0, %d1 : f32
      %t1 = arith.addf %t0, %b_e : f32
      %z = math.tanh %t1 : f32
      lift.yield %z : f32
    }
    lift.yield %s : !lift.array<N x f32>
  }
  return %r : !lift.array<M x N x f32>
}

//--- between.mlir
func.func @between(%x: !lift.array<M x K x f32>, %h: !lift.array<M x K x f32>, %w: !lift.array<N x K x f32>, %u: !lift.array<N x K x f32>, %c: !lift.array<M x N x f32>, %b: !lift.array<N x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%x_row = %x, %h_row = %h, %c_row = %c : !lift.array<M x K x f32>, !lift.array<M x K x f32>, !lift.array<M x N x f32>) {
    %s = lift.map (%w_row = %w, %u_row = %u, %c_e = %c_row, %b_e = %b : !lift.array<N x K x f32>, !lift.array<N x K x f32>, !lift.array<N x f32>, !lift.array<N x f32>) {
      %d0 = lift.reduce associative commutative (%a1 = %x_row, %a2 = %w_row : !lift.array<K x f32>, !lift.array<K x f32>) init (%a3 = %b_e : f32) {
        %a4 = arith.mulf %a1, %a2 : f32
        %a5 = arith.addf %a3, %a4 : f32
        lift.yield %a5 : f32
      }
      %d1 = lift.reduce associative commutative (%b1 = %h_row, %b2 = %u_row : !lift.array<K x f32>, !lift.array<K x f32>) init (%b3 = %zero : f32) {
        %b4 = arith.mulf %b1, %b2 : f32
        %b5 = arith.addf %b3, %b4 : f32
        lift.yield %b5 : f32
      }
      %t0 = arith.addf %d0, %c_e : f32
      %z = arith.addf %d1, %t0 : f32
      lift.yield %z : f32
    }
    lift.yield %s : !lift.array<N x f32>
  }
  return %r : !lift.array<M x N x f32>
}

//--- cell.mlir
func.func @cell(%x: !lift.array<M x K x f32>, %h: !lift.array<M x L x f32>, %w: !lift.array<N x K x f32>, %u: !lift.array<N x L x f32>, %b: !lift.array<N x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%x_row = %x, %h_row = %h : !lift.array<M x K x f32>, !lift.array<M x L x f32>) {
    %s = lift.map (%w_row = %w, %u_row = %u, %b_e = %b : !lift.array<N x K x f32>, !lift.array<N x L x f32>, !lift.array<N x f32>) {
      %d0 = lift.reduce associative commutative (%a1 = %x_row, %a2 = %w_row : !lift.array<K x f32>, !lift.array<K x f32>) init (%a3 = %zero : f32) {
        %a4 = arith.mulf %a1, %a2 : f32
        %a5 = arith.addf %a3, %a4 : f32
        lift.yield %a5 : f32
      }
      %d1 = lift.reduce associative commutative (%b1 = %h_row, %b2 = %u_row : !lift.array<L x f32>, !lift.array<L x f32>) init (%b3 = %zero : f32) {
        %b4 = arith.mulf %b1, %b2 : f32
        %b5 = arith.addf %b3, %b4 : f32
        lift.yield %b5 : f32
      }
      %t0 = arith.addf %d0, %d1 : f32
      %t1 = arith.addf %t0, %b_e : f32
      %z = math.tanh %t1 : f32
      lift.yield %z : f32
    }
    lift.yield %s : !lift.array<N x f32>
  }
  return %r : !lift.array<M x N x f32>
}

//--- scores.mlir
func.func @scores(%x: !lift.array<M x K x f32>, %h: !lift.array<M x K x f32>, %w: !lift.array<N x K x f32>, %u: !lift.array<N x K x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%x_row = %x, %h_row = %h : !lift.array<M x K x f32>, !lift.array<M x K x f32>) {
    %s = lift.map (%w_row = %w, %u_row = %u : !lift.array<N x K x f32>, !lift.array<N x K x f32>) {
      %d0 = lift.reduce associative commutative (%a1 = %x_row, %a2 = %w_row : !lift.array<K x f32>, !lift.array<K x f32>) init (%a3 = %zero : f32) {
        %a4 = arith.mulf %a1, %a2 : f32
        %a5 = arith.addf %a3, %a4 : f32
        lift.yield %a5 : f32
      }
      %d1 = lift.reduce associative commutative (%b1 = %h_row, %b2 = %u_row : !lift.array<K x f32>, !lift.array<K x f32>) init (%b3 = %zero : f32) {
        %b4 = arith.mulf %b1, %b2 : f32
        %b5 = arith.addf %b3, %b4 : f32
        lift.yield %b5 : f32
      }
      %z = arith.mulf %d0, %d1 : f32
      lift.yield %z : f32
    }
    lift.yield %s : !lift.array<N x f32>
  }
  return %r : !lift.array<M x N x f32>
}

//--- four.mlir
func.func @four(%x0: !lift.array<M x K x f32>, %x1: !lift.array<M x K x f32>, %x2: !lift.array<M x K x f32>, %x3: !lift.array<M x K x f32>, %w0: !lift.array<N x K x f32>, %w1: !lift.array<N x K x f32>, %w2: !lift.array<N x K x f32>, %w3: !lift.array<N x K x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%x0_row = %x0, %x1_row = %x1, %x2_row = %x2, %x3_row = %x3 : !lift.array<M x K x f32>, !lift.array<M x K x f32>, !lift.array<M x K x f32>, !lift.array<M x K x f32>) {
    %s = lift.map (%w0_row = %w0, %w1_row = %w1, %w2_row = %w2, %w3_row = %w3 : !lift.array<N x K x f32>, !lift.array<N x K x f32>, !lift.array<N x K x f32>, !lift.array<N x K x f32>) {
      %d0 = lift.reduce associative commutative (%a1 = %x0_row, %a2 = %w0_row : !lift.array<K x f32>, !lift.array<K x f32>) init (%a3 = %zero : f32) {
        %a4 = arith.mulf %a1, %a2 : f32
        %a5 = arith.addf %a3, %a4 : f32
        lift.yield %a5 : f32
      }
      %d1 = lift.reduce associative commutative (%b1 = %x1_row, %b2 = %w1_row : !lift.array<K x f32>, !lift.array<K x f32>) init (%b3 = %zero : f32) {
        %b4 = arith.mulf %b1, %b2 : f32
        %b5 = arith.addf %b3, %b4 : f32
        lift.yield %b5 : f32
      }
      %d2 = lift.reduce associative commutative (%c1 = %x2_row, %c2 = %w2_row : !lift.array<K x f32>, !lift.array<K x f32>) init (%c3 = %zero : f32) {
        %c4 = arith.mulf %c1, %c2 : f32
        %c5 = arith.addf %c3, %c4 : f32
        lift.yield %c5 : f32
      }
      %d3 = lift.reduce associative commutative (%e1 = %x3_row, %e2 = %w3_row : !lift.array<K x f32>, !lift.array<K x f32>) init (%e3 = %zero : f32) {
        %e4 = arith.mulf %e1, %e2 : f32
        %e5 = arith.addf %e3, %e4 : f32
        lift.yield %e5 : f32
      }
      %t0 = arith.addf %d0, %d1 : f32
      %t1 = arith.addf %d2, %d3 : f32
      %z = arith.addf %t0, %t1 : f32
      lift.yield %z : f32
    }
    lift.yield %s : !lift.array<N x f32>
  }
  return %r : !lift.array<M x N x f32>
}

//--- gates.mlir
func.func @gates(%x: !lift.array<M x K x f32>, %h: !lift.array<M x L x f32>, %w: !lift.array<N x K x f32>, %u: !lift.array<N x L x f32>, %v: !lift.array<N x K x f32>, %q: !lift.array<N x L x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%x_row = %x, %h_row = %h : !lift.array<M x K x f32>, !lift.array<M x L x f32>) {
    %s = lift.map (%w_row = %w, %u_row = %u, %v_row = %v, %q_row = %q : !lift.array<N x K x f32>, !lift.array<N x L x f32>, !lift.array<N x K x f32>, !lift.array<N x L x f32>) {
      %d0 = lift.reduce associative commutative (%a1 = %x_row, %a2 = %w_row : !lift.array<K x f32>, !lift.array<K x f32>) init (%a3 = %zero : f32) {
        %a4 = arith.mulf %a1, %a2 : f32
        %a5 = arith.addf %a3, %a4 : f32
        lift.yield %a5 : f32
      }
      %d1 = lift.reduce associative commutative (%b1 = %h_row, %b2 = %u_row : !lift.array<L x f32>, !lift.array<L x f32>) init (%b3 = %zero : f32) {
        %b4 = arith.mulf %b1, %b2 : f32
        %b5 = arith.addf %b3, %b4 : f32
        lift.yield %b5 : f32
      }
      %d2 = lift.reduce associative commutative (%c1 = %x_row, %c2 = %v_row : !lift.array<K x f32>, !lift.array<K x f32>) init (%c3 = %zero : f32) {
        %c4 = arith.mulf %c1, %c2 : f32
        %c5 = arith.addf %c3, %c4 : f32
        lift.yield %c5 : f32
      }
      %d3 = lift.reduce associative commutative (%e1 = %h_row, %e2 = %q_row : !lift.array<L x f32>, !lift.array<L x f32>) init (%e3 = %zero : f32) {
        %e4 = arith.mulf %e1, %e2 : f32
        %e5 = arith.addf %e3, %e4 : f32
        lift.yield %e5 : f32
      }
      %t0 = arith.addf %d0, %d1 : f32
      %t1 = arith.addf %d2, %d3 : f32
      %t2 = math.tanh %t1 : f32
      %z = arith.mulf %t0, %t2 : f32
      lift.yield %z : f32
    }
    lift.yield %s : !lift.array<N x f32>
  }
  return %r : !lift.array<M x N x f32>
}

//--- vectors.mlir
func.func @vectors(%a: !lift.array<M x K x f32>, %x: !lift.array<K x f32>, %b: !lift.array<M x L x f32>, %y: !lift.array<L x f32>) -> !lift.array<M x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%a_row = %a, %b_row = %b : !lift.array<M x K x f32>, !lift.array<M x L x f32>) {
    %d0 = lift.reduce associative commutative (%a1 = %a_row, %a2 = %x : !lift.array<K x f32>, !lift.array<K x f32>) init (%a3 = %zero : f32) {
      %a4 = arith.mulf %a1, %a2 : f32
      %a5 = arith.addf %a3, %a4 : f32
      lift.yield %a5 : f32
    }
    %d1 = lift.reduce associative commutative (%b1 = %b_row, %b2 = %y : !lift.array<L x f32>, !lift.array<L x f32>) init (%b3 = %zero : f32) {
      %b4 = arith.mulf %b1, %b2 : f32
      %b5 = arith.addf %b3, %b4 : f32
      lift.yield %b5 : f32
    }
    %z = arith.addf %d0, %d1 : f32
    lift.yield %z : f32
  }
  return %r : !lift.array<M x f32>
}

//--- mixed.mlir
func.func @mixed(%x: !lift.array<M x K x f32>, %h: !lift.array<M x L x f32>, %g: !lift.array<M x L x f32>, %w: !lift.array<N x K x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%x_row = %x, %h_row = %h, %g_row = %g : !lift.array<M x K x f32>, !lift.array<M x L x f32>, !lift.array<M x L x f32>) {
    %s = lift.map (%w_row = %w : !lift.array<N x K x f32>) {
      %d0 = lift.reduce associative commutative (%a1 = %x_row, %a2 = %w_row : !lift.array<K x f32>, !lift.array<K x f32>) init (%a3 = %zero : f32) {
        %a4 = arith.mulf %a1, %a2 : f32
        %a5 = arith.addf %a3, %a4 : f32
        lift.yield %a5 : f32
      }
      %d1 = lift.reduce associative commutative (%b1 = %h_row, %b2 = %g_row : !lift.array<L x f32>, !lift.array<L x f32>) init (%b3 = %zero : f32) {
        %b4 = arith.mulf %b1, %b2 : f32
        %b5 = arith.addf %b3, %b4 : f32
        lift.yield %b5 : f32
      }
      %z = arith.addf %d0, %d1 : f32
      lift.yield %z : f32
    }
    lift.yield %s : !lift.array<N x f32>
  }
  return %r : !lift.array<M x N x f32>
}

//--- ordered.mlir
func.func @ordered(%x: !lift.array<M x K x f32>, %h: !lift.array<M x L x f32>, %w: !lift.array<N x K x f32>, %u: !lift.array<N x L x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%x_row = %x, %h_row = %h : !lift.array<M x K x f32>, !lift.array<M x L x f32>) {
    %s = lift.map (%w_row = %w, %u_row = %u : !lift.array<N x K x f32>, !lift.array<N x L x f32>) {
      %d0 = lift.reduce associative (%a1 = %x_row, %a2 = %w_row : !lift.array<K x f32>, !lift.array<K x f32>) init (%a3 = %zero : f32) {
        %a4 = arith.mulf %a1, %a2 : f32
        %a5 = arith.addf %a3, %a4 : f32
        lift.yield %a5 : f32
      }
      %d1 = lift.reduce associative (%b1 = %h_row, %b2 = %u_row : !lift.array<L x f32>, !lift.array<L x f32>) init (%b3 = %zero : f32) {
        %b4 = arith.mulf %b1, %b2 : f32
        %b5 = arith.addf %b3, %b4 : f32
        lift.yield %b5 : f32
      }
      %z = arith.addf %d0, %d1 : f32
      lift.yield %z : f32
    }
    lift.yield %s : !lift.array<N x f32>
  }
  return %r : !lift.array<M x N x f32>
}

//--- repeated.mlir
func.func @repeated(%x: !lift.array<3 x M x K x f32>, %w: !lift.array<N x K x f32>, %h: !lift.array<M x L x f32>, %u: !lift.array<N x L x f32>) -> !lift.array<3 x M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %p = lift.map (%x_mat = %x : !lift.array<3 x M x K x f32>) {
    %r = lift.map (%x_row = %x_mat, %h_row = %h : !lift.array<M x K x f32>, !lift.array<M x L x f32>) {
      %s = lift.map (%w_row = %w, %u_row = %u : !lift.array<N x K x f32>, !lift.array<N x L x f32>) {
        %d0 = lift.reduce associative commutative (%a1 = %x_row, %a2 = %w_row : !lift.array<K x f32>, !lift.array<K x f32>) init (%a3 = %zero : f32) {
          %a4 = arith.mulf %a1, %a2 : f32
          %a5 = arith.addf %a3, %a4 : f32
          lift.yield %a5 : f32
        }
        %d1 = lift.reduce associative commutative (%b1 = %h_row, %b2 = %u_row : !lift.array<L x f32>, !lift.array<L x f32>) init (%b3 = %zero : f32) {
          %b4 = arith.mulf %b1, %b2 : f32
          %b5 = arith.addf %b3, %b4 : f32
          lift.yield %b5 : f32
        }
        %z = arith.addf %d0, %d1 : f32
        lift.yield %z : f32
      }
      lift.yield %s : !lift.array<N x f32>
    }
    lift.yield %r : !lift.array<M x N x f32>
  }
  return %p : !lift.array<3 x M x N x f32>
}

//--- short.mlir
func.func @short(%x: !lift.array<M x 4 x f32>, %h: !lift.array<M x 3 x f32>, %w: !lift.array<N x 4 x f32>, %u: !lift.array<N x 3 x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%x_row = %x, %h_row = %h : !lift.array<M x 4 x f32>, !lift.array<M x 3 x f32>) {
    %s = lift.map (%w_row = %w, %u_row = %u : !lift.array<N x 4 x f32>, !lift.array<N x 3 x f32>) {
      %d0 = lift.reduce associative commutative (%a1 = %x_row, %a2 = %w_row : !lift.array<4 x f32>, !lift.array<4 x f32>) init (%a3 = %zero : f32) {
        %a4 = arith.mulf %a1, %a2 : f32
        %a5 = arith.addf %a3, %a4 : f32
        lift.yield %a5 : f32
      }
      %d1 = lift.reduce associative commutative (%b1 = %h_row, %b2 = %u_row : !lift.array<3 x f32>, !lift.array<3 x f32>) init (%b3 = %zero : f32) {
        %b4 = arith.mulf %b1, %b2 : f32
        %b5 = arith.addf %b3, %b4 : f32
        lift.yield %b5 : f32
      }
      %z = arith.addf %d0, %d1 : f32
      lift.yield %z : f32
    }
    lift.yield %s : !lift.array<N x f32>
  }
  return %r : !lift.array<M x N x f32>
}

//--- attention.mlir
func.func @attention(%q: !lift.array<B x S x D x f32>, %k: !lift.array<B x S x D x f32>, %v: !lift.array<B x S x D x f32>, %scale: f32, %q2: !lift.array<B x S x E x f32>, %k2: !lift.array<B x S x E x f32>) -> !lift.array<B x S x D x f32> {
  %v0 = arith.constant 0.0 : f32
  %v1 = arith.constant 0xFF800000 : f32
  %v2 = lift.transpose %v permutation [0, 2, 1] : !lift.array<B x S x D x f32>
  %v3 = lift.map (%v4 = %q, %v5 = %k, %v6 = %v2, %g1 = %q2, %g2 = %k2 : !lift.array<B x S x D x f32>, !lift.array<B x S x D x f32>, !lift.array<B x D x S x f32>, !lift.array<B x S x E x f32>, !lift.array<B x S x E x f32>) {
    %v7 = lift.map (%v8 = %v4, %g3 = %g1 : !lift.array<S x D x f32>, !lift.array<S x E x f32>) {
      %v9 = lift.map (%v10 = %v5, %g4 = %g2 : !lift.array<S x D x f32>, !lift.array<S x E x f32>) {
        %v11 = lift.reduce associative commutative (%v12 = %v8, %v13 = %v10 : !lift.array<D x f32>, !lift.array<D x f32>) init (%v14 = %v0 : f32) {
          %v15 = arith.mulf %v12, %v13 : f32
          %v16 = arith.addf %v14, %v15 : f32
          lift.yield %v16 : f32
        }
        %h0 = lift.reduce associative commutative (%h1 = %g3, %h2 = %g4 : !lift.array<E x f32>, !lift.array<E x f32>) init (%h3 = %v0 : f32) {
          %h4 = arith.mulf %h1, %h2 : f32
          %h5 = arith.addf %h3, %h4 : f32
          lift.yield %h5 : f32
        }
        %h6 = arith.addf %v11, %h0 : f32
        %v17 = arith.mulf %scale, %h6 : f32
        lift.yield %v17 : f32
      }
      %v18 = lift.reduce associative commutative (%v19 = %v9 : !lift.array<S x f32>) init (%v20 = %v1 : f32) {
        %v21 = arith.maximumf %v20, %v19 : f32
        lift.yield %v21 : f32
      }
      %v22 = lift.map (%v23 = %v9 : !lift.array<S x f32>) {
        %v24 = arith.subf %v23, %v18 : f32
        %v25 = math.exp %v24 : f32
        lift.yield %v25 : f32
      }
      %v26 = lift.reduce associative commutative (%v27 = %v22 : !lift.array<S x f32>) init (%v28 = %v0 : f32) {
        %v29 = arith.addf %v28, %v27 : f32
        lift.yield %v29 : f32
      }
      %v30 = lift.map (%v31 = %v22 : !lift.array<S x f32>) {
        %v32 = arith.divf %v31, %v26 : f32
        lift.yield %v32 : f32
      }
      %v33 = lift.map (%v34 = %v6 : !lift.array<D x S x f32>) {
        %v35 = lift.reduce associative commutative (%v36 = %v30, %v37 = %v34 : !lift.array<S x f32>, !lift.array<S x f32>) init (%v38 = %v0 : f32) {
          %v39 = arith.mulf %v36, %v37 : f32
          %v40 = arith.addf %v38, %v39 : f32
          lift.yield %v40 : f32
        }
        lift.yield %v35 : f32
      }
      lift.yield %v33 : !lift.array<D x f32>
    }
    lift.yield %v7 : !lift.array<S x D x f32>
  }
  return %v3 : !lift.array<B x S x D x f32>
}
