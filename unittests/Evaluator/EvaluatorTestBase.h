//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file defines what the evaluator's tests share: programs as text, arrays
// as lists of numbers, diagnostics as strings.
//
//===----------------------------------------------------------------------===//

#ifndef LIFT_UNITTESTS_EVALUATOR_EVALUATORTESTBASE_H
#define LIFT_UNITTESTS_EVALUATOR_EVALUATORTESTBASE_H

#include "LiftDialect/Evaluator/Evaluator.h"
#include "LiftDialect/LiftDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

#include <numeric>

namespace mlir::lift {

using Shape = SmallVector<int64_t>;

class EvaluatorTest : public ::testing::Test {
protected:
  EvaluatorTest()
      : handler(&context, [this](Diagnostic &diag) {
          errors += diag.str() + "\n";
          for (Diagnostic &note : diag.getNotes())
            errors += "note: " + note.str() + "\n";
        }) {
    context.printOpOnDiagnostic(false);
    context.loadDialect<LiftDialect, arith::ArithDialect, func::FuncDialect,
                        math::MathDialect, scf::SCFDialect,
                        vector::VectorDialect>();
  }

  /// The first function of a program.
  func::FuncOp parse(StringRef text) {
    module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module) << errors;
    if (!module)
      return {};
    return *module->getOps<func::FuncOp>().begin();
  }

  template <typename T>
  HostArray array(Type type, Shape shape, ArrayRef<T> values) {
    HostArray result = HostArray::get(type, shape);
    EXPECT_EQ(result.as<T>().size(), values.size());
    llvm::copy(values, result.as<T>().begin());
    return result;
  }
  HostArray f32(Shape shape, ArrayRef<float> values) {
    return array(Float32Type::get(&context), shape, values);
  }
  HostArray i32(Shape shape, ArrayRef<int32_t> values) {
    return array(IntegerType::get(&context, 32), shape, values);
  }
  HostArray i64(Shape shape, ArrayRef<int64_t> values) {
    return array(IntegerType::get(&context, 64), shape, values);
  }
  /// start, start + 1, ...
  HostArray iotaF32(Shape shape, float start = 0) {
    HostArray result = HostArray::get(Float32Type::get(&context), shape);
    std::iota(result.as<float>().begin(), result.as<float>().end(), start);
    return result;
  }
  HostArray iotaI32(Shape shape, int32_t start = 0) {
    HostArray result = HostArray::get(IntegerType::get(&context, 32), shape);
    std::iota(result.as<int32_t>().begin(), result.as<int32_t>().end(), start);
    return result;
  }

  /// Evaluates a program, with no errors expected.
  SmallVector<HostArray> run(StringRef text, ArrayRef<HostArray> args,
                             const EvaluationOptions &options = {}) {
    func::FuncOp func = parse(text);
    if (!func)
      return {};
    FailureOr<SmallVector<HostArray>> results = evaluate(func, args, options);
    EXPECT_TRUE(succeeded(results)) << errors;
    return succeeded(results) ? *results : SmallVector<HostArray>();
  }

  /// Evaluates a program that must fail; returns what it reports.
  std::string fail(StringRef text, ArrayRef<HostArray> args,
                   const EvaluationOptions &options = {}) {
    func::FuncOp func = parse(text);
    if (!func)
      return {};
    errors.clear();
    EXPECT_TRUE(failed(evaluate(func, args, options)));
    return errors;
  }

  template <typename T>
  static std::vector<T> values(const HostArray &array) {
    ArrayRef<T> elements = array.as<T>();
    return std::vector<T>(elements.begin(), elements.end());
  }
  /// What the only result is: its shape and values.
  void expectF32(ArrayRef<HostArray> results, Shape shape,
                 std::vector<float> expected) {
    ASSERT_EQ(results.size(), 1u);
    EXPECT_EQ(results[0].shape, shape);
    EXPECT_EQ(values<float>(results[0]), expected);
  }
  void expectI32(ArrayRef<HostArray> results, Shape shape,
                 std::vector<int32_t> expected) {
    ASSERT_EQ(results.size(), 1u);
    EXPECT_EQ(results[0].shape, shape);
    EXPECT_EQ(values<int32_t>(results[0]), expected);
  }

  MLIRContext context;
  std::string errors;
  ScopedDiagnosticHandler handler;
  OwningOpRef<ModuleOp> module;
};

/// C = A * B as map of map of reduce.
inline constexpr llvm::StringLiteral kMatrixProduct = R"mlir(
  func.func @product(%a: !lift.array<N x K x f32>, %b: !lift.array<K x M x f32>)
      -> !lift.array<N x M x f32> {
    %zero = arith.constant 0.0 : f32
    %bt = lift.transpose %b : !lift.array<K x M x f32>
    %c = lift.map (%row = %a : !lift.array<N x K x f32>) {
      %r = lift.map (%col = %bt : !lift.array<M x K x f32>) {
        %s = lift.reduce (%x = %row, %y = %col
            : !lift.array<K x f32>, !lift.array<K x f32>)
            init (%acc = %zero : f32) {
          %xy = arith.mulf %x, %y : f32
          %t = arith.addf %acc, %xy : f32
          lift.yield %t : f32
        }
        lift.yield %s : f32
      }
      lift.yield %r : !lift.array<M x f32>
    }
    return %c : !lift.array<N x M x f32>
  })mlir";

} // namespace mlir::lift

#endif // LIFT_UNITTESTS_EVALUATOR_EVALUATORTESTBASE_H
