//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file defines Package: a compiled function as data, which runs where no
// compiler is. It is kernels, in one form or several, and the steps of the
// host: tests of the sizes, buffers, launches and loops, with sizes as
// expressions. docs/Packages.md describes its form on disk, a folder of files.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_RUNTIME_PACKAGE_H
#define LIFTDIALECT_RUNTIME_PACKAGE_H

#include "LiftDialect/Expr/Expr.h"
#include "LiftDialect/Runtime/Api.h"
#include "LiftDialect/Runtime/Array.h"
#include "LiftDialect/Runtime/Bytes.h"

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace mlir::lift::runtime {

/// One array or number that crosses the boundary of the function.
struct PackageParameter {
  std::string name;
  ElementType type = ElementType::F32;
  /// More than one for elements that are vectors.
  int64_t lanes = 1;
  /// Empty for a number.
  std::vector<Expr> sizes;
  /// The elements of an argument that is constant; else there are none. Its
  /// sizes are numbers.
  Bytes constant;

  bool isScalar() const { return sizes.empty(); }
  /// As in MLIR: "!lift.array<N x vector<4xf32>>".
  std::string str() const;
};

/// Something that must hold for the sizes.
struct Requirement {
  /// As in C.
  enum class Comparison { EQ, NE, LT, LE, GT, GE };
  Expr lhs;
  Comparison comparison = Comparison::EQ;
  Expr rhs;
  /// What must hold, for people: "128 must divide N".
  std::string sentence;
};

/// Makes a buffer on the device.
struct Allocation {
  std::string buffer;
  Expr numBytes;
};

/// Ends the life of a buffer.
struct Release {
  std::string buffer;
};

/// Fails the run, when all of it has run, if the i32 in a buffer is 0.
struct Assertion {
  std::string buffer;
  /// What must hold, for people.
  std::string sentence;
};

/// An argument of a kernel.
struct LaunchArgument {
  enum class Kind {
    /// The buffer `name`: an array argument of the function, or allocated.
    Buffer,
    /// The argument `name` of the function, which is a number: a float or
    /// vector as it is, an integer as one of `numBits`.
    Scalar,
    /// The value of `number`, as an integer of `numBits`.
    Number
  };
  Kind kind = Kind::Buffer;
  std::string name;
  /// Whether the kernel may store to the buffer, and how much of it it may
  /// touch: 0 where that is not known.
  bool isWritten = true;
  Expr numBytes = 0;
  Expr number;
  unsigned numBits = 0;
};

/// Queues a kernel.
struct Launch {
  std::string kernel;
  std::array<Expr, 3> groups;
  /// Work-items of one work-group.
  std::array<Expr, 3> local;
  std::vector<LaunchArgument> arguments;
  /// What its arrays take: of each work-group, and of each work-item.
  int64_t localBytes = 0, privateBytes = 0;
  /// What its numbers take as push constants: each rounded up to a multiple of
  /// four. Unknown in packages of version 1.
  std::optional<int64_t> pushBytes;
  /// The lines of the program that the kernel was made of, sorted.
  std::vector<unsigned> lines;
};

/// A buffer or a number that goes from one trip of a loop to the next. After
/// the loop, `name` is what the last trip passed on.
struct Carried {
  std::string name;
  /// Names of buffers, unless this is a number.
  std::string buffer, nextBuffer;
  Expr number, nextNumber;
  bool isBuffer() const { return !buffer.empty(); }
};

struct Step;

/// Runs `body` for counter = from, from + step, ... below `to`.
struct Loop {
  std::string counter;
  Expr from, to, step;
  std::vector<Carried> carried;
  std::vector<Step> body;
};

/// What the host does, in order. Names in expressions are sizes, counters and
/// carried numbers.
struct Step {
  SourcePosition position;
  std::variant<Requirement, Allocation, Release, Launch, Loop, Assertion>
      action;
};

/// A compiled function.
struct Package {
  /// The name of the function.
  std::string entry;
  /// The names of its sizes, in order of appearance.
  std::vector<std::string> sizes;
  std::vector<PackageParameter> arguments;
  std::vector<PackageParameter> results;
  /// The floating-point operations of a call, where they can be counted.
  std::optional<Expr> floatOps;
  /// The sizes that it was compiled for, as text for who runs it with others;
  /// empty if that was for all.
  std::string madeFor;
  /// The buffer that holds each result when all steps are done.
  std::vector<std::string> resultBuffers;
  std::vector<Step> steps;
  /// The kernels, in forms that all differ; at least one.
  std::vector<ProgramForm> programs;
  /// For a variant: where it is fast. Names are sizes and kComputeUnitsName.
  std::vector<Requirement> preferences;
  /// The same function for some sizes only, faster: the first whose
  /// requirements and preferences hold is to be taken. They have no variants
  /// themselves.
  std::vector<Package> variants;

  /// The kernels in that form; null if there are none.
  const ProgramForm *findForm(Form form) const;
};

/// The kernels of `package` for an API; the error says which forms there are.
Result<const ProgramForm *> chooseForm(const Package &package, Api api);

/// The variant of `package` for these sizes and a device of so many compute
/// units, 0 if that is not known; or the package itself.
const Package &chooseVariant(const Package &package,
                             const std::map<std::string, int64_t> &sizes,
                             int64_t computeUnits);

/// The version of the form that writePackage() writes. readPackage() also takes
/// version 1, which had OpenCL C alone, version 2, which had no assertions, and
/// version 3, which had no preferences.
constexpr int64_t kPackageVersion = 4;

/// The files of a package beside its manifest, by name and in the order of the
/// checksum.
std::vector<std::pair<std::string, Bytes>> listFiles(const Package &package);

/// All but the programs as JSON, with a checksum of all.
std::string printManifest(const Package &package);

/// Gives what is in a file of the package, by its plain name.
using FileReader = std::function<Result<Bytes>(const std::string &name)>;

/// Reads what printManifest() wrote, and the files that it names. The error
/// says where in the manifest something is wrong.
Result<Package> parseManifest(const std::string &manifest,
                              const FileReader &readFile);

/// Writes the programs, `kernels.cl` and its like, and `manifest.json` into the
/// folder, which is made if there is none. When this is interrupted,
/// readPackage() reads the old package or fails.
Status writePackage(const std::string &folder, const Package &package);

Result<Package> readPackage(const std::string &folder);

} // namespace mlir::lift::runtime

#endif // LIFTDIALECT_RUNTIME_PACKAGE_H
