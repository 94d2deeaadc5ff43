//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An entry is "LIFTBIN1", the checksum of key and binary, the length of the key
// (8 bytes, little endian), key, binary.
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Runtime/BinaryCache.h"

#include "Checksum.h"
#include "LiftDialect/Runtime/FileReplacer.h"
#include "RegularFile.h"

#include <cstring>
#include <filesystem>

namespace mlir::lift::runtime {

static constexpr char kEntryMagic[] = "LIFTBIN1";
static constexpr size_t kMagicSize = sizeof(kEntryMagic) - 1;
static constexpr size_t kChecksumSize = 16;
static constexpr size_t kHeaderSize =
    kMagicSize + kChecksumSize + sizeof(uint64_t);

std::string BinaryCache::getPath(const std::string &key) const {
  return folder + "/" + computeChecksum({key}) + ".bin";
}

std::optional<std::string> BinaryCache::load(const std::string &key) const {
  Result<std::string> file = readRegularFile(getPath(key));
  if (!file)
    return std::nullopt;
  const std::string &entry = *file;
  if (entry.size() < kHeaderSize + key.size() ||
      entry.compare(0, kMagicSize, kEntryMagic) != 0)
    return std::nullopt;
  uint64_t keySize;
  std::memcpy(&keySize, &entry[kMagicSize + kChecksumSize], sizeof(keySize));
  if (keySize != key.size() || entry.compare(kHeaderSize, key.size(), key) != 0)
    return std::nullopt;
  std::string binary = entry.substr(kHeaderSize + key.size());
  if (entry.compare(kMagicSize, kChecksumSize,
                    computeChecksum({key, binary})) != 0)
    return std::nullopt;
  return binary;
}

Status BinaryCache::store(const std::string &key,
                          const std::string &binary) const {
  std::error_code code;
  std::filesystem::create_directories(folder, code);
  if (code)
    return Error{"cannot make the folder '" + folder + "': " + code.message()};
  std::string path = getPath(key);
  if (std::filesystem::exists(path, code) &&
      !std::filesystem::is_regular_file(path, code))
    return Error{"'" + path + "' is not a regular file"};
  uint64_t keySize = key.size();
  std::string header = kEntryMagic + computeChecksum({key, binary});
  FileReplacer file(path);
  file.write(header.data(), header.size());
  file.write(&keySize, sizeof(keySize));
  file.write(key.data(), key.size());
  file.write(binary.data(), binary.size());
  return file.commit();
}

} // namespace mlir::lift::runtime
