// Vector widths are chosen along with mappings, where the target lists some.
// RUN: split-file %s %t
// DEFINE: %{options} =
// DEFINE: %{map} = lift-opt --pass-pipeline='builtin.module(func.func(lift-map-parallelism{target=nvidia-h200 %{options}}))'
// DEFINE: %{list} = lift-translate --lift-list-mappings --target=nvidia-h200 --dims=1
// DEFINE: %{explain} = lift-translate --lift-explain-mapping --target=nvidia-h200

// The mapping of each map, and then the widths of those that can have one.
// RUN: %{list} %t/rows.mlir | FileCheck %s --check-prefix=LIST --match-full-lines
// RUN: %{list} --solver=enumerate %t/rows.mlir | FileCheck %s --check-prefix=LIST --match-full-lines
// RUN: %{list} %t/rows.mlir | count 30
// LIST:      0 10 1=vector(1)
// LIST-NEXT: 0 10 1=vector(2)
// LIST-NEXT: 0 10 1=vector(4)
// LIST-NEXT: 0 20 1=vector(1)
// LIST:      30 1 1=vector(4)

// Without widths, there is nothing new: switched off, of the paper's rules, and
// for a target that has none.
// RUN: %{list} --vectors=false %t/rows.mlir > %t/off.txt
// RUN: lift-translate --lift-list-mappings --target=opencl --dims=1 %t/rows.mlir | diff %t/off.txt -
// RUN: cat %t/off.txt | count 10
// RUN: not grep vector %t/off.txt
// RUN: %{list} --rules=cc22 %t/rows.mlir > %t/cc22.txt
// RUN: not grep vector %t/cc22.txt
// REDEFINE: %{options} = vectors=false
// RUN: %{map} %t/rows.mlir | FileCheck %s --check-prefix=OFF
// REDEFINE: %{options} = rules=cc22
// RUN: %{map} %t/rows.mlir | FileCheck %s --check-prefix=OFF
// OFF-NOT: vector

// The best are the widest vectors with which no work-item is idle: four share 12
// elements, eight more than 12 / 2.
// REDEFINE: %{options} =
// RUN: %{map} %t/rows.mlir | FileCheck %s --check-prefix=BEST
// REDEFINE: %{options} = solver=enumerate
// RUN: %{map} %t/rows.mlir | FileCheck %s --check-prefix=BEST
// BEST: lift.map wrg(0) (
// BEST: lift.map lcl(0) vector(2) (
// REDEFINE: %{options} = fix=0=seq
// RUN: %{map} %t/rows.mlir | FileCheck %s --check-prefix=ALL
// ALL: lift.map seq (
// ALL: lift.map glb(0) (
// REDEFINE: %{options} = fix=0=seq,1=vector(4)
// RUN: %{map} %t/rows.mlir -o %t/fixed.mlir
// RUN: FileCheck %s --check-prefix=FIX --input-file=%t/fixed.mlir
// FIX: lift.map seq (
// FIX: lift.map glb(0) vector(4) (

// What is mapped already is checked and kept, and then rewritten.
// REDEFINE: %{options} =
// RUN: %{map} %t/fixed.mlir | FileCheck %s --check-prefix=FIX
// RUN: sed 's/ vector(4)//' %t/fixed.mlir | %{map} | FileCheck %s --check-prefix=ALL
// RUN: lift-opt %t/fixed.mlir --pass-pipeline='builtin.module(func.func(lift-vectorize-patterns))' 2>&1 | FileCheck %s --check-prefix=REWRITTEN
// REWRITTEN-NOT: warning
// REWRITTEN: lift.map glb(0) ({{.*}} : !lift.array<3 x vector<4xf32>>)
// RUN: sed 's/vector(4)/vector(3)/' %t/fixed.mlir | %{map} | FileCheck %s --check-prefix=THREE
// THREE: lift.map glb(0) vector(3) (
// RUN: sed 's/vector(4)/vector(8)/' %t/fixed.mlir > %t/eight.mlir
// RUN: not %{map} %t/eight.mlir 2>&1 | FileCheck %s --check-prefix=EIGHT
// EIGHT: error: the mapping violates constraints
// EIGHT: note: V2: must have a vector width that is known to divide its length 12

// V1: elements that are numbers, computed by what has a form on vectors.
// RUN: lift-opt %t/stages.mlir --pass-pipeline='builtin.module(func.func(lift-normalize))' -o %t/s.mlir
// RUN: %{explain} --fix='0=vector(2)' %t/s.mlir | FileCheck %s --check-prefix=POSSIBLE
// POSSIBLE: possible: {{.*}} 0=vector(2)
// RUN: not %{explain} --fix='4=vector(2)' %t/s.mlir 2>&1 | FileCheck %s --check-prefix=FORM
// FORM: note: choice: has vector width 2
// FORM: note: V1: must take one element at a time: element of operand #0 is of type !lift.array<8 x f32>

// V2: whole vectors, for sure.
// RUN: not %{explain} --fix='0=vector(4)' %t/s.mlir 2>&1 | FileCheck %s --check-prefix=DIVIDES
// DIVIDES: note: choice: has vector width 4
// DIVIDES: note: V2: must have a vector width that is known to divide its length 6
// RUN: %{explain} --fix='1=vector(2)' %t/s.mlir | FileCheck %s --check-prefix=EVEN
// EVEN: possible: {{.*}} 1=vector(2)
// RUN: not %{explain} --fix='1=vector(4)' %t/s.mlir 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: note: V2: must have a vector width that is known to divide its length K

// V3: what relies on who has an element.
// RUN: %{explain} --fix='5=seq,5=vector(2)' %t/s.mlir | FileCheck %s --check-prefix=WHOLE
// WHOLE: possible: {{.*}} 5=vector(2)
// RUN: not %{explain} --fix='5=lcl(0),5=vector(2)' %t/s.mlir 2>&1 | FileCheck %s --check-prefix=OWNER
// OWNER: note: choice: is mapped to lcl(0)
// OWNER: note: choice: has vector width 2
// OWNER: note: V3: must take one element at a time where it is mapped to lcl, wrg or glb: its elements are tied to the work-item

// V4: neighbours, which can be left out.
// RUN: not %{explain} --fix='3=vector(2)' %t/s.mlir 2>&1 | FileCheck %s --check-prefix=NEAR
// NEAR: note: choice: has vector width 2
// NEAR: note: V4: must have a vector width with which the elements of a vector are the same or neighbours in memory, wherever it reads and stores
// RUN: %{explain} --fix='3=vector(2)' --without=V4 %t/s.mlir | FileCheck %s --check-prefix=APART
// APART: possible: {{.*}} 3=vector(2)

// RUN: not %{explain} --fix='2=vector(2)' %t/s.mlir 2>&1 | FileCheck %s --check-prefix=OUTER
// OUTER: error: map 2 has no vector width to be chosen
// RUN: not %{explain} --fix='0=vector(16)' %t/s.mlir 2>&1 | FileCheck %s --check-prefix=SIXTEEN
// SIXTEEN: error: map 0 cannot be vector(16), but vector(1) vector(2) vector(4)

// Tuning names: 4 divides 12 and 8. The second kernel has the name's value, and
// widths of its own.
// RUN: lift-translate --lift-list-mappings --target=nvidia-h200 --dims=1 --fix='0=wrg(0),1=lcl(0)' %t/tuned.mlir | FileCheck %s --check-prefix=TUNED --match-full-lines
// TUNED:      20 10 TM=6 1=vector(1)
// TUNED-NEXT: 20 10 TM=6 1=vector(2)
// TUNED-NEXT: 20 10 TM=8 1=vector(1)
// TUNED-NEXT: 20 10 TM=8 1=vector(2)
// TUNED-NEXT: 20 10 TM=8 1=vector(4)
// REDEFINE: %{options} = fix=1=vector(4),1=lcl(0)
// RUN: %{map} %t/tuned.mlir | FileCheck %s --check-prefix=BOTH
// BOTH: lift.params = {TM = [8]}
// BOTH: lift.map lcl(0) vector(4)
// BOTH: lift.map lcl(0) vector(4)

// RUN: lift-translate --lift-mapping-problem --target=nvidia-h200 %t/rows.mlir | FileCheck %s --check-prefix=JSON
// JSON:      "vector-widths": [
// JSON:      "name": "map1.vector",
// JSON:      "map": 1
// JSON:      "vector": {
// JSON-NEXT:   "parameter": 0,
// JSON-NEXT:   "length": "12",
// RUN: lift-translate --lift-mapping-to-smtlib --target=nvidia-h200 %t/rows.mlir | FileCheck %s --check-prefix=SMT
// SMT: (declare-const map1.vector Int)
// SMT: (assert (or (= map1.vector 1) (= map1.vector 2) (= map1.vector 4)))

// Of 8 elements and 4 work-items, number i has element i and i + 4, and number i of
// each half: with vectors these are no longer the same. Those of the whole are.
// RUN: lift-opt %t/halves.mlir --pass-pipeline='builtin.module(func.func(lift-normalize))' -o %t/h.mlir
// RUN: lift-translate --lift-mapping-problem --target=nvidia-h200 --dims=1 %t/h.mlir | tr -d ' \n' | FileCheck %s --check-prefix=MATCHES
// MATCHES:      "write":[0],"access":[1,2],"matches":{{\[\[}}0,2,[10,30],1]]}
// MATCHES-SAME: "write":[0],"access":[3],"matches":{{\[\[}}0,3,[10,30],1],[0,3,[10,30],1,2],[0,3,[10,30],1,4]]}

//--- halves.mlir
func.func @halves(%x: !lift.array<8 x f32>) -> (!lift.array<2 x 4 x f32>, !lift.array<8 x f32>) {
  %r:2 = lift.kernel local_size [4] global_size [4] {
    %l = lift.copy %x in local : !lift.array<8 x f32>
    %halves = lift.split %l by 4 : !lift.array<8 x f32>
    %a = lift.map (%half = %halves : !lift.array<2 x 4 x f32>) {
      %b = lift.map (%e = %half : !lift.array<4 x f32>) {
        %d = arith.negf %e : f32
        lift.yield %d : f32
      }
      lift.yield %b : !lift.array<4 x f32>
    }
    %c = lift.map (%e = %l : !lift.array<8 x f32>) {
      %d = arith.addf %e, %e : f32
      lift.yield %d : f32
    }
    lift.yield %a, %c : !lift.array<2 x 4 x f32>, !lift.array<8 x f32>
  }
  return %r#0, %r#1 : !lift.array<2 x 4 x f32>, !lift.array<8 x f32>
}

//--- rows.mlir
func.func @rows(%x: !lift.array<N x 12 x f32>) -> !lift.array<N x 12 x f32> {
  %r = lift.kernel local_size [4] global_size [8] {
    %a = lift.map (%row = %x : !lift.array<N x 12 x f32>) {
      %b = lift.map (%e = %row : !lift.array<12 x f32>) {
        %d = arith.addf %e, %e : f32
        lift.yield %d : f32
      }
      lift.yield %b : !lift.array<12 x f32>
    }
    lift.yield %a : !lift.array<N x 12 x f32>
  }
  return %r : !lift.array<N x 12 x f32>
}

//--- stages.mlir
func.func @stages(%x: !lift.array<6 x f32>, %y: !lift.array<K x f32>, %z: !lift.array<4 x 8 x f32>)
    -> (!lift.array<6 x f32>, !lift.array<K x f32>, !lift.array<8 x 4 x f32>, !lift.array<4 x f32>, !lift.array<6 x f32>)
    attributes {lift.requires = [#lift.constraint<2 divides K>]} {
  %zero = arith.constant 0.0 : f32
  %r:5 = lift.kernel local_size [4] global_size [8] {
    %a = lift.map (%e = %x : !lift.array<6 x f32>) {
      %d = arith.addf %e, %e : f32
      lift.yield %d : f32
    }
    %b = lift.map (%e = %y : !lift.array<K x f32>) {
      %d = arith.addf %e, %e : f32
      lift.yield %d : f32
    }
    %turned = lift.transpose %z : !lift.array<4 x 8 x f32>
    %c = lift.map (%row = %turned : !lift.array<8 x 4 x f32>) {
      %cells = lift.map (%e = %row : !lift.array<4 x f32>) {
        %d = arith.addf %e, %e : f32
        lift.yield %d : f32
      }
      lift.yield %cells : !lift.array<4 x f32>
    }
    %s = lift.map (%row = %z : !lift.array<4 x 8 x f32>) {
      %t = lift.reduce (%e = %row : !lift.array<8 x f32>) init (%acc = %zero : f32) {
        %u = arith.addf %acc, %e : f32
        lift.yield %u : f32
      }
      lift.yield %t : f32
    }
    %p = lift.copy %x in private : !lift.array<6 x f32>
    %f = lift.map (%e = %p : !lift.array<6 x f32>) {
      %d = arith.negf %e : f32
      lift.yield %d : f32
    }
    lift.yield %a, %b, %c, %s, %f : !lift.array<6 x f32>, !lift.array<K x f32>, !lift.array<8 x 4 x f32>, !lift.array<4 x f32>, !lift.array<6 x f32>
  }
  return %r#0, %r#1, %r#2, %r#3, %r#4 : !lift.array<6 x f32>, !lift.array<K x f32>, !lift.array<8 x 4 x f32>, !lift.array<4 x f32>, !lift.array<6 x f32>
}

//--- tuned.mlir
func.func @tuned(%x: !lift.array<48 x f32>) -> (!lift.array<48 x f32>, !lift.array<48 x f32>)
    attributes {lift.params = {TM = [6, 8]}} {
  %tiles = lift.split %x by TM : !lift.array<48 x f32>
  %r = lift.kernel local_size [2] global_size [8] {
    %a = lift.map (%tile = %tiles : !lift.array<(48 / TM) x TM x f32>) {
      %b = lift.map (%e = %tile : !lift.array<TM x f32>) {
        %d = arith.addf %e, %e : f32
        lift.yield %d : f32
      }
      lift.yield %b : !lift.array<TM x f32>
    }
    lift.yield %a : !lift.array<(48 / TM) x TM x f32>
  }
  %s = lift.kernel local_size [2] global_size [8] {
    %a = lift.map (%tile = %tiles : !lift.array<(48 / TM) x TM x f32>) {
      %b = lift.map (%e = %tile : !lift.array<TM x f32>) {
        %d = arith.mulf %e, %e : f32
        lift.yield %d : f32
      }
      lift.yield %b : !lift.array<TM x f32>
    }
    lift.yield %a : !lift.array<(48 / TM) x TM x f32>
  }
  %t = lift.join %r : !lift.array<(48 / TM) x TM x f32>
  %u = lift.join %s : !lift.array<(48 / TM) x TM x f32>
  return %t, %u : !lift.array<48 x f32>, !lift.array<48 x f32>
}
