//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ProgramBuilder.h"

#include "LiftDialect/ElementTypes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::fuzz;

/// The elements that are computed for one value, over all trips of the loops
/// around: programs must evaluate fast.
static constexpr int64_t kMaxWork = 1 << 15;

Type fuzz::getElementType(Type type) {
  auto array = dyn_cast<lift::ArrayType>(type);
  return array ? array.getElementType() : type;
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

int64_t ProgramBuilder::valueOf(const Expr &size) const {
  EvalResult result =
      size.evaluate([&](const std::string &name) -> std::optional<int64_t> {
        auto it = sizes.find(name);
        return it == sizes.end() ? std::nullopt : std::optional(it->second);
      });
  return result.value.value_or(-1);
}

bool ProgramBuilder::isConstant(const Expr &size) const {
  std::set<std::string> names;
  size.collectNames(names);
  return llvm::all_of(
      names, [&](const std::string &name) { return params.count(name) != 0; });
}

bool ProgramBuilder::isConstant(Type type) const {
  auto array = dyn_cast<lift::ArrayType>(type);
  return !array || llvm::all_of(array.getSizeExprs(), [&](const Expr &size) {
    return isConstant(size);
  });
}

SmallVector<int64_t> ProgramBuilder::shapeOf(Value array) const {
  return llvm::map_to_vector(
      cast<lift::ArrayType>(array.getType()).getSizeExprs(),
      [&](const Expr &size) { return valueOf(size); });
}

int64_t ProgramBuilder::countElements(Type type) const {
  int64_t count = 1;
  if (auto array = dyn_cast<lift::ArrayType>(type))
    for (const Expr &size : array.getSizeExprs())
      count *= valueOf(size);
  return count;
}

Expr ProgramBuilder::pickDivisor(const Expr &size) {
  int64_t value = valueOf(size);
  SmallVector<Expr> divisors, names;
  for (int64_t divisor = 1; divisor <= value; ++divisor)
    if (value % divisor == 0)
      divisors.push_back(divisor);
  for (const auto &[name, bound] : sizes)
    if (value % bound == 0 && !StringRef(name).starts_with("L"))
      names.push_back(Expr::name(name));
  if (!names.empty() && random.chance(20))
    return random.pick(names);
  // The divisors in the middle make the better shapes.
  if (divisors.size() > 2 && random.chance(85))
    return random.pick(ArrayRef<Expr>(divisors).drop_front().drop_back());
  return random.pick(divisors);
}

std::optional<int64_t> ProgramBuilder::pickWidth(Value array) {
  if (!isNumber(getElementType(array.getType())))
    return std::nullopt;
  int64_t length = shapeOf(array).back();
  SmallVector<int64_t> widths;
  for (int64_t width : kVectorWidths)
    if (length % width == 0)
      widths.push_back(width);
  return widths.empty() ? std::nullopt : std::optional(random.pick(widths));
}

std::string ProgramBuilder::makeStepName() {
  return "L" + std::to_string(numSteps++);
}

//===----------------------------------------------------------------------===//
// Scope
//===----------------------------------------------------------------------===//

SmallVector<Value>
ProgramBuilder::collect(function_ref<bool(Value)> accept) const {
  SmallVector<Value> found;
  for (Value value : visible)
    if (accept(value))
      found.push_back(value);
  return found;
}

SmallVector<Value> ProgramBuilder::collectArrays(const Expr &size) const {
  return collect([&](Value value) {
    auto type = getArrayType(value);
    return type && type.getSize(0) == size;
  });
}

bool ProgramBuilder::isAffordable(int64_t numElements) const {
  return numElements >= 1 && numElements <= kMaxWork / trips;
}

void ProgramBuilder::inside(int64_t count, ValueRange arguments,
                            function_ref<void()> body) {
  size_t scope = visible.size();
  int64_t outerTrips = trips;
  llvm::append_range(visible, arguments);
  trips *= std::max<int64_t>(count, 1);
  ++depth;
  body();
  --depth;
  trips = outerTrips;
  visible.truncate(scope);
}

//===----------------------------------------------------------------------===//
// Scalars and attributes
//===----------------------------------------------------------------------===//

Value ProgramBuilder::floatConstant(float value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getF32FloatAttr(value));
}

Value ProgramBuilder::constant(Type type, int64_t value) {
  if (type.isF32())
    return floatConstant(float(value));
  if (isa<FloatType>(type))
    return arith::ConstantOp::create(builder, loc,
                                     builder.getFloatAttr(type, double(value)));
  return arith::ConstantOp::create(builder, loc,
                                   builder.getIntegerAttr(type, value));
}

Value ProgramBuilder::size(const Expr &size) {
  return SizeOp::create(builder, loc, builder.getIndexType(), sizeAttr(size));
}

SizeAttr ProgramBuilder::sizeAttr(const Expr &value) {
  return SizeAttr::get(builder.getContext(), value);
}

ArrayAttr ProgramBuilder::sizeList(ArrayRef<Expr> values) {
  return getSizeArrayAttr(builder.getContext(), values);
}

MappingAttr ProgramBuilder::mapping(MappingKind kind, unsigned dim) {
  return MappingAttr::get(builder.getContext(), kind, dim);
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

Value ProgramBuilder::split(Value array, const Expr &chunk, unsigned dim) {
  return SplitOp::create(builder, loc, array, sizeAttr(chunk),
                         builder.getI64IntegerAttr(dim));
}

/// A comparison of two numbers of a type.
static Value createCmp(OpBuilder &builder, Location loc,
                       arith::CmpFPredicate floats,
                       arith::CmpIPredicate integers, Value lhs, Value rhs) {
  if (isa<FloatType>(lhs.getType()))
    return arith::CmpFOp::create(builder, loc, floats, lhs, rhs);
  return arith::CmpIOp::create(builder, loc, integers, lhs, rhs);
}

SmallVector<Value> ProgramBuilder::chooseFirst(ValueRange known,
                                               ValueRange others) {
  // By the first numbers, and where they are equal, by the next ones.
  Value isFirst;
  for (size_t i = known.size(); i-- > 0;) {
    Value less =
        random.chance(50)
            ? createCmp(builder, loc, arith::CmpFPredicate::OLT,
                        random.chance(50) ? arith::CmpIPredicate::slt
                                          : arith::CmpIPredicate::ult,
                        others[i], known[i])
            : createCmp(builder, loc, arith::CmpFPredicate::OLT,
                        arith::CmpIPredicate::slt, known[i], others[i]);
    if (isFirst) {
      Value same = createCmp(builder, loc, arith::CmpFPredicate::OEQ,
                             arith::CmpIPredicate::eq, others[i], known[i]);
      Value next = arith::AndIOp::create(builder, loc, same, isFirst);
      less = arith::OrIOp::create(builder, loc, less, next);
    }
    isFirst = less;
  }
  const bool keeps = random.chance(25);
  if (keeps)
    isFirst = arith::XOrIOp::create(builder, loc, isFirst,
                                    constant(builder.getI1Type(), 1));
  SmallVector<Value> chosen;
  for (auto [old, other] : llvm::zip_equal(known, others))
    chosen.push_back(arith::SelectOp::create(
        builder, loc, isFirst, keeps ? old : other, keeps ? other : old));
  return chosen;
}

Value ProgramBuilder::join(Value array, unsigned dim) {
  return JoinOp::create(builder, loc, array, builder.getI64IntegerAttr(dim));
}

Value ProgramBuilder::transpose(Value array, ArrayRef<int64_t> permutation) {
  return TransposeOp::create(builder, loc, array,
                             builder.getDenseI64ArrayAttr(permutation));
}

Value ProgramBuilder::slide(Value array, ArrayRef<Expr> size,
                            ArrayRef<Expr> step, unsigned firstDim) {
  SmallVector<int64_t> dims;
  for (unsigned k = 0; k < size.size(); ++k)
    dims.push_back(firstDim + k);
  return SlideOp::create(builder, loc, array, sizeList(size), sizeList(step),
                         builder.getDenseI64ArrayAttr(dims));
}

Value ProgramBuilder::pad(Value array, const Expr &low, const Expr &high,
                          unsigned dim, PadMode mode, Value value) {
  return PadOp::create(builder, loc, array, sizeList(low), sizeList(high),
                       builder.getDenseI64ArrayAttr({int64_t(dim)}),
                       PadModeAttr::get(builder.getContext(), mode), value);
}

Value ProgramBuilder::take(Value array, const Expr &size, unsigned dim) {
  return TakeOp::create(builder, loc, array, sizeList(size),
                        builder.getDenseI64ArrayAttr({int64_t(dim)}));
}

Value ProgramBuilder::drop(Value array, const Expr &size, unsigned dim) {
  return DropOp::create(builder, loc, array, sizeList(size),
                        builder.getDenseI64ArrayAttr({int64_t(dim)}));
}

Value ProgramBuilder::reverse(Value array, ArrayRef<int64_t> dims) {
  return ReverseOp::create(builder, loc, array,
                           builder.getDenseI64ArrayAttr(dims));
}

Value ProgramBuilder::concat(ValueRange arrays, unsigned dim) {
  return ConcatOp::create(builder, loc, arrays, builder.getI64IntegerAttr(dim));
}

Value ProgramBuilder::broadcast(Value value, ArrayRef<Expr> sizes,
                                unsigned dim) {
  return BroadcastOp::create(builder, loc, value, sizeList(sizes),
                             builder.getI64IntegerAttr(dim));
}

void ProgramBuilder::addIndexFunction(OperationState &state,
                                      ArrayRef<Expr> bounds,
                                      GenerateBody body) {
  state.addAttribute("bounds", sizeList(bounds));
  Block *block = new Block();
  state.addRegion()->push_back(block);
  int64_t count = 1;
  for (const Expr &bound : bounds) {
    block->addArgument(builder.getIndexType(), loc);
    count *= valueOf(bound);
  }
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(block);
  Value yielded;
  inside(count, {}, [&] { yielded = body(block->getArguments()); });
  YieldOp::create(builder, loc, yielded);
}

Value ProgramBuilder::generate(ArrayRef<Expr> bounds, GenerateBody body) {
  OperationState state(loc, GenerateOp::getOperationName());
  addIndexFunction(state, bounds, body);
  Type yielded = state.regions.front()->front().back().getOperand(0).getType();
  SmallVector<Expr> sizes(bounds);
  if (auto array = dyn_cast<lift::ArrayType>(yielded))
    llvm::append_range(sizes, array.getSizeExprs());
  state.addTypes(lift::ArrayType::get(builder.getContext(), sizes,
                                      getElementType(yielded)));
  return builder.create(state)->getResult(0);
}

Value ProgramBuilder::gather(Value array, const Expr &bound, unsigned dim,
                             IndexBody body) {
  OperationState state(loc, GatherOp::getOperationName());
  state.addOperands(array);
  state.addAttribute("in_bounds", builder.getUnitAttr());
  state.addAttribute("dim", builder.getI64IntegerAttr(dim));
  addIndexFunction(state, bound, [&](ValueRange i) { return body(i.front()); });
  SmallVector<Expr> sizes = getArrayType(array).getSizeExprs();
  sizes[dim] = bound;
  state.addTypes(lift::ArrayType::get(builder.getContext(), sizes,
                                      getArrayType(array).getElementType()));
  return builder.create(state)->getResult(0);
}

Value ProgramBuilder::scatter(Value array, unsigned dim, IndexBody body) {
  OperationState state(loc, ScatterOp::getOperationName());
  state.addOperands(array);
  state.addAttribute("permutation", builder.getUnitAttr());
  state.addAttribute("dim", builder.getI64IntegerAttr(dim));
  addIndexFunction(state, getArrayType(array).getSize(dim),
                   [&](ValueRange i) { return body(i.front()); });
  state.addTypes(array.getType());
  return builder.create(state)->getResult(0);
}

Value ProgramBuilder::lookup(Value array, Value indices, unsigned dim,
                             Value outside) {
  return LookupOp::create(builder, loc, /*in_bounds=*/false, array, indices,
                          outside, dim);
}

Value ProgramBuilder::at(Value array, std::variant<Value, Expr> position,
                         unsigned dim, Value outside) {
  auto *index = std::get_if<Value>(&position);
  Attribute stands = index ? Attribute(builder.getUnitAttr())
                           : sizeAttr(std::get<Expr>(position));
  return AtOp::create(builder, loc, /*in_bounds=*/false, array,
                      index ? ValueRange(*index) : ValueRange(), outside,
                      builder.getArrayAttr(stands), dim);
}

Value ProgramBuilder::asVector(Value array, int64_t width) {
  return AsVectorOp::create(builder, loc, array, width);
}

Value ProgramBuilder::asScalar(Value array) {
  return AsScalarOp::create(builder, loc, array);
}

DenseI64ArrayAttr ProgramBuilder::drawRowPadding(Type type,
                                                 AddressSpace space) {
  if (space != AddressSpace::Local || !random.chance(20))
    return {};
  SmallVector<int64_t> pad;
  for (unsigned dim = 0; dim < cast<lift::ArrayType>(type).getRank(); ++dim)
    pad.push_back(random.range(0, 2));
  return builder.getDenseI64ArrayAttr(pad);
}

IntegerAttr ProgramBuilder::drawBuffers(AddressSpace space) {
  if (space != AddressSpace::Local || !random.chance(10))
    return {};
  return builder.getI64IntegerAttr(2);
}

Value ProgramBuilder::materialize(Value array, AddressSpace space) {
  return MaterializeOp::create(
      builder, loc, array, AddressSpaceAttr::get(builder.getContext(), space),
      drawRowPadding(array.getType(), space), drawBuffers(space));
}

Value ProgramBuilder::copy(Value array, ArrayRef<MappingAttr> mappings,
                           AddressSpace space) {
  SmallVector<Attribute> attributes(mappings.begin(), mappings.end());
  return CopyOp::create(
      builder, loc, array.getType(), array,
      mappings.empty() ? ArrayAttr() : builder.getArrayAttr(attributes),
      AddressSpaceAttr::get(builder.getContext(), space),
      drawRowPadding(array.getType(), space), drawBuffers(space));
}

//===----------------------------------------------------------------------===//
// Tuples
//===----------------------------------------------------------------------===//

Value ProgramBuilder::zip(ValueRange arrays) {
  return ZipOp::create(builder, loc, arrays);
}

SmallVector<Value> ProgramBuilder::unzip(Value array) {
  auto op = UnzipOp::create(builder, loc, array);
  return {op->result_begin(), op->result_end()};
}

Value ProgramBuilder::tuple(ValueRange values) {
  return TupleOp::create(builder, loc, values);
}

Value ProgramBuilder::get(Value tuple, unsigned index) {
  return GetOp::create(builder, loc, tuple, builder.getI64IntegerAttr(index));
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

IntegerAttr ProgramBuilder::drawVectorWidth(ValueRange inputs) {
  bool areOfNumbers = llvm::all_of(inputs, [](Value input) {
    return isNumber(getArrayType(input).getInnerType());
  });
  if (!areOfNumbers || !random.chance(20))
    return {};
  return builder.getI64IntegerAttr(random.pick(kVectorWidths));
}

SmallVector<Value> ProgramBuilder::map(ValueRange inputs, MappingAttr mapping,
                                       MapBody body) {
  Expr size = getArrayType(inputs.front()).getSize(0);
  int64_t count = valueOf(size);
  auto op = MapOp::create(builder, loc, inputs, mapping,
                          [&](OpBuilder &, Location, ValueRange elements) {
                            SmallVector<Value> yielded;
                            inside(count, elements,
                                   [&] { yielded = body(elements); });
                            return yielded;
                          });
  if ((!mapping || !mapping.isParallel()) && isConstant(size) && count <= 8 &&
      random.chance(5))
    op.setUnroll(0);
  op.setVectorWidthAttr(drawVectorWidth(inputs));
  return {op->result_begin(), op->result_end()};
}

SmallVector<Value> ProgramBuilder::nest(ValueRange inputs,
                                        ArrayRef<MappingAttr> mappings,
                                        MapBody body) {
  if (mappings.empty())
    return body(inputs);
  return map(inputs, mappings.front(), [&](ValueRange elements) {
    return nest(elements, mappings.drop_front(), body);
  });
}

SmallVector<Value> ProgramBuilder::reduce(ValueRange inputs, ValueRange inits,
                                          ReduceBody body) {
  Expr size = getArrayType(inputs.front()).getSize(0);
  int64_t count = valueOf(size);
  auto op = ReduceOp::create(
      builder, loc, inputs, inits,
      [&](OpBuilder &, Location, ValueRange elements, ValueRange accumulators) {
        SmallVector<Value> arguments(elements);
        llvm::append_range(arguments, accumulators);
        SmallVector<Value> yielded;
        inside(count, arguments,
               [&] { yielded = body(elements, accumulators); });
        return yielded;
      });
  if (isConstant(size) && count <= 8 && random.chance(5))
    op.setUnroll(0);
  op.setVectorWidthAttr(drawVectorWidth(inputs));
  return {op->result_begin(), op->result_end()};
}

void ProgramBuilder::addFoldRegion(OperationState &state, ValueRange inputs,
                                   TypeRange accumulators, ReduceBody body) {
  Block *block = new Block();
  state.addRegion()->push_back(block);
  for (Value input : inputs)
    block->addArgument(getArrayType(input).getInnerType(), loc);
  for (Type type : accumulators)
    block->addArgument(type, loc);
  int64_t count = valueOf(getArrayType(inputs.front()).getSize(0));
  ValueRange arguments = block->getArguments();
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(block);
  SmallVector<Value> yielded;
  inside(count, arguments, [&] {
    yielded = body(arguments.take_front(inputs.size()),
                   arguments.drop_front(inputs.size()));
  });
  YieldOp::create(builder, loc, yielded);
}

static void addFoldOperands(OperationState &state, ValueRange inputs,
                            ValueRange inits, Builder &builder) {
  state.addOperands(inputs);
  state.addOperands(inits);
  state.addAttribute(
      "operandSegmentSizes",
      builder.getDenseI32ArrayAttr({static_cast<int32_t>(inputs.size()),
                                    static_cast<int32_t>(inits.size())}));
}

SmallVector<Value> ProgramBuilder::scan(ValueRange inputs, ValueRange inits,
                                        ReduceBody body) {
  OperationState state(loc, ScanOp::getOperationName());
  addFoldOperands(state, inputs, inits, builder);
  addFoldRegion(state, inputs, inits.getTypes(), body);
  for (Value init : inits) {
    SmallVector<Expr> sizes = {getArrayType(inputs.front()).getSize(0)};
    if (isArray(init))
      llvm::append_range(sizes, getArrayType(init).getSizeExprs());
    state.addTypes(lift::ArrayType::get(builder.getContext(), sizes,
                                        getElementType(init.getType())));
  }
  Operation *op = builder.create(state);
  return {op->result_begin(), op->result_end()};
}

SmallVector<Value> ProgramBuilder::reduceWhile(ValueRange inputs,
                                               ValueRange inits,
                                               Predicate predicate,
                                               ReduceBody body) {
  OperationState state(loc, ReduceWhileOp::getOperationName());
  addFoldOperands(state, inputs, inits, builder);
  addFoldRegion(state, inputs, inits.getTypes(),
                [&](ValueRange elements, ValueRange accumulators) {
                  return SmallVector<Value>{predicate(elements, accumulators)};
                });
  addFoldRegion(state, inputs, inits.getTypes(), body);
  state.addTypes(inits.getTypes());
  Operation *op = builder.create(state);
  return {op->result_begin(), op->result_end()};
}

SmallVector<Value> ProgramBuilder::scatterReduce(ValueRange inputs,
                                                 ValueRange inits,
                                                 ReduceBody body) {
  OperationState state(loc, ScatterReduceOp::getOperationName());
  addFoldOperands(state, inputs, inits, builder);
  SmallVector<Type> bins = llvm::map_to_vector(inits, [](Value init) -> Type {
    return getArrayType(init).getInnerType();
  });
  addFoldRegion(state, inputs, bins, body);
  state.addTypes(inits.getTypes());
  Operation *op = builder.create(state);
  return {op->result_begin(), op->result_end()};
}

Value ProgramBuilder::callUserFunction(Value lhs, Value rhs) {
  constexpr StringLiteral kName = "weigh";
  Type i32 = builder.getI32Type();
  if (!SymbolTable::lookupSymbolIn(module, kName)) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    OperationState state(loc, UserFunOp::getOperationName());
    state.addAttribute("sym_name", builder.getStringAttr(kName));
    state.addAttribute("function_type", TypeAttr::get(builder.getFunctionType(
                                            {i32, i32}, {i32})));
    state.addAttribute("arg_names", builder.getStrArrayAttr({"x", "y"}));
    state.addAttribute("result_names", builder.getStrArrayAttr({}));
    state.addAttribute("code", builder.getStrArrayAttr(
                                   {"return (int)(3u * (uint)x - (uint)y);"}));
    Block *block = new Block();
    state.addRegion()->push_back(block);
    block->addArguments({i32, i32}, {loc, loc});
    ValueRange arguments = block->getArguments();
    builder.create(state);
    builder.setInsertionPointToStart(block);
    Value three = constant(i32, 3);
    Value scaled = arith::MulIOp::create(builder, loc, arguments[0], three);
    Value result = arith::SubIOp::create(builder, loc, scaled, arguments[1]);
    YieldOp::create(builder, loc, result);
  }
  return CallOp::create(builder, loc, i32, kName, ValueRange{lhs, rhs},
                        /*sizes=*/DictionaryAttr())
      .getResult(0);
}

Value ProgramBuilder::iterate(Value array, int64_t count, StepBody body) {
  std::string name = makeStepName();
  auto input = getArrayType(array);
  SmallVector<Expr> stepSizes = input.getSizeExprs();
  sizes[name] = valueOf(stepSizes[0]);
  stepSizes[0] = Expr::name(name);
  OperationState state(loc, IterateOp::getOperationName());
  state.addOperands(array);
  Block *block = new Block();
  state.addRegion()->push_back(block);
  block->addArgument(lift::ArrayType::get(builder.getContext(), stepSizes,
                                          input.getElementType()),
                     loc);
  Value yielded;
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(block);
    inside(count, block->getArguments(),
           [&] { yielded = body(block->getArgument(0)); });
    YieldOp::create(builder, loc, yielded);
  }
  sizes.erase(name);
  SmallVector<Expr> resultSizes = input.getSizeExprs();
  resultSizes[0] = IterateOp::sizeAfter(
      resultSizes[0], getArrayType(yielded).getSize(0), name, count);
  state.addAttribute("count", sizeAttr(count));
  state.addAttribute("size_name", builder.getStringAttr(name));
  if (resultSizes[0].isError())
    return {};
  state.addTypes(lift::ArrayType::get(builder.getContext(), resultSizes,
                                      input.getElementType()));
  return builder.create(state)->getResult(0);
}
