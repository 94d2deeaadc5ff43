//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_LIFTATTRIBUTES_TD
#define LIFTDIALECT_LIFTATTRIBUTES_TD

include "LiftDialect/LiftDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

class Lift_Attr<string name, string attrMnemonic>
    : AttrDef<Lift_Dialect, name> {
  let mnemonic = attrMnemonic;
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

def Lift_ExprParameter
    : AttrOrTypeParameter<"::mlir::lift::Expr", "size expression"> {
  let cppStorageType = "::mlir::lift::Expr";
}

def Lift_SizeAttr : Lift_Attr<"Size", "size"> {
  let summary = "a size expression in normal form";
  let description = [{
    The number of elements along one dimension of an array, in elements, as an
    expression over the size names and tuning names of a function. See
    `LiftDialect/Expr/Expr.h` for the normal form. Equal normal forms are the
    same attribute.

    ```mlir
    #lift.size<(N + 2) * M>
    #lift.size<(N ceildiv TM) * TM>
    ```
  }];
  let parameters = (ins Lift_ExprParameter:$value);
  let builders = [AttrBuilder<(ins "::mlir::lift::Expr":$value), [{
    return $_get($_ctxt, value);
  }]>];
  let skipDefaultBuilders = 1;
  let hasCustomAssemblyFormat = 1;
}

def Lift_SizeArrayAttr
    : TypedArrayAttrBase<Lift_SizeAttr, "array of sizes">;

def Lift_ConstraintKind
    : I32Enum<"ConstraintKind", "relation between two sizes",
              [I32EnumCase<"Divides", 0, "divides">,
               I32EnumCase<"LessEqual", 1, "le">,
               I32EnumCase<"Equal", 2, "eq">]> {
  let cppNamespace = "::mlir::lift";
}

def Lift_ConstraintAttr : Lift_Attr<"Constraint", "constraint"> {
  let summary = "a relation between two sizes";
  let description = [{
    What a function requires of its sizes (`lift.requires`).

    ```mlir
    #lift.constraint<128 divides N>
    #lift.constraint<K le N>
    #lift.constraint<K == 2 * N>
    ```
  }];
  let parameters = (ins "::mlir::lift::ConstraintKind":$kind,
                        "::mlir::lift::SizeAttr":$lhs,
                        "::mlir::lift::SizeAttr":$rhs);
  let hasCustomAssemblyFormat = 1;
}

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

def Lift_MappingKind
    : I32Enum<"MappingKind", "how a map runs",
              [I32EnumCase<"Seq", 0, "seq">, I32EnumCase<"Fused", 1, "fused">,
               I32EnumCase<"Lcl", 2, "lcl">, I32EnumCase<"Wrg", 3, "wrg">,
               I32EnumCase<"Glb", 4, "glb">]> {
  let cppNamespace = "::mlir::lift";
}

def Lift_MappingAttr : Lift_Attr<"Mapping", "mapping"> {
  let summary = "how a map runs: seq, fused, lcl(d), wrg(d) or glb(d)";
  let description = [{
    The choice for one `lift.map`, in the codes of Mogers et al., "Mapping
    parallelism in a functional IR through constraint satisfaction", CC 2022:

    * `seq`: a loop in each work-item;
    * `fused`: no loop of its own, to be fused with the map around or beside
      it; only between mapping and the fusion rewrite;
    * `lcl(d)`: the work-items of a work-group in dimension d;
    * `wrg(d)`: the work-groups in dimension d;
    * `glb(d)`: all work-items in dimension d.

    ```mlir
    #lift.mapping<seq>
    #lift.mapping<wrg(0)>
    ```
  }];
  let parameters = (ins "::mlir::lift::MappingKind":$kind,
                        DefaultValuedParameter<"unsigned", "0">:$dim);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// True for lcl, wrg and glb.
    bool isParallel() const {
      return getKind() != MappingKind::Seq && getKind() != MappingKind::Fused;
    }
  }];
}

def Lift_MappingArrayAttr
    : TypedArrayAttrBase<Lift_MappingAttr, "array of mappings">;

def Lift_AddressSpace
    : I32Enum<"AddressSpace", "where a value lives",
              [I32EnumCase<"Global", 0, "global">,
               I32EnumCase<"Local", 1, "local">,
               I32EnumCase<"Private", 2, "private">]> {
  let cppNamespace = "::mlir::lift";
}
def Lift_AddressSpaceAttr
    : EnumAttr<Lift_Dialect, Lift_AddressSpace, "address_space">;

def Lift_PadMode
    : I32Enum<"PadMode", "what stands in a halo",
              [I32EnumCase<"Constant", 0, "constant">,
               I32EnumCase<"Clamp", 1, "clamp">,
               I32EnumCase<"Empty", 2, "empty">,
               I32EnumCase<"Mirror", 3, "mirror">,
               I32EnumCase<"Wrap", 4, "wrap">]> {
  let cppNamespace = "::mlir::lift";
}
def Lift_PadModeAttr : EnumAttr<Lift_Dialect, Lift_PadMode, "pad_mode">;

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

def Lift_OpenCLTargetAttr : Lift_Attr<"OpenCLTarget", "opencl_target"> {
  let summary = "OpenCL C as what a gpu.module becomes";
  let description = [{
    A target of a GPU module: upstream's `gpu-module-to-binary` makes it a
    `gpu.binary` whose object is the text of an OpenCL C program. The pass
    `lift-attach-opencl-target` puts it there. Which kernels can be printed says
    `LiftDialect/Target/OpenCL/OpenCLEmitter.h`.

    ```mlir
    gpu.module @kernels [#lift.opencl_target] { ... }
    ```
  }];
}

def Lift_SPIRVFlavor
    : I32Enum<"SPIRVFlavor", "what runs a SPIR-V module",
              [I32EnumCase<"OpenCL", 0, "opencl">,
               I32EnumCase<"Vulkan", 1, "vulkan">]> {
  let cppNamespace = "::mlir::lift";
}

def Lift_SPIRVTargetAttr : Lift_Attr<"SPIRVTarget", "spirv_target"> {
  let summary = "SPIR-V as what a gpu.module becomes";
  let description = [{
    A target of a GPU module: upstream's `gpu-module-to-binary` makes it a
    `gpu.binary` whose object is a SPIR-V module for OpenCL or for Vulkan. The
    pass `lift-attach-spirv-target` puts it there.

    ```mlir
    gpu.module @kernels [#lift.spirv_target<vulkan>] { ... }
    ```
  }];
  let parameters = (ins EnumParameter<Lift_SPIRVFlavor>:$flavor);
  let assemblyFormat = "`<` $flavor `>`";
}

#endif // LIFTDIALECT_LIFTATTRIBUTES_TD
