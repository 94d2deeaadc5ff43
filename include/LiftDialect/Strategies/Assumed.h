//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What strategies may assume of sizes that are not known. The kernels for it
// are variants of a package.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_STRATEGIES_ASSUMED_H
#define LIFTDIALECT_STRATEGIES_ASSUMED_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace mlir::lift {

/// What is assumed of sizes whose values are not known: a place in the table of
/// `getAssumptions`. The function then requires it of them, or prefers it.
/// Those that strategies ask for by name are first in the table.
enum class Assumed : unsigned {
  Nothing,
  /// There is enough to do for tiles of half the size of large ones.
  MediumAny,
  /// There is enough to do for large tiles.
  Large,
  /// What is loaded and stored as vectors is whole vectors.
  Vectors,
  /// The same, and there is enough to do for tiles of half the size of large
  /// ones.
  MediumVectors,
  /// The last dimension of a sum over several is short, as the colours of an
  /// image are.
  ShortSums,
  /// What is loaded and stored as vectors is whole vectors and tiles.
  InnerAligned,
  /// There is enough to do for large tiles, of whole vectors.
  LargeVectors,
  /// All is cut into tiles without rest.
  Aligned,
  /// There is enough to do for large tiles, without rest.
  LargeAligned,
  /// There are few tiles, and long sums for each.
  FewAny,
  /// The same; rows are whole vectors.
  FewVectors,
  /// The same; what is loaded and stored as vectors is whole vectors and tiles,
  /// and so are the parts of sums.
  Few,
  /// Of sums over windows with few channels, there is a quarter of a large tile
  /// to one for each compute unit; likewise of whole vectors.
  Medium,
  /// There are few tiles, and long sums for each, of sums over windows with so
  /// many channels that there are more parts of a few channels than there are
  /// taps.
  FewLongAny,
  /// The same; parts are whole.
  FewLong
};

/// How much there is assumed to do, and what is assumed to be whole.
enum class AssumedTiles { Any, Many, Few };
enum class AssumedWhole { Nothing, Vectors, InnerTiles, Tiles };

/// Which programs have kernels of their own for it: all, those with sums over
/// several dimensions, those with one sum, those with one over one dimension,
/// those that read a row several times, or those that transpose and reduce
/// nothing. The others have many kernels already, and these take long to
/// compile.
enum class AssumedFor {
  All,
  SeveralDims,
  OneSum,
  OneDim,
  RowsReadAgain,
  Transpositions
};

struct Assumption {
  StringLiteral name;
  AssumedTiles tiles;
  AssumedWhole whole;
  AssumedFor programs;
  StringLiteral summary;
  /// The most numbers of a row that is read several times; 0 for any.
  int64_t mostOfRow = 0;
  /// The length of the rows that a transposition writes, modulo `kRowDivisor`;
  /// 0 for any length.
  int64_t restOfRow = 0;

  static constexpr int64_t kRowDivisor = 8;

  static constexpr Assumption ofRows(StringLiteral name, int64_t most,
                                     AssumedWhole whole) {
    return {name,
            AssumedTiles::Any,
            whole,
            AssumedFor::RowsReadAgain,
            whole == AssumedWhole::Vectors
                ? StringLiteral("rows of at most so many numbers, in vectors")
                : StringLiteral("rows of at most so many numbers"),
            most};
  }
  static constexpr Assumption ofRests(StringLiteral name, int64_t rest) {
    return {name,
            AssumedTiles::Any,
            AssumedWhole::Nothing,
            AssumedFor::Transpositions,
            "transposed rows whose length modulo 8 is this",
            0,
            rest};
  }
};

/// All of them. Where several hold, the last is the best.
inline ArrayRef<Assumption> getAssumptions() {
  static constexpr Assumption assumptions[] = {
      {"nothing", AssumedTiles::Any, AssumedWhole::Nothing, AssumedFor::All,
       "any sizes (default)"},
      {"medium-any", AssumedTiles::Any, AssumedWhole::Nothing,
       AssumedFor::OneDim, "a half of a large tile for each unit"},
      {"large", AssumedTiles::Many, AssumedWhole::Nothing, AssumedFor::All,
       "many tiles"},
      {"vectors", AssumedTiles::Any, AssumedWhole::Vectors, AssumedFor::OneDim,
       "any sizes, of whole vectors"},
      {"medium-vectors", AssumedTiles::Any, AssumedWhole::Vectors,
       AssumedFor::OneDim,
       "a half of a large tile for each unit, of whole vectors"},
      {"short-sums", AssumedTiles::Any, AssumedWhole::Nothing,
       AssumedFor::SeveralDims,
       "sums over several dimensions, the last one short"},
      {"inner-aligned", AssumedTiles::Any, AssumedWhole::InnerTiles,
       AssumedFor::All,
       "whole vectors and tiles where elements are neighbours"},
      {"large-vectors", AssumedTiles::Many, AssumedWhole::Vectors,
       AssumedFor::OneDim, "many tiles, of whole vectors"},
      {"aligned", AssumedTiles::Any, AssumedWhole::Tiles, AssumedFor::All,
       "whole tiles"},
      {"large-aligned", AssumedTiles::Many, AssumedWhole::Tiles,
       AssumedFor::All, "many whole tiles"},
      {"few-any", AssumedTiles::Few, AssumedWhole::Nothing, AssumedFor::OneSum,
       "few tiles and long sums, of any size"},
      {"few-vectors", AssumedTiles::Few, AssumedWhole::Vectors,
       AssumedFor::OneDim, "few tiles and long sums, of whole vectors"},
      {"few", AssumedTiles::Few, AssumedWhole::InnerTiles, AssumedFor::All,
       "few tiles and long sums, of whole vectors and parts"},
      {"medium", AssumedTiles::Any, AssumedWhole::InnerTiles,
       AssumedFor::SeveralDims,
       "sums over windows, a large tile for each unit"},
      {"few-long-any", AssumedTiles::Any, AssumedWhole::Nothing,
       AssumedFor::SeveralDims,
       "few tiles of long sums over windows, of any number of channels"},
      {"few-long", AssumedTiles::Any, AssumedWhole::InnerTiles,
       AssumedFor::SeveralDims,
       "few tiles of long sums over windows, of many channels"},
      Assumption::ofRows("any-rows-16384", 16384, AssumedWhole::Nothing),
      Assumption::ofRows("any-rows-12288", 12288, AssumedWhole::Nothing),
      Assumption::ofRows("any-rows-8192", 8192, AssumedWhole::Nothing),
      Assumption::ofRows("any-rows-6144", 6144, AssumedWhole::Nothing),
      Assumption::ofRows("any-rows-4096", 4096, AssumedWhole::Nothing),
      Assumption::ofRows("any-rows-3072", 3072, AssumedWhole::Nothing),
      Assumption::ofRows("any-rows-2048", 2048, AssumedWhole::Nothing),
      Assumption::ofRows("rows-16384", 16384, AssumedWhole::Vectors),
      Assumption::ofRows("rows-8192", 8192, AssumedWhole::Vectors),
      Assumption::ofRows("rows-4096", 4096, AssumedWhole::Vectors),
      Assumption::ofRows("rows-2048", 2048, AssumedWhole::Vectors),
      Assumption::ofRests("rest-1", 1),
      Assumption::ofRests("rest-2", 2),
      Assumption::ofRests("rest-3", 3),
      Assumption::ofRests("rest-5", 5),
      Assumption::ofRests("rest-6", 6),
      Assumption::ofRests("rest-7", 7)};
  return assumptions;
}

inline const Assumption &getAssumption(Assumed assumed) {
  return getAssumptions()[unsigned(assumed)];
}

/// The one of that name; null if there is none.
inline const Assumption *findAssumption(StringRef name) {
  const auto *found =
      llvm::find_if(getAssumptions(), [&](const Assumption &assumption) {
        return assumption.name == name;
      });
  return found == getAssumptions().end() ? nullptr : found;
}

/// The names of all, as "a, b or c".
inline std::string listAssumptions() {
  std::string names;
  ArrayRef<Assumption> all = getAssumptions();
  for (const Assumption &assumption : all) {
    if (&assumption != all.begin())
      names += &assumption == &all.back() ? " or " : ", ";
    names += assumption.name;
  }
  return names;
}

/// The values of an option of this type.
struct AssumedValues {
  template <typename Option>
  void apply(Option &option) const {
    for (auto [number, assumption] : llvm::enumerate(getAssumptions()))
      option.getParser().addLiteralOption(assumption.name, Assumed(number),
                                          assumption.summary);
  }
};

} // namespace mlir::lift

#endif // LIFTDIALECT_STRATEGIES_ASSUMED_H
