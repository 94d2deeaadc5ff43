// The first step of a scan stores elements that no other step does: what one
// work-item stores in it and in all others, the rules see to be its own.
// REQUIRES: lift-opt
// DEFINE: %{form} = func.func(lift-normalize,lift-infer-spaces,lift-form-kernels{local-size=4,2 global-size=8,4},lift-map-parallelism{fix=0=seq,1=seq,2=glb(0)})
// RUN: lift-opt %S/Inputs/programs/scan.mlir --pass-pipeline='builtin.module(%{form})' -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// CHECK: lift.map seq
// CHECK: lift.scan
// CHECK: lift.map seq
// CHECK: lift.map glb(0)
// CHECK: lift.scan
// RUN: %if pocl %{ lift-run %t.mlir --size=N=3 --size=M=5 --device=%pocl --verify %}
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh lift-run %t.mlir --size=N=3 --size=M=5 %}
