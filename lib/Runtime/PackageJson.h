//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what writing and reading of manifests share.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_RUNTIME_PACKAGEJSON_H
#define LIFT_LIB_RUNTIME_PACKAGEJSON_H

#include "LiftDialect/Runtime/Package.h"

#include <nlohmann/json.hpp>

namespace mlir::lift::runtime {

using Json = nlohmann::ordered_json;

constexpr const char *kFormatName = "lift-package";

constexpr std::pair<Requirement::Comparison, const char *> kComparisons[] = {
    {Requirement::Comparison::EQ, "=="}, {Requirement::Comparison::NE, "!="},
    {Requirement::Comparison::LT, "<"},  {Requirement::Comparison::LE, "<="},
    {Requirement::Comparison::GT, ">"},  {Requirement::Comparison::GE, ">="},
};

/// Compact text that depends on nothing but the contents; names that are not
/// UTF-8 must not stop it.
/// The file with the constants of arguments, and where each may begin.
constexpr const char *kConstantsName = "constants.bin";
constexpr uint64_t kConstantAlignment = 64;

std::string dump(const Json &json, int indent = -1);

/// The checksum of a manifest, whose own is left out, and of its files.
std::string computeChecksum(Json manifest,
                            const std::vector<std::string_view> &files);

} // namespace mlir::lift::runtime

#endif // LIFT_LIB_RUNTIME_PACKAGEJSON_H
