//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file makes what a work-group does with its tile.
//
//===----------------------------------------------------------------------===//

#include "MappedGenerator.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::fuzz;

/// Elements that a work-group may hold in one value.
static constexpr int64_t kMaxGroupElements = 256;

//===----------------------------------------------------------------------===//
// Mappings
//===----------------------------------------------------------------------===//

Mappings MappedGenerator::drawMappings(unsigned rank) {
  Mappings mappings(rank, b.mapping(MappingKind::Seq));
  for (unsigned dim = 0; dim < numLocalDims; ++dim) {
    unsigned level = random.range(0, rank - 1);
    bool isFree = mappings[level].getKind() == MappingKind::Seq;
    if (isFree && (dim == 0 || random.chance(80)))
      mappings[level] = b.mapping(MappingKind::Lcl, dim);
  }
  // What comes after the last local map may be left to the body.
  while (mappings.size() > 1 && random.chance(30) &&
         mappings.back().getKind() == MappingKind::Seq)
    mappings.pop_back();
  return mappings;
}

Mappings MappedGenerator::getMappings(const State &state) {
  return state.space == AddressSpace::Private
             ? state.mappings
             : drawMappings(getArrayType(state.value).getRank());
}

SmallVector<Value> MappedGenerator::getInputs(const State &state) {
  SmallVector<Value> inputs = {state.value};
  SmallVector<Value> partners = b.collect([&](Value value) {
    return value.getType() == state.value.getType() && value != state.value;
  });
  if (!partners.empty() && random.chance(50))
    inputs.push_back(random.pick(partners));
  return inputs;
}

//===----------------------------------------------------------------------===//
// Parts of phases
//===----------------------------------------------------------------------===//

/// What one work-item does: numbers become numbers, arrays stay arrays of the
/// same type.
SmallVector<Value> MappedGenerator::leaf(ValueRange elements) {
  Value first = elements.front();
  if (!isArray(first))
    return {chains.combineToScalar(elements)};
  return b.map(elements, b.mapping(MappingKind::Seq),
               [&](ValueRange inner) { return leaf(inner); });
}

Value MappedGenerator::add(Value lhs, Value rhs,
                           ArrayRef<MappingAttr> mappings) {
  return b
      .nest({lhs, rhs}, mappings,
            [&](ValueRange elements) { return leaf(elements); })
      .front();
}

MappedGenerator::State
MappedGenerator::store(Value value, AddressSpace space,
                       ArrayRef<MappingAttr> mappings) {
  State state;
  state.value = b.materialize(value, space);
  state.space = space;
  state.mappings = Mappings(mappings);
  if (space != AddressSpace::Private)
    b.visible.push_back(state.value);
  return state;
}

Value MappedGenerator::copyShared(Value array, ArrayRef<MappingAttr> mappings,
                                  AddressSpace space) {
  std::optional<int64_t> width = b.pickWidth(array);
  if (!width || random.chance(75))
    return b.copy(array, mappings, space);
  return b.asScalar(b.copy(b.asVector(array, *width), mappings, space));
}

//===----------------------------------------------------------------------===//
// Phases
//===----------------------------------------------------------------------===//

MappedGenerator::State MappedGenerator::stage(State state) {
  AddressSpace space =
      random.chance(85) ? AddressSpace::Local : AddressSpace::Global;
  if (state.space == AddressSpace::Private) {
    Value read = b.nest(state.value, state.mappings, [&](ValueRange elements) {
                    return SmallVector<Value>(elements);
                  }).front();
    return store(read, space, state.mappings);
  }
  Mappings mappings = drawMappings(getArrayType(state.value).getRank());
  if (random.chance(20))
    space = AddressSpace::Private;
  State next;
  next.value = space == AddressSpace::Private
                   ? b.copy(state.value, mappings, space)
                   : copyShared(state.value, mappings, space);
  next.space = space;
  next.mappings = mappings;
  if (space != AddressSpace::Private)
    b.visible.push_back(next.value);
  return next;
}

MappedGenerator::State MappedGenerator::compute(State state) {
  Mappings mappings = getMappings(state);
  Value result = b.nest(getInputs(state), mappings, [&](ValueRange elements) {
                    return leaf(elements);
                  }).front();
  AddressSpace space =
      random.chance(60) ? AddressSpace::Local : AddressSpace::Private;
  return store(result, space, mappings);
}

/// Other work-items read what one wrote.
MappedGenerator::State MappedGenerator::rearrange(State state) {
  if (state.space == AddressSpace::Private)
    return stage(state);
  Value next = chains.rearrange(state.value, random.range(1, 2));
  if (b.countElements(next.getType()) > kMaxGroupElements ||
      getArrayType(next).getRank() > 4)
    return state;
  state.value = next;
  return state;
}

MappedGenerator::State MappedGenerator::reduceToArray(State state) {
  auto type = getArrayType(state.value);
  if (state.space == AddressSpace::Private || type.getRank() < 2)
    return stage(state);
  SmallVector<Expr> rest = type.getSizeExprs();
  rest.erase(rest.begin());
  Mappings mappings = drawMappings(rest.size());
  AddressSpace space =
      random.chance(50) ? AddressSpace::Local : AddressSpace::Private;
  Value zeros = b.broadcast(b.constant(type.getElementType(), 0), rest, 0);
  Value init = b.copy(zeros, mappings, space);
  Value sum =
      b.reduce(state.value, init,
               [&](ValueRange elements, ValueRange accumulators) {
                 return SmallVector<Value>{
                     add(accumulators.front(), elements.front(), mappings)};
               })
          .front();
  return store(sum, space, mappings);
}

/// Adds pairs, each step by half as many work-items.
MappedGenerator::State MappedGenerator::iterate(State state) {
  auto type = getArrayType(state.value);
  int64_t count = 0;
  for (int64_t size = b.valueOf(type.getSize(0)); size % 2 == 0; size /= 2)
    ++count;
  if (state.space == AddressSpace::Private || type.getRank() != 1 || count == 0)
    return compute(state);
  Value result =
      b.iterate(state.value, random.range(1, count), [&](Value array) {
        Value sums = b.map(b.split(array, 2, 0), b.mapping(MappingKind::Lcl, 0),
                           [&](ValueRange pair) {
                             return SmallVector<Value>{
                                 chains.toScalar(pair.front())};
                           })
                         .front();
        return b.materialize(sums, AddressSpace::Local);
      });
  b.visible.push_back(result);
  return {result, AddressSpace::Local, {}};
}

/// Every work-item needs all elements.
MappedGenerator::State MappedGenerator::reduceToScalar(State state) {
  if (state.space == AddressSpace::Private ||
      getArrayType(state.value).getRank() != 1)
    return compute(state);
  b.visible.push_back(chains.toScalar(state.value));
  return compute(state);
}

/// One work-item computes, the others wait.
MappedGenerator::State MappedGenerator::computeAlone(State state) {
  if (state.space == AddressSpace::Private)
    return compute(state);
  Mappings mappings(getArrayType(state.value).getRank(),
                    b.mapping(MappingKind::Seq));
  Value result = b.nest(state.value, mappings, [&](ValueRange elements) {
                    return leaf(elements);
                  }).front();
  return store(result, AddressSpace::Local, mappings);
}

MappedGenerator::State MappedGenerator::accumulateSteps(Value tiles) {
  auto type = getArrayType(tiles);
  SmallVector<Expr> tile = type.getSizeExprs();
  tile.erase(tile.begin());
  Mappings mappings = drawMappings(tile.size());
  AddressSpace space =
      random.chance(60) ? AddressSpace::Private : AddressSpace::Local;
  Value zeros = b.broadcast(b.constant(type.getElementType(), 0), tile, 0);
  Value init = b.copy(zeros, mappings, space);
  Value sum =
      b.reduce(tiles, init, [&](ValueRange elements, ValueRange accumulators) {
         State staged{elements.front(), AddressSpace::Global, {}};
         if (random.chance(85)) {
           Mappings loading = drawMappings(tile.size());
           staged = {copyShared(staged.value, loading, AddressSpace::Local),
                     AddressSpace::Local,
                     {}};
           b.visible.push_back(staged.value);
         }
         if (random.chance(40))
           staged = computeAlone(staged);
         return SmallVector<Value>{
             add(accumulators.front(), staged.value, mappings)};
       }).front();
  return store(sum, space, mappings);
}

MappedGenerator::State MappedGenerator::phase(State state, bool keepsShape) {
  using Phase = State (MappedGenerator::*)(State);
  static constexpr Phase phases[] = {
      &MappedGenerator::stage,          &MappedGenerator::stage,
      &MappedGenerator::compute,        &MappedGenerator::compute,
      &MappedGenerator::compute,        &MappedGenerator::computeAlone,
      &MappedGenerator::rearrange,      &MappedGenerator::rearrange,
      &MappedGenerator::reduceToArray,  &MappedGenerator::iterate,
      &MappedGenerator::reduceToScalar, &MappedGenerator::iterate};
  return (this->*phases[random.range(0, keepsShape ? 5 : 11)])(state);
}

Value MappedGenerator::finish(State state) {
  Mappings mappings = getMappings(state);
  return b
      .nest(getInputs(state), mappings,
            [&](ValueRange elements) { return leaf(elements); })
      .front();
}

Value MappedGenerator::createGroupBody(Value tile, bool hasSteps,
                                       bool keepsShape) {
  State state{tile, AddressSpace::Global, {}};
  if (hasSteps)
    state = accumulateSteps(tile);
  else if (random.chance(80))
    state = stage(state);
  for (unsigned i = random.range(0, 3); i > 0; --i)
    state = phase(state, keepsShape);
  return finish(state);
}
