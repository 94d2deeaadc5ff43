//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a strategy decides by: the device, and what is known of the sizes.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_STRATEGIES_PROBLEM_H
#define LIFTDIALECT_STRATEGIES_PROBLEM_H

#include "LiftDialect/LiftOps.h"
#include "LiftDialect/Runtime/ComputeUnits.h"
#include "LiftDialect/Strategies/Assumed.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

#include <map>

namespace mlir::lift {

/// What strategies ask of a device. Where its description says nothing, what
/// most GPUs have.
struct DeviceModel {
  /// The vectors of a device whose work-items are threads of a CPU have so many
  /// numbers at least.
  static constexpr int64_t kThreadWidth = 8;

  /// What a target says, or, without one, that of the module around `op`.
  static DeviceModel get(Operation *op,
                         TargetDeviceSpecInterface target = nullptr);

  int64_t computeUnits = kUsualComputeUnits;
  /// Whether the description says it.
  bool hasComputeUnits = false;
  int64_t maxGroupSize = 256;
  int64_t localMemory = 32768;
  /// The bytes of a work-item's registers.
  int64_t privateMemory = 256;
  /// The most numbers that an operation takes.
  int64_t vectorWidth = 4;
  /// Whether work-items of a group run together, and share memory that is
  /// nearer than the global one.
  bool hasLocalMemory = true;
  /// Whether it has atomic operations on 64 bits.
  bool hasWideAtomics = false;

  /// Whether each of its work-items is a thread of a CPU.
  bool runsThreads() const {
    return !hasLocalMemory && vectorWidth >= kThreadWidth;
  }
};

/// A function to be optimized, for sizes that are known, expected or assumed.
class Problem {
public:
  Problem(func::FuncOp func, DeviceModel device,
          std::map<std::string, Expr> sizes, Assumed assumed, double maxMemory)
      : func(func), device(device), sizes(std::move(sizes)), assumed(assumed),
        maxMemory(maxMemory) {}

  /// For a device of the name `target`, or else that of the module, and sizes
  /// as NAME=INTEGER; reports what is no target and no size.
  static FailureOr<Problem> get(func::FuncOp func, StringRef target,
                                ArrayRef<std::string> sizes, Assumed assumed,
                                double maxMemory = 0);
  /// The same of a copy of the function.
  Problem of(func::FuncOp copy) const {
    return Problem(copy, device, sizes, assumed, maxMemory);
  }

  func::FuncOp getFunc() const { return func; }
  const DeviceModel &getDevice() const { return device; }
  /// The compute units of the device; a name, for preferences, if they are not
  /// known.
  Expr getComputeUnits() const;

  /// The value of a size, if it is constant or expected.
  std::optional<int64_t> getValue(const Expr &size) const;
  /// Whether `divisor` divides `size`, which is or is not one whose elements
  /// stand beside each other. If that is only expected, the function will
  /// require it of its sizes.
  bool divides(const Expr &divisor, const Expr &size, bool isInner = false);
  /// Whether it divides all of them; requires nothing if it does not.
  bool dividesAll(const Expr &divisor, ArrayRef<Expr> sizes,
                  bool isInner = false);
  /// The most that divides all of them of `width` and its halves, down to 1:
  /// how many numbers a vector has of which these sizes are whole ones.
  int64_t getVectorWidth(int64_t width, ArrayRef<Expr> sizes, bool isInner);
  /// Whether `size` is at least `least`, likewise.
  bool isAtLeast(int64_t least, const Expr &size);
  /// Requires a relation of sizes, if it is not constant. False, and nothing is
  /// required, if it does not hold for the expected sizes.
  bool require(ConstraintKind kind, const Expr &lhs, const Expr &rhs);
  /// Whether `size` is at most `most`, likewise.
  bool isAtMost(int64_t most, const Expr &size);
  /// Prefers a relation of sizes, and of the compute units of the device, if it
  /// is not constant: where it holds, the kernels are fast; they are right
  /// anyway. False, and nothing is preferred, if it does not hold for the
  /// expected sizes.
  bool prefer(ConstraintKind kind, const Expr &lhs, const Expr &rhs);
  /// Whether `size` is at least `least`, or at most `most`, as above; this is
  /// then preferred.
  bool prefersAtLeast(const Expr &least, const Expr &size);
  bool prefersAtMost(const Expr &most, const Expr &size);
  /// The most parts that one work-item adds.
  static constexpr int64_t kFewParts = 32;
  /// From here on, an unknown number is taken to be at most `most`: that of the
  /// parts of a sum, of which there is one for each of many results.
  void takeAsAtMost(int64_t most, const Expr &number) {
    taken.emplace_back(most, number);
  }
  bool isTakenAsAtMost(int64_t most, const Expr &number) const {
    return llvm::any_of(taken, [&](const auto &other) {
      return other.second == number && other.first <= most;
    });
  }
  /// Whether `size` is expected to be `value`; then the function requires it.
  bool isEqual(int64_t value, const Expr &size);
  /// Whether there may be temporary arrays of so many bytes: they are not known
  /// to be too many (lift-limit-memory requires that they are not).
  bool isSpare(const Expr &bytes) const;
  /// What the names in a size are expected to be, likewise; nothing if that is
  /// not known of one.
  std::optional<std::map<std::string, int64_t>> fix(const Expr &size);
  bool assumes(Assumed what) const { return assumed == what; }
  /// Whether sums are to be cut into parts, of which there are few for each
  /// result.
  bool assumesParts() const {
    return assumesFew() || assumed == Assumed::FewLong ||
           assumed == Assumed::FewLongAny || assumed == Assumed::Medium;
  }
  /// Whether there are few tiles, and long sums for each.
  bool assumesFew() const {
    return getAssumption(assumed).tiles == AssumedTiles::Few;
  }
  /// The most numbers of rows that are read several times, if that is assumed.
  std::optional<int64_t> getMostOfRow() const {
    const int64_t most = getAssumption(assumed).mostOfRow;
    return most ? std::optional(most) : std::nullopt;
  }
  /// The length of the rows that a transposition writes, modulo
  /// `Assumption::kRowDivisor`, if that is assumed.
  std::optional<int64_t> getRestOfRow() const {
    const int64_t rest = getAssumption(assumed).restOfRow;
    return rest ? std::optional(rest) : std::nullopt;
  }

  /// What the function must require of its sizes.
  ArrayRef<Attribute> getRequirements() const { return requirements; }
  /// What it prefers.
  ArrayRef<Attribute> getPreferences() const { return preferences; }
  /// Forgets both.
  void dropConditions() {
    requirements.clear();
    preferences.clear();
  }

private:
  func::FuncOp func;
  DeviceModel device;
  bool expectsMultiple(const Expr &divisor, const Expr &size,
                       bool isInner) const;
  /// Whether a size is known, or assumed to be large, or small.
  bool mayBeLarge(const Expr &size) const;
  bool mayBeSmall(const Expr &size) const;
  /// A size with what is expected of its names, and of the device.
  Expr getExpected(const Expr &size) const;

  std::map<std::string, Expr> sizes;
  Assumed assumed;
  double maxMemory;
  SmallVector<Attribute> requirements, preferences;
  SmallVector<std::pair<int64_t, Expr>> taken;
};

} // namespace mlir::lift

#endif // LIFTDIALECT_STRATEGIES_PROBLEM_H
