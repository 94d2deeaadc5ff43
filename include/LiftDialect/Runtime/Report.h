//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what is told of devices, runs and results: text for
// people, JSON for scripts.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_RUNTIME_REPORT_H
#define LIFTDIALECT_RUNTIME_REPORT_H

#include "LiftDialect/Runtime/PackageRunner.h"

#include <nlohmann/json_fwd.hpp>

namespace mlir::lift::runtime {

/// How many numbers of a result are printed.
constexpr size_t kMaxPrinted = 64;

/// The device, a line for each kernel (more with `profile`), the memory.
std::string formatReport(const RunReport &report, bool profile);

/// "NAME : TYPE =" and the first numbers in nested brackets.
std::string formatResult(const PackageParameter &parameter, const Array &array);

std::string formatDevices(const std::vector<DeviceInfo> &devices);

/// Adds device, kernels, times and memory to an object.
void addReport(const RunReport &report, nlohmann::ordered_json &json);

/// Name, type, shape and, on request, the first numbers.
nlohmann::ordered_json toJson(const PackageParameter &parameter,
                              const Array &array, bool withValues);

nlohmann::ordered_json toJson(const std::vector<DeviceInfo> &devices);

/// The launches of the last run, as Chrome's trace viewer and Perfetto read
/// them: microseconds from the start of the first.
std::string printTrace(const RunReport &report);

/// Writes that to a file, unless `path` is empty.
Status writeTrace(const std::string &path, const RunReport &report);

/// Readable text; what is not UTF-8 is replaced.
std::string print(const nlohmann::ordered_json &json);

} // namespace mlir::lift::runtime

#endif // LIFTDIALECT_RUNTIME_REPORT_H
