//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Runtime/Api.h"

#include <iterator>

namespace mlir::lift::runtime {

static constexpr const char *kApiNames[] = {"opencl", "opencl-il", "vulkan"};
static constexpr const char *kFormNames[] = {"opencl-c", "spirv-opencl",
                                             "spirv-vulkan"};

const char *getName(Api api) { return kApiNames[size_t(api)]; }

const char *getName(Form form) { return kFormNames[size_t(form)]; }

const char *getTitle(Api api) {
  return api == Api::Vulkan ? "Vulkan" : "OpenCL";
}

/// The enumerator whose name is at the same position in `names`.
template <typename T, size_t count>
static std::optional<T> parse(const char *const (&names)[count],
                              const std::string &name) {
  for (size_t i = 0; i < count; ++i)
    if (name == names[i])
      return T(i);
  return std::nullopt;
}

std::optional<Api> parseApi(const std::string &name) {
  return parse<Api>(kApiNames, name);
}

std::optional<Form> parseForm(const std::string &name) {
  return parse<Form>(kFormNames, name);
}

Form getForm(Api api) {
  // Both have three, in the same order.
  static_assert(std::size(kApiNames) == std::size(kFormNames));
  return Form(size_t(api));
}

} // namespace mlir::lift::runtime
