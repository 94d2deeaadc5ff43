//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Runtime/Package.h"

#include "LiftDialect/Runtime/FileReplacer.h"
#include "PackageJson.h"
#include "RegularFile.h"

#include <cerrno>
#include <cstring>
#include <sys/stat.h>

namespace mlir::lift::runtime {

static constexpr const char *kManifestName = "/manifest.json";

std::string SourcePosition::str() const {
  if (line == 0)
    return "";
  return file + ":" + std::to_string(line) + ":" + std::to_string(column);
}

std::string PackageParameter::str() const {
  std::string element = getName(type);
  if (lanes != 1)
    element = "vector<" + std::to_string(lanes) + "x" + element + ">";
  if (isScalar())
    return element;
  std::string text = "!lift.array<";
  for (const Expr &size : sizes)
    text += size.strInDimension() + " x ";
  return text + element + ">";
}

const ProgramForm *Package::findForm(Form form) const {
  for (const ProgramForm &program : programs)
    if (program.form == form)
      return &program;
  return nullptr;
}

Result<const ProgramForm *> chooseForm(const Package &package, Api api) {
  if (const ProgramForm *program = package.findForm(getForm(api)))
    return program;
  std::string names;
  for (const ProgramForm &program : package.programs)
    names += std::string(names.empty() ? "" : ", ") + getName(program.form);
  return Error{std::string("--api=") + getName(api) +
               " needs kernels in the "
               "form '" +
               getName(getForm(api)) + "', but the package has " + names};
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

static Status writeFile(const std::string &path, std::string_view text) {
  FileReplacer file(path);
  file.write(text.data(), text.size());
  return file.commit();
}

Status writePackage(const std::string &folder, const Package &package) {
  if (mkdir(folder.c_str(), 0777) != 0 && errno != EEXIST)
    return Error{"cannot make the folder '" + folder +
                 "': " + std::strerror(errno)};
  // Files cannot change at one time: the checksum in the manifest tells that
  // they belong together.
  for (const auto &[name, bytes] : listFiles(package))
    if (Status status = writeFile(folder + "/" + name, bytes.view()); !status)
      return status;
  return writeFile(folder + kManifestName, printManifest(package));
}

/// Programs are read, constants are mapped.
static Result<Bytes> readFile(const std::string &folder,
                              const std::string &name) {
  const std::string path = folder + "/" + name;
  if (name == kConstantsName)
    return Bytes::map(path);
  Result<std::string> text = readRegularFile(path);
  if (!text)
    return text.getError();
  return Bytes(std::move(*text));
}

Result<Package> readPackage(const std::string &folder) {
  Result<std::string> manifest = readRegularFile(folder + kManifestName);
  if (!manifest)
    return manifest.getError();
  Result<Package> package =
      parseManifest(*manifest, [&](const std::string &name) {
        return readFile(folder, name);
      });
  if (!package)
    return Error{"'" + folder + "': " + package.getError().message};
  return package;
}

} // namespace mlir::lift::runtime
