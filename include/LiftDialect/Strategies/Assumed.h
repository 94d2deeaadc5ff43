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
#include "llvm/ADT/StringExtras.h"

namespace mlir::lift {

/// What is assumed of sizes whose values are not known. The function then
/// requires it of them, or prefers it.
enum class Assumed {
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
  /// There are few tiles, and long sums for each, likewise, of sums over
  /// windows with so many channels that there are more parts of a few channels
  /// than there are taps.
  FewLong,
  /// The same; parts need not be whole.
  FewLongAny,
  /// Rows that are read several times have so many numbers at most.
  AnyRows16384,
  AnyRows12288,
  AnyRows8192,
  AnyRows6144,
  AnyRows4096,
  AnyRows3072,
  AnyRows2048,
  /// The same; they are whole vectors.
  Rows16384,
  Rows8192,
  Rows4096,
  Rows2048,
  /// The length of the rows that a transposition writes is this modulo eight.
  Rest1,
  Rest2,
  Rest3,
  Rest5,
  Rest6,
  Rest7
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
  Assumed kind;
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
};

/// All of them. Where several hold, the last is the best.
inline ArrayRef<Assumption> getAssumptions() {
  static constexpr Assumption assumptions[] = {
      {Assumed::Nothing, "nothing", AssumedTiles::Any, AssumedWhole::Nothing,
       AssumedFor::All, "any sizes (default)"},
      {Assumed::MediumAny, "medium-any", AssumedTiles::Any,
       AssumedWhole::Nothing, AssumedFor::OneDim,
       "a half of a large tile for each unit"},
      {Assumed::Large, "large", AssumedTiles::Many, AssumedWhole::Nothing,
       AssumedFor::All, "many tiles"},
      {Assumed::Vectors, "vectors", AssumedTiles::Any, AssumedWhole::Vectors,
       AssumedFor::OneDim, "any sizes, of whole vectors"},
      {Assumed::MediumVectors, "medium-vectors", AssumedTiles::Any,
       AssumedWhole::Vectors, AssumedFor::OneDim,
       "a half of a large tile for each unit, of whole vectors"},
      {Assumed::ShortSums, "short-sums", AssumedTiles::Any,
       AssumedWhole::Nothing, AssumedFor::SeveralDims,
       "sums over several dimensions, the last one short"},
      {Assumed::InnerAligned, "inner-aligned", AssumedTiles::Any,
       AssumedWhole::InnerTiles, AssumedFor::All,
       "whole vectors and tiles where elements are neighbours"},
      {Assumed::LargeVectors, "large-vectors", AssumedTiles::Many,
       AssumedWhole::Vectors, AssumedFor::OneDim,
       "many tiles, of whole vectors"},
      {Assumed::Aligned, "aligned", AssumedTiles::Any, AssumedWhole::Tiles,
       AssumedFor::All, "whole tiles"},
      {Assumed::LargeAligned, "large-aligned", AssumedTiles::Many,
       AssumedWhole::Tiles, AssumedFor::All, "many whole tiles"},
      {Assumed::FewAny, "few-any", AssumedTiles::Few, AssumedWhole::Nothing,
       AssumedFor::OneSum, "few tiles and long sums, of any size"},
      {Assumed::FewVectors, "few-vectors", AssumedTiles::Few,
       AssumedWhole::Vectors, AssumedFor::OneDim,
       "few tiles and long sums, of whole vectors"},
      {Assumed::Few, "few", AssumedTiles::Few, AssumedWhole::InnerTiles,
       AssumedFor::All, "few tiles and long sums, of whole vectors and parts"},
      {Assumed::Medium, "medium", AssumedTiles::Any, AssumedWhole::InnerTiles,
       AssumedFor::SeveralDims,
       "sums over windows, a large tile for each unit"},
      {Assumed::FewLongAny, "few-long-any", AssumedTiles::Any,
       AssumedWhole::Nothing, AssumedFor::SeveralDims,
       "few tiles of long sums over windows, of any number of channels"},
      {Assumed::FewLong, "few-long", AssumedTiles::Any,
       AssumedWhole::InnerTiles, AssumedFor::SeveralDims,
       "few tiles of long sums over windows, of many channels"},
      {Assumed::AnyRows16384, "any-rows-16384", AssumedTiles::Any,
       AssumedWhole::Nothing, AssumedFor::RowsReadAgain,
       "rows of at most 16384 numbers", 16384},
      {Assumed::AnyRows12288, "any-rows-12288", AssumedTiles::Any,
       AssumedWhole::Nothing, AssumedFor::RowsReadAgain,
       "rows of at most 12288 numbers", 12288},
      {Assumed::AnyRows8192, "any-rows-8192", AssumedTiles::Any,
       AssumedWhole::Nothing, AssumedFor::RowsReadAgain,
       "rows of at most 8192 numbers", 8192},
      {Assumed::AnyRows6144, "any-rows-6144", AssumedTiles::Any,
       AssumedWhole::Nothing, AssumedFor::RowsReadAgain,
       "rows of at most 6144 numbers", 6144},
      {Assumed::AnyRows4096, "any-rows-4096", AssumedTiles::Any,
       AssumedWhole::Nothing, AssumedFor::RowsReadAgain,
       "rows of at most 4096 numbers", 4096},
      {Assumed::AnyRows3072, "any-rows-3072", AssumedTiles::Any,
       AssumedWhole::Nothing, AssumedFor::RowsReadAgain,
       "rows of at most 3072 numbers", 3072},
      {Assumed::AnyRows2048, "any-rows-2048", AssumedTiles::Any,
       AssumedWhole::Nothing, AssumedFor::RowsReadAgain,
       "rows of at most 2048 numbers", 2048},
      {Assumed::Rows16384, "rows-16384", AssumedTiles::Any,
       AssumedWhole::Vectors, AssumedFor::RowsReadAgain,
       "rows of at most 16384 numbers, of whole vectors", 16384},
      {Assumed::Rows8192, "rows-8192", AssumedTiles::Any, AssumedWhole::Vectors,
       AssumedFor::RowsReadAgain,
       "rows of at most 8192 numbers, of whole vectors", 8192},
      {Assumed::Rows4096, "rows-4096", AssumedTiles::Any, AssumedWhole::Vectors,
       AssumedFor::RowsReadAgain,
       "rows of at most 4096 numbers, of whole vectors", 4096},
      {Assumed::Rows2048, "rows-2048", AssumedTiles::Any, AssumedWhole::Vectors,
       AssumedFor::RowsReadAgain,
       "rows of at most 2048 numbers, of whole vectors", 2048},
      {Assumed::Rest1, "rest-1", AssumedTiles::Any, AssumedWhole::Nothing,
       AssumedFor::Transpositions,
       "transposed rows, whose length modulo 8 is 1", 0, 1},
      {Assumed::Rest2, "rest-2", AssumedTiles::Any, AssumedWhole::Nothing,
       AssumedFor::Transpositions,
       "transposed rows, whose length modulo 8 is 2", 0, 2},
      {Assumed::Rest3, "rest-3", AssumedTiles::Any, AssumedWhole::Nothing,
       AssumedFor::Transpositions,
       "transposed rows, whose length modulo 8 is 3", 0, 3},
      {Assumed::Rest5, "rest-5", AssumedTiles::Any, AssumedWhole::Nothing,
       AssumedFor::Transpositions,
       "transposed rows, whose length modulo 8 is 5", 0, 5},
      {Assumed::Rest6, "rest-6", AssumedTiles::Any, AssumedWhole::Nothing,
       AssumedFor::Transpositions,
       "transposed rows, whose length modulo 8 is 6", 0, 6},
      {Assumed::Rest7, "rest-7", AssumedTiles::Any, AssumedWhole::Nothing,
       AssumedFor::Transpositions,
       "transposed rows, whose length modulo 8 is 7", 0, 7}};
  return assumptions;
}

inline const Assumption &getAssumption(Assumed kind) {
  return *llvm::find_if(getAssumptions(), [&](const Assumption &assumption) {
    return assumption.kind == kind;
  });
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
    for (const Assumption &assumption : getAssumptions())
      option.getParser().addLiteralOption(assumption.name, assumption.kind,
                                          assumption.summary);
  }
};

} // namespace mlir::lift

#endif // LIFTDIALECT_STRATEGIES_ASSUMED_H
