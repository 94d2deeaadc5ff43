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
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

#include <set>
#include <tuple>

using namespace mlir;
using namespace mlir::lift;

namespace {

using Path = std::vector<int64_t>;

/// An element of one of the sources of a view.
struct Element {
  Element(Path path, unsigned source = 0)
      : path(std::move(path)), source(source) {}
  friend bool operator==(const Element &lhs, const Element &rhs) {
    return lhs.path == rhs.path && lhs.source == rhs.source;
  }
  friend bool operator<(const Element &lhs, const Element &rhs) {
    return std::tie(lhs.source, lhs.path) < std::tie(rhs.source, rhs.path);
  }

  Path path;
  unsigned source;
};

/// Where an element of the result of a view comes from; nothing for an element
/// that the view adds.
using Definition = std::function<std::optional<Element>(const Path &)>;

/// A view in Lift's syntax, and what it means.
struct View {
  /// The operands are %x, %y and %z, what a pad adds is %v, the indices %k2 and
  /// %k9 are 2 and 9.
  std::string op;
  Definition source;
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

/// The sizes of an array, and the lanes of its elements.
Path getShape(Type type) {
  Path shape;
  if (auto array = dyn_cast<ArrayType>(type)) {
    for (const Expr &size : array.getSizeExprs())
      shape.push_back(*size.getConstant());
    type = array.getElementType();
  }
  if (auto vector = dyn_cast<VectorType>(type))
    shape.push_back(vector.getNumElements());
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

/// What an array of indices holds at a position: 0, 3, 1, 4, 2, and so on.
int64_t getStoredIndex(int64_t position) { return 3 * position % 5; }

/// Runs an index function, whose body is arithmetic.
int64_t run(Region &function, int64_t argument) {
  Builder builder(function.getContext());
  DenseMap<Value, Attribute> values;
  values[function.getArgument(0)] = builder.getIndexAttr(argument);
  for (Operation &op : function.front().without_terminator()) {
    SmallVector<Attribute> operands = llvm::map_to_vector(
        op.getOperands(), [&](Value operand) { return values[operand]; });
    SmallVector<OpFoldResult> results;
    EXPECT_TRUE(succeeded(op.fold(operands, results)));
    values[op.getResult(0)] = cast<Attribute>(results.front());
  }
  Value yielded = function.front().getTerminator()->getOperand(0);
  return cast<IntegerAttr>(values[yielded]).getInt();
}

/// Index variables with values, and clamped indices.
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
    return bind([=] {
      return std::min(std::max(evaluate(index), evaluate(lower)),
                      evaluate(upper));
    });
  }
  Expr wrap(const Expr &index, const Expr &length) override {
    return bind([=] {
      int64_t i = evaluate(index), n = evaluate(length);
      return i < 0 ? i + n : i < n ? i : i - n;
    });
  }
  Expr mirror(const Expr &index, const Expr &length) override {
    return bind([=] {
      int64_t i = evaluate(index), n = evaluate(length);
      return i < 0 ? -1 - i : i < n ? i : 2 * n - 1 - i;
    });
  }

  Expr apply(Region &function, const Expr &argument,
             const IndexRange &range) override {
    return bind([=, &function] {
      int64_t index = run(function, evaluate(argument));
      EXPECT_GE(index, 0);
      EXPECT_LT(index, evaluate(range.length));
      return index;
    });
  }
  Expr element(Value value, ArrayRef<Expr> path, const IndexRange &) override {
    if (path.empty())
      return cast<BlockArgument>(value).getArgNumber() == 1 ? 2 : 9;
    SmallVector<Expr> copy(path);
    return bind([=] {
      int64_t position = 0;
      for (auto [index, size] : llvm::zip(copy, getShape(value.getType())))
        position = position * size + evaluate(index);
      return getStoredIndex(position);
    });
  }

  int64_t evaluate(const Expr &expr) const {
    EvalResult result =
        expr.evaluate([&](const std::string &name) -> std::optional<int64_t> {
          size_t number = std::stoul(name.substr(1));
          if (name[0] == 'i')
            return path[number];
          return bound[number]();
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
  Expr bind(std::function<int64_t()> value) {
    bound.push_back(std::move(value));
    return Expr::name("b" + std::to_string(bound.size() - 1));
  }

  Path path;
  std::vector<std::function<int64_t()>> bound;
};

class ViewTest : public ::testing::TestWithParam<View> {
protected:
  ViewTest() {
    context.loadDialect<arith::ArithDialect, LiftDialect, func::FuncDialect>();
    const std::string &op = GetParam().op;
    // The types of the operands become those of the arguments %x, %y, %z.
    StringRef types = StringRef(op).split(" by (").first.rsplit(" : ").second;
    std::string arguments = "%v: f32, %k2: index, %k9: index";
    for (StringRef name : {"%x", "%y", "%z"}) {
      size_t end = types.find(", !lift");
      if (!types.empty())
        arguments += (", " + name + ": " + types.take_front(end)).str();
      types = end == StringRef::npos ? "" : types.drop_front(end + 2);
    }
    module = parseSourceString<ModuleOp>("func.func @f(" + arguments +
                                             ") {\n%r = " + op + "\nreturn\n}",
                                         &context);
    if (module)
      module->walk([&](ViewOpInterface op) { view = op; });
  }

  void SetUp() override { ASSERT_TRUE(view) << "cannot parse"; }

  /// Whether the view can be read. One that cannot is defined by what it does
  /// to the places of its elements: see scatter, below.
  bool isReadable() { return !isa<ScatterOp>(view.getOperation()); }

  bool isEmptyPad() {
    auto pad = dyn_cast<PadOp>(view.getOperation());
    return pad && pad.getMode() == PadMode::Empty;
  }

  /// The elements that occur in the result.
  std::vector<Element> getOccurring() {
    std::vector<Element> elements;
    for (const Path &path : enumerate(getShape(view->getResult(0).getType())))
      if (std::optional<Element> element = GetParam().source(path))
        elements.push_back(*element);
    return elements;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  ViewOpInterface view;
};

} // namespace

/// Compares what reads of `view` give with its definition.
static void checkReads(ViewOpInterface view, bool isEmptyPad,
                       const Definition &source) {
  Path shape = getShape(view->getResult(0).getType());
  Indices indices;
  Access access = view.getReadAccess(indices.bindPath(shape.size()), indices);
  for (const Path &path : enumerate(shape)) {
    SCOPED_TRACE("reading " + testing::PrintToString(path));
    indices.setPath(path);
    const Access *taken = &access;
    while (!indices.hold(taken->tests)) {
      taken = taken->otherwise.get();
      ASSERT_TRUE(taken);
    }
    Path actual = indices.evaluate(taken->path);
    ASSERT_TRUE(isInRange(actual, getShape(taken->source.getType())));
    if (std::optional<Element> expected = source(path)) {
      ASSERT_EQ(taken->source, view.getViewSources()[expected->source]);
      ASSERT_EQ(actual, expected->path);
    } else if (!isEmptyPad) {
      ASSERT_FALSE(llvm::is_contained(view.getViewSources(), taken->source));
    }
  }
}

TEST_P(ViewTest, ReadsWhatTheDefinitionSays) {
  if (isReadable())
    checkReads(view, isEmptyPad(), GetParam().source);
}

TEST_P(ViewTest, WritesAreInverseToReads) {
  Path shape = getShape(view->getResult(0).getType());
  std::vector<Element> occurring = getOccurring();
  std::set<Element> wanted(occurring.begin(), occurring.end());
  std::set<Path> written;
  bool exact = true;
  for (auto [number, source] : llvm::enumerate(view.getViewSources())) {
    Path sourceShape = getShape(source.getType());
    Indices indices;
    std::optional<WritePath> write = view.getWritePath(
        number, indices.bindPath(sourceShape.size()), indices);
    if (!write)
      return;
    exact &= write->exact;
    for (const Path &path : enumerate(sourceShape)) {
      SCOPED_TRACE("writing " + testing::PrintToString(path));
      indices.setPath(path);
      Element element(path, number);
      // What is not written must not be in the result at all.
      ASSERT_EQ(indices.hold(write->guards), wanted.count(element) == 1);
      if (!indices.hold(write->guards))
        continue;
      Path target = indices.evaluate(write->path);
      ASSERT_TRUE(isInRange(target, shape)) << testing::PrintToString(target);
      ASSERT_TRUE(GetParam().source(target) == element);
      ASSERT_TRUE(written.insert(target).second) << "written twice";
    }
  }
  size_t specified = isEmptyPad() ? occurring.size() : enumerate(shape).size();
  // A pad by nothing is called partial, which is true enough.
  bool isPadByNothing =
      isa<PadOp>(view.getOperation()) &&
      view->getResult(0).getType() == view->getOperand(0).getType();
  if (exact || !isPadByNothing) {
    EXPECT_EQ(exact, written.size() == specified);
  }
}

TEST_P(ViewTest, OnlyRepeatsElementsWhereItSaysSo) {
  for (unsigned i = 0; i < view.getViewSources().size(); ++i) {
    Indices indices;
    Path shape = getShape(view.getViewSources()[i].getType());
    if (!view.getWritePath(i, indices.bindPath(shape.size()), indices))
      return;
  }
  std::vector<Element> occurring = getOccurring();
  std::set<Element> different(occurring.begin(), occurring.end());
  if (!view.repeatsElements()) {
    EXPECT_EQ(different.size(), occurring.size());
  }
}

TEST_P(ViewTest, WriteAbilityDoesNotDependOnThePath) {
  for (auto [number, source] : llvm::enumerate(view.getViewSources())) {
    Path shape = getShape(source.getType());
    Indices indices;
    std::optional<WritePath> symbolic =
        view.getWritePath(number, indices.bindPath(shape.size()), indices);
    for (const Path &path : enumerate(shape)) {
      std::optional<WritePath> concrete = view.getWritePath(
          number, SmallVector<Expr>(path.begin(), path.end()), indices);
      ASSERT_EQ(concrete.has_value(), symbolic.has_value());
      if (concrete) {
        ASSERT_EQ(concrete->exact, symbolic->exact);
        ASSERT_EQ(concrete->guards.size(), symbolic->guards.size());
      }
    }
  }
}

TEST_P(ViewTest, WorksOnEachOfSeveralArrays) {
  SmallVector<Value> sources;
  for (Value source : view.getViewSources())
    sources.push_back(view->getBlock()->addArgument(
        ArrayType::getArrayOf(3, source.getType()), view->getLoc()));
  OpBuilder builder(view->getBlock()->getTerminator());
  auto deeper =
      cast<ViewOpInterface>(view.cloneAtDepth(builder, sources, /*depth=*/1));
  EXPECT_EQ(deeper->getResult(0).getType(),
            ArrayType::getArrayOf(3, view->getResult(0).getType()));
  if (!isReadable())
    return;
  checkReads(deeper, isEmptyPad(), [&](const Path &path) {
    std::optional<Element> inner =
        GetParam().source(Path(path.begin() + 1, path.end()));
    if (inner)
      inner->path.insert(inner->path.begin(), path[0]);
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
    // 2 1 0 | 0 1 2 | 2 1, and 1 2 | 0 1 2 | 0 1 2.
    {"lift.pad %x low [3] high [2] mirror : !lift.array<3 x f32>",
     [](const Path &p) {
       return Path{Path{2, 1, 0, 0, 1, 2, 2, 1}[p[0]]};
     }},
    {"lift.pad %x low [2] high [3] wrap : !lift.array<3 x f32>",
     [](const Path &p) { return Path{(p[0] + 1) % 3}; }},
    {"lift.pad %x low [1] high [1] mirror : !lift.array<1 x f32>",
     [](const Path &) { return Path{0}; }},
    {"lift.pad %x low [1, 2] high [0, 1] dims [0, 2] wrap"
     " : !lift.array<3 x 2 x 5 x f32>",
     [](const Path &p) {
       return Path{(p[0] + 2) % 3, p[1], (p[2] + 3) % 5};
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
    // drop
    {"lift.drop %x size [3] : !lift.array<7 x f32>",
     [](const Path &p) { return Path{p[0] + 3}; }},
    {"lift.drop %x size [0] : !lift.array<5 x f32>",
     [](const Path &p) { return p; }},
    {"lift.drop %x size [2, 1] : !lift.array<5 x 3 x 2 x f32>",
     [](const Path &p) {
       return Path{p[0] + 2, p[1] + 1, p[2]};
     }},
    {"lift.drop %x size [4, 2] dims [0, 2] : !lift.array<5 x 2 x 3 x f32>",
     [](const Path &p) {
       return Path{p[0] + 4, p[1], p[2] + 2};
     }},
    // reverse
    {"lift.reverse %x : !lift.array<7 x f32>",
     [](const Path &p) { return Path{6 - p[0]}; }},
    {"lift.reverse %x : !lift.array<1 x 3 x f32>",
     [](const Path &p) {
       return Path{0, p[1]};
     }},
    {"lift.reverse %x dims [0, 2] : !lift.array<3 x 2 x 5 x f32>",
     [](const Path &p) {
       return Path{2 - p[0], p[1], 4 - p[2]};
     }},
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
    // concat
    {"lift.concat %x, %y : !lift.array<3 x f32>, !lift.array<5 x f32>",
     [](const Path &p) {
       return p[0] < 3 ? Element({p[0]}, 0) : Element({p[0] - 3}, 1);
     }},
    {"lift.concat %x, %y, %z dim 1 : !lift.array<3 x 2 x f32>,"
     " !lift.array<3 x 1 x f32>, !lift.array<3 x 5 x f32>",
     [](const Path &p) {
       return p[1] < 2    ? Element(p, 0)
              : p[1] == 2 ? Element({p[0], 0}, 1)
                          : Element({p[0], p[1] - 3}, 2);
     }},
    {"lift.concat %x : !lift.array<7 x 2 x f32>",
     [](const Path &p) { return p; }},
    // gather
    {"lift.gather %x : !lift.array<7 x 2 x f32> by (%i < 3) {\n"
     "%two = arith.constant 2 : index\n"
     "%j = arith.muli %i, %two : index\n"
     "lift.yield %j : index }",
     [](const Path &p) {
       return Path{2 * p[0], p[1]};
     }},
    // Exclusive or is no index expression; elements repeat.
    {"lift.gather in_bounds %x dim 1 : !lift.array<3 x 2 x 5 x f32>"
     " by (%i < 7) {\n"
     "%one = arith.constant 1 : index\n"
     "%a = arith.xori %i, %one : index\n"
     "%j = arith.andi %a, %one : index\n"
     "lift.yield %j : index }",
     [](const Path &p) {
       return Path{p[0], (p[1] ^ 1) & 1, p[2]};
     }},
    // scatter: 2 * i mod 7 has the inverse 4 * i mod 7.
    {"lift.scatter permutation %x : !lift.array<7 x f32> by (%i < 7) {\n"
     "%two = arith.constant 2 : index\n"
     "%n = arith.constant 7 : index\n"
     "%k = arith.muli %i, %two : index\n"
     "%j = arith.remui %k, %n : index\n"
     "lift.yield %j : index }",
     [](const Path &p) { return Path{4 * p[0] % 7}; }},
    {"lift.scatter permutation %x dim 1 : !lift.array<3 x 4 x 2 x f32>"
     " by (%i < 4) {\n"
     "%one = arith.constant 1 : index\n"
     "%j = arith.xori %i, %one : index\n"
     "lift.yield %j : index }",
     [](const Path &p) {
       return Path{p[0], p[1] ^ 1, p[2]};
     }},
    // lookup
    {"lift.lookup in_bounds %x at %y"
     " : !lift.array<5 x 2 x f32>, !lift.array<7 x i32>",
     [](const Path &p) {
       return Path{getStoredIndex(p[0]), p[1]};
     }},
    {"lift.lookup in_bounds %x at %y dim 1"
     " : !lift.array<3 x 5 x f32>, !lift.array<2 x 7 x i64>",
     [](const Path &p) {
       return Path{p[0], getStoredIndex(p[1] * 7 + p[2])};
     }},
    {"lift.lookup %x at %y default(%v : f32)"
     " : !lift.array<3 x f32>, !lift.array<7 x i32>",
     [](const Path &p) { return inRange({getStoredIndex(p[0])}, {3}); }},
    // at
    {"lift.at %x[1] : !lift.array<3 x 5 x f32>",
     [](const Path &p) {
       return Path{1, p[0]};
     }},
    {"lift.at in_bounds %x[0, %k2] dim 1 : !lift.array<3 x 1 x 5 x 2 x f32>",
     [](const Path &p) {
       return Path{p[0], 0, 2, p[1]};
     }},
    {"lift.at in_bounds %x[%k2] : !lift.array<7 x f32>",
     [](const Path &) { return Path{2}; }},
    {"lift.at %x[%k2] default(%v : f32) : !lift.array<3 x 5 x f32>",
     [](const Path &p) {
       return Path{2, p[0]};
     }},
    {"lift.at %x[%k2, %k9] default(%v : f32) : !lift.array<3 x 5 x 2 x f32>",
     [](const Path &) { return std::nullopt; }},
    // as_vector and as_scalar
    {"lift.as_vector %x width 4 : !lift.array<12 x f32>",
     [](const Path &p) { return Path{p[0] * 4 + p[1]}; }},
    {"lift.as_vector %x width 3 : !lift.array<2 x 5 x 3 x f32>",
     [](const Path &p) {
       return Path{p[0], p[1], p[2] * 3 + p[3]};
     }},
    {"lift.as_scalar %x : !lift.array<3 x vector<4xf32>>",
     [](const Path &p) {
       return Path{p[0] / 4, p[0] % 4};
     }},
    {"lift.as_scalar %x : !lift.array<3 x 1 x vector<2xf32>>",
     [](const Path &p) {
       return Path{p[0], 0, p[1]};
     }},
    // Lanes stay what they are.
    {"lift.transpose %x : !lift.array<3 x 5 x vector<2xf32>>",
     [](const Path &p) {
       return Path{p[1], p[0], p[2]};
     }},
    {"lift.split %x by 3 : !lift.array<6 x vector<2xf32>>",
     [](const Path &p) {
       return Path{p[0] * 3 + p[1], p[2]};
     }},
    {"lift.join %x : !lift.array<3 x 2 x vector<4xf32>>",
     [](const Path &p) {
       return Path{p[0] / 2, p[0] % 2, p[1]};
     }},
    {"lift.slide %x size [3] step [1] : !lift.array<5 x vector<2xf32>>",
     [](const Path &p) {
       return Path{p[0] + p[1], p[2]};
     }},
    {"lift.reverse %x : !lift.array<5 x vector<2xf32>>",
     [](const Path &p) {
       return Path{4 - p[0], p[1]};
     }},
    {"lift.take %x size [2] : !lift.array<5 x vector<2xf32>>",
     [](const Path &p) { return p; }},
    {"lift.broadcast %x sizes [3] : vector<4xf32>",
     [](const Path &p) { return Path{p[1]}; }},
};

TEST(ViewTestTable, HasEveryView) {
  MLIRContext context;
  context.loadDialect<LiftDialect>();
  for (RegisteredOperationName op :
       context.getRegisteredOperationsByDialect("lift"))
    if (op.hasInterface<ViewOpInterface>()) {
      EXPECT_TRUE(llvm::any_of(views,
                               [&](const View &view) {
                                 return StringRef(view.op).starts_with(
                                     (op.getStringRef() + " ").str());
                               }))
          << op.getStringRef().str()
          << " has no case among the views of this file";
    }
}

INSTANTIATE_TEST_SUITE_P(Views, ViewTest, testing::ValuesIn(views),
                         [](const testing::TestParamInfo<View> &info) {
                           // The operation and a number: "split3".
                           const std::string &op = info.param.op;
                           return op.substr(5, op.find(' ') - 5) +
                                  std::to_string(info.index);
                         });
