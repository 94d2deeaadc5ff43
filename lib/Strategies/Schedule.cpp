//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Strategies/Schedule.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::lift;

static constexpr StringLiteral kIndent = "    ";

SmallVector<Handle> Schedule::newHandles(unsigned count) {
  SmallVector<Handle> handles;
  for (unsigned i = 0; i < count; ++i)
    handles.push_back("%" + std::to_string(numHandles++));
  if (count > 0) {
    os << kIndent;
    llvm::interleaveComma(handles, os);
    os << " = ";
  } else {
    os << kIndent;
  }
  return handles;
}

void Schedule::finish(unsigned numOperands, unsigned numResults) {
  os << " : (";
  llvm::interleaveComma(SmallVector<StringRef>(numOperands, "!op"), os);
  os << ") -> ";
  if (numResults != 1)
    os << "(";
  llvm::interleaveComma(SmallVector<StringRef>(numResults, "!op"), os);
  os << (numResults != 1 ? ")\n" : "\n");
}

/// Sizes are numbers where they are constant, text where not.
static void printSize(raw_ostream &os, const Expr &size) {
  if (size.getConstant())
    os << size.str();
  else
    os << "\"" << size.str() << "\"";
}

template <typename List>
static void printArray(raw_ostream &os, const List &list) {
  os << "array<i64: ";
  llvm::interleaveComma(list, os);
  os << ">";
}

static void printTexts(raw_ostream &os, ArrayRef<std::string> texts) {
  os << "[";
  llvm::interleaveComma(texts, os,
                        [&](StringRef text) { os << "\"" << text << "\""; });
  os << "]";
}

void Schedule::comment(const Twine &text) {
  os << kIndent << "// " << text << "\n";
}

Handle Schedule::matchPattern(unsigned number, const Handle &outer) {
  SmallVector<Handle> handles = newHandles(1);
  os << "transform.lift.match_pattern " << outer << "[" << number << "]";
  finish(1, 1);
  return handles.front();
}

SmallVector<Handle> Schedule::matchMaps(const Handle &outermost, size_t count) {
  SmallVector<Handle> maps = {outermost};
  while (maps.size() < count)
    maps.push_back(matchPattern(0, maps.back()));
  return maps;
}

SmallVector<Handle> Schedule::block(const Handle &nest,
                                    const BlockOptions &options) {
  SmallVector<Handle> handles = newHandles(options.order.size() + 1);
  os << "transform.lift.block " << nest << " {chunks = [";
  llvm::interleaveComma(options.chunks, os, [&](ArrayRef<Expr> chunks) {
    os << "[";
    llvm::interleaveComma(chunks, os,
                          [&](const Expr &size) { printSize(os, size); });
    os << "]";
  });
  os << "], order = [";
  llvm::interleaveComma(options.order, os, [&](NestPart part) {
    os << "[" << part.dim << ", " << part.part << "]";
  });
  os << "]";
  auto printDims = [&](StringRef name, ArrayRef<unsigned> dims) {
    if (dims.empty())
      return;
    os << ", " << name << " = ";
    printArray(os, dims);
  };
  printDims("collapse", options.collapse);
  printDims("pad", options.pad);
  if (options.vectorDim)
    os << ", vector = array<i64: " << *options.vectorDim << ", "
       << options.vectorWidth << ">";
  os << "}";
  finish(1, handles.size());
  return handles;
}

Handle Schedule::stage(const Handle &loop, const StageChoice &choice,
                       const Handle &place) {
  SmallVector<Handle> handles = newHandles(2);
  os << "transform.lift.stage " << loop;
  if (!place.empty())
    os << " in " << place;
  os << " {argument = " << choice.argument << ", space = \"" << choice.space
     << "\"";
  if (!choice.readOrder.empty()) {
    os << ", read_order = ";
    printArray(os, choice.readOrder);
  }
  if (choice.vector > 1)
    os << ", vector = " << choice.vector;
  if (!choice.chunks.empty()) {
    os << ", chunks = ";
    printArray(os, choice.chunks);
  }
  if (choice.isPadded)
    os << ", padded";
  if (!choice.pad.empty()) {
    os << ", pad = ";
    printArray(os, choice.pad);
  }
  if (choice.buffers)
    os << ", buffers = " << *choice.buffers;
  if (choice.isComputed)
    os << ", computed";
  if (choice.behind != 0)
    os << ", behind = " << choice.behind;
  os << "}";
  finish(place.empty() ? 1 : 2, 2);
  return handles.front();
}

void Schedule::relayout(const Handle &reduce) {
  os << kIndent << "transform.lift.relayout_accumulators " << reduce
     << " : !op\n";
}

void Schedule::place(const Handle &reduce, StringRef space,
                     ArrayRef<std::string> choices) {
  os << kIndent << "transform.lift.place_accumulators " << reduce << " ";
  printTexts(os, choices);
  os << " in \"" << space << "\" : !op\n";
}

Handle Schedule::computeAt(const Handle &loop, unsigned argument) {
  Handle tile = newHandles(1).front();
  os << "transform.lift.compute_at " << loop << " {argument = " << argument
     << "}";
  finish(1, 1);
  return tile;
}

Handle Schedule::skewRows(const Handle &nest, const SkewOptions &options) {
  Handle skewed = newHandles(1).front();
  os << "transform.lift.skew_rows " << nest << " {levels = [";
  llvm::interleaveComma(options.levels, os, [&](SkewLevel level) {
    os << "[" << level.rows << ", " << level.step << "]";
  });
  os << "], rows = " << options.rows << ", columns = " << options.columns
     << "}";
  finish(1, 1);
  return skewed;
}

Handle Schedule::shareWindows(const Handle &nest,
                              const SharedWindowsOptions &options) {
  Handle shared = newHandles(1).front();
  os << "transform.lift.share_windows " << nest << " {dim = " << options.dim
     << ", rows = " << options.rows << (options.isPadded ? ", padded" : "")
     << "}";
  finish(1, 1);
  return shared;
}

Handle Schedule::fixSizes(const Handle &pattern,
                          const std::map<std::string, int64_t> &sizes) {
  Handle fixed = newHandles(1).front();
  os << "transform.lift.fix_sizes " << pattern << " {";
  llvm::interleaveComma(sizes, os, [&](const auto &size) {
    os << size.first << " = " << size.second;
  });
  os << "}";
  finish(1, 1);
  return fixed;
}

Handle Schedule::fuseProducer(const Handle &loop, unsigned argument) {
  Handle fused = newHandles(1).front();
  os << "transform.lift.fuse_producer " << loop << " {argument = " << argument
     << "}";
  finish(1, 1);
  return fused;
}

void Schedule::computeInReaders(const Handle &map) {
  os << kIndent << "transform.lift.compute_in_readers " << map << " : !op\n";
}

Handle Schedule::copyArgument(const Handle &loop, unsigned argument,
                              bool isBelowWindows,
                              ArrayRef<int64_t> readOrder) {
  Handle copy = newHandles(1).front();
  os << "transform.lift.copy_argument " << loop << " {argument = " << argument
     << (isBelowWindows ? ", below_windows" : "");
  if (!readOrder.empty()) {
    os << ", read_order = ";
    printArray(os, readOrder);
  }
  os << "}";
  finish(1, 1);
  return copy;
}

void Schedule::storeResults(const Handle &map, StringRef space, bool asRead,
                            ArrayRef<int64_t> pad, ArrayRef<int64_t> only) {
  os << kIndent << "transform.lift.store_results " << map << " in \"" << space
     << '"';
  bool isFirst = true;
  auto begin = [&](StringRef attribute) {
    os << (isFirst ? " {" : ", ") << attribute;
    isFirst = false;
  };
  if (asRead)
    begin("as_read");
  if (!pad.empty()) {
    begin("pad = ");
    printArray(os, pad);
  }
  if (!only.empty()) {
    begin("only = ");
    printArray(os, only);
  }
  os << (isFirst ? " : !op\n" : "} : !op\n");
}

void Schedule::copyYields(const Handle &map, bool isForAll) {
  os << kIndent << "transform.lift.copy_yields " << map
     << (isForAll ? " {for_all}" : "") << " : !op\n";
}

void Schedule::copyResults(const Handle &map) {
  os << kIndent << "transform.lift.copy_results " << map << " : !op\n";
}

Handle Schedule::hoistIndexedRows(const Handle &map) {
  Handle wider = newHandles(1).front();
  os << "transform.lift.hoist_indexed_rows " << map;
  finish(1, 1);
  return wider;
}

SmallVector<Handle> Schedule::split(StringRef rewrite, const Handle &fold,
                                    const Expr &by, const SplitChoice &choice) {
  SmallVector<Handle> handles = newHandles(3);
  os << "transform.lift." << rewrite << " " << fold << " by \"" << by.str()
     << "\" {";
  SmallVector<std::string> attributes;
  if (choice.isStrided)
    attributes.push_back("strided");
  if (choice.chunk > 1)
    attributes.push_back("chunk = " + std::to_string(choice.chunk));
  if (choice.isPadded)
    attributes.push_back("padded");
  if (choice.hasWholeChunks)
    attributes.push_back("whole_chunks");
  if (choice.multiple)
    attributes.push_back("multiple = " + std::to_string(choice.multiple));
  if (!choice.space.empty())
    attributes.push_back(("space = \"" + choice.space + "\"").str());
  llvm::interleaveComma(attributes, os);
  os << "}";
  finish(1, 3);
  return handles;
}

SmallVector<Handle> Schedule::splitReduction(const Handle &reduce,
                                             const Expr &by,
                                             const SplitChoice &choice) {
  return split("split_reduction", reduce, by, choice);
}

SmallVector<Handle> Schedule::splitHistogram(const Handle &histogram,
                                             const Expr &by,
                                             const SplitChoice &choice) {
  return split("split_histogram", histogram, by, choice);
}

std::pair<Handle, Handle> Schedule::chunkHistogram(const Handle &histogram,
                                                   int64_t by, bool isPadded) {
  SmallVector<Handle> handles = newHandles(2);
  os << "transform.lift.chunk_histogram " << histogram << " by " << by
     << (isPadded ? " {padded}" : "");
  finish(1, 2);
  return {handles[0], handles[1]};
}

Handle Schedule::joinHistograms(const Handle &map, bool isTurned) {
  Handle handle = newHandles(1).front();
  os << "transform.lift.join_histograms " << map
     << (isTurned ? " {turned}" : "");
  finish(1, 1);
  return handle;
}

SmallVector<Handle> Schedule::shareHistogram(const Handle &histogram,
                                             bool isForGroups) {
  SmallVector<Handle> handles = newHandles(3);
  os << "transform.lift.share_histogram " << histogram
     << (isForGroups ? " {groups}" : "");
  finish(1, 3);
  return handles;
}

SmallVector<Handle> Schedule::splitNest(const Handle &nest,
                                        ArrayRef<unsigned> dims, const Expr &by,
                                        bool isPadded, bool isMasked) {
  SmallVector<Handle> handles = newHandles(2);
  os << "transform.lift.split_nest " << nest << " [";
  llvm::interleaveComma(dims, os);
  os << "] by \"" << by.str() << "\""
     << (isPadded && isMasked ? " {padded, masked}"
         : isPadded           ? " {padded}"
                              : "");
  finish(1, 2);
  return handles;
}

std::pair<Handle, Handle> Schedule::fission(const Handle &reduce) {
  SmallVector<Handle> handles = newHandles(2);
  os << "transform.lift.fission " << reduce;
  finish(1, 2);
  return {handles[0], handles[1]};
}

std::pair<Handle, Handle> Schedule::fissionMap(const Handle &map,
                                               const Handle &pattern) {
  SmallVector<Handle> handles = newHandles(2);
  os << "transform.lift.fission_map " << map << " at " << pattern;
  finish(2, 2);
  return {handles[0], handles[1]};
}

std::pair<Handle, Handle> Schedule::fissionMaps(ArrayRef<Handle> maps,
                                                Handle pattern) {
  Handle rest;
  for (const Handle &map : llvm::reverse(maps))
    std::tie(pattern, rest) = fissionMap(map, pattern);
  return {pattern, rest};
}

void Schedule::divideMaps(ArrayRef<Handle> maps) {
  for (const Handle &map : llvm::reverse(maps)) {
    newHandles(1);
    os << "transform.lift.divide_map " << map << " {for_all}";
    finish(1, 1);
  }
}

std::pair<Handle, Handle> Schedule::chunkMap(const Handle &map, const Expr &by,
                                             bool isPadded) {
  SmallVector<Handle> handles = newHandles(2);
  os << "transform.lift.chunk_map " << map << " by \"" << by.str() << "\""
     << (isPadded ? " {padded}" : "");
  finish(1, 2);
  return {handles[0], handles[1]};
}

std::pair<Handle, Handle> Schedule::peel(const Handle &nest, unsigned dim,
                                         const Expr &first) {
  SmallVector<Handle> handles = newHandles(2);
  os << "transform.lift.peel " << nest << " dim " << dim << " first \""
     << first.str() << "\"";
  finish(1, 2);
  return {handles[0], handles[1]};
}

std::pair<Handle, Handle> Schedule::peelReduction(const Handle &reduce,
                                                  const Expr &first) {
  SmallVector<Handle> handles = newHandles(2);
  os << "transform.lift.peel_reduction " << reduce << " first \"" << first.str()
     << "\"";
  finish(1, 2);
  return {handles[0], handles[1]};
}

std::pair<Handle, Handle>
Schedule::chunkReduction(const Handle &reduce, const Expr &by, bool isPadded) {
  SmallVector<Handle> handles = newHandles(2);
  os << "transform.lift.chunk_reduction " << reduce << " by \"" << by.str()
     << "\"" << (isPadded ? " {padded}" : "");
  finish(1, 2);
  return {handles[0], handles[1]};
}

Handle Schedule::transposeVectors(const Handle &loop, unsigned argument) {
  Handle shuffles = newHandles(1).front();
  os << "transform.lift.transpose_vectors " << loop
     << " {argument = " << argument << "}";
  finish(1, 1);
  return shuffles;
}

Handle Schedule::widen(const Handle &map, int64_t width) {
  SmallVector<Handle> handles = newHandles(1);
  os << "transform.lift.widen " << map << " by " << width;
  finish(1, 1);
  return handles.front();
}

Handle Schedule::treeReduction(const Handle &reduce, StringRef space,
                               int64_t radix) {
  SmallVector<Handle> handles = newHandles(1);
  os << "transform.lift.tree_reduction " << reduce << " in \"" << space << "\"";
  if (radix != 2)
    os << " radix " << radix;
  finish(1, 1);
  return handles.front();
}

SplitScanHandles Schedule::splitScan(const Handle &scan, const Expr &by,
                                     const SplitScanChoice &choice) {
  const bool hasEpilogue = !choice.epilogue.empty();
  const unsigned numResults = hasEpilogue ? 7 : 6;
  SmallVector<Handle> handles = newHandles(numResults);
  os << "transform.lift.split_scan " << scan << " by \"" << by.str() << "\" ";
  if (hasEpilogue)
    os << "epilogue " << choice.epilogue << " ";
  os << "{";
  SmallVector<std::string> attributes;
  if (choice.isPadded)
    attributes.push_back("padded");
  if (choice.multiple > 1)
    attributes.push_back("multiple = " + std::to_string(choice.multiple));
  if (choice.chunk > 1)
    attributes.push_back("chunk = " + std::to_string(choice.chunk));
  if (!choice.space.empty())
    attributes.push_back(("space = \"" + choice.space + "\"").str());
  if (choice.vector > 1)
    attributes.push_back("vector = " + std::to_string(choice.vector));
  llvm::interleaveComma(attributes, os);
  os << "}";
  finish(hasEpilogue ? 2 : 1, numResults);
  handles.resize(7);
  return {handles[0], handles[1], handles[2], handles[3],
          handles[4], handles[5], handles[6]};
}

std::pair<Handle, Handle> Schedule::wrapScan(const Handle &scan,
                                             const Expr &by) {
  SmallVector<Handle> handles = newHandles(2);
  os << "transform.lift.wrap_scan " << scan << " by \"" << by.str() << "\"";
  finish(1, 2);
  return {handles[0], handles[1]};
}

std::pair<Handle, Handle> Schedule::exchangeScan(const Handle &map,
                                                 bool isApart) {
  SmallVector<Handle> handles = newHandles(2);
  os << "transform.lift.exchange_scan " << map;
  if (isApart)
    os << " {apart}";
  finish(1, 2);
  return {handles[0], handles[1]};
}

std::pair<Handle, Handle> Schedule::chunkScan(const Handle &scan, int64_t by,
                                              bool isPadded, int64_t vector) {
  SmallVector<Handle> handles = newHandles(2);
  os << "transform.lift.chunk_scan " << scan << " by " << by;
  SmallVector<std::string> attributes;
  if (isPadded)
    attributes.push_back("padded");
  if (vector > 1)
    attributes.push_back("vector = " + std::to_string(vector));
  if (!attributes.empty())
    os << " {" << llvm::join(attributes, ", ") << "}";
  finish(1, 2);
  return {handles[0], handles[1]};
}

Handle Schedule::treeScan(const Handle &scan, StringRef space) {
  SmallVector<Handle> handles = newHandles(1);
  os << "transform.lift.tree_scan " << scan << " in \"" << space << "\"";
  finish(1, 1);
  return handles.front();
}

void Schedule::mapTo(const Handle &map, ArrayRef<std::string> choices) {
  os << kIndent << "transform.lift.map_to " << map << " ";
  printTexts(os, choices);
  os << " : !op\n";
}

void Schedule::unroll(const Handle &loop, int64_t factor) {
  os << kIndent << "transform.lift.unroll " << loop;
  if (factor != 0)
    os << " by " << factor;
  os << " : !op\n";
}

void Schedule::vectorize(const Handle &loop, int64_t width) {
  os << kIndent << "transform.lift.vectorize " << loop << " by " << width
     << " : !op\n";
}

void Schedule::cleanUp(ArrayRef<StringRef> patterns, const Handle &inside) {
  os << kIndent << "transform.apply_patterns to " << inside << " {\n"
     << kIndent << "  transform.apply_patterns.canonicalization\n";
  for (StringRef name : patterns)
    os << kIndent << "  transform.apply_patterns.lift." << name << "\n";
  os << kIndent << "} : !op\n";
}

void Schedule::setConditions(StringRef attribute,
                             ArrayRef<Attribute> conditions) {
  Handle all = newHandles(1).front();
  os << "transform.param.constant "
     << ArrayAttr::get(conditions.front().getContext(), conditions)
     << " -> !transform.any_param\n"
     << kIndent << "transform.annotate %func \"" << attribute << "\" = " << all
     << " : !op, !transform.any_param\n";
}

std::string Schedule::str(FlatSymbolRefAttr func) const {
  std::string script;
  llvm::raw_string_ostream(script)
      << "!op = !transform.any_op\n"
      << "module " << func
      << " attributes {transform.with_named_sequence} {\n"
         "  transform.named_sequence @__transform_main(%func: !op) {\n"
      << body
      << "    transform.yield\n"
         "  }\n"
         "}\n";
  return script;
}

std::optional<SmallVector<unsigned>> lift::getPatternPath(Operation *pattern) {
  SmallVector<unsigned> path;
  for (; !isa<func::FuncOp>(pattern); pattern = pattern->getParentOp()) {
    if (!isa<MapOp, FoldPattern>(pattern))
      return std::nullopt;
    unsigned number = 0;
    for (Operation &op : *pattern->getBlock())
      if (&op == pattern)
        break;
      else
        number += isa<MapOp, FoldPattern>(op);
    path.push_back(number);
  }
  std::reverse(path.begin(), path.end());
  return path;
}
