//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file writes candidates as JSON, and reads them.
//
//===----------------------------------------------------------------------===//

#include "LiftDialect/Execution/Candidate.h"

#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::run;

bool Candidate::operator==(const Candidate &other) const {
  auto fields = [](const Candidate &candidate) {
    return std::tie(candidate.schedule, candidate.mapping, candidate.widths,
                    candidate.parameters, candidate.options);
  };
  return fields(*this) == fields(other);
}

std::string Candidate::toJson() const {
  llvm::json::Object object;
  if (!schedule.empty())
    object["schedule"] = schedule;
  if (!mapping.empty()) {
    llvm::json::Array kernels;
    for (const std::vector<unsigned> &codes : mapping)
      kernels.push_back(llvm::json::Array(llvm::map_range(codes, getCodeName)));
    object["mapping"] = std::move(kernels);
  }
  if (!widths.empty())
    object["widths"] = llvm::json::Array(widths);
  if (!parameters.empty()) {
    llvm::json::Object values;
    for (const auto &[name, value] : parameters)
      values[name] = value;
    object["parameters"] = std::move(values);
  }
  if (!options.empty())
    object["options"] = llvm::json::Array(options);
  return llvm::formatv("{0}", llvm::json::Value(std::move(object))).str();
}

/// Reads the names of mappings.
static bool parseMapping(const llvm::json::Value &value,
                         std::vector<std::vector<unsigned>> &mapping,
                         llvm::json::Path path) {
  std::vector<std::vector<std::string>> names;
  if (!llvm::json::fromJSON(value, names, path))
    return false;
  for (const std::vector<std::string> &kernel : names) {
    mapping.emplace_back();
    for (const std::string &name : kernel) {
      std::optional<unsigned> code = parseCodeName(name);
      if (!code) {
        path.report("expected names of mappings, as glb(0)");
        return false;
      }
      mapping.back().push_back(*code);
    }
  }
  return true;
}

static bool parseCandidate(const llvm::json::Object &object,
                           Candidate &candidate, llvm::json::Path path) {
  for (const auto &[key, value] : object) {
    llvm::json::Path field = path.field(key);
    bool isRead = false;
    if (key == "schedule")
      isRead = llvm::json::fromJSON(value, candidate.schedule, field);
    else if (key == "mapping")
      isRead = parseMapping(value, candidate.mapping, field);
    else if (key == "widths")
      isRead = llvm::json::fromJSON(value, candidate.widths, field);
    else if (key == "parameters")
      isRead = llvm::json::fromJSON(value, candidate.parameters, field);
    else if (key == "options")
      isRead = llvm::json::fromJSON(value, candidate.options, field);
    else
      field.report("a candidate has no such field");
    if (!isRead)
      return false;
  }
  return true;
}

std::optional<Candidate> Candidate::fromJson(StringRef text,
                                             std::string &error) {
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
  if (!value) {
    error = llvm::toString(value.takeError());
    return std::nullopt;
  }
  llvm::json::Path::Root root("candidate");
  Candidate candidate;
  const llvm::json::Object *object = value->getAsObject();
  if (!object)
    llvm::json::Path(root).report("expected an object");
  if (object && parseCandidate(*object, candidate, root))
    return candidate;
  error = llvm::toString(root.getError());
  return std::nullopt;
}
