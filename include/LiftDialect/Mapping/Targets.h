//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the targets that mappings are chosen for. A target is a
// device specification of upstream's DLTI dialect:
//
//   #dlti.target_device_spec<"lift.max_group_size" = 384 : i64,
//                            "lift.max_local_size" = array<i64: 384, 384, 384>,
//                            "lift.local_memory_bytes" = 32768 : i64>
//
// Those of share/targets are known by the names of their files.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_MAPPING_TARGETS_H
#define LIFTDIALECT_MAPPING_TARGETS_H

#include "LiftDialect/Mapping/MappingProblem.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

namespace mlir::lift {

/// The names of the targets that are known.
SmallVector<StringRef> getMappingTargetNames();

/// What an option of a tool that names a target can be, for its description.
std::string describeTargetOption();

/// The specification of the target of that name, or in the file of that name,
/// which is complete. Fails with a diagnostic at `op`.
FailureOr<TargetDeviceSpecInterface> getTargetSpec(Operation *op,
                                                   StringRef name);

/// The name of the target that is made for a device: one of its
/// "lift.device_names" is part of `device`, the names of the device and its
/// platform. Empty if there is none.
std::string findMappingTarget(MLIRContext *context, StringRef device);

/// The target of that name, or in the file of that name. Without a name, the
/// device "GPU" of the dlti.target_system_spec of the module around `op`, if it
/// has one. Fails with a diagnostic at `op`.
FailureOr<MappingTarget> getMappingTarget(Operation *op, StringRef name);

/// Leaves a target without vector widths if none are to be chosen, or the set
/// of rules does not know them.
void selectVectorWidths(MappingTarget &target, bool vectors, StringRef rules);

} // namespace mlir::lift

#endif // LIFTDIALECT_MAPPING_TARGETS_H
