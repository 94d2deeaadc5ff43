//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Packages to JSON.
//
//===----------------------------------------------------------------------===//
#include "PackageJson.h"

#include "Checksum.h"

namespace mlir::lift::runtime {

//===----------------------------------------------------------------------===//
// To JSON
//===----------------------------------------------------------------------===//

template <typename Exprs>
static Json toJson(const Exprs &exprs) {
  Json json = Json::array();
  for (const Expr &expr : exprs)
    json.push_back(expr.str());
  return json;
}

static Json toJson(const PackageParameter &parameter) {
  Json json;
  json["name"] = parameter.name;
  json["type"] = getName(parameter.type);
  if (parameter.lanes != 1)
    json["lanes"] = parameter.lanes;
  json["sizes"] = toJson(parameter.sizes);
  return json;
}

static Json toJson(const LaunchArgument &argument) {
  switch (argument.kind) {
  case LaunchArgument::Kind::Buffer:
    return {{"buffer", argument.name},
            {"written", argument.isWritten},
            {"bytes", argument.numBytes.str()}};
  case LaunchArgument::Kind::Scalar:
    return {{"scalar", argument.name}, {"bits", argument.numBits}};
  case LaunchArgument::Kind::Number:
    return {{"number", argument.number.str()}, {"bits", argument.numBits}};
  }
  return {};
}

static Json toJson(const Carried &carried) {
  if (carried.isBuffer())
    return {{"name", carried.name},
            {"buffer", carried.buffer},
            {"next", carried.nextBuffer}};
  return {{"name", carried.name},
          {"number", carried.number.str()},
          {"next", carried.nextNumber.str()}};
}

template <typename T>
static Json toJsonList(const std::vector<T> &values);

static Json toJson(const Requirement &requirement) {
  for (auto [comparison, text] : kComparisons)
    if (comparison == requirement.comparison)
      return {requirement.lhs.str(), text, requirement.rhs.str()};
  return {};
}

static void addAction(const Requirement &action, Json &json) {
  json["require"] = toJson(action);
  json["message"] = action.sentence;
}

static void addAction(const Allocation &action, Json &json) {
  json["allocate"] = action.buffer;
  json["bytes"] = action.numBytes.str();
}

static void addAction(const Release &action, Json &json) {
  json["free"] = action.buffer;
}

static void addAction(const Assertion &action, Json &json) {
  json["assert"] = action.buffer;
  json["message"] = action.sentence;
}

static void addAction(const Launch &action, Json &json) {
  json["launch"] = action.kernel;
  json["groups"] = toJson(action.groups);
  json["local"] = toJson(action.local);
  json["arguments"] = toJsonList(action.arguments);
  json["local_bytes"] = action.localBytes;
  json["private_bytes"] = action.privateBytes;
  if (action.pushBytes)
    json["push"] = *action.pushBytes;
  json["lines"] = action.lines;
}

static void addAction(const Loop &action, Json &json) {
  json["for"] = action.counter;
  json["from"] = action.from.str();
  json["to"] = action.to.str();
  json["step"] = action.step.str();
  json["carried"] = toJsonList(action.carried);
  json["steps"] = toJsonList(action.body);
}

static Json toJson(const Step &step) {
  Json json;
  std::visit([&](const auto &action) { addAction(action, json); }, step.action);
  if (step.position.line != 0)
    json["source"] = step.position.str();
  return json;
}

template <typename T>
static Json toJsonList(const std::vector<T> &values) {
  Json json = Json::array();
  for (const T &value : values)
    json.push_back(toJson(value));
  return json;
}

std::string dump(const Json &json, int indent) {
  return json.dump(indent, ' ', /*ensure_ascii=*/false,
                   Json::error_handler_t::replace);
}

std::string computeChecksum(Json manifest,
                            const std::vector<std::string_view> &files) {
  manifest.erase("checksum");
  std::string text = dump(manifest);
  std::vector<std::string_view> texts = {text};
  texts.insert(texts.end(), files.begin(), files.end());
  return computeChecksum(texts);
}

//===----------------------------------------------------------------------===//
// Programs and variants
//===----------------------------------------------------------------------===//

/// "kernels.cl"; "kernels.2.vulkan.spv" for the second variant.
static std::string getFileName(Form form, size_t variant) {
  static constexpr const char *kEndings[] = {".cl", ".opencl.spv",
                                             ".vulkan.spv"};
  std::string number = variant == 0 ? "" : "." + std::to_string(variant);
  return "kernels" + number + kEndings[size_t(form)];
}

/// Where the constants of arguments begin in their file; nothing for the other
/// arguments.
static std::vector<std::optional<uint64_t>>
layOutConstants(const Package &package) {
  std::vector<std::optional<uint64_t>> offsets;
  uint64_t end = 0;
  for (const PackageParameter &argument : package.arguments) {
    offsets.emplace_back();
    if (!argument.constant)
      continue;
    offsets.back() = (end + kConstantAlignment - 1) / kConstantAlignment *
                     kConstantAlignment;
    end = *offsets.back() + argument.constant.size();
  }
  return offsets;
}

/// The file with all constants; empty if there are none.
static std::string joinConstants(const Package &package) {
  std::string bytes;
  const std::vector<std::optional<uint64_t>> offsets = layOutConstants(package);
  for (size_t i = 0; i < offsets.size(); ++i)
    if (offsets[i]) {
      bytes.resize(*offsets[i]);
      bytes += package.arguments[i].constant.view();
    }
  return bytes;
}

std::vector<std::pair<std::string, Bytes>> listFiles(const Package &package) {
  std::vector<std::pair<std::string, Bytes>> files;
  auto add = [&](const Package &part, size_t variant) {
    for (const ProgramForm &program : part.programs)
      files.emplace_back(getFileName(program.form, variant),
                         Bytes(program.bytes));
  };
  add(package, 0);
  for (size_t i = 0; i < package.variants.size(); ++i)
    add(package.variants[i], i + 1);
  if (std::string constants = joinConstants(package); !constants.empty())
    files.emplace_back(kConstantsName, Bytes(std::move(constants)));
  return files;
}

static Json printPrograms(const Package &package, size_t variant) {
  Json json = Json::array();
  for (const ProgramForm &program : package.programs) {
    Json entry;
    entry["form"] = getName(program.form);
    entry["file"] = getFileName(program.form, variant);
    if (program.form != Form::OpenCLC) {
      entry["capabilities"] = program.capabilities;
      entry["extensions"] = program.extensions;
    }
    if (program.maxRegisters)
      entry["max_registers"] = *program.maxRegisters;
    json.push_back(std::move(entry));
  }
  return json;
}

std::string printManifest(const Package &package) {
  Json json;
  json["format"] = kFormatName;
  json["version"] = kPackageVersion;
  json["entry"] = package.entry;
  json["sizes"] = package.sizes;
  json["arguments"] = toJsonList(package.arguments);
  const std::vector<std::optional<uint64_t>> offsets = layOutConstants(package);
  for (size_t i = 0; i < offsets.size(); ++i)
    if (offsets[i]) {
      json["arguments"][i]["constant"] = *offsets[i];
      json["constants"] = kConstantsName;
    }
  json["results"] = toJsonList(package.results);
  for (size_t i = 0; i < package.results.size(); ++i)
    json["results"][i]["buffer"] = package.resultBuffers[i];
  if (package.floatOps)
    json["float_ops"] = package.floatOps->str();
  if (!package.madeFor.empty())
    json["made_for"] = package.madeFor;
  json["programs"] = printPrograms(package, 0);
  json["steps"] = toJsonList(package.steps);
  for (size_t i = 0; i < package.variants.size(); ++i) {
    const Package &variant = package.variants[i];
    Json other;
    other["programs"] = printPrograms(variant, i + 1);
    if (!variant.preferences.empty())
      other["prefer"] = toJsonList(variant.preferences);
    other["steps"] = toJsonList(variant.steps);
    other["buffers"] = variant.resultBuffers;
    json["variants"].push_back(std::move(other));
  }
  const std::vector<std::pair<std::string, Bytes>> files = listFiles(package);
  std::vector<std::string_view> texts;
  for (const auto &[name, bytes] : files)
    texts.push_back(bytes.view());
  json["checksum"] = computeChecksum(json, texts);
  return dump(json, /*indent=*/1) + "\n";
}

} // namespace mlir::lift::runtime
