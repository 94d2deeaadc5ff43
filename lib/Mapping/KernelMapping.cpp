//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Mapping/KernelMapping.h"

#include "Dependences.h"
#include "LiftDialect/Analysis/SizeFacts.h"
#include "LiftDialect/Analysis/ValueUses.h"
#include "VectorWidths.h"

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// Codes
//===----------------------------------------------------------------------===//

static constexpr std::pair<MappingKind, MappingLevel> kLevels[] = {
    {MappingKind::Lcl, MappingLevel::Lcl},
    {MappingKind::Wrg, MappingLevel::Wrg},
    {MappingKind::Glb, MappingLevel::Glb}};

unsigned lift::getCode(MappingAttr mapping) {
  for (auto [kind, level] : kLevels)
    if (kind == mapping.getKind())
      return getCode(level, mapping.getDim());
  return mapping.getKind() == MappingKind::Fused ? kFusedCode : kSeqCode;
}

MappingAttr lift::getMappingAttr(MLIRContext *context, unsigned code) {
  for (auto [kind, level] : kLevels)
    if (getLevelCodes(level) & getCodeSet(code))
      return MappingAttr::get(context, kind, code % 10);
  return MappingAttr::get(
      context, code == kFusedCode ? MappingKind::Fused : MappingKind::Seq, 0);
}

//===----------------------------------------------------------------------===//
// Which memory
//===----------------------------------------------------------------------===//

namespace {
/// A set of address spaces.
class Spaces {
public:
  Spaces() = default;
  Spaces(AddressSpace space) : bits(1u << static_cast<unsigned>(space)) {}
  Spaces operator|(Spaces other) const {
    Spaces both;
    both.bits = bits | other.bits;
    return both;
  }
  bool contains(AddressSpace space) const {
    return bits >> static_cast<unsigned>(space) & 1;
  }

private:
  unsigned bits = 0;
};
} // namespace

/// Where a computed value is stored by whoever uses it.
static Spaces getTargetSpaces(Value value) {
  Spaces spaces;
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    unsigned number = use.getOperandNumber();
    if (auto materialize = dyn_cast<MaterializeOp>(user))
      spaces = spaces | materialize.getSpace();
    else if (isa<ViewOpInterface>(user))
      spaces = spaces | getTargetSpaces(user->getResult(0));
    else if (auto fold = dyn_cast<FoldPattern>(user))
      // An initial value goes where the accumulator is.
      spaces = spaces | (number < fold.getInputs().size()
                             ? Spaces()
                             : getTargetSpaces(fold->getResult(
                                   number - fold.getInputs().size())));
    else if (user->hasTrait<OpTrait::IsTerminator>())
      spaces = spaces |
               (isa<MapOp, FoldPattern>(user->getParentOp())
                    ? getTargetSpaces(user->getParentOp()->getResult(number))
                    : Spaces(AddressSpace::Global));
  }
  return spaces;
}

/// Where a value that is read comes from.
static Spaces getSourceSpaces(Value value) {
  if (!isa<ArrayType>(value.getType()) && !isa<BlockArgument>(value))
    return {};
  if (auto arg = dyn_cast<BlockArgument>(value)) {
    Operation *parent = arg.getOwner()->getParentOp();
    unsigned number = arg.getArgNumber();
    if (auto map = dyn_cast<MapOp>(parent))
      return getSourceSpaces(map.getInputs()[number]);
    if (auto fold = dyn_cast<FoldPattern>(parent)) {
      unsigned numInputs = fold.getInputs().size();
      return number < numInputs
                 ? getSourceSpaces(fold.getInputs()[number])
                 : getTargetSpaces(fold->getResult(number - numInputs));
    }
    return AddressSpace::Global;
  }
  Operation *op = value.getDefiningOp();
  if (auto materialize = dyn_cast<MaterializeOp>(op))
    return materialize.getSpace();
  if (auto view = dyn_cast<ViewOpInterface>(op)) {
    Spaces spaces;
    for (Value source : view.getViewSources())
      spaces = spaces | getSourceSpaces(source);
    return spaces;
  }
  return isa<KernelOp>(op) ? Spaces(AddressSpace::Global)
                           : getTargetSpaces(value);
}

/// The memories of a map's results and arguments, which are what a rule means
/// by the memory that it uses.
static Spaces getSpaces(MapOp map) {
  Spaces spaces;
  for (Value result : map.getResults())
    spaces = spaces | getTargetSpaces(result);
  for (Value input : map.getInputs())
    spaces = spaces | getSourceSpaces(input);
  return spaces;
}

//===----------------------------------------------------------------------===//
// Problems
//===----------------------------------------------------------------------===//

/// Whether a map computes nothing and stores nothing: lift-normalize makes a
/// view of it where it can.
static bool isViewMap(MapOp map) {
  return llvm::all_of(map.getBody().front().without_terminator(),
                      [](Operation &op) {
                        return isa<ViewOpInterface>(op) ||
                               op.hasTrait<OpTrait::ConstantLike>();
                      }) &&
         llvm::none_of(map.getResults(),
                       [](Value result) { return isStored(result); });
}

bool lift::isPerfectlyNested(MapOp inner, MapOp outer) {
  Block &body = outer.getBody().front();
  return inner->getBlock() == &body &&
         llvm::equal(outer.getYield().getOperands(), inner.getResults()) &&
         llvm::all_of(inner.getInputs(),
                      [&](Value input) {
                        auto arg = dyn_cast<BlockArgument>(input);
                        return arg && arg.getOwner() == &body;
                      }) &&
         llvm::all_of(body.without_terminator(), [&](Operation &op) {
           return &op == inner || op.hasTrait<OpTrait::ConstantLike>();
         });
}

static MappingProblem::Map
getFacts(MapOp map, const DenseMap<Operation *, unsigned> &numbers) {
  MappingProblem::Map facts;
  facts.name = "map" + std::to_string(numbers.size());
  if (auto outer = map->getParentOfType<MapOp>()) {
    // A map around is a variable: it computes what is inside.
    facts.parent = numbers.at(outer);
    facts.isPerfect = isPerfectlyNested(map, outer);
  }
  Spaces spaces = getSpaces(map);
  facts.usesLocal = spaces.contains(AddressSpace::Local);
  facts.usesPrivate = spaces.contains(AddressSpace::Private);
  facts.isInScan = bool(map->getParentOfType<ScanOp>());
  facts.trips = map.getTripCount().getConstant();
  if (MappingAttr mapping = map.getMappingAttr())
    facts.code = getCode(mapping);
  return facts;
}

/// What is not written follows from the mapping.
static void setLaunch(KernelOp kernel, MappingProblem &problem,
                      Tabulator &tabulator) {
  problem.hasLaunch = kernel.hasLaunch();
  for (unsigned dim = 0; dim < kMaxLaunchDims; ++dim) {
    Expr local = kernel.getLocalSizeIn(dim);
    if (kernel.getLocalSizeAttr())
      problem.localSize[dim] = tabulator.getQuantity(local);
    if (kernel.hasLaunch())
      problem.numGroups[dim] = tabulator.getQuantity(
          Expr::exactDiv(kernel.getGlobalSizeIn(dim), local));
  }
}

/// What operations require of tuning names.
static void setObligations(KernelMapping &kernel, const SizeFacts &facts,
                           Tabulator &tabulator) {
  for (const auto &[constraint, op] : facts.getObligations()) {
    std::optional<Quantity> truth = tabulator.getTruth(constraint);
    if (!truth || truth->getConstant() == 1)
      continue;
    kernel.problem.obligations.push_back({constraint.sentence, *truth});
    kernel.obligations.push_back(op);
  }
}

static std::vector<TuningParameter> getParameters(func::FuncOp func) {
  std::vector<TuningParameter> parameters;
  for (const auto &[name, values] : getTuningParameters(func))
    parameters.push_back(
        {name, std::vector<int64_t>(values.begin(), values.end()), {}});
  return parameters;
}

static FailureOr<KernelMapping>
getKernelMapping(Operation *root, const MappingTarget &target, unsigned dims,
                 const SizeFacts &facts, ArrayRef<TuningParameter> parameters,
                 Tabulator &tabulator) {
  KernelMapping kernel;
  kernel.root = root;
  kernel.problem.target = target;
  kernel.problem.dims = dims;
  kernel.problem.parameters = parameters.vec();
  setObligations(kernel, facts, tabulator);
  if (auto op = dyn_cast<KernelOp>(root)) {
    kernel.problem.name = op.getKernelName().value_or("").str();
    setLaunch(op, kernel.problem, tabulator);
  } else {
    kernel.problem.name = cast<func::FuncOp>(root).getName().str();
  }
  DenseMap<Operation *, unsigned> numbers;
  root->walk<WalkOrder::PreOrder>([&](MapOp map) {
    if (isViewMap(map))
      return;
    kernel.problem.maps.push_back(getFacts(map, numbers));
    kernel.maps.push_back(map);
    numbers.try_emplace(map, numbers.size());
  });
  addVectorWidths(kernel, facts.getAssumptions(), tabulator);
  if (kernel.maps.empty())
    return kernel;
  FailureOr<LoopForm> form = LoopForm::build(root, facts.getAssumptions());
  if (failed(form))
    return failure();
  addMemory(kernel, *form, numbers, facts.getAssumptions(), tabulator);
  return kernel;
}

LogicalResult lift::checkMappingOptions(Location loc, StringRef solver,
                                        unsigned dims) {
  if (!getMappingSolver(solver))
    return emitError(loc, "unknown solver '")
           << solver << "' (expected z3 or enumerate)";
  if (dims < 1 || dims > kMaxLaunchDims)
    return emitError(loc, "a launch has 1 to 3 dimensions, not ") << dims;
  return success();
}

FailureOr<std::vector<KernelMapping>>
lift::getKernelMappings(func::FuncOp func, const MappingTarget &target,
                        unsigned dims,
                        function_ref<bool(Operation *root)> isWanted) {
  std::vector<KernelMapping> kernels;
  if (!isLiftFunction(func) || !func.getBody().hasOneBlock())
    return kernels;
  FailureOr<SizeFacts> facts = SizeFacts::get(func);
  if (failed(facts))
    return failure();
  std::vector<TuningParameter> parameters = getParameters(func);
  for (const TuningParameter &parameter : parameters)
    if (parameter.values.size() > kNumCodes)
      return func.emitError("tuning name '")
             << parameter.name << "' has " << parameter.values.size()
             << " values, of which " << kNumCodes << " can be chosen from";
  Tabulator tabulator(parameters, *facts);
  SmallVector<Operation *> roots(func.getOps<KernelOp>());
  if (roots.empty())
    roots.push_back(func);
  for (Operation *root : roots) {
    if (!isWanted(root))
      continue;
    FailureOr<KernelMapping> kernel =
        getKernelMapping(root, target, dims, *facts, parameters, tabulator);
    if (failed(kernel))
      return failure();
    kernels.push_back(std::move(*kernel));
  }
  if (tabulator.hadTooMany()) {
    InFlightDiagnostic diag = func.emitError(
        "a size follows from too many combinations of tuning names");
    diag.attachNote() << "declare fewer values, or give some names their value "
                         "with lift-bind-params";
    return diag;
  }
  llvm::erase_if(
      kernels, [](const KernelMapping &kernel) { return kernel.maps.empty(); });
  return kernels;
}

LogicalResult lift::fixMappings(MutableArrayRef<KernelMapping> kernels,
                                ArrayRef<std::string> choices) {
  for (KernelMapping &kernel : kernels)
    for (const std::string &choice : choices)
      if (std::string error = kernel.problem.fix(choice); !error.empty())
        return emitError(kernel.root->getLoc(), error);
  return success();
}

Location KernelMapping::getLoc(const MappingConstraint &constraint) const {
  if (constraint.buffer)
    return buffers[*constraint.buffer];
  if (constraint.obligation)
    return obligations[*constraint.obligation]->getLoc();
  if (constraint.maps.empty())
    return root->getLoc();
  MapOp map = maps[constraint.maps.front()];
  return map.getLoc();
}

func::FuncOp KernelMapping::getFunction() const {
  auto func = dyn_cast<func::FuncOp>(root);
  return func ? func : root->getParentOfType<func::FuncOp>();
}

void KernelMapping::apply(const Mapping &mapping) const {
  for (auto [map, code] : llvm::zip(maps, mapping)) {
    MapOp op = map;
    op.setMappingAttr(getMappingAttr(op.getContext(), code));
  }
  for (auto [parameter, number] : llvm::zip_equal(
           problem.parameters, ArrayRef(mapping).drop_front(maps.size())))
    if (parameter.map)
      setVectorWidth(maps[*parameter.map], parameter.values[number]);
}

std::optional<Mapping> KernelMapping::getMapping() const {
  bool isComplete =
      llvm::all_of(problem.maps,
                   [](const MappingProblem::Map &map) {
                     return map.code.has_value();
                   }) &&
      llvm::all_of(problem.parameters, [](const TuningParameter &parameter) {
        return parameter.choice || parameter.values.size() <= 1;
      });
  return isComplete ? std::optional(getMappingOrSequential()) : std::nullopt;
}

Mapping KernelMapping::getMappingOrSequential() const {
  Mapping mapping;
  for (const MappingProblem::Map &map : problem.maps)
    mapping.push_back(map.code.value_or(kSeqCode));
  for (const TuningParameter &parameter : problem.parameters)
    mapping.push_back(parameter.choice.value_or(0));
  return mapping;
}
