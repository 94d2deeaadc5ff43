//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Runtime/NpyFile.h"
#include "LiftDialect/Runtime/FileReplacer.h"

#include <cstring>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <sys/stat.h>
#include <unistd.h>

using namespace mlir::lift::runtime;
namespace fs = std::filesystem;

namespace {

/// Each test has a folder of its own.
class Npy : public testing::Test {
protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "lift-npy-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder = name;
  }
  void TearDown() override { fs::remove_all(folder); }

  std::string path(const std::string &name) { return (folder / name).string(); }

  /// Writes a file of format 1.0 with this header and data; returns its path.
  std::string write(std::string header, const std::string &data) {
    header += '\n';
    std::string text = "\x93NUMPY";
    text += '\x01';
    text += '\0';
    text += char(header.size() & 0xff);
    text += char(header.size() >> 8);
    return writeRaw(text + header + data);
  }
  std::string writeRaw(const std::string &text) {
    std::ofstream(path("x.npy"), std::ios::binary) << text;
    return path("x.npy");
  }

  /// The error of reading `file`, without the part that names it.
  std::string getError(const std::string &file) {
    Result<Array> array = readNpy(file);
    if (array)
      return "";
    std::string prefix = "cannot read '" + file + "': ";
    EXPECT_EQ(array.getError().message.substr(0, prefix.size()), prefix);
    return array.getError().message.substr(prefix.size());
  }

  fs::path folder;
};

} // namespace

//===----------------------------------------------------------------------===//
// Round trips
//===----------------------------------------------------------------------===//

TEST_F(Npy, everyTypeRoundTrips) {
  for (ElementType type : {ElementType::I1, ElementType::I8, ElementType::I16,
                           ElementType::I32, ElementType::I64, ElementType::F16,
                           ElementType::F32, ElementType::F64}) {
    Result<Array> array = Array::create(type, {3, 5});
    ASSERT_TRUE(bool(array));
    fillRandom(*array, 3, InputKind::Uniform);
    ASSERT_TRUE(bool(writeNpy(path("a.npy"), *array)));
    Result<Array> back = readNpy(path("a.npy"));
    ASSERT_TRUE(bool(back)) << back.getError().message;
    EXPECT_EQ(back->getType(), type);
    EXPECT_EQ(back->getShape(), array->getShape());
    EXPECT_EQ(std::memcmp(back->data(), array->data(), array->getNumBytes()),
              0);
  }
}

TEST_F(Npy, shapesRoundTrip) {
  for (const std::vector<int64_t> &shape : std::vector<std::vector<int64_t>>{
           {}, {1}, {7}, {0}, {2, 0, 3}, {1, 1, 1}, {2, 3, 4, 5}}) {
    Result<Array> array = Array::create(ElementType::F32, shape);
    ASSERT_TRUE(bool(writeNpy(path("a.npy"), *array)));
    Result<Array> back = readNpy(path("a.npy"));
    ASSERT_TRUE(bool(back)) << back.getError().message;
    EXPECT_EQ(back->getShape(), shape);
  }
}

TEST_F(Npy, headerAsNumPyWritesIt) {
  std::string file =
      write("{'descr': '<u2', 'fortran_order': False, 'shape': (2,), }   ",
            std::string("\x01\x00\xff\xff", 4));
  Result<Array> array = readNpy(file);
  ASSERT_TRUE(bool(array)) << array.getError().message;
  EXPECT_EQ(array->getType(), ElementType::I16);
  EXPECT_EQ(array->getInteger(0), 1);
  EXPECT_EQ(array->getInteger(1), -1);
}

//===----------------------------------------------------------------------===//
// Files that are wrong
//===----------------------------------------------------------------------===//

TEST_F(Npy, missing) {
  EXPECT_EQ(getError(path("none.npy")), "No such file or directory");
  EXPECT_EQ(getError(folder.string()), "not a regular file");
}

TEST_F(Npy, notNpy) {
  EXPECT_EQ(getError(writeRaw("")), "it does not start as a .npy file does");
  EXPECT_EQ(getError(writeRaw("PK\x03\x04 no array at all")),
            "it does not start as a .npy file does");
  EXPECT_EQ(getError(writeRaw(std::string("\x93NUMPY\x03\x00\x10\x00", 10))),
            "version 3.0 of the format is not supported (expected 1.0 or 2.0)");
}

TEST_F(Npy, truncatedHeader) {
  EXPECT_EQ(getError(writeRaw(std::string("\x93NUMPY\x01\x00\x40\x00{", 11))),
            "it ends inside the header");
  EXPECT_EQ(getError(writeRaw(std::string("\x93NUMPY\x02\x00\x40\x00", 10))),
            "it ends inside the header");
  EXPECT_EQ(
      getError(writeRaw(std::string("\x93NUMPY\x02\x00\xff\xff\xff\xff", 12))),
      "its header is longer than that of an array of numbers");
}

TEST_F(Npy, wrongLength) {
  std::string header =
      "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";
  EXPECT_EQ(getError(write(header, std::string(23, 'x'))),
            "it holds 23 bytes of elements, but 2 x 3 x f32 is 24 bytes");
  EXPECT_EQ(getError(write(header, std::string(25, 'x'))),
            "it holds 25 bytes of elements, but 2 x 3 x f32 is 24 bytes");
}

TEST_F(Npy, wrongElements) {
  EXPECT_EQ(getError(write("{'descr': '>f4', 'fortran_order': False, "
                           "'shape': (1,), }",
                           "xxxx")),
            "its elements are '>f4' (expected |b1, |i1, |u1, <i2, <u2, <i4, "
            "<u4, <i8, <u8, <f2, <f4 or <f8)");
  EXPECT_EQ(getError(write("{'descr': '<c8', 'fortran_order': False, "
                           "'shape': (1,), }",
                           "xxxxxxxx"))
                .substr(0, 22),
            "its elements are '<c8'");
  EXPECT_NE(getError(write("{'descr': [('a', '<f4')], 'fortran_order': False, "
                           "'shape': (1,), }",
                           "xxxx")),
            "");
}

TEST_F(Npy, fortranOrder) {
  EXPECT_EQ(getError(write("{'descr': '<f4', 'fortran_order': True, "
                           "'shape': (1, 2), }",
                           "xxxxxxxx")),
            "it is in Fortran order (expected C order; save "
            "numpy.ascontiguousarray(a))");
  // One dimension has one order.
  EXPECT_EQ(getError(write("{'descr': '<f4', 'fortran_order': True, "
                           "'shape': (2,), }",
                           "xxxxxxxx")),
            "");
}

TEST_F(Npy, absurdShapes) {
  for (const char *shape :
       {"(99999999999999999999,)", "(-1,)", "(4611686018427387904, 4)",
        "(abc,)", "()()", "", ")(", "(", "(1,,2)", "(1 2)"}) {
    std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': " +
                         std::string(shape) + ", }";
    // `(1 2)` is 12 for the parser, which removes blanks first.
    EXPECT_NE(getError(write(header, "xxx")), "") << shape;
  }
}

TEST_F(Npy, everyPrefixAndEveryChangedByteIsSafe) {
  Result<Array> array = Array::create(ElementType::F32, {2, 2});
  ASSERT_TRUE(bool(writeNpy(path("a.npy"), *array)));
  std::ifstream stream(path("a.npy"), std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  for (size_t length = 0; length < text.size(); ++length)
    EXPECT_NE(getError(writeRaw(text.substr(0, length))), "");
  for (size_t place = 0; place < text.size(); ++place)
    for (char byte : {'\0', '(', '\'', '9', '}', '\n', '\xff'}) {
      std::string changed = text;
      changed[place] = byte;
      // Whatever comes out, it must not crash.
      (void)bool(readNpy(writeRaw(changed)));
    }
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

TEST_F(Npy, failureLeavesNothing) {
  Result<Array> array = Array::create(ElementType::F32, {2});
  Status status = writeNpy(path("no/such/folder/a.npy"), *array);
  ASSERT_FALSE(bool(status));
  EXPECT_EQ(status.getError().message, "cannot write '" +
                                           path("no/such/folder/a.npy") +
                                           "': No such file or directory");
  EXPECT_FALSE(bool(writeNpy(folder.string(), *array)));
  EXPECT_TRUE(fs::is_empty(folder));
}

TEST_F(Npy, uncommittedFileVanishes) {
  std::ofstream(path("a")) << "old";
  {
    FileReplacer file(path("a"));
    file.write("new", 3);
  }
  std::string text;
  std::ifstream(path("a")) >> text;
  EXPECT_EQ(text, "old");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), {}), 1);
}

TEST_F(Npy, replacesThroughLinksAndKeepsTheMode) {
  std::ofstream(path("a")) << "old";
  chmod(path("a").c_str(), 0640);
  fs::create_symlink("a", path("link"));
  FileReplacer file(path("link"));
  file.write("new", 3);
  ASSERT_TRUE(bool(file.commit()));
  EXPECT_TRUE(fs::is_symlink(path("link")));
  std::string text;
  std::ifstream(path("a")) >> text;
  EXPECT_EQ(text, "new");
  struct stat info;
  ASSERT_EQ(stat(path("a").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0640u);
}

TEST_F(Npy, devicesAreWrittenDirectly) {
  FileReplacer file("/dev/null");
  file.write("new", 3);
  EXPECT_TRUE(bool(file.commit()));
  struct stat info;
  ASSERT_EQ(stat("/dev/null", &info), 0);
  EXPECT_TRUE(S_ISCHR(info.st_mode));
}
