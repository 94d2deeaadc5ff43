//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The only file that sees xtensor, whose header code this uses and whose
// exceptions end here. xtensor trusts files: what it would read out of bounds
// or leave unchecked (lengths, truncation, sizes that overflow) is checked here
// first.
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Runtime/NpyFile.h"

#include "LiftDialect/Runtime/FileReplacer.h"
#include "RegularFile.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <list>
#include <set>
#include <sstream>
#include <xtensor/xnpy.hpp>

namespace mlir::lift::runtime {

/// Headers of arrays of numbers are far shorter; the bound keeps the regular
/// expressions of the parser shallow.
static constexpr size_t kMaxHeaderLength = 4096;

namespace {
/// What the header of a file says.
struct NpyHeader {
  std::string typeString;
  bool fortranOrder = false;
  std::vector<size_t> shape;
};
} // namespace

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

/// The type of a type string such as "<f4", or nothing.
static std::optional<ElementType> getElementType(const std::string &text) {
  static const std::pair<const char *, ElementType> kTypes[] = {
      {"|b1", ElementType::I1},  {"|i1", ElementType::I8},
      {"|u1", ElementType::I8},  {"<i2", ElementType::I16},
      {"<u2", ElementType::I16}, {"<i4", ElementType::I32},
      {"<u4", ElementType::I32}, {"<i8", ElementType::I64},
      {"<u8", ElementType::I64}, {"<f2", ElementType::F16},
      {"<f4", ElementType::F32}, {"<f8", ElementType::F64}};
  for (const auto &[name, type] : kTypes)
    if (text == name)
      return type;
  return std::nullopt;
}

/// The type string that is written for `type`.
static const char *getTypeString(ElementType type) {
  switch (type) {
  case ElementType::I1:
    return "|b1";
  case ElementType::I8:
    return "|i1";
  case ElementType::I16:
    return "<i2";
  case ElementType::I32:
    return "<i4";
  case ElementType::I64:
    return "<i8";
  case ElementType::F16:
    return "<f2";
  case ElementType::F32:
    return "<f4";
  case ElementType::F64:
    return "<f8";
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// Reads magic, version and the text of the header.
static Result<std::string> readHeaderText(std::istream &stream) {
  unsigned char prefix[10];
  if (!stream.read(reinterpret_cast<char *>(prefix), 10) ||
      std::memcmp(prefix, xt::detail::magic_string,
                  xt::detail::magic_string_length) != 0)
    return Error{"it does not start as a .npy file does"};
  unsigned major = prefix[6];
  unsigned minor = prefix[7];
  if ((major != 1 && major != 2) || minor != 0)
    return Error{"version " + std::to_string(major) + "." +
                 std::to_string(minor) +
                 " of the format is not supported (expected 1.0 or 2.0)"};
  size_t length = prefix[8] | size_t(prefix[9]) << 8;
  if (major == 2) {
    unsigned char upper[2];
    if (!stream.read(reinterpret_cast<char *>(upper), 2))
      return Error{"it ends inside the header"};
    length |= size_t(upper[0]) << 16 | size_t(upper[1]) << 24;
  }
  if (length > kMaxHeaderLength)
    return Error{"its header is longer than that of an array of numbers"};
  std::string header(length, '\0');
  if (!stream.read(header.data(), std::streamsize(length)))
    return Error{"it ends inside the header"};
  return header;
}

/// True if xtensor's parser reads `header` without leaving its bounds: it takes
/// the ends of the dictionary and of the shape without looking for text.
static bool isParsable(const std::string &header) {
  size_t open = header.find('(');
  size_t close = header.find(')');
  size_t shape = header.find("'shape'");
  if (header.empty() || header.back() != '\n' || open == std::string::npos ||
      close == std::string::npos || shape == std::string::npos ||
      shape > open || open > close)
    return false;
  return header.find_first_not_of("0123456789, ", open + 1) == close;
}

/// Parses the text of a header.
static Result<NpyHeader> parseHeader(const std::string &text) {
  if (!isParsable(text))
    return Error{"its header is not that of an array of numbers"};
  NpyHeader header;
  try {
    xt::detail::parse_header(text, header.typeString, &header.fortranOrder,
                             header.shape);
  } catch (const std::exception &exception) {
    return Error{
        std::string("its header is not that of an array of numbers (") +
        exception.what() + ")"};
  }
  return header;
}

/// Makes the array of a header, for the `numBytes` of elements that the file
/// holds. No memory is taken for what is not there.
static Result<Array> createArray(const NpyHeader &header, uint64_t numBytes) {
  std::optional<ElementType> type = getElementType(header.typeString);
  if (!type)
    return Error{"its elements are '" + header.typeString +
                 "' (expected |b1, |i1, |u1, <i2, <u2, <i4, <u4, <i8, <u8, "
                 "<f2, <f4 or <f8)"};
  if (header.fortranOrder && header.shape.size() > 1)
    return Error{"it is in Fortran order (expected C order; save "
                 "numpy.ascontiguousarray(a))"};
  std::vector<int64_t> shape;
  for (size_t size : header.shape)
    shape.push_back(int64_t(std::min<size_t>(size, INT64_MAX)));
  Result<size_t> expected = computeByteSize(*type, shape);
  if (!expected)
    return expected.getError();
  if (numBytes != *expected)
    return Error{"it holds " + std::to_string(numBytes) +
                 " bytes of elements, but " + formatShape(shape) + " x " +
                 getName(*type) + " is " + std::to_string(*expected) +
                 " bytes"};
  return Array::create(*type, std::move(shape));
}

/// The number of bytes from the position of `stream` to its end.
static uint64_t countRemaining(std::istream &stream) {
  auto start = stream.tellg();
  stream.seekg(0, std::ios::end);
  auto end = stream.tellg();
  stream.seekg(start);
  return uint64_t(end - start);
}

/// Reads everything; the error does not name the file.
static Result<Array> readStream(std::istream &stream) {
  Result<std::string> text = readHeaderText(stream);
  if (!text)
    return text.getError();
  Result<NpyHeader> header = parseHeader(*text);
  if (!header)
    return header.getError();
  Result<Array> array = createArray(*header, countRemaining(stream));
  if (!array)
    return array;
  if (!stream.read(array->data(), std::streamsize(array->getNumBytes())))
    return Error{"reading its elements failed"};
  // Any byte but 0 is true to NumPy; to a kernel, the lowest bit tells.
  if (array->getType() == ElementType::I1)
    for (size_t i = 0; i < array->getNumElements(); ++i)
      array->setInteger(i, array->getInteger(i));
  return array;
}

Result<Array> readNpy(const std::string &path) {
  Result<std::ifstream> stream = openRegularFile(path);
  if (!stream)
    return stream.getError();
  Result<Array> array = readStream(*stream);
  if (!array)
    return Error{"cannot read '" + path + "': " + array.getError().message};
  return array;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// The header of a file with `array`.
static Result<std::string> makeHeader(const Array &array) {
  std::ostringstream stream;
  try {
    xt::detail::write_header(stream, getTypeString(array.getType()),
                             /*fortran_order=*/false, array.getShape());
  } catch (const std::exception &exception) {
    return Error{exception.what()};
  }
  return stream.str();
}

/// Writes `array` to a file that does not have its name yet.
static Status writeArray(FileReplacer &file, const Array &array) {
  Result<std::string> header = makeHeader(array);
  if (!header)
    return Error{"cannot write the header of an array: " +
                 header.getError().message};
  file.write(header->data(), header->size());
  file.write(array.data(), array.getNumBytes());
  return file.check();
}

Status checkOutputs(const std::vector<std::string> &paths, size_t numResults) {
  if (paths.size() > numResults)
    return Error{"the function has " + std::to_string(numResults) +
                 " results, but " + std::to_string(paths.size()) +
                 " outputs are given"};
  std::set<std::string> names;
  for (const std::string &path : paths) {
    if (path.empty())
      return Error{"--output= names no file"};
    if (!names.insert(path).second && path.rfind("/dev/", 0) != 0)
      return Error{"'" + path + "' is given for two results"};
  }
  return {};
}

Status writeNpyFiles(const std::vector<std::string> &paths,
                     const std::vector<Array> &arrays) {
  std::list<FileReplacer> files;
  for (size_t i = 0; i < paths.size(); ++i)
    if (Status status = writeArray(files.emplace_back(paths[i]), arrays[i]);
        !status)
      return status;
  for (FileReplacer &file : files)
    if (Status status = file.commit(); !status)
      return status;
  return {};
}

Status writeNpy(const std::string &path, const Array &array) {
  FileReplacer file(path);
  if (Status status = writeArray(file, array); !status)
    return status;
  return file.commit();
}

} // namespace mlir::lift::runtime
