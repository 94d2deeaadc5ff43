//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Drawing/Drawing.h"

#include "KernelUse.h"
#include "LiftDialect/LiftDialect.h"
#include "Svg.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::drawing;

static constexpr size_t kMaxBytes = 500'000;
/// Cells in a row of a grid, if that is not too much.
static constexpr int64_t kSide = 64;
static constexpr size_t kMaxKernels = 24;
static constexpr size_t kMaxArrays = 24;

namespace {
/// Draws the kernels of a function.
class Artist {
public:
  Artist(func::FuncOp func, const SizeBindings &sizes,
         ArrayRef<HostArray> arguments, int64_t side);

  Part draw();

private:
  Part drawKernel(loop::KernelOp kernel);
  void appendArray(const ArrayUse &array, const KernelUse &use,
                   SmallVectorImpl<Part> &parts);
  void appendWritten(const ArrayUse &array, const std::string &heading,
                     SmallVectorImpl<Part> &parts);
  std::string getName(loop::KernelOp kernel) const;
  std::string getOutsideName(Value value) const;
  std::string getHeading(const ArrayUse &array, const KernelUse &use) const;

  /// Operations are handles.
  mutable func::FuncOp func;
  const SizeBindings &sizes;
  int64_t side;
  SmallVector<loop::KernelOp> kernels;
  /// Of each argument with one array or number: the data.
  DenseMap<Value, const HostArray *> data;
};
} // namespace

Artist::Artist(func::FuncOp func, const SizeBindings &sizes,
               ArrayRef<HostArray> arguments, int64_t side)
    : func(func), sizes(sizes), side(side) {
  func->walk([&](loop::KernelOp kernel) { kernels.push_back(kernel); });
  for (BlockArgument argument : func.getArguments()) {
    size_t numLeaves = getLeaves(argument.getType()).size();
    if (numLeaves == 1 && !arguments.empty())
      data[argument] = &arguments.front();
    arguments = arguments.drop_front(std::min(numLeaves, arguments.size()));
  }
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

std::string Artist::getName(loop::KernelOp kernel) const {
  if (std::optional<StringRef> name = kernel.getKernelName())
    return name->str();
  auto number = llvm::find(kernels, kernel) - kernels.begin();
  return (func.getSymName() + "_" + Twine(number)).str();
}

/// What an array outside of kernels is called.
std::string Artist::getOutsideName(Value value) const {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    unsigned number = argument.getArgNumber();
    if (argument.getOwner() == &func.getBody().front())
      if (auto name = func.getArgAttrOfType<StringAttr>(
              number, LiftDialect::NameAttrHelper::getNameStr()))
        return name.str();
    return "arg" + std::to_string(number);
  }
  Operation *end = func.getBody().front().getTerminator();
  while (Value written = loop::getWrittenResult(value))
    value = written;
  for (OpOperand &use : value.getUses())
    if (use.getOwner() == end)
      return "result" + std::to_string(use.getOperandNumber());
  auto kernel = value.getDefiningOp<loop::KernelOp>();
  return kernel ? "result of " + getName(kernel) : "temporary";
}

static std::string getShapeText(ArrayRef<int64_t> shape) {
  std::string text;
  for (int64_t size : shape)
    text += std::to_string(size) + " x ";
  return text;
}

/// The bytes of an array in local memory.
static int64_t getBytes(const ArrayUse &array) {
  auto alloc = array.value.getDefiningOp<loop::AllocOp>();
  int64_t bytes = getHostElementBytes(
                      getElementTypeOrSelf(array.getType().getElementType())) *
                  static_cast<int64_t>(alloc.getInTurn().value_or(1));
  ArrayRef<int64_t> pad = alloc.getPad().value_or(ArrayRef<int64_t>());
  for (auto [dim, size] : llvm::enumerate(array.shape))
    bytes *= size + (dim < pad.size() ? pad[dim] : 0);
  return bytes;
}

std::string Artist::getHeading(const ArrayUse &array,
                               const KernelUse &use) const {
  std::string name;
  if (auto argument = dyn_cast<BlockArgument>(array.value)) {
    auto kernel = cast<loop::KernelOp>(argument.getOwner()->getParentOp());
    unsigned number = argument.getArgNumber();
    unsigned numInputs = kernel.getInputs().size();
    name = getOutsideName(number < numInputs
                              ? Value(kernel.getInputs()[number])
                              : Value(kernel.getResult(number - numInputs)));
  } else {
    auto isBefore = [&](const ArrayUse &other) {
      return &other < &array && other.isLocal() == array.isLocal() &&
             isa<OpResult>(other.value);
    };
    name = (array.isLocal() ? "local" : "temporary") +
           std::to_string(llvm::count_if(use.arrays, isBefore));
  }
  std::string type;
  llvm::raw_string_ostream(type)
      << getElementTypeOrSelf(array.getType().getElementType());
  std::string text = name + " : " + getShapeText(array.shape) + type;
  if (array.isLocal())
    text += " in local memory, " + std::to_string(getBytes(array)) + " bytes";
  return text;
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

/// What part of an array a grid shows, as far as it is not all.
static void describeGrid(const Grid &grid, ArrayRef<int64_t> shape,
                         SmallVectorImpl<std::string> &captions) {
  const Window &window = grid.getWindow();
  if (shape.size() > 2) {
    std::string text;
    int64_t rest = window.slice;
    for (int64_t size : llvm::reverse(shape.drop_back(2))) {
      text = std::to_string(rest % size) + ", " + text;
      rest /= size;
    }
    captions.push_back("at [" + text + "*, *]");
  }
  if (grid.isScaled())
    captions.push_back("a cell is " + std::to_string(grid.getRowsPerCell()) +
                       " x " + std::to_string(grid.getColumnsPerCell()) +
                       " elements");
}

/// "in detail: rows 64 to 127, columns 0 to 63".
static std::string describeWindow(const Window &window, bool hasRows) {
  auto getRange = [](int64_t first, int64_t count) {
    return std::to_string(first) + " to " + std::to_string(first + count - 1);
  };
  std::string columns = getRange(window.firstColumn, window.numColumns);
  if (!hasRows)
    return "in detail: elements " + columns;
  return "in detail: rows " + getRange(window.firstRow, window.numRows) +
         ", columns " + columns;
}

/// "8 by the work-item, 64 by its group".
static std::string countAccesses(ArrayRef<int64_t> item,
                                 ArrayRef<int64_t> group) {
  std::string text = std::to_string(item.size()) + " by the work-item";
  if (!group.empty())
    text += ", " + std::to_string(group.size()) + " by its group";
  return text;
}

/// The ids that each dimension belongs to, as far as there are any.
static void describeIds(const ArrayUse &array,
                        SmallVectorImpl<std::string> &captions) {
  for (auto [dim, ids] : llvm::enumerate(array.ids))
    if (!ids.empty())
      captions.push_back("dimension " + std::to_string(dim) + ": " +
                         llvm::join(ids, ", "));
}

void Artist::appendWritten(const ArrayUse &array, const std::string &heading,
                           SmallVectorImpl<Part> &parts) {
  Grid all(Window::get(array.shape, array.getSlice()), side);
  const Grid &grid = array.groups ? *array.groups : all;
  SmallVector<std::string> captions = {heading};
  captions.push_back("written: " +
                     countAccesses(array.itemWrites, array.groupWrites));
  describeIds(array, captions);
  describeGrid(grid, array.shape, captions);
  Layer group{"group", Color::kGroupWrites, array.groupWrites};
  Layer item{"item", Color::kItemWrites, array.itemWrites};
  parts.push_back(makeGrid(grid, "written", captions, {group, item},
                           /*hasBorders=*/array.groups.has_value()));
  if (!array.items || array.groupWrites.size() == 1)
    return;
  captions = {heading, describeWindow(array.items->getWindow(),
                                      /*hasRows=*/array.shape.size() > 1)};
  describeGrid(*array.items, array.shape, captions);
  parts.push_back(makeGrid(*array.items, "detail", captions, {group, item},
                           /*hasBorders=*/true));
}

void Artist::appendArray(const ArrayUse &array, const KernelUse &use,
                         SmallVectorImpl<Part> &parts) {
  std::string heading = getHeading(array, use);
  Grid grid(Window::get(array.shape, array.getSlice()), side);
  if (array.isLocal()) {
    SmallVector<std::string> captions = {
        heading, "written: " + countAccesses(array.itemWrites, {}),
        "read: " + countAccesses(array.itemReads, {})};
    describeIds(array, captions);
    describeGrid(grid, array.shape, captions);
    parts.push_back(makeGrid(grid, "local", captions,
                             {{"read", Color::kItemReads, array.itemReads},
                              {"item", Color::kItemWrites, array.itemWrites}},
                             /*hasBorders=*/false));
    return;
  }
  if (array.isRead()) {
    SmallVector<std::string> captions = {
        heading, "read: " + countAccesses(array.itemReads, array.groupReads)};
    describeGrid(grid, array.shape, captions);
    parts.push_back(makeGrid(grid, "read", captions,
                             {{"group", Color::kGroupReads, array.groupReads},
                              {"item", Color::kItemReads, array.itemReads}},
                             /*hasBorders=*/false));
  }
  if (array.isWritten())
    appendWritten(array, heading, parts);
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// "2, 1" or "16 x 8": numbers in all dimensions that the launch has.
static std::string join(const std::array<int64_t, 3> &numbers, unsigned rank,
                        StringRef separator) {
  auto used = ArrayRef(numbers).take_front(rank);
  return llvm::join(
      llvm::map_range(used,
                      [](int64_t number) { return llvm::itostr(number); }),
      separator);
}

/// How a kernel is launched, and who is drawn.
static std::string describeLaunch(const KernelUse &use) {
  unsigned rank = 3;
  while (rank > 1 && use.numGroups[rank - 1] == 1 &&
         use.groupSize[rank - 1] == 1)
    --rank;
  return join(use.numGroups, rank, " x ") + " groups of " +
         join(use.groupSize, rank, " x ") + " work-items; drawn is group (" +
         join(use.item.group, rank, ", ") + "), work-item (" +
         join(use.item.local, rank, ", ") + ") in it";
}

/// In the order of the arguments; then what kernels have computed; then local
/// memory; results come last.
static unsigned getRank(const ArrayUse &array) {
  auto argument = dyn_cast<BlockArgument>(array.value);
  if (!argument)
    return (1u << 16) + 1;
  auto kernel = cast<loop::KernelOp>(argument.getOwner()->getParentOp());
  unsigned number = argument.getArgNumber();
  if (number >= kernel.getInputs().size())
    return (1u << 16) + 2;
  auto outside = dyn_cast<BlockArgument>(kernel.getInputs()[number]);
  return outside ? std::min(outside.getArgNumber(), 1u << 16) : 1u << 16;
}

Part Artist::drawKernel(loop::KernelOp kernel) {
  SmallVector<const HostArray *> inputs = llvm::map_to_vector(
      kernel.getInputs(), [&](Value input) { return data.lookup(input); });
  KernelUse use = findKernelUse(kernel, sizes, inputs, side);
  llvm::stable_sort(use.arrays, [](const ArrayUse &a, const ArrayUse &b) {
    return getRank(a) < getRank(b);
  });
  SmallVector<Part> lines = {
      makeText("kernel " + getName(kernel), /*isBold=*/true),
      makeText(describeLaunch(use))};
  SmallVector<Part> grids;
  size_t numArrays = std::min(use.arrays.size(), kMaxArrays);
  for (const ArrayUse &array : ArrayRef(use.arrays).take_front(numArrays))
    appendArray(array, use, grids);
  if (numArrays < use.arrays.size())
    use.notes.push_back(std::to_string(use.arrays.size() - numArrays) +
                        " more arrays are not drawn.");
  for (const std::string &note : use.notes)
    lines.push_back(makeText(note));
  Part space;
  space.height = 8;
  lines.push_back(space);
  lines.push_back(placeInRows(grids));
  space.height = 24;
  lines.push_back(space);
  Part panel = placeBelow(lines);
  panel.text = "<g class=\"kernel\" data-name=\"" + escape(getName(kernel)) +
               "\">\n" + panel.text + "</g>\n";
  return panel;
}

Part Artist::draw() {
  std::string sizesText;
  for (const auto &[name, value] : sizes)
    sizesText += (sizesText.empty() ? " with " : ", ") + name + " = " +
                 std::to_string(value);
  SmallVector<Part> panels = {
      makeText("@" + func.getSymName().str() + sizesText, /*isBold=*/true),
      makeLegend()};
  Part space;
  space.height = 16;
  panels.push_back(space);
  size_t numDrawn = std::min(kernels.size(), kMaxKernels);
  for (loop::KernelOp kernel : ArrayRef(kernels).take_front(numDrawn))
    panels.push_back(drawKernel(kernel));
  if (numDrawn < kernels.size())
    panels.push_back(makeText(std::to_string(kernels.size() - numDrawn) +
                              " more kernels are not drawn."));
  if (kernels.empty())
    panels.push_back(makeText("There are no kernels."));
  return placeBelow(panels);
}

std::string lift::drawKernels(func::FuncOp func, const SizeBindings &sizes,
                              ArrayRef<HostArray> arguments) {
  std::string text;
  for (int64_t size = kSide; size >= 1; size /= 2) {
    text = makeDocument(Artist(func, sizes, arguments, size).draw());
    if (text.size() <= kMaxBytes)
      break;
  }
  return text;
}
