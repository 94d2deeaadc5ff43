//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the interpreter of the steps of a package. It trusts no
// name in them: a manifest may have been written by hand.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_LIB_RUNTIME_STEPRUNNER_H
#define LIFT_LIB_RUNTIME_STEPRUNNER_H

#include "Arena.h"

#include <set>

namespace mlir::lift::runtime {

/// Fails if `requirement` does not hold for the numbers; the error shows
/// `sizeText`, "N = 1000".
Status check(const Requirement &requirement, const SizeValues &numbers,
             const std::string &sizeText);

/// One launch that was queued.
struct LaunchRecord {
  const Step *step;
  Geometry geometry;
  /// The most bytes of its buffers that it may touch.
  uint64_t bufferBytes = 0;
};

/// A number that must not be 0 when the run has ended.
struct AssertionRecord {
  const Step *step;
  Buffer buffer;
};

/// Runs the steps of a package once. Scalars, sizes and arguments' buffers are
/// there before.
class StepRunner {
public:
  StepRunner(Runtime &runtime, const DeviceProgram &program,
             const std::vector<Buffer> &arguments, const Arena &arena,
             bool poison)
      : runtime(runtime), program(program), arguments(arguments), arena(arena),
        poison(poison) {}

  Status run(const std::vector<Step> &steps);

  /// Values by name: sizes, counters and carried numbers.
  SizeValues numbers;
  /// Buffers by name; without memory once freed.
  std::map<std::string, Buffer> buffers;
  /// The arguments that are numbers.
  std::map<std::string, const Array *> scalars;
  /// Which of `arguments` a kernel may have stored to.
  std::set<size_t> written;
  std::vector<LaunchRecord> launches;
  std::vector<AssertionRecord> assertions;
  /// The sizes, for errors: "N = 1000".
  std::string sizeText;

private:
  Status run(const Step &step, const Requirement &requirement);
  Status run(const Step &step, const Allocation &allocation);
  Result<Buffer> allocate(const Allocation &allocation, size_t numBytes);
  Status run(const Step &step, const Release &release);
  Status run(const Step &step, const Launch &launch);
  Status run(const Step &step, const Loop &loop);
  Status run(const Step &step, const Assertion &assertion);

  Status bind(const Carried &carried, const std::string &buffer,
              const Expr &number, SizeValues &newNumbers,
              std::map<std::string, Buffer> &newBuffers);
  Result<Buffer> getBuffer(const std::string &name) const;
  uint64_t countBufferBytes(const Launch &launch) const;
  Result<Geometry> computeGeometry(const Launch &launch) const;
  Result<Argument> makeArgument(const LaunchArgument &argument);

  Runtime &runtime;
  const DeviceProgram &program;
  const std::vector<Buffer> &arguments;
  const Arena &arena;
  bool poison;
  /// The trips of all loops so far.
  uint64_t numTrips = 0;
};

} // namespace mlir::lift::runtime

#endif // LIFT_LIB_RUNTIME_STEPRUNNER_H
