//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Execution/SourceNames.h"

#include "LiftDialect/LiftDialect.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::lift;

/// The name in `%alpha`, `%alpha:2` or `%alpha#0`; empty for a number, which is
/// no name that anyone chose.
static StringRef getName(SMRange range) {
  const char *begin = range.Start.getPointer();
  StringRef text(begin, range.End.getPointer() - begin);
  if (!text.consume_front("%"))
    return {};
  text = text.take_while([](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '$' || c == '.' || c == '-';
  });
  return text.empty() || llvm::isDigit(text.front()) ? StringRef() : text;
}

static Location addName(Location loc, StringRef name) {
  if (name.empty())
    return loc;
  return NameLoc::get(StringAttr::get(loc.getContext(), name), loc);
}

/// Names the arguments of a block.
static void nameArguments(const AsmParserState::BlockDefinition &definition) {
  auto func = dyn_cast_or_null<func::FuncOp>(definition.block->getParentOp());
  bool isEntry = func && &func.front() == definition.block;
  for (auto [argument, source] :
       llvm::zip(definition.block->getArguments(), definition.arguments)) {
    StringRef name = getName(source.loc);
    argument.setLoc(addName(argument.getLoc(), name));
    unsigned index = argument.getArgNumber();
    if (isEntry && !name.empty() &&
        !func.getArgAttr(index, LiftDialect::NameAttrHelper::getNameStr()))
      func.setArgAttr(index, LiftDialect::NameAttrHelper::getNameStr(),
                      StringAttr::get(func.getContext(), name));
  }
}

/// True if the name of the result of `op` says what it computes. Lowering makes
/// many operations of a pattern, which the name of its result would not fit; a
/// constant is named after what it starts.
static bool isNamedAfterResult(Operation *op) {
  return op->getNumResults() == 1 &&
         !isa_and_nonnull<LiftDialect>(op->getDialect()) &&
         !op->hasTrait<OpTrait::ConstantLike>();
}

/// Gives what `state` knows of names to the operations.
static void applyNames(AsmParserState &state) {
  for (AsmParserState::OperationDefinition &definition : state.getOpDefs())
    if (definition.resultGroups.size() == 1 &&
        isNamedAfterResult(definition.op))
      definition.op->setLoc(
          addName(definition.op->getLoc(),
                  getName(definition.resultGroups.front().definition.loc)));
  for (AsmParserState::BlockDefinition &definition : state.getBlockDefs())
    nameArguments(definition);
}

OwningOpRef<ModuleOp> run::parseWithNames(llvm::SourceMgr &sourceMgr,
                                          MLIRContext &context) {
  ParserConfig config(&context);
  const llvm::MemoryBuffer *buffer =
      sourceMgr.getMemoryBuffer(sourceMgr.getMainFileID());
  if (isBytecode(*buffer))
    return parseSourceFile<ModuleOp>(sourceMgr, config);

  Block block;
  AsmParserState state;
  if (failed(parseAsmSourceFile(sourceMgr, &block, config, &state)))
    return nullptr;
  // The parser wraps what is not one module into one; do the same.
  applyNames(state);
  Location loc = FileLineColLoc::get(&context, buffer->getBufferIdentifier(),
                                     /*line=*/0, /*column=*/0);
  OwningOpRef<ModuleOp> module =
      mlir::detail::constructContainerOpForParserIfNecessary<ModuleOp>(
          &block, &context, loc);
  if (module && failed(verify(*module)))
    return nullptr;
  return module;
}
