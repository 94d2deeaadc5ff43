//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Execution/Program.h"

#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/AssertedResults.h"
#include "LiftDialect/ConstantArguments.h"
#include "LiftDialect/ElementTypes.h"
#include "LiftDialect/Execution/ExecutionOptions.h"
#include "LiftDialect/Execution/SourceNames.h"
#include "LiftDialect/LiftDialect.h"
#include "LiftDialect/LiftTypes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::run;

std::string Parameter::str() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (isScalar())
    os << leaf.elementType;
  else
    os << lift::ArrayType::get(leaf.elementType.getContext(),
                               ArrayRef<Expr>(leaf.sizes), leaf.elementType);
  return text;
}

InFlightDiagnostic Program::emitError() const {
  return getEntry().emitError("'@") << getEntry().getSymName() << "' ";
}

//===----------------------------------------------------------------------===//
// Finding the function
//===----------------------------------------------------------------------===//

/// The type of `func` in terms of Lift arrays: its own, or what lowering kept.
static FunctionType getSignature(func::FuncOp func) {
  if (auto attr = func->getAttrOfType<TypeAttr>(
          LiftDialect::SignatureAttrHelper::getNameStr()))
    return dyn_cast<FunctionType>(attr.getValue());
  return func.getFunctionType();
}

static bool isCandidate(func::FuncOp func) {
  if (!func.isPublic() || func.isExternal())
    return false;
  // Whatever it is: a wrong signature is reported.
  return func->hasAttr(LiftDialect::SignatureAttrHelper::getNameStr()) ||
         isLiftFunction(func);
}

/// The names of the candidates: "@f, @g".
static std::string listNames(ArrayRef<func::FuncOp> funcs) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(
      funcs, os, [&](func::FuncOp func) { os << "@" << func.getSymName(); });
  return text;
}

static FailureOr<func::FuncOp> findEntry(ModuleOp module, StringRef name) {
  Location optionsLoc = UnknownLoc::get(module.getContext());
  SmallVector<func::FuncOp> candidates;
  for (auto func : module.getOps<func::FuncOp>())
    if (isCandidate(func))
      candidates.push_back(func);
  if (!name.empty()) {
    auto func = module.lookupSymbol<func::FuncOp>(name);
    if (func && !func.isExternal())
      return func;
    return emitError(optionsLoc, "there is no function '@")
           << name << "' with a body"
           << (candidates.empty() ? "" : "; there is " + listNames(candidates));
  }
  if (candidates.size() == 1)
    return candidates.front();
  if (!candidates.empty())
    return emitError(optionsLoc, "the file has several functions; choose "
                                 "one with --entry: ")
           << listNames(candidates);
  constexpr StringLiteral message =
      "the file has no public function on arrays or tensors";
  auto funcs = module.getOps<func::FuncOp>();
  if (funcs.empty())
    return emitError(optionsLoc, message);
  func::FuncOp first = *funcs.begin();
  InFlightDiagnostic diag = emitError(first.getLoc(), message);
  diag.attachNote() << "this one has type " << first.getFunctionType();
  return diag;
}

//===----------------------------------------------------------------------===//
// What it takes and returns
//===----------------------------------------------------------------------===//

/// Appends the buffers of a value of type `type` that is called `name`.
static LogicalResult appendLeaves(const Program &program, Type type,
                                  StringRef name,
                                  std::vector<Parameter> &parameters) {
  SmallVector<Leaf> leaves = getLeaves(type);
  for (auto [index, leaf] : llvm::enumerate(leaves)) {
    if (!isHostElementType(leaf.elementType))
      return program.emitError()
             << "cannot be run: it has values of type " << type;
    std::string leafName = name.str();
    if (leaves.size() > 1)
      leafName += "." + std::to_string(index);
    parameters.push_back({leafName, leaf, {}});
  }
  return success();
}

/// The name of argument `index`, made unique by whoever reads it: what lowering
/// kept, or what the file calls it.
static std::string getArgumentName(func::FuncOp func, unsigned index) {
  if (auto name = func.getArgAttrOfType<StringAttr>(
          index, LiftDialect::NameAttrHelper::getNameStr()))
    return name.str();
  return "arg" + std::to_string(index);
}

/// The bytes of `elements`, which live as long as the context. The elements of
/// resources are not looked at: there may be more or fewer bytes than they
/// take.
static runtime::Bytes getBytes(ElementsAttr elements) {
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(elements)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    ArrayRef<char> bytes = blob ? blob->getData() : ArrayRef<char>();
    return runtime::Bytes::borrow({bytes.data(), bytes.size()});
  }
  auto dense = cast<DenseElementsAttr>(elements);
  ArrayRef<char> raw = dense.getRawData();
  std::string text;
  if (dense.getElementType().isInteger(1)) {
    for (bool value : dense.getValues<bool>())
      text.push_back(char(value));
    return runtime::Bytes(std::move(text));
  }
  if (!dense.isSplat())
    return runtime::Bytes::borrow({raw.data(), raw.size()});
  for (int64_t i = 0; i < dense.getNumElements(); ++i)
    text.append(raw.data(), raw.size());
  return runtime::Bytes(std::move(text));
}

/// Remembers what the last of the arguments always is, if that is said.
static LogicalResult setConstant(Program &program, unsigned index) {
  func::FuncOp func = program.entry;
  auto constant = func.getArgAttrOfType<ElementsAttr>(index, kConstantAttrName);
  if (!constant)
    return success();
  Parameter &parameter = program.arguments.back();
  auto isSize = [](const auto &both) {
    return std::get<0>(both).isConstant(std::get<1>(both));
  };
  if (!isa<DenseElementsAttr, DenseResourceElementsAttr>(constant) ||
      constant.getElementType() != parameter.leaf.elementType ||
      constant.getShapedType().getRank() !=
          int64_t(parameter.leaf.sizes.size()) ||
      !llvm::all_of(
          llvm::zip(parameter.leaf.sizes, constant.getShapedType().getShape()),
          isSize))
    return program.emitError()
           << "has an argument " << parameter.str() << " that is not what its '"
           << kConstantAttrName << "' is: " << constant.getType();
  parameter.constant = getBytes(constant);
  const size_t expected =
      constant.getNumElements() * getElementBytes(constant.getElementType());
  if (parameter.constant.size() == expected)
    return success();
  return program.emitError()
         << "has an argument " << parameter.str() << " with "
         << parameter.constant.size() << " bytes in its '" << kConstantAttrName
         << "', expected " << expected;
}

/// Adds an assertion before the others: results are looked at from the last on.
static LogicalResult addAssertion(Program &program, ArrayAttr asserted) {
  auto message = dyn_cast_or_null<StringAttr>(
      asserted.size() == 2 ? asserted[0] : Attribute());
  auto loc = dyn_cast_or_null<LocationAttr>(asserted.size() == 2 ? asserted[1]
                                                                 : Attribute());
  Type type = program.signature.getResults()
                  .drop_back(program.assertions.size())
                  .back();
  if (!message || !loc || !type.isInteger(32))
    return program.emitError()
           << "has a '" << kAssertedAttrName << "' of " << type
           << ", expected a message and a location, of an i32";
  program.assertions.insert(program.assertions.begin(),
                            {message.str(), Location(loc)});
  return success();
}

static LogicalResult describeBoundary(Program &program) {
  func::FuncOp func = program.entry;
  for (auto [index, type] : llvm::enumerate(program.signature.getInputs()))
    if (failed(appendLeaves(program, type, getArgumentName(func, index),
                            program.arguments)) ||
        failed(setConstant(program, index)))
      return failure();
  for (unsigned i = func.getNumResults(); i > 0; --i) {
    auto asserted =
        func.getResultAttrOfType<ArrayAttr>(i - 1, kAssertedAttrName);
    if (!asserted)
      break;
    if (failed(addAssertion(program, asserted)))
      return failure();
  }
  TypeRange results = program.signature.getResults();
  if (results.size() < program.assertions.size())
    return program.emitError() << "has more assertions than results";
  for (auto [index, type] :
       llvm::enumerate(results.drop_back(program.assertions.size())))
    if (failed(appendLeaves(program, type, "result" + std::to_string(index),
                            program.results)))
      return failure();
  return success();
}

/// Collects size and tuning names.
static void collectNames(Program &program) {
  llvm::SetVector<StringRef> params;
  if (auto dictionary = program.getEntry()->getAttrOfType<DictionaryAttr>(
          LiftDialect::ParamsAttrHelper::getNameStr()))
    for (NamedAttribute attr : dictionary)
      params.insert(attr.getName().strref());
  for (StringRef name : params)
    program.paramNames.push_back(name.str());

  std::vector<std::string> names;
  for (const auto &parameters : {program.arguments, program.results})
    for (const Parameter &parameter : parameters)
      for (const Expr &size : parameter.leaf.sizes) {
        std::set<std::string> mentioned;
        size.collectNames(mentioned);
        names.insert(names.end(), mentioned.begin(), mentioned.end());
      }
  if (program.isLowered)
    for (Attribute name : program.entry->getAttrOfType<ArrayAttr>(
             LiftDialect::SizesAttrHelper::getNameStr()))
      names.push_back(cast<StringAttr>(name).str());
  for (const std::string &name : names)
    if (!params.contains(name) && !llvm::is_contained(program.sizeNames, name))
      program.sizeNames.push_back(name);
}

/// Tests that the type of a lowered function is what its signature says: a
/// buffer or number per argument, then an index per size.
static LogicalResult checkLowered(const Program &program) {
  func::FuncOp func = program.entry;
  FunctionType type = func.getFunctionType();
  auto sizes = func->getAttrOfType<ArrayAttr>(
      LiftDialect::SizesAttrHelper::getNameStr());
  if (!sizes || !llvm::all_of(sizes, llvm::IsaPred<StringAttr>))
    return program.emitError() << "is lowered, but has no '"
                               << LiftDialect::SizesAttrHelper::getNameStr()
                               << "', an array of strings";
  size_t expected = program.arguments.size() + sizes.size();
  if (type.getNumInputs() != expected ||
      type.getNumResults() !=
          program.results.size() + program.assertions.size())
    return program.emitError()
           << "has " << type.getNumInputs() << " arguments and "
           << type.getNumResults() << " results, but '"
           << LiftDialect::SignatureAttrHelper::getNameStr() << "' and '"
           << LiftDialect::SizesAttrHelper::getNameStr() << "' ask for "
           << expected << " and "
           << program.results.size() + program.assertions.size();
  auto check = [&](Type actual, const Parameter &parameter,
                   bool allowScalar) -> LogicalResult {
    if (allowScalar && parameter.isScalar() &&
        actual == parameter.leaf.elementType)
      return success();
    auto memref = dyn_cast<MemRefType>(actual);
    if (memref && memref.getRank() == 1)
      return success();
    return program.emitError()
           << "takes or returns '" << parameter.name << "' as " << actual
           << ", expected "
           << (allowScalar && parameter.isScalar() ? parameter.str()
                                                   : "a memref of rank 1");
  };
  for (auto [actual, parameter] :
       llvm::zip(type.getInputs(), program.arguments))
    if (failed(check(actual, parameter, /*allowScalar=*/true)))
      return failure();
  for (auto [actual, parameter] : llvm::zip(type.getResults(), program.results))
    if (failed(check(actual, parameter, /*allowScalar=*/false)))
      return failure();
  for (Type actual : type.getInputs().drop_front(program.arguments.size()))
    if (!actual.isIndex())
      return program.emitError()
             << "takes a size as " << actual << ", expected index";
  return success();
}

LogicalResult run::describeProgram(Program &program) {
  program.isLowered = program.getEntry()->hasAttr(
      LiftDialect::SignatureAttrHelper::getNameStr());
  program.signature = getSignature(program.entry);
  if (!program.signature)
    return program.emitError()
           << "has a '" << LiftDialect::SignatureAttrHelper::getNameStr()
           << "' that is not a function type";
  if (failed(describeBoundary(program)) ||
      (program.isLowered && failed(checkLowered(program))))
    return failure();
  collectNames(program);
  return success();
}

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

/// Makes arrays of the tensors of a module, if it has any.
static LogicalResult convertTensors(ModuleOp module, TensorOptions options) {
  auto isOnTensors = [](func::FuncOp func) {
    auto isTensor = llvm::IsaPred<TensorType>;
    return llvm::any_of(func.getArgumentTypes(), isTensor) ||
           llvm::any_of(func.getResultTypes(), isTensor);
  };
  if (llvm::none_of(module.getOps<func::FuncOp>(), isOnTensors))
    return success();
  PassManager manager(module.getContext());
  std::string pipeline = "tosa-to-lift{return-assertions ";
  if (options.reassociate)
    pipeline += "reassociate ";
  if (options.ignoreAssertions)
    pipeline += "ignore-assertions";
  pipeline += "}";
  if (failed(parsePassPipeline(pipeline, manager)))
    return failure();
  return manager.run(module);
}

LogicalResult run::loadProgram(StringRef fileName, StringRef entryName,
                               llvm::SourceMgr &sourceMgr, MLIRContext &context,
                               Program &program, TensorOptions options) {
  std::string message;
  auto file = openInputFile(fileName, &message);
  if (!file)
    return emitError(UnknownLoc::get(&context), message);
  sourceMgr.AddNewSourceBuffer(std::move(file), SMLoc());
  return parseProgram(sourceMgr, entryName, context, program, options);
}

LogicalResult run::parseProgram(llvm::SourceMgr &sourceMgr, StringRef entryName,
                                MLIRContext &context, Program &program,
                                TensorOptions options) {
  program.module = parseWithNames(sourceMgr, context);
  if (!program.module || failed(convertTensors(*program.module, options)))
    return failure();
  FailureOr<func::FuncOp> entry = findEntry(*program.module, entryName);
  if (failed(entry))
    return failure();
  program.entry = *entry;
  return describeProgram(program);
}
