//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PatternSchedules.h"

#include "LiftDialect/LiftOps.h"
#include "LiftDialect/Rewriting/Nest.h"
#include "LiftDialect/Strategies/Schedule.h"
#include "RewriteCheck.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::fuzz;

namespace {

class PatternScheduleGenerator {
public:
  PatternScheduleGenerator(func::FuncOp func, const SizeBindings &sizes,
                           Random &random)
      : program(func->getParentOfType<ModuleOp>().clone()), sizes(sizes),
        random(random) {}

  /// Appends a rewrite, for patterns and with numbers that are drawn until it
  /// changes the program; false if it does not.
  bool append(Rewrite rewrite);
  /// What has been appended, or else what was drawn last.
  GeneratedSchedule getSchedule() const;

private:
  /// Writes the rewrite of one of the patterns that it is for, if there is one.
  bool draw(Rewrite rewrite);
  bool isFor(Rewrite rewrite, Operation *pattern) const;
  /// Writes how the pattern is found; returns its handle.
  std::string match(Operation *pattern);
  /// What follows the handle of the pattern in the rewrite's operation.
  std::string drawParameters(Rewrite rewrite, Operation *pattern);
  unsigned drawArgumentNumber(Operation *loop);
  std::string drawArgument(Operation *loop) {
    return "argument = " + std::to_string(drawArgumentNumber(loop));
  }
  int64_t drawFirst(const Expr &length);
  std::string drawStage(Operation *loop);
  std::string drawPeeled(MapOp map);
  /// Cuts the results of a nest into tiles; returns the handle of the loop over
  /// them, or that of the pattern if it is no nest.
  std::string tile(Operation *pattern, const std::string &handle);
  std::string drawNumber();
  std::string drawSpace();
  std::string drawAttributes(ArrayRef<std::string> attributes);
  void write(Rewrite rewrite, Operation *pattern);

  /// What the appended rewrites have made of the program.
  OwningOpRef<ModuleOp> program;
  const SizeBindings &sizes;
  Random &random;
  std::string appended, drawn;
  llvm::raw_string_ostream os{drawn};
  unsigned numHandles = 0;
  Accuracy accuracy = Accuracy::Exact;
};

} // namespace

bool PatternScheduleGenerator::isFor(Rewrite rewrite,
                                     Operation *pattern) const {
  switch (rewrite) {
  case Rewrite::SplitScan:
  case Rewrite::WrapScan:
  case Rewrite::ChunkScan:
  case Rewrite::TreeScan:
    return isa<ScanOp>(pattern);
  case Rewrite::SplitHistogram:
  case Rewrite::ChunkHistogram:
  case Rewrite::ShareHistogram:
    return isa<ScatterReduceOp>(pattern);
  case Rewrite::Fission:
  case Rewrite::MergeAddedReductions:
  case Rewrite::Relayout:
  case Rewrite::Place:
  case Rewrite::Split:
  case Rewrite::Chunk:
  case Rewrite::Tree:
    return isa<ReduceOp>(pattern);
  case Rewrite::Stage:
  case Rewrite::FuseProducer:
  case Rewrite::CopyArgument:
  case Rewrite::DropBroadcasts:
    return isa<MapOp, ReduceOp>(pattern);
  case Rewrite::FixSizes:
    return !sizes.empty() && isa<MapOp, FoldPattern>(pattern);
  case Rewrite::ExchangeScan:
    return isa<MapOp>(pattern) &&
           !cast<MapOp>(pattern).getBody().getOps<ScanOp>().empty();
  case Rewrite::CopyResults:
    return isa<MapOp>(pattern) && isa<func::FuncOp>(pattern->getParentOp());
  case Rewrite::JoinHistograms:
    return isa<MapOp>(pattern) &&
           !cast<MapOp>(pattern).getBody().getOps<ScatterReduceOp>().empty();
  case Rewrite::FissionMap:
  case Rewrite::HoistPattern:
    // The pattern in the body of a map.
    return isa<MapOp, FoldPattern>(pattern) &&
           isa<MapOp>(pattern->getParentOp());
  default:
    return isa<MapOp>(pattern);
  }
}

std::string PatternScheduleGenerator::match(Operation *pattern) {
  std::string handle = "%func";
  const SmallVector<unsigned> path = *getPatternPath(pattern);
  for (unsigned number : path) {
    std::string inner = "%h" + std::to_string(numHandles++);
    os << "    " << inner << " = transform.lift.match_pattern " << handle << "["
       << number << "] : (!op) -> !op\n";
    handle = inner;
  }
  return handle;
}

unsigned PatternScheduleGenerator::drawArgumentNumber(Operation *loop) {
  const unsigned numInputs = isa<MapOp>(loop)
                                 ? cast<MapOp>(loop).getInputs().size()
                                 : cast<ReduceOp>(loop).getInputs().size();
  return random.range(0, std::max(1u, numInputs) - 1);
}

/// Some first of so many elements, but not all; 0 if there is one only.
int64_t PatternScheduleGenerator::drawFirst(const Expr &length) {
  std::map<std::string, Expr> values(sizes.begin(), sizes.end());
  const int64_t most = length.substitute(values).getConstant().value_or(1) - 1;
  return most < 1 ? 0 : random.range(1, most);
}

std::string PatternScheduleGenerator::drawStage(Operation *loop) {
  const unsigned number = drawArgumentNumber(loop);
  std::string text =
      " {argument = " + std::to_string(number) + ", space = " + drawSpace();
  Region &body = loop->getRegion(0);
  auto type = number < body.getNumArguments()
                  ? dyn_cast<ArrayType>(body.getArgument(number).getType())
                  : ArrayType();
  if (random.chance(25))
    text += ", computed";
  else if (type && random.chance(40))
    text += ", behind = " + std::to_string(drawFirst(type.getSize(0)));
  return text + "}";
}

/// Some first elements of a map, or of one in it, but not all.
std::string PatternScheduleGenerator::drawPeeled(MapOp map) {
  ValueRange yielded = map.getYield().getOperands();
  auto inner = yielded.empty() ? MapOp() : yielded[0].getDefiningOp<MapOp>();
  const bool isInner = inner && random.chance(30);
  const int64_t first =
      drawFirst(isInner ? inner.getTripCount() : map.getTripCount());
  return " dim " + std::to_string(isInner) + " first \"" +
         std::to_string(first) + "\"";
}

std::string PatternScheduleGenerator::drawNumber() {
  return "\"" + std::to_string(random.pick({1, 2, 2, 3, 4, 4, 5, 8})) + "\"";
}

std::string PatternScheduleGenerator::drawSpace() {
  static constexpr const char *spaces[] = {"global", "local", "private"};
  return std::string("\"") + spaces[random.range(0, 2)] + "\"";
}

/// Some of the attributes.
std::string
PatternScheduleGenerator::drawAttributes(ArrayRef<std::string> attributes) {
  SmallVector<std::string> drawn;
  for (const std::string &attribute : attributes)
    if (random.chance(50))
      drawn.push_back(attribute);
  return drawn.empty() ? "" : " {" + llvm::join(drawn, ", ") + "}";
}

std::string PatternScheduleGenerator::drawParameters(Rewrite rewrite,
                                                     Operation *pattern) {
  switch (rewrite) {
  case Rewrite::FuseProducer:
  case Rewrite::ComputeAt:
  case Rewrite::TransposeVectors:
    return " {" + drawArgument(pattern) + "}";
  case Rewrite::CopyArgument:
    return " {" + drawArgument(pattern) +
           (random.chance(40) ? ", below_windows}" : "}");
  case Rewrite::Stage:
    return drawStage(pattern);
  case Rewrite::Place:
    return " in " + drawSpace();
  case Rewrite::Split:
    return " by " + drawNumber() +
           drawAttributes({"strided", "padded", "space = " + drawSpace()});
  case Rewrite::Chunk:
  case Rewrite::ChunkMap:
    return " by " + drawNumber() + drawAttributes({"padded"});
  case Rewrite::SplitNest:
    return "[" + std::to_string(random.range(1, 3)) + "] by " + drawNumber() +
           drawAttributes({"padded"});
  case Rewrite::Widen:
    return " by " + std::to_string(random.pick({2, 3, 4, 8}));
  case Rewrite::Peel:
    return drawPeeled(cast<MapOp>(pattern));
  case Rewrite::SkewRows:
    return " {levels = [[2, " + std::to_string(random.range(-2, 2)) +
           "]], rows = 2, columns = " + std::to_string(random.range(1, 4)) +
           "}";
  case Rewrite::ShareWindows:
    return " {dim = " + std::to_string(random.range(0, 1)) +
           ", rows = " + std::to_string(random.range(1, 4)) +
           (random.chance(70) ? ", padded}" : "}");
  case Rewrite::StoreResults:
    return " in " + drawSpace() + drawAttributes({"as_read"});
  case Rewrite::CopyYields:
  case Rewrite::DivideMap:
    return drawAttributes({"for_all"});
  case Rewrite::DropBroadcasts:
    return drawAttributes({"splits"});
  case Rewrite::InlineInWindows:
    return drawAttributes({"max_ops = 100"});
  case Rewrite::FixSizes: {
    auto [name, value] =
        *std::next(sizes.begin(), random.range(0, int64_t(sizes.size()) - 1));
    return " {" + name + " = " + std::to_string(value) + "}";
  }
  case Rewrite::SplitScan:
    return " by " + drawNumber() +
           drawAttributes({"padded",
                           "multiple = " + std::to_string(random.range(1, 3)),
                           "chunk = " + std::to_string(random.range(1, 3)),
                           "space = " + drawSpace()});
  case Rewrite::WrapScan:
    return " by " + drawNumber();
  case Rewrite::ExchangeScan:
    return drawAttributes({"apart"});
  case Rewrite::ChunkScan:
  case Rewrite::ChunkHistogram:
    return " by " + std::to_string(random.range(1, 5)) +
           drawAttributes({"padded"});
  case Rewrite::Tree:
  case Rewrite::TreeScan:
    return " in " + drawSpace();
  case Rewrite::SplitHistogram:
    return " by " + drawNumber() +
           drawAttributes({"strided", "padded", "space = " + drawSpace()});
  case Rewrite::ShareHistogram:
    return drawAttributes({"groups"});
  case Rewrite::JoinHistograms:
    return drawAttributes({"turned"});
  default:
    return "";
  }
}

/// How many handles an operation gives.
static unsigned getNumResults(Rewrite rewrite) {
  switch (rewrite) {
  case Rewrite::ComputeInReaders:
  case Rewrite::InlineInWindows:
  case Rewrite::StoreResults:
  case Rewrite::CopyYields:
  case Rewrite::DropBroadcasts:
  case Rewrite::Relayout:
  case Rewrite::Place:
    return 0;
  case Rewrite::Fission:
  case Rewrite::FissionMap:
  case Rewrite::ExchangeScan:
  case Rewrite::WrapScan:
  case Rewrite::ChunkScan:
  case Rewrite::ChunkHistogram:
  case Rewrite::Stage:
  case Rewrite::Chunk:
  case Rewrite::ChunkMap:
  case Rewrite::SplitNest:
  case Rewrite::Peel:
    return 2;
  case Rewrite::Split:
  case Rewrite::SplitHistogram:
  case Rewrite::ShareHistogram:
    return 3;
  case Rewrite::SplitScan:
    return 6;
  default:
    return 1;
  }
}

std::string PatternScheduleGenerator::tile(Operation *pattern,
                                           const std::string &handle) {
  Refusal ignored;
  FailureOr<Nest> nest = Nest::get(pattern, ignored);
  if (failed(nest))
    return handle;
  const unsigned numParallel = nest->getNumParallelDims();
  SmallVector<std::string> chunks, pad, outer, inner;
  for (unsigned dim = 0; dim < nest->getNumDims(); ++dim) {
    const std::string number = std::to_string(dim);
    const bool isParallel = dim < numParallel;
    outer.push_back("[" + number + ", 0]");
    chunks.push_back("[]");
    if (!isParallel)
      continue;
    chunks.back() = "[" + std::to_string(random.pick({1, 2, 3, 4})) + "]";
    inner.push_back("[" + number + ", 1]");
    pad.push_back(number);
  }
  outer.insert(outer.begin() + numParallel, inner.begin(), inner.end());
  std::string loops = "%tiles" + std::to_string(numHandles++);
  SmallVector<StringRef> types(outer.size(), "!op");
  os << "    " << loops << ":" << outer.size() << " = transform.lift.block "
     << handle << " {chunks = [" << llvm::join(chunks, ", ") << "], order = ["
     << llvm::join(outer, ", ")
     << "], pad = array<i64: " << llvm::join(pad, ", ") << ">} : (!op) -> ("
     << llvm::join(types, ", ") << ")\n";
  return loops + "#" + std::to_string(numParallel - 1);
}

void PatternScheduleGenerator::write(Rewrite rewrite, Operation *pattern) {
  std::string target = match(pattern), operands = target;
  if (rewrite == Rewrite::Block) {
    tile(pattern, target);
    return;
  }
  if (rewrite == Rewrite::ComputeAt && random.chance(90))
    operands = tile(pattern, target);
  SmallVector<StringRef> types = {"!op"};
  if (rewrite == Rewrite::FissionMap) {
    operands = match(pattern->getParentOp()) + " at " + target;
    types.push_back("!op");
  }
  const unsigned numResults = getNumResults(rewrite);
  SmallVector<StringRef> resultTypes(numResults, "!op");
  os << "    ";
  for (unsigned i = 0; i < numResults; ++i)
    os << (i == 0 ? "" : ", ") << "%h" << numHandles++;
  os << (numResults ? " = " : "") << "transform." << getName(rewrite) << " "
     << operands << drawParameters(rewrite, pattern) << " : ";
  if (numResults == 0)
    os << "!op\n";
  else
    os << "(" << llvm::join(types, ", ") << ") -> ("
       << llvm::join(resultTypes, ", ") << ")\n";
}

static bool isPatternSet(Rewrite rewrite) {
  return getName(rewrite).starts_with("apply_patterns");
}

bool PatternScheduleGenerator::draw(Rewrite rewrite) {
  drawn.clear();
  if (isPatternSet(rewrite)) {
    os << "    transform.apply_patterns to %func {\n      transform."
       << getName(rewrite) << "\n    } : !op\n";
    return true;
  }
  SmallVector<Operation *> patterns;
  program->walk([&](Operation *op) {
    if (isFor(rewrite, op) && getPatternPath(op))
      patterns.push_back(op);
  });
  if (!patterns.empty())
    write(rewrite, random.pick(patterns));
  return !patterns.empty();
}

static Accuracy getAccuracy(Rewrite rewrite) {
  switch (rewrite) {
  case Rewrite::Split:
  case Rewrite::Tree:
  case Rewrite::SplitNest:
  case Rewrite::Contract:
  case Rewrite::SplitScan:
  case Rewrite::TreeScan:
  case Rewrite::SplitHistogram:
  case Rewrite::ShareHistogram:
  case Rewrite::MergeAddedReductions:
  case Rewrite::ExpandSums:
    return Accuracy::Integers;
  default:
    return Accuracy::Exact;
  }
}

bool PatternScheduleGenerator::append(Rewrite rewrite) {
  constexpr unsigned kTries = 12;
  // There is a choice by index where another rewrite makes one.
  if (rewrite == Rewrite::ChooseInOrder && !append(Rewrite::DeduceLaws))
    return false;
  for (unsigned i = 0; i < kTries && draw(rewrite); ++i) {
    OwningOpRef<ModuleOp> rewritten =
        rewriteProgram(*program, makeScript(drawn));
    if (!rewritten)
      continue;
    program = std::move(rewritten);
    appended += drawn;
    accuracy = std::max(accuracy, getAccuracy(rewrite));
    return true;
  }
  return false;
}

GeneratedSchedule PatternScheduleGenerator::getSchedule() const {
  const std::string &body = appended.empty() ? drawn : appended;
  return {body.empty() ? "" : makeScript(body), accuracy};
}

GeneratedSchedule fuzz::generatePatternSchedule(Rewrite rewrite,
                                                func::FuncOp func,
                                                const SizeBindings &sizes,
                                                Random &random, bool &applies) {
  PatternScheduleGenerator generator(func, sizes, random);
  applies = generator.append(rewrite);
  for (int64_t i = applies ? random.pick({0, 0, 1, 3}) : 0; i > 0; --i)
    generator.append(Rewrite(random.range(0, int64_t(kNumRewrites) - 1)));
  return generator.getSchedule();
}
