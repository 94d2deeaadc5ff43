//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "EvaluatorTestBase.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>

using namespace mlir;
using namespace mlir::lift;

namespace {

class ScalarsTest : public EvaluatorTest {
protected:
  /// Evaluates `%r = <op> %a, %b, ... : <suffix>` on scalar arguments.
  SmallVector<HostArray> runOp(StringRef op, StringRef suffix, StringRef result,
                               ArrayRef<HostArray> args) {
    return run(makeProgram(op, suffix, result, args), args);
  }

  std::string makeProgram(StringRef op, StringRef suffix, StringRef result,
                          ArrayRef<HostArray> args) {
    SmallVector<std::string> names, params;
    for (auto [i, arg] : llvm::enumerate(args)) {
      names.push_back("%a" + std::to_string(i));
      std::string type;
      llvm::raw_string_ostream(type) << arg.elementType;
      params.push_back(names.back() + ": " + type);
    }
    return ("func.func @f(" + llvm::join(params, ", ") + ") -> " + result +
            " {\n %r = " + op + " " + llvm::join(names, ", ") + " : " + suffix +
            "\n return %r : " + result + "\n}")
        .str();
  }

  HostArray number(float value) { return f32({}, {value}); }
  HostArray number(double value) {
    return HostArray::getScalar(Float64Type::get(&context), value);
  }
  HostArray number(int8_t value) { return integer(8, value); }
  HostArray number(int16_t value) { return integer(16, value); }
  HostArray number(int32_t value) { return integer(32, value); }
  HostArray number(int64_t value) { return integer(64, value); }
  template <typename T>
  HostArray integer(unsigned width, T value) {
    return HostArray::getScalar(IntegerType::get(&context, width), value);
  }
  /// An f16 from its bits.
  HostArray half(uint16_t bits) {
    return HostArray::getScalar(Float16Type::get(&context), bits);
  }

  template <typename T>
  T evalBinary(StringRef op, StringRef type, T a, T b) {
    auto results = runOp(op, type, type, {number(a), number(b)});
    return results.empty() ? T() : results[0].template as<T>()[0];
  }
  template <typename T>
  T evalUnary(StringRef op, StringRef type, T a) {
    auto results = runOp(op, type, type, {number(a)});
    return results.empty() ? T() : results[0].template as<T>()[0];
  }
};

TEST_F(ScalarsTest, IntegersWrap) {
  EXPECT_EQ(evalBinary<int8_t>("arith.addi", "i8", 127, 1), -128);
  EXPECT_EQ(evalBinary<int8_t>("arith.subi", "i8", -128, 1), 127);
  EXPECT_EQ(evalBinary<int16_t>("arith.muli", "i16", 300, 300), 24464);
  EXPECT_EQ(evalBinary<int32_t>("arith.addi", "i32", INT32_MAX, 1), INT32_MIN);
  EXPECT_EQ(evalBinary<int64_t>("arith.addi", "i64", INT64_MAX, 1), INT64_MIN);
  EXPECT_EQ(evalBinary<int64_t>("arith.muli", "i64", INT64_MIN, -1), INT64_MIN);
}

TEST_F(ScalarsTest, Division) {
  EXPECT_EQ(evalBinary<int32_t>("arith.divsi", "i32", -7, 2), -3);
  EXPECT_EQ(evalBinary<int32_t>("arith.floordivsi", "i32", -7, 2), -4);
  EXPECT_EQ(evalBinary<int32_t>("arith.floordivsi", "i32", -8, 2), -4);
  EXPECT_EQ(evalBinary<int32_t>("arith.ceildivsi", "i32", 7, 2), 4);
  EXPECT_EQ(evalBinary<int32_t>("arith.ceildivsi", "i32", -7, 2), -3);
  EXPECT_EQ(evalBinary<int32_t>("arith.remsi", "i32", -7, 2), -1);
  EXPECT_EQ(evalBinary<int32_t>("arith.remsi", "i32", INT32_MIN, -1), 0);
  EXPECT_EQ(evalBinary<int8_t>("arith.divui", "i8", -1, 2), 127);
  EXPECT_EQ(evalBinary<int8_t>("arith.ceildivui", "i8", -1, 2), -128);
  EXPECT_EQ(evalBinary<int64_t>("arith.remui", "i64", -1, 10), 5);
}

TEST_F(ScalarsTest, DivisionByZeroIsAnError) {
  for (StringRef op :
       {"arith.divsi", "arith.divui", "arith.remsi", "arith.remui",
        "arith.floordivsi", "arith.ceildivsi", "arith.ceildivui"}) {
    SmallVector<HostArray> args = {number(1), number(0)};
    std::string error = fail(makeProgram(op, "i32", "i32", args), args);
    EXPECT_EQ(error, ("'" + op + "' op divides by zero\n").str());
  }
  SmallVector<HostArray> args = {number(INT32_MIN), number(-1)};
  std::string error =
      fail(makeProgram("arith.divsi", "i32", "i32", args), args);
  EXPECT_EQ(error, "'arith.divsi' op divides the smallest number by -1, which "
                   "overflows\n");
}

TEST_F(ScalarsTest, Bits) {
  EXPECT_EQ(evalBinary<int8_t>("arith.andi", "i8", 12, 10), 8);
  EXPECT_EQ(evalBinary<int8_t>("arith.ori", "i8", 12, 10), 14);
  EXPECT_EQ(evalBinary<int8_t>("arith.xori", "i8", -1, 10), -11);
  EXPECT_EQ(evalBinary<int8_t>("arith.shli", "i8", 0x41, 1), int8_t(0x82));
  EXPECT_EQ(evalBinary<int8_t>("arith.shrsi", "i8", -128, 7), -1);
  EXPECT_EQ(evalBinary<int8_t>("arith.shrui", "i8", -128, 7), 1);
  EXPECT_EQ(evalBinary<int8_t>("arith.maxui", "i8", -1, 5), -1);
  EXPECT_EQ(evalBinary<int8_t>("arith.maxsi", "i8", -1, 5), 5);
  EXPECT_EQ(evalBinary<int8_t>("arith.minui", "i8", -1, 5), 5);
  EXPECT_EQ(evalBinary<int8_t>("arith.minsi", "i8", -1, 5), -1);
  EXPECT_EQ(evalUnary<int8_t>("math.absi", "i8", -128), -128);
  EXPECT_EQ(evalUnary<int8_t>("math.ctlz", "i8", 1), 7);
  EXPECT_EQ(evalUnary<int8_t>("math.cttz", "i8", 0), 8);
  EXPECT_EQ(evalUnary<int8_t>("math.cttz", "i8", 8), 3);
  EXPECT_EQ(evalUnary<int8_t>("math.ctpop", "i8", -1), 8);
  EXPECT_EQ(evalBinary<int32_t>("math.ipowi", "i32", -3, 5), -243);
  EXPECT_EQ(evalBinary<int32_t>("math.ipowi", "i32", -1, -3), -1);
  EXPECT_EQ(evalBinary<int32_t>("math.ipowi", "i32", 2, -1), 0);
}

TEST_F(ScalarsTest, TooLargeShiftIsPoison) {
  SmallVector<HostArray> args = {number(1), number(32)};
  std::string error = fail(makeProgram("arith.shli", "i32", "i32", args), args);
  EXPECT_NE(error.find("result array #0 is poison"), std::string::npos);
}

TEST_F(ScalarsTest, IntegerComparison) {
  auto compare = [&](StringRef predicate, int32_t a, int32_t b) {
    std::string op = ("arith.cmpi " + predicate + ",").str();
    return runOp(op, "i32", "i1", {number(a), number(b)})[0].as<int8_t>()[0];
  };
  EXPECT_EQ(compare("slt", -1, 1), 1);
  EXPECT_EQ(compare("ult", -1, 1), 0);
  EXPECT_EQ(compare("sge", 1, 1), 1);
  EXPECT_EQ(compare("ugt", -1, 1), 1);
  EXPECT_EQ(compare("eq", 2, 2), 1);
  EXPECT_EQ(compare("ne", 2, 2), 0);
  EXPECT_EQ(compare("sle", 3, 2), 0);
  EXPECT_EQ(compare("sgt", 3, 2), 1);
}

TEST_F(ScalarsTest, FloatComparison) {
  auto compare = [&](StringRef predicate, float a, float b) {
    std::string op = ("arith.cmpf " + predicate + ",").str();
    return runOp(op, "f32", "i1", {number(a), number(b)})[0].as<int8_t>()[0];
  };
  EXPECT_EQ(compare("olt", 1, 2), 1);
  EXPECT_EQ(compare("olt", 1, NAN), 0);
  EXPECT_EQ(compare("ult", 1, NAN), 1);
  EXPECT_EQ(compare("oeq", -0.0f, 0.0f), 1);
  EXPECT_EQ(compare("one", NAN, 0), 0);
  EXPECT_EQ(compare("une", NAN, NAN), 1);
  EXPECT_EQ(compare("ord", NAN, 1), 0);
  EXPECT_EQ(compare("uno", NAN, 1), 1);
  EXPECT_EQ(compare("oge", 2, 2), 1);
  EXPECT_EQ(compare("ugt", 2, 2), 0);
}

TEST_F(ScalarsTest, FloatsRoundOnce) {
  // Single precision: 2^24 + 1 is 2^24.
  EXPECT_EQ(evalBinary<float>("arith.addf", "f32", 16777216, 1), 16777216);
  EXPECT_EQ(evalBinary<double>("arith.addf", "f64", 16777216, 1), 16777217);
  EXPECT_EQ(evalBinary<float>("arith.divf", "f32", 1, 3), 1.0f / 3.0f);
  EXPECT_EQ(evalBinary<float>("arith.remf", "f32", -7.5, 2), -1.5f);
  // A fused product keeps what a rounded one loses.
  float a = 1 + std::ldexp(1.0f, -12);
  auto fma =
      runOp("math.fma", "f32", "f32", {number(a), number(a), number(-a * a)});
  EXPECT_EQ(fma[0].as<float>()[0], std::ldexp(1.0f, -24));
  auto separate = run(R"mlir(
    func.func @f(%a: f32, %b: f32) -> f32 {
      %p = arith.mulf %a, %a : f32
      %r = arith.addf %p, %b : f32
      return %r : f32
    })mlir",
                      {number(a), number(-a * a)});
  EXPECT_EQ(separate[0].as<float>()[0], 0);
}

TEST_F(ScalarsTest, MinimumMaximum) {
  EXPECT_TRUE(std::isnan(evalBinary<float>("arith.maximumf", "f32", 1, NAN)));
  EXPECT_EQ(evalBinary<float>("arith.maxnumf", "f32", 1, NAN), 1);
  EXPECT_EQ(evalBinary<float>("arith.minnumf", "f32", NAN, 2), 2);
  EXPECT_FALSE(
      std::signbit(evalBinary<float>("arith.maximumf", "f32", -0.0f, 0.0f)));
  EXPECT_TRUE(
      std::signbit(evalBinary<float>("arith.minimumf", "f32", 0.0f, -0.0f)));
}

TEST_F(ScalarsTest, MathFunctions) {
  EXPECT_EQ(evalUnary<float>("math.exp", "f32", 1), std::exp(1.0f));
  EXPECT_EQ(evalUnary<double>("math.exp", "f64", 1), std::exp(1.0));
  EXPECT_EQ(evalUnary<float>("math.sqrt", "f32", 2), std::sqrt(2.0f));
  EXPECT_EQ(evalUnary<float>("math.rsqrt", "f32", 4), 0.5f);
  EXPECT_EQ(evalUnary<float>("math.tanh", "f32", 0.5), std::tanh(0.5f));
  EXPECT_EQ(evalUnary<float>("math.erf", "f32", 0.5), std::erf(0.5f));
  EXPECT_EQ(evalUnary<float>("math.absf", "f32", -2), 2);
  EXPECT_EQ(evalUnary<float>("math.floor", "f32", -1.5), -2);
  EXPECT_EQ(evalUnary<float>("math.ceil", "f32", -1.5), -1);
  EXPECT_EQ(evalUnary<float>("math.round", "f32", 2.5), 3);
  EXPECT_EQ(evalUnary<float>("math.roundeven", "f32", 2.5), 2);
  EXPECT_EQ(evalUnary<float>("math.trunc", "f32", -2.5), -2);
  EXPECT_EQ(evalBinary<float>("math.powf", "f32", 2, 0.5), std::pow(2.f, .5f));
  EXPECT_EQ(evalBinary<float>("math.atan2", "f32", 1, -1),
            std::atan2(1.0f, -1.0f));
  EXPECT_EQ(evalBinary<float>("math.copysign", "f32", 3, -0.0f), -3);
}

TEST_F(ScalarsTest, Casts) {
  auto cast = [&](StringRef op, StringRef from, StringRef to, auto value) {
    return runOp(op, (from + " to " + to).str(), to, {number(value)})[0]
        .getAsText(0);
  };
  EXPECT_EQ(cast("arith.sitofp", "i32", "f32", int32_t(16777217)), "16777216");
  EXPECT_EQ(cast("arith.uitofp", "i8", "f32", int8_t(-1)), "255");
  EXPECT_EQ(cast("arith.fptosi", "f32", "i8", -1.9f), "-1");
  EXPECT_EQ(cast("arith.fptoui", "f32", "i8", 255.9f), "-1");
  EXPECT_EQ(cast("arith.extsi", "i8", "i32", int8_t(-1)), "-1");
  EXPECT_EQ(cast("arith.extui", "i8", "i32", int8_t(-1)), "255");
  EXPECT_EQ(cast("arith.trunci", "i32", "i8", int32_t(0x1ff)), "-1");
  EXPECT_EQ(cast("arith.trunci", "i32", "i1", int32_t(3)), "1");
  EXPECT_EQ(cast("arith.truncf", "f64", "f32", 0.1), "0.100000001");
  EXPECT_EQ(cast("arith.extf", "f32", "f64", 0.1f), "0.10000000149011612");
  EXPECT_EQ(cast("arith.bitcast", "f32", "i32", 1.0f), "1065353216");
  EXPECT_EQ(cast("arith.bitcast", "i64", "f64", int64_t(0x3ff0) << 48), "1");
  EXPECT_EQ(runOp("arith.extsi", "i1 to i32", "i32", {integer<int8_t>(1, 1)})[0]
                .getAsText(0),
            "-1");
  SmallVector<HostArray> args = {number(128.0f)};
  EXPECT_NE(fail(makeProgram("arith.fptosi", "f32 to i8", "i8", args), args)
                .find("is poison"),
            std::string::npos);
}

TEST_F(ScalarsTest, ExtendedResults) {
  auto results = run(R"mlir(
    func.func @f(%a: i32, %b: i32) -> (i32, i1, i32, i32) {
      %s, %c = arith.addui_extended %a, %b : i32, i1
      %l, %h = arith.mulsi_extended %a, %b : i32
      return %s, %c, %l, %h : i32, i1, i32, i32
    })mlir",
                     {number(-1), number(2)});
  ASSERT_EQ(results.size(), 4u);
  EXPECT_EQ(results[0].getAsText(0), "1");
  EXPECT_EQ(results[1].getAsText(0), "1");
  EXPECT_EQ(results[2].getAsText(0), "-2");
  EXPECT_EQ(results[3].getAsText(0), "-1");
}

//===----------------------------------------------------------------------===//
// f16
//===----------------------------------------------------------------------===//

/// What LLVM says that `value` is as an f16.
static uint16_t roundWithAPFloat(double value) {
  APFloat number(value);
  bool losesInfo;
  number.convert(APFloat::IEEEhalf(), APFloat::rmNearestTiesToEven, &losesInfo);
  return number.bitcastToAPInt().getZExtValue();
}

TEST_F(ScalarsTest, EveryHalfConverts) {
  // All 65536 of them, to f32, doubled, and back.
  HostArray all = HostArray::get(Float16Type::get(&context), {65536});
  for (auto [i, bits] : llvm::enumerate(all.as<uint16_t>()))
    bits = i;
  auto results = run(R"mlir(
    func.func @f(%x: !lift.array<N x f16>)
        -> (!lift.array<N x f32>, !lift.array<N x f16>) {
      %third = arith.constant 3.33333343e-01 : f32
      %r, %s = lift.map (%e = %x : !lift.array<N x f16>) {
        %w = arith.extf %e : f16 to f32
        %d = arith.mulf %w, %third : f32
        %n = arith.truncf %d : f32 to f16
        lift.yield %w, %n : f32, f16
      }
      return %r, %s : !lift.array<N x f32>, !lift.array<N x f16>
    })mlir",
                     {all});
  ASSERT_EQ(results.size(), 2u);
  for (int i = 0; i < 65536; ++i) {
    float expected =
        APFloat(APFloat::IEEEhalf(), APInt(16, i)).convertToFloat();
    float wide = results[0].as<float>()[i];
    if (std::isnan(expected)) {
      EXPECT_TRUE(std::isnan(wide));
      continue;
    }
    EXPECT_EQ(wide, expected);
    EXPECT_EQ(results[1].as<uint16_t>()[i],
              roundWithAPFloat(expected * 3.33333343e-01f));
  }
}

TEST_F(ScalarsTest, HalfRounding) {
  auto truncate = [&](double value) {
    return runOp("arith.truncf", "f64 to f16", "f16", {number(value)})[0]
        .as<uint16_t>()[0];
  };
  for (double value :
       {0.0, -0.0, 1.0, 65504.0, 65519.99, 65520.0, -1e9, 5.96e-8, 2.98e-8,
        2.99e-8, 1e-30, 6.1e-5, 6.09e-5, 1.0 + 1.0 / 2048, 1.0 + 3.0 / 2048,
        1.0 + 1.0 / 2048 + 1e-12, 2047.5, 2048.5, 1.0 / 3.0})
    EXPECT_EQ(truncate(value), roundWithAPFloat(value)) << value;
}

TEST_F(ScalarsTest, HalfArithmetic) {
  // 1 + 2^-11 is 1 as an f16, and the next one up is 1 + 2^-10.
  uint16_t one = 0x3c00, ulp = 0x1400, half = 0x1000;
  auto add = [&](uint16_t a, uint16_t b) {
    return runOp("arith.addf", "f16", "f16", {this->half(a), this->half(b)})[0]
        .as<uint16_t>()[0];
  };
  EXPECT_EQ(add(one, half), one);
  EXPECT_EQ(add(one, ulp), one + 1);
  // Fused with one rounding: 1.0009765625^2 - 1.001953125 = 2^-20.
  auto fma = runOp("math.fma", "f16", "f16",
                   {this->half(one + 1), this->half(one + 1),
                    this->half((one + 2) | 0x8000)});
  EXPECT_EQ(fma[0].as<uint16_t>()[0], roundWithAPFloat(std::ldexp(1.0, -20)));
}

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

TEST_F(ScalarsTest, Vectors) {
  Type type = VectorType::get({4}, Float32Type::get(&context));
  HostArray x = array<float>(type, {2}, {1, 2, 3, 4, 5, 6, 7, 8});
  auto results = run(R"mlir(
    func.func @f(%x: !lift.array<N x vector<4xf32>>)
        -> (!lift.array<N x vector<4xf32>>, !lift.array<N x f32>) {
      %c = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : vector<4xf32>
      %two = arith.constant 2.0 : f32
      %r, %s = lift.map (%e = %x : !lift.array<N x vector<4xf32>>) {
        %b = vector.broadcast %two : f32 to vector<4xf32>
        %f = vector.fma %e, %b, %c : vector<4xf32>
        %lt = arith.cmpf olt, %e, %c : vector<4xf32>
        %m = arith.select %lt, %e, %f : vector<4xi1>, vector<4xf32>
        %l = vector.extract %m[1] : f32 from vector<4xf32>
        %i = vector.insert %two, %m[0] : f32 into vector<4xf32>
        %sum = vector.reduction <add>, %i : vector<4xf32> into f32
        %t = arith.addf %sum, %l : f32
        lift.yield %i, %t : vector<4xf32>, f32
      }
      return %r, %s : !lift.array<N x vector<4xf32>>, !lift.array<N x f32>
    })mlir",
                     {x});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(results[0].shape, (Shape{2}));
  EXPECT_EQ(values<float>(results[0]),
            (std::vector<float>{2, 6, 9, 12, 2, 14, 17, 20}));
  EXPECT_EQ(values<float>(results[1]), (std::vector<float>{35, 67}));
}

TEST_F(ScalarsTest, ShuffledLanes) {
  Type type = VectorType::get({4}, Float32Type::get(&context));
  auto results = run(R"mlir(
    func.func @f(%x: !lift.array<1 x vector<4xf32>>)
        -> !lift.array<1 x vector<3xf32>> {
      %c = arith.constant dense<[9.0, 8.0]> : vector<2xf32>
      %r = lift.map (%e = %x : !lift.array<1 x vector<4xf32>>) {
        %s = vector.shuffle %e, %c [3, 4, 0] : vector<4xf32>, vector<2xf32>
        lift.yield %s : vector<3xf32>
      }
      return %r : !lift.array<1 x vector<3xf32>>
    })mlir",
                     {array<float>(type, {1}, {1, 2, 3, 4})});
  ASSERT_EQ(results.size(), 1u);
  EXPECT_EQ(values<float>(results[0]), (std::vector<float>{4, 9, 1}));
}

TEST_F(ScalarsTest, LanesWhoseNumberIsComputed) {
  const char *text = R"mlir(
    func.func @f(%x: !lift.array<N x vector<4xi8>>, %k: !lift.array<N x i32>)
        -> (!lift.array<N x i8>, !lift.array<N x vector<4xi8>>) {
      %nine = arith.constant 9 : i8
      %r, %s = lift.map (%e = %x, %l = %k
          : !lift.array<N x vector<4xi8>>, !lift.array<N x i32>) {
        %i = arith.index_cast %l : i32 to index
        %a = vector.extract %e[%i] : i8 from vector<4xi8>
        %b = vector.insert %nine, %e[%i] : i8 into vector<4xi8>
        lift.yield %a, %b : i8, vector<4xi8>
      }
      return %r, %s : !lift.array<N x i8>, !lift.array<N x vector<4xi8>>
    })mlir";
  Type type = VectorType::get({4}, IntegerType::get(&context, 8));
  HostArray x = array<int8_t>(type, {2}, {1, 2, 3, 4, 5, 6, 7, 8});
  Type index = IntegerType::get(&context, 32);
  auto results = run(text, {x, array<int32_t>(index, {2}, {0, 3})});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(values<int8_t>(results[0]), (std::vector<int8_t>{1, 8}));
  EXPECT_EQ(values<int8_t>(results[1]),
            (std::vector<int8_t>{9, 2, 3, 4, 5, 6, 7, 9}));
  // There is no such lane.
  std::string report = fail(text, {x, array<int32_t>(index, {2}, {0, 4})});
  EXPECT_NE(report.find("is poison"), std::string::npos) << report;
}

} // namespace
