//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file defines how the run-time library reports failure: a value or a
// sentence. The library uses neither exceptions nor LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_RUNTIME_ERROR_H
#define LIFTDIALECT_RUNTIME_ERROR_H

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace mlir::lift::runtime {

/// Why something failed, in the style of a diagnostic: lower case, no full
/// stop. May have further lines (the log of a compiler).
struct Error {
  std::string message;
};

/// Success, or an Error.
class [[nodiscard]] Status {
public:
  Status() = default;
  Status(Error error) : error(std::move(error)) {}

  explicit operator bool() const { return !error; }
  /// The error of a failure.
  const Error &getError() const { return *error; }

private:
  std::optional<Error> error;
};

/// A value, or an Error.
template <typename T>
class [[nodiscard]] Result {
public:
  Result(T value) : storage(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : storage(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return storage.index() == 0; }
  T &operator*() { return *std::get_if<0>(&storage); }
  const T &operator*() const { return *std::get_if<0>(&storage); }
  T *operator->() { return std::get_if<0>(&storage); }
  const T *operator->() const { return std::get_if<0>(&storage); }
  /// The error of a failure.
  const Error &getError() const { return *std::get_if<1>(&storage); }

private:
  std::variant<T, Error> storage;
};

} // namespace mlir::lift::runtime

#endif // LIFTDIALECT_RUNTIME_ERROR_H
