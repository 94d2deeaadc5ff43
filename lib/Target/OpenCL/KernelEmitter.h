//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the printer of one kernel. Its methods are spread over
// files by what they print: Types, Values, Literals, Arith, Math, Vectors,
// Memory, ByteAccess, Calls, ControlFlow, Kernel, Half, PackedHalf.
//
// Values. An SSA value becomes a CExpr: a name, or an expression that waits to
// be printed inside its only user. It waits only if that is in the same block
// and, when it holds a load, nothing in between writes or waits. A value that
// cannot wait gets a variable: `const T name = ...;`.
//
// Variables that are assigned twice are those that loops carry. They keep their
// value from one end of the loop's body to the other, where all are assigned at
// once: only these assignments can disturb an expression that waits, and they
// look for it.
//
// Dead ops are visited as well, so that what cannot be printed is an error
// wherever it stands; their text is dropped.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_LIB_TARGET_OPENCL_KERNELEMITTER_H
#define LIFTDIALECT_LIB_TARGET_OPENCL_KERNELEMITTER_H

#include "CExpr.h"
#include "KernelFacts.h"
#include "NameTable.h"

#include "LiftDialect/Analysis/DeviceProperties.h"
#include "LiftDialect/Analysis/IndexSigns.h"
#include "LiftDialect/LiftOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Support/IndentedOstream.h"

#include <map>
#include <optional>

namespace mlir::lift::opencl {

/// What the kernels of one program share.
struct TranslationUnit {
  NameTable names;
  /// Functions that kernels call, by name, in the order of their names.
  std::map<std::string, std::string> helpers;
  /// An f16 is a half; otherwise a float, or two are in an int (see Half.cpp
  /// and PackedHalf.cpp).
  bool nativeHalf = false;
  bool limitsRegisters = false;
  /// All devices that the program is for and that are NVIDIA's have
  /// compute capability 8.0: instructions for strict minima and maxima of
  /// floats, and for half numbers.
  bool hasCapability80 = false;
  /// Otherwise, whether a macro tells if a device has it.
  bool testsCapability80 = false;
  bool usesHalf = false;
  bool usesDouble = false;
  /// Atomic operations on 64 bits; and whether some are others than sums and
  /// exchanges.
  bool usesWideUpdates = false, usesOtherWideUpdates = false;
  /// Whether a device may run it that needs barriers around the ends of
  /// loops with barriers.
  bool hasLoopBarriers = true;
};

/// A function of halves that stand in integers: of one, or of two.
struct PackedFunction {
  std::string name, comment;
  SmallVector<StringRef, 3> parameters;
  std::string body;
  /// Whether its operands are floats, and its result.
  bool takesFloats = false, givesFloats = false;
};

class KernelEmitter {
public:
  KernelEmitter(gpu::GPUFuncOp kernel, unsigned indexBits, bool unsignedOffsets,
                TranslationUnit &program, std::string &text)
      : kernel(kernel), indexBits(indexBits), unsignedOffsets(unsignedOffsets),
        hasFewRegisters(countsBytes(kernel)), program(program),
        names(program.names), facts(kernel), text(text), stream(text),
        os(stream) {}

  LogicalResult emitKernel();

private:
  //===--------------------------------------------------------------------===//
  // Diagnostics
  //===--------------------------------------------------------------------===//

  /// Reports that `op` cannot be printed, why, and what to do about it.
  LogicalResult refuse(Operation *op, const Twine &why, const Twine &remedy);

  //===--------------------------------------------------------------------===//
  // Types.cpp
  //===--------------------------------------------------------------------===//

  /// The C type of a scalar or vector, or nothing if there is none.
  std::optional<std::string> tryTypeName(Type type);
  /// The same for a type that has one: that of any value in `values`.
  std::string typeName(Type type);
  std::string unsignedTypeName(Type type);
  /// The C type of the variable that holds `expr`.
  std::string variableTypeName(Type type, const CExpr &expr);
  /// The width of the C type in bits, of an element if it is a vector.
  unsigned bitwidth(Type type);
  /// The type in memory can be printed.
  LogicalResult checkMemRef(Operation *op, MemRefType type);
  /// The types of all operands and results can be printed.
  LogicalResult checkTypes(Operation *op);

  //===--------------------------------------------------------------------===//
  // Values.cpp
  //===--------------------------------------------------------------------===//

  /// The value's expression: any signedness, any width of an integer literal.
  /// Enough to initialise or assign a variable: that converts. Of halves, the
  /// floats.
  CExpr raw(Value value);
  /// The value as a signed integer (floats and others: as they are).
  CExpr use(Value value);
  /// As `use`, with exactly the value's C type: for overloaded functions.
  CExpr exact(Value value);
  /// The value as an integer of the unsigned type of its width.
  CExpr asUnsigned(Value value);
  /// As `exact`, and cheap to evaluate more than once: makes a variable of an
  /// expression that is not a name or a literal.
  CExpr atom(Value value);
  CExpr atom(CExpr expr, Type type, StringRef hint);
  /// A vector of i1 as integers of `bits` bits.
  CExpr asMask(Value value, unsigned bits);

  /// Says what an op's result is. It waits or becomes a variable.
  void define(Value value, CExpr expr, StringRef hint = "");
  /// Defines it as a variable in any case.
  void defineVariable(Value value, const CExpr &expr, StringRef hint = "");
  bool mayWait(Value value, const CExpr &expr);
  /// An expression that a loop evaluates again and again must not load.
  CExpr forLoopHeader(Value value);

  /// A new variable that will be assigned to.
  CExpr mutableVariable(StringRef name);
  /// The name somebody gave to a value, or the empty string.
  StringRef nameHint(Value value);
  std::string freshName(Value value, StringRef fallback);

  /// Prints one line, unless the op is dead.
  void line(const Twine &text);

  //===--------------------------------------------------------------------===//
  // Half.cpp: f16 where it is a float, and what PackedHalf.cpp rests on
  //===--------------------------------------------------------------------===//

  /// Whether values of this type, or of its elements, are rounded floats.
  bool isRoundedFloat(Type type);
  /// What an operation that gives an f16 computed, rounded to one; `mode` is a
  /// suffix of OpenCL's. Other types stay as they are.
  CExpr rounded(const CExpr &expr, Type type, StringRef mode = "_rte");
  /// The same for vectors and scalars of the C type `from`.
  CExpr roundedFrom(StringRef from, const CExpr &expr, Type type,
                    StringRef mode);
  CExpr halfFMA(Type type, ArrayRef<CExpr> operands);
  /// The function that computes it for such numbers; its name.
  std::string addHalfFMA(Type type);
  /// Between the bits of a half, as a short, and the float.
  CExpr halfFromBits(const CExpr &bits, Type type);
  CExpr bitsFromHalf(const CExpr &value, Type type);
  /// The value as an operand of a call that is made for each lane.
  CExpr forLanes(Value value);
  /// Calls `function` on scalars, lane by lane if `type` is a vector.
  CExpr callOnLanes(StringRef function, Type type, StringRef resultType,
                    ArrayRef<CExpr> operands);
  /// Whether the memory behind `memref` holds halves, not floats.
  bool holdsHalves(Value memref);
  /// How many times as large its elements are as their type.
  int64_t getHeldSize(Value memref);

  //===--------------------------------------------------------------------===//
  // PackedHalf.cpp: f16 as ushorts, and vectors as uints of two halves
  //===--------------------------------------------------------------------===//

  /// Whether variables of this type, and arrays of such elements, are packed.
  bool isPacked(Type type);
  std::string packedTypeName(Type type);
  /// Between floats, which are rounded, and halves.
  CExpr pack(const CExpr &floats, Type type);
  CExpr unpack(const CExpr &packed, Type type);
  /// The value as a variable holds it: packed, if its type is.
  CExpr held(Value value);
  /// An operation that is an instruction on halves: of that name, and the body
  /// of its function on other devices.
  CExpr packedArith(StringRef instruction, Operation *op,
                    const std::string &others);
  CExpr packedBinary(StringRef name, StringRef symbol, Operation *op);
  CExpr packedFMA(Operation *op);
  CExpr packedMinMax(bool isMax, bool isStrict, Operation *op);
  CExpr packedNegation(Value value);
  /// The half of these bits, which are a number of 16 bits.
  CExpr packedBits(const CExpr &bits);
  /// Whether all that use an op's result take what it is made of: lanes of
  /// which packed vectors are joined, or one condition that selects all lanes.
  bool isPartOfPacked(Operation *op);
  /// The bits of a half: a ushort, or the lower or upper half of a uint.
  enum class HalfPlace { Alone, Lower, Upper };
  struct HalfBits {
    CExpr bits;
    HalfPlace place;
  };
  HalfBits getHalfBits(Value value);
  /// The lane that is taken of a packed vector, if its number is known.
  std::optional<HalfBits> getLane(vector::ExtractOp op);
  /// An int of two halves.
  CExpr joinHalves(const HalfBits &low, const HalfBits &high);
  std::optional<CExpr> packedExtract(vector::ExtractOp op);
  CExpr packedElements(vector::FromElementsOp op);
  /// A half as all lanes of a vector.
  std::string addSplat(HalfPlace place);
  CExpr packedSplat(vector::BroadcastOp op);
  /// A packed vector in a variable.
  CExpr heldAtom(Value value);
  CExpr packedLiteral(DenseElementsAttr attr);
  CExpr packedLiteral(const APFloat &number);
  /// Adds a function of `width` halves, which calls `function` for each two of
  /// more, and returns its name. Functions stand in the order of their names:
  /// what one calls is before it.
  std::string addPacked(const PackedFunction &function, int64_t width);
  std::string addPack(int64_t width);
  std::string addUnpack(int64_t width);

  //===--------------------------------------------------------------------===//
  // Literals.cpp
  //===--------------------------------------------------------------------===//

  CExpr integerLiteral(const APInt &value, Type type);
  /// A small number as the other operand of a value of `type`: for a vector, a
  /// scalar that C turns into one.
  CExpr literal(int64_t value, Type type);
  CExpr floatLiteral(const APFloat &value);
  LogicalResult emitConstant(arith::ConstantOp op);
  LogicalResult emitPoison(Operation *op);

  //===--------------------------------------------------------------------===//
  // Arith.cpp
  //===--------------------------------------------------------------------===//

  LogicalResult emitArith(Operation *op);
  LogicalResult emitBoolArith(Operation *op);
  LogicalResult emitIntArith(Operation *op);
  LogicalResult emitFloatArith(Operation *op);
  LogicalResult emitDivision(Operation *op);
  LogicalResult emitVectorDivision(Operation *op);
  LogicalResult emitCompare(arith::CmpIOp op);
  LogicalResult emitCompare(arith::CmpFOp op);
  LogicalResult emitSelect(arith::SelectOp op);
  /// Wraps a result that C computes as an int into its own small type.
  CExpr fit(CExpr expr, Type type);
  /// lhs op rhs that wraps around: computed unsigned where C says so.
  CExpr wrapping(Operation *op, StringRef symbol);
  /// lhs op rhs, both unsigned.
  CExpr unsignedBinary(Operation *op, StringRef symbol);
  bool isNonNegative(Value value) {
    return lift::isNonNegative(value, indexBits, /*usesSizes=*/false);
  }
  bool hasNativeForm(Operation *op);
  /// An approximation of 1 / sqrt of numbers of a type that floats stand for.
  CExpr nativeRsqrt(const CExpr &operand, Type type);
  /// The maximum (or minimum) of IEEE 754-2019 that propagates NaN.
  std::string addStrictMinMax(bool isMax, Type type);
  CExpr strictMinMax(bool isMax, const CExpr &lhs, const CExpr &rhs, Type type);

  //===--------------------------------------------------------------------===//
  // Casts.cpp
  //===--------------------------------------------------------------------===//

  LogicalResult emitCast(Operation *op);
  CExpr convert(const CExpr &expr, Type to);
  CExpr reinterpret(StringRef typeName, const CExpr &expr);

  //===--------------------------------------------------------------------===//
  // Math.cpp
  //===--------------------------------------------------------------------===//

  LogicalResult emitMath(Operation *op);

  //===--------------------------------------------------------------------===//
  // Vectors.cpp
  //===--------------------------------------------------------------------===//

  LogicalResult emitVector(Operation *op);
  LogicalResult emitExtract(vector::ExtractOp op);
  LogicalResult emitInsert(vector::InsertOp op);
  LogicalResult emitShuffle(vector::ShuffleOp op);
  LogicalResult emitReduction(vector::ReductionOp op);
  /// Lanes `lanes` of a vector.
  CExpr lanes(const CExpr &vector, ArrayRef<int64_t> lanes, unsigned width);
  /// A scalar as a lane of a vector (a bool as 0 or -1).
  CExpr asLane(Value scalar);
  /// The variable that insertion into `vector` changes.
  CExpr insertionTarget(Operation *op, Value vector, Value result);

  //===--------------------------------------------------------------------===//
  // Memory.cpp
  //===--------------------------------------------------------------------===//

  LogicalResult emitMemRef(Operation *op);
  LogicalResult emitVectorAccess(Operation *op);
  LogicalResult emitLoad(memref::LoadOp op);
  LogicalResult emitStore(memref::StoreOp op);
  LogicalResult emitUpdate(memref::AtomicRMWOp op);
  /// The function of OpenCL C for an integer; empty if there is none.
  std::string getAtomicFunction(memref::AtomicRMWOp op);
  /// A function that adds to a float, or a double, in that memory; its name.
  std::string addFloatUpdate(StringRef space, bool isWide);
  /// The same, that makes a float the smaller or larger.
  std::string addFloatLimit(arith::AtomicRMWKind kind, llvm::StringRef space);
  /// The place of an element, counted in elements from the array's start.
  FailureOr<CExpr> linearIndex(Operation *op, MemRefType type,
                               ValueRange indices);
  /// `memref + index`.
  CExpr address(Value memref, const CExpr &index);
  LogicalResult checkWritable(Operation *op, Value memref);
  /// The number of the kernel's argument that `memref` is.
  std::optional<unsigned> getArgumentNumber(Value memref);
  /// The C type of the elements of the memory behind `memref`.
  std::string memoryTypeName(Value memref);
  /// `place` in memory that holds halves as a pointer to these.
  CExpr halfPointer(Value memref, const CExpr &place, bool isStore);
  /// Declares the array that stands for `memref`.
  LogicalResult declareArray(Operation *op, Value memref, int64_t alignment,
                             StringRef hint);

  //===--------------------------------------------------------------------===//
  // ByteAccess.cpp
  //===--------------------------------------------------------------------===//

  /// Whether `op` is nothing but the index of accesses that count bytes: it is
  /// printed as these.
  bool isByteIndex(arith::ShRUIOp op);
  /// What an access reads or writes, if its index counts bytes.
  std::optional<CExpr> byteAccess(Operation *op);
  /// The summand of an index in bytes that a compiler knows once it has
  /// unrolled loops, as a multiple of `bytes`; nothing if the other may be
  /// negative.
  std::optional<CExpr> takeUnrolled(Operation *op, arith::ShRUIOp index,
                                    int64_t bytes);
  /// A sum of products with constants, divided by a number without rest.
  std::optional<CExpr> quotient(Value value, int64_t divisor);

  //===--------------------------------------------------------------------===//
  // Calls.cpp
  //===--------------------------------------------------------------------===//

  LogicalResult emitCall(CallOp op);
  /// The text of a user function.
  FailureOr<std::string> userFunction(UserFunOp op);

  //===--------------------------------------------------------------------===//
  // ControlFlow.cpp
  //===--------------------------------------------------------------------===//

  LogicalResult emitBlock(Block &block);
  LogicalResult emitOp(Operation *op);
  LogicalResult emitFor(scf::ForOp op);
  LogicalResult emitWhile(scf::WhileOp op);
  /// The line that opens a while loop: where it stands in `text`. It takes up
  /// conditions as long as nothing stands behind it.
  struct WhileHeader {
    size_t start = 0;
    size_t end = 0;
    CExpr condition;
  };
  /// Prints what a while loop does before a trip, up to leaving it where
  /// `condition` or the condition of `second`, which computes it, is false.
  LogicalResult emitTests(Block &block, Value condition, scf::IfOp second,
                          ArrayRef<std::pair<CExpr, Value>> results,
                          WhileHeader &header);
  /// Leaves the loop unless the condition holds.
  void emitExit(WhileHeader &header, const CExpr &condition);
  LogicalResult emitIf(scf::IfOp op);
  /// What a branch tests: where others are beside it and barriers, on PoCL, a
  /// copy of which clang knows nothing. Seen in PoCL 3.1: wrong results, and
  /// loops without an end.
  std::string getTest(const CExpr &condition);
  LogicalResult emitBarrier(Operation *op, bool local, bool global);
  /// A barrier before `next`, unless that is one, if `loop` has barriers: for
  /// compilers that need one where its body begins, and behind it. Seen in PoCL
  /// 3.1, as clang merges branches around the ends of loops before PoCL makes
  /// loops over work-items.
  void emitLoopBarrier(Operation *loop, Operation *next);
  /// Whether a barrier ends the body of a counted loop that begins with such a
  /// one: PoCL computes wrong results with both. What another loop tests, it
  /// may load between the two.
  bool isLastBarrier(Operation *barrier);
  LogicalResult emitLoopBody(Operation *loop, Block &body);
  template <typename OpTy>
  LogicalResult emitId(OpTy op, StringRef function, StringRef hint);
  /// Assigns to several variables at the same time.
  struct Assignment {
    CExpr variable;
    CExpr value;
    Type type;
  };
  void assignTogether(SmallVector<Assignment> assignments);
  Assignment assignment(const CExpr &variable, Value value);
  /// Whether an inner loop can carry on in the variable of an outer one.
  bool sharesVariable(scf::ForOp inner, unsigned number);
  std::optional<CExpr> assignedVariable(scf::IfOp op, unsigned number);

  //===--------------------------------------------------------------------===//
  // Kernel.cpp
  //===--------------------------------------------------------------------===//

  FailureOr<std::string> argument(unsigned number);
  LogicalResult declareLocalArrays();

  gpu::GPUFuncOp kernel;
  unsigned indexBits;
  /// Whether offsets into global memory are converted to unsigned numbers.
  bool unsignedOffsets;
  /// Whether tests of variables are written again rather than kept.
  bool hasFewRegisters;
  TranslationUnit &program;
  NameTable &names;
  KernelFacts facts;
  /// All that has been printed, also by others before.
  std::string &text;
  llvm::raw_string_ostream stream;
  raw_indented_ostream os;
  llvm::DenseMap<Value, CExpr> values;
  /// The variables made by vector.insert, which the next one may change.
  llvm::DenseSet<Value> insertionVariables;
  unsigned numVariables = 0;
  /// Inside of a dead op: nothing is printed.
  bool isDead = false;
};

/// The number in an integer attribute; 0 if it is none, or too big for any use.
int64_t integerIn(Attribute attr);

/// Starts the diagnostic that says why an op cannot be printed.
InFlightDiagnostic cannotPrint(Operation *op);

/// Whether the memref is in `space`; without a space of its own, private.
bool isInSpace(MemRefType type, gpu::AddressSpace space);

/// The number behind the name of a C vector type; nothing for a scalar.
std::string laneCount(Type type);

/// The body of a function: for NVIDIA's compiler, or where another condition of
/// the preprocessor holds, and for others.
std::string chooseInstructions(StringRef nvidia, StringRef others,
                               StringRef condition = "ifdef "
                                                     "cl_nv_pragma_unroll");

/// The body of a function that calls another for each lane of some vectors.
std::string callEachLane(StringRef function, int64_t width,
                         ArrayRef<StringRef> vectors);

} // namespace mlir::lift::opencl

#endif // LIFTDIALECT_LIB_TARGET_OPENCL_KERNELEMITTER_H
