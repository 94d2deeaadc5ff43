//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "MergeReads.h"

#include "LiftDialect/ElementTypes.h"
#include "LiftDialect/Loop/OperandExprs.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// Unrolling
//===----------------------------------------------------------------------===//

std::optional<int64_t> lift::countTrips(loop::ForOp loop) {
  std::optional<int64_t> lower = loop.getLower().getConstant();
  std::optional<int64_t> upper = loop.getUpper().getConstant();
  if (!lower || !upper || loop.getBounds().size() > 2)
    return std::nullopt;
  return *upper - *lower;
}

bool lift::isUnrolled(loop::ForOp loop) {
  return loop.getUnroll() && loop.getStates().empty() &&
         !loop.getAtMostOnce() &&
         !(loop.getMapping() && loop.getMappingAttr().isParallel()) &&
         countTrips(loop).value_or(0) >= 2;
}

/// Whether an operation stores to memory that is a work-item's own.
static bool isPrivateStore(Operation &op) {
  auto store = dyn_cast<loop::StoreOp>(op);
  return store &&
         cast<loop::BufferType>(store.getBuffer().getType()).getSpace() ==
             AddressSpace::Private;
}

/// Whether a loop has few trips, and no more in it than reads, arithmetic and
/// copies of what is read.
static bool isSmall(loop::ForOp loop) {
  constexpr int64_t kMostTrips = 32, kMostOps = 1024;
  if (!isUnrolled(loop) || *loop.getUnroll() != 0 ||
      *countTrips(loop) > kMostTrips)
    return false;
  int64_t count = 0;
  for (Operation &op : loop.getBody().front().without_terminator()) {
    if (!isRead(op) && !isPrivateStore(op) &&
        !(isPure(&op) && op.getNumRegions() == 0))
      return false;
    ++count;
  }
  return count * *countTrips(loop) <= kMostOps;
}

static bool readsOwnLocal(Operation *read) {
  return read
      ->walk([](loop::LoadOp load) {
        return isOwnLocal(load.getBuffer()) ? WalkResult::interrupt()
                                            : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether another trip of `loop`, or the next of the loop around, reads again
/// what one of `loop` does.
static bool sharesReads(loop::ForOp loop, const Assumptions &facts) {
  ReadForms forms(facts);
  forms.includeLocal();
  forms.assumeNext(loop);
  auto around = dyn_cast<loop::ForOp>(loop->getParentOp());
  if (around && !isUnrolled(around))
    around = nullptr;
  if (around)
    forms.assumeNext(around);
  llvm::StringSet<> now;
  SmallVector<Operation *> reads;
  for (Operation &op : loop.getBody().front())
    if (isRead(op))
      if (std::optional<std::string> form = forms.get(&op)) {
        now.insert(*form);
        reads.push_back(&op);
      }
  return llvm::any_of(reads, [&](Operation *read) {
    std::optional<std::string> form = forms.get(read);
    std::optional<std::string> next = forms.get(read, {loop});
    if (next && *next != *form && now.contains(*next))
      return true;
    // What local memory has is not carried from trip to trip.
    std::optional<std::string> behind = around && !readsOwnLocal(read)
                                            ? forms.get(read, {around})
                                            : std::nullopt;
    return behind && *behind != *form &&
           (behind == next || now.contains(*behind));
  });
}

void lift::unroll(loop::ForOp loop) {
  OpBuilder builder(loop);
  SmallVector<Value> carried(loop.getInits());
  const int64_t first = *loop.getLower().getConstant();
  for (int64_t trip = 0; trip < *countTrips(loop); ++trip) {
    IRMapping mapping;
    mapping.map(
        loop.getInductionVar(),
        Value(loop::IndexOp::create(
            builder, loop.getLoc(), builder.getIndexType(),
            loop::IndexKind::Value, ValueRange(),
            loop::ExprsAttr::get(loop.getContext(), {Expr(first + trip)}),
            /*data=*/Value())));
    mapping.map(loop.getCarried(), carried);
    for (Operation &op : loop.getBody().front().without_terminator())
      builder.clone(op, mapping);
    carried =
        llvm::map_to_vector(loop.getYield().getValues(), [&](Value value) {
          return mapping.lookupOrDefault(value);
        });
  }
  loop.replaceAllUsesWith(carried);
  loop.erase();
}

unsigned lift::unrollSharingLoops(loop::KernelOp kernel,
                                  const Assumptions &facts) {
  SmallVector<loop::ForOp> loops;
  kernel.walk([&](loop::ForOp loop) { loops.push_back(loop); });
  unsigned count = 0;
  // From the inside: what is around an unrolled loop may be small, too.
  for (loop::ForOp loop : loops)
    if (isSmall(loop) && sharesReads(loop, facts)) {
      unroll(loop);
      ++count;
    }
  return count;
}

//===----------------------------------------------------------------------===//
// Equal reads, and lanes
//===----------------------------------------------------------------------===//

namespace {
/// Where a load stands whose last index is clamped.
struct ClampedPlace {
  /// The index before it is clamped, and its inclusive bounds.
  Expr index, lower, upper;
  /// The other indices of the path.
  SmallVector<Expr> row;

  std::string getBounds() const {
    return "clamp " + lower.str() + "," + upper.str();
  }
};

/// The reads of a block.
class BlockReads {
public:
  BlockReads(Block &block, ReadForms &forms) : block(block), forms(forms) {}

  unsigned mergeEqual();
  unsigned fillVectors();
  unsigned takeLanes();

private:
  /// A vector that is what `numbers`, one by one, are, or null.
  Operation *createWhole(OpBuilder &builder, ArrayRef<Operation *> numbers,
                         VectorType type);
  bool replaceByWhole(ArrayRef<Operation *> numbers, VectorType type);
  /// Where what a read loads stands, or what is so many lanes further.
  std::optional<std::string> getPlace(Operation *read, int64_t lane);
  SmallVector<VectorType> getTypes();
  bool areNeighbours(ArrayRef<Operation *> loads);
  bool areTestedTogether(ArrayRef<Operation *> branches);
  loop::LoadOp createVectorLoad(OpBuilder &builder, loop::LoadOp first,
                                VectorType type);
  std::optional<ClampedPlace> getClampedPlace(loop::LoadOp load);
  bool areClampedTogether(ArrayRef<Operation *> loads);
  Operation *createClamped(OpBuilder &builder, loop::LoadOp first,
                           VectorType type);

  Block &block;
  ReadForms &forms;
};
} // namespace

unsigned BlockReads::mergeEqual() {
  llvm::StringMap<Operation *> known;
  unsigned count = 0;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    std::optional<std::string> form =
        isRead(op) ? forms.get(&op) : std::nullopt;
    if (!form)
      continue;
    auto [it, isNew] = known.try_emplace(*form, &op);
    if (isNew || it->second->getResultTypes() != op.getResultTypes())
      continue;
    op.replaceAllUsesWith(it->second);
    op.erase();
    ++count;
  }
  return count;
}

/// Whether what `op` uses is there before `place`, in the same block.
static bool canMoveBefore(Operation *op, Operation *place) {
  return !op->walk([&](Operation *nested) {
              for (Value operand : nested->getOperands()) {
                Operation *definition = operand.getDefiningOp();
                if (definition && definition->getBlock() == op->getBlock() &&
                    !definition->isBeforeInBlock(place))
                  return WalkResult::interrupt();
              }
              return WalkResult::advance();
            }).wasInterrupted();
}

unsigned BlockReads::takeLanes() {
  llvm::StringMap<std::pair<Operation *, int64_t>> lanes;
  SmallVector<Operation *> numbers;
  for (Operation &op : block) {
    if (!isRead(op))
      continue;
    auto vector = dyn_cast<VectorType>(op.getResult(0).getType());
    if (!vector)
      numbers.push_back(&op);
    for (int64_t lane = 0; vector && lane < vector.getNumElements(); ++lane)
      if (std::optional<std::string> form = forms.get(&op, {nullptr, lane}))
        lanes.try_emplace(*form, &op, lane);
  }
  unsigned count = 0;
  for (Operation *number : lanes.empty() ? ArrayRef<Operation *>() : numbers) {
    std::optional<std::string> form = forms.get(number);
    auto it = form ? lanes.find(*form) : lanes.end();
    if (it == lanes.end())
      continue;
    auto [vector, lane] = it->second;
    if (!vector->isBeforeInBlock(number)) {
      if (!canMoveBefore(vector, number))
        continue;
      vector->moveBefore(number);
    }
    OpBuilder builder(number);
    number->getResult(0).replaceAllUsesWith(Value(vector::ExtractOp::create(
        builder, number->getLoc(), vector->getResult(0), lane)));
    number->erase();
    ++count;
  }
  return count;
}

//===----------------------------------------------------------------------===//
// Numbers that fill vectors
//===----------------------------------------------------------------------===//

/// Whether a path is that of the first lane of a vector that is whole in
/// memory, if all of its lanes are there.
static bool isWholeVector(loop::BufferType type, ArrayRef<Expr> path,
                          int64_t width, const Assumptions &facts) {
  if (VectorType vector = type.getVectorType())
    return path.size() == type.getRank() + 1 && path.back().isConstant(0) &&
           vector.getNumElements() == width;
  // A list may end anywhere, but rows must begin where a vector does.
  return type.getRank() != 0 &&
         (type.getRank() == 1 ||
          facts.isDivisible(type.getSizeExprs().back(), width)) &&
         facts.isDivisible(path.back(), width);
}

/// Whether the loads are of the lanes of a vector that is whole in memory.
bool BlockReads::areNeighbours(ArrayRef<Operation *> loads) {
  auto first = cast<loop::LoadOp>(loads.front());
  auto path = forms.getExprs(first.getPath(), first.getIndices());
  if (!forms.isKnown(first.getBuffer()) || !path ||
      !isWholeVector(cast<loop::BufferType>(first.getBuffer().getType()), *path,
                     loads.size(), forms.getFacts()))
    return false;
  for (auto [lane, op] : llvm::enumerate(loads)) {
    auto load = cast<loop::LoadOp>(op);
    auto other = forms.getExprs(load.getPath(), load.getIndices());
    if (load.getBuffer() != first.getBuffer() || !other ||
        ArrayRef(*other).drop_back() != ArrayRef(*path).drop_back() ||
        !(other->back() - path->back()).isConstant(lane))
      return false;
  }
  return true;
}

/// Whether the branches are taken together: each tests the same, or an index
/// that is further by the lane, and is beyond a bound for all lanes or for
/// none.
bool BlockReads::areTestedTogether(ArrayRef<Operation *> branches) {
  auto first = cast<loop::IfOp>(branches.front());
  auto tests = forms.getExprs(first.getTests(), first.getIndices());
  if (!tests)
    return false;
  const Assumptions &facts = forms.getFacts();
  const int64_t width = branches.size();
  for (auto [lane, op] : llvm::enumerate(branches)) {
    auto branch = cast<loop::IfOp>(op);
    auto other = forms.getExprs(branch.getTests(), branch.getIndices());
    if (!other || other->size() != tests->size())
      return false;
    for (size_t i = 0; i < tests->size(); i += 3) {
      Expr lower = (*tests)[i], index = (*tests)[i + 1],
           upper = (*tests)[i + 2];
      if ((*other)[i] != lower || (*other)[i + 2] != upper)
        return false;
      if ((*other)[i + 1] == index)
        continue;
      if (!((*other)[i + 1] - index).isConstant(lane) ||
          !facts.isDivisible(index - lower, width) ||
          !facts.isDivisible(upper - lower, width))
        return false;
    }
  }
  return true;
}

loop::LoadOp BlockReads::createVectorLoad(OpBuilder &builder,
                                          loop::LoadOp first, VectorType type) {
  SmallVector<Expr> path = first.getPath().getExprs();
  if (cast<loop::BufferType>(first.getBuffer().getType()).getVectorType())
    path.pop_back();
  else
    path.back() = path.back() + loop::getLaneSymbol();
  return loop::LoadOp::create(builder, first.getLoc(), type, first.getBuffer(),
                              first.getIndices(),
                              loop::ExprsAttr::get(builder.getContext(), path));
}

//===----------------------------------------------------------------------===//
// Vectors of local memory that begin anywhere
//===----------------------------------------------------------------------===//

/// Whether other reads of a block, or of other trips of a loop that is to be
/// unrolled, may have some of the lanes that a vector has.
static bool mayShareLanes(loop::LoadOp load) {
  auto loop = dyn_cast<loop::ForOp>(load->getParentOp());
  if (loop && isSmall(loop))
    return true;
  return llvm::any_of(*load->getBlock(), [&](Operation &op) {
    auto other = dyn_cast<loop::LoadOp>(op);
    return other && other != load && other.getBuffer() == load.getBuffer();
  });
}

/// Whether a vector begins where one in memory may not.
static bool beginsAnywhere(loop::LoadOp load, ReadForms &forms) {
  auto path = forms.getExprs(load.getPath(), load.getIndices());
  auto type = cast<loop::BufferType>(load.getBuffer().getType());
  if (!path || type.getVectorType())
    return false;
  const Expr first =
      path->back().substitute({{*loop::getLaneSymbol().getName(), 0}});
  if (!(path->back() - first - loop::getLaneSymbol()).isConstant(0))
    return false;
  const int64_t width = cast<VectorType>(load.getType()).getNumElements();
  if (type.getRank() == 1)
    return !forms.getFacts().isDivisible(first, width);
  path->back() = first;
  return !isWholeVector(type, *path, width, forms.getFacts());
}

void lift::splitLocalVectors(loop::KernelOp kernel, const Assumptions &facts) {
  // Devices with wider vectors load them from anywhere.
  constexpr int64_t kMostBits = 128;
  ReadForms forms(facts);
  SmallVector<loop::LoadOp> loads;
  kernel.walk([&](loop::LoadOp load) {
    auto type = dyn_cast<VectorType>(load.getType());
    if (type && isOwnLocal(load.getBuffer()) &&
        type.getNumElements() * type.getElementTypeBitWidth() <= kMostBits &&
        mayShareLanes(load) && beginsAnywhere(load, forms))
      loads.push_back(load);
  });
  for (loop::LoadOp load : loads) {
    OpBuilder builder(load);
    auto type = cast<VectorType>(load.getType());
    SmallVector<Value> numbers;
    for (int64_t lane = 0; lane < type.getNumElements(); ++lane) {
      SmallVector<Expr> path = load.getPath().getExprs();
      path.back() =
          path.back().substitute({{*loop::getLaneSymbol().getName(), lane}});
      numbers.push_back(loop::LoadOp::create(
          builder, load.getLoc(), type.getElementType(), load.getBuffer(),
          load.getIndices(), loop::ExprsAttr::get(builder.getContext(), path)));
    }
    load.replaceAllUsesWith(Value(
        vector::FromElementsOp::create(builder, load.getLoc(), type, numbers)));
    load.erase();
  }
}

//===----------------------------------------------------------------------===//
// Clamped indices
//===----------------------------------------------------------------------===//

/// The last index of a load, if that is clamped, or null.
static loop::IndexOp getLastClamp(loop::LoadOp load) {
  SmallVector<Value> path = loop::getPlain(load.getPath(), load.getIndices());
  auto clamp = path.empty() || !path.back()
                   ? loop::IndexOp()
                   : path.back().getDefiningOp<loop::IndexOp>();
  return clamp && clamp.getKind() == loop::IndexKind::Clamp ? clamp
                                                            : loop::IndexOp();
}

/// Nothing if the last index is not clamped, or never outside.
std::optional<ClampedPlace> BlockReads::getClampedPlace(loop::LoadOp load) {
  loop::IndexOp clamp = getLastClamp(load);
  if (!clamp)
    return std::nullopt;
  auto exprs = forms.getExprs(clamp.getExprs(), clamp.getIndices());
  auto path = forms.getExprs(load.getPath(), load.getIndices());
  if (!exprs || !path || path->back() == (*exprs)[0])
    return std::nullopt;
  path->pop_back();
  return ClampedPlace{(*exprs)[0], (*exprs)[1], (*exprs)[2], *path};
}

/// Whether the loads are of neighbours that are all within the bounds, and then
/// a vector that is whole in memory, or all outside on the same side.
bool BlockReads::areClampedTogether(ArrayRef<Operation *> loads) {
  auto first = cast<loop::LoadOp>(loads.front());
  std::optional<ClampedPlace> place = getClampedPlace(first);
  auto type = cast<loop::BufferType>(first.getBuffer().getType());
  const int64_t width = loads.size();
  const Assumptions &facts = forms.getFacts();
  if (!place || !forms.isKnown(first.getBuffer()) || type.getVectorType() ||
      !facts.isDivisible(type.getSizeExprs().back(), width) ||
      !facts.isDivisible(place->index, width) ||
      !facts.isDivisible(place->lower, width) ||
      !facts.isDivisible(place->upper + 1, width))
    return false;
  return llvm::all_of(llvm::enumerate(loads), [&](auto numbered) {
    auto load = cast<loop::LoadOp>(numbered.value());
    std::optional<ClampedPlace> other = getClampedPlace(load);
    return load.getBuffer() == first.getBuffer() && other &&
           other->row == place->row &&
           other->getBounds() == place->getBounds() &&
           (other->index - place->index).isConstant(numbered.index());
  });
}

/// A vector where the index is within its bounds; outside, all are one number.
Operation *BlockReads::createClamped(OpBuilder &builder, loop::LoadOp first,
                                     VectorType type) {
  Location loc = first.getLoc();
  loop::IndexOp clamp = getLastClamp(first);
  loop::OperandExprs operands;
  SmallVector<Expr> path = operands.use(first.getPath(), first.getIndices());
  SmallVector<Expr> exprs = operands.use(clamp.getExprs(), clamp.getIndices());
  path.back() = exprs[0] + loop::getLaneSymbol();
  auto whole = loop::IfOp::create(
      builder, loc, TypeRange(type), operands.getOperands(),
      loop::ExprsAttr::get(builder.getContext(),
                           {exprs[1], exprs[0], exprs[2] + 1}));
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(&whole.getThenRegion());
  auto load = loop::LoadOp::create(
      builder, loc, type, first.getBuffer(), operands.getOperands(),
      loop::ExprsAttr::get(builder.getContext(), path));
  loop::YieldOp::create(builder, loc, ValueRange(load));
  builder.createBlock(&whole.getElseRegion());
  Value number = builder.clone(*first)->getResult(0);
  Value splat = vector::BroadcastOp::create(builder, loc, type, number);
  loop::YieldOp::create(builder, loc, ValueRange(splat));
  return whole;
}

/// What each branch yields, if it is a load where the tests hold.
static SmallVector<Operation *> getTestedLoads(ArrayRef<Operation *> branches) {
  SmallVector<Operation *> loads;
  for (Operation *op : branches) {
    Block &taken = cast<loop::IfOp>(op).getThenRegion().front();
    auto load =
        taken.getTerminator()->getOperand(0).getDefiningOp<loop::LoadOp>();
    if (!load || load->getBlock() != &taken)
      return {};
    loads.push_back(load);
  }
  return loads;
}

Operation *BlockReads::createWhole(OpBuilder &builder,
                                   ArrayRef<Operation *> numbers,
                                   VectorType type) {
  if (llvm::all_of(numbers, llvm::IsaPred<loop::LoadOp>)) {
    auto first = cast<loop::LoadOp>(numbers.front());
    if (areNeighbours(numbers))
      return createVectorLoad(builder, first, type);
    return areClampedTogether(numbers) ? createClamped(builder, first, type)
                                       : nullptr;
  }
  if (!llvm::all_of(numbers, llvm::IsaPred<loop::IfOp>) ||
      !areTestedTogether(numbers))
    return nullptr;
  SmallVector<Operation *> loads = getTestedLoads(numbers);
  auto first = cast<loop::IfOp>(numbers.front());
  Value otherwise =
      first.getElseRegion().front().getTerminator()->getOperand(0);
  bool hasSameElse = llvm::all_of(numbers, [&](Operation *op) {
    Block &block = cast<loop::IfOp>(op).getElseRegion().front();
    Value value = block.getTerminator()->getOperand(0);
    return value == otherwise && value.getParentBlock() != &block;
  });
  if (loads.empty() || !hasSameElse || !areNeighbours(loads))
    return nullptr;
  auto whole = loop::IfOp::create(builder, first.getLoc(), TypeRange(type),
                                  first.getIndices(), first.getTests());
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(&whole.getThenRegion());
  IRMapping mapping;
  for (Operation &op : first.getThenRegion().front().without_terminator())
    builder.clone(op, mapping);
  auto load = cast<loop::LoadOp>(
      mapping.lookup(loads.front()->getResult(0)).getDefiningOp());
  loop::YieldOp::create(builder, first.getLoc(),
                        ValueRange(createVectorLoad(builder, load, type)));
  load.erase();
  builder.createBlock(&whole.getElseRegion());
  Value splat =
      vector::BroadcastOp::create(builder, first.getLoc(), type, otherwise);
  loop::YieldOp::create(builder, first.getLoc(), ValueRange(splat));
  return whole;
}

/// The load that a read is, or is where its tests hold.
static loop::LoadOp getLoad(Operation *read) {
  if (auto load = dyn_cast<loop::LoadOp>(read))
    return load;
  SmallVector<Operation *> loads = getTestedLoads(read);
  return loads.empty() ? loop::LoadOp() : cast<loop::LoadOp>(loads.front());
}

std::optional<std::string> BlockReads::getPlace(Operation *read, int64_t lane) {
  loop::LoadOp load = getLoad(read);
  if (!load || load.getPath().size() == 0)
    return std::nullopt;
  auto path = forms.getExprs(load.getPath(), load.getIndices());
  std::optional<std::string> text = forms.getSource(load);
  if (!path || !text)
    return std::nullopt;
  if (std::optional<ClampedPlace> clamped = getClampedPlace(load)) {
    path->back() = clamped->index;
    *text += clamped->getBounds();
  }
  path->back() = path->back() + lane;
  for (const Expr &index : *path)
    *text += "," + index.str();
  return *text + (isa<loop::IfOp>(read) ? "?" : "");
}

/// The vectors that fill the rows of an array of records, of a few numbers
/// each, that are read number by number; null if `op` reads no number of one.
static VectorType getRecordType(Operation &op) {
  constexpr int64_t kMostNumbers = 16, kMostLanes = 4;
  auto load = dyn_cast<loop::LoadOp>(op);
  if (!load || isa<VectorType>(load.getType()))
    return {};
  auto type = cast<loop::BufferType>(load.getBuffer().getType());
  if (type.getRank() < 2 || type.getVectorType())
    return {};
  // Half vectors take as many registers as vectors, and more loads.
  const int64_t numbers = type.getSizeExprs().back().getConstant().value_or(1);
  const int64_t lanes = numbers == 2 ? 2 : kMostLanes;
  if (numbers > kMostNumbers || numbers % lanes != 0)
    return {};
  return VectorType::get({lanes}, load.getType());
}

/// The vectors that are made of numbers of the block, and parts of them, as
/// windows reach into, and records, from the widest on.
SmallVector<VectorType> BlockReads::getTypes() {
  constexpr int64_t kLeastPart = 4;
  SmallVector<VectorType> types;
  auto add = [&](VectorType type) {
    if (!llvm::is_contained(types, type))
      types.push_back(type);
  };
  for (auto elements : block.getOps<vector::FromElementsOp>()) {
    VectorType type = elements.getType();
    if (type.getRank() != 1 || type.getNumElements() == 1)
      continue;
    add(type);
    for (int64_t part = type.getNumElements() / 2;
         part >= kLeastPart && isVectorWidth(part); part /= 2)
      add(VectorType::get({part}, type.getElementType()));
  }
  for (Operation &op : block)
    if (VectorType record = getRecordType(op))
      add(record);
  llvm::stable_sort(types, [](VectorType a, VectorType b) {
    return a.getNumElements() > b.getNumElements();
  });
  return types;
}

/// Replaces reads by the lanes of one, at the first of them.
bool BlockReads::replaceByWhole(ArrayRef<Operation *> numbers,
                                VectorType type) {
  Operation *place =
      *llvm::min_element(numbers, [](Operation *a, Operation *b) {
        return a->isBeforeInBlock(b);
      });
  if (place != numbers.front() && !canMoveBefore(numbers.front(), place))
    return false;
  OpBuilder builder(place);
  Operation *whole = createWhole(builder, numbers, type);
  if (!whole)
    return false;
  for (auto [lane, number] : llvm::enumerate(numbers)) {
    builder.setInsertionPointAfter(whole);
    number->getResult(0).replaceAllUsesWith(Value(vector::ExtractOp::create(
        builder, number->getLoc(), whole->getResult(0), int64_t(lane))));
    number->erase();
  }
  return true;
}

unsigned BlockReads::fillVectors() {
  unsigned count = 0;
  for (VectorType type : getTypes()) {
    llvm::StringMap<Operation *> places;
    SmallVector<Operation *> firsts;
    for (Operation &op : block)
      if (isRead(op) && op.getResult(0).getType() == type.getElementType())
        if (std::optional<std::string> place = getPlace(&op, /*lane=*/0)) {
          places.try_emplace(*place, &op);
          firsts.push_back(&op);
        }
    for (Operation *&first : firsts) {
      SmallVector<Operation *> numbers;
      for (int64_t lane = 0; first && lane < type.getNumElements(); ++lane)
        if (Operation *number = places.lookup(*getPlace(first, lane)))
          numbers.push_back(number);
      if (ssize_t(numbers.size()) != type.getNumElements() ||
          numbers.front() != first || !replaceByWhole(numbers, type))
        continue;
      // They are gone.
      for (Operation *number : numbers)
        llvm::replace(firsts, number, static_cast<Operation *>(nullptr));
      for (auto &place : places)
        if (llvm::is_contained(numbers, place.second))
          place.second = nullptr;
      count += numbers.size();
    }
  }
  return count;
}

/// All lanes of a vector, in order, are the vector.
static void foldLanes(Block &block) {
  for (auto elements :
       llvm::make_early_inc_range(block.getOps<vector::FromElementsOp>())) {
    auto first =
        elements.getElements().front().getDefiningOp<vector::ExtractOp>();
    if (!first || first.getSource().getType() != elements.getType())
      continue;
    bool isWhole = llvm::all_of(
        llvm::enumerate(elements.getElements()), [&](auto numbered) {
          auto lane =
              numbered.value().template getDefiningOp<vector::ExtractOp>();
          return lane && lane.getSource() == first.getSource() &&
                 lane.getStaticPosition() ==
                     ArrayRef<int64_t>(int64_t(numbered.index()));
        });
    if (!isWhole)
      continue;
    elements.replaceAllUsesWith(first.getSource());
    elements.erase();
  }
}

unsigned lift::mergeReads(loop::KernelOp kernel, const Assumptions &facts) {
  unsigned count = 0;
  ReadForms forms(facts);
  forms.includeLocal();
  SmallVector<Block *> blocks;
  kernel.walk([&](Block *block) { blocks.push_back(block); });
  for (Block *block : blocks) {
    // A branch that reads is looked at as a whole.
    if (auto branch = dyn_cast<loop::IfOp>(block->getParentOp());
        branch && branch.getNumResults() != 0 && isRead(*branch))
      continue;
    if (!hasSeveralReads(*block))
      continue;
    BlockReads reads(*block, forms);
    count += reads.mergeEqual();
    // First from the vectors that there are, then from those that are made.
    count += reads.takeLanes();
    count += reads.fillVectors();
    count += reads.takeLanes();
    foldLanes(*block);
  }
  return count;
}
