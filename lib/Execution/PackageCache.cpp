//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PackageCache.h"

#include "LiftDialect/Runtime/BinaryCache.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SHA256.h"

#include <dlfcn.h>

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::run;

namespace {
/// Hashes what is written to it.
class HashStream final : public llvm::raw_ostream {
public:
  explicit HashStream(llvm::SHA256 &hash) : hash(hash) {}
  ~HashStream() override { flush(); }

private:
  void write_impl(const char *bytes, size_t count) override {
    hash.update(StringRef(bytes, count));
    position += count;
  }
  uint64_t current_pos() const override { return position; }

  llvm::SHA256 &hash;
  uint64_t position = 0;
};
} // namespace

/// The file that this code is in, with its time and size: another compiler may
/// make something else. Nothing if that is not known.
static std::optional<std::string> describeCompiler() {
  Dl_info info;
  llvm::sys::fs::file_status status;
  if (!dladdr(reinterpret_cast<void *>(&describeCompiler), &info) ||
      llvm::sys::fs::status(info.dli_fname, status))
    return std::nullopt;
  return (Twine(info.dli_fname) + " " + Twine(status.getSize()) + " " +
          Twine(status.getLastModificationTime().time_since_epoch().count()))
      .str();
}

PackageCache::PackageCache(const Program &program,
                           const ExecutionOptions &options)
    : program(program), options(options) {
  ModuleOp module = program.module.get();
  // Remarks are said each time.
  if (options.cacheFolder.empty() || module.getContext()->getRemarkEngine())
    return;
  std::optional<std::string> compilation = describeCompilation(options);
  std::optional<std::string> compiler = describeCompiler();
  if (!compilation || !compiler)
    return;
  llvm::SHA256 hash;
  {
    HashStream os(hash);
    os << *compiler << '\n'
       << *compilation << '\n'
       << program.getEntry().getSymName() << '\n';
    if (failed(writeBytecodeToFile(module, os)))
      return;
  }
  key = llvm::toHex(hash.final());
}

/// The package and its variants, in their order.
static SmallVector<runtime::Package *> getAll(runtime::Package &package) {
  SmallVector<runtime::Package *> all = {&package};
  for (runtime::Package &variant : package.variants)
    all.push_back(&variant);
  return all;
}

std::optional<runtime::Package> PackageCache::load() const {
  if (key.empty())
    return std::nullopt;
  std::optional<std::string> entry =
      runtime::BinaryCache(options.cacheFolder).load(key);
  if (!entry)
    return std::nullopt;
  // A manifest, and the files that it names, each with its size.
  StringRef rest = *entry;
  std::map<std::string, std::string> files;
  while (!rest.empty()) {
    auto [header, behind] = rest.split('\n');
    auto [size, name] = header.split(' ');
    size_t numBytes;
    if (size.getAsInteger(10, numBytes) || numBytes > behind.size())
      return std::nullopt;
    files[name.str()] = behind.take_front(numBytes).str();
    rest = behind.drop_front(numBytes);
  }
  runtime::Result<runtime::Package> package = runtime::parseManifest(
      files[""],
      [&](const std::string &name) -> runtime::Result<runtime::Bytes> {
        auto file = files.find(name);
        if (file == files.end())
          return runtime::Error{"there is no file '" + name + "'"};
        return runtime::Bytes(file->second);
      });
  if (!package)
    return std::nullopt;
  for (runtime::Package *part : getAll(*package)) {
    if (part->arguments.size() != program.arguments.size())
      return std::nullopt;
    for (auto [argument, known] :
         llvm::zip_equal(part->arguments, program.arguments))
      argument.constant = known.constant;
  }
  return std::move(*package);
}

void PackageCache::store(const runtime::Package &package) const {
  if (key.empty())
    return;
  runtime::Package kept = package;
  for (runtime::Package *part : getAll(kept))
    for (runtime::PackageParameter &argument : part->arguments)
      argument.constant = runtime::Bytes();
  std::string entry;
  auto add = [&](const std::string &name, std::string_view bytes) {
    entry += std::to_string(bytes.size()) + " " + name + "\n";
    entry += bytes;
  };
  add("", runtime::printManifest(kept));
  for (const auto &[name, bytes] : runtime::listFiles(kept))
    add(name, bytes.view());
  (void)bool(runtime::BinaryCache(options.cacheFolder).store(key, entry));
}
