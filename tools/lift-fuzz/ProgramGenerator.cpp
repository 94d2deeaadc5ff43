//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ProgramGenerator.h"

#include "ChainGenerator.h"
#include "LiftDialect/ElementTypes.h"
#include "LiftDialect/Strategies/Assumed.h"
#include "MappedGenerator.h"
#include "PatternSchedules.h"
#include "ShapeGenerator.h"
#include "StagedGenerator.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::fuzz;

namespace {

/// Makes one function.
class ProgramGenerator {
public:
  ProgramGenerator(MLIRContext *context, uint64_t seed, ProgramKind kind,
                   unsigned attempt = 0)
      : seed(seed), random(seed * 2 + 1 + (uint64_t(attempt) << 42)),
        b(context, random), kind(kind), name("p" + std::to_string(seed)),
        rewrite(Rewrite(seed % kNumRewrites)) {}

  GeneratedProgram run();
  /// Whether the program has no schedule that has been tried in vain.
  bool isUseful() const { return !hasSchedule || changes; }

private:
  void chooseKind();
  void drawSizes();
  Expr drawDim();
  Type drawNumber();
  /// The type of one more argument; often one that fits an earlier one.
  Type drawArgument();
  void addArgument(Type type);
  void createArguments();
  /// Makes each name a whole size of some argument.
  void bindSizes();
  SmallVector<Value> createBody();
  /// Gives a program without mappings its results.
  SmallVector<Value> createChains();
  /// A nest, and a schedule for it.
  SmallVector<Value> createNest();
  /// A schedule for what is there.
  void createSchedule();
  /// What the optimizer is told.
  void drawOptimization();
  /// Gives maps and reductions vector widths, whatever they compute.
  void drawWidths();
  void addParams();

  uint64_t seed;
  Random random;
  ProgramBuilder b;
  ProgramKind kind;
  bool hasWidths = false, hasSchedule = false, changes = false;
  std::string name;
  /// What the schedule of a program is about, if it has one.
  Rewrite rewrite;
  OwningOpRef<ModuleOp> module;
  func::FuncOp func;
  GeneratedProgram program;
};

} // namespace

void ProgramGenerator::chooseKind() {
  if (kind == ProgramKind::Widths) {
    hasWidths = true;
    kind = seed % 5 == 0 ? ProgramKind::Shaped : ProgramKind::Any;
  }
  if (kind == ProgramKind::Rewritten && isForAnyProgram(rewrite)) {
    hasSchedule = true;
    // Other programs hardly ever look for the best element.
    kind = rewrite == Rewrite::ChooseInOrder || random.chance(50)
               ? ProgramKind::Shaped
               : ProgramKind::Default;
  }
  if (kind != ProgramKind::Any)
    return;
  int64_t drawn = random.range(0, 99);
  kind = drawn < 34   ? ProgramKind::Mapped
         : drawn < 53 ? ProgramKind::Staged
                      : ProgramKind::Default;
}

/// In 40 % of the programs, one to three sizes have names; some programs with
/// kernels have a tuning name.
void ProgramGenerator::drawSizes() {
  if (kind != ProgramKind::Default && random.chance(20)) {
    b.params.insert("T");
    b.sizes["T"] = random.pick({1, 2, 3, 4});
  }
  if (!random.chance(40))
    return;
  static constexpr const char *names[] = {"N", "M", "K"};
  for (unsigned i = random.range(1, 3); i > 0; --i)
    b.sizes[names[i - 1]] =
        random.pick({1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 16, 18, 24});
}

Expr ProgramGenerator::drawDim() {
  SmallVector<std::string> names;
  for (const auto &[size, value] : b.sizes)
    if (!b.params.count(size))
      names.push_back(size);
  if (!names.empty() && random.chance(70))
    return Expr::name(random.pick(names));
  return random.pick({1, 2, 3, 4, 4, 5, 6, 7, 8, 8, 9, 11, 12, 13, 16});
}

Type ProgramGenerator::drawNumber() {
  if (random.chance(60))
    return b.builder.getF32Type();
  // Shorter and longer ones make a quarter of the integers.
  return b.builder.getIntegerType(
      random.pick({32, 32, 32, 32, 32, 32, 64, 64, 16, 8}));
}

Type ProgramGenerator::drawArgument() {
  SmallVector<Value> arrays = b.collect(isArray);
  if (!arrays.empty() && random.chance(35))
    return random.pick(arrays).getType();
  if (random.chance(12))
    return drawNumber();
  SmallVector<Expr> sizes;
  if (!arrays.empty() && random.chance(50))
    sizes.push_back(getArrayType(random.pick(arrays)).getSize(0));
  else
    sizes.push_back(drawDim());
  for (unsigned i = random.pick({0, 1, 1, 2}); i > 0; --i)
    sizes.push_back(drawDim());
  Type element = drawNumber();
  if (kind == ProgramKind::Default && random.chance(5))
    element = TupleType::get(b.builder.getContext(), {element, drawNumber()});
  auto type = lift::ArrayType::get(b.builder.getContext(), sizes, element);
  if (b.countElements(type) <= 1024)
    return type;
  return lift::ArrayType::get(b.builder.getContext(), sizes[0], element);
}

void ProgramGenerator::createArguments() {
  for (unsigned i = random.range(1, 3); i > 0; --i)
    addArgument(drawArgument());
  bindSizes();
}

void ProgramGenerator::addArgument(Type type) {
  (void)func.insertArgument(func.getNumArguments(), type, {}, b.getLoc());
  b.visible.push_back(func.getArguments().back());
}

void ProgramGenerator::bindSizes() {
  for (const auto &[size, value] : b.sizes) {
    if (b.params.count(size))
      continue;
    bool isBound = llvm::any_of(func.getArguments(), [&](Value argument) {
      auto type = getArrayType(argument);
      return type && llvm::is_contained(type.getSizeExprs(), Expr::name(size));
    });
    if (!isBound)
      addArgument(lift::ArrayType::get(b.builder.getContext(), Expr::name(size),
                                       drawNumber()));
  }
}

SmallVector<Value> ProgramGenerator::createChains() {
  ChainGenerator chains(b);
  SmallVector<Value> results;
  for (unsigned i = random.chance(20) ? 2 : 1; i > 0; --i) {
    SmallVector<Value> arrays = b.collect(isArray);
    Value start = random.pick(arrays.empty() ? b.visible : arrays);
    results.push_back(chains.grow(start, random.range(2, 6)));
  }
  return results;
}

SmallVector<Value> ProgramGenerator::createNest() {
  NestGenerator nests(b, func, getWishes(rewrite, random));
  const bool isArray =
      (rewrite == Rewrite::Relayout || rewrite == Rewrite::Place ||
       rewrite == Rewrite::ReduceElements) &&
      random.chance(50);
  SmallVector<Value> results =
      isArray ? nests.createArrayReduction() : nests.createNest();
  GeneratedSchedule schedule =
      generateSchedule(rewrite, nests.getShape(), b.sizes, random);
  bindSizes();
  program.schedule = schedule.text;
  program.accuracy = schedule.accuracy;
  program.rewrite = getName(rewrite).str();
  return results;
}

void ProgramGenerator::createSchedule() {
  GeneratedSchedule schedule =
      generatePatternSchedule(rewrite, func, b.sizes, random, changes);
  program.schedule = schedule.text;
  program.accuracy = schedule.accuracy;
  program.rewrite = getName(rewrite).str();
}

SmallVector<Value> ProgramGenerator::createBody() {
  if (kind == ProgramKind::Rewritten)
    return createNest();
  if (kind == ProgramKind::Shaped) {
    const Assumption *assumed = findAssumption(program.assumed);
    const bool isAligned =
        assumed && assumed->whole != AssumedWhole::Nothing && random.chance(80);
    ShapeGenerator shapes(b, func, isAligned);
    SmallVector<Value> results =
        hasSchedule && rewrite == Rewrite::ChooseInOrder ? shapes.runBest()
                                                         : shapes.run();
    bindSizes();
    return results;
  }
  if (kind == ProgramKind::Default)
    return createChains();
  return kind == ProgramKind::Mapped ? MappedGenerator(b, name).run()
                                     : StagedGenerator(b, name).run();
}

void ProgramGenerator::addParams() {
  SmallVector<NamedAttribute> values;
  for (const std::string &param : b.params)
    values.push_back(b.builder.getNamedAttr(
        param,
        b.builder.getI64ArrayAttr({b.sizes[param], 2 * b.sizes[param]})));
  if (!values.empty())
    func->setAttr(LiftDialect::ParamsAttrHelper::getNameStr(),
                  b.builder.getDictionaryAttr(values));
}

void ProgramGenerator::drawOptimization() {
  static constexpr const char *targets[] = {"", "nvidia-h200", "nvidia-h200",
                                            "pocl", "mali-g610"};
  ArrayRef<Assumption> assumed = getAssumptions();
  // Not what the program is made of: it stays the same.
  Random own(seed + (uint64_t(1) << 40));
  program.target = targets[own.range(0, 4)];
  if (own.chance(50))
    // Sizes of other programs are seldom whole tiles.
    program.assumed =
        assumed[kind == ProgramKind::Shaped ? own.range(0, assumed.size() - 1)
                                            : 0]
            .name.str();
  static constexpr const char *switches[] = {"barriers",
                                             "pipeline",
                                             "reduce-strength",
                                             "reuse-loads",
                                             "simplify-control-flow",
                                             "simplify-indices",
                                             "version-loops",
                                             "vectorize-accesses"};
  if (own.chance(15))
    program.lowering = std::string(own.pick(switches)) + "=false";
}

void ProgramGenerator::drawWidths() {
  // Without the widths, the program stays that of its seed.
  Random own(seed + (uint64_t(1) << 41));
  func.walk([&](Operation *op) {
    if (!isa<MapOp, ReduceOp>(op))
      return;
    IntegerAttr width;
    if (own.chance(60))
      width = b.builder.getI64IntegerAttr(own.pick(kVectorWidths));
    if (auto map = dyn_cast<MapOp>(op))
      map.setVectorWidthAttr(width);
    else
      cast<ReduceOp>(op).setVectorWidthAttr(width);
  });
}

GeneratedProgram ProgramGenerator::run() {
  chooseKind();
  const bool hasArguments =
      kind != ProgramKind::Rewritten && kind != ProgramKind::Shaped;
  if (!hasSchedule &&
      (kind == ProgramKind::Default || kind == ProgramKind::Shaped))
    drawOptimization();
  if (hasArguments)
    drawSizes();
  module = ModuleOp::create(b.getLoc());
  b.module = *module;
  b.builder.setInsertionPointToStart(module->getBody());
  func = func::FuncOp::create(b.builder, b.getLoc(), name,
                              b.builder.getFunctionType({}, {}));
  b.builder.setInsertionPointToStart(func.addEntryBlock());
  if (hasArguments)
    createArguments();
  SmallVector<Value> results = createBody();
  func::ReturnOp::create(b.builder, b.getLoc(), results);
  func.setFunctionType(b.builder.getFunctionType(
      func.getArgumentTypes(), ValueRange(results).getTypes()));
  // What no result needs would not be tested.
  IRRewriter rewriter(func.getContext());
  (void)runRegionDCE(rewriter, func.getBody());
  if (hasWidths)
    drawWidths();
  if (hasSchedule)
    createSchedule();
  addParams();
  for (const auto &[size, value] : b.sizes)
    (b.params.count(size) ? program.params : program.sizes)[size] = value;
  program.module = std::move(module);
  return std::move(program);
}

GeneratedProgram fuzz::generateProgram(MLIRContext *context, uint64_t seed,
                                       ProgramKind kind) {
  constexpr unsigned kAttempts = 8;
  // Most rewrites that are for any program are for few of them.
  for (unsigned attempt = 0;; ++attempt) {
    ProgramGenerator generator(context, seed, kind, attempt);
    GeneratedProgram program = generator.run();
    if (generator.isUseful() || attempt + 1 == kAttempts)
      return program;
  }
}
