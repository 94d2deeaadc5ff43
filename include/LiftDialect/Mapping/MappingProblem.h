//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file defines MappingProblem, what a rule needs to know of a kernel in
// order to constrain how its maps run: plain numbers and names. A problem is
// made from a program by LiftDialect/Mapping/KernelMapping.h, or read from
// JSON.
//
//   problem --rules--> ConstraintSystem --solver--> Mapping --check-->
//   attributes
//
// Rules are in Rules.h, solvers in Solver.h.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_MAPPING_MAPPINGPROBLEM_H
#define LIFTDIALECT_MAPPING_MAPPINGPROBLEM_H

#include "LiftDialect/Mapping/Quantity.h"

#include <array>

namespace mlir::lift {

/// More memory than a work-group or a work-item has on any device, in bytes,
/// and what solvers can count.
constexpr int64_t kMaxMemory = (int64_t(1) << 31) - 2;

/// What a device has room for.
struct MappingTarget {
  std::string name = "opencl";
  /// Work-items of a group: in all, and in each dimension.
  int64_t maxGroupSize = 256;
  std::array<int64_t, 3> maxLocalSize = {256, 256, 64};
  /// Bytes of local memory of a group.
  int64_t localMemory = 32768;
  /// Bytes of registers that a work-item can have, if there is a limit.
  std::optional<int64_t> privateMemory;
  /// How many work-groups run at the same time at least, if that is known.
  std::optional<int64_t> computeUnits;
  /// How many elements a map can compute at a time, ascending; none to leave
  /// vector widths as they are.
  std::vector<int64_t> vectorWidths;
};

struct MappingProblem {
  /// What limits the vector width of a map that can be asked to have one.
  struct Vector {
    /// The number of the parameter whose values are the widths: 1, for one
    /// element at a time, and those of the target.
    unsigned parameter = 0;
    /// Why it takes one element at a time whatever the others do, or nothing.
    std::string mustBeScalar;
    /// The number of elements, for people.
    std::string length;
    /// For each width, not 0 for those values of tuning names for which it
    /// divides the number of elements.
    std::vector<Quantity> divides;
    /// The numbers of the widths with which the elements of a vector are the
    /// same or neighbours in memory, wherever they are read or stored.
    CodeSet neighbours = 0;
    /// The codes with which elements of the map are tied to the work-item or
    /// group that computes them.
    CodeSet bound = 0;
  };

  /// A map that computes something; one that only rearranges is a view, and not
  /// among them.
  /// The memory that a map has to do with.
  struct Memory {
    /// Whether its result, or an argument, is in that memory.
    bool usesLocal = false, usesPrivate = false;
    /// Whether a value inside is stored in local memory, or in any that
    /// work-items share: then all work-items of a group go through its loop.
    bool holdsLocal = false, holdsShared = false;
  };

  struct Map {
    /// For people: the first result's name, or else a number.
    std::string name;
    /// The map directly around it; an index below its own, as maps stand in
    /// pre-order.
    std::optional<unsigned> parent;
    /// The parent's body is this map alone, applied to the parent's element:
    /// the two can be fused.
    bool isPerfect = false;
    Memory memory;
    /// Whether it is in a step of a scan.
    bool isInScan = false;
    /// Why it cannot run in parallel whatever the others do, or nothing.
    std::string mustBeSequential;
    /// The number of elements, if it is a constant.
    std::optional<int64_t> trips;
    /// Whether the program asks for its loop to be unrolled.
    bool isUnrolled = false;
    /// The choice that somebody has made.
    std::optional<unsigned> code;
    /// If it has no maps inside, its result is stored, and the target has
    /// widths.
    std::optional<Vector> vector;
  };

  enum class Space { Global, Local, Private };

  /// If both maps have the same one of these codes, a work-item that touches an
  /// element through the first touches it through the second, too.
  struct Match {
    unsigned first, second;
    CodeSet codes;
    /// Not 0 for those values of tuning names for which that is so.
    Quantity when = 1;
    /// The vector width of both with which that is so.
    int64_t width = 1;
  };

  /// A write to elements of a buffer, and another access to them.
  struct Dependence {
    /// The maps around each, inside the place where the buffer is stored.
    std::vector<unsigned> first, second;
    std::vector<Match> matches;
    /// If there is one statement that makes both, the maps inside it: if none
    /// of them is parallel, one work-item makes both.
    std::optional<std::vector<unsigned>> statement;
    /// Both are in steps of a fold that stops early, or under one condition:
    /// not all work-items of a group come there, and no barrier can stand.
    bool isDivergent = false;
    /// Both are made for stores in global memory, and by those alone who store:
    /// the first ids of dimensions that no map around divides.
    bool isOfStores = false;
  };

  /// A dimension of a private buffer that a map computes, and an access: if the
  /// map is lcl(d), the dimension is distributed over the work-items, and the
  /// access must be inside a map that matches it, so that it stays in the part
  /// of its own work-item.
  struct Share {
    unsigned map;
    /// All maps that compute the dimension, itself among them; none where
    /// something else stores there, so that nobody has a share.
    std::vector<unsigned> computing;
    std::vector<Match> matches;
  };

  /// A value that is in memory.
  struct StoredValue {
    std::string name;
    Space space = Space::Global;
    /// In one copy, if it is known.
    std::optional<Quantity> bytes;
    /// The maps around the place where it is stored.
    std::vector<unsigned> outer;
    std::vector<Dependence> dependences;
    std::vector<Share> shares;
    /// For a private value: the maps whose elements are those of a dimension,
    /// and the length of that. A map to lcl leaves each work-item its share.
    std::vector<std::pair<unsigned, Quantity>> spread;
    /// For a private value: the private values, itself among them, that are
    /// needed at a time when it is.
    std::vector<unsigned> together;
  };

  /// What an operation requires of tuning names.
  struct Obligation {
    std::string sentence;
    /// Not 0 where it is satisfied.
    Quantity holds;
  };

  std::string name;
  /// How many dimensions a launch has, 1 to 3.
  unsigned dims = 3;
  std::vector<Map> maps;
  std::vector<StoredValue> buffers;
  /// Tuning names, and then vector widths: in formulas, the variables after
  /// those of the maps.
  std::vector<TuningParameter> parameters;
  std::vector<Obligation> obligations;
  /// The size of a work-group and the number of groups, where they are known.
  std::array<std::optional<Quantity>, 3> localSize, numGroups;
  /// Whether the program says how many groups there are, be it with names that
  /// have a value at launch only; else that follows from the mapping.
  bool hasLaunch = false;
  MappingTarget target;

  /// Why the problem makes no sense, or nothing: for problems that come from
  /// outside.
  std::string validate() const;

  /// Chooses for a map, given as its number and a mapping: 2=wrg(0), or a
  /// vector width: 2=vector(4), or for a tuning name: TM=16. An error message,
  /// or nothing.
  std::string fix(llvm::StringRef choice);
  /// What a mapping chooses for tuning names and vector widths that have
  /// several values, as fix() takes it.
  std::vector<std::string> getChosenValues(const Mapping &mapping) const;
  /// How many of the parameters are tuning names.
  unsigned getNumTuningNames() const;

  /// The widths that a map can have: 1 alone if none can be chosen.
  std::vector<int64_t> getVectorWidths(unsigned map) const;
  /// Says that a map has a vector width, or one of those with these numbers.
  Formula hasVectorWidth(unsigned map, int64_t width) const;
  Formula hasVectorWidthIn(unsigned map, CodeSet numbers) const {
    return Formula::in(maps.size() + maps[map].vector->parameter, numbers);
  }

  /// Says for which values of tuning names a number satisfies a test.
  Formula where(const Quantity &quantity,
                llvm::function_ref<bool(int64_t)> test) const {
    return quantity.where(maps.size(), test);
  }

  /// The codes that a map can have at all.
  CodeSet getDomain(unsigned map) const;
  /// The maps around a map, from the outermost.
  std::vector<unsigned> getOuterMaps(unsigned map) const;
  /// The maps inside a map, in pre-order.
  std::vector<unsigned> getInnerMaps(unsigned map) const;
  /// From a root to each map without maps inside: maps around each other.
  /// A root alone is no chain, as in the artifact of the paper.
  std::vector<std::vector<unsigned>> getChains() const;

  /// The problem as JSON, and back. On failure, nothing and a message.
  std::string toJson() const;
  static std::optional<MappingProblem> fromJson(const std::string &text,
                                                std::string &error);

private:
  std::string fixVectorWidth(unsigned map, int64_t width);
  std::string validateVectors() const;
  std::string validateMemory() const;
  std::string validateQuantities() const;
};

/// What a mapping must satisfy: a formula, whom it is about, and the sentence
/// that people read if it is violated.
struct MappingConstraint {
  /// The rule that posted it: R3.
  std::string rule;
  /// The maps to point at, the most important first; none for the kernel.
  std::vector<unsigned> maps;
  std::string sentence;
  Formula formula;
  /// The buffer that it is about, if it is about one.
  std::optional<unsigned> buffer = std::nullopt;
  /// The obligation that it is.
  std::optional<unsigned> obligation = std::nullopt;
};

/// The variables, one for each map, each tuning name and each vector width, and
/// all that constrains them.
struct ConstraintSystem {
  std::vector<CodeSet> domains;
  std::vector<MappingConstraint> constraints;

  /// The constraints that a mapping violates, in order.
  std::vector<unsigned> check(const Mapping &mapping) const;
  /// Whether a mapping has a code of its domain for each map and violates
  /// nothing.
  bool verify(const Mapping &mapping) const;
};

} // namespace mlir::lift

#endif // LIFTDIALECT_MAPPING_MAPPINGPROBLEM_H
