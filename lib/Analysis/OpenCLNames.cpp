//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file lists the names that OpenCL C 1.2 (with what later versions and the
// common extensions add) keeps for itself.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Analysis/OpenCLNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::lift;

namespace {
/// Names that are reserved as they are. One string per topic, split at blanks.
const char *const reservedWords[] = {
    // C99 and C++ keywords (OpenCL C++ compilers exist), and common macros.
    "auto break case char const continue default do double else enum extern "
    "float for goto if inline int long register restrict return short signed "
    "sizeof static struct switch typedef union unsigned void volatile while "
    "asm bool true false class new delete this template typename namespace "
    "operator private protected public friend virtual using try catch throw "
    "explicit export mutable and or not xor bitand bitor compl and_eq or_eq "
    "xor_eq not_eq constexpr decltype noexcept nullptr thread_local alignas "
    "alignof static_assert typeof complex imaginary wchar_t main defined NULL "
    "linux unix assert",
    // OpenCL's qualifiers, types and attributes.
    "kernel global local constant generic read_only write_only read_write "
    "uniform pipe uchar ushort uint ulong half quad size_t ptrdiff_t intptr_t "
    "uintptr_t sampler_t event_t queue_t ndrange_t clk_event_t reserve_id_t "
    "cl_mem_fence_flags memory_order memory_scope image1d_t image1d_array_t "
    "image1d_buffer_t image2d_t image2d_array_t image2d_depth_t "
    "image2d_array_depth_t image2d_msaa_t image2d_array_msaa_t image3d_t "
    "atomic_int atomic_uint atomic_long atomic_ulong atomic_float "
    "atomic_double atomic_flag atomic_size_t int8_t int16_t int32_t int64_t "
    "uint8_t uint16_t uint32_t uint64_t",
    // Work-items, synchronisation, memory.
    "get_work_dim get_global_size get_global_id get_local_size get_local_id "
    "get_num_groups get_group_id get_global_offset get_enqueued_local_size "
    "get_global_linear_id get_local_linear_id barrier mem_fence read_mem_fence "
    "write_mem_fence work_group_barrier async_work_group_copy "
    "async_work_group_strided_copy wait_group_events prefetch to_global "
    "to_local to_private get_fence printf popcount ctz",
    // Math.
    "acos acosh acospi asin asinh asinpi atan atan2 atanh atanpi atan2pi cbrt "
    "ceil copysign cos cosh cospi erf erfc exp exp2 exp10 expm1 fabs fdim "
    "floor fma fmax fmin fmod fract frexp hypot ilogb ldexp lgamma lgamma_r "
    "log log2 log10 log1p logb mad maxmag minmag modf nan nextafter pow pown "
    "powr remainder remquo rint rootn round rsqrt sin sincos sinh sinpi sqrt "
    "tan tanh tanpi tgamma trunc abs abs_diff add_sat hadd rhadd clamp clz "
    "mad_hi mad_sat max min mul_hi rotate sub_sat upsample mad24 mul24 "
    "degrees mix radians step smoothstep sign cross dot distance length "
    "normalize fast_distance fast_length fast_normalize divide recip",
    // Relational and miscellaneous.
    "isequal isnotequal isgreater isgreaterequal isless islessequal "
    "islessgreater isfinite isinf isnan isnormal isordered isunordered signbit "
    "any all bitselect select shuffle shuffle2 vec_step bit_reverse dot_acc",
    // Macros.
    "INFINITY NAN MAXFLOAT HUGE_VAL HUGE_VALF EOF CHAR_BIT CHAR_MAX CHAR_MIN "
    "SCHAR_MAX SCHAR_MIN UCHAR_MAX SHRT_MAX SHRT_MIN USHRT_MAX INT_MAX INT_MIN "
    "UINT_MAX LONG_MAX LONG_MIN ULONG_MAX kernel_exec"};

/// Families of names: everything that starts like this is reserved.
const char *const reservedPrefixes[] = {
    "__",          "as_",          "convert_",  "vload",      "vstore",
    "vloada_",     "native_",      "half_",     "atomic_",    "atom_",
    "CLK_",        "CL_",          "cl_",       "FLT_",       "DBL_",
    "HALF_",       "round_half",   "M_",        "FP_",        "sub_group_",
    "work_group_", "get_image_",   "get_sub_",  "read_image", "write_image",
    "intel_",      "get_kernel_",  "get_pipe_", "read_pipe",  "write_pipe",
    "enqueue_",    "reserve_",     "commit_",   "memory_",    "arm_",
    "qcom_",       "get_default_", "OPENCL_",   "INT_FAST",   "UINT_FAST"};

/// The element types that a vector type is made of: float4, uchar16.
const char *const vectorElements[] = {
    "bool", "char",  "uchar", "short", "ushort", "int", "uint",
    "long", "ulong", "half",  "float", "double", "quad"};

/// Functions that the printer adds to a program, but for the width of vectors.
const char *const helpers[] = {
    "approximate_rsqrt", "bits_from_half",
    "bits_of",           "float_of",
    "floats_in",         "fma_half",
    "join_lower_lower",  "join_lower_upper",
    "join_upper_lower",  "join_upper_upper",
    "maximum_double",    "maximum_float",
    "maximum_half",      "minimum_double",
    "minimum_float",     "minimum_half",
    "pack_half",         "packed_add",
    "packed_fma",        "packed_max",
    "packed_max_NaN",    "packed_min",
    "packed_min_NaN",    "packed_mul",
    "packed_sub",        "scalar_add",
    "scalar_fma",        "scalar_max",
    "scalar_max_NaN",    "scalar_min",
    "scalar_min_NaN",    "scalar_mul",
    "scalar_sub",        "splat_half",
    "splat_high",        "splat_low",
    "EXCEPT_POCL",       "HIDDEN",
    "LOOP_BARRIER",      "NVIDIA_COMPUTE_CAPABILITY"};

const llvm::StringSet<> &reservedSet() {
  static const llvm::StringSet<> set = [] {
    llvm::StringSet<> words;
    for (const char *line : reservedWords) {
      SmallVector<StringRef> parts;
      StringRef(line).split(parts, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
      words.insert(parts.begin(), parts.end());
    }
    return words;
  }();
  return set;
}
} // namespace

bool opencl::isIdentifier(StringRef name) {
  if (name.empty() || llvm::isDigit(name.front()))
    return false;
  return llvm::all_of(name,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

bool opencl::isReservedName(StringRef name) {
  if (reservedSet().contains(name))
    return true;
  for (const char *prefix : reservedPrefixes)
    if (name.starts_with(prefix))
      return true;
  // `_Bool` and its like.
  if (name.size() > 1 && name[0] == '_' && llvm::isUpper(name[1]))
    return true;
  StringRef stem = name.rtrim("0123456789x");
  if (llvm::is_contained(helpers, stem))
    return true;
  return stem != name && llvm::is_contained(vectorElements, stem);
}

std::string opencl::getKernelName(StringRef name) {
  if (isIdentifier(name) && !isReservedName(name))
    return name.str();
  std::string kernel = "kernel_";
  for (char c : name)
    kernel += llvm::isAlnum(c) ? c : '_';
  return kernel;
}
