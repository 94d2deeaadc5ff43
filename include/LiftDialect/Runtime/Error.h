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

/// Where in a program something was written; line 0 is nowhere.
struct SourcePosition {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;

  /// "file:line:column", or the empty string.
  std::string str() const;
  friend bool operator==(const SourcePosition &lhs, const SourcePosition &rhs) {
    return lhs.file == rhs.file && lhs.line == rhs.line &&
           lhs.column == rhs.column;
  }
};

/// Why something failed.
struct Error {
  /// In the style of a diagnostic: lower case, no full stop. May have further
  /// lines (the log of a compiler).
  std::string message;
  /// Who can act: whoever gave files and sizes, or whoever owns the device.
  enum class Cause { Input, Device } cause = Cause::Input;
  SourcePosition position = {};
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
