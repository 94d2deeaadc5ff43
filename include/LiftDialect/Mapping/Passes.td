//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LIFTDIALECT_MAPPING_PASSES_TD
#define LIFTDIALECT_MAPPING_PASSES_TD

include "LiftDialect/Mapping/TargetNames.td"
include "mlir/Pass/PassBase.td"

def CheckMappingPass : Pass<"lift-check-mapping", "::mlir::func::FuncOp"> {
  let summary = "Report mappings by which work-items use what others compute";
  let description = [{
    An error at each value of a kernel of which a work-group would use elements
    that another one computes, since groups cannot wait for each other, and at
    each private value of which a work-item would: S4 and S5 of docs/Mapping.md,
    whoever chose the mapping. Maps without one are sequential.

    Precondition: lift-normalize and lift-form-kernels.
  }];
  let options = [
    Option<"unsafeMapping", "unsafe-mapping", "bool", /*default=*/"false",
           "Warn, and go on">
  ];
  let dependentDialects = ["::mlir::lift::LiftDialect",
                           "::mlir::lift::loop::LoopDialect",
                           "::mlir::vector::VectorDialect"];
}

def MapParallelismPass
    : Pass<"lift-map-parallelism", "::mlir::func::FuncOp"> {
  let summary = "Choose how maps run, under constraints";
  let description = [{
    Gives every map of each `lift.kernel` (or of a function without kernels,
    taken as one) a mapping that satisfies all constraints of a rule set; see
    docs/Mapping.md. Mappings that are there already are kept and the rest is
    solved. Where all maps have one, they are only checked; those who chose them
    hear warnings of violated rules of the set limits.

    If there is no such mapping, that is an error at the kernel, with a note for
    each constraint of a minimal set that contradict each other, at the map that
    it is about. That the solver gave up is another error.

    Tuning names of `lift.params` are chosen along with the mappings, and then
    have the chosen value alone; so do names that stand for local sizes.

    If the target lists vector widths, the innermost maps get one, or none, with
    which `lift-vectorize-patterns` makes them maps of vectors. Rules cc22 know no
    widths.

    Precondition: lift-normalize, since a map that only rearranges is a view and
    gets no mapping. What must be in memory is stored first, as lift-infer-spaces
    does: a mapping is right for values that are where they are.
  }];
  let options = [
    Option<"rules", "rules", "std::string", /*default=*/"kDefaultMappingRules",
           "Which rules a mapping satisfies: sound, limits, sound+limits or "
           "cc22">,
    ListOption<"with", "with", "std::string",
               "Rules of any set to be satisfied too">,
    ListOption<"without", "without", "std::string",
               "Rules of the set to be left out">,
    Option<"target", "target", "std::string", /*default=*/"\"\"",
           !strconcat("What the kernels run on: ", LiftTargetNames,
             ", or a file with a #dlti.target_device_spec; by default the "
             "device GPU of the module's dlti.target_system_spec, or opencl")>,
    Option<"solver", "solver", "std::string", /*default=*/"\"z3\"",
           "Who solves: z3 or enumerate">,
    Option<"solverBudget", "solver-budget", "uint64_t",
           /*default=*/"SolverOptions().budget",
           "What the solver may spend on one mapping, in units of its own">,
    Option<"objective", "objective", "std::string", /*default=*/"\"best\"",
           "Which mapping to take if choice is 0: the best, as docs/Mapping.md "
           "defines it, or any">,
    Option<"seed", "seed", "unsigned", /*default=*/"0",
           "Each seed gives another order of the mappings">,
    Option<"choice", "choice", "unsigned", /*default=*/"0",
           "Which mapping to take: that many are found before it">,
    Option<"distance", "distance", "unsigned", /*default=*/"1",
           "In how many maps these differ from each other at least">,
    ListOption<"fix", "fix", "std::string",
               "Choices that are made already, as 2=wrg(0): the number of the "
               "map in pre-order, and its mapping, as 2=vector(4): its vector "
               "width, or as TM=16: the value of a tuning name">,
    Option<"dims", "dims", "unsigned", /*default=*/"kMaxLaunchDims",
           "Dimensions of a launch, 1 to 3">,
    Option<"vectors", "vectors", "bool", /*default=*/"true",
           "Choose vector widths, too, if the target lists some">
  ];
  let dependentDialects = ["::mlir::DLTIDialect", "::mlir::lift::LiftDialect",
                           "::mlir::lift::loop::LoopDialect",
                           "::mlir::vector::VectorDialect"];
}

def DefaultMappingPass : Pass<"lift-default-mapping", "::mlir::func::FuncOp"> {
  let summary = "Map the outermost maps of what nobody has mapped to global ids";
  let description = [{
    In each `lift.kernel` without a parallel map, the perfectly nested maps around
    each value that is stored, up to three, are mapped to glb, the innermost of
    them to glb(0); fewer of them, or none, where the rules of docs/Mapping.md
    allow no more. Maps of one element are passed over. A map that somebody has mapped to seq stays so, and ends a
    nest. Everything else runs in order. Kernels with a parallel map are left as
    they are.

    In a function without kernels the same happens to each map at its top level
    that will be in memory and has no parallel map in it, with no rules.

    Precondition: lift-normalize.
  }];
  let dependentDialects = ["::mlir::lift::LiftDialect",
                           "::mlir::lift::loop::LoopDialect",
                           "::mlir::vector::VectorDialect"];
}

def SetLaunchPass : Pass<"lift-set-launch", "::mlir::func::FuncOp"> {
  let summary = "Derive how many work-items a kernel has from its mapping";
  let description = [{
    Gives a `lift.kernel` the launch sizes that are not written. In each
    dimension there are as many groups as the maps to wrg have elements, or as
    many as it takes for each element of a map to glb to have a work-item. If
    there are several such maps, the longest counts, as far as lengths can be
    compared; all are right with any number.

    The local size of a dimension is the length of the longest map to lcl, if
    that is known; of one for glb alone, and where no length is known, 128, 16 x 8
    or 16 x 4 x 2, and not more than what is needed; where the length of a map to
    lcl is not known, but that of another is, not less than that. A group is not larger than
    the target of the module allows (see `lift-set-target`), or else 256 work-items:
    the largest dimension is halved until it is so.

    A kernel without parallel maps has one work-item. Sizes that are written stay:
    with `local_size` alone, `global_size` is derived.

    Precondition: mapping is done, and so are the rewrites that change how many
    elements maps have (lift-fuse-maps, lift-vectorize-patterns).
  }];
  let dependentDialects = ["::mlir::DLTIDialect", "::mlir::lift::LiftDialect"];
}

def SetTargetPass : Pass<"lift-set-target", "::mlir::ModuleOp"> {
  let summary = "Say what the kernels of a module run on";
  let description = [{
    Makes a target, by its name or from a file, the device GPU of the module's
    `dlti.target_system_spec`, where the other passes find it.
  }];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"\"opencl\"",
           !strconcat("What the kernels run on: ", LiftTargetNames,
             ", or a file with a #dlti.target_device_spec")>
  ];
  let dependentDialects = ["::mlir::DLTIDialect"];
}

#endif // LIFTDIALECT_MAPPING_PASSES_TD
