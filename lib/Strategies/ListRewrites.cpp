//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements lift-list-rewrites.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Analysis/ValueUses.h"
#include "LiftDialect/Strategies/Passes.h"
#include "LiftDialect/Strategies/Schedule.h"
#include "LiftDialect/Strategies/Strategies.h"
#include "LiftDialect/TransformOps/LiftTransformOps.h"
#include "RewriteList.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "llvm/ADT/StringExtras.h"

namespace mlir::lift {
#define GEN_PASS_DEF_LISTREWRITESPASS
#include "LiftDialect/Strategies/Passes.h.inc"
} // namespace mlir::lift

using namespace mlir;
using namespace mlir::lift;

namespace {
struct ListRewritesPass final
    : lift::impl::ListRewritesPassBase<ListRewritesPass> {
  using Base::Base;
  void getDependentDialects(DialectRegistry &registry) const override {
    Base::getDependentDialects(registry);
    registry.insert<DLTIDialect>();
    registerTransformOps(registry);
  }
  void runOnOperation() override;
};

/// All that is printed of a pattern.
struct PatternReport {
  Operation *pattern;
  std::optional<SmallVector<unsigned>> path;
  /// Of maps.
  FailureOr<Nest> nest = failure();
  Refusal notNest;
  SmallVector<TriedRewrite> rewrites;
  /// Of patterns at the top level.
  std::optional<TriedStrategies> strategies;
};

struct FunctionReport {
  StringRef name;
  std::vector<PatternReport> patterns;
};
} // namespace

static PatternReport makeReport(const Problem &problem, Operation *pattern) {
  PatternReport report;
  report.pattern = pattern;
  report.path = getPatternPath(pattern);
  if (isa<MapOp>(pattern))
    report.nest = Nest::get(pattern, report.notNest);
  report.rewrites = tryRewrites(problem.getFunc(), pattern);
  if (report.path && report.path->size() == 1)
    report.strategies = tryStrategies(problem, report.path->front());
  return report;
}

/// As diagnostics have it.
static std::string getPlace(Location loc) {
  std::string place;
  llvm::raw_string_ostream os(place);
  if (auto file = loc->findInstanceOf<FileLineColLoc>())
    os << file.getFilename().getValue() << ":" << file.getLine() << ":"
       << file.getColumn();
  else
    os << loc;
  return place;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static void printAnswer(raw_ostream &os, const PatternReport &report,
                        const std::optional<Reason> &refused) {
  if (!refused) {
    os << "applies\n";
    return;
  }
  os << "no: " << refused->text;
  if (refused->loc != report.pattern->getLoc())
    os << " (" << getPlace(refused->loc) << ")";
  os << "\n";
}

static void printNest(raw_ostream &os, const PatternReport &report) {
  os << "  nest: ";
  if (succeeded(report.nest)) {
    report.nest->print(os);
    os << "\n";
    return;
  }
  printAnswer(os, report,
              Reason{report.notNest.getReason().str(),
                     report.notNest.getOp()->getLoc()});
}

static void printText(raw_ostream &os, StringRef func,
                      const PatternReport &report) {
  os << getPlace(report.pattern->getLoc()) << ": "
     << report.pattern->getName().stripDialect() << " of @" << func;
  if (report.path)
    for (unsigned number : *report.path)
      os << "[" << number << "]";
  os << "\n";
  if (isa<MapOp>(report.pattern))
    printNest(os, report);
  for (const TriedRewrite &rewrite : report.rewrites) {
    os << "  " << rewrite.name;
    if (rewrite.parameter)
      os << " " << rewrite.parameter->first << "=" << rewrite.parameter->second;
    os << ": ";
    printAnswer(os, report, rewrite.refused);
  }
  if (!report.strategies)
    return;
  os << "  strategy: ";
  if (report.strategies->refused)
    printAnswer(os, report, report.strategies->refused);
  else
    os << report.strategies->name << "\n";
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

/// The attributes of an object that say why something does not apply.
static void writeReason(llvm::json::OStream &json, StringRef text,
                        Location loc) {
  json.attribute("reason", text);
  json.attribute("at", getPlace(loc));
}

template <typename Range>
static void writeNumbers(llvm::json::OStream &json, const Range &numbers) {
  json.array([&] {
    for (unsigned number : numbers)
      json.value(number);
  });
}

static void writeNest(llvm::json::OStream &json, const Nest &nest) {
  auto writeDims = [&](StringRef name, ArrayRef<NestDim> dims) {
    json.attributeArray(name, [&] {
      for (const NestDim &dim : dims)
        json.value(dim.size.str());
    });
  };
  writeDims("parallel", nest.getDims().take_front(nest.getNumParallelDims()));
  writeDims("reduced", nest.getDims().drop_front(nest.getNumParallelDims()));
  json.attributeArray("operands", [&] {
    SmallVector<Value> used = nest.getStepOperands();
    llvm::append_range(used, nest.getEpilogueOperands());
    for (Value value : used)
      writeNumbers(json, nest.lookup(value)->dims);
  });
}

static void writeRewrite(llvm::json::OStream &json,
                         const TriedRewrite &rewrite) {
  json.object([&] {
    json.attribute("rewrite", rewrite.name);
    if (rewrite.parameter)
      json.attribute(rewrite.parameter->first, rewrite.parameter->second);
    json.attribute("applies", !rewrite.refused);
    if (rewrite.refused)
      writeReason(json, rewrite.refused->text, rewrite.refused->loc);
  });
}

static void writeStrategies(llvm::json::OStream &json,
                            const TriedStrategies &tried) {
  if (tried.refused)
    writeReason(json, tried.refused->text, tried.refused->loc);
  else
    json.attribute("name", tried.name);
}

static void writePattern(llvm::json::OStream &json,
                         const PatternReport &report) {
  json.object([&] {
    json.attribute("pattern", report.pattern->getName().stripDialect());
    json.attribute("at", getPlace(report.pattern->getLoc()));
    if (report.path) {
      json.attributeBegin("number");
      writeNumbers(json, *report.path);
      json.attributeEnd();
    }
    if (isa<MapOp>(report.pattern))
      json.attributeObject("nest", [&] {
        if (succeeded(report.nest))
          writeNest(json, *report.nest);
        else
          writeReason(json, report.notNest.getReason(),
                      report.notNest.getOp()->getLoc());
      });
    json.attributeArray("rewrites", [&] {
      for (const TriedRewrite &rewrite : report.rewrites)
        writeRewrite(json, rewrite);
    });
    if (report.strategies)
      json.attributeObject("strategy",
                           [&] { writeStrategies(json, *report.strategies); });
  });
}

static void writeJson(raw_ostream &os, ArrayRef<FunctionReport> functions) {
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.object([&] {
    json.attributeArray("functions", [&] {
      for (const FunctionReport &function : functions)
        json.object([&] {
          json.attribute("name", function.name);
          json.attributeArray("patterns", [&] {
            for (const PatternReport &report : function.patterns)
              writePattern(json, report);
          });
        });
    });
  });
  os << "\n";
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

void ListRewritesPass::runOnOperation() {
  std::vector<FunctionReport> functions;
  WalkResult walked = getOperation()->walk([&](func::FuncOp func) {
    if (!isLiftFunction(func))
      return WalkResult::skip();
    FailureOr<Problem> problem =
        Problem::get(func, target, sizes, Assumed::Nothing);
    if (failed(problem))
      return WalkResult::interrupt();
    FunctionReport &report = functions.emplace_back();
    report.name = func.getName();
    func.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<MapOp, FoldPattern>(op))
        report.patterns.push_back(makeReport(*problem, op));
    });
    return WalkResult::skip();
  });
  if (walked.wasInterrupted())
    return signalPassFailure();
  markAllAnalysesPreserved();
  if (format == ListFormat::Json)
    return writeJson(llvm::outs(), functions);
  for (const FunctionReport &function : functions)
    for (const PatternReport &report : function.patterns)
      printText(llvm::outs(), function.name, report);
}
