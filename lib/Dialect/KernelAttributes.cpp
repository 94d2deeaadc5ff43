//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "KernelAttributes.h"

#include "LiftDialect/ConstantArguments.h"
#include "LiftDialect/Driver.h"
#include "LiftDialect/LiftOps.h"
#include "LiftDialect/OnDevice.h"
#include "LiftDialect/OnHost.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::lift;

namespace {
/// An attribute that stands on operations or arguments of other dialects.
template <typename Where>
struct KnownAttribute {
  StringRef name;
  /// Where it has a meaning, and what that is called.
  bool (*isPlace)(Where);
  StringRef place;
  bool (*isValue)(Attribute);
  StringRef value;
};
using OpAttribute = KnownAttribute<Operation *>;
using ArgAttribute = KnownAttribute<Type>;
} // namespace

static std::optional<int64_t> getInteger(Attribute attr) {
  auto integer = dyn_cast<IntegerAttr>(attr);
  return integer ? integer.getValue().trySExtValue() : std::nullopt;
}

static bool isPositive(Attribute attr) {
  return getInteger(attr).value_or(0) > 0;
}

static bool isUnit(Attribute attr) { return isa<UnitAttr>(attr); }

static bool isArrayOfStrings(Attribute attr) {
  auto array = dyn_cast<ArrayAttr>(attr);
  return array && llvm::all_of(array, llvm::IsaPred<StringAttr>);
}

static bool isLoop(Operation *op) { return isa<scf::ForOp, scf::WhileOp>(op); }

static const OpAttribute kOpAttributes[] = {
    {LiftDialect::IndexBitwidthAttrHelper::getNameStr(),
     [](Operation *op) { return isa<gpu::GPUModuleOp>(op); }, "a gpu.module",
     [](Attribute attr) {
       int64_t width = getInteger(attr).value_or(0);
       return width == 32 || width == 64;
     },
     "32 or 64"},
    {LiftDialect::UnrollAttrHelper::getNameStr(), isLoop, "a loop",
     [](Attribute attr) { return isUnit(attr) || isPositive(attr); },
     "a unit or a positive integer"},
    {LiftDialect::CarriedAttrHelper::getNameStr(),
     [](Operation *op) { return op->getNumResults() == 1 || isLoop(op); },
     "a loop or an operation with one result",
     [](Attribute attr) {
       return isa<StringAttr>(attr) || isArrayOfStrings(attr);
     },
     "a string, or of a loop an array of them"},
    {LiftDialect::NameAttrHelper::getNameStr(),
     [](Operation *op) { return op->getNumResults() != 0 || isLoop(op); },
     "a loop or an operation with a result",
     [](Attribute attr) {
       return isa<StringAttr>(attr) || isArrayOfStrings(attr);
     },
     "a string, or an array with one for each result"},
    {LiftDialect::SizesAttrHelper::getNameStr(),
     [](Operation *op) { return isa<FunctionOpInterface>(op); }, "a function",
     isArrayOfStrings, "an array of strings"},
    {LiftDialect::SignatureAttrHelper::getNameStr(),
     [](Operation *op) { return isa<FunctionOpInterface>(op); }, "a function",
     [](Attribute attr) {
       auto type = dyn_cast<TypeAttr>(attr);
       return type && isa<FunctionType>(type.getValue());
     },
     "a type of functions"},
    {LiftDialect::ChosenAttrHelper::getNameStr(),
     [](Operation *op) { return isa<FunctionOpInterface>(op); }, "a function",
     [](Attribute attr) { return isa<DictionaryAttr>(attr); }, "a dictionary"},
    {kOnDeviceAttrName,
     [](Operation *op) { return isa<FunctionOpInterface>(op); }, "a function",
     isUnit, "a unit"},
    {kDriverAttrName,
     [](Operation *op) { return isa<FunctionOpInterface>(op); }, "a function",
     isUnit, "a unit"},
    {kOnHostAttrName, [](Operation *op) { return isa<CallOpInterface>(op); },
     "a call", [](Attribute attr) { return isa<FlatSymbolRefAttr>(attr); },
     "the name of a function"},
};

static bool isBuffer(Type type) { return isa<MemRefType>(type); }

/// An array or buffer whose size may be a number.
static bool isConstantArray(Type type) {
  auto array = dyn_cast<ArrayType>(type);
  return isBuffer(type) ||
         (array && llvm::all_of(array.getSizeExprs(), [](const Expr &size) {
            return size.getConstant().has_value();
          }));
}

static const ArgAttribute kArgAttributes[] = {
    {LiftDialect::NameAttrHelper::getNameStr(), [](Type) { return true; },
     "an argument", [](Attribute attr) { return isa<StringAttr>(attr); },
     "a string"},
    {kConstantAttrName, isConstantArray,
     "an array of constant sizes, or a memref",
     [](Attribute attr) { return isa<ElementsAttr>(attr); }, "elements"},
    {LiftDialect::ValueAttrHelper::getNameStr(),
     [](Type type) { return type.isIndex(); }, "an index", isUnit, "a unit"},
    {LiftDialect::RestrictAttrHelper::getNameStr(), isBuffer, "a memref",
     isUnit, "a unit"},
    {LiftDialect::ReadonlyAttrHelper::getNameStr(), isBuffer, "a memref",
     isUnit, "a unit"},
    {LiftDialect::AlignAttrHelper::getNameStr(), isBuffer, "a memref",
     [](Attribute attr) {
       return llvm::isPowerOf2_64(getInteger(attr).value_or(0));
     },
     "a power of two"},
};

/// Reports what is wrong with an attribute, if something is.
template <typename Where>
static LogicalResult verify(Operation *op, Where where, StringRef holder,
                            NamedAttribute attribute,
                            ArrayRef<KnownAttribute<Where>> all) {
  const KnownAttribute<Where> *known =
      llvm::find_if(all, [&](const KnownAttribute<Where> &candidate) {
        return candidate.name == attribute.getName();
      });
  // Not emitOpError: what has a body would be printed as a whole.
  auto report = [&]() -> InFlightDiagnostic {
    return emitError(op->getLoc())
           << "'" << op->getName() << "' op " << holder << "attribute "
           << attribute.getName() << " ";
  };
  if (known == all.end())
    return report() << "is not known";
  if (!known->isPlace(where))
    return report() << "has a meaning on " << known->place << " only";
  if (!known->isValue(attribute.getValue()))
    return report() << "must be " << known->value;
  return success();
}

LogicalResult lift::verifyKernelAttribute(Operation *op,
                                          NamedAttribute attribute) {
  return verify<Operation *>(op, op, "", attribute, kOpAttributes);
}

LogicalResult lift::verifyKernelArgAttribute(Operation *op, Type type,
                                             NamedAttribute attribute) {
  return verify<Type>(op, type, "argument ", attribute, kArgAttributes);
}

Expr lift::getSizeIn(ArrayAttr sizes, unsigned dim) {
  return sizes && dim < sizes.size() ? cast<SizeAttr>(sizes[dim]).getValue()
                                     : Expr(1);
}
