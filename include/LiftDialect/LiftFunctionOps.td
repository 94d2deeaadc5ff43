//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_LIFTFUNCTIONOPS_TD
#define LIFTDIALECT_LIFTFUNCTIONOPS_TD

include "LiftDialect/LiftOpBase.td"
include "mlir/IR/SymbolInterfaces.td"

def Lift_UserFunOp : Lift_Op<"user_fun", [
    Symbol, IsolatedFromAbove, SingleBlock]> {
  let summary = "a function given as C code, and what it means";
  let description = [{
    A function on scalars and vectors that `lift.call` calls. The code is the
    body of a C function with parameters of the names given here, line by line;
    kernels call that function. It must not have side effects, and may use what
    OpenCL C has, but no other function of the program.

    A function with one result returns it. One with several results has a
    pointer of the given name for each of them, and stores there.

    The region says the same with operations of MLIR: that is what the evaluator
    runs, and what every back end but OpenCL C will use. Without it only OpenCL
    C can be made of the function. `lift-run --verify` compares the two on random
    scalars, too, and warns if they differ.

    ```mlir
    lift.user_fun @polar(x : f32, y : f32) -> (radius : f32, angle : f32)
        code ["*radius = sqrt(x * x + y * y);",
              "*angle = atan2(y, x);"]
        reference (%x, %y) {
      %xx = arith.mulf %x, %x : f32
      %yy = arith.mulf %y, %y : f32
      %sum = arith.addf %xx, %yy : f32
      %radius = math.sqrt %sum : f32
      %angle = math.atan2 %y, %x : f32
      lift.yield %radius, %angle : f32, f32
    }
    func.func @radii(%x: !lift.array<N x f32>, %y: !lift.array<N x f32>)
        -> !lift.array<N x f32> {
      %r = lift.map (%a = %x, %b = %y
          : !lift.array<N x f32>, !lift.array<N x f32>) {
        %p:2 = lift.call @polar(%a, %b) : (f32, f32) -> (f32, f32)
        lift.yield %p#0 : f32
      }
      return %r : !lift.array<N x f32>
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       OptionalAttr<StrAttr>:$sym_visibility,
                       TypeAttrOf<FunctionType>:$function_type,
                       StrArrayAttr:$arg_names,
                       StrArrayAttr:$result_names,
                       StrArrayAttr:$code);
  let regions = (region AnyRegion:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    /// Whether a C function can take and return values of this type.
    static bool isValidType(::mlir::Type type);
    bool hasReference() { return !getBody().empty(); }
    YieldOp getYield();
  }];
}

def Lift_CallOp : Lift_Op<"call", [
    NoMemoryEffect, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "applies a function";
  let description = [{
    Calls a `lift.user_fun`, or a function on arrays, whose body
    `lift-inline-calls` puts in place of the call. Each size name and tuning
    name of a function on arrays is given as a size of the caller. What it
    requires of sizes, the caller requires too. A function must not call itself.

    ```mlir
    func.func private @sum(%x: !lift.array<N x f32>) -> f32 {
      %zero = arith.constant 0.0 : f32
      %s = lift.reduce (%e = %x : !lift.array<N x f32>) init (%acc = %zero : f32) {
        %a = arith.addf %acc, %e : f32
        lift.yield %a : f32
      }
      return %s : f32
    }
    func.func @pair_sums(%x: !lift.array<(2 * M) x f32>, %y: !lift.array<M x f32>)
        -> !lift.array<M x f32> {
      %pairs = lift.split %x by 2 : !lift.array<(2 * M) x f32>
      %r = lift.map (%p = %pairs : !lift.array<M x 2 x f32>) {
        %s = lift.call @sum[N = 2](%p) : (!lift.array<2 x f32>) -> f32
        lift.yield %s : f32
      }
      return %r : !lift.array<M x f32>
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyType>:$inputs,
                       OptionalAttr<DictionaryAttr>:$sizes);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    $callee (`` custom<SizeBindings>($sizes)^)? `(` $inputs `)` attr-dict `:`
    functional-type($inputs, $results)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The sizes of the caller that stand for names of the callee.
    std::map<std::string, Expr> getSizeMap();
  }];
}

#endif // LIFTDIALECT_LIFTFUNCTIONOPS_TD
