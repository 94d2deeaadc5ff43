//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NestShape.h"

#include "LiftDialect/Analysis/DeviceMemory.h"
#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/Rewriting/Patterns.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::lift;

bool lift::hasDim(const NestOperand &operand, unsigned dim) {
  return llvm::is_contained(operand.dims, dim);
}

unsigned lift::getArgument(const Nest &nest, Value operand, unsigned dim) {
  SmallVector<Value> operands = nest.getStepOperands();
  return llvm::count_if(
      llvm::make_range(operands.begin(), llvm::find(operands, operand)),
      [&](Value value) { return hasDim(*nest.lookup(value), dim); });
}

bool lift::goesAlike(const MemoryOffset &offset, unsigned dim, unsigned other) {
  auto step = offset.steps.find(dim), same = offset.steps.find(other);
  return step != offset.steps.end() && same != offset.steps.end() &&
         !step->second.isConstant(0) && step->second == same->second;
}

bool lift::canCollapse(const Nest &nest, unsigned dim) {
  return llvm::all_of(nest.getOperands(), [&](const NestOperand &operand) {
    if (!hasDim(operand, dim) && !hasDim(operand, dim + 1))
      return true;
    const auto *it = llvm::find(operand.dims, dim);
    return it != operand.dims.end() && it + 1 != operand.dims.end() &&
           *(it + 1) == dim + 1;
  });
}

bool lift::isContiguous(const Nest &nest, unsigned outer, unsigned inner) {
  const Expr &size = nest.getDims()[inner].size;
  return llvm::all_of(nest.getOperands(), [&](const NestOperand &operand) {
    if (!hasDim(operand, outer))
      return true;
    std::optional<MemoryOffset> offset = getMemoryOffset(operand);
    return offset &&
           (offset->steps[outer] - offset->steps[inner] * size).isConstant(0);
  });
}

SmallVector<Axis> lift::collapseDims(const Nest &nest,
                                     SmallVectorImpl<unsigned> &collapse) {
  SmallVector<Axis> axes;
  for (unsigned dim = 0; dim < nest.getNumDims(); ++dim) {
    const Expr &size = nest.getDims()[dim].size;
    if (dim > 0 && nest.isReduced(dim) == nest.isReduced(dim - 1) &&
        canCollapse(nest, dim - 1) && isContiguous(nest, dim - 1, dim)) {
      collapse.push_back(dim - 1);
      axes.back().lastDim = dim;
      axes.back().size = axes.back().size * size;
    } else {
      axes.push_back({dim, dim, size});
    }
  }
  return axes;
}

bool lift::canBeVectors(const Nest &nest) {
  SmallVector<Type> types =
      llvm::to_vector(ValueRange(nest.getOutputs()).getTypes());
  const unsigned last = nest.getNumParallelDims() - 1;
  for (Value value :
       llvm::concat<Value>(nest.getStepOperands(), nest.getEpilogueOperands()))
    if (!isa<ArrayType>(value.getType()) || hasDim(*nest.lookup(value), last))
      types.push_back(value.getType());
  return llvm::all_of(types, [](Type type) {
    return type.isIntOrFloat() && type.getIntOrFloatBitWidth() >= 8;
  });
}

BlockOptions lift::getLoopsInOrder(ArrayRef<unsigned> order) {
  BlockOptions options;
  options.chunks.resize(order.size());
  for (unsigned dim : order)
    options.order.push_back({dim, 0});
  return options;
}

BlockOptions lift::getInnerVectors(unsigned numLoops, int64_t width) {
  BlockOptions options =
      getLoopsInOrder(llvm::to_vector(llvm::seq<unsigned>(0, numLoops)));
  options.vectorDim = numLoops - 1;
  options.vectorWidth = width;
  return options;
}

Expr lift::countElements(ArrayRef<MapOp> maps) {
  Expr count = 1;
  for (MapOp map : maps)
    count = count * map.getTripCount();
  return count;
}

std::optional<NestOperand> lift::traceOperand(Value value, ArrayRef<MapOp> maps,
                                              bool mayLookUp) {
  auto isOutside = [&](Value other) {
    return !maps.front()->isAncestor(other.getParentBlock()->getParentOp());
  };
  if (isOutside(value))
    return NestOperand{value, {}, {}};
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    const auto *map = llvm::find_if(maps, [&](MapOp op) {
      return op == argument.getOwner()->getParentOp();
    });
    std::optional<NestOperand> operand = traceOperand(
        MapOp(*map).getInputs()[argument.getArgNumber()], maps, mayLookUp);
    if (operand)
      operand->dims.push_back(map - maps.begin());
    return operand;
  }
  auto view = value.getDefiningOp<ViewOpInterface>();
  if (!view || view.getViewSources().size() != 1 ||
      view->getNumRegions() != 0 ||
      !((mayLookUp && isa<LookupOp>(*view)) ||
        llvm::all_of(view->getOperands().drop_front(), [&](Value other) {
          return isOutside(other) || matchPattern(other, m_Constant());
        })))
    return std::nullopt;
  std::optional<NestOperand> operand =
      traceOperand(view->getOperand(0), maps, mayLookUp);
  if (operand)
    operand->views.push_back({view, operand->dims.size()});
  return operand;
}

NestOperand lift::getRowOperand(ArrayRef<MapOp> maps, unsigned input) {
  MapOp inner = maps.back();
  const unsigned last = maps.size() - 1;
  NestOperand operand;
  operand.source = inner.getInputs()[input];
  operand.dims = {last};
  for (unsigned level = last; level-- > 0;) {
    auto argument = dyn_cast<BlockArgument>(operand.source);
    MapOp map = maps[level];
    if (!argument || argument.getOwner() != &map.getBody().front())
      continue;
    operand.source = map.getInputs()[argument.getArgNumber()];
    operand.dims.insert(operand.dims.begin(), level);
  }
  const unsigned rank = cast<ArrayType>(operand.source.getType()).getRank();
  for (unsigned dim = last + 1; operand.dims.size() < rank; ++dim)
    operand.dims.push_back(dim);
  return operand;
}

/// Whether each loop runs in sequence, as there are more than a launch has
/// dimensions: the shortest ones if all are known, or else the outermost.
static SmallVector<bool> getSequential(size_t numLoops, LoopCounts counts) {
  SmallVector<bool> isSequential(numLoops, false);
  for (size_t left = numLoops; left > kMaxLaunchDims; --left) {
    std::optional<size_t> shortest;
    for (size_t i = 0; i < numLoops; ++i)
      if (!isSequential[i] &&
          (!shortest || (!counts.empty() && counts[i] < counts[*shortest])))
        shortest = i;
    isSequential[*shortest] = true;
  }
  return isSequential;
}

static void mapToLaunch(Schedule &schedule, ArrayRef<Handle> loops,
                        StringRef kind, LoopCounts counts) {
  SmallVector<bool> isSequential = getSequential(loops.size(), counts);
  unsigned dim = 0;
  for (size_t i = loops.size(); i-- > 0;)
    schedule.mapTo(loops[i],
                   {isSequential[i] ? std::string("seq")
                                    : (kind + "(" + Twine(dim++) + ")").str()});
}

void lift::chooseInOrder(Schedule &schedule, const Nest &nest,
                         const Handle &root) {
  ReduceOp reduce = nest.getInnerReduce();
  if (!reduce || !mayChooseInOrder(reduce))
    return;
  schedule.comment("the first of the best, in order");
  schedule.cleanUp({"choose_in_order"}, root);
}

void lift::mapToGroups(Schedule &schedule, ArrayRef<Handle> loops,
                       LoopCounts counts) {
  mapToLaunch(schedule, loops, "wrg", counts);
}

void lift::mapToItems(Schedule &schedule, ArrayRef<Handle> loops,
                      const DeviceModel &device, LoopCounts counts) {
  mapToLaunch(schedule, loops, device.runsThreads() ? "wrg" : "glb", counts);
}

std::optional<WholeVectors>
lift::peelWholeVectors(Problem &problem, Schedule &schedule, const Handle &root,
                       Operation *pattern, unsigned numMaps, unsigned dim,
                       const Expr &length) {
  constexpr int64_t kLeastVectors = 8;
  const DeviceModel &device = problem.getDevice();
  const int64_t width = device.vectorWidth;
  const bool isReturned = llvm::all_of(pattern->getResults(), [](Value result) {
    return findViewsToReturn(result).has_value();
  });
  if (!device.runsThreads() || !isReturned ||
      problem.getValue(length).value_or(0) < kLeastVectors * width ||
      problem.divides(width, length))
    return std::nullopt;
  schedule.comment("whole vectors, and a rest");
  const Expr whole = length - Expr::mod(length, width);
  auto [vectors, rest] = schedule.peel(root, dim, whole);
  SmallVector<Handle> maps = schedule.matchMaps(rest, numMaps);
  if (numMaps > 1)
    schedule.mapTo(maps.pop_back_val(), {"seq"});
  mapToItems(schedule, maps, device);
  return WholeVectors{vectors, whole};
}

int64_t lift::getEqualPart(int64_t count, int64_t most) {
  const int64_t even = llvm::divideCeil(
      count, llvm::divideCeil(count, std::max<int64_t>(most, 1)));
  for (int64_t part = even; 2 * part > even; --part)
    if (count % part == 0)
      return part;
  return even;
}

SmallVector<int64_t> lift::countTrips(const Problem &problem,
                                      ArrayRef<Expr> sizes,
                                      const BlockOptions &options) {
  SmallVector<int64_t> counts;
  for (auto [number, size] : llvm::enumerate(sizes)) {
    Expr chunk = 1;
    if (!options.chunks[number].empty())
      chunk = options.chunks[number].front();
    const int64_t width = options.vectorDim == number ? options.vectorWidth : 1;
    std::optional<int64_t> length = problem.getValue(size),
                           step = problem.getValue(chunk);
    if (!length || !step)
      return {};
    counts.push_back(llvm::divideCeil(*length, *step * width));
  }
  return counts;
}

static Expr getProduct(ArrayRef<NestDim> dims) {
  Expr product = 1;
  for (const NestDim &dim : dims)
    product = product * dim.size;
  return product;
}

Expr lift::countResults(const Nest &nest) {
  return getProduct(nest.getDims().take_front(nest.getNumParallelDims()));
}

Expr lift::countReduced(const Nest &nest) {
  return getProduct(nest.getDims().drop_front(nest.getNumParallelDims()));
}

Expr lift::countResultBytes(const Nest &nest) {
  Expr bytes = 0;
  for (Value result : nest.getRoot()->getResults())
    bytes = bytes + countBytes(result.getType());
  return bytes;
}

/// What a view of one array is of; null for other values.
static Value getViewed(Value array) {
  auto view = array.getDefiningOp<ViewOpInterface>();
  return view && view.getViewSources().size() == 1
             ? view.getViewSources().front()
             : Value();
}

Value lift::getArray(const NestOperand &operand) {
  Value array = operand.source;
  while (Value viewed = getViewed(array))
    array = viewed;
  return array;
}

bool lift::hasView(const NestOperand &operand,
                   llvm::function_ref<bool(Operation *)> test) {
  for (auto [view, depth] : operand.views)
    if (test(view))
      return true;
  Value array = operand.source;
  while (Value viewed = getViewed(array)) {
    if (test(array.getDefiningOp()))
      return true;
    array = viewed;
  }
  return false;
}

/// The operation, behind views, that alone reads an array.
static Operation *getOnlyReader(Value array) {
  Operation *reader = *array.user_begin();
  while (isa<ViewOpInterface>(reader))
    reader = *reader->getResult(0).user_begin();
  return reader;
}

bool lift::isComputedWhereRead(Value result) {
  return isReadOnce(result) && isa<MapOp, FoldPattern>(getOnlyReader(result));
}

bool lift::isReadAsVectors(Value result) {
  if (!isComputedWhereRead(result))
    return false;
  auto isOfVectors = [](Type type) {
    if (auto array = dyn_cast<ArrayType>(type))
      type = array.getElementType();
    return isa<VectorType>(type);
  };
  return getOnlyReader(result)
      ->walk([&](Operation *op) {
        return llvm::any_of(op->getResultTypes(), isOfVectors)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether loops in order take more than so many steps for each element of a
/// map.
static bool takesMoreSteps(const Problem &problem, Operation *pattern,
                           int64_t few) {
  if (!isa<MapOp>(pattern))
    return false;
  return pattern
      ->walk([&](FoldPattern fold) {
        Expr steps = 1;
        for (Operation *op = fold; op != pattern; op = op->getParentOp())
          if (auto loop = dyn_cast<FoldPattern>(op))
            steps = steps * loop.getTripCount();
        return problem.getValue(steps).value_or(few + 1) <= few
                   ? WalkResult::advance()
                   : WalkResult::interrupt();
      })
      .wasInterrupted();
}

/// Whether what reads an array is a fold, or may be one of parts of it.
static bool isFolded(Value array) {
  return getOnlyReader(array)
      ->walk([](FoldPattern) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

/// Whether loops inside of the map that reads an array of numbers need each of
/// them again and again; or what a map computes of it where it is read.
static bool isRepeated(Value array) {
  auto reader = dyn_cast<MapOp>(getOnlyReader(array));
  if (!reader)
    return false;
  Block &body = reader.getBody().front();
  for (auto [input, element] :
       llvm::zip_equal(reader.getInputs(), body.getArguments()))
    if (input == array && llvm::any_of(element.getUsers(), [&](Operation *op) {
          return op->getBlock() != &body;
        }))
      return true;
  return llvm::any_of(reader.getResults(), [](Value result) {
    return isComputedWhereRead(result) && isRepeated(result);
  });
}

/// The arrays that a nest reduces something of.
static SmallVector<Value> getReducedArrays(const Nest &nest) {
  SmallVector<Value> arrays;
  for (Value value : nest.getStepOperands()) {
    const NestOperand operand = *nest.lookup(value);
    if (llvm::any_of(operand.dims,
                     [&](unsigned dim) { return nest.isReduced(dim); }))
      arrays.push_back(getArray(operand));
  }
  return arrays;
}

/// Whether what reads an array is a nest that reduces something of other arrays
/// than `pattern`, which computes it: no stencil has the windows of both.
static bool isReducedApart(Value array, Operation *pattern) {
  Refusal refusal;
  FailureOr<Nest> own = Nest::get(pattern, refusal),
                  reader = Nest::get(getOnlyReader(array), refusal);
  if (failed(own) || failed(reader))
    return false;
  const SmallVector<Value> arrays = getReducedArrays(*own),
                           others = getReducedArrays(*reader);
  return !others.empty() && llvm::none_of(arrays, [&](Value reduced) {
    return llvm::is_contained(others, reduced);
  });
}

bool lift::isLeftToReaders(const Problem &problem, Operation *pattern) {
  // Through windows that are no long ones loops go together, in registers; of
  // two arrays, if these are small.
  constexpr int64_t kWindow = 81, kSmallWindow = 9;
  if (!llvm::all_of(pattern->getResults(), isComputedWhereRead))
    return false;
  if (takesMoreSteps(problem, pattern, kWindow) &&
      llvm::any_of(pattern->getResults(), isFolded))
    return false;
  if (takesMoreSteps(problem, pattern, kSmallWindow) &&
      llvm::any_of(pattern->getResults(), [&](Value result) {
        return isReducedApart(result, pattern);
      }))
    return false;
  return !(takesMoreSteps(problem, pattern, /*few=*/1) &&
           llvm::any_of(pattern->getResults(), isRepeated));
}

size_t lift::countReadingPatterns(Value array) {
  llvm::SmallPtrSet<Operation *, 4> readers(array.user_begin(),
                                            array.user_end());
  const bool areAll = llvm::all_of(readers, [&](Operation *reader) {
    return isa<MapOp, ReduceOp>(reader) &&
           reader->getBlock() == array.getParentBlock();
  });
  return areAll ? readers.size() : 0;
}

int64_t lift::chooseOwners(const Problem &problem, const Expr &count) {
  constexpr int64_t kFew = 32, kMany = 128, kGroupsOfUnit = 8;
  const int64_t many = kMany * kGroupsOfUnit * problem.getDevice().computeUnits;
  return problem.getValue(count).value_or(0) < many ? kFew : kMany;
}

Handle lift::cutForItems(Problem &problem, Schedule &schedule,
                         MutableArrayRef<Handle> maps, int64_t items,
                         const Expr &length) {
  Handle inner;
  std::tie(maps.back(), inner) = schedule.chunkMap(
      maps.back(), items, /*isPadded=*/!problem.divides(items, length));
  return inner;
}

SmallVector<int64_t> lift::moveAxis(const NestOperand &operand,
                                    const Axis &axis, bool toEnd) {
  SmallVector<unsigned> dims = operand.dims;
  llvm::sort(dims);
  SmallVector<int64_t> order =
      llvm::to_vector(llvm::seq<int64_t>(0, dims.size()));
  std::stable_partition(order.begin(), order.end(), [&](int64_t place) {
    const bool isOfAxis =
        axis.firstDim <= dims[place] && dims[place] <= axis.lastDim;
    return isOfAxis != toEnd;
  });
  return order;
}

void lift::planCopy(const Nest &nest, Value operand, ArrayRef<int64_t> order,
                    const Handle &root, Schedule &schedule) {
  SmallVector<Handle> loops =
      schedule.block(root, getLoopsInOrder(llvm::to_vector(
                               llvm::seq<unsigned>(0, nest.getNumDims()))));
  const unsigned outermost = *llvm::min_element(nest.lookup(operand)->dims);
  schedule.copyArgument(loops[outermost], getArgument(nest, operand, outermost),
                        /*isBelowWindows=*/false, order);
}

/// The dimensions of a result in the order of those of the returned array that
/// it is, turned alone; none if it is anything else.
static std::optional<SmallVector<unsigned>> getOrderOfResult(Value result) {
  SmallVector<unsigned> order = llvm::to_vector(
      llvm::seq<unsigned>(cast<ArrayType>(result.getType()).getRank()));
  while (result.hasOneUse()) {
    Operation *user = *result.user_begin();
    if (isa<func::ReturnOp>(user))
      return order;
    auto transpose = dyn_cast<TransposeOp>(user);
    if (!transpose)
      break;
    order = llvm::map_to_vector(transpose.getFullPermutation(),
                                [&](int64_t dim) { return order[dim]; });
    result = transpose;
  }
  return std::nullopt;
}

std::optional<SmallVector<unsigned>>
lift::getReturnedOrder(Operation *pattern) {
  std::optional<SmallVector<unsigned>> order =
      getOrderOfResult(pattern->getResult(0));
  const bool isOfAll = llvm::all_of(pattern->getResults(), [&](Value result) {
    return getOrderOfResult(result) == order;
  });
  return isOfAll ? order : std::nullopt;
}
