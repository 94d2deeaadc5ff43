//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shrinking is greedy: each change that keeps the failure is kept. Changes are
// made and checked in child processes, since they fail in the way that the
// program does.
//
//===----------------------------------------------------------------------===//

#include "Shrink.h"

#include "Campaign.h"
#include "LiftDialect/LiftDialect.h"
#include "LiftDialect/Reducer/Changes.h"
#include "LiftDialect/Transforms/Sizes.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"

#include <chrono>

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::fuzz;

namespace {

class Shrinker {
public:
  Shrinker(const TestCase &test, const Verdict &verdict, unsigned seconds)
      : best(test), signature(verdict.getSignature()),
        end(std::chrono::steady_clock::now() + std::chrono::seconds(seconds)) {}

  TestCase run();

private:
  bool isTimeOver() const { return std::chrono::steady_clock::now() >= end; }
  /// Keeps `candidate` if it fails in the same way.
  bool tryCandidate(const TestCase &candidate);
  /// Each tries all changes of one kind; true if some were kept.
  bool changeFunction();
  bool bindNames();
  bool shrinkValues();
  bool shrinkNumbers();

  TestCase best;
  std::string signature;
  std::chrono::steady_clock::time_point end;
};

} // namespace

bool Shrinker::tryCandidate(const TestCase &candidate) {
  if (candidate.text == best.text && candidate.sizes == best.sizes)
    return false;
  if (checkInChild(candidate).getSignature() != signature)
    return false;
  best = candidate;
  return true;
}

/// Changes the text by MLIR, in a child; empty if that is not possible.
static std::string
rewriteText(const std::string &text,
            function_ref<LogicalResult(ModuleOp module)> rewrite) {
  return runInChild(
             20,
             [&](llvm::raw_ostream &os) {
               std::unique_ptr<MLIRContext> context = createContext();
               ScopedDiagnosticHandler quiet(
                   context.get(), [](Diagnostic &) { return success(); });
               OwningOpRef<ModuleOp> module =
                   parseSourceString<ModuleOp>(text, context.get());
               if (!module || failed(rewrite(*module)))
                 return;
               os << (succeeded(verify(*module)) ? printModule(*module)
                                                 : std::string("invalid"));
             })
      .output;
}

bool Shrinker::changeFunction() {
  bool changed = false;
  for (unsigned index = 0; !isTimeOver();) {
    TestCase candidate = best;
    candidate.text = rewriteText(best.text, [&](ModuleOp module) {
      return success(applyChange(module, index));
    });
    if (candidate.text.empty())
      break;
    if (candidate.text != "invalid" && tryCandidate(candidate))
      changed = true;
    else
      ++index;
  }
  return changed;
}

bool Shrinker::bindNames() {
  bool changed = false;
  for (auto *values : {&best.sizes, &best.params})
    for (const auto &[name, value] : SizeBindings(*values)) {
      TestCase candidate = best;
      candidate.sizes.erase(name);
      candidate.params.erase(name);
      candidate.text = rewriteText(
          best.text, [&, name = name, value = value](ModuleOp module) {
            for (auto func : module.getOps<func::FuncOp>())
              func->removeAttr(LiftDialect::ParamsAttrHelper::getNameStr());
            return substituteSizes(module, {{name, Expr(value)}});
          });
      changed |= !candidate.text.empty() && candidate.text != "invalid" &&
                 tryCandidate(candidate);
    }
  return changed;
}

bool Shrinker::shrinkValues() {
  bool changed = false;
  for (const auto &[name, value] : SizeBindings(best.sizes))
    for (int64_t smaller : {int64_t(1), value / 2, value - 1}) {
      if (smaller < 1 || smaller >= best.sizes[name])
        continue;
      TestCase candidate = best;
      candidate.sizes[name] = smaller;
      changed |= tryCandidate(candidate);
    }
  return changed;
}

/// `text` with each number `from` replaced.
static std::string replaceNumber(StringRef text, StringRef from,
                                 const std::string &to) {
  std::string result;
  for (size_t i = 0; i < text.size();) {
    bool isWord =
        llvm::isAlnum(text[i]) || StringRef("_%@#.").contains(text[i]);
    size_t length = isWord ? text.substr(i).find_if_not([](char c) {
      return llvm::isAlnum(c) || StringRef("_%@#.").contains(c);
    })
                           : 1;
    StringRef token = text.substr(i, length);
    result += token == from ? to : token.str();
    i += token.size();
  }
  return result;
}

/// Sizes, chunks and constants that are numbers.
bool Shrinker::shrinkNumbers() {
  bool changed = false;
  for (int64_t number = 32; number > 1 && !isTimeOver(); --number)
    for (int64_t smaller : {number / 2, number - 1}) {
      TestCase candidate = best;
      candidate.text = replaceNumber(best.text, std::to_string(number),
                                     std::to_string(smaller));
      changed |= candidate.text != best.text && tryCandidate(candidate);
    }
  return changed;
}

TestCase Shrinker::run() {
  bool changed = true;
  while (changed && !isTimeOver()) {
    changed = changeFunction();
    changed |= shrinkValues();
    changed |= bindNames();
    changed |= shrinkNumbers();
  }
  return best;
}

TestCase fuzz::shrink(const TestCase &test, const Verdict &verdict,
                      unsigned seconds) {
  return Shrinker(test, verdict, seconds).run();
}
