//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Small arrays that are computed for each of many elements, in any way:
// colours, small matrices, sorted lists, blocks of a cipher. A work-item
// computes those of an element, and stores them in local memory, from where the
// group copies them as one list: in the result, what work-items store at the
// same time would be as far apart as an array is long, and memory would have
// parts of many sectors to write. What is read of elements comes through local
// memory, too, if it is long and stands there as one list.
//
//===----------------------------------------------------------------------===//

#include "BodyShape.h"
#include "NestShape.h"
#include "SmallStates.h"

#include "LiftDialect/ElementTypes.h"
#include "LiftDialect/Strategies/Strategies.h"

using namespace mlir;
using namespace mlir::lift;

/// The most numbers of an array of one element.
static constexpr int64_t kMostInArray = 128;
/// The most local memory of a group: an eighth of what a compute unit has.
static constexpr int64_t kArrayBytes = 24 * 1024;
/// The fewest work-items of a group, which run together.
static constexpr int64_t kFewestOwners = 32;

namespace {
/// An array of each element that goes through local memory.
struct ListedArray {
  /// The number of the input or result.
  unsigned number;
  Type element;
  SmallVector<int64_t> sizes;

  int64_t count() const;
  int64_t getBytes() const { return count() * getElementBytes(element); }
  /// So many elements more in each dimension that its length is odd: numbers at
  /// the same place of arrays are in different banks.
  SmallVector<int64_t> getPad() const;
  /// The bytes of local memory.
  int64_t getPaddedBytes() const;
};

struct SmallArrays {
  static FailureOr<SmallArrays> get(const Problem &problem, Operation *pattern,
                                    Refusal &refusal);

  /// The maps over the elements.
  SmallVector<MapOp> maps;
  SmallVector<ListedArray> inputs, results;

  ResultRange getResults() const { return MapOp(maps.back())->getResults(); }
  /// The bytes of local memory of an element.
  int64_t getBytes() const;
  /// How many numbers the inputs have, which become constants.
  Expr countRead() const;

private:
  void collectInputs(const Problem &problem);
  void collectResults(const Problem &problem);
};
} // namespace

int64_t ListedArray::count() const {
  int64_t numbers = 1;
  for (int64_t size : sizes)
    numbers *= size;
  return numbers;
}

SmallVector<int64_t> ListedArray::getPad() const {
  // That over the elements is the first.
  SmallVector<int64_t> pad = {0};
  for (int64_t size : sizes)
    pad.push_back(size % 2 == 0 ? 1 : 0);
  return pad;
}

int64_t ListedArray::getPaddedBytes() const {
  int64_t numbers = 1;
  for (int64_t size : sizes)
    numbers *= size | 1;
  return numbers * getElementBytes(element);
}

int64_t SmallArrays::getBytes() const {
  int64_t bytes = 0;
  for (ArrayRef<ListedArray> arrays : {inputs, results})
    for (const ListedArray &array : arrays)
      bytes += array.getPaddedBytes();
  return bytes;
}

/// Whether what the loops of a body compute has room in registers.
static bool computesFew(Block &body) {
  return llvm::all_of(getPatterns(body), [](Operation *op) {
    return llvm::all_of(op->getResultTypes(), [](Type type) {
      return !isa<ArrayType>(type) || isSmallArray(type, kMostInArray);
    });
  });
}

/// Whether loops go through an array, or through a view of it.
static bool isGoneThrough(Value array) {
  return llvm::any_of(array.getUsers(), [](Operation *user) {
    return user->getNumRegions() != 0 ||
           (isa<ViewOpInterface>(user) && isGoneThrough(user->getResult(0)));
  });
}

/// Whether a body reads most elements of an array.
static bool readsMost(Value array, int64_t count) {
  return isGoneThrough(array) ||
         2 * llvm::count_if(array.getUsers(), llvm::IsaPred<AtOp>) >= count;
}

/// Whether an array is stored beside others, as a part of one: what work-items
/// store of each is then as far apart as that is long.
static bool isPart(Value array) {
  return llvm::any_of(array.getUsers(), [](Operation *user) {
    return isa<ConcatOp>(user) ||
           (isa<ViewOpInterface>(user) && isPart(user->getResult(0)));
  });
}

/// Whether the elements of an input of the innermost map follow each other in
/// memory, as do the numbers of each.
static bool isOneList(ArrayRef<MapOp> maps, unsigned input) {
  const NestOperand operand = getRowOperand(maps, input);
  std::optional<MemoryOffset> offset = getMemoryOffset(operand);
  if (!offset)
    return false;
  auto type = cast<ArrayType>(maps.back()->getOperand(input).getType());
  Expr step = 1;
  for (unsigned dim = type.getRank(); dim-- > 0;) {
    auto found = offset->steps.find(maps.size() - 1 + dim);
    if (found == offset->steps.end() || !(found->second - step).isConstant(0))
      return false;
    step = step * type.getSizeExprs()[dim];
  }
  return true;
}

/// An array of numbers whose sizes are known and few; nothing of others.
static std::optional<ListedArray> getListed(const Problem &problem,
                                            unsigned number, Type type) {
  auto array = dyn_cast<ArrayType>(type);
  if (!array || !array.getElementType().isIntOrFloat())
    return std::nullopt;
  ListedArray listed = {number, array.getElementType(), {}};
  for (const Expr &size : array.getSizeExprs()) {
    listed.sizes.push_back(problem.getValue(size).value_or(kMostInArray + 1));
    if (listed.sizes.back() > kMostInArray)
      return std::nullopt;
  }
  return listed.count() <= kMostInArray ? std::optional(listed) : std::nullopt;
}

void SmallArrays::collectInputs(const Problem &problem) {
  // Caches serve what is nearer than a sector of memory or two.
  constexpr int64_t kNear = 48;
  for (BlockArgument element : MapOp(maps.back()).getBody().getArguments()) {
    auto input = getListed(problem, element.getArgNumber(), element.getType());
    if (input && input->getBytes() > kNear && isOneList(maps, input->number) &&
        readsMost(element, input->count()))
      inputs.push_back(*input);
  }
}

void SmallArrays::collectResults(const Problem &problem) {
  // Work-items store a vector each beside each other as fast.
  constexpr int64_t kVector = 16;
  SmallVector<ListedArray> parts;
  int64_t bytesOfParts = 0;
  MapOp innermost = maps.back();
  for (auto [number, type] :
       llvm::enumerate(innermost.getYield().getOperandTypes())) {
    std::optional<ListedArray> result = getListed(problem, number, type);
    if (!result)
      continue;
    if (!isPart(MapOp(maps.front())->getResult(number))) {
      if (result->getBytes() > kVector)
        results.push_back(*result);
      continue;
    }
    parts.push_back(*result);
    bytesOfParts += result->getBytes();
  }
  if (bytesOfParts > kVector)
    llvm::append_range(results, parts);
}

Expr SmallArrays::countRead() const {
  Expr count = 1;
  for (const ListedArray &input : inputs) {
    Value element = MapOp(maps.back()).getBody().getArgument(input.number);
    count = count * cast<ArrayType>(element.getType()).getNumElements();
  }
  return count;
}

FailureOr<SmallArrays> SmallArrays::get(const Problem &problem,
                                        Operation *pattern, Refusal &refusal) {
  SmallArrays arrays;
  auto areFew = [](MapOp map) {
    return llvm::all_of(map.getYield().getOperandTypes(), [](Type type) {
      return type.isIntOrFloat() || isSmallArray(type, kMostInArray);
    });
  };
  auto map = dyn_cast<MapOp>(pattern);
  while (map) {
    arrays.maps.push_back(map);
    if (areFew(map))
      break;
    SmallVector<Operation *> inner = getPatterns(map.getBody().front());
    // What it computes is to be stored as it is.
    const bool yieldsAll =
        inner.size() == 1 &&
        llvm::equal(map.getYield().getOperands(), inner.front()->getResults());
    map = yieldsAll ? dyn_cast<MapOp>(inner.front()) : MapOp();
  }
  if (!map)
    return refusal.set(pattern, "computes no small arrays for each element");
  arrays.collectResults(problem);
  arrays.collectInputs(problem);
  if (arrays.results.empty() && arrays.inputs.empty())
    return refusal.set(pattern, "reads and computes no more than vectors");
  if (!computesFew(map.getBody().front()))
    return refusal.set(map, "computes large arrays for each element");
  return arrays;
}

/// As many work-items as there is local memory for, and as leave few without
/// work; of few elements so few that all compute units have some.
static int64_t chooseArrayOwners(const Problem &problem,
                                 const SmallArrays &arrays) {
  MapOp innermost = arrays.maps.back();
  int64_t items = chooseOwners(problem, countElements(arrays.maps));
  while (items > kFewestOwners && items * arrays.getBytes() > kArrayBytes)
    items /= 2;
  const int64_t length =
      problem.getValue(innermost.getTripCount()).value_or(items);
  while (items > kFewestOwners &&
         8 * (int64_t(llvm::alignTo(length, items)) - length) > length)
    items /= 2;
  return items;
}

/// How many numbers of a list a work-item copies together: as many as are four
/// bytes, if rows are whole ones, or stand behind each other in local memory.
static int64_t chooseCopiedWidth(const ListedArray &array) {
  constexpr int64_t kTogether = 4;
  const int64_t width =
      std::max<int64_t>(1, kTogether / getElementBytes(array.element));
  const bool areWhole = array.sizes.back() % width == 0;
  return areWhole || array.count() % 2 != 0 ? width : 1;
}

/// Copies the arrays of all elements of a group as one list.
static void copyList(const ListedArray &array, int64_t items,
                     const Handle &copy, Schedule &schedule) {
  BlockOptions options;
  llvm::append_range(options.collapse,
                     llvm::seq<unsigned>(0, array.sizes.size()));
  options.order = {{0, 0}, {0, 1}};
  const int64_t width = chooseCopiedWidth(array);
  if (width > 1) {
    options.vectorDim = 0;
    options.vectorWidth = width;
  }
  // As many work-items each time, so that nothing is left at the end.
  const int64_t vectors = items * array.count() / width;
  options.chunks = {{Expr(getEqualPart(vectors, items))}};
  schedule.mapTo(schedule.block(copy, options).front(),
                 {"seq unroll", "lcl(0)"});
}

/// Has the work-items of a group store long results in local memory, and copy
/// each from there as one list, behind the copies of inputs and the map over
/// the elements.
static void storeLists(const SmallArrays &arrays, int64_t items,
                       const Handle &groups, const Handle &owners,
                       Schedule &schedule) {
  if (arrays.results.empty())
    return;
  schedule.copyYields(groups, /*isForAll=*/true);
  for (const ListedArray &result : arrays.results)
    schedule.storeResults(owners, "local", /*asRead=*/false, result.getPad(),
                          {result.number});
  if (arrays.results.size() < arrays.getResults().size())
    schedule.storeResults(owners, "private");
  const unsigned first = arrays.inputs.size() + 1;
  for (OpResult result : arrays.getResults()) {
    const Handle copy =
        schedule.matchPattern(first + result.getResultNumber(), groups);
    const auto *array =
        llvm::find_if(arrays.results, [&](const ListedArray &each) {
          return each.number == result.getResultNumber();
        });
    if (array == arrays.results.end())
      schedule.mapTo(copy, {"lcl(0)"});
    else
      copyList(*array, items, copy, schedule);
  }
}

LogicalResult lift::planSmallArrays(Problem &problem, Operation *pattern,
                                    const Handle &root, Schedule &schedule,
                                    Refusal &refusal) {
  FailureOr<SmallArrays> arrays = SmallArrays::get(problem, pattern, refusal);
  if (failed(arrays))
    return failure();
  if (isLeftToReaders(problem, pattern))
    return refusal.set(pattern, "is computed where it is read");
  const int64_t items = chooseArrayOwners(problem, *arrays);
  if (items * arrays->getBytes() > problem.getDevice().localMemory)
    return refusal.set(pattern, "computes more than local memory has room for");
  MapOp innermost = arrays->maps.back();
  schedule.comment("the arrays of " + Twine(items) + " elements for a group");
  Handle outermost = root;
  if (auto fixed = *problem.fix(arrays->countRead()); !fixed.empty()) {
    schedule.comment("arrays of a length that is a number");
    outermost = schedule.fixSizes(root, fixed);
  }
  SmallVector<Handle> maps = schedule.matchMaps(outermost, arrays->maps.size());
  const Handle owners =
      cutForItems(problem, schedule, maps, items, innermost.getTripCount());
  placeSmallStates(innermost.getBody().front(), owners, schedule);
  for (const ListedArray &input : arrays->inputs) {
    StageChoice choice;
    choice.argument = input.number;
    choice.chunks = {items};
    choice.pad = input.getPad();
    schedule.mapTo(schedule.stage(maps.back(), choice),
                   {"seq unroll", "lcl(0)"});
  }
  storeLists(*arrays, items, maps.back(), owners, schedule);
  const SmallVector<Expr> sizes = llvm::map_to_vector(
      arrays->maps, [](MapOp map) { return map.getTripCount(); });
  BlockOptions groups;
  groups.chunks.resize(sizes.size());
  groups.chunks.back() = {Expr(items)};
  mapToGroups(schedule, maps, countTrips(problem, sizes, groups));
  schedule.mapTo(owners, {"lcl(0)"});
  return success();
}
