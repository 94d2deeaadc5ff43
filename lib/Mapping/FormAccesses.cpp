//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FormAccesses.h"

using namespace mlir;
using namespace mlir::lift;

FormAccesses::FormAccesses(const LoopForm &form,
                           const DenseMap<Operation *, unsigned> &numbers,
                           const Assumptions &facts)
    : form(form), symbols(facts), maps(numbers.size()) {
  nameLoops(numbers);
  collectBuffers();
  loop::KernelOp kernel = form.getKernel();
  kernel->walk([&](Operation *op) {
    if (auto load = dyn_cast<loop::LoadOp>(op))
      addAccess(op, load.getBuffer(), load.getPath(), load.getIndices(),
                load.getType());
    else if (auto store = dyn_cast<loop::StoreOp>(op))
      addAccess(op, store.getBuffer(), store.getPath(), store.getIndices(),
                store.getValue().getType());
  });
  for (size_t i = 0; i < buffers.size(); ++i)
    if (Operation *op = buffers[i].op; op && !isa<loop::AllocOp>(op))
      addCopy(i);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

void FormAccesses::nameLoops(const DenseMap<Operation *, unsigned> &numbers) {
  form.getKernel()->walk<WalkOrder::PreOrder>([&](loop::ForOp loop) {
    MapOp map = form.getMap(loop);
    auto number = map ? numbers.find(map) : numbers.end();
    if (number == numbers.end())
      return;
    MapLoops &loops = maps[number->second];
    mapsOfLoops[loop] = number->second;
    Expr count = symbols.get(loop.getUpper(), loop.getIndices());
    Expr symbol = symbols.bind(loop.getInductionVar(), 0, count - 1);
    if (loops.loops.empty()) {
      loops.index = *symbol.getName();
      loops.count = count;
    } else {
      renames[*symbol.getName()] = Expr::name(loops.index);
    }
    loops.loops.push_back(loop);
  });
}

std::optional<unsigned> FormAccesses::getMap(Operation *op) const {
  auto it = mapsOfLoops.find(op);
  return it == mapsOfLoops.end() ? std::nullopt
                                 : std::optional<unsigned>(it->second);
}

bool FormAccesses::isWholeLoop(const Expr &index) const {
  std::optional<std::string> name = index.getName();
  auto arg = name ? dyn_cast_or_null<BlockArgument>(symbols.getValue(*name))
                  : BlockArgument();
  auto loop = arg && arg.getArgNumber() == 0
                  ? dyn_cast<loop::ForOp>(arg.getOwner()->getParentOp())
                  : loop::ForOp();
  return loop && loop.getInits().empty() && loop.getStates().empty() &&
         loop.getLower().isConstant(0);
}

MapNumbers FormAccesses::getMapsAround(Operation *op) const {
  MapNumbers around;
  for (op = op->getParentOp(); op; op = op->getParentOp())
    if (std::optional<unsigned> map = getMap(op))
      around.insert(around.begin(), *map);
  return around;
}

MapNumbers FormAccesses::getMapsIn(Operation *op) const {
  std::set<unsigned> inside;
  op->walk([&](loop::ForOp loop) {
    if (std::optional<unsigned> map = getMap(loop))
      inside.insert(*map);
  });
  return MapNumbers(inside.begin(), inside.end());
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

unsigned FormAccesses::addBuffer(loop::BufferType type, Operation *op,
                                 Value value) {
  FormBuffer &buffer = buffers.emplace_back();
  buffer.type = type;
  buffer.op = op;
  buffer.value = value;
  if (op)
    buffer.outer = getMapsAround(op);
  unsigned number = buffers.size() - 1;
  buffersOfValues[value] = number;
  return number;
}

void FormAccesses::collectBuffers() {
  loop::KernelOp kernel = form.getKernel();
  for (BlockArgument result : kernel.getResultArgs())
    addBuffer(cast<loop::BufferType>(result.getType()), /*op=*/nullptr, result);
  auto addNext = [&](auto loop) {
    if (loop.getInPlace())
      return;
    unsigned first = 1 + loop.getInits().size();
    for (auto [i, state] : llvm::enumerate(loop.getStates()))
      addBuffer(cast<loop::BufferType>(state.getType()), loop,
                loop.getBody().getArgument(first + 2 * i + 1));
  };
  kernel->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto alloc = dyn_cast<loop::AllocOp>(op))
      addBuffer(alloc.getType(), alloc, alloc);
    else if (auto loop = dyn_cast<loop::ForOp>(op))
      addNext(loop);
    else if (auto loop = dyn_cast<loop::WhileOp>(op))
      addNext(loop);
  });
}

FormAccesses::BufferPart FormAccesses::resolve(Value buffer,
                                               SmallVector<Expr> path) const {
  BufferPart part;
  while (true) {
    part.type = cast<loop::BufferType>(buffer.getType());
    if (auto it = buffersOfValues.find(buffer); it != buffersOfValues.end()) {
      part.buffer = it->second;
      break;
    }
    if (auto view = buffer.getDefiningOp<loop::ViewOp>()) {
      std::map<std::string, Expr> dims;
      unsigned rank = view.getType().getRank();
      for (unsigned dim = 0; dim < rank; ++dim)
        dims[*loop::getDimSymbol(dim).getName()] = path[dim];
      SmallVector<Expr> target = symbols.get(view.getPath(), view.getIndices());
      for (Expr &index : target)
        index = index.substitute(dims);
      llvm::append_range(target, ArrayRef(path).drop_front(rank));
      path = std::move(target);
      buffer = view.getSource();
    } else if (Value state = loop::getStateOperand(buffer)) {
      buffer = state;
      part.isState = true;
    } else {
      break;
    }
  }
  part.path = std::move(path);
  return part;
}

const FormBuffer *FormAccesses::getBuffer(Value value) const {
  while (true) {
    if (auto it = buffersOfValues.find(value); it != buffersOfValues.end())
      return &buffers[it->second];
    if (auto view = value.getDefiningOp<loop::ViewOp>())
      value = view.getSource();
    else if (Value state = loop::getStateOperand(value))
      value = state;
    else
      return nullptr;
  }
}

std::optional<AddressSpace> FormAccesses::getStoreSpace(Operation *op) const {
  if (auto it = storeSpaces.find(op); it != storeSpaces.end())
    return it->second;
  std::optional<AddressSpace> space;
  WalkResult walk = op->walk([&](Operation *nested) {
    if (auto alloc = dyn_cast<loop::AllocOp>(nested))
      return alloc.getType().getSpace() == AddressSpace::Private
                 ? WalkResult::advance()
                 : WalkResult::interrupt();
    auto store = dyn_cast<loop::StoreOp>(nested);
    if (!store)
      return WalkResult::advance();
    const FormBuffer *buffer = getBuffer(store.getBuffer());
    // What goes to the second buffer of a state is copied to the first.
    while (isa_and_present<loop::ForOp, loop::WhileOp>(buffer->op))
      buffer = getBuffer(loop::getStateOperand(buffer->value));
    if (buffer->op && op->isAncestor(buffer->op))
      return WalkResult::advance();
    AddressSpace target = buffer->type.getSpace();
    if (target == AddressSpace::Private || space.value_or(target) != target)
      return WalkResult::interrupt();
    space = target;
    return WalkResult::advance();
  });
  if (walk.wasInterrupted())
    space = std::nullopt;
  storeSpaces[op] = space;
  return space;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

SmallVector<Expr> FormAccesses::rename(ArrayRef<Expr> path) const {
  return llvm::map_to_vector(path, [&](const Expr &index) {
    return symbols.simplify(index.substitute(renames));
  });
}

Expr FormAccesses::getLane(int64_t count) {
  // One symbol: whoever reads or stores a vector does so with all its lanes.
  auto [it, isNew] = lanes.try_emplace(count);
  if (isNew)
    it->second = symbols.bind(Value(), 0, count - 1);
  return it->second;
}

void FormAccesses::addAccess(Operation *op, Value buffer, loop::ExprsAttr exprs,
                             ValueRange indices, Type accessed) {
  SmallVector<Expr> path = symbols.get(exprs, indices);
  auto type = cast<loop::BufferType>(buffer.getType());
  if (auto vector = dyn_cast<VectorType>(accessed)) {
    Expr lane = getLane(vector.getNumElements());
    for (Expr &index : path)
      index = index.substitute({{*loop::getLaneSymbol().getName(), lane}});
    if (path.size() == type.getRank() && type.getVectorType())
      path.push_back(lane);
  }
  BufferPart part = resolve(buffer, std::move(path));
  FormAccess access;
  access.op = op;
  access.isWrite = isa<loop::StoreOp>(op);
  access.path = rename(part.path);
  access.linear = loop::getLinearIndex(part.type, access.path);
  access.maps = getMapsAround(op);
  access.tests = getTestsAround(op);
  addStep(access);
  bool isElsewhere = !access.isWrite && !part.isState && part.buffer &&
                     form.isForOthers(buffers[*part.buffer].value);
  if (part.buffer && !isElsewhere)
    buffers[*part.buffer].accesses.push_back(std::move(access));
}

void FormAccesses::addCopy(unsigned number) {
  FormBuffer &next = buffers[number];
  auto arg = cast<BlockArgument>(next.value);
  SmallVector<Expr> path;
  for (const Expr &size : next.type.getSizeExprs())
    path.push_back(symbols.bind(Value(), 0, size - 1));
  if (VectorType vector = next.type.getVectorType())
    path.push_back(getLane(vector.getNumElements()));
  BufferPart current = resolve(loop::getStateOperand(arg), path);
  FormAccess access;
  access.op = arg.getOwner()->getTerminator();
  access.maps = getMapsAround(access.op);
  access.path = path;
  access.linear = loop::getLinearIndex(next.type, path);
  next.accesses.push_back(access);
  access.isWrite = true;
  access.path = rename(current.path);
  access.linear = loop::getLinearIndex(current.type, access.path);
  buffers[*current.buffer].accesses.push_back(std::move(access));
}

SmallVector<IndexTest> FormAccesses::getTestsAround(Operation *access) {
  SmallVector<IndexTest> tests;
  for (Operation *op = access; !isa<loop::KernelOp>(op);
       op = op->getParentOp()) {
    auto branch = dyn_cast<loop::IfOp>(op->getParentOp());
    if (!branch || op->getParentRegion() != &branch.getThenRegion())
      continue;
    auto get = [&](const Expr &expr) {
      return rename({symbols.get(expr, branch.getIndices())}).front();
    };
    for (const IndexTest &test : branch.getIndexTests())
      tests.push_back({get(test.index), get(test.lower), get(test.upper)});
  }
  return tests;
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

void FormAccesses::addStep(const FormAccess &access) {
  if (access.maps.empty())
    return;
  unsigned map = access.maps.back();
  bool isKnown = !isTested(access) && !isOpaque(access.linear, map);
  maps[map].steps.push_back(isKnown ? std::optional(access.linear)
                                    : std::nullopt);
}

bool FormAccesses::isTested(const FormAccess &access) {
  unsigned map = access.maps.back();
  for (Operation *op = access.op->getParentOp(); getMap(op) != map;
       op = op->getParentOp()) {
    auto branch = dyn_cast<loop::IfOp>(op);
    if (!branch)
      continue;
    for (const Expr &expr :
         rename(symbols.get(branch.getTests(), branch.getIndices())))
      if (expr.mentions(maps[map].index) || isOpaque(expr, map))
        return true;
  }
  return false;
}

bool FormAccesses::isFixed(const Expr &expr) const {
  std::set<std::string> names;
  expr.collectNames(names);
  return llvm::none_of(
      names, [&](const std::string &name) { return symbols.isSymbol(name); });
}

bool FormAccesses::isOpaque(const Expr &expr, unsigned map) {
  std::set<std::string> names;
  expr.collectNames(names);
  return llvm::any_of(names, [&](const std::string &name) {
    Value value = symbols.getValue(name);
    auto arg = dyn_cast_or_null<BlockArgument>(value);
    bool isTrip = arg && arg.getArgNumber() == 0;
    return value && !isTrip && getOrigins(value).count(map);
  });
}

const std::set<unsigned> &FormAccesses::getOrigins(Value value) {
  if (auto it = origins.find(value); it != origins.end())
    return it->second;
  std::set<unsigned> found;
  auto addAround = [&](Operation *op) {
    MapNumbers around = getMapsAround(op);
    found.insert(around.begin(), around.end());
  };
  Operation *op = value.getDefiningOp();
  if (!op) {
    // The index of a map; for what a loop carries, any around may matter.
    auto arg = cast<BlockArgument>(value);
    Operation *parent = arg.getOwner()->getParentOp();
    addAround(parent);
    if (std::optional<unsigned> map = getMap(parent)) {
      found.clear();
      found.insert(*map);
    } else if (arg.getArgNumber() == 0 && isa<loop::ForOp>(parent)) {
      found.clear();
    }
  } else if (auto load = dyn_cast<loop::LoadOp>(op);
             op->getNumRegions() != 0 ||
             (load && getBuffer(load.getBuffer()))) {
    // Of what is computed in the kernel, nothing says from what.
    addAround(op);
  } else {
    for (Value operand : op->getOperands()) {
      if (isa<loop::BufferType>(operand.getType()))
        continue;
      const std::set<unsigned> &more = getOrigins(operand);
      found.insert(more.begin(), more.end());
    }
  }
  return origins[value] = std::move(found);
}
