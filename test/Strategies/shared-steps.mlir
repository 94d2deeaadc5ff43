// Steps that read all of what the one before them has computed are taken by one group,
// whose work-items share the arrays.
//
// RUN: split-file %s %t
// DEFINE: %{plan} = lift-opt -o /dev/null --remarks-filter='lift.*' --remark-policy=all
// RUN: %{plan} %t/network.mlir --lift-optimize='target=nvidia-h200 print-schedules' 2>&1 | FileCheck %s
// CHECK: Remark="steps that a group shares"
// CHECK: // one group takes the steps
// CHECK: [[MAP:%.*]] = transform.lift.match_pattern %0[0]
// CHECK: transform.lift.map_to [[MAP]] ["lcl(0)"]
// RUN: %{plan} %t/network.mlir --lift-optimize='target=nvidia-h200 sizes=N=100 print-schedules' 2>&1 | FileCheck %s --check-prefix=NUMBERS
// NUMBERS: // one group takes the steps
// NUMBERS: transform.lift.fix_sizes %0 {N = 100}
// RUN: %{plan} %t/planes.mlir --lift-optimize='target=mali-g72 print-schedules' 2>&1 | FileCheck %s --check-prefix=PLANES
// PLANES: [[MAP:%.*]] = transform.lift.match_pattern %0[1]
// PLANES: transform.lift.map_to [[MAP]] ["lcl(1)", "lcl(0)"]

// Not on a CPU, nor where steps compute no arrays by maps: then one work-item takes them.
// RUN: %{plan} %t/network.mlir --lift-optimize='target=pocl' 2>&1 | FileCheck %s --check-prefix=CPU
// CPU: no strategy fits: {{.*}}for less than these take (steps that a group shares)
// RUN: %{plan} %t/scan.mlir --lift-optimize='target=nvidia-h200' 2>&1 | FileCheck %s --check-prefix=SCAN
// SCAN: no strategy fits: {{.*}}has no reduction or scan with steps that are maps (steps that a group shares)
// RUN: lift-run %t/scan.mlir --target=nvidia-h200 --size=S=50,N=33 --verify 2>&1 | FileCheck %s --check-prefix=WARNING
// WARNING: warning: this scan runs on one work-item, which goes through S elements, and loops for each
// WARNING: note: a group can share steps that compute their arrays by maps
// WARNING: OK

// DEFINE: %{run} = lift-run --verify --rtol=1e-4 --atol=1e-5
// RUN: %{run} %t/network.mlir --target=nvidia-h200 --size=S=5,N=100 2>&1 | FileCheck %s --check-prefix=ALONE
// ALONE-NOT: warning
// ALONE: 1 groups of 100
// ALONE: OK
// GROUP-NOT: warning
// GROUP: 1 groups of 128
// GROUP: OK
// RUN: %{run} %t/network.mlir --target=opencl --size=S=1,N=1 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/network.mlir --target=mali-g610 --size=S=3,N=9 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/planes.mlir --target=nvidia-h200 --size=S=4,M=9,N=70 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/planes.mlir --target=nvidia-h200 --size=S=1,M=1,N=1 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/heat.mlir --target=nvidia-h200 --size=S=5,N=100 2>&1 | FileCheck %s --check-prefix=ALONE

// The state of a reduction is in local memory, and copied to the result at the end:
// those of several at once, and also where others read what is copied. Not where
// their sizes differ, or one is a number, which no map copies with the others.
// RUN: %{plan} %t/cells.mlir --lift-optimize='target=nvidia-h200 sizes=N=100 print-schedules' 2>&1 | FileCheck %s --check-prefix=CELLS
// CELLS: [[STEPS:%.*]] = transform.lift.fix_sizes %0 {N = 100}
// CELLS: transform.lift.place_accumulators [[STEPS]] ["lcl(0)"] in "local"
// RUN: lift-run %t/cells.mlir --target=nvidia-h200 --size=S=5,N=100 --forms=opencl-c --emit-package=%t/cells
// RUN: FileCheck %s --check-prefix=COPIED < %t/cells/kernels.cl
// COPIED: for (int i = 0; i < S; i++) {
// COPIED: barrier(CLK_LOCAL_MEM_FENCE);
// COPIED-NEXT: [[H:.*]][lid0] = tanh
// COPIED-NEXT: [[C:.*]][lid0] = cn;
// COPIED-NEXT: barrier(CLK_LOCAL_MEM_FENCE);
// COPIED: out1[lid0] =
// COPIED-NOT: kernel void
// RUN: %{run} %t/cells.mlir --target=nvidia-h200 --size=S=3,N=37 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/cells.mlir --target=nvidia-h200 --size=S=1,N=1 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/cells.mlir --target=mali-g72 --size=S=2,N=131 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/last-cell.mlir --target=nvidia-h200 --size=S=3,N=37 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/last-cell.mlir --target=opencl --size=S=2,N=260 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{run} %t/cells.mlir --target=nvidia-h200 --size=S=3,N=37 %}
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{run} %t/last-cell.mlir --target=nvidia-h200 --size=S=3,N=19 %}
// RUN: %{plan} %t/several.mlir --lift-optimize='target=nvidia-h200 sizes=N=100 print-schedules' 2>&1 | FileCheck %s --check-prefix=MIXED
// MIXED: // one group takes the steps
// MIXED-NOT: place_accumulators

// The group is larger where it is known that a step has work for it.
// RUN: %{plan} %t/network.mlir --lift-optimize='target=nvidia-h200 sizes=N=3001 print-schedules' 2>&1 | FileCheck %s --check-prefix=LARGE
// LARGE: // one group takes the steps
// LARGE: [[CHUNKS:%.*]], {{%.*}} = transform.lift.chunk_map {{%.*}} by "1024" {padded}
// LARGE: transform.lift.map_to [[CHUNKS]] ["seq unroll", "lcl(0)"]
// RUN: %{run} %t/heat.mlir --target=nvidia-h200 --size=S=5,N=300 2>&1 | FileCheck %s --check-prefix=MEDIUM
// MEDIUM: 1 groups of 512
// MEDIUM: OK
// RUN: %{run} %t/heat.mlir --target=nvidia-h200 --size=S=3,N=2048 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/heat.mlir --target=nvidia-h200 --size=S=3,N=3001 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/heat.mlir --target=mali-g72 --size=S=3,N=1001 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/network.mlir --target=nvidia-h200 --size=S=3,N=131 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/several.mlir --target=nvidia-h200 --size=S=3,N=157 | FileCheck %s --check-prefix=OK
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{run} %t/network.mlir --target=nvidia-h200 --size=S=3,N=113 %}
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{run} %t/planes.mlir --target=nvidia-h200 --size=S=3,M=5,N=35 %}
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{run} %t/heat.mlir --target=nvidia-h200 --size=S=3,N=131 %}
// OK: OK

// All maps of a step are shared, also those that the next array is computed from.
// RUN: %{run} %t/several.mlir --target=nvidia-h200 --size=S=3,N=41 2>&1 | FileCheck %s --check-prefix=GROUP
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{run} %t/several.mlir --target=nvidia-h200 --size=S=3,N=131 %}
// RUN: %{run} %t/scanned.mlir --target=nvidia-h200 --size=S=5 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/scanned.mlir --target=mali-g72 --size=S=1 | FileCheck %s --check-prefix=OK
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{run} %t/scanned.mlir --target=nvidia-h200 --size=S=4 %}

// In maps, a group takes the steps of each element, with a state of a known, small
// size in local memory, which all copy there and back.
// RUN: %{plan} %t/paths.mlir --lift-optimize='target=nvidia-h200 sizes=N=40 print-schedules' 2>&1 | FileCheck %s --check-prefix=MAPS
// MAPS: // a group takes the steps of an element
// MAPS: [[ALL:%.*]] = transform.lift.fix_sizes %0 {N = 40}
// MAPS: [[FOLD:%.*]] = transform.lift.match_pattern [[ALL]][0]
// MAPS: [[MAP:%.*]] = transform.lift.match_pattern [[FOLD]][0]
// MAPS: transform.lift.map_to [[MAP]] ["lcl(0)"]
// MAPS: transform.lift.place_accumulators [[FOLD]] ["lcl(0)"] in "local"
// MAPS: transform.lift.map_to [[ALL]] ["wrg(0)"]
// RUN: %{plan} %t/paths.mlir --lift-optimize='target=nvidia-h200 sizes=N=4000 print-schedules' 2>&1 | FileCheck %s --check-prefix=FAR
// FAR: // a group takes the steps of an element
// FAR-NOT: place_accumulators
// FAR-NOT: N == 4000
// RUN: %{plan} %t/paths.mlir --lift-optimize='target=nvidia-h200 sizes=N=7' 2>&1 | FileCheck %s --check-prefix=FEW
// FEW: has less for each step than a group
// RUN: sed 's/\bN x/48 x/g; s/sizes \[N\]/sizes [48]/' %t/paths.mlir > %t/constant.mlir
// RUN: %{plan} %t/constant.mlir --lift-optimize='target=nvidia-h200 sizes=B=100000' 2>&1 | FileCheck %s --check-prefix=ITEMS
// ITEMS-NOT: Remark="steps that a group shares"
// ITEMS: Remark="small arrays through local memory"
// RUN: %{plan} %t/constant.mlir --lift-optimize='target=nvidia-h200 sizes=B=1000 print-schedules' 2>&1 | FileCheck %s --check-prefix=NEARBY
// NEARBY: place_accumulators
// RUN: %{plan} %t/paths.mlir --lift-optimize='target=pocl sizes=N=40' 2>&1 | FileCheck %s --check-prefix=CPU
// RUN: %{run} %t/paths.mlir --target=nvidia-h200 --size=B=3,T=4,N=40 2>&1 | FileCheck %s --check-prefix=NEAR
// NEAR-NOT: warning
// NEAR: 3 groups of 40
// NEAR: OK
// RUN: %{run} %t/paths.mlir --target=opencl --size=B=2,T=3,N=601 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/paths.mlir --target=mali-g72 --size=B=2,T=1,N=1 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/paths.mlir --target=mali-g610 --size=B=1,T=5,N=33 --assumed=nothing | FileCheck %s --check-prefix=OK
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{run} %t/paths.mlir --target=nvidia-h200 --size=B=2,T=3,N=67 %}
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{run} %t/paths.mlir --target=nvidia-h200 --size=B=2,T=3,N=67 --assumed=nothing %}
// RUN: %{run} %t/warping.mlir --target=nvidia-h200 --size=B=3,N=10,M=35 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/warping.mlir --target=mali-g72 --size=B=2,N=3,M=300 | FileCheck %s --check-prefix=OK
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{run} %t/warping.mlir --target=nvidia-h200 --size=B=2,N=3,M=35 %}
// RUN: %{run} %t/grids.mlir --target=nvidia-h200 --size=B=3,C=2,T=4,M=5,N=9 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/grids.mlir --target=opencl --size=B=1,C=3,T=2,M=35,N=33 --assumed=nothing | FileCheck %s --check-prefix=OK
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{run} %t/grids.mlir --target=nvidia-h200 --size=B=2,C=2,T=2,M=5,N=9 %}

// The products of a step are added with one rounding each, as vectors. All states of a
// recurrence stand in the result, from where the next step reads the last; sizes that
// are known are numbers.
// RUN: %{run} %t/networks.mlir --target=nvidia-h200 --size=B=3,T=5,N=40 --print-kernel 2>&1 | FileCheck %s --check-prefix=STATES
// STATES-NOT: tmp
// STATES: for (int j = 0; j < 10; j++)
// STATES: = fma(*(global const float4 *)(W + {{.*}}), *(global const float4 *)(out + {{.*}}), acc
// STATES: 3 groups of 40
// STATES: OK
// RUN: %{run} %t/networks.mlir --target=opencl --size=B=2,T=1,N=35 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/networks.mlir --target=mali-g72 --size=B=1,T=3,N=1 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/networks.mlir --target=nvidia-h200 --size=B=2,T=3,N=67 --assumed=nothing | FileCheck %s --check-prefix=OK
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{run} %t/networks.mlir --target=nvidia-h200 --size=B=2,T=3,N=36 %}

// Several states that are stored nowhere would be private, if they are few numbers: each
// work-item has its own then, or they are in memory, if it is not known how many.
// RUN: sed 's/sizes \[N\]/sizes [16]/; s/\bN x/16 x/g' %t/filters.mlir > %t/few.mlir
// RUN: %{plan} %t/few.mlir --lift-optimize='target=nvidia-h200' 2>&1 | FileCheck %s --check-prefix=PRIVATE
// PRIVATE: has several states of few numbers that are not stored, which each work-item would have of its own
// RUN: %{plan} %t/filters.mlir --lift-optimize='target=nvidia-h200 sizes=N=16 print-schedules' 2>&1 | FileCheck %s --check-prefix=UNSTORED
// UNSTORED: // a group takes the steps of an element
// UNSTORED-NOT: fix_sizes
// RUN: %{run} %t/few.mlir --target=nvidia-h200 --size=B=3,T=5 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/filters.mlir --target=nvidia-h200 --size=B=3,T=5,N=16 | FileCheck %s --check-prefix=OK
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{run} %t/filters.mlir --target=nvidia-h200 --size=B=2,T=3,N=16 %}

// States that are planes are apart from each other also where the last one is the first
// plane of the result, and where another kernel adds each of them up.
// RUN: %{run} %t/states.mlir --entry=turned --target=nvidia-h200 --size=T=4,H=20,W=18 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/states.mlir --entry=turned --target=nvidia-h200 --size=T=3,H=65,W=67 --assumed=nothing | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/states.mlir --entry=turned --target=mali-g72 --size=T=1,H=1,W=1 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/states.mlir --entry=summed --target=nvidia-h200 --size=T=4,H=16,W=16 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/states.mlir --entry=summed --target=opencl --size=T=5,H=13,W=7 | FileCheck %s --check-prefix=OK
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{run} %t/states.mlir --entry=turned --target=nvidia-h200 --size=T=4,H=19,W=17 %}

// A group reduces numbers in a step together, if they are known to be several for each
// work-item; else each reduces all.
// RUN: %{plan} %t/normal.mlir --lift-optimize='target=nvidia-h200 sizes=N=150 print-schedules' 2>&1 | FileCheck %s --check-prefix=NORMAL
// NORMAL: // one group takes the steps
// NORMAL: [[LAST:%.*]] = transform.lift.match_pattern %0[2]
// NORMAL: transform.lift.map_to [[LAST]] ["lcl(0)"]
// NORMAL: [[SUM:%.*]] = transform.lift.match_pattern %0[1]
// NORMAL: transform.lift.split_reduction [[SUM]] by "64"
// NORMAL: transform.lift.tree_reduction {{.*}} in "local"
// NORMAL: [[FIRST:%.*]] = transform.lift.match_pattern %0[0]
// NORMAL: transform.lift.map_to [[FIRST]] ["lcl(0)"]
// RUN: %{plan} %t/normal.mlir --lift-optimize='target=nvidia-h200 sizes=N=127 print-schedules' 2>&1 | FileCheck %s --check-prefix=EACH
// RUN: %{plan} %t/normal.mlir --lift-optimize='target=nvidia-h200 print-schedules' 2>&1 | FileCheck %s --check-prefix=EACH
// EACH: // one group takes the steps
// EACH-NOT: tree_reduction
// RUN: %{run} %t/normal.mlir --target=nvidia-h200 --size=T=3,N=150 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/normal.mlir --target=opencl --size=T=1,N=128 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/normal.mlir --target=mali-g72 --size=T=2,N=1 | FileCheck %s --check-prefix=OK
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh %{run} %t/normal.mlir --target=nvidia-h200 --size=T=3,N=131 %}

//--- normal.mlir
// Normalised steps of one group: products, a norm, and the quotients.
func.func @normal(%W: !lift.array<N x N x f32>, %x: !lift.array<T x f32>, %h0: !lift.array<N x f32>) -> (!lift.array<N x f32>, f32) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %r, %s = lift.reduce (%e = %x : !lift.array<T x f32>) init (%h = %h0, %c = %zero : !lift.array<N x f32>, f32) {
    %n = lift.map (%row = %W : !lift.array<N x N x f32>) {
      %s = lift.reduce associative commutative (%a = %row, %b = %h : !lift.array<N x f32>, !lift.array<N x f32>) init (%acc = %e : f32) {
        %p = arith.mulf %a, %b : f32
        %q = arith.addf %acc, %p : f32
        lift.yield %q : f32
      }
      lift.yield %s : f32
    }
    %norm = lift.reduce associative commutative (%a = %n : !lift.array<N x f32>) init (%acc = %one : f32) {
      %p = arith.mulf %a, %a : f32
      %q = arith.addf %acc, %p : f32
      lift.yield %q : f32
    }
    %m = lift.map (%a = %n : !lift.array<N x f32>) {
      %p = arith.divf %a, %norm : f32
      lift.yield %p : f32
    }
    lift.yield %m, %norm : !lift.array<N x f32>, f32
  }
  return %r, %s : !lift.array<N x f32>, f32
}

//--- filters.mlir
// What is read of each of two states, which none keeps.
func.func @filters(%x: !lift.array<B x T x f32>, %a: !lift.array<N x f32>) -> !lift.array<B x T x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%xs = %x : !lift.array<B x T x f32>) {
    %start = lift.broadcast %zero sizes [N] : f32
    %all:3 = lift.scan (%e = %xs : !lift.array<T x f32>) init (%h = %start, %g = %start, %y = %zero : !lift.array<N x f32>, !lift.array<N x f32>, f32) {
      %next:2 = lift.map (%b = %h, %d = %g, %c = %a : !lift.array<N x f32>, !lift.array<N x f32>, !lift.array<N x f32>) {
        %m = arith.mulf %b, %c : f32
        %n = arith.subf %m, %d : f32
        %o = arith.addf %n, %e : f32
        %t = math.tanh %o : f32
        %p = arith.addf %b, %d : f32
        %u = math.tanh %p : f32
        lift.yield %t, %u : f32, f32
      }
      %sum = lift.reduce associative commutative (%b = %next#0 : !lift.array<N x f32>) init (%acc = %zero : f32) {
        %s = arith.addf %acc, %b : f32
        lift.yield %s : f32
      }
      lift.yield %next#0, %next#1, %sum : !lift.array<N x f32>, !lift.array<N x f32>, f32
    }
    lift.yield %all#2 : !lift.array<T x f32>
  }
  return %r : !lift.array<B x T x f32>
}

//--- networks.mlir
// All states of a recurrent network for each sequence.
func.func @networks(%W: !lift.array<N x N x f32>, %x: !lift.array<B x T x N x f32>, %h0: !lift.array<B x N x f32>) -> !lift.array<B x T x N x f32> {
  %r = lift.map (%xs = %x, %start = %h0 : !lift.array<B x T x N x f32>, !lift.array<B x N x f32>) {
    %states = lift.scan (%in = %xs : !lift.array<T x N x f32>) init (%h = %start : !lift.array<N x f32>) {
      %next = lift.map (%row = %W, %e = %in : !lift.array<N x N x f32>, !lift.array<N x f32>) {
        %sum = lift.reduce associative commutative (%a = %row, %b = %h : !lift.array<N x f32>, !lift.array<N x f32>) init (%acc = %e : f32) {
          %ab = arith.mulf %a, %b : f32
          %more = arith.addf %acc, %ab : f32
          lift.yield %more : f32
        }
        %t = math.tanh %sum : f32
        lift.yield %t : f32
      }
      lift.yield %next : !lift.array<N x f32>
    }
    lift.yield %states : !lift.array<T x N x f32>
  }
  return %r : !lift.array<B x T x N x f32>
}

//--- paths.mlir
// The least costs of paths through layers, and where the best ends.
func.func @paths(%costs: !lift.array<B x T x N x f32>, %edges: !lift.array<N x N x f32>) -> (!lift.array<B x N x f32>, !lift.array<B x f32>) {
  %zero = arith.constant 0.0 : f32
  %infinity = arith.constant 0x7F800000 : f32
  %r:2 = lift.map (%layers = %costs : !lift.array<B x T x N x f32>) {
    %start = lift.broadcast %zero sizes [N] : f32
    %ends = lift.reduce (%layer = %layers : !lift.array<T x N x f32>) init (%before = %start : !lift.array<N x f32>) {
      %next = lift.map (%row = %edges, %c = %layer : !lift.array<N x N x f32>, !lift.array<N x f32>) {
        %least = lift.reduce associative commutative (%e = %row, %b = %before : !lift.array<N x f32>, !lift.array<N x f32>) init (%acc = %infinity : f32) {
          %sum = arith.addf %e, %b : f32
          %less = arith.minimumf %acc, %sum : f32
          lift.yield %less : f32
        }
        %all = arith.addf %least, %c : f32
        lift.yield %all : f32
      }
      lift.yield %next : !lift.array<N x f32>
    }
    %best = lift.reduce associative commutative (%e = %ends : !lift.array<N x f32>) init (%acc = %infinity : f32) {
      %less = arith.minimumf %acc, %e : f32
      lift.yield %less : f32
    }
    lift.yield %ends, %best : !lift.array<N x f32>, f32
  }
  return %r#0, %r#1 : !lift.array<B x N x f32>, !lift.array<B x f32>
}

//--- warping.mlir
// A map of the row before, and a scan of what it computes.
func.func @warping(%a: !lift.array<B x N x f32>, %b: !lift.array<B x M x f32>) -> !lift.array<B x f32> {
  %far = arith.constant 1.0e+30 : f32
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%p = %a, %q = %b : !lift.array<B x N x f32>, !lift.array<B x M x f32>) {
    %none = lift.broadcast %far sizes [M] : f32
    %end:2 = lift.reduce (%x = %p : !lift.array<N x f32>) init (%corner = %zero, %row = %none : f32, !lift.array<M x f32>) {
      %wide = lift.pad %row low [1] high [0] constant(%corner : f32) : !lift.array<M x f32>
      %left = lift.take %wide size [M] : !lift.array<(M + 1) x f32>
      %near:2 = lift.map (%u = %row, %v = %left, %y = %q : !lift.array<M x f32>, !lift.array<M x f32>, !lift.array<M x f32>) {
        %least = arith.minimumf %u, %v : f32
        %d = arith.subf %x, %y : f32
        %distance = math.absf %d : f32
        lift.yield %least, %distance : f32, f32
      }
      %next = lift.scan (%u = %near#0, %d = %near#1 : !lift.array<M x f32>, !lift.array<M x f32>) init (%acc = %far : f32) {
        %least = arith.minimumf %acc, %u : f32
        %sum = arith.addf %least, %d : f32
        lift.yield %sum : f32
      }
      lift.yield %far, %next : f32, !lift.array<M x f32>
    }
    %last = lift.at %end#1[M - 1] : !lift.array<M x f32>
    lift.yield %last : f32
  }
  return %r : !lift.array<B x f32>
}

//--- grids.mlir
// Maps around a scan, whose state has two dimensions.
func.func @grids(%x: !lift.array<B x C x T x f32>, %start: !lift.array<B x C x M x N x f32>) -> !lift.array<B x C x T x M x N x f32> {
  %half = arith.constant 0.5 : f32
  %r = lift.map (%xs = %x, %ss = %start : !lift.array<B x C x T x f32>, !lift.array<B x C x M x N x f32>) {
    %planes = lift.map (%steps = %xs, %s = %ss : !lift.array<C x T x f32>, !lift.array<C x M x N x f32>) {
      %all = lift.scan (%e = %steps : !lift.array<T x f32>) init (%old = %s : !lift.array<M x N x f32>) {
        %turned = lift.reverse %old dims [0, 1] : !lift.array<M x N x f32>
        %next = lift.map (%p = %turned, %q = %old : !lift.array<M x N x f32>, !lift.array<M x N x f32>) {
          %cells = lift.map (%a = %p, %b = %q : !lift.array<N x f32>, !lift.array<N x f32>) {
            %c = arith.addf %a, %e : f32
            %d = arith.mulf %c, %half : f32
            %m = arith.minimumf %d, %b : f32
            lift.yield %m : f32
          }
          lift.yield %cells : !lift.array<N x f32>
        }
        lift.yield %next : !lift.array<M x N x f32>
      }
      lift.yield %all : !lift.array<T x M x N x f32>
    }
    lift.yield %planes : !lift.array<C x T x M x N x f32>
  }
  return %r : !lift.array<B x C x T x M x N x f32>
}

//--- several.mlir
func.func @several(%x: !lift.array<S x f32>, %w: !lift.array<N x N x f32>, %p: !lift.array<N x f32>) -> (!lift.array<N x f32>, f32) {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %back = lift.reverse %x : !lift.array<S x f32>
  %r:2 = lift.reduce (%e = %back : !lift.array<S x f32>) init (%state = %p, %c = %zero : !lift.array<N x f32>, f32) {
    %turned = lift.reverse %state : !lift.array<N x f32>
    %sq = lift.map (%a = %turned : !lift.array<N x f32>) {
      %b = arith.mulf %a, %half : f32
      lift.yield %b : f32
    }
    %next = lift.map (%row = %w, %q = %turned : !lift.array<N x N x f32>, !lift.array<N x f32>) {
      %s = lift.reduce associative commutative (%u = %row, %v = %sq : !lift.array<N x f32>, !lift.array<N x f32>) init (%acc = %zero : f32) {
        %uv = arith.mulf %u, %v : f32
        %m = arith.addf %acc, %uv : f32
        lift.yield %m : f32
      }
      %k = arith.minimumf %s, %e : f32
      %l = arith.addf %k, %q : f32
      %o = arith.mulf %l, %half : f32
      lift.yield %o : f32
    }
    %out = lift.reverse %next : !lift.array<N x f32>
    %d = arith.addf %c, %e : f32
    lift.yield %out, %d : !lift.array<N x f32>, f32
  }
  return %r#0, %r#1 : !lift.array<N x f32>, f32
}

//--- network.mlir
func.func @network(%x: !lift.array<S x N x f32>, %w: !lift.array<N x N x f32>) -> !lift.array<S x N x f32> {
  %zero = arith.constant 0.0 : f32
  %tenth = arith.constant 0.1 : f32
  %start = lift.broadcast %zero sizes [N] : f32
  %states = lift.scan (%in = %x : !lift.array<S x N x f32>) init (%state = %start : !lift.array<N x f32>) {
    %next = lift.map (%row = %w, %e = %in : !lift.array<N x N x f32>, !lift.array<N x f32>) {
      %sum = lift.reduce associative commutative (%a = %row, %b = %state : !lift.array<N x f32>, !lift.array<N x f32>) init (%acc = %zero : f32) {
        %ab = arith.mulf %a, %b : f32
        %more = arith.addf %acc, %ab : f32
        lift.yield %more : f32
      }
      %scaled = arith.mulf %sum, %tenth : f32
      %all = arith.addf %scaled, %e : f32
      %t = math.tanh %all : f32
      lift.yield %t : f32
    }
    lift.yield %next : !lift.array<N x f32>
  }
  return %states : !lift.array<S x N x f32>
}

//--- planes.mlir
func.func @planes(%x: !lift.array<S x f32>, %p: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %last = lift.reduce (%e = %x : !lift.array<S x f32>) init (%plane = %p : !lift.array<M x N x f32>) {
    %first = lift.at %plane[0] : !lift.array<M x N x f32>
    %sum = lift.reduce associative commutative (%a = %first : !lift.array<N x f32>) init (%acc = %e : f32) {
      %more = arith.addf %acc, %a : f32
      lift.yield %more : f32
    }
    %turned = lift.reverse %plane dims [0, 1] : !lift.array<M x N x f32>
    %next = lift.map (%row = %turned, %old = %plane : !lift.array<M x N x f32>, !lift.array<M x N x f32>) {
      %cells = lift.map (%a = %row, %b = %old : !lift.array<N x f32>, !lift.array<N x f32>) {
        %c = arith.subf %a, %b : f32
        %d = arith.mulf %c, %half : f32
        %f = arith.minimumf %d, %sum : f32
        lift.yield %f : f32
      }
      lift.yield %cells : !lift.array<N x f32>
    }
    lift.yield %next : !lift.array<M x N x f32>
  }
  return %last : !lift.array<M x N x f32>
}

//--- heat.mlir
func.func @heat(%x: !lift.array<N x f32>, %steps: !lift.array<S x i1>) -> !lift.array<N x f32> {
  %quarter = arith.constant 0.25 : f32
  %half = arith.constant 0.5 : f32
  %last = lift.iterate S size L (%e = %x : !lift.array<N x f32>) {
    %wide = lift.pad %e low [1] high [1] clamp : !lift.array<L x f32>
    %windows = lift.slide %wide size [3] step [1] : !lift.array<(L + 1 + 1) x f32>
    %next = lift.map (%w = %windows : !lift.array<L x 3 x f32>) {
      %a = lift.at %w[0] : !lift.array<3 x f32>
      %b = lift.at %w[1] : !lift.array<3 x f32>
      %c = lift.at %w[2] : !lift.array<3 x f32>
      %ac = arith.addf %a, %c : f32
      %d = arith.mulf %ac, %quarter : f32
      %f = arith.mulf %b, %half : f32
      %g = arith.addf %d, %f : f32
      lift.yield %g : f32
    }
    lift.yield %next : !lift.array<L x f32>
  }
  return %last : !lift.array<N x f32>
}

//--- cells.mlir
func.func @cells(%w: !lift.array<N x N x f32>, %v: !lift.array<N x N x f32>, %x: !lift.array<S x N x f32>, %h: !lift.array<N x f32>, %c: !lift.array<N x f32>) -> (!lift.array<N x f32>, !lift.array<N x f32>) {
  %zero = arith.constant 0.0 : f32
  %last, %cells = lift.reduce (%in = %x : !lift.array<S x N x f32>) init (%state = %h, %cell = %c : !lift.array<N x f32>, !lift.array<N x f32>) {
    %next, %next_cell = lift.map (%row = %w, %gate = %v, %e = %in, %old = %cell : !lift.array<N x N x f32>, !lift.array<N x N x f32>, !lift.array<N x f32>, !lift.array<N x f32>) {
      %sum, %open = lift.reduce associative commutative (%a = %row, %g = %gate, %b = %state : !lift.array<N x f32>, !lift.array<N x f32>, !lift.array<N x f32>) init (%acc = %e, %acc2 = %zero : f32, f32) {
        %ab = arith.mulf %a, %b : f32
        %more = arith.addf %acc, %ab : f32
        %gb = arith.mulf %g, %b : f32
        %more2 = arith.addf %acc2, %gb : f32
        lift.yield %more, %more2 : f32, f32
      }
      %t = math.tanh %sum : f32
      %o = math.tanh %open : f32
      %kept = arith.mulf %o, %old : f32
      %cn = arith.addf %kept, %t : f32
      %hn = math.tanh %cn : f32
      lift.yield %hn, %cn : f32, f32
    }
    lift.yield %next, %next_cell : !lift.array<N x f32>, !lift.array<N x f32>
  }
  %mirrored = lift.reverse %cells dims [0] : !lift.array<N x f32>
  return %mirrored, %last : !lift.array<N x f32>, !lift.array<N x f32>
}

//--- last-cell.mlir
func.func @last_cell(%w: !lift.array<N x N x f32>, %v: !lift.array<N x N x f32>, %x: !lift.array<S x N x f32>, %h: !lift.array<N x f32>, %c: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %last, %cells = lift.reduce (%in = %x : !lift.array<S x N x f32>) init (%state = %h, %cell = %c : !lift.array<N x f32>, !lift.array<N x f32>) {
    %next, %next_cell = lift.map (%row = %w, %gate = %v, %e = %in, %old = %cell : !lift.array<N x N x f32>, !lift.array<N x N x f32>, !lift.array<N x f32>, !lift.array<N x f32>) {
      %sum, %open = lift.reduce associative commutative (%a = %row, %g = %gate, %b = %state : !lift.array<N x f32>, !lift.array<N x f32>, !lift.array<N x f32>) init (%acc = %e, %acc2 = %zero : f32, f32) {
        %ab = arith.mulf %a, %b : f32
        %more = arith.addf %acc, %ab : f32
        %gb = arith.mulf %g, %b : f32
        %more2 = arith.addf %acc2, %gb : f32
        lift.yield %more, %more2 : f32, f32
      }
      %t = math.tanh %sum : f32
      %o = math.tanh %open : f32
      %kept = arith.mulf %o, %old : f32
      %cn = arith.addf %kept, %t : f32
      %hn = math.tanh %cn : f32
      lift.yield %hn, %cn : f32, f32
    }
    lift.yield %next, %next_cell : !lift.array<N x f32>, !lift.array<N x f32>
  }
  %out = lift.map (%row = %v : !lift.array<N x N x f32>) {
    %sum = lift.reduce associative commutative (%a = %row, %b = %cells : !lift.array<N x f32>, !lift.array<N x f32>) init (%acc = %zero : f32) {
      %ab = arith.mulf %a, %b : f32
      %more = arith.addf %acc, %ab : f32
      lift.yield %more : f32
    }
    lift.yield %sum : f32
  }
  return %out : !lift.array<N x f32>
}

//--- scan.mlir
func.func @scan(%x: !lift.array<S x N x i32>, %i: !lift.array<N x i32>) -> !lift.array<S x N x i32> {
  %states = lift.scan (%in = %x : !lift.array<S x N x i32>) init (%state = %i : !lift.array<N x i32>) {
    %first = lift.at %in[0] : !lift.array<N x i32>
    %next = lift.scan (%e = %state : !lift.array<N x i32>) init (%acc = %first : i32) {
      %more = arith.subi %e, %acc : i32
      lift.yield %more : i32
    }
    lift.yield %next : !lift.array<N x i32>
  }
  return %states : !lift.array<S x N x i32>
}

//--- scanned.mlir
// What a scan, a window or the copy to an accumulator reads of others' elements is in
// local memory, if it is small.
func.func @scanned(%x: !lift.array<S x 12 x f32>, %a0: !lift.array<12 x f32>, %b0: !lift.array<12 x f32>) -> (!lift.array<12 x f32>, !lift.array<12 x f32>) {
  %zero = arith.constant 0.0 : f32
  %r:2 = lift.reduce (%row = %x : !lift.array<S x 12 x f32>) init (%a = %a0, %b = %b0 : !lift.array<12 x f32>, !lift.array<12 x f32>) {
    %sums = lift.map (%p = %a, %q = %row : !lift.array<12 x f32>, !lift.array<12 x f32>) {
      %s = arith.addf %p, %q : f32
      lift.yield %s : f32
    }
    %scan = lift.scan (%e = %sums : !lift.array<12 x f32>) init (%acc = %zero : f32) {
      %s = arith.addf %acc, %e : f32
      lift.yield %s : f32
    }
    %turned = lift.reverse %sums : !lift.array<12 x f32>
    %next = lift.map (%p = %scan, %q = %turned : !lift.array<12 x f32>, !lift.array<12 x f32>) {
      %d = arith.subf %p, %q : f32
      lift.yield %d : f32
    }
    lift.yield %next, %sums : !lift.array<12 x f32>, !lift.array<12 x f32>
  }
  return %r#0, %r#1 : !lift.array<12 x f32>, !lift.array<12 x f32>
}

//--- states.mlir
func.func @turned(%x: !lift.array<H x W x f32>, %c: !lift.array<T x f32>)
    -> !lift.array<T x H x W x f32> {
  %states = lift.scan (%k = %c : !lift.array<T x f32>) init (%state = %x : !lift.array<H x W x f32>) {
    %padded = lift.pad %state low [1, 1] high [0, 0] clamp : !lift.array<H x W x f32>
    %windows = lift.slide %padded size [2, 2] step [1, 1] : !lift.array<(H + 1) x (W + 1) x f32>
    %next = lift.map (%line = %windows : !lift.array<H x W x 2 x 2 x f32>) {
      %row = lift.map (%window = %line : !lift.array<W x 2 x 2 x f32>) {
        %above = lift.at %window[0, 1] : !lift.array<2 x 2 x f32>
        %left = lift.at %window[1, 0] : !lift.array<2 x 2 x f32>
        %sum = arith.addf %above, %left : f32
        %scaled = arith.mulf %sum, %k : f32
        lift.yield %scaled : f32
      }
      lift.yield %row : !lift.array<W x f32>
    }
    lift.yield %next : !lift.array<H x W x f32>
  }
  %turned = lift.reverse %states : !lift.array<T x H x W x f32>
  return %turned : !lift.array<T x H x W x f32>
}
func.func @summed(%x: !lift.array<H x W x f32>, %c: !lift.array<T x f32>)
    -> (!lift.array<T x H x W x f32>, !lift.array<T x f32>) {
  %zero = arith.constant 0.0 : f32
  %states = lift.scan (%k = %c : !lift.array<T x f32>) init (%state = %x : !lift.array<H x W x f32>) {
    %turned = lift.reverse %state : !lift.array<H x W x f32>
    %next = lift.map (%row = %turned : !lift.array<H x W x f32>) {
      %line = lift.map (%e = %row : !lift.array<W x f32>) {
        %scaled = arith.mulf %e, %k : f32
        lift.yield %scaled : f32
      }
      lift.yield %line : !lift.array<W x f32>
    }
    lift.yield %next : !lift.array<H x W x f32>
  }
  %sums = lift.map (%plane = %states : !lift.array<T x H x W x f32>) {
    %sum = lift.reduce associative commutative (%row = %plane : !lift.array<H x W x f32>) init (%acc = %zero : f32) {
      %next = lift.reduce associative commutative (%e = %row : !lift.array<W x f32>) init (%s = %acc : f32) {
        %t = arith.addf %s, %e : f32
        lift.yield %t : f32
      }
      lift.yield %next : f32
    }
    lift.yield %sum : f32
  }
  return %states, %sums : !lift.array<T x H x W x f32>, !lift.array<T x f32>
}
