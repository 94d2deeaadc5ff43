//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file lowers maps to loops, and guards: see KernelLowering.h.
//
//   seq      for (i = 0; i < n; ++i)
//   glb(d)   for (i = get_global_id(d); i < n; i += get_global_size(d))
//   wrg(d)   for (i = get_group_id(d); i < n; i += get_num_groups(d))
//   lcl(d)   for (t = 0; t < ceil(n / l); ++t) { i = t * l + get_local_id(d) }
//
// where a loop that runs at most once is no loop. The local loop has the same
// number of trips for all work-items, so that barriers in it are reached by
// all; where l does not divide n, the elements beyond the end are guarded: by a
// condition around the body if there is no store in it that others wait for,
// and otherwise at each store, with reads clamped to the last element.
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"

using namespace mlir;
using namespace mlir::lift;

//===----------------------------------------------------------------------===//
// Ids
//===----------------------------------------------------------------------===//

static gpu::Dimension getDimension(unsigned dim) {
  return static_cast<gpu::Dimension>(dim);
}

Value KernelLowering::getId(MappingKind kind, unsigned dim) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&frame.getBody());
  Location loc = kernel.getLoc();
  if (kind == MappingKind::Lcl)
    return gpu::ThreadIdOp::create(builder, loc, getDimension(dim));
  if (kind == MappingKind::Wrg)
    return gpu::BlockIdOp::create(builder, loc, getDimension(dim));
  return gpu::GlobalIdOp::create(builder, loc, getDimension(dim));
}

Expr KernelLowering::getIdExpr(MappingKind kind, unsigned dim) {
  Expr global = kernel.getGlobalSizeIn(dim), local = kernel.getLocalSizeIn(dim);
  Expr count = global;
  StringRef hint = "gid";
  if (kind == MappingKind::Lcl) {
    count = local;
    hint = "lid";
  } else if (kind == MappingKind::Wrg) {
    count = Expr::exactDiv(global, local);
    hint = "wg";
  }
  if (indices.simplify(count).isConstant(1))
    return 0;
  auto [it, inserted] =
      ids.try_emplace({static_cast<unsigned>(kind), dim}, Expr(0));
  if (inserted) {
    it->second =
        indices.bind((hint + Twine(dim)).str(), getId(kind, dim), 0, count - 1);
    indices.addBound(count - 1);
  }
  return it->second;
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

LogicalResult KernelLowering::emitIf(Value condition,
                                     function_ref<LogicalResult()> body) {
  if (!condition)
    return body();
  auto branch = scf::IfOp::create(builder, condition.getLoc(), condition,
                                  /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(branch.thenBlock()->getTerminator());
  return body();
}

LogicalResult
KernelLowering::emitForOneWorkItem(AddressSpace space,
                                   function_ref<LogicalResult()> body) {
  if (space == AddressSpace::Private)
    return body();
  // The dimensions in which work-items, or groups, are not told apart by a
  // loop around.
  bool localBound[kMaxLaunchDims] = {}, groupBound[kMaxLaunchDims] = {};
  for (const ParallelLoop &loop : parallelLoops) {
    unsigned dim = loop.mapping.getDim();
    MappingKind kind = loop.mapping.getKind();
    localBound[dim] |= kind != MappingKind::Wrg;
    groupBound[dim] |= kind != MappingKind::Lcl;
  }
  SmallVector<IndexTest> tests;
  for (unsigned dim = 0; dim < kMaxLaunchDims; ++dim) {
    if (!localBound[dim])
      tests.push_back({getIdExpr(MappingKind::Lcl, dim), 0, 1});
    if (!groupBound[dim] && space == AddressSpace::Global)
      tests.push_back({getIdExpr(MappingKind::Wrg, dim), 0, 1});
  }
  return emitIf(indices.emitTests(tests), body);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

void KernelLowering::setUnroll(scf::ForOp loop, std::optional<int64_t> factor) {
  Builder builder(loop.getContext());
  if (factor)
    loop->setAttr(LiftDialect::UnrollAttrHelper::getNameStr(),
                  *factor ? Attribute(builder.getI64IntegerAttr(*factor))
                          : Attribute(builder.getUnitAttr()));
}

LogicalResult KernelLowering::emitSequentialLoop(Expr count,
                                                 std::optional<int64_t> unroll,
                                                 LoopBody body) {
  count = indices.simplify(count);
  if (count.isConstant(1) && options.simplifyControlFlow)
    return body(0);
  Value lower = indices.emit(0), upper = indices.emit(count);
  Value one = indices.emit(1);
  auto loop = scf::ForOp::create(builder, kernel.getLoc(), lower, upper, one);
  setUnroll(loop, unroll);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(loop.getBody()->getTerminator());
  Expr index = indices.bind("i", loop.getInductionVar(), 0, count - 1);
  loops[*index.getName()] = loop;
  return body(index);
}

void KernelLowering::unrollLoopsOf(const Expr &index) {
  std::set<std::string> names;
  index.collectNames(names);
  for (const std::string &name : names)
    if (auto it = loops.find(name); it != loops.end())
      if (!it->second->hasAttr(LiftDialect::UnrollAttrHelper::getNameStr()))
        it->second->setAttr(LiftDialect::UnrollAttrHelper::getNameStr(),
                            builder.getUnitAttr());
}

LogicalResult KernelLowering::emitMapLoop(MapOp map, LoopBody body) {
  MappingAttr mapping = map.getMappingAttr();
  if (!mapping || !mapping.isParallel()) {
    if (mapping && mapping.getKind() == MappingKind::Fused) {
      InFlightDiagnostic diag = map.emitOpError("is still to be fused");
      diag.attachNote() << "run the fusion rewrite, or map it to seq";
      return diag;
    }
    return emitSequentialLoop(map.getTripCount(), map.getUnroll(), body);
  }
  for (const ParallelLoop &loop : parallelLoops) {
    MappingKind kind = loop.mapping.getKind();
    bool mixesGlobal =
        (kind == MappingKind::Glb) != (mapping.getKind() == MappingKind::Glb);
    bool groupInLocal =
        kind == MappingKind::Lcl && mapping.getKind() == MappingKind::Wrg;
    if (loop.mapping == mapping || groupInLocal || mixesGlobal)
      return map.emitOpError("cannot be mapped to ")
             << stringifyMappingKind(mapping.getKind()) << '('
             << mapping.getDim() << ") inside a map to "
             << stringifyMappingKind(kind) << '(' << loop.mapping.getDim()
             << ')';
  }
  if (mapping.getKind() == MappingKind::Lcl)
    return emitLocalLoop(mapping, map.getTripCount(), map.getUnroll(),
                         containsSharedStore(map), body);
  if (mapping.getKind() == MappingKind::Glb)
    if (MaterializeOp local = findMaterialize(map, AddressSpace::Local)) {
      InFlightDiagnostic diag =
          map.emitOpError("is mapped to global ids, but its body stores values "
                          "in local memory");
      diag.attachNote(local.getLoc()) << "stored here";
      diag.attachNote() << "work-items of a group take different numbers of "
                           "steps; map it to wrg and lcl, or store in private "
                           "or global memory";
      return diag;
    }
  return emitStridedLoop(map, body);
}

LogicalResult KernelLowering::emitGuarded(const Expr &index, const Expr &count,
                                          bool isForAll, LoopBody body) {
  Value value = indices.emit(index);
  if (!isForAll) {
    IndexTest test{index, 0, count};
    return emitIf(indices.emitTests(test), [&] {
      Expr inside = indices.bind("i", value, 0, count - 1);
      definitions[*inside.getName()] = index;
      parallelLoops.back().index = inside;
      return body(inside);
    });
  }
  Expr inside = indices.clamp(index, 0, count - 1);
  definitions[*inside.getName()] = index;
  // Slices of temporaries are read by those behind the end, too.
  parallelLoops.back().index = inside;
  guards.push_back({index, 0, count});
  LogicalResult result = body(inside);
  guards.pop_back();
  return result;
}

LogicalResult KernelLowering::emitLocalLoop(MappingAttr mapping, Expr count,
                                            std::optional<int64_t> unroll,
                                            bool isForAll, LoopBody body) {
  unsigned dim = mapping.getDim();
  Expr id = getIdExpr(MappingKind::Lcl, dim);
  Expr step = kernel.getLocalSizeIn(dim);
  count = indices.simplify(count);
  parallelLoops.push_back({mapping, id, count});
  bool divides = indices.getFacts().isDivisible(count, step);
  Expr trips =
      divides ? Expr::exactDiv(count, step) : Expr::ceilDiv(count, step);
  if (!divides && indices.getFacts().isLessOrEqual(count, step))
    trips = 1;
  LogicalResult result =
      emitSequentialLoop(trips, unroll, [&](const Expr &trip) {
        Expr index = trip * step + id;
        indices.addBound(index);
        parallelLoops.back().index = index;
        return divides ? body(index)
                       : emitGuarded(index, count, isForAll, body);
      });
  parallelLoops.pop_back();
  return result;
}

Value KernelLowering::emitStep(MappingAttr mapping, const Expr &step) {
  if (mapping.getKind() == MappingKind::Wrg ||
      step.getDenominator().isConstant(1))
    return indices.emit(step);
  Location loc = kernel.getLoc();
  unsigned dim = mapping.getDim();
  Value groups = gpu::GridDimOp::create(builder, loc, getDimension(dim));
  return arith::MulIOp::create(builder, loc, groups,
                               indices.emit(kernel.getLocalSizeIn(dim)));
}

LogicalResult KernelLowering::emitStridedLoop(MapOp map, LoopBody body) {
  MappingAttr mapping = map.getMappingAttr();
  unsigned dim = mapping.getDim();
  Expr first = getIdExpr(mapping.getKind(), dim);
  Expr step = kernel.getGlobalSizeIn(dim);
  if (mapping.getKind() == MappingKind::Wrg)
    step = Expr::exactDiv(step, kernel.getLocalSizeIn(dim));
  step = indices.simplify(step);
  Expr count = indices.simplify(map.getTripCount());
  parallelLoops.push_back({mapping, first, count});
  const Assumptions &facts = indices.getFacts();
  LogicalResult result = success();
  bool isOnce = facts.isLessOrEqual(count, step);
  if (facts.isEqual(count, step) && options.simplifyControlFlow) {
    result = body(first);
  } else if (isOnce && options.simplifyControlFlow &&
             !containsSharedStore(map)) {
    result = emitIf(indices.emitTests(IndexTest{first, 0, count}), [&] {
      Expr inside = indices.bind("i", indices.emit(first), 0, count - 1);
      parallelLoops.back().index = inside;
      return body(inside);
    });
  } else {
    auto loop =
        scf::ForOp::create(builder, map.getLoc(), indices.emit(first),
                           indices.emit(count), emitStep(mapping, step));
    // Around barriers there is no branch: PoCL loses barriers in one, though
    // all work-items of a group take it.
    if (isOnce)
      loop->setAttr(LiftDialect::AtMostOnceAttrHelper::getNameStr(),
                    builder.getUnitAttr());
    // The loop ends behind the last element.
    indices.addBound(count - 1 + step);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(loop.getBody()->getTerminator());
    Expr index = indices.bind("i", loop.getInductionVar(), 0, count - 1);
    parallelLoops.back().index = index;
    result = body(index);
  }
  parallelLoops.pop_back();
  return result;
}
