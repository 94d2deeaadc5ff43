// Numbers between the loops of a nest are computed outside of all loops, or in the
// innermost map, so that the loops are perfectly nested and strategies know them.
// RUN: split-file %s %t
// DEFINE: %{fuse} = lift-opt --lift-fuse-producers --remarks-filter=lift-fuse-producers
// DEFINE: %{optimize} = lift-opt --pass-pipeline='builtin.module(func.func(lift-normalize,lift-fuse-producers,lift-normalize,lift-optimize{target=nvidia-h200}))' --remarks-filter=lift-optimize -o /dev/null

// What is made of a channel's numbers is made again for each pixel.
// RUN: %{fuse} %t/channels.mlir 2>&1 | FileCheck %s --check-prefix=CHANNELS
// CHANNELS: remark: {{.*}}Remark="computes the numbers between its loops in the innermost"
// CHANNELS-LABEL: func.func @channels
// CHANNELS:      lift.map
// CHANNELS-NEXT:   lift.map (%{{.*}}, %[[VARIANCE:.*]] = %arg1, %[[GAIN:.*]] = %arg2 :
// CHANNELS-NEXT:     lift.map
// CHANNELS-NEXT:       lift.map (%[[X:.*]] =
// CHANNELS-NEXT:         %[[POSITIVE:.*]] = math.absf %[[VARIANCE]]
// CHANNELS-NEXT:         %[[ROOT:.*]] = math.rsqrt %[[POSITIVE]]
// CHANNELS-NEXT:         %[[SCALE:.*]] = arith.mulf %[[GAIN]], %[[ROOT]]
// CHANNELS-NEXT:         arith.mulf %[[X]], %[[SCALE]]
// CHANNELS-NEXT:         lift.yield
// CHANNELS-NEXT:       }
// CHANNELS-NEXT:       lift.yield
// RUN: %{optimize} %t/channels.mlir 2>&1 | FileCheck %s --check-prefix=ELEMENTWISE
// ELEMENTWISE: Remark="elementwise maps"

// A second time changes nothing.
// RUN: lift-opt %t/channels.mlir --lift-fuse-producers -o %t/once.mlir
// RUN: lift-opt %t/once.mlir --lift-fuse-producers | diff - %t/once.mlir

// Not where a reduction of the row, another loop or a view needs it, too; not what is
// slow to compute; and not in a function that makes choices.
// RUN: %{fuse} %t/stay.mlir 2>&1 | FileCheck %s --check-prefix=STAY --implicit-check-not=remark
// STAY-LABEL: func.func @rows
// STAY:        lift.reduce
// STAY:        arith.mulf
// STAY-NEXT:   lift.map
// STAY-LABEL: func.func @window
// STAY:      lift.map
// STAY-NEXT:   arith.negf
// STAY-NEXT:   lift.pad
// STAY-LABEL: func.func @two
// STAY:      lift.map
// STAY-NEXT:   arith.negf
// STAY-NEXT:   lift.map
// STAY-LABEL: func.func @slow
// STAY:      lift.map
// STAY-NEXT:   math.exp
// STAY-NEXT:   math.exp
// STAY-NEXT:   math.exp
// STAY-NEXT:   math.exp
// STAY-NEXT:   math.exp
// STAY-NEXT:   lift.map
// STAY-LABEL: func.func @kept
// STAY:      lift.map
// STAY-NEXT:   arith.negf
// STAY-NEXT:   lift.map seq

// What depends on no loop leaves all of them; what depends on an outer one stays where
// it is; what may not be computed where nothing is, as a division by an argument, too.
// RUN: %{fuse} %t/sizes.mlir | FileCheck %s --check-prefix=SIZES
// SIZES-LABEL: func.func @means
// SIZES:      lift.size N
// SIZES-NEXT: arith.index_cast
// SIZES-NEXT: %[[N:.*]] = arith.sitofp
// SIZES-NEXT: lift.map
// SIZES-NEXT:   lift.map
// SIZES-NEXT:     %[[SUM:.*]] = lift.reduce
// SIZES:          arith.divf %[[SUM]], %[[N]]
// SIZES-LABEL: func.func @indices
// SIZES:      %[[I:.*]] = lift.generate
// SIZES:      lift.map
// SIZES-NEXT:   lift.map (%{{.*}}, %{{.*}} = %[[I]] :
// SIZES-NEXT:     arith.muli
// SIZES-LABEL: func.func @quotient
// SIZES:      lift.map
// SIZES-NEXT:   lift.map
// SIZES-NEXT:     arith.divsi

// DEFINE: %{run} = lift-run --verify
// RUN: %{run} %t/channels.mlir --target=nvidia-h200 --size=B=2,C=5,H=7,W=3 --rtol=1e-5 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/channels.mlir --target=nvidia-h200 --size=B=1,C=3,H=8,W=64 --rtol=1e-5 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/channels.mlir --size=B=2,C=5,H=7,W=3 --rtol=1e-5 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/sizes.mlir --entry=means --target=nvidia-h200 --size=M=5,N=33 --rtol=1e-5 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/sizes.mlir --entry=means --size=M=5,N=33 --rtol=1e-5 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/sizes.mlir --entry=indices --target=nvidia-h200 --size=M=5,N=33 | FileCheck %s --check-prefix=OK
// RUN: %{run} %t/sizes.mlir --entry=indices --size=M=5,N=33 | FileCheck %s --check-prefix=OK
// OK: OK

//--- channels.mlir
func.func @channels(%x: !lift.array<B x C x H x W x f32>, %variance: !lift.array<C x f32>, %gain: !lift.array<C x f32>) -> !lift.array<B x C x H x W x f32> {
  %y = lift.map (%image = %x : !lift.array<B x C x H x W x f32>) {
    %planes = lift.map (%plane = %image, %v = %variance, %g = %gain : !lift.array<C x H x W x f32>, !lift.array<C x f32>, !lift.array<C x f32>) {
      %positive = math.absf %v : f32
      %root = math.rsqrt %positive : f32
      %scale = arith.mulf %g, %root : f32
      %rows = lift.map (%row = %plane : !lift.array<H x W x f32>) {
        %numbers = lift.map (%number = %row : !lift.array<W x f32>) {
          %scaled = arith.mulf %number, %scale : f32
          lift.yield %scaled : f32
        }
        lift.yield %numbers : !lift.array<W x f32>
      }
      lift.yield %rows : !lift.array<H x W x f32>
    }
    lift.yield %planes : !lift.array<C x H x W x f32>
  }
  return %y : !lift.array<B x C x H x W x f32>
}

//--- stay.mlir
func.func @rows(%a: !lift.array<M x N x f32>, %b: !lift.array<M x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %c = lift.map (%row = %a, %number = %b : !lift.array<M x N x f32>, !lift.array<M x f32>) {
    %sum = lift.reduce associative commutative (%x = %row : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %next = arith.addf %acc, %x : f32
      lift.yield %next : f32
    }
    %scale = arith.mulf %number, %sum : f32
    %numbers = lift.map (%x = %row : !lift.array<N x f32>) {
      %product = arith.mulf %x, %scale : f32
      lift.yield %product : f32
    }
    lift.yield %numbers : !lift.array<N x f32>
  }
  return %c : !lift.array<M x N x f32>
}
func.func @window(%a: !lift.array<M x N x f32>, %b: !lift.array<M x f32>) -> !lift.array<M x (N + 2) x f32> {
  %c = lift.map (%row = %a, %number = %b : !lift.array<M x N x f32>, !lift.array<M x f32>) {
    %border = arith.negf %number : f32
    %padded = lift.pad %row low [1] high [1] constant(%border : f32) : !lift.array<N x f32>
    %numbers = lift.map (%x = %padded : !lift.array<(N + 2) x f32>) {
      %product = arith.mulf %x, %number : f32
      lift.yield %product : f32
    }
    lift.yield %numbers : !lift.array<(N + 2) x f32>
  }
  return %c : !lift.array<M x (N + 2) x f32>
}
func.func @two(%a: !lift.array<M x f32>, %b: !lift.array<N x f32>) -> (!lift.array<M x N x f32>, !lift.array<M x N x f32>) {
  %c:2 = lift.map (%number = %a : !lift.array<M x f32>) {
    %scale = arith.negf %number : f32
    %sums = lift.map (%y = %b : !lift.array<N x f32>) {
      %sum = arith.addf %y, %scale : f32
      lift.yield %sum : f32
    }
    %products = lift.map (%y = %b : !lift.array<N x f32>) {
      %product = arith.mulf %y, %scale : f32
      lift.yield %product : f32
    }
    lift.yield %sums, %products : !lift.array<N x f32>, !lift.array<N x f32>
  }
  return %c#0, %c#1 : !lift.array<M x N x f32>, !lift.array<M x N x f32>
}
func.func @slow(%a: !lift.array<M x f32>, %b: !lift.array<N x f32>) -> !lift.array<M x N x f32> {
  %c = lift.map (%number = %a : !lift.array<M x f32>) {
    %e0 = math.exp %number : f32
    %e1 = math.exp %e0 : f32
    %e2 = math.exp %e1 : f32
    %e3 = math.exp %e2 : f32
    %e4 = math.exp %e3 : f32
    %numbers = lift.map (%y = %b : !lift.array<N x f32>) {
      %product = arith.mulf %y, %e4 : f32
      lift.yield %product : f32
    }
    lift.yield %numbers : !lift.array<N x f32>
  }
  return %c : !lift.array<M x N x f32>
}
func.func @kept(%a: !lift.array<M x f32>, %b: !lift.array<N x f32>) -> !lift.array<M x N x f32> {
  %c = lift.map (%number = %a : !lift.array<M x f32>) {
    %scale = arith.negf %number : f32
    %numbers = lift.map seq (%y = %b : !lift.array<N x f32>) {
      %product = arith.mulf %y, %scale : f32
      lift.yield %product : f32
    }
    lift.yield %numbers : !lift.array<N x f32>
  }
  return %c : !lift.array<M x N x f32>
}

//--- sizes.mlir
func.func @means(%a: !lift.array<M x N x N x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %c = lift.map (%matrix = %a : !lift.array<M x N x N x f32>) {
    %means = lift.map (%row = %matrix : !lift.array<N x N x f32>) {
      %sum = lift.reduce associative commutative (%x = %row : !lift.array<N x f32>) init (%acc = %zero : f32) {
        %next = arith.addf %acc, %x : f32
        lift.yield %next : f32
      }
      %size = lift.size N : index
      %integer = arith.index_cast %size : index to i32
      %length = arith.sitofp %integer : i32 to f32
      %mean = arith.divf %sum, %length : f32
      lift.yield %mean : f32
    }
    lift.yield %means : !lift.array<N x f32>
  }
  return %c : !lift.array<M x N x f32>
}
func.func @indices(%a: !lift.array<M x N x i32>, %s: !lift.array<M x i32>) -> !lift.array<M x N x i32> {
  %c = lift.map (%row = %a, %factor = %s : !lift.array<M x N x i32>, !lift.array<M x i32>) {
    %places = lift.generate (%i < N) {
      %place = arith.index_cast %i : index to i32
      lift.yield %place : i32
    }
    %numbers = lift.map (%x = %row, %i = %places : !lift.array<N x i32>, !lift.array<N x i32>) {
      %square = arith.muli %factor, %factor : i32
      %product = arith.muli %square, %i : i32
      %sum = arith.addi %product, %x : i32
      lift.yield %sum : i32
    }
    lift.yield %numbers : !lift.array<N x i32>
  }
  return %c : !lift.array<M x N x i32>
}
func.func @quotient(%a: !lift.array<M x N x i32>, %s: i32, %t: i32) -> !lift.array<M x N x i32> {
  %c = lift.map (%row = %a : !lift.array<M x N x i32>) {
    %numbers = lift.map (%x = %row : !lift.array<N x i32>) {
      %quotient = arith.divsi %s, %t : i32
      %sum = arith.addi %quotient, %x : i32
      lift.yield %sum : i32
    }
    lift.yield %numbers : !lift.array<N x i32>
  }
  return %c : !lift.array<M x N x i32>
}
