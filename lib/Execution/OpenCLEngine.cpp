//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LiftDialect/Execution/OpenCLEngine.h"
#include "LiftDialect/Execution/HostInterpreter.h"

#include "LiftDialect/Target/OpenCL/OpenCLEmitter.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

#include <numeric>
#include <set>

using namespace mlir;
using namespace mlir::lift;
using namespace mlir::lift::run;

//===----------------------------------------------------------------------===//
// Arguments of kernels
//===----------------------------------------------------------------------===//

/// The attribute of a gpu.module that says how wide an index argument is, and
/// that of a kernel's argument that is only read.
static constexpr StringLiteral kIndexBitwidthAttrName = "lift.index_bitwidth";
static constexpr StringLiteral kReadonlyAttrName = "lift.readonly";

/// The bits of an index argument of `kernel`.
static unsigned getIndexBitwidth(gpu::GPUFuncOp kernel) {
  auto attr =
      kernel->getParentOp()->getAttrOfType<IntegerAttr>(kIndexBitwidthAttrName);
  return attr ? unsigned(attr.getInt())
              : OpenCLEmitterOptions().defaultIndexBitwidth;
}

/// The bytes of an integer argument in OpenCL C; nothing if it does not fit.
static std::optional<runtime::Argument> packInteger(int64_t value, Type type,
                                                    unsigned indexBitwidth) {
  if (type.isInteger(1))
    return runtime::Argument::scalar(int32_t(value != 0));
  unsigned width =
      type.isIndex() ? indexBitwidth : type.getIntOrFloatBitWidth();
  if (!llvm::isIntN(width, value))
    return std::nullopt;
  // Little endian, as all devices are.
  return runtime::Argument::bytes(&value, width / 8);
}

static FailureOr<runtime::Argument> packArgument(gpu::LaunchFuncOp op,
                                                 gpu::GPUFuncOp kernel,
                                                 unsigned index,
                                                 const HostValue &value) {
  if (auto *array = std::get_if<std::shared_ptr<DeviceArray>>(&value))
    return runtime::Argument::buffer((*array)->memory);
  if (auto *raw = std::get_if<RawScalar>(&value))
    return runtime::Argument::bytes(raw->bytes.data(), raw->bytes.size());
  int64_t integer = std::get<int64_t>(value);
  unsigned indexBitwidth = getIndexBitwidth(kernel);
  std::optional<runtime::Argument> argument =
      packInteger(integer, op.getKernelOperand(index).getType(), indexBitwidth);
  if (argument)
    return *argument;
  op.emitOpError("argument ")
      << index << " is " << integer << ", which does not fit the "
      << indexBitwidth << " bits that an index of the kernel has";
  return failure();
}

//===----------------------------------------------------------------------===//
// The device
//===----------------------------------------------------------------------===//

namespace {

/// One launch of the run in progress.
struct LaunchRecord {
  gpu::LaunchFuncOp op;
  runtime::Geometry geometry;
};

/// Memory and launches on an OpenCL device.
class OpenCLDevice : public HostDevice {
public:
  OpenCLDevice(runtime::Runtime &runtime, const runtime::Program &program,
               bool poison)
      : runtime(runtime), program(program), poison(poison) {}

  FailureOr<std::shared_ptr<DeviceArray>>
  allocate(Location loc, Type elementType, int64_t numElements) override;
  LogicalResult launch(gpu::LaunchFuncOp op, const runtime::Geometry &geometry,
                       ArrayRef<HostValue> arguments) override;

  /// In order, since they were cleared.
  std::vector<LaunchRecord> launches;

private:
  runtime::Runtime &runtime;
  const runtime::Program &program;
  /// Fill new memory with ones, so that what is not written is seen.
  bool poison;
};

} // namespace

FailureOr<std::shared_ptr<DeviceArray>>
OpenCLDevice::allocate(Location loc, Type elementType, int64_t numElements) {
  int64_t numBytes;
  if (__builtin_mul_overflow(numElements, getDeviceBytes(elementType),
                             &numBytes)) {
    emitError(loc, "allocates an impossible number of bytes");
    return failure();
  }
  runtime::Result<runtime::Buffer> buffer = runtime.allocate(size_t(numBytes));
  if (!buffer) {
    emitError(loc) << buffer.getError().message;
    return failure();
  }
  if (poison)
    if (runtime::Status status = runtime.fill(*buffer, 0xff); !status) {
      emitError(loc) << status.getError().message;
      return failure();
    }
  auto array = std::make_shared<DeviceArray>();
  array->memory = *buffer;
  array->elementType = elementType;
  return array;
}

LogicalResult OpenCLDevice::launch(gpu::LaunchFuncOp op,
                                   const runtime::Geometry &geometry,
                                   ArrayRef<HostValue> values) {
  auto kernel = SymbolTable::lookupNearestSymbolFrom<gpu::GPUFuncOp>(
      op, op.getKernelAttr());
  if (!kernel)
    return op.emitOpError("launches a kernel that is not in the module");
  std::vector<runtime::Argument> arguments;
  for (auto [index, value] : llvm::enumerate(values)) {
    FailureOr<runtime::Argument> argument =
        packArgument(op, kernel, index, value);
    if (failed(argument))
      return failure();
    arguments.push_back(std::move(*argument));
    auto *array = std::get_if<std::shared_ptr<DeviceArray>>(&value);
    if (array && !kernel.getArgAttr(index, kReadonlyAttrName))
      (*array)->isPristine = false;
  }
  if (runtime::Status status = runtime.launch(program, op.getKernelName().str(),
                                              arguments, geometry);
      !status)
    return op.emitError() << status.getError().message;
  launches.push_back({op, geometry});
  return success();
}

//===----------------------------------------------------------------------===//
// What the launches took
//===----------------------------------------------------------------------===//

static std::string formatLocation(FileLineColLoc position) {
  if (!position)
    return "";
  return position.getFilename().str() + ":" +
         std::to_string(position.getLine()) + ":" +
         std::to_string(position.getColumn());
}

/// The lines of `file` that operations of `kernel` come from.
static std::vector<unsigned> collectLines(Operation *kernel, StringAttr file) {
  std::set<unsigned> lines;
  kernel->walk([&](Operation *op) {
    op->getLoc()->walk([&](Location loc) {
      if (auto position = dyn_cast<FileLineColLoc>(loc);
          position && position.getFilename() == file)
        lines.insert(position.getLine());
      return WalkResult::advance();
    });
  });
  return {lines.begin(), lines.end()};
}

/// Says in `report` where in the source `launch` comes from.
static void setSource(KernelReport &report, gpu::LaunchFuncOp launch) {
  auto position = launch.getLoc()->findInstanceOf<FileLineColLoc>();
  report.source = formatLocation(position);
  Operation *kernel =
      SymbolTable::lookupNearestSymbolFrom(launch, launch.getKernelAttr());
  if (kernel && position)
    report.lines = collectLines(kernel, position.getFilename());
}

/// The entry of the report for `launch`, made if there is none.
static KernelReport &getKernelReport(DeviceReport &report,
                                     LaunchRecord &launch) {
  for (KernelReport &kernel : report.kernels)
    if (kernel.launch == launch.op.getOperation() &&
        kernel.geometry.groups == launch.geometry.groups &&
        kernel.geometry.local == launch.geometry.local)
      return kernel;
  KernelReport kernel;
  kernel.launch = launch.op;
  kernel.name = launch.op.getKernelName().str();
  kernel.geometry = launch.geometry;
  setSource(kernel, launch.op);
  return report.kernels.emplace_back(std::move(kernel));
}

/// Adds the times of one run to the report.
static void addTimes(DeviceReport &report, std::vector<LaunchRecord> &launches,
                     ArrayRef<uint64_t> nanoseconds) {
  size_t run = report.times.size();
  for (KernelReport &kernel : report.kernels)
    kernel.launches = 0;
  for (auto [launch, time] : llvm::zip(launches, nanoseconds)) {
    KernelReport &kernel = getKernelReport(report, launch);
    kernel.times.resize(run + 1);
    kernel.times[run] += double(time);
    ++kernel.launches;
  }
  report.times.push_back(
      std::accumulate(nanoseconds.begin(), nanoseconds.end(), 0.0));
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

namespace {

/// Runs a compiled function, once or several times.
class Session {
public:
  Session(const CompiledProgram &compiled, runtime::Runtime &runtime,
          const runtime::Program &program, const Inputs &inputs,
          const ExecutionOptions &options)
      : lowered(compiled.lowered), inputs(inputs), options(options),
        runtime(runtime), device(runtime, program, options.verify),
        program(program) {
    report.device = runtime.getDevice();
  }

  /// Each step reports its failure; they run in this order.
  ExitCode prepareArguments();
  ExitCode runAll();
  ExitCode readResults();

  std::vector<HostArray> results;
  DeviceReport report;

private:
  ExitCode runOnce(bool isTimed);
  FailureOr<HostValue> makeArgument(const HostArray &array, Type type);
  LogicalResult upload(const HostArray &array, DeviceArray &target);
  LogicalResult uploadWritten();

  const Program &lowered;
  const Inputs &inputs;
  const ExecutionOptions &options;
  runtime::Runtime &runtime;
  OpenCLDevice device;
  const runtime::Program &program;
  SmallVector<HostValue> arguments;
  SmallVector<HostValue> outcome;
};

} // namespace

/// Reports `error` and returns RunFailed.
static ExitCode failRun(const runtime::Error &error) {
  reportError(error.message);
  return RunFailed;
}

/// Copies `array` to the device.
LogicalResult Session::upload(const HostArray &array, DeviceArray &target) {
  runtime::Status status =
      runtime.write(target.memory, array.data.data(), array.data.size());
  target.isPristine = true;
  if (status)
    return success();
  reportError(status.getError().message);
  return failure();
}

/// The host function's view of an argument: a number, or a copy on the device.
FailureOr<HostValue> Session::makeArgument(const HostArray &array, Type type) {
  if (!isa<MemRefType>(type)) {
    if (!type.isIntOrIndex()) {
      RawScalar raw;
      raw.bytes.assign(array.data.begin(), array.data.end());
      return HostValue(raw);
    }
    uint64_t bits = 0;
    std::memcpy(&bits, array.data.data(), array.data.size());
    unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
    return HostValue(llvm::SignExtend64(bits, width));
  }
  Type elementType = cast<MemRefType>(type).getElementType();
  if (getDeviceBytes(elementType) != getHostElementBytes(array.elementType)) {
    lowered.emitError() << "takes elements of type " << elementType << " for "
                        << array.elementType
                        << ", whose size in memory differs";
    return failure();
  }
  FailureOr<std::shared_ptr<DeviceArray>> copy = device.allocate(
      lowered.getEntry().getLoc(), elementType, array.getNumElements());
  if (failed(copy) || failed(upload(array, **copy)))
    return failure();
  return HostValue(*copy);
}

ExitCode Session::prepareArguments() {
  ArrayRef<Type> types = lowered.getEntry().getFunctionType().getInputs();
  for (auto [array, type] : llvm::zip(inputs.arguments, types)) {
    FailureOr<HostValue> argument = makeArgument(array, type);
    if (failed(argument))
      return RunFailed;
    arguments.push_back(std::move(*argument));
  }
  for (Attribute name :
       lowered.getEntry()->getAttrOfType<ArrayAttr>(kSizesAttrName)) {
    auto it = inputs.sizes.find(cast<StringAttr>(name).str());
    if (it == inputs.sizes.end()) {
      lowered.emitError() << "takes the size " << name
                          << ", which no argument has";
      return BadInput;
    }
    arguments.push_back(it->second);
  }
  return Success;
}

/// Restores arguments that the last run wrote to.
LogicalResult Session::uploadWritten() {
  for (auto [array, argument] : llvm::zip(inputs.arguments, arguments))
    if (auto *target = std::get_if<std::shared_ptr<DeviceArray>>(&argument);
        target && !(*target)->isPristine && failed(upload(array, **target)))
      return failure();
  return success();
}

ExitCode Session::runOnce(bool isTimed) {
  if (failed(uploadWritten()))
    return RunFailed;
  device.launches.clear();
  outcome.clear();
  HostResult result =
      interpret(lowered.entry, arguments, device, inputs.formatSizes(lowered));
  if (auto *why = std::get_if<HostFailure>(&result))
    return *why == HostFailure::Device ? RunFailed : BadInput;
  outcome = std::move(std::get<0>(result));
  if (runtime::Status status = runtime.finish(); !status)
    return failRun(status.getError());
  runtime::Result<std::vector<uint64_t>> times = runtime.takeLaunchTimes();
  if (!times)
    return failRun(times.getError());
  if (isTimed)
    addTimes(report, device.launches, *times);
  return Success;
}

ExitCode Session::runAll() {
  // The first launch of a kernel may compile it, or wake up the device.
  if (options.repeat > 1)
    if (ExitCode code = runOnce(/*isTimed=*/false); code != Success)
      return code;
  for (unsigned i = 0; i < options.repeat; ++i)
    if (ExitCode code = runOnce(/*isTimed=*/true); code != Success)
      return code;
  for (KernelReport &kernel : report.kernels) {
    kernel.times.resize(report.times.size());
    runtime::Result<runtime::KernelMemory> memory =
        runtime.getKernelMemory(program, kernel.name);
    if (!memory)
      return failRun(memory.getError());
    kernel.memory = *memory;
  }
  report.peakGlobalBytes = runtime.getPeakBytes();
  return Success;
}

ExitCode Session::readResults() {
  for (auto [parameter, value] : llvm::zip(lowered.results, outcome)) {
    FailureOr<HostArray> array = createArray(parameter, inputs.sizes);
    if (failed(array))
      return BadInput;
    auto &source = std::get<std::shared_ptr<DeviceArray>>(value);
    if (source->memory.getNumBytes() != array->data.size()) {
      lowered.emitError() << "returns " << source->memory.getNumBytes()
                          << " bytes for " << parameter.str() << ", expected "
                          << array->data.size();
      return BadInput;
    }
    if (runtime::Status status = runtime.read(
            source->memory, array->data.data(), array->data.size());
        !status)
      return failRun(status.getError());
    results.push_back(std::move(*array));
  }
  return Success;
}

DeviceRun run::runBuilt(const CompiledProgram &compiled,
                        runtime::Runtime &runtime,
                        const runtime::Program &built, const Inputs &inputs,
                        const ExecutionOptions &options) {
  DeviceRun run;
  Session session(compiled, runtime, built, inputs, options);
  for (auto step :
       {&Session::prepareArguments, &Session::runAll, &Session::readResults})
    if (run.exitCode = (session.*step)(); run.exitCode != Success)
      return run;
  run.results = std::move(session.results);
  run.report = std::move(session.report);
  return run;
}

DeviceRun run::runOnDevice(const CompiledProgram &compiled,
                           const Inputs &inputs,
                           const ExecutionOptions &options) {
  runtime::Result<runtime::Runtime> opened =
      runtime::Runtime::create(options.device);
  if (!opened)
    return {failRun(opened.getError()), {}, {}};
  runtime::Result<runtime::Program> built = opened->build(compiled.source);
  if (!built)
    return {failRun(built.getError()), {}, {}};
  return runBuilt(compiled, *opened, *built, inputs, options);
}
