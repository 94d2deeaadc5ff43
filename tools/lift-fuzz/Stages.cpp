//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file makes the stages of a program: each takes an array, and makes the
// next.
//
//===----------------------------------------------------------------------===//

#include "StagedGenerator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::fuzz;

/// Elements of one value in a kernel.
static constexpr int64_t kMaxElements = 384;
/// Maps around a stage.
static constexpr unsigned kMaxStageDepth = 3;

//===----------------------------------------------------------------------===//
// Parts of stages
//===----------------------------------------------------------------------===//

Value StagedGenerator::map(ValueRange inputs, MappingAttr mapping,
                           ProgramBuilder::MapBody body) {
  return b
      .map(inputs, mapping,
           [&](ValueRange elements) {
             around.push_back(mapping);
             SmallVector<Value> yielded = body(elements);
             around.pop_back();
             return yielded;
           })
      .front();
}

Value StagedGenerator::nest(ValueRange inputs, ArrayRef<MappingAttr> mappings) {
  if (!isArray(inputs.front()))
    return chains.combineToScalar(inputs);
  MappingAttr mapping = mappings.empty() ? drawMapping() : mappings.front();
  return map(inputs, mapping, [&](ValueRange elements) {
    return SmallVector<Value>{
        nest(elements, mappings.empty() ? mappings : mappings.drop_front())};
  });
}

Value StagedGenerator::add(Value lhs, Value rhs,
                           ArrayRef<MappingAttr> mappings) {
  return nest({lhs, rhs}, mappings);
}

Value StagedGenerator::toNumber(Value value) {
  while (isArray(value) && random.chance(25))
    value = b.at(
        value, random.chance(50) ? Expr(0) : getArrayType(value).getSize(0) - 1,
        0);
  return chains.combineToScalar(value);
}

SmallVector<Value> StagedGenerator::pickPartners(Value array) {
  SmallVector<Value> partners = b.collect([&](Value value) {
    return value.getType() == array.getType() && value != array;
  });
  if (partners.empty() || !random.chance(35))
    return {};
  return {random.pick(partners)};
}

Value StagedGenerator::permute(Value array) {
  auto type = getArrayType(array);
  unsigned rank = type.getRank();
  switch (random.range(0, 4)) {
  case 0:
    if (rank >= 2) {
      SmallVector<int64_t> permutation =
          llvm::to_vector(llvm::seq<int64_t>(rank));
      std::swap(permutation[0], permutation[rank - 1]);
      return b.transpose(array, permutation);
    }
    break;
  case 1:
    if (rank >= 2)
      return b.join(array, 0);
    break;
  case 2:
    return b.split(array, b.pickDivisor(type.getSize(0)), 0);
  }
  return b.reverse(array, random.range(0, rank - 1));
}

/// Whether `value` is computed by a pattern whose result nothing uses yet.
static bool isFreshlyComputed(Value value) {
  return isa_and_present<MapOp, FoldPattern>(value.getDefiningOp()) &&
         value.use_empty();
}

Value StagedGenerator::store(Value computed, MappingAttr mapping) {
  AddressSpace space = drawSpace(computed.getType(), mapping);
  Value stored = b.materialize(computed, space);
  b.visible.push_back(stored);
  return stored;
}

Value StagedGenerator::copy(Value array, ArrayRef<MappingAttr> mappings,
                            AddressSpace space) {
  // A copy has a mapping for each dimension or for none.
  bool isMapped = llvm::all_of(
      mappings, [](MappingAttr mapping) { return static_cast<bool>(mapping); });
  return b.copy(array, isMapped ? mappings : ArrayRef<MappingAttr>(), space);
}

/// A row of rows is gone through in stages of its own, or in a nest.
Value StagedGenerator::computeRow(Value row) {
  if (!isArray(row))
    return chains.combineToScalar(row);
  if (around.size() >= kMaxStageDepth || b.depth + 3 > kMaxDepth ||
      random.chance(20))
    return random.chance(50) ? nest(row, {}) : toNumber(row);
  // Temporaries in the midst of what is read.
  if (isRead && random.chance(30))
    row = storedMap(row);
  Value result = grow(row, random.range(1, 2));
  switch (random.range(0, 5)) {
  case 0:
    return toNumber(result);
  case 1:
    return result;
  case 2:
    if (isFreshlyComputed(result))
      return permute(result);
    break;
  case 3:
    return permute(nest(result, {}));
  case 4:
    return computeParts(result);
  }
  return nest(result, {});
}

/// The same elements twice, each time computed in its own way, one behind the
/// other.
Value StagedGenerator::computeParts(Value row) {
  if (isFreshlyComputed(row) || b.countElements(row.getType()) > 32)
    return permute(nest(row, {}));
  Mappings mappings = drawMappings(getArrayType(row).getRank());
  Value parts[] = {nest(row, mappings), nest(row, mappings)};
  if (parts[0].getType() != parts[1].getType())
    return parts[random.range(0, 1)];
  return b.concat(parts, 0);
}

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

Value StagedGenerator::storedMap(Value array) {
  MappingAttr mapping = drawMapping();
  SmallVector<Value> inputs = {array};
  llvm::append_range(inputs, pickPartners(array));
  Value computed = map(inputs, mapping, [&](ValueRange elements) {
    if (elements.size() > 1)
      return SmallVector<Value>{nest(elements, {})};
    return SmallVector<Value>{computeRow(elements.front())};
  });
  for (unsigned i = random.pick({0, 0, 1, 2}); i > 0; --i)
    computed = permute(computed);
  return store(computed, mapping);
}

Value StagedGenerator::unstoredMap(Value array) {
  MappingAttr mapping =
      random.chance(10) ? drawMapping() : b.mapping(MappingKind::Seq);
  if (!hasKernel)
    mapping = MappingAttr();
  return map(array, mapping, [&](ValueRange elements) {
    llvm::SaveAndRestore<bool> inside(isRead, true);
    return SmallVector<Value>{computeRow(elements.front())};
  });
}

//===----------------------------------------------------------------------===//
// Reading elsewhere
//===----------------------------------------------------------------------===//

Value StagedGenerator::otherIndex(Value index, const Expr &size) {
  OpBuilder &builder = b.builder;
  Location loc = b.getLoc();
  switch (random.range(0, 3)) {
  case 0:
    return index;
  case 1: {
    Value next = arith::AddIOp::create(builder, loc, index, b.size(1));
    Value length = b.size(size);
    return arith::RemUIOp::create(builder, loc, next, length);
  }
  default:
    Value last = b.size(size - 1);
    return arith::SubIOp::create(builder, loc, last, index);
  }
}

/// Yields elements of `array`, or what is computed of one, or of a row.
Value StagedGenerator::generate(Value array) {
  auto type = getArrayType(array);
  // What is computed where it is read would be computed for each element.
  if (isFreshlyComputed(array) || b.depth + 3 > kMaxDepth)
    return {};
  unsigned numDims = random.chance(60) ? type.getRank() : 1;
  SmallVector<Expr> bounds(ArrayRef(type.getSizeExprs()).take_front(numDims));
  return b.generate(bounds, [&](ValueRange indices) {
    Value element = array;
    for (unsigned dim = 0; dim < numDims; ++dim)
      element = b.at(element, otherIndex(indices[dim], bounds[dim]), 0);
    around.push_back(b.mapping(MappingKind::Seq));
    llvm::SaveAndRestore<bool> inside(isRead, true);
    if (isArray(element))
      element = toNumber(computeRow(element));
    else if (random.chance(40))
      element = chains.combineToScalar(element);
    around.pop_back();
    return element;
  });
}

Value StagedGenerator::readElsewhere(Value array) {
  if (isFreshlyComputed(array))
    return {};
  return random.chance(50) ? chains.lookup(array) : chains.gather(array);
}

Value StagedGenerator::rearrange(Value array) {
  if (isFreshlyComputed(array) && random.chance(60))
    return {};
  return chains.rearrange(array, random.range(1, 2));
}

//===----------------------------------------------------------------------===//
// Folds
//===----------------------------------------------------------------------===//

Value StagedGenerator::readAccumulator(Value accumulator) {
  auto type = getArrayType(accumulator);
  switch (random.range(0, 3)) {
  case 0:
    return accumulator;
  case 1: {
    if (b.valueOf(type.getSize(0)) < 3)
      return accumulator;
    Value padded = b.pad(accumulator, 1, 1, 0, PadMode::Wrap);
    Value windows = b.slide(padded, Expr(3), Expr(1), 0);
    return b.at(windows, Expr(random.range(0, 2)), 1);
  }
  default:
    return b.reverse(accumulator, random.range(0, type.getRank() - 1));
  }
}

Value StagedGenerator::foldToArray(Value array) {
  // Each number is added to all elements of an accumulator.
  if (getArrayType(array).getRank() == 1)
    array = b.broadcast(array, Expr(random.range(2, 6)), 1);
  auto type = getArrayType(array);
  auto rest = cast<lift::ArrayType>(type.getInnerType());
  if (b.depth + type.getRank() + 1 > kMaxDepth)
    return {};
  Mappings mappings = drawMappings(rest.getRank());
  AddressSpace space = drawSpace(rest, mappings.front());
  Value zeros = b.broadcast(chains.anyScalar(type.getElementType()),
                            rest.getSizeExprs(), 0);
  if (random.chance(30))
    zeros = b.at(array, Expr(0), 0);
  Value init = zeros;
  if (random.chance(70))
    init = copy(zeros, mappings, space);
  Value sum =
      b.reduce(array, init, [&](ValueRange elements, ValueRange accumulators) {
         Value read = readAccumulator(accumulators.front());
         Value row = elements.front();
         SmallVector<Value> inputs = {read, row};
         if (read != accumulators.front() && random.chance(50))
           inputs.push_back(accumulators.front());
         return SmallVector<Value>{nest(inputs, mappings)};
       }).front();
  if (random.chance(15))
    return sum;
  Value stored = b.materialize(sum, space);
  b.visible.push_back(stored);
  return random.chance(50) ? stored : nest(stored, mappings);
}

/// Two accumulators, of which one becomes the other.
Value StagedGenerator::foldToTwoArrays(Value array) {
  auto type = getArrayType(array);
  auto rest = dyn_cast<lift::ArrayType>(type.getInnerType());
  if (!rest || b.depth + type.getRank() + 1 > kMaxDepth)
    return {};
  Mappings mappings = drawMappings(rest.getRank());
  AddressSpace space = drawSpace(rest, mappings.front());
  SmallVector<Value> inits;
  for (unsigned i = 0; i < 2; ++i) {
    Value zeros = b.broadcast(chains.anyScalar(type.getElementType()),
                              rest.getSizeExprs(), 0);
    if (random.chance(70))
      zeros = copy(zeros, mappings, space);
    inits.push_back(zeros);
  }
  auto step = [&](ValueRange elements, ValueRange accumulators) {
    Value next = nest({accumulators[0], elements.front()}, mappings);
    SmallVector<Value> results = {accumulators[1], next};
    if (random.chance(30))
      results[0] = nest({accumulators[1], elements.front()}, mappings);
    return results;
  };
  SmallVector<Value> results = random.chance(50) ? b.scan(array, inits, step)
                                                 : b.reduce(array, inits, step);
  if (random.chance(50))
    return results.back();
  // The rows of a scan are more than its accumulator.
  if (!b.isConstant(results.back().getType()))
    space = AddressSpace::Global;
  Value stored = b.materialize(results.back(), space);
  b.visible.push_back(stored);
  return stored;
}

Value StagedGenerator::scan(Value array) {
  auto type = getArrayType(array);
  if (b.depth + type.getRank() > kMaxDepth)
    return {};
  Type number = type.getElementType();
  SmallVector<Value> inits = {chains.anyScalar(number),
                              chains.anyScalar(number)};
  SmallVector<Value> results =
      b.scan(array, inits, [&](ValueRange elements, ValueRange accumulators) {
        SmallVector<Value> leaves = chains.toScalars(elements);
        Value element = leaves.front();
        leaves.push_back(accumulators[1]);
        leaves.push_back(accumulators[0]);
        return SmallVector<Value>{element, chains.scalar(number, leaves, 2)};
      });
  return results[random.chance(75) ? 1 : 0];
}

//===----------------------------------------------------------------------===//
// Chains
//===----------------------------------------------------------------------===//

Value StagedGenerator::grow(Value array, unsigned numStages) {
  static constexpr Stage stages[] = {
      &StagedGenerator::storedMap,       &StagedGenerator::storedMap,
      &StagedGenerator::storedMap,       &StagedGenerator::unstoredMap,
      &StagedGenerator::unstoredMap,     &StagedGenerator::generate,
      &StagedGenerator::generate,        &StagedGenerator::rearrange,
      &StagedGenerator::rearrange,       &StagedGenerator::readElsewhere,
      &StagedGenerator::foldToArray,     &StagedGenerator::foldToArray,
      &StagedGenerator::foldToTwoArrays, &StagedGenerator::scan};
  // What all groups need, none of them can compute.
  static constexpr Stage acrossGroups[] = {
      &StagedGenerator::unstoredMap, &StagedGenerator::unstoredMap,
      &StagedGenerator::generate, &StagedGenerator::rearrange,
      &StagedGenerator::readElsewhere};
  for (unsigned i = 0; i < numStages; ++i) {
    Stage stage = isAcrossGroups() && random.chance(78)
                      ? random.pick(ArrayRef<Stage>(acrossGroups))
                      : random.pick(ArrayRef<Stage>(stages));
    if (!b.isAffordable(b.countElements(array.getType()) * 8))
      return array;
    Value next = (this->*stage)(array);
    if (!next || b.countElements(next.getType()) > kMaxElements ||
        getArrayType(next).getRank() > 4)
      continue;
    array = next;
  }
  return array;
}

Value StagedGenerator::finish(Value array) {
  unsigned rank = getArrayType(array).getRank();
  MappingAttr mapping = drawMapping();
  // The scheme's own, so that most of the work is shared.
  if (hasKernel && random.chance(80))
    mapping = scheme.front();
  return map(array, mapping, [&](ValueRange elements) {
    Value row = elements.front();
    if (rank > 1 && b.depth < 3)
      row = grow(row, random.range(0, 2));
    return SmallVector<Value>{nest(row, {})};
  });
}
