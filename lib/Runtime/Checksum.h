//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LIFT_LIB_RUNTIME_CHECKSUM_H
#define LIFT_LIB_RUNTIME_CHECKSUM_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mlir::lift::runtime {

/// The 64-bit FNV-1a hash of the texts and where each ends, as 16 hexadecimal
/// digits. It finds accidents, not attacks.
inline std::string computeChecksum(const std::vector<std::string_view> &texts) {
  uint64_t hash = 0xcbf29ce484222325;
  auto add = [&](unsigned char byte) { hash = (hash ^ byte) * 0x100000001b3; };
  for (std::string_view text : texts) {
    for (char byte : text)
      add(static_cast<unsigned char>(byte));
    for (uint64_t size = text.size(), i = 0; i < 8; ++i)
      add(static_cast<unsigned char>(size >> (8 * i)));
  }
  std::string digits;
  for (int shift = 60; shift >= 0; shift -= 4)
    digits += "0123456789abcdef"[(hash >> shift) & 15];
  return digits;
}

} // namespace mlir::lift::runtime

#endif // LIFT_LIB_RUNTIME_CHECKSUM_H
