//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the printing of arrays, loads and stores.
//
// OpenCL's vloadN promises the alignment of an element only: four scalar loads
// on NVIDIA. A dereferenced vector pointer is one load, and needs the proof of
// alignment that the `alignment` attribute stands for.
//
//===----------------------------------------------------------------------===//

#include "KernelEmitter.h"

#include "LiftDialect/AtomicUpdates.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::opencl;

static StringRef spacePrefix(MemRefType type) {
  if (isInSpace(type, gpu::AddressSpace::Global))
    return "global ";
  if (isInSpace(type, gpu::AddressSpace::Workgroup))
    return "local ";
  return "";
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

FailureOr<CExpr> KernelEmitter::linearIndex(Operation *op, MemRefType type,
                                            ValueRange indices) {
  SmallVector<int64_t> strides;
  int64_t constant = 0;
  if (failed(type.getStridesAndOffset(strides, constant)) ||
      ShapedType::isDynamic(constant) ||
      llvm::any_of(strides, ShapedType::isDynamic)) {
    auto diag = cannotPrint(op)
                << "the strides of " << type << " are not known";
    diag.attachNote() << "only the leading dimension may be dynamic; linearise "
                         "the index";
    return failure();
  }
  auto tooBig = [&] {
    return refuse(op, "the linear index does not fit into the index type",
                  "set lift.index_bitwidth = 64 : i32 on the gpu.module");
  };
  auto literal = [&](int64_t value) {
    Type index = IndexType::get(op->getContext());
    return integerLiteral(APInt(indexBits, value, /*isSigned=*/true), index);
  };
  std::optional<CExpr> sum;
  auto add = [&](CExpr term) {
    sum = sum ? binary(*sum, "+", term) : std::move(term);
  };
  for (auto [index, stride] : llvm::zip_equal(indices, strides)) {
    if (!llvm::isIntN(indexBits, stride))
      return tooBig();
    APInt number;
    if (matchPattern(index, m_ConstantInt(&number))) {
      int64_t product;
      if (llvm::MulOverflow(number.getSExtValue(), stride, product) ||
          llvm::AddOverflow(constant, product, constant))
        return tooBig();
      continue;
    }
    CExpr term = use(index);
    add(stride == 1 ? term : binary(term, "*", literal(stride)));
  }
  if (!llvm::isIntN(indexBits, constant))
    return tooBig();
  if (!sum)
    return literal(constant);
  if (constant > 0)
    add(literal(constant));
  else if (constant < 0)
    sum = binary(*sum, "-", literal(-constant));
  // No offset of an access is negative, whatever its terms are.
  if (unsignedOffsets && indexBits == 32 &&
      isInSpace(type, gpu::AddressSpace::Global))
    return castTo("uint", *sum);
  return *sum;
}

CExpr KernelEmitter::address(Value memref, const CExpr &index) {
  if (index.text == "0")
    return raw(memref);
  return binary(raw(memref), "+", index);
}

std::optional<unsigned> KernelEmitter::getArgumentNumber(Value memref) {
  while (Operation *view = memref.getDefiningOp()) {
    if (!isa<memref::CastOp, memref::AssumeAlignmentOp>(view))
      return std::nullopt;
    memref = view->getOperand(0);
  }
  unsigned number = cast<BlockArgument>(memref).getArgNumber();
  if (number >= kernel.getNumArguments())
    return std::nullopt;
  return number;
}

LogicalResult KernelEmitter::checkWritable(Operation *op, Value memref) {
  std::optional<unsigned> number = getArgumentNumber(memref);
  if (!number || !kernel.getArgAttr(
                     *number, LiftDialect::ReadonlyAttrHelper::getNameStr()))
    return success();
  auto diag = cannotPrint(op) << "it writes to argument #" << *number
                              << ", which is lift.readonly";
  diag.attachNote(kernel.getLoc()) << "remove the attribute from the kernel";
  return failure();
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

std::string KernelEmitter::memoryTypeName(Value memref) {
  Type element = cast<MemRefType>(memref.getType()).getElementType();
  if (isPacked(element))
    return packedTypeName(element);
  if (!holdsHalves(memref))
    return typeName(element);
  return "half";
}

CExpr KernelEmitter::halfPointer(Value memref, const CExpr &place,
                                 bool isStore) {
  if (!isPacked(getElementTypeOrSelf(memref.getType())))
    return place;
  return castTo(spacePrefix(cast<MemRefType>(memref.getType())).str() +
                    (isStore ? "half *" : "const half *"),
                place);
}

LogicalResult KernelEmitter::declareArray(Operation *op, Value memref,
                                          int64_t alignment, StringRef hint) {
  auto type = cast<MemRefType>(memref.getType());
  if (failed(checkMemRef(op, type)))
    return failure();
  if (!type.hasStaticShape() || !type.getLayout().isIdentity() ||
      type.getNumElements() == 0) {
    auto diag = cannotPrint(op)
                << "an array must have a constant size, but got " << type;
    diag.attachNote() << "give it a static shape and the identity layout";
    return failure();
  }
  // More than any device has for one work-group, and than C compilers count.
  int64_t numElements = 1;
  for (int64_t size : type.getShape())
    if (llvm::MulOverflow(numElements, size, numElements) ||
        numElements > INT32_MAX)
      return refuse(op, "an array has more than 2^31 - 1 elements",
                    "pass a buffer as an argument");
  bool isLocal = isInSpace(type, gpu::AddressSpace::Workgroup);
  if (!isLocal && !isInSpace(type, gpu::AddressSpace::Private))
    return refuse(op, "a kernel cannot allocate global memory",
                  "pass the buffer as an argument");
  if (alignment && !llvm::isPowerOf2_64(alignment))
    return refuse(op, "the alignment is not a power of two", "make it one");
  CExpr array = CExpr::atom(hint.empty() || isDead
                                ? freshName(memref, isLocal ? "tile" : "priv")
                                : names.fresh(hint));
  values[memref] = array;
  if (!facts.isLive(memref))
    return success();
  // Vector accesses to local memory are common, and cost nothing to prepare.
  alignment =
      std::max(alignment, facts.getUsedAlignment(memref)) * getHeldSize(memref);
  if (isLocal)
    alignment = std::max<int64_t>(alignment, 16);
  std::string text = spacePrefix(type).str() + memoryTypeName(memref) + " " +
                     array.text + "[" + std::to_string(type.getNumElements()) +
                     "]";
  if (alignment)
    text += " __attribute__((aligned(" + std::to_string(alignment) + ")))";
  line(text + ";");
  return success();
}

LogicalResult KernelEmitter::emitMemRef(Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](memref::LoadOp load) { return emitLoad(load); })
      .Case([&](memref::StoreOp store) { return emitStore(store); })
      .Case([&](memref::AtomicRMWOp update) { return emitUpdate(update); })
      .Case([&](memref::AllocaOp alloca) -> LogicalResult {
        // Local arrays stand at the start of the kernel.
        if (isInSpace(alloca.getType(), gpu::AddressSpace::Workgroup))
          return success();
        return declareArray(op, alloca, alloca.getAlignment().value_or(0), "");
      })
      .Case([&](memref::AllocOp alloc) -> LogicalResult {
        if (isInSpace(alloc.getType(), gpu::AddressSpace::Workgroup))
          return success();
        return refuse(op,
                      "a kernel cannot allocate memory but in the "
                      "workgroup space",
                      "use memref.alloca, or pass the buffer as an argument");
      })
      .Case([&](memref::DeallocOp dealloc) -> LogicalResult {
        auto type = dyn_cast<MemRefType>(dealloc.getMemref().getType());
        if (type && isInSpace(type, gpu::AddressSpace::Workgroup))
          return success();
        return refuse(op, "a kernel cannot free memory", "remove it");
      })
      .Case([&](memref::CastOp view) -> LogicalResult {
        auto from = dyn_cast<MemRefType>(view.getSource().getType());
        auto to = dyn_cast<MemRefType>(view.getType());
        if (!from || !to || !from.getLayout().isIdentity() ||
            !to.getLayout().isIdentity())
          return refuse(op, "it changes the layout", "remove the cast");
        values[view] = raw(view.getSource());
        return success();
      })
      .Case([&](memref::AssumeAlignmentOp assume) {
        values[assume] = raw(assume.getMemref());
        return success();
      })
      .Default([&](Operation *) {
        return refuse(op, "this memref op has no OpenCL C form",
                      "fold it into the indices of loads and stores");
      });
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

LogicalResult KernelEmitter::emitLoad(memref::LoadOp op) {
  if (std::optional<CExpr> place = byteAccess(op)) {
    place->readsMemory = true;
    define(op, *place);
    return success();
  }
  FailureOr<CExpr> index = linearIndex(op, op.getMemRefType(), op.getIndices());
  if (failed(index))
    return failure();
  Value memref = op.getMemRef();
  CExpr expr;
  if (holdsHalves(memref) && !isPacked(op.getType()))
    expr = call("vload_half", {*index, halfPointer(memref, raw(memref),
                                                   /*isStore=*/false)});
  else
    expr = subscript(raw(memref), *index);
  expr.isPacked = isPacked(op.getType());
  expr.readsMemory = true;
  define(op, expr);
  return success();
}

LogicalResult KernelEmitter::emitStore(memref::StoreOp op) {
  if (failed(checkWritable(op, op.getMemRef())))
    return failure();
  if (std::optional<CExpr> place = byteAccess(op)) {
    line(place->text + " = " + raw(op.getValueToStore()).text + ";");
    return success();
  }
  FailureOr<CExpr> index = linearIndex(op, op.getMemRefType(), op.getIndices());
  if (failed(index))
    return failure();
  CExpr memory = raw(op.getMemRef()), value = held(op.getValueToStore());
  if (holdsHalves(op.getMemRef()) && !value.isPacked)
    line(call("vstore_half", {value, *index,
                              halfPointer(op.getMemRef(), memory,
                                          /*isStore=*/true)})
             .text +
         ";");
  else
    line(subscript(memory, *index).text + " = " + value.text + ";");
  return success();
}

/// What OpenCL C calls an atomic operation on an integer, behind a prefix;
/// nothing if it has none.
static StringRef getAtomicName(arith::AtomicRMWKind kind) {
  switch (kind) {
  case arith::AtomicRMWKind::addi:
    return "add";
  case arith::AtomicRMWKind::maxs:
  case arith::AtomicRMWKind::maxu:
    return "max";
  case arith::AtomicRMWKind::mins:
  case arith::AtomicRMWKind::minu:
    return "min";
  case arith::AtomicRMWKind::andi:
    return "and";
  case arith::AtomicRMWKind::ori:
    return "or";
  case arith::AtomicRMWKind::xori:
    return "xor";
  default:
    return "";
  }
}

std::string KernelEmitter::getAtomicFunction(memref::AtomicRMWOp op) {
  const StringRef name = getAtomicName(op.getKind());
  if (name.empty())
    return "";
  if (!isWideUpdate(op.getType()))
    return ("atomic_" + name).str();
  program.usesOtherWideUpdates |= op.getKind() != arith::AtomicRMWKind::addi;
  return ("atom_" + name).str();
}

std::string KernelEmitter::addFloatUpdate(StringRef space, bool isWide) {
  const std::string type = isWide ? "double" : "float";
  const std::string name = "add_to_" + space.trim().str() + "_" + type;
  // Takes the sum away, adds to it and puts it back, with what others have put
  // there in between: however many add, each one gets on, which is not so where
  // the one who is late tries again. Of doubles, bits are exchanged.
  std::string body =
      isWide ? llvm::formatv(
                   "  volatile {0}long *place = (volatile {0}long *)sum;\n"
                   "  do {{\n"
                   "    x = as_double(atom_xchg(place, 0L)) + x;\n"
                   "    x = as_double(atom_xchg(place, as_long(x)));\n"
                   "  } while (x != 0.0);\n",
                   space)
                   .str()
             : "  volatile " + space.str() +
                   "float *place = sum;\n"
                   "  do\n"
                   "    x = atomic_xchg(place, atomic_xchg(place, 0.0f) + x);\n"
                   "  while (x != 0.0f);\n";
  if (space.starts_with("global"))
    body = chooseInstructions(
        llvm::formatv("  asm volatile(\"red.global.add.{0} [%0], %1;\" :: "
                      "\"l\"(sum), \"{1}\"(x) : \"memory\");\n",
                      isWide ? "f64" : "f32", isWide ? "d" : "f")
            .str(),
        body, "ifdef cl_nv_pragma_unroll");
  program.helpers[name] = "// Adds to a " + type +
                          " that other work-items add to, too.\nvoid " + name +
                          "(" + space.str() + type + " *sum, " + type +
                          " x) {\n" + body + "}\n";
  return name;
}

/// Makes a float the larger or smaller of itself and another, by the bits of
/// both: without a sign, larger floats have larger bits, with one smaller ones.
static std::string getBitsLimit(StringRef name, StringRef space, bool isMax) {
  return llvm::formatv(
      "// Makes a float the {0} of itself and x, by their bits; what it was.\n"
      "int {1}(volatile {2}int *place, int x) {{\n"
      "  return x < 0 ? (int)atomic_{3}((volatile {2}uint *)place, (uint)x)\n"
      "               : atomic_{4}(place, x);\n"
      "}\n",
      isMax ? "larger" : "smaller", name, space, isMax ? "min" : "max",
      isMax ? "max" : "min");
}

/// The test whether bits are those of a NaN.
static std::string getNaNTest(StringRef bits, bool isPositive) {
  return isPositive ? (bits + " > 0x7f800000").str()
                    : ("(uint)" + bits + " > 0xff800000u").str();
}

/// By its bits, a NaN is more or less than all numbers, by its sign: there it
/// stays for the larger or for the smaller one.
static std::string getFloatLimit(StringRef name, StringRef bitsLimit,
                                 StringRef space, bool isMax, bool keepsNaN) {
  const std::string start =
      llvm::formatv("// Makes a float that others change, too, the {0} of "
                    "itself and x; {1} if one is NaN.\n"
                    "void {2}({3}float *place, float x) {{\n",
                    isMax ? "larger" : "smaller",
                    keepsNaN ? "NaN" : "the other", name, space);
  const std::string bits = llvm::formatv(
      "  volatile {0}int *bits = (volatile {0}int *)place;\n", space);
  if (keepsNaN)
    return start + bits +
           llvm::formatv("  const int nan = {0};\n"
                         "  const int old = {1}(bits, isnan(x) ? nan : "
                         "as_int(x));\n"
                         "  if ({2})\n"
                         "    {1}(bits, nan);\n"
                         "}\n",
                         isMax ? "0x7fc00000" : "(int)0xffc00000u", bitsLimit,
                         getNaNTest("old", !isMax))
               .str();
  return start + "  if (isnan(x))\n    return;\n" + bits +
         llvm::formatv(
             "  const int old = {0}(bits, as_int(x));\n"
             "  if ({1}) {{\n"
             "    // Takes the NaN away, or what others have put there since.\n"
             "    const int taken = atomic_xchg(bits, as_int(x));\n"
             "    if (!({2}))\n"
             "      {0}(bits, taken);\n"
             "  }\n"
             "}\n",
             bitsLimit, getNaNTest("old", isMax), getNaNTest("taken", isMax))
             .str();
}

std::string KernelEmitter::addFloatLimit(arith::AtomicRMWKind kind,
                                         StringRef space) {
  const bool isMax = kind == arith::AtomicRMWKind::maximumf ||
                     kind == arith::AtomicRMWKind::maxnumf;
  const bool keepsNaN = kind == arith::AtomicRMWKind::maximumf ||
                        kind == arith::AtomicRMWKind::minimumf;
  const std::string prefix =
      (isMax ? "raise_" : "lower_") + space.trim().str() + "_";
  // In the order in which they are printed.
  const std::string bits = prefix + "bits",
                    name = prefix + (keepsNaN ? "float" : "number");
  program.helpers[bits] = getBitsLimit(bits, space, isMax);
  program.helpers[name] = getFloatLimit(name, bits, space, isMax, keepsNaN);
  return name;
}

LogicalResult KernelEmitter::emitUpdate(memref::AtomicRMWOp op) {
  const StringRef space = spacePrefix(op.getMemRefType());
  const bool isWide = isWideUpdate(op.getType());
  if (!isAtomicUpdate(op.getKind(), op.getType()) || !op->use_empty())
    return refuse(op, "OpenCL C has no such atomic operation",
                  "update an integer of 32 or 64 bits, or a float by a sum, or "
                  "an f32 by the smaller or larger, and do not use the result");
  program.usesWideUpdates |= isWide;
  const std::string function =
      op.getKind() == arith::AtomicRMWKind::addf ? addFloatUpdate(space, isWide)
      : isFloatLimit(op.getKind()) ? addFloatLimit(op.getKind(), space)
                                   : getAtomicFunction(op);
  if (failed(checkWritable(op, op.getMemref())))
    return failure();
  FailureOr<CExpr> index = linearIndex(op, op.getMemRefType(), op.getIndices());
  if (failed(index))
    return failure();
  CExpr place = address(op.getMemref(), *index);
  if (op.getKind() == arith::AtomicRMWKind::maxu ||
      op.getKind() == arith::AtomicRMWKind::minu)
    place = castTo(space.str() + (isWide ? "ulong *" : "uint *"), place);
  line(call(function, {place, use(op.getValue())}).text + ";");
  return success();
}

LogicalResult KernelEmitter::emitVectorAccess(Operation *op) {
  auto load = dyn_cast<vector::LoadOp>(op);
  auto store = dyn_cast<vector::StoreOp>(op);
  Value memref = load ? load.getBase() : store.getBase();
  VectorType vector = load ? load.getVectorType() : store.getVectorType();
  auto type = cast<MemRefType>(memref.getType());
  if (store && failed(checkWritable(op, memref)))
    return failure();
  FailureOr<CExpr> index =
      linearIndex(op, type, load ? load.getIndices() : store.getIndices());
  if (failed(index))
    return failure();

  auto finish = [&](CExpr place) {
    if (load) {
      place.readsMemory = true;
      define(load, place);
    } else {
      CExpr value = place.isPacked ? held(store.getValueToStore())
                                   : use(store.getValueToStore());
      line(place.text + " = " + value.text + ";");
    }
    return success();
  };
  if (std::optional<CExpr> place = byteAccess(op))
    return finish(*place);
  if (type.getElementType() == vector) {
    CExpr place = subscript(raw(memref), *index);
    place.isPacked = isPacked(vector);
    return finish(place);
  }
  if (type.getElementType() != vector.getElementType())
    return refuse(op, "the vector does not match the memref's elements",
                  "use a memref of the vector's element type");

  uint64_t lanes = vector.getDimSize(0);
  bool isHalf = holdsHalves(memref);
  uint64_t bytes = lanes * (isHalf ? 2 : bitwidth(vector) / 8);
  uint64_t alignment =
      (load ? load.getAlignment() : store.getAlignment()).value_or(0) *
      getHeldSize(memref);
  CExpr place = address(memref, *index);
  bool isAligned = alignment >= bytes && lanes != 3;
  const bool areInts = isHalf && isPacked(vector);
  auto castPlace = [&](const std::string &element) {
    return castTo(spacePrefix(type).str() + (load ? "const " : "") + element +
                      " *",
                  place);
  };
  if (isAligned && (!isHalf || areInts)) {
    CExpr access = unary(
        "*", castPlace(areInts ? packedTypeName(vector) : typeName(vector)));
    access.isPacked = areInts;
    return finish(access);
  }
  std::string suffix = std::to_string(lanes);
  if (areInts)
    place = castPlace("ushort");
  else if (isHalf)
    place = halfPointer(memref, place, /*isStore=*/!load);
  if (isHalf && !areInts)
    suffix = (isAligned ? "a_half" : "_half") + suffix;
  if (load) {
    CExpr loaded = call("vload" + suffix, {CExpr::atom("0"), place});
    if (areInts)
      loaded = reinterpret(packedTypeName(vector), loaded);
    loaded.isPacked = areInts;
    return finish(loaded);
  }
  CExpr value =
      areInts ? reinterpret("ushort" + suffix, held(store.getValueToStore()))
              : use(store.getValueToStore());
  line(call("vstore" + suffix, {value, CExpr::atom("0"), place}).text + ";");
  return success();
}
