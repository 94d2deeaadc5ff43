//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "KeptStates.h"

#include "LiftDialect/Driver.h"
#include "LiftDialect/Loop/OperandExprs.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::lift;

static constexpr llvm::StringLiteral kKeepersName = "lift.keepers";
/// The work-items of a group: any device runs as many.
static constexpr int64_t kItems = 64;

/// The position of element `number` of an array in row-major order.
static SmallVector<Expr> getPosition(ArrayRef<Expr> sizes, Expr number) {
  SmallVector<Expr> position(sizes.size());
  for (size_t dim = sizes.size(); dim-- > 0;) {
    position[dim] = dim == 0 ? number : Expr::mod(number, sizes[dim]);
    number = Expr::floorDiv(number, sizes[dim]);
  }
  return position;
}

/// Fills a kernel each work-item of which copies an element of `one` to its
/// place in `all`.
static void createCopy(OpBuilder &builder, loop::KernelOp kernel, Value one,
                       Value step, Value all, ArrayRef<Expr> sizes,
                       const Expr &count) {
  Location loc = kernel.getLoc();
  auto id = loop::IdOp::create(builder, loc, builder.getIndexType(),
                               loop::IdLevel::Global, 0);
  auto getAttr = [&](ArrayRef<Expr> exprs) {
    return loop::ExprsAttr::get(builder.getContext(), exprs);
  };
  Expr steps = cast<loop::BufferType>(all.getType()).getSizeExprs().front();
  auto row = loop::IndexOp::create(builder, loc, builder.getIndexType(),
                                   loop::IndexKind::Data, ValueRange(),
                                   getAttr({Expr(0), steps - 1}), step);
  loop::OperandExprs test, from, to;
  loop::IfOp branch =
      loop::createBranch(builder, loc, {{test.use(id), Expr(0), count}}, test);
  builder.setInsertionPointToStart(&branch.getThenRegion().front());
  SmallVector<Expr> source = getPosition(sizes, from.use(id));
  auto loaded = loop::LoadOp::create(
      builder, loc, cast<loop::BufferType>(one.getType()).getElementType(), one,
      from.getOperands(), getAttr(source));
  SmallVector<Expr> target = {to.use(row)};
  llvm::append_range(target, getPosition(sizes, to.use(id)));
  loop::StoreOp::create(builder, loc, loaded, all, to.getOperands(),
                        getAttr(target));
}

static func::FuncOp createKeeper(func::FuncOp driver, ScanOp scan,
                                 unsigned result, StringRef name) {
  OpBuilder builder(driver);
  Location loc = scan.getLoc();
  auto all = cast<ArrayType>(scan->getResult(result).getType());
  auto one = cast<ArrayType>(scan.getInits()[result].getType());
  auto func = func::FuncOp::create(
      builder, loc, name,
      builder.getFunctionType({all, one, builder.getIndexType()}, {all}));
  func.setPrivate();
  builder.setInsertionPointToStart(func.addEntryBlock());
  const Expr count = one.getNumElements();
  auto getSize = [&](const Expr &size) {
    return getSizeArrayAttr(builder.getContext(), {size});
  };
  auto kernel = loop::KernelOp::create(
      builder, loc, all, /*kernel_name=*/StringAttr(),
      /*inputs=*/ValueRange{func.getArgument(1), func.getArgument(2)},
      /*destinations=*/func.getArgument(0), builder.getDenseI64ArrayAttr({0}),
      getSize(kItems), getSize(Expr::ceilDiv(count, kItems) * kItems),
      /*facts=*/builder.getArrayAttr({}),
      /*sentences=*/builder.getArrayAttr({}),
      /*fact_locations=*/ArrayAttr());
  Block &body = kernel.getBody().emplaceBlock();
  for (Value input : kernel.getInputs())
    body.addArgument(loop::KernelOp::getInputArgType(input), loc);
  body.addArgument(loop::BufferType::get(all, AddressSpace::Global), loc);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&body);
    createCopy(builder, kernel, body.getArgument(0), body.getArgument(1),
               body.getArgument(2), one.getSizeExprs(), count);
  }
  func::ReturnOp::create(builder, loc, kernel.getResults());
  return func;
}

/// Whether an array has the numbers 0, 1, ... as elements.
static bool isCounted(Value array) {
  auto numbers = array.getDefiningOp<GenerateOp>();
  auto cast =
      numbers
          ? numbers.getYield().getOperand(0).getDefiningOp<arith::IndexCastOp>()
          : arith::IndexCastOp();
  return cast && cast.getIn() == numbers.getBody().getArgument(0);
}

static LogicalResult checkScan(func::FuncOp driver, ScanOp scan) {
  if (scan->getParentOp() != driver)
    return scan.emitOpError("is in another loop of a driver");
  auto isArray = [](Value init) { return isa<ArrayType>(init.getType()); };
  // The loop of the host counts indices itself.
  auto isIndex = [](Operation *user) {
    auto cast = dyn_cast<arith::IndexCastOp>(user);
    return cast && cast.getType().isIndex();
  };
  if (scan.getInputs().size() == 1 && isCounted(scan.getInputs().front()) &&
      llvm::all_of(scan.getBody().getArgument(0).getUsers(), isIndex) &&
      llvm::all_of(scan.getInits(), isArray))
    return success();
  return scan.emitOpError(
      "is not what a driver does: it goes through more than "
      "the numbers of its steps, or keeps numbers");
}

/// Creates the functions for what others use of a scan.
static void createKeepersOf(func::FuncOp driver, ScanOp scan,
                            SymbolTable &symbols) {
  SmallVector<Attribute> names;
  for (OpResult result : scan->getResults()) {
    if (result.use_empty()) {
      names.push_back(UnitAttr::get(scan.getContext()));
      continue;
    }
    names.push_back(
        symbols.insert(createKeeper(driver, scan, result.getResultNumber(),
                                    (driver.getName() + "_keep").str())));
  }
  scan->setAttr(kKeepersName, ArrayAttr::get(scan.getContext(), names));
}

LogicalResult lift::createKeepers(ModuleOp module) {
  SmallVector<std::pair<func::FuncOp, ScanOp>> scans;
  for (auto func : module.getOps<func::FuncOp>())
    if (func->hasAttr(kDriverAttrName))
      func.walk([&](ScanOp scan) { scans.emplace_back(func, scan); });
  for (auto [driver, scan] : scans)
    if (failed(checkScan(driver, scan)))
      return failure();
  if (scans.empty())
    return success();
  SymbolTable symbols(module);
  for (auto [driver, scan] : scans)
    createKeepersOf(driver, scan, symbols);
  return success();
}

StringAttr lift::getKeeper(ScanOp scan, unsigned result) {
  return dyn_cast<StringAttr>(
      scan->getAttrOfType<ArrayAttr>(kKeepersName)[result]);
}
