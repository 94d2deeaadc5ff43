//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares where compiled packages are kept: by the program with its
// locations, the options, and the compiler.
//
//===----------------------------------------------------------------------===//
#ifndef LIFT_LIB_EXECUTION_PACKAGECACHE_H
#define LIFT_LIB_EXECUTION_PACKAGECACHE_H

#include "LiftDialect/Execution/DeviceEngine.h"

namespace mlir::lift::run {

/// The package of one program, if it is in the folder of the options. Constants
/// are not kept: the program has them.
class PackageCache {
public:
  PackageCache(const Program &program, const ExecutionOptions &options);

  std::optional<runtime::Package> load() const;
  /// Without success if the folder cannot be written: nobody needs it.
  void store(const runtime::Package &package) const;

private:
  const Program &program;
  const ExecutionOptions &options;
  /// Empty if the package is not to be kept.
  std::string key;
};

} // namespace mlir::lift::run

#endif // LIFT_LIB_EXECUTION_PACKAGECACHE_H
