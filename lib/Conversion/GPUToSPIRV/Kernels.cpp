//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Patterns.h"

#include "BufferTypes.h"
#include "Coherence.h"
#include "LiftDialect/ElementTypes.h"
#include "LiftDialect/LiftOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// Numbers in push constants
//===----------------------------------------------------------------------===//

/// The bytes of a number as an argument in OpenCL, which passes three lanes as
/// four.
static int64_t getArgumentBytes(Type type, unsigned indexBits) {
  auto vector = dyn_cast<VectorType>(type);
  int64_t lanes = vector ? vector.getNumElements() : 1;
  Type number = getElementTypeOrSelf(type);
  int64_t bytes = number.isIndex() ? indexBits / 8 : getElementBytes(number);
  return (lanes == 3 ? 4 : lanes) * bytes;
}

namespace {
/// The push constants of a kernel, as words of 32 bits.
class PushConstants {
public:
  PushConstants(OpBuilder &builder, Location loc, Value block)
      : builder(builder), loc(loc), block(block) {}

  /// The number of `type`, which has been converted, from byte number `offset`
  /// on.
  Value read(Type type, int64_t offset);

private:
  Value readWord(int64_t word);
  Value readNumber(Type type, int64_t offset);

  OpBuilder &builder;
  Location loc;
  /// The address.
  Value block;
};
} // namespace

static Value makeInteger(OpBuilder &builder, Location loc, Type type,
                         int64_t value) {
  return spirv::ConstantOp::create(builder, loc, type,
                                   builder.getIntegerAttr(type, value));
}

Value PushConstants::readWord(int64_t word) {
  Type i32 = builder.getI32Type();
  Value address = spirv::AccessChainOp::create(
      builder, loc, block,
      ValueRange{makeInteger(builder, loc, i32, 0),
                 makeInteger(builder, loc, i32, word)});
  return spirv::LoadOp::create(builder, loc, address);
}

Value PushConstants::readNumber(Type type, int64_t offset) {
  const unsigned width = type.getIntOrFloatBitWidth();
  Type i32 = builder.getI32Type();
  Value value = readWord(offset / 4);
  if (width == 64) {
    value = spirv::CompositeConstructOp::create(
        builder, loc, VectorType::get({2}, i32),
        ValueRange{value, readWord(offset / 4 + 1)});
  } else if (width < 32) {
    if (offset % 4 != 0)
      value = spirv::ShiftRightLogicalOp::create(
          builder, loc, i32, value,
          makeInteger(builder, loc, i32, 8 * (offset % 4)));
    value = spirv::UConvertOp::create(builder, loc,
                                      builder.getIntegerType(width), value);
  }
  return value.getType() == type
             ? value
             : spirv::BitcastOp::create(builder, loc, type, value).getResult();
}

Value PushConstants::read(Type type, int64_t offset) {
  auto vector = dyn_cast<VectorType>(type);
  if (!vector)
    return readNumber(type, offset);
  SmallVector<Value> lanes;
  for (int64_t lane = 0; lane < vector.getNumElements(); ++lane)
    lanes.push_back(
        readNumber(vector.getElementType(),
                   offset + lane * getElementBytes(vector.getElementType())));
  return spirv::CompositeConstructOp::create(builder, loc, vector, lanes);
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

namespace {

struct ConvertKernel final : OpConversionPattern<gpu::GPUFuncOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(gpu::GPUFuncOp kernel, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override;

private:
  const SPIRVTypeConverter &getConverter() const {
    return *getTypeConverter<SPIRVTypeConverter>();
  }
  spirv::GlobalVariableOp
  addVariable(gpu::GPUFuncOp kernel, const Twine &name, Type pointer,
              std::optional<int> binding,
              ConversionPatternRewriter &rewriter) const;
  spirv::GlobalVariableOp
  addStorageBuffer(gpu::GPUFuncOp kernel, unsigned argument, int binding,
                   Type pointer, bool isCoherent,
                   ConversionPatternRewriter &rewriter) const;
  Value addPushConstants(gpu::GPUFuncOp kernel, int64_t numBytes,
                         ConversionPatternRewriter &rewriter) const;
  void addResources(gpu::GPUFuncOp kernel,
                    TypeConverter::SignatureConversion &signature,
                    ConversionPatternRewriter &rewriter) const;
  void addParameters(gpu::GPUFuncOp kernel,
                     TypeConverter::SignatureConversion &signature) const;
  void addLocalArrays(gpu::GPUFuncOp kernel, Block &body,
                      TypeConverter::SignatureConversion &signature,
                      ConversionPatternRewriter &rewriter) const;
};

} // namespace

spirv::GlobalVariableOp
ConvertKernel::addVariable(gpu::GPUFuncOp kernel, const Twine &name,
                           Type pointer, std::optional<int> binding,
                           ConversionPatternRewriter &rewriter) const {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(
      &SymbolTable::getNearestSymbolTable(kernel)->getRegion(0).front());
  std::string text = (kernel.getName() + "_" + name).str();
  if (binding)
    return spirv::GlobalVariableOp::create(rewriter, kernel.getLoc(), pointer,
                                           text, /*descriptorSet=*/0, *binding);
  return spirv::GlobalVariableOp::create(rewriter, kernel.getLoc(), pointer,
                                         text, FlatSymbolRefAttr());
}

spirv::GlobalVariableOp
ConvertKernel::addStorageBuffer(gpu::GPUFuncOp kernel, unsigned argument,
                                int binding, Type pointer, bool isCoherent,
                                ConversionPatternRewriter &rewriter) const {
  // Numbers, so that arguments with one name have two variables.
  spirv::GlobalVariableOp variable = addVariable(
      kernel, "buffer" + Twine(binding), pointer, binding, rewriter);
  auto decorate = [&](StringRef property, StringRef decoration) {
    if (kernel.getArgAttr(argument, property))
      variable->setAttr(decoration, rewriter.getUnitAttr());
  };
  decorate(LiftDialect::ReadonlyAttrHelper::getNameStr(), "non_writable");
  decorate(LiftDialect::RestrictAttrHelper::getNameStr(), "restrict");
  // Without it a work-item may not see what others of its group have stored.
  if (isCoherent)
    variable->setAttr("coherent", rewriter.getUnitAttr());
  return variable;
}

/// The address of push constants of so many bytes; null for none.
Value ConvertKernel::addPushConstants(
    gpu::GPUFuncOp kernel, int64_t numBytes,
    ConversionPatternRewriter &rewriter) const {
  if (numBytes == 0)
    return {};
  Type words = spirv::ArrayType::get(rewriter.getI32Type(),
                                     unsigned(numBytes / 4), /*stride=*/4);
  auto block =
      spirv::StructType::get({words}, spirv::StructType::OffsetInfo(0));
  auto variable = addVariable(
      kernel, "numbers",
      spirv::PointerType::get(block, spirv::StorageClass::PushConstant),
      std::nullopt, rewriter);
  return spirv::AddressOfOp::create(rewriter, kernel.getLoc(), variable);
}

/// Arguments of Vulkan.
void ConvertKernel::addResources(gpu::GPUFuncOp kernel,
                                 TypeConverter::SignatureConversion &signature,
                                 ConversionPatternRewriter &rewriter) const {
  Location loc = kernel.getLoc();
  const unsigned indexBits = getConverter().getIndexTypeBitwidth();
  ArrayRef<Type> types = kernel.getFunctionType().getInputs();
  int64_t numBytes = 0;
  SmallVector<int64_t> offsets;
  for (Type type : types) {
    offsets.push_back(numBytes);
    if (!isa<MemRefType>(type))
      numBytes += llvm::alignTo(getArgumentBytes(type, indexBits), 4);
  }
  PushConstants numbers(rewriter, loc,
                        addPushConstants(kernel, numBytes, rewriter));
  const llvm::BitVector coherent = findCoherentBuffers(kernel);
  int binding = 0;
  for (auto [number, type] : llvm::enumerate(types)) {
    Type converted = getConverter().convertType(type);
    if (isa<MemRefType>(type)) {
      auto buffer = addStorageBuffer(kernel, number, binding++, converted,
                                     coherent.test(number), rewriter);
      signature.remapInput(
          number,
          spirv::AddressOfOp::create(rewriter, loc, buffer).getResult());
    } else {
      signature.remapInput(number, numbers.read(converted, offsets[number]));
    }
  }
}

/// Arguments of OpenCL.
void ConvertKernel::addParameters(
    gpu::GPUFuncOp kernel,
    TypeConverter::SignatureConversion &signature) const {
  for (auto [number, type] :
       llvm::enumerate(kernel.getFunctionType().getInputs()))
    signature.addInputs(number, getConverter().convertType(type));
}

void ConvertKernel::addLocalArrays(
    gpu::GPUFuncOp kernel, Block &body,
    TypeConverter::SignatureConversion &signature,
    ConversionPatternRewriter &rewriter) const {
  const unsigned numArguments = kernel.getFunctionType().getNumInputs();
  for (auto [number, array] :
       llvm::enumerate(body.getArguments().drop_front(numArguments))) {
    auto variable = addVariable(kernel, "local" + Twine(number),
                                getConverter().convertType(array.getType()),
                                std::nullopt, rewriter);
    signature.remapInput(
        numArguments + number,
        spirv::AddressOfOp::create(rewriter, kernel.getLoc(), variable)
            .getResult());
  }
}

LogicalResult
ConvertKernel::matchAndRewrite(gpu::GPUFuncOp kernel, OpAdaptor,
                               ConversionPatternRewriter &rewriter) const {
  const bool forVulkan = isVulkan(getConverter().getTargetEnv());
  for (Type type : kernel.getBody().front().getArgumentTypes())
    if (!getConverter().convertType(type))
      return rewriter.notifyMatchFailure(kernel, "has an unknown type");
  Block &body = kernel.getBody().front();
  TypeConverter::SignatureConversion signature(body.getNumArguments());
  rewriter.setInsertionPointToStart(&body);
  if (forVulkan)
    addResources(kernel, signature, rewriter);
  else
    addParameters(kernel, signature);
  addLocalArrays(kernel, body, signature, rewriter);

  rewriter.setInsertionPoint(kernel);
  auto function = spirv::FuncOp::create(
      rewriter, kernel.getLoc(), kernel.getName(),
      rewriter.getFunctionType(signature.getConvertedTypes(), {}));
  function->setAttr(
      spirv::getEntryPointABIAttrName(),
      spirv::getEntryPointABIAttr(getContext(), *kernel.getKnownBlockSize()));
  rewriter.inlineRegionBefore(kernel.getBody(), function.getBody(),
                              function.end());
  rewriter.applySignatureConversion(&function.front(), signature,
                                    getTypeConverter());
  if (!forVulkan)
    for (auto [number, type] :
         llvm::enumerate(kernel.getFunctionType().getInputs()))
      if (isa<MemRefType>(type) &&
          kernel.getArgAttr(number,
                            LiftDialect::RestrictAttrHelper::getNameStr()))
        function.setArgAttr(number, spirv::DecorationAttr::name,
                            spirv::DecorationAttr::get(
                                getContext(), spirv::Decoration::Restrict));
  rewriter.eraseOp(kernel);
  return success();
}

void lift::populateKernelPatterns(const SPIRVTypeConverter &converter,
                                  RewritePatternSet &patterns) {
  patterns.add<ConvertKernel>(converter, patterns.getContext(),
                              kPatternBenefit);
}
