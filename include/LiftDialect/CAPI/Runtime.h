//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C interface of the run-time library: kernel packages on arrays in the
// memory of the host. It needs the OpenCL ICD loader, and no LLVM.
//
// What can fail returns null, or false, and leaves a message for
// liftGetLastError(). Texts that are returned live as long as their object.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_CAPI_RUNTIME_H
#define LIFTDIALECT_CAPI_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(_WIN32)
#define LIFT_EXPORTED __declspec(dllexport)
#else
#define LIFT_EXPORTED __attribute__((visibility("default")))
#endif

/// A package on a device. Several threads may use one: its runs take turns.
typedef struct LiftExecutable LiftExecutable;
/// The results of a call.
typedef struct LiftRun LiftRun;
/// What a call took.
typedef struct LiftReport LiftReport;

/// A row-major array. A number is one without dimensions.
typedef struct {
  /// "f32", "i1" (a byte, 0 or 1), ...
  const char *type;
  size_t rank;
  const int64_t *shape;
  void *data;
} LiftArray;

typedef struct {
  const char *name;
  int64_t value;
} LiftSize;

/// Why the last call of this thread that failed did so.
LIFT_EXPORTED const char *liftGetLastError(void);

/// The devices of OpenCL and Vulkan as JSON, as `lift-launch --list-devices
/// --json` prints them. The text lives until the thread's next call.
LIFT_EXPORTED const char *liftListDevices(void);

/// Reads the package in a folder for a device, whose name has `device` in it;
/// for an empty text PoCL, else the first. `api` is "opencl", "opencl-il" or
/// "vulkan". What the driver compiles is kept in `cacheFolder`; null stands for
/// the user's own cache, an empty text for none.
LIFT_EXPORTED LiftExecutable *liftExecutableCreate(const char *folder,
                                                   const char *device,
                                                   const char *api,
                                                   const char *cacheFolder);
LIFT_EXPORTED void liftExecutableDestroy(LiftExecutable *executable);

/// The manifest of the package: what it takes and gives, and how.
LIFT_EXPORTED const char *
liftExecutableGetManifest(const LiftExecutable *executable);

/// The kernels for these sizes in the form of the API, with their length: text
/// or SPIR-V.
LIFT_EXPORTED const char *liftExecutableGetProgram(LiftExecutable *executable,
                                                   const LiftSize *sizes,
                                                   size_t numSizes,
                                                   size_t *numBytes);

/// Calls the function with all its arguments in order, but for those that the
/// package has as constants. They are read while it runs and not changed;
/// `repeat` times, and if more than once after one call that is not timed. What
/// it took is in `*report`, unless `report` is null.
LIFT_EXPORTED LiftRun *liftExecutableRun(LiftExecutable *executable,
                                         const LiftArray *arguments,
                                         size_t numArguments, unsigned repeat,
                                         LiftReport **report);
LIFT_EXPORTED void liftRunDestroy(LiftRun *run);

/// A result, which lives as long as the run.
LIFT_EXPORTED bool liftRunGetResult(LiftRun *run, size_t index,
                                    LiftArray *result);

LIFT_EXPORTED void liftReportDestroy(LiftReport *report);

/// Device, kernels, times, memory as JSON, as `lift-launch --json` prints them;
/// and `float_ops`, where the package says how many there are.
LIFT_EXPORTED const char *liftReportGetJson(LiftReport *report);

/// When each launch of the last call ran, as Chrome's trace viewer and Perfetto
/// read it.
LIFT_EXPORTED const char *liftReportGetTrace(LiftReport *report);

/// What the device can do at most, measured on the first call: multiply-adds of
/// f32 in a second, each as two operations, and bytes of a copy.
LIFT_EXPORTED bool liftExecutableGetPeaks(LiftExecutable *executable,
                                          double *floatOpsPerSecond,
                                          double *bytesPerSecond);

#ifdef __cplusplus
}
#endif

#endif // LIFTDIALECT_CAPI_RUNTIME_H
