//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Mapping/KernelMapping.h"

#include "Dependences.h"
#include "LiftDialect/Analysis/MapUses.h"
#include "LiftDialect/Analysis/SizeFacts.h"
#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/Transforms/Passes.h"
#include "VectorWidths.h"

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// Problems
//===----------------------------------------------------------------------===//

static MappingProblem::Map
getFacts(MapOp map, const DenseMap<Operation *, unsigned> &numbers) {
  MappingProblem::Map facts;
  facts.name = "map" + std::to_string(numbers.size());
  if (auto outer = map->getParentOfType<MapOp>()) {
    // A map around is a variable: it computes what is inside.
    facts.parent = numbers.at(outer);
    facts.isPerfect = isPerfectlyNested(map, outer);
  }
  facts.memory.usesLocal = usesMemory(map, AddressSpace::Local);
  facts.memory.usesPrivate = usesMemory(map, AddressSpace::Private);
  facts.trips = map.getTripCount().getConstant();
  facts.isUnrolled = map.getUnroll().has_value();
  if (MappingAttr mapping = map.getMappingAttr())
    facts.code = getCode(mapping);
  return facts;
}

/// What is not written follows from the mapping.
static void tabulateLaunch(KernelOp kernel, MappingProblem &problem,
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

SmallVector<MapOp> lift::getKernelMaps(Operation *root) {
  SmallVector<MapOp> maps;
  root->walk<WalkOrder::PreOrder>([&](MapOp map) {
    if (!isViewMap(map))
      maps.push_back(map);
  });
  return maps;
}

static FailureOr<KernelMapping>
getKernelMapping(Operation *root, const MappingTarget &target, unsigned dims,
                 const SizeFacts &facts, ArrayRef<TuningParameter> parameters,
                 Tabulator &tabulator, MemoryScope scope) {
  KernelMapping kernel;
  kernel.root = root;
  kernel.problem.target = target;
  kernel.problem.dims = dims;
  kernel.problem.parameters = parameters.vec();
  setObligations(kernel, facts, tabulator);
  if (auto op = dyn_cast<KernelOp>(root)) {
    kernel.problem.name = op.getKernelName().value_or("").str();
    tabulateLaunch(op, kernel.problem, tabulator);
  } else {
    kernel.problem.name = cast<func::FuncOp>(root).getName().str();
  }
  DenseMap<Operation *, unsigned> numbers;
  kernel.maps = getKernelMaps(root);
  for (MapOp map : kernel.maps) {
    kernel.problem.maps.push_back(getFacts(map, numbers));
    numbers.try_emplace(map, numbers.size());
  }
  addVectorWidths(kernel, facts.getAssumptions(), tabulator);
  if (kernel.maps.empty())
    return kernel;
  FailureOr<LoopForm> form = LoopForm::build(root, facts.getAssumptions());
  if (failed(form))
    return failure();
  addMemory(kernel, *form, numbers, facts.getAssumptions(), tabulator, scope);
  return kernel;
}

LogicalResult lift::checkMappingOptions(Location loc, StringRef solver,
                                        unsigned dims) {
  if (!getMappingSolver(solver))
    return emitError(loc, "unknown solver '")
           << solver << "' (expected " << getMappingSolverNames() << ')';
  if (dims < 1 || dims > kMaxLaunchDims)
    return emitError(loc, "a launch has 1 to 3 dimensions, not ") << dims;
  return success();
}

FailureOr<std::vector<KernelMapping>>
lift::getKernelMappings(func::FuncOp func, const MappingTarget &target,
                        unsigned dims, MemoryScope scope,
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
    FailureOr<KernelMapping> kernel = getKernelMapping(
        root, target, dims, *facts, parameters, tabulator, scope);
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

FailureOr<std::vector<KernelMapping>>
lift::poseMappingProblems(func::FuncOp func, const MappingTarget &target,
                          unsigned dims) {
  // A mapping is right for values that are where they are.
  inferSpaces(func, kPrivateLimit, /*isMapped=*/false);
  declareLocalSizes(func, target, dims);
  return getKernelMappings(func, target, dims);
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
