//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file tests the two directions of every view by enumeration: each element
// of small arrays whose sizes are primes or 1, against a definition of the view
// that is written here.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/LiftDialect.h"
#include "LiftDialect/LiftOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

#include <set>

using namespace mlir;
using namespace mlir::lift;

namespace {

using Path = std::vector<int64_t>;

/// A view in Lift's syntax, and what it means.
struct View {
  /// The operand is %x, the value of a constant pad %v.
  std::string op;
  /// Where an element of the result comes from in %x; nothing for an element
  /// that a pad adds.
  std::function<std::optional<Path>(const Path &)> source;
};

void PrintTo(const View &view, std::ostream *os) { *os << view.op; }

/// The paths of an array, in order.
std::vector<Path> enumerate(ArrayRef<int64_t> shape) {
  std::vector<Path> paths = {{}};
  for (int64_t size : shape) {
    std::vector<Path> longer;
    for (const Path &path : paths)
      for (int64_t i = 0; i < size; ++i) {
        longer.push_back(path);
        longer.back().push_back(i);
      }
    paths = std::move(longer);
  }
  return paths;
}

Path getShape(Type type) {
  Path shape;
  if (auto array = dyn_cast<ArrayType>(type))
    for (const Expr &size : array.getSizeExprs())
      shape.push_back(*size.getConstant());
  return shape;
}

bool isInRange(const Path &path, const Path &shape) {
  if (path.size() != shape.size())
    return false;
  for (size_t i = 0; i < path.size(); ++i)
    if (path[i] < 0 || path[i] >= shape[i])
      return false;
  return true;
}

/// The only source of the views in this test.
Value getSource(ViewOpInterface view) { return view.getViewSources().front(); }

/// Index variables with values, and the indices that views bind.
class Indices final : public IndexBinder {
public:
  /// Names for the dimensions of a path.
  SmallVector<Expr> bindPath(unsigned rank) {
    SmallVector<Expr> names;
    for (unsigned i = 0; i < rank; ++i)
      names.push_back(Expr::name("i" + std::to_string(i)));
    return names;
  }
  void setPath(const Path &newPath) { path = newPath; }

  Expr clamp(const Expr &index, const Expr &lower, const Expr &upper) override {
    return bind([=](const Indices &values) {
      return std::min(std::max(values.evaluate(index), values.evaluate(lower)),
                      values.evaluate(upper));
    });
  }
  Expr wrap(const Expr &index, const Expr &length) override {
    return bind([=](const Indices &values) {
      int64_t size = values.evaluate(length);
      return ((values.evaluate(index) % size) + size) % size;
    });
  }
  Expr mirror(const Expr &index, const Expr &length) override {
    return bind([=](const Indices &values) {
      int64_t size = values.evaluate(length), i = values.evaluate(index);
      return i < 0 ? -1 - i : i < size ? i : 2 * size - 1 - i;
    });
  }

  int64_t evaluate(const Expr &expr) const {
    EvalResult result =
        expr.evaluate([&](const std::string &name) -> std::optional<int64_t> {
          size_t number = std::stoul(name.substr(1));
          if (name[0] == 'i')
            return path[number];
          return bound[number](*this);
        });
    EXPECT_TRUE(result.value) << result.error << " in " << expr.str();
    return result.value.value_or(-1);
  }

  Path evaluate(ArrayRef<Expr> exprs) const {
    Path values;
    for (const Expr &expr : exprs)
      values.push_back(evaluate(expr));
    return values;
  }

  bool hold(ArrayRef<IndexTest> tests) const {
    return llvm::all_of(tests, [&](const IndexTest &test) {
      int64_t index = evaluate(test.index);
      return evaluate(test.lower) <= index && index < evaluate(test.upper);
    });
  }

private:
  Expr bind(std::function<int64_t(const Indices &)> value) {
    bound.push_back(std::move(value));
    return Expr::name("c" + std::to_string(bound.size() - 1));
  }

  Path path;
  /// What the names stand for, at the current path.
  std::vector<std::function<int64_t(const Indices &)>> bound;
};

class ViewTest : public ::testing::TestWithParam<View> {
protected:
  ViewTest() {
    context.loadDialect<LiftDialect, func::FuncDialect>();
    const std::string &op = GetParam().op;
    std::string type = op.substr(op.rfind(" : ") + 3);
    module = parseSourceString<ModuleOp>(
        "func.func @f(%x: " + type + ", %v: f32) {\n%r = " + op + "\nreturn\n}",
        &context);
    if (module)
      module->walk([&](ViewOpInterface op) { view = op; });
  }

  void SetUp() override { ASSERT_TRUE(view) << "cannot parse"; }

  bool isEmptyPad() {
    auto pad = dyn_cast<PadOp>(view.getOperation());
    return pad && pad.getMode() == PadMode::Empty;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  ViewOpInterface view;
};

} // namespace

/// Compares what reads of `view` give with `source`.
static void
checkReads(ViewOpInterface view, bool isEmptyPad,
           const std::function<std::optional<Path>(const Path &)> &source) {
  Path shape = getShape(view->getResult(0).getType());
  Indices indices;
  Access access = view.getReadAccess(indices.bindPath(shape.size()), indices);
  for (const Path &path : enumerate(shape)) {
    SCOPED_TRACE("reading " + testing::PrintToString(path));
    indices.setPath(path);
    std::optional<Path> expected = source(path);
    const Access *taken = &access;
    while (!indices.hold(taken->tests)) {
      taken = taken->otherwise.get();
      ASSERT_TRUE(taken);
    }
    Path actual = indices.evaluate(taken->path);
    ASSERT_TRUE(isInRange(actual, getShape(taken->source.getType())));
    if (expected) {
      ASSERT_EQ(taken->source, getSource(view));
      ASSERT_EQ(actual, *expected);
    } else if (!isEmptyPad) {
      ASSERT_NE(taken->source, getSource(view));
    }
  }
}

TEST_P(ViewTest, ReadsWhatTheDefinitionSays) {
  checkReads(view, isEmptyPad(), GetParam().source);
}

TEST_P(ViewTest, WritesAreInverseToReads) {
  Path sourceShape = getShape(getSource(view).getType());
  Path shape = getShape(view->getResult(0).getType());
  Indices indices;
  std::optional<WritePath> write = view.getWritePath(
      /*source=*/0, indices.bindPath(sourceShape.size()), indices);
  if (!write)
    return;
  std::set<Path> written, wanted;
  for (const Path &path : enumerate(shape))
    if (std::optional<Path> from = GetParam().source(path))
      wanted.insert(*from);
  for (const Path &path : enumerate(sourceShape)) {
    SCOPED_TRACE("writing " + testing::PrintToString(path));
    indices.setPath(path);
    // What is not written must not be in the result at all.
    ASSERT_EQ(indices.hold(write->guards), wanted.count(path) == 1);
    if (!indices.hold(write->guards))
      continue;
    Path target = indices.evaluate(write->path);
    ASSERT_TRUE(isInRange(target, shape)) << testing::PrintToString(target);
    ASSERT_EQ(GetParam().source(target), path);
    ASSERT_TRUE(written.insert(target).second) << "written twice";
  }
  size_t specified = 0;
  for (const Path &path : enumerate(shape))
    specified += !isEmptyPad() || GetParam().source(path);
  // A pad by nothing is called partial, which is true enough.
  if (write->exact || shape != sourceShape) {
    EXPECT_EQ(write->exact, written.size() == specified);
  }
}

TEST_P(ViewTest, WriteAbilityDoesNotDependOnThePath) {
  Path sourceShape = getShape(getSource(view).getType());
  Indices indices;
  std::optional<WritePath> symbolic = view.getWritePath(
      /*source=*/0, indices.bindPath(sourceShape.size()), indices);
  for (const Path &path : enumerate(sourceShape)) {
    std::optional<WritePath> concrete = view.getWritePath(
        /*source=*/0, SmallVector<Expr>(path.begin(), path.end()), indices);
    ASSERT_EQ(concrete.has_value(), symbolic.has_value());
    if (concrete) {
      ASSERT_EQ(concrete->exact, symbolic->exact);
      ASSERT_EQ(concrete->guards.size(), symbolic->guards.size());
    }
  }
}

TEST_P(ViewTest, WorksOnEachOfSeveralArrays) {
  Type outer = ArrayType::getArrayOf(3, getSource(view).getType());
  Block *block = view->getBlock();
  Value arrays = block->addArgument(outer, view->getLoc());
  OpBuilder builder(view->getBlock()->getTerminator());
  auto deeper =
      cast<ViewOpInterface>(view.cloneAtDepth(builder, arrays, /*depth=*/1));
  EXPECT_EQ(deeper->getResult(0).getType(),
            ArrayType::getArrayOf(3, view->getResult(0).getType()));
  checkReads(deeper, isEmptyPad(),
             [&](const Path &path) -> std::optional<Path> {
               std::optional<Path> inner =
                   GetParam().source(Path(path.begin() + 1, path.end()));
               if (inner)
                 inner->insert(inner->begin(), path[0]);
               return inner;
             });
}

//===----------------------------------------------------------------------===//
// The views
//===----------------------------------------------------------------------===//

static std::optional<Path> inRange(const Path &path, const Path &shape) {
  return isInRange(path, shape) ? std::optional(path) : std::nullopt;
}

static int64_t clampTo(int64_t index, int64_t size) {
  return std::min(std::max<int64_t>(index, 0), size - 1);
}

static const View views[] = {
    // split and join
    {"lift.split %x by 5 : !lift.array<15 x f32>",
     [](const Path &p) { return Path{p[0] * 5 + p[1]}; }},
    {"lift.split %x by 1 : !lift.array<7 x f32>",
     [](const Path &p) { return Path{p[0] + p[1]}; }},
    {"lift.split %x by 7 : !lift.array<7 x f32>",
     [](const Path &p) { return Path{p[1]}; }},
    {"lift.split %x by 1 : !lift.array<1 x f32>",
     [](const Path &) { return Path{0}; }},
    {"lift.split %x by 3 dim 1 : !lift.array<2 x 6 x 5 x f32>",
     [](const Path &p) {
       return Path{p[0], p[1] * 3 + p[2], p[3]};
     }},
    {"lift.split %x by 2 dim 2 : !lift.array<3 x 1 x 10 x f32>",
     [](const Path &p) {
       return Path{p[0], p[1], p[2] * 2 + p[3]};
     }},
    {"lift.join %x : !lift.array<3 x 5 x f32>",
     [](const Path &p) {
       return Path{p[0] / 5, p[0] % 5};
     }},
    {"lift.join %x : !lift.array<7 x 1 x f32>",
     [](const Path &p) {
       return Path{p[0], 0};
     }},
    {"lift.join %x : !lift.array<1 x 7 x 2 x f32>",
     [](const Path &p) {
       return Path{0, p[0], p[1]};
     }},
    {"lift.join %x dim 1 : !lift.array<2 x 3 x 5 x f32>",
     [](const Path &p) {
       return Path{p[0], p[1] / 5, p[1] % 5};
     }},
    // transpose
    {"lift.transpose %x : !lift.array<3 x 5 x f32>",
     [](const Path &p) {
       return Path{p[1], p[0]};
     }},
    {"lift.transpose %x : !lift.array<3 x 5 x 2 x f32>",
     [](const Path &p) {
       return Path{p[1], p[0], p[2]};
     }},
    // Dimension i of the result is dimension permutation[i] of the operand; a
    // cycle tells the two directions apart.
    {"lift.transpose %x permutation [1, 2, 0] : !lift.array<3 x 5 x 2 x f32>",
     [](const Path &p) {
       return Path{p[2], p[0], p[1]};
     }},
    {"lift.transpose %x permutation [3, 0, 2, 1]"
     " : !lift.array<3 x 5 x 2 x 1 x f32>",
     [](const Path &p) {
       return Path{p[1], p[3], p[2], p[0]};
     }},
    // slide
    {"lift.slide %x size [3] step [1] : !lift.array<7 x f32>",
     [](const Path &p) { return Path{p[0] + p[1]}; }},
    {"lift.slide %x size [3] step [2] : !lift.array<7 x 2 x f32>",
     [](const Path &p) {
       return Path{p[0] * 2 + p[1], p[2]};
     }},
    {"lift.slide %x size [7] step [1] : !lift.array<7 x f32>",
     [](const Path &p) { return Path{p[1]}; }},
    {"lift.slide %x size [1] step [1] : !lift.array<5 x f32>",
     [](const Path &p) { return Path{p[0]}; }},
    {"lift.slide %x size [1] step [3] : !lift.array<7 x f32>",
     [](const Path &p) { return Path{p[0] * 3}; }},
    {"lift.slide %x size [3] step [3] : !lift.array<15 x f32>",
     [](const Path &p) { return Path{p[0] * 3 + p[1]}; }},
    {"lift.slide %x size [3] step [1] dims [1] : !lift.array<2 x 5 x 3 x f32>",
     [](const Path &p) {
       return Path{p[0], p[1] + p[2], p[3]};
     }},
    {"lift.slide %x size [3, 2] step [1, 3] : !lift.array<5 x 8 x f32>",
     [](const Path &p) {
       return Path{p[0] + p[2], p[1] * 3 + p[3]};
     }},
    {"lift.slide %x size [2, 3] step [2, 3] dims [1, 2]"
     " : !lift.array<2 x 4 x 9 x 3 x f32>",
     [](const Path &p) {
       return Path{p[0], p[1] * 2 + p[3], p[2] * 3 + p[4], p[5]};
     }},
    // pad
    {"lift.pad %x low [2] high [1] clamp : !lift.array<5 x f32>",
     [](const Path &p) { return Path{clampTo(p[0] - 2, 5)}; }},
    {"lift.pad %x low [0] high [3] clamp : !lift.array<1 x f32>",
     [](const Path &) { return Path{0}; }},
    {"lift.pad %x low [0] high [0] clamp : !lift.array<3 x f32>",
     [](const Path &p) { return p; }},
    {"lift.pad %x low [1, 0] high [2, 1] clamp : !lift.array<3 x 5 x 2 x f32>",
     [](const Path &p) {
       return Path{clampTo(p[0] - 1, 3), clampTo(p[1], 5), p[2]};
     }},
    {"lift.pad %x low [1, 2] high [0, 3] dims [0, 2] clamp"
     " : !lift.array<3 x 2 x 5 x f32>",
     [](const Path &p) {
       return Path{clampTo(p[0] - 1, 3), p[1], clampTo(p[2] - 2, 5)};
     }},
    {"lift.pad %x low [2] high [1] constant(%v : f32) : !lift.array<5 x f32>",
     [](const Path &p) { return inRange({p[0] - 2}, {5}); }},
    {"lift.pad %x low [1, 2] high [0, 3] dims [1, 2] constant(%v : f32)"
     " : !lift.array<2 x 3 x 5 x f32>",
     [](const Path &p) {
       return inRange({p[0], p[1] - 1, p[2] - 2}, {2, 3, 5});
     }},
    {"lift.pad %x low [0] high [2] empty : !lift.array<5 x f32>",
     [](const Path &p) { return inRange(p, {5}); }},
    {"lift.pad %x low [1, 1] high [0, 2] dims [0, 1] empty"
     " : !lift.array<1 x 3 x 2 x f32>",
     [](const Path &p) {
       return inRange({p[0] - 1, p[1] - 1, p[2]}, {1, 3, 2});
     }},
    // take
    {"lift.take %x size [3] : !lift.array<7 x f32>",
     [](const Path &p) { return p; }},
    {"lift.take %x size [7] : !lift.array<7 x f32>",
     [](const Path &p) { return p; }},
    {"lift.take %x size [2, 1] : !lift.array<5 x 3 x 2 x f32>",
     [](const Path &p) { return p; }},
    {"lift.take %x size [1, 2] dims [0, 2] : !lift.array<5 x 2 x 3 x f32>",
     [](const Path &p) { return p; }},
    // broadcast
    {"lift.broadcast %x sizes [3, 2] : f32",
     [](const Path &) { return Path{}; }},
    {"lift.broadcast %x sizes [3] : !lift.array<5 x f32>",
     [](const Path &p) { return Path{p[1]}; }},
    {"lift.broadcast %x sizes [1] : !lift.array<5 x f32>",
     [](const Path &p) { return Path{p[1]}; }},
    {"lift.broadcast %x sizes [3, 1] dim 1 : !lift.array<5 x 2 x f32>",
     [](const Path &p) {
       return Path{p[0], p[3]};
     }},
    {"lift.broadcast %x sizes [3] dim 2 : !lift.array<5 x 2 x f32>",
     [](const Path &p) {
       return Path{p[0], p[1]};
     }},
};

INSTANTIATE_TEST_SUITE_P(Views, ViewTest, testing::ValuesIn(views),
                         [](const testing::TestParamInfo<View> &info) {
                           // The operation and a number: "split3".
                           const std::string &op = info.param.op;
                           return op.substr(5, op.find(' ') - 5) +
                                  std::to_string(info.index);
                         });
