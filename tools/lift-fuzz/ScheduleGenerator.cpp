//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ScheduleGenerator.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::fuzz;

static constexpr StringLiteral kRewriteNames[kNumRewrites] = {
    "lift.block",
    "lift.stage",
    "lift.relayout_accumulators",
    "lift.place_accumulators",
    "lift.split_reduction",
    "lift.chunk_reduction",
    "lift.peel_reduction",
    "lift.tree_reduction",
    "lift.split_nest",
    "lift.widen",
    "lift.chunk_map",
    "lift.peel",
    "lift.skew_rows",
    "lift.transpose_vectors",
    "apply_patterns.lift.views",
    "apply_patterns.lift.contract",
    "apply_patterns.lift.reduce_elements",
    "lift.fuse_producer",
    "lift.compute_at",
    "lift.compute_in_readers",
    "lift.inline_in_windows",
    "lift.share_windows",
    "lift.copy_argument",
    "lift.store_results",
    "lift.copy_yields",
    "lift.copy_results",
    "lift.merge_maps",
    "lift.divide_map",
    "lift.fission",
    "lift.fission_map",
    "lift.hoist_pattern",
    "lift.fix_sizes",
    "lift.hoist_indexed_rows",
    "lift.hoist_concats",
    "lift.drop_broadcasts",
    "lift.split_scan",
    "lift.wrap_scan",
    "lift.chunk_scan",
    "lift.tree_scan",
    "lift.split_histogram",
    "lift.share_histogram",
    "lift.chunk_histogram",
    "lift.join_histograms",
    "lift.merge_added_reductions",
    "apply_patterns.lift.merge_inputs",
    "apply_patterns.lift.merge_reductions",
    "apply_patterns.lift.expand_sums",
    "apply_patterns.lift.deduce_laws",
    "apply_patterns.lift.choose_in_order",
    "lift.exchange_scan"};

StringRef fuzz::getName(Rewrite rewrite) {
  return kRewriteNames[unsigned(rewrite)];
}

NestWishes fuzz::getWishes(Rewrite rewrite, Random &random) {
  NestWishes wishes;
  wishes.mayRound = true;
  const bool reduces = rewrite == Rewrite::Split || rewrite == Rewrite::Chunk ||
                       rewrite == Rewrite::PeelReduction ||
                       rewrite == Rewrite::Tree;
  const bool hasRows =
      rewrite == Rewrite::SkewRows || rewrite == Rewrite::TransposeVectors;
  const bool isChain = rewrite == Rewrite::Block && random.chance(15);
  wishes.minParallel = isChain || (reduces && random.chance(60)) ? 0
                       : hasRows                                 ? 2
                                                                 : 1;
  if (hasRows && random.chance(95))
    wishes.maxReduced = 0;
  wishes.minReduced = reduces || isChain || rewrite == Rewrite::Relayout ||
                              rewrite == Rewrite::Place ||
                              rewrite == Rewrite::SplitNest ||
                              rewrite == Rewrite::ReduceElements
                          ? 1
                          : 0;
  wishes.hasFalseLaws = rewrite == Rewrite::Split || rewrite == Rewrite::Tree ||
                        rewrite == Rewrite::SplitNest;
  wishes.isStable = wishes.hasFalseLaws || rewrite == Rewrite::Contract ||
                    (rewrite == Rewrite::Block && random.chance(30));
  wishes.isPlain = rewrite == Rewrite::Tree && random.chance(80);
  return wishes;
}

namespace {

class ScheduleGenerator {
public:
  ScheduleGenerator(const NestShape &shape, const SizeBindings &sizes,
                    Random &random)
      : shape(shape), sizes(sizes), random(random) {}

  GeneratedSchedule run(Rewrite rewrite);

private:
  using Texts = SmallVector<std::string>;

  // Writing.
  std::string newHandle() { return "%h" + std::to_string(numHandles++); }
  /// An operation with so many handles as results, and operands.
  Texts write(unsigned numResults, const Twine &name, ArrayRef<std::string> on,
              const Twine &rest);
  /// The loops of the nest, as many as match_pattern finds one in the other.
  std::string match(unsigned depth);
  void applyPatterns(StringRef names);
  std::string list(ArrayRef<int64_t> values) const;

  // Numbers.
  int64_t valueOf(const Expr &size) const;
  bool isBad() { return random.chance(7); }
  /// A divisor of the value of a size, or now and then any number.
  int64_t drawChunk(int64_t value);
  /// The size as text, or as a name of the schedule.
  std::string drawSpace();

  struct Axis {
    int64_t value;
    bool isReduced, isConstant;
    unsigned numParts = 1;
    SmallVector<int64_t> parts = {};
  };
  SmallVector<Axis> getAxes(ArrayRef<int64_t> collapse) const;
  SmallVector<std::pair<unsigned, unsigned>> drawOrder(ArrayRef<Axis> axes,
                                                       bool mayReorder);
  void block();
  void stage();
  void blockInner();
  void relayout(bool places);
  void split();
  void tree();
  void splitNest();
  void chunk(StringRef name, unsigned level);
  int64_t drawFirst(int64_t length);
  void peelReduction();
  void peel();
  void skewRows();
  void transposeVectors();

  const NestShape &shape;
  const SizeBindings &sizes;
  Random &random;
  std::string body;
  llvm::raw_string_ostream os{body};
  unsigned numHandles = 0;
  bool isExact = true;
  /// What block has left: its loops, in order, and which of them are reduced.
  Texts loops;
  SmallVector<bool> areReduced;
  SmallVector<int64_t> partSizes;
};

} // namespace

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

ScheduleGenerator::Texts ScheduleGenerator::write(unsigned numResults,
                                                  const Twine &name,
                                                  ArrayRef<std::string> on,
                                                  const Twine &rest) {
  Texts results;
  for (unsigned i = 0; i < numResults; ++i)
    results.push_back(newHandle());
  SmallVector<StringRef> in(on.size(), "!op"), out(numResults, "!op");
  os << "    " << llvm::join(results, ", ") << (numResults ? " = " : "")
     << "transform.lift." << name << " " << rest << " : ("
     << llvm::join(in, ", ") << ") -> (" << llvm::join(out, ", ") << ")\n";
  return results;
}

std::string ScheduleGenerator::match(unsigned depth) {
  std::string handle = "%func";
  for (unsigned i = 0; i <= depth; ++i)
    handle = write(1, "match_pattern", handle, handle + "[0]").front();
  return handle;
}

void ScheduleGenerator::applyPatterns(StringRef names) {
  os << "    transform.apply_patterns to %func {\n"
     << "      transform.apply_patterns.canonicalization\n"
     << "      transform.apply_patterns." << names << "\n    } : !op\n";
}

std::string ScheduleGenerator::list(ArrayRef<int64_t> values) const {
  std::string text = "array<i64";
  for (auto [i, value] : llvm::enumerate(values))
    text += (i == 0 ? ": " : ", ") + std::to_string(value);
  return text + ">";
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

int64_t ScheduleGenerator::valueOf(const Expr &size) const {
  std::map<std::string, Expr> values;
  for (const auto &[name, value] : sizes)
    values[name] = Expr(value);
  return size.substitute(values).getConstant().value_or(1);
}

int64_t ScheduleGenerator::drawChunk(int64_t value) {
  if (isBad())
    return random.range(-1, value + 3);
  SmallVector<int64_t> divisors;
  for (int64_t divisor = 1; divisor <= value; ++divisor)
    if (value % divisor == 0)
      divisors.push_back(divisor);
  return random.pick(divisors);
}

std::string ScheduleGenerator::drawSpace() {
  static constexpr const char *spaces[] = {"global", "local", "private"};
  return isBad() && random.chance(20) ? "constant" : spaces[random.range(0, 2)];
}

//===----------------------------------------------------------------------===//
// block
//===----------------------------------------------------------------------===//

SmallVector<ScheduleGenerator::Axis>
ScheduleGenerator::getAxes(ArrayRef<int64_t> collapse) const {
  SmallVector<Axis> axes;
  for (auto [dim, size] : llvm::enumerate(shape.sizes)) {
    const bool isReduced = dim >= shape.numParallel;
    const bool isConstant = size.getConstant().has_value();
    if (dim > 0 && llvm::is_contained(collapse, int64_t(dim) - 1)) {
      axes.back().value *= valueOf(size);
      axes.back().isConstant &= isConstant;
    } else {
      axes.push_back({valueOf(size), isReduced, isConstant});
    }
  }
  return axes;
}

/// All parts in a random order. Those of reduced axes keep theirs, unless they
/// may change it.
SmallVector<std::pair<unsigned, unsigned>>
ScheduleGenerator::drawOrder(ArrayRef<Axis> axes, bool mayReorder) {
  SmallVector<std::pair<unsigned, unsigned>> order, reduced;
  for (auto [number, axis] : llvm::enumerate(axes))
    for (unsigned part = 0; part < axis.numParts; ++part)
      order.push_back({number, part});
  for (auto part : order)
    if (axes[part.first].isReduced)
      reduced.push_back(part);
  if (random.chance(85))
    for (size_t i = order.size(); i > 1; --i)
      std::swap(order[i - 1], order[random.range(0, i - 1)]);
  if (!mayReorder) {
    auto *next = reduced.begin();
    for (auto &part : order)
      if (axes[part.first].isReduced)
        part = *next++;
  }
  if (isBad())
    order[random.range(0, order.size() - 1)] = {
        unsigned(random.range(0, axes.size())), unsigned(random.range(0, 2))};
  return order;
}

void ScheduleGenerator::block() {
  SmallVector<int64_t> collapse, pad;
  for (unsigned dim = 0; dim < shape.sizes.size(); ++dim)
    if (random.chance(
            dim + 1 == shape.numParallel || dim + 1 == shape.sizes.size() ? 1
                                                                          : 5))
      collapse.push_back(dim);
  SmallVector<Axis> axes = getAxes(collapse);
  int64_t vectorDim = -1, width = 1;
  if (random.chance(20)) {
    unsigned dim = 0;
    while (dim + 1 < axes.size() && !axes[dim + 1].isReduced)
      ++dim;
    vectorDim = isBad() ? random.range(0, axes.size()) : int64_t(dim);
    width = random.pick({2, 4, 4, 8, 3, 5});
    if (size_t(vectorDim) < axes.size() && axes[vectorDim].value % width == 0)
      axes[vectorDim].value /= width;
    else if (!isBad())
      vectorDim = -1;
  }
  std::string chunks = "chunks = [", params, names;
  for (auto [number, axis] : llvm::enumerate(axes)) {
    chunks += number == 0 ? "[" : ", [";
    const unsigned count = random.pick({0, 0, 1, 1, 2});
    int64_t rest = axis.value;
    for (unsigned i = 0; i < count; ++i) {
      int64_t chunk = drawChunk(rest);
      if (i == 0 && int64_t(number) != vectorDim && random.chance(20)) {
        pad.push_back(number);
        chunk = random.range(1, rest + 2);
      }
      chunks += i == 0 ? "" : ", ";
      if (params.empty() && random.chance(10)) {
        params = newHandle();
        os << "    " << params << " = transform.param.constant " << chunk
           << " : i64 -> !transform.param<i64>\n";
        chunks += "\"T\"";
      } else {
        chunks += std::to_string(chunk);
      }
      chunk = std::max<int64_t>(chunk, 1);
      axis.parts.push_back((rest + chunk - 1) / chunk);
      rest = chunk;
    }
    axis.parts.push_back(rest);
    chunks += "]";
    axis.numParts = count + 1;
  }
  if (isBad())
    pad.push_back(random.range(0, axes.size()));
  const bool isRefused = !shape.isAssociative || !shape.isCommutative;
  auto order =
      drawOrder(axes, (shape.isStable || isRefused) && random.chance(25));
  std::string text = chunks + "], order = [";
  std::pair<unsigned, unsigned> last = {0, 0};
  for (auto [i, part] : llvm::enumerate(order)) {
    text += (i == 0 ? "[" : ", [") + std::to_string(part.first) + ", " +
            std::to_string(part.second) + "]";
    const bool isReduced =
        part.first < axes.size() && axes[part.first].isReduced;
    areReduced.push_back(isReduced);
    partSizes.push_back(part.first < axes.size() &&
                                part.second < axes[part.first].parts.size()
                            ? axes[part.first].parts[part.second]
                            : 1);
    if (!isReduced)
      continue;
    isExact &= last <= part;
    last = part;
  }
  text += "]";
  if (!collapse.empty())
    text += ", collapse = " + list(collapse);
  if (!pad.empty())
    text += ", pad = " + list(pad);
  if (vectorDim >= 0)
    text += ", vector = " + list({vectorDim, width});
  if (!params.empty())
    text += ", names = [\"T\"]";
  std::string root = match(0);
  for (size_t i = 0; i < order.size() + random.chance(50); ++i)
    loops.push_back(newHandle());
  os << "    " << llvm::join(loops, ", ") << " = transform.lift.block " << root
     << (params.empty() ? "" : " params(" + params + ")") << " {" << text
     << "} : (!op" << (params.empty() ? "" : ", !transform.param<i64>")
     << ") -> ("
     << llvm::join(SmallVector<StringRef>(loops.size(), "!op"), ", ") << ")\n";
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

void ScheduleGenerator::stage() {
  if (random.chance(40))
    block();
  const unsigned depth = loops.empty() ? shape.sizes.size() : areReduced.size();
  const unsigned level = random.range(0, depth - 1 - (depth > 1));
  auto get = [&](unsigned level) {
    return loops.empty() ? match(level) : loops[level];
  };
  SmallVector<std::string> on = {get(level)};
  std::string text = on[0];
  if (random.chance(25)) {
    on.push_back(get(isBad() ? random.range(0, depth - 1)
                             : random.range(level, depth - 1)));
    text += " in " + on[1];
  }
  text +=
      " {argument = " + std::to_string(random.pick({0, 0, 0, 0, 0, 1, 1, 2})) +
      ", space = \"" + drawSpace() + "\"";
  const int64_t rank =
      random.chance(50) ? 1 : std::max<int64_t>(1, depth - level - 1);
  if (random.chance(40)) {
    SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(0, rank));
    for (size_t i = order.size(); i > 1; --i)
      std::swap(order[i - 1], order[random.range(0, i - 1)]);
    if (isBad())
      order.front() += random.range(-1, 1);
    text += ", read_order = " + list(order);
  }
  if (random.chance(20))
    text += ", vector = " + std::to_string(isBad() ? random.range(-1, 5)
                                                   : random.pick({2, 4, 3}));
  if (random.chance(30)) {
    SmallVector<int64_t> chunks;
    for (unsigned i = random.range(1, 2); i > 0; --i)
      chunks.push_back(isBad() ? random.range(-1, 9)
                               : random.pick({1, 2, 2, 4}));
    llvm::sort(chunks, std::greater<>());
    text += ", chunks = " + list(chunks);
    if (random.chance(40))
      text += ", padded";
  }
  if (random.chance(20)) {
    SmallVector<int64_t> pad;
    for (int64_t i = 0; i < rank; ++i)
      pad.push_back(random.range(isBad() ? -1 : 0, 2));
    text += ", pad = " + list(pad);
  }
  if (random.chance(20))
    text += ", buffers = " + std::to_string(isBad() ? random.range(-1, 3) : 2);
  if (random.chance(15))
    text += ", computed";
  // The argument has some of the dimensions inside, whichever these are.
  int64_t shortest = loops.empty() && level + 1 < shape.sizes.size() ? 8 : 1;
  for (unsigned dim = level + 1; dim < shape.sizes.size(); ++dim)
    shortest = std::min(shortest, valueOf(shape.sizes[dim]));
  if (shortest > 1 && random.chance(30))
    text += ", behind = " + std::to_string(random.range(1, shortest - 1));
  write(2, "stage", on, text + "}");
}

/// Blocks the maps in the step of the innermost reduction.
void ScheduleGenerator::blockInner() {
  size_t first = areReduced.size();
  while (first > 0 && !areReduced[first - 1])
    --first;
  if (first == 0 || first == areReduced.size())
    return;
  std::string chunks, order;
  for (size_t i = 0, e = areReduced.size() - first; i < e; ++i) {
    int64_t chunk = drawChunk(partSizes[first + i]);
    chunks += (i == 0 ? "[" : ", [") + std::to_string(chunk) + "]";
    order += (i == 0 ? "[" : ", [") + std::to_string(i) + ", 0], [" +
             std::to_string(i) + ", 1]";
  }
  write(2 * (areReduced.size() - first), "block", loops[first],
        loops[first] + " {chunks = [" + chunks + "], order = [" + order + "]}");
}

/// What block leaves, or a program that is a reduction of arrays.
void ScheduleGenerator::relayout(bool places) {
  SmallVector<std::string> reductions;
  if (shape.numParallel == 0) {
    reductions.push_back(match(0));
  } else {
    block();
    for (auto [i, isReduced] : llvm::enumerate(areReduced))
      if (isReduced)
        reductions.insert(reductions.begin(), loops[i]);
    blockInner();
    if (reductions.empty() || isBad())
      reductions.push_back(loops.front());
  }
  if (!places || random.chance(50))
    for (const std::string &reduction : reductions)
      os << "    transform.lift.relayout_accumulators " << reduction
         << " : !op\n";
  if (!places)
    return;
  static constexpr const char *choices[] = {"seq", "lcl(0)", "lcl(1)", "lcl"};
  os << "    transform.lift.place_accumulators " << reductions.back() << " ";
  if (random.chance(70)) {
    os << "[";
    for (unsigned i = 0, e = random.range(1, 3); i < e; ++i)
      os << (i == 0 ? "\"" : ", \"")
         << choices[isBad() ? 3 : random.range(0, 2)] << "\"";
    os << "] ";
  }
  os << "in \"" << drawSpace() << "\" : !op\n";
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

void ScheduleGenerator::split() {
  // Only the innermost of several reductions combines anything.
  const unsigned level =
      shape.sizes.size() - 1 - (isBad() && shape.sizes.size() > 1 ? 1 : 0);
  const int64_t length = valueOf(shape.sizes[level]);
  std::string reduce = match(level);
  const bool isStrided = random.chance(50), isPadded = random.chance(50);
  const int64_t chunk = isStrided && random.chance(40) ? drawChunk(length) : 1;
  int64_t by = drawChunk(chunk > 0 && length % chunk == 0 ? length / chunk : 1);
  if (isPadded && random.chance(60))
    by = random.range(1, length + 3);
  SmallVector<std::string> attributes;
  if (isStrided)
    attributes.push_back("strided");
  if (isPadded)
    attributes.push_back("padded");
  if (chunk != 1)
    attributes.push_back("chunk = " + std::to_string(chunk));
  if (isPadded && chunk > 1 && length % chunk == 0 && random.chance(40))
    attributes.push_back("whole_chunks");
  if (isPadded && random.chance(30)) {
    const int64_t part = std::max<int64_t>(by * chunk, 1);
    attributes.push_back("multiple = " +
                         std::to_string(part * random.range(1, 3) + isBad()));
  }
  if (random.chance(40))
    attributes.push_back("space = \"" + drawSpace() + "\"");
  write(3, "split_reduction", reduce,
        reduce + " by \"" + std::to_string(by) + "\" {" +
            llvm::join(attributes, ", ") + "}");
}

void ScheduleGenerator::tree() {
  std::string reduce =
      match(random.range(shape.numParallel, shape.sizes.size() - 1));
  write(1, "tree_reduction", reduce, reduce + " in \"" + drawSpace() + "\"");
}

void ScheduleGenerator::splitNest() {
  const unsigned numDims = shape.sizes.size();
  const unsigned dim =
      random.range(isBad() ? 0 : shape.numParallel, numDims - !isBad());
  const int64_t length = dim < numDims ? valueOf(shape.sizes[dim]) : 1;
  const bool isPadded = random.chance(50);
  const int64_t by = isPadded ? random.range(1, length + 3) : drawChunk(length);
  std::string root = match(0);
  write(2, "split_nest", root,
        root + "[" + std::to_string(dim) + "] by \"" + std::to_string(by) +
            "\"" + (isPadded ? " {padded}" : ""));
}

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

void ScheduleGenerator::chunk(StringRef name, unsigned level) {
  const int64_t length = valueOf(shape.sizes[level]);
  const bool isPadded = random.chance(50);
  const int64_t by = isPadded ? random.range(1, length + 3) : drawChunk(length);
  std::string loop = match(level);
  write(2, name, loop,
        loop + " by \"" + std::to_string(by) + "\"" +
            (isPadded ? " {padded}" : ""));
}

int64_t ScheduleGenerator::drawFirst(int64_t length) {
  // Whether a size that has a name is more is known when the program runs.
  return length == 1 || isBad() ? 0 : random.range(1, length - 1);
}

void ScheduleGenerator::peelReduction() {
  const unsigned level =
      random.range(shape.numParallel, shape.sizes.size() - 1);
  const int64_t first = drawFirst(valueOf(shape.sizes[level]));
  std::string reduce = match(level);
  write(2, "peel_reduction", reduce,
        reduce + " first \"" + std::to_string(first) + "\"");
}

void ScheduleGenerator::peel() {
  const unsigned root = random.range(0, shape.numParallel - 1);
  const unsigned level = random.range(root, shape.numParallel - 1 + isBad());
  const int64_t first =
      drawFirst(level < shape.numParallel ? valueOf(shape.sizes[level]) : 2);
  std::string map = match(root);
  write(2, "peel", map,
        map + " dim " + std::to_string(level - root) + " first \"" +
            std::to_string(first) + "\"");
}

void ScheduleGenerator::skewRows() {
  std::string levels;
  int64_t rows = 1;
  for (unsigned i = 0, e = random.range(isBad() ? 0 : 1, 2); i < e; ++i) {
    const int64_t together = random.range(isBad() ? 1 : 2, 4);
    int64_t step = random.range(1, 3);
    if (random.chance(50))
      step = -step;
    levels += (i == 0 ? "[" : ", [") + std::to_string(together) + ", " +
              std::to_string(isBad() ? 0 : step) + "]";
    rows *= together;
  }
  rows *= random.range(1, 2);
  if (isBad())
    rows = random.range(-1, 7);
  std::string root = match(0);
  write(1, "skew_rows", root,
        root + " {levels = [" + levels + "], rows = " + std::to_string(rows) +
            ", columns = " + std::to_string(random.range(isBad() ? -1 : 1, 5)) +
            "}");
}

/// Squares of a nest's last two dimensions, whose rows are vectors.
void ScheduleGenerator::transposeVectors() {
  const int64_t width = isBad() ? 3 : random.pick({2, 2, 4, 4, 8});
  const std::string chunk = "[" + std::to_string(width) + "]";
  const unsigned column = shape.numParallel - 1, row = column - 1;
  std::string chunks, order;
  for (unsigned dim = 0; dim < shape.sizes.size(); ++dim) {
    const bool isCut = dim == row || dim == column;
    chunks += (dim == 0 ? "" : ", ") + (isCut ? chunk : std::string("[]"));
    order += (dim == 0 ? "[" : ", [") + std::to_string(dim) + ", 0]";
  }
  order +=
      ", [" + std::to_string(row) + ", 1], [" + std::to_string(column) + ", 1]";
  std::string root = match(0);
  Texts squares = write(shape.sizes.size() + 2, "block", root,
                        root + " {chunks = [" + chunks + "], order = [" +
                            order + "], pad = " + list({row, column}) + "}");
  std::string rows = squares.end()[-2];
  std::string vectors =
      write(2, "block", rows,
            rows + " {chunks = [[], []], order = [[0, 0], [1, 0]], vector = " +
                list({1, width}) + "}")
          .front();
  write(1, "transpose_vectors", vectors,
        vectors + " {argument = " + std::to_string(random.pick({0, 0, 0, 1})) +
            "}");
}

GeneratedSchedule ScheduleGenerator::run(Rewrite rewrite) {
  switch (rewrite) {
  case Rewrite::Block:
    block();
    break;
  case Rewrite::Stage:
    stage();
    break;
  case Rewrite::Relayout:
  case Rewrite::Place:
    relayout(rewrite == Rewrite::Place);
    break;
  case Rewrite::Split:
    isExact = false;
    split();
    break;
  case Rewrite::Chunk:
    chunk("chunk_reduction",
          random.range(shape.numParallel, shape.sizes.size() - 1));
    break;
  case Rewrite::PeelReduction:
    peelReduction();
    break;
  case Rewrite::Tree:
    isExact = false;
    tree();
    break;
  case Rewrite::SplitNest:
    isExact = false;
    splitNest();
    break;
  case Rewrite::Widen: {
    const unsigned level = random.range(0, shape.numParallel - 1);
    std::string map = match(level);
    write(1, "widen", map,
          map + " by " +
              std::to_string(isBad()             ? 5
                             : random.chance(60) ? 2
                                                 : 4));
    break;
  }
  case Rewrite::ChunkMap:
    chunk("chunk_map", random.range(0, shape.numParallel - 1));
    break;
  case Rewrite::Peel:
    peel();
    break;
  case Rewrite::SkewRows:
    skewRows();
    break;
  case Rewrite::TransposeVectors:
    transposeVectors();
    break;
  case Rewrite::Views:
    if (random.chance(80))
      block();
    applyPatterns("lift.views");
    break;
  case Rewrite::Contract:
    isExact = false;
    applyPatterns("lift.contract");
    break;
  case Rewrite::ReduceElements:
    // Loops that change places make arrays of accumulators.
    if (shape.numParallel > 0)
      block();
    applyPatterns("lift.reduce_elements");
    break;
  default:
    llvm_unreachable("is for any program");
  }
  return {makeScript(body), isExact ? Accuracy::Exact : Accuracy::Near};
}

std::string fuzz::makeScript(StringRef body) {
  return ("!op = !transform.any_op\n"
          "module attributes {transform.with_named_sequence} {\n"
          "  transform.named_sequence @__transform_main(%func: !op) {\n" +
          body + "    transform.yield\n  }\n}\n")
      .str();
}

GeneratedSchedule fuzz::generateSchedule(Rewrite rewrite,
                                         const NestShape &shape,
                                         const SizeBindings &sizes,
                                         Random &random) {
  return ScheduleGenerator(shape, sizes, random).run(rewrite);
}
