//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "BufferTypes.h"

#include "LiftDialect/ElementTypes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;
using namespace mlir::lift;

bool lift::isVulkan(const spirv::TargetEnv &env) {
  return env.allows(spirv::Capability::Shader);
}

spirv::TargetEnvAttr lift::getTargetEnv(MLIRContext *context,
                                        SPIRVFlavor flavor) {
  using C = spirv::Capability;
  using E = spirv::Extension;
  // 1.4 and later list all variables in entry points, which upstream does not.
  spirv::VerCapExtAttr triple =
      flavor == SPIRVFlavor::Vulkan
          ? spirv::VerCapExtAttr::get(
                spirv::Version::V_1_3,
                {C::Shader, C::Int8, C::Int16, C::Int64, C::Int64Atomics,
                 C::Float16, C::Float64, C::StorageBuffer8BitAccess,
                 C::StorageBuffer16BitAccess, C::RoundingModeRTE,
                 C::SignedZeroInfNanPreserve},
                {E::SPV_KHR_storage_buffer_storage_class,
                 E::SPV_KHR_8bit_storage, E::SPV_KHR_16bit_storage,
                 E::SPV_KHR_float_controls},
                context)
          : spirv::VerCapExtAttr::get(
                spirv::Version::V_1_2,
                {C::Kernel, C::Addresses, C::Linkage, C::Int8, C::Int16,
                 C::Int64, C::Int64Atomics, C::Float16, C::Float16Buffer,
                 C::Float64, C::Vector16},
                ArrayRef<E>(), context);
  return spirv::TargetEnvAttr::get(
      triple, spirv::getDefaultResourceLimits(context),
      flavor == SPIRVFlavor::Vulkan ? spirv::ClientAPI::Vulkan
                                    : spirv::ClientAPI::OpenCL,
      spirv::Vendor::Unknown, spirv::DeviceType::Unknown,
      spirv::TargetEnvAttr::kUnknownDeviceID);
}

static spirv::StorageClass getStorageClass(MemRefType type, bool isVulkan) {
  switch (cast<gpu::AddressSpaceAttr>(type.getMemorySpace()).getValue()) {
  case gpu::AddressSpace::Global:
    return isVulkan ? spirv::StorageClass::StorageBuffer
                    : spirv::StorageClass::CrossWorkgroup;
  case gpu::AddressSpace::Workgroup:
    return spirv::StorageClass::Workgroup;
  default:
    return spirv::StorageClass::Function;
  }
}

static Type convertBuffer(const SPIRVTypeConverter &converter,
                          MemRefType type) {
  if (!isa_and_present<gpu::AddressSpaceAttr>(type.getMemorySpace()) ||
      type.getRank() == 0)
    return {};
  const bool forVulkan = isVulkan(converter.getTargetEnv());
  spirv::StorageClass storage = getStorageClass(type, forVulkan);
  Type element = type.getElementType();
  if (type.getRank() == 2)
    element = VectorType::get({type.getDimSize(1)}, element);
  element = converter.convertType(element);
  if (!element)
    return {};
  const bool isGlobal = storage == spirv::StorageClass::CrossWorkgroup ||
                        storage == spirv::StorageClass::StorageBuffer;
  if (isGlobal && !forVulkan)
    return spirv::PointerType::get(element, storage);
  if (isGlobal) {
    Type array = spirv::RuntimeArrayType::get(
        element, unsigned(getElementBytes(element)));
    return spirv::PointerType::get(
        spirv::StructType::get({array}, spirv::StructType::OffsetInfo(0)),
        storage);
  }
  return spirv::PointerType::get(
      spirv::ArrayType::get(element, unsigned(type.getDimSize(0))), storage);
}

void lift::addBufferTypes(SPIRVTypeConverter &converter) {
  converter.addConversion([&converter](MemRefType type) -> std::optional<Type> {
    return convertBuffer(converter, type);
  });
}

Value lift::getElementPointer(OpBuilder &builder, Location loc, Value buffer,
                              ValueRange indices) {
  auto pointer = cast<spirv::PointerType>(buffer.getType());
  if (pointer.getStorageClass() == spirv::StorageClass::CrossWorkgroup) {
    // Indices are not negative, but SPIR-V extends them by their sign, for
    // which some devices have no address mode.
    Value index = indices.front();
    if (Type i64 = builder.getI64Type(); index.getType() != i64)
      index = spirv::UConvertOp::create(builder, loc, i64, index);
    return spirv::InBoundsPtrAccessChainOp::create(
        builder, loc, pointer, buffer, index, indices.drop_front());
  }
  SmallVector<Value> path(indices);
  if (isa<spirv::StructType>(pointer.getPointeeType()))
    path.insert(path.begin(),
                spirv::ConstantOp::getZero(builder.getI32Type(), loc, builder));
  return spirv::AccessChainOp::create(builder, loc, buffer, path);
}
