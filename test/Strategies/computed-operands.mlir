// Contractions of what is computed of each number of a matrix: by the copy to
// local memory, once for each number of a tile.
// RUN: split-file %s %t
// DEFINE: %{optimize} = --lift-fuse-producers --lift-optimize='target=nvidia-h200 sizes=M=1024,N=1024,K=1024,H=16,W=16,C=64,D=64 print-schedules'
// DEFINE: %{run} = lift-run --verify --rtol=1e-5

// Halves are converted once, and the copies wait for them when they store.
// RUN: lift-opt %t/halves.mlir %{optimize} -o %t.mlir | FileCheck %s --check-prefix=HALVES
// HALVES:         // contraction in local tiles
// HALVES-COUNT-2: transform.lift.stage {{.*}}"local"{{.*}}, computed}
// RUN: lift-run %t/halves.mlir --target=nvidia-h200 --size=M=2048,N=2048,K=2048 --emit-package=%t.package
// RUN: FileCheck %s --check-prefix=KERNEL --input-file=%t.package/kernels.cl
// KERNEL:      kernel void halves_0
// KERNEL:      local float tile
// KERNEL:      for (int i = 0; i < (int)((uint)K /
// KERNEL:      if (cond) {
// KERNEL-NEXT: priv{{[0-9]*}}[0] = *(global const uint2 *)
// KERNEL-NOT:  floats_in
// KERNEL:      fma
// KERNEL:      if (cond) {
// KERNEL-NEXT: = floats_in
// RUN: %{run} %t/halves.mlir --target=nvidia-h200 --size=M=70,N=37,K=53
// RUN: %{run} %t/halves.mlir --target=nvidia-h200 --size=M=64,N=64,K=64
// RUN: %{run} %t/halves.mlir --target=pocl --size=M=1,N=1,K=1

// A cheap map is no kernel of its own, whichever side is computed.
// RUN: lift-opt %t/maps.mlir %{optimize} -o %t.mlir | FileCheck %s --check-prefix=MAPS
// MAPS-COUNT-2: transform.lift.compute_in_readers
// MAPS:         // contraction in local tiles
// MAPS-COUNT-2: transform.lift.stage {{.*}}"local"{{.*}}, computed}
// RUN: %{run} %t/maps.mlir --target=nvidia-h200 --size=M=70,N=37,K=53
// RUN: %{run} %t/maps.mlir --target=nvidia-h200 --size=M=128,N=128,K=32
// RUN: %{run} %t/maps.mlir --target=mali-g72 --size=M=8,N=12,K=20
// RUN: %{run} %t/maps.mlir --target=pocl --size=M=5,N=7,K=9

// Constants may stand in the bodies.
// RUN: lift-opt %t/inside.mlir --lift-optimize='target=nvidia-h200 sizes=M=64,N=64,K=32 print-schedules' -o %t.inside.mlir | FileCheck %s --check-prefix=INSIDE
// INSIDE: transform.lift.compute_in_readers
// RUN: %{run} %t.inside.mlir --target=nvidia-h200 --size=M=64,N=64,K=32
// RUN: lift-opt %t/inside.mlir --lift-apply-schedule=file=%t/stage.mlir | FileCheck %s --check-prefix=STAGED
// STAGED:      %[[P:.*]] = lift.map
// STAGED:      lift.map (%{{.*}} = %[[P]] :
// STAGED-NEXT: lift.map
// STAGED-NEXT: %[[HALF:.*]] = arith.constant 5.000000e-01 : f32
// STAGED-NEXT: arith.mulf %{{.*}}, %[[HALF]]
// STAGED:      lift.materialize %{{.*}} in local
// Lanes that have other constants are not the same everywhere.
// RUN: not lift-opt %t/lanes.mlir --lift-apply-schedule=file=%t/lanes-stage.mlir 2>&1 | FileCheck %s --check-prefix=LANES
// LANES: error: 'transform.lift.stage' does not apply: does nothing to each element of an array alone

// Zeros around an image stay zeros; another number would become two.
// RUN: lift-opt %t/padded.mlir %{optimize} -o %t.mlir | FileCheck %s --check-prefix=PADDED
// PADDED: transform.lift.compute_in_readers
// RUN: %{run} %t/padded.mlir --target=nvidia-h200 --size=H=7,W=5,C=12,D=8
// RUN: %{run} %t/padded.mlir --target=nvidia-h200 --size=H=16,W=16,C=16,D=64
// RUN: lift-opt %t/ones.mlir %{optimize} -o %t.mlir | FileCheck %s --check-prefix=NOT
// RUN: %{run} %t/ones.mlir --target=nvidia-h200 --size=H=7,W=5,C=12,D=8

// What takes long, and what others read, too, is computed once.
// RUN: lift-opt %t/roots.mlir %{optimize} -o %t.mlir | FileCheck %s --check-prefix=NOT
// RUN: lift-opt %t/returned.mlir %{optimize} -o %t.mlir | FileCheck %s --check-prefix=NOT
// RUN: lift-opt %t/maps.mlir --lift-fuse-producers --lift-optimize='target=pocl sizes=M=1024,N=1024,K=1024 print-schedules' -o %t.mlir | FileCheck %s --check-prefix=CPU
// CPU-NOT: compute_in_readers
// CPU:     // contraction in register tiles
// NOT-NOT: compute_in_readers
// NOT:     // contraction in local tiles
// RUN: %{run} %t/returned.mlir --target=nvidia-h200 --size=M=33,N=64,K=20
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh lift-run --verify --rtol=1e-5 --target=nvidia-h200 %t/maps.mlir --size=M=33,N=65,K=20 %}

//--- halves.mlir
func.func @halves(%A: !lift.array<M x K x f16>, %B: !lift.array<K x N x f16>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %columns = lift.transpose %B : !lift.array<K x N x f16>
  %C = lift.map (%row = %A : !lift.array<M x K x f16>) {
    %out = lift.map (%column = %columns : !lift.array<N x K x f16>) {
      %sum = lift.reduce associative commutative (%a = %row, %b = %column : !lift.array<K x f16>, !lift.array<K x f16>) init (%acc = %zero : f32) {
        %x = arith.extf %a : f16 to f32
        %y = arith.extf %b : f16 to f32
        %p = arith.mulf %x, %y : f32
        %next = arith.addf %acc, %p : f32
        lift.yield %next : f32
      }
      lift.yield %sum : f32
    }
    lift.yield %out : !lift.array<N x f32>
  }
  return %C : !lift.array<M x N x f32>
}

//--- maps.mlir
func.func @maps(%A: !lift.array<M x K x f32>, %B: !lift.array<K x N x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %P = lift.map (%line = %A : !lift.array<M x K x f32>) {
    %numbers = lift.map (%e = %line : !lift.array<K x f32>) {
      %m = arith.maximumf %e, %zero : f32
      lift.yield %m : f32
    }
    lift.yield %numbers : !lift.array<K x f32>
  }
  %half = arith.constant 0.5 : f32
  %Q = lift.map (%line = %B : !lift.array<K x N x f32>) {
    %numbers = lift.map (%e = %line : !lift.array<N x f32>) {
      %d = arith.mulf %e, %half : f32
      %s = arith.subf %d, %e : f32
      lift.yield %s : f32
    }
    lift.yield %numbers : !lift.array<N x f32>
  }
  %columns = lift.transpose %Q : !lift.array<K x N x f32>
  %C = lift.map (%row = %P : !lift.array<M x K x f32>) {
    %out = lift.map (%column = %columns : !lift.array<N x K x f32>) {
      %sum = lift.reduce associative commutative (%a = %row, %b = %column : !lift.array<K x f32>, !lift.array<K x f32>) init (%acc = %zero : f32) {
        %p = arith.mulf %a, %b : f32
        %next = arith.addf %acc, %p : f32
        lift.yield %next : f32
      }
      lift.yield %sum : f32
    }
    lift.yield %out : !lift.array<N x f32>
  }
  return %C : !lift.array<M x N x f32>
}

//--- roots.mlir
func.func @roots(%A: !lift.array<M x K x f32>, %B: !lift.array<K x N x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %P = lift.map (%line = %A : !lift.array<M x K x f32>) {
    %numbers = lift.map (%e = %line : !lift.array<K x f32>) {
      %m = math.sqrt %e : f32
      lift.yield %m : f32
    }
    lift.yield %numbers : !lift.array<K x f32>
  }
  %columns = lift.transpose %B : !lift.array<K x N x f32>
  %C = lift.map (%row = %P : !lift.array<M x K x f32>) {
    %out = lift.map (%column = %columns : !lift.array<N x K x f32>) {
      %sum = lift.reduce associative commutative (%a = %row, %b = %column : !lift.array<K x f32>, !lift.array<K x f32>) init (%acc = %zero : f32) {
        %p = arith.mulf %a, %b : f32
        %next = arith.addf %acc, %p : f32
        lift.yield %next : f32
      }
      lift.yield %sum : f32
    }
    lift.yield %out : !lift.array<N x f32>
  }
  return %C : !lift.array<M x N x f32>
}

//--- returned.mlir
func.func @returned(%A: !lift.array<M x K x f32>, %B: !lift.array<K x N x f32>) -> (!lift.array<M x N x f32>, !lift.array<M x K x f32>) {
  %zero = arith.constant 0.0 : f32
  %P = lift.map (%line = %A : !lift.array<M x K x f32>) {
    %numbers = lift.map (%e = %line : !lift.array<K x f32>) {
      %m = arith.maximumf %e, %zero : f32
      lift.yield %m : f32
    }
    lift.yield %numbers : !lift.array<K x f32>
  }
  %columns = lift.transpose %B : !lift.array<K x N x f32>
  %C = lift.map (%row = %P : !lift.array<M x K x f32>) {
    %out = lift.map (%column = %columns : !lift.array<N x K x f32>) {
      %sum = lift.reduce associative commutative (%a = %row, %b = %column : !lift.array<K x f32>, !lift.array<K x f32>) init (%acc = %zero : f32) {
        %p = arith.mulf %a, %b : f32
        %next = arith.addf %acc, %p : f32
        lift.yield %next : f32
      }
      lift.yield %sum : f32
    }
    lift.yield %out : !lift.array<N x f32>
  }
  return %C, %P : !lift.array<M x N x f32>, !lift.array<M x K x f32>
}

//--- padded.mlir
func.func @padded(%x: !lift.array<H x W x C x f32>, %k: !lift.array<D x 3 x 3 x C x f32>) -> !lift.array<H x W x D x f32> {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2.0 : f32
  %around = arith.constant 0.0 : f32
  %y = lift.map (%line = %x : !lift.array<H x W x C x f32>) {
    %pixels = lift.map (%pixel = %line : !lift.array<W x C x f32>) {
      %channels = lift.map (%e = %pixel : !lift.array<C x f32>) {
        %d = arith.mulf %e, %two : f32
        lift.yield %d : f32
      }
      lift.yield %channels : !lift.array<C x f32>
    }
    lift.yield %pixels : !lift.array<W x C x f32>
  }
  %padded = lift.pad %y low [1, 1] high [1, 1] constant(%around : f32) : !lift.array<H x W x C x f32>
  %windows = lift.slide %padded size [3, 3] step [1, 1] : !lift.array<(H + 2) x (W + 2) x C x f32>
  %out = lift.map (%line = %windows : !lift.array<H x W x 3 x 3 x C x f32>) {
    %pixels = lift.map (%window = %line : !lift.array<W x 3 x 3 x C x f32>) {
      %channels = lift.map (%filter = %k : !lift.array<D x 3 x 3 x C x f32>) {
        %sum = lift.reduce associative commutative (%rowP = %window, %rowF = %filter : !lift.array<3 x 3 x C x f32>, !lift.array<3 x 3 x C x f32>) init (%acc0 = %zero : f32) {
          %row = lift.reduce associative commutative (%pixelP = %rowP, %pixelF = %rowF : !lift.array<3 x C x f32>, !lift.array<3 x C x f32>) init (%acc1 = %acc0 : f32) {
            %pixel = lift.reduce associative commutative (%p = %pixelP, %f = %pixelF : !lift.array<C x f32>, !lift.array<C x f32>) init (%acc2 = %acc1 : f32) {
              %pf = arith.mulf %p, %f : f32
              %next = arith.addf %acc2, %pf : f32
              lift.yield %next : f32
            }
            lift.yield %pixel : f32
          }
          lift.yield %row : f32
        }
        lift.yield %sum : f32
      }
      lift.yield %channels : !lift.array<D x f32>
    }
    lift.yield %pixels : !lift.array<W x D x f32>
  }
  return %out : !lift.array<H x W x D x f32>
}

//--- ones.mlir
func.func @ones(%x: !lift.array<H x W x C x f32>, %k: !lift.array<D x 3 x 3 x C x f32>) -> !lift.array<H x W x D x f32> {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2.0 : f32
  %around = arith.constant 1.0 : f32
  %y = lift.map (%line = %x : !lift.array<H x W x C x f32>) {
    %pixels = lift.map (%pixel = %line : !lift.array<W x C x f32>) {
      %channels = lift.map (%e = %pixel : !lift.array<C x f32>) {
        %d = arith.mulf %e, %two : f32
        lift.yield %d : f32
      }
      lift.yield %channels : !lift.array<C x f32>
    }
    lift.yield %pixels : !lift.array<W x C x f32>
  }
  %padded = lift.pad %y low [1, 1] high [1, 1] constant(%around : f32) : !lift.array<H x W x C x f32>
  %windows = lift.slide %padded size [3, 3] step [1, 1] : !lift.array<(H + 2) x (W + 2) x C x f32>
  %out = lift.map (%line = %windows : !lift.array<H x W x 3 x 3 x C x f32>) {
    %pixels = lift.map (%window = %line : !lift.array<W x 3 x 3 x C x f32>) {
      %channels = lift.map (%filter = %k : !lift.array<D x 3 x 3 x C x f32>) {
        %sum = lift.reduce associative commutative (%rowP = %window, %rowF = %filter : !lift.array<3 x 3 x C x f32>, !lift.array<3 x 3 x C x f32>) init (%acc0 = %zero : f32) {
          %row = lift.reduce associative commutative (%pixelP = %rowP, %pixelF = %rowF : !lift.array<3 x C x f32>, !lift.array<3 x C x f32>) init (%acc1 = %acc0 : f32) {
            %pixel = lift.reduce associative commutative (%p = %pixelP, %f = %pixelF : !lift.array<C x f32>, !lift.array<C x f32>) init (%acc2 = %acc1 : f32) {
              %pf = arith.mulf %p, %f : f32
              %next = arith.addf %acc2, %pf : f32
              lift.yield %next : f32
            }
            lift.yield %pixel : f32
          }
          lift.yield %row : f32
        }
        lift.yield %sum : f32
      }
      lift.yield %channels : !lift.array<D x f32>
    }
    lift.yield %pixels : !lift.array<W x D x f32>
  }
  return %out : !lift.array<H x W x D x f32>
}

//--- inside.mlir
func.func @inside(%A: !lift.array<M x K x f32>, %B: !lift.array<N x K x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %P = lift.map (%line = %A : !lift.array<M x K x f32>) {
    %numbers = lift.map (%e = %line : !lift.array<K x f32>) {
      %one = arith.constant 1.0 : f32
      %m = arith.addf %e, %one : f32
      lift.yield %m : f32
    }
    lift.yield %numbers : !lift.array<K x f32>
  }
  %C = lift.map (%row = %P : !lift.array<M x K x f32>) {
    %out = lift.map (%column = %B : !lift.array<N x K x f32>) {
      %sum = lift.reduce associative commutative (%a = %row, %b = %column : !lift.array<K x f32>, !lift.array<K x f32>) init (%acc = %zero : f32) {
        %half = arith.constant 0.5 : f32
        %x = arith.mulf %a, %half : f32
        %y = arith.subf %b, %half : f32
        %p = arith.mulf %x, %y : f32
        %next = arith.addf %acc, %p : f32
        lift.yield %next : f32
      }
      lift.yield %sum : f32
    }
    lift.yield %out : !lift.array<N x f32>
  }
  return %C : !lift.array<M x N x f32>
}

//--- stage.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %map = transform.lift.match_pattern %func[1] : (!op) -> !op
    %outer, %inner = transform.lift.stage %map {argument = 0, space = "local", computed} : (!op) -> (!op, !op)
    transform.yield
  }
}

//--- lanes.mlir
func.func @lanes(%A: !lift.array<M x K x vector<2xf32>>) -> !lift.array<M x vector<2xf32>> {
  %zero = arith.constant dense<0.0> : vector<2xf32>
  %weights = arith.constant dense<[1.0, 2.0]> : vector<2xf32>
  %C = lift.map (%row = %A : !lift.array<M x K x vector<2xf32>>) {
    %sum = lift.reduce (%a = %row : !lift.array<K x vector<2xf32>>) init (%acc = %zero : vector<2xf32>) {
      %p = arith.mulf %a, %weights : vector<2xf32>
      %next = arith.addf %acc, %p : vector<2xf32>
      lift.yield %next : vector<2xf32>
    }
    lift.yield %sum : vector<2xf32>
  }
  return %C : !lift.array<M x vector<2xf32>>
}

//--- lanes-stage.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
    %map = transform.lift.match_pattern %func[0] : (!op) -> !op
    %outer, %inner = transform.lift.stage %map {argument = 0, space = "local", computed} : (!op) -> (!op, !op)
    transform.yield
  }
}
