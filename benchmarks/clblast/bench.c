// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Times the routines of CLBlast that compare.py's programs for CPUs compute:
//
//   clblast-bench [PLATFORM]
//
// PLATFORM is a part of the platform's name (default: Portable). Prints medians of
// 15 calls, from the call until the queue is finished. (sasum adds magnitudes.)
#define CL_TARGET_OPENCL_VERSION 120
#include <clblast_c.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { kCalls = 15, kElements = 1 << 24 };

static cl_mem A, B, C;
static cl_command_queue queue;

static int sgemm(void) {
  return CLBlastSgemm(CLBlastLayoutRowMajor, CLBlastTransposeNo,
                      CLBlastTransposeNo, 512, 512, 512, 1, A, 0, 512, B, 0,
                      512, 0, C, 0, 512, &queue, NULL);
}
static int sgemv(void) {
  return CLBlastSgemv(CLBlastLayoutRowMajor, CLBlastTransposeNo, 2048, 2048, 1,
                      A, 0, 2048, B, 0, 1, 0, C, 0, 1, &queue, NULL);
}
static int transpose(void) {
  return CLBlastSomatcopy(CLBlastLayoutRowMajor, CLBlastTransposeYes, 4096,
                          4096, 1, A, 0, 4096, B, 0, 4096, &queue, NULL);
}
static int sum(void) {
  return CLBlastSasum(kElements, C, 0, A, 0, 1, &queue, NULL);
}

static void check(cl_int error, const char *what) {
  if (error != CL_SUCCESS) {
    fprintf(stderr, "clblast-bench: %s failed with error %d\n", what, error);
    exit(1);
  }
}

static cl_device_id findDevice(const char *name) {
  cl_platform_id platforms[16];
  cl_uint count = 0;
  clGetPlatformIDs(16, platforms, &count);
  for (cl_uint i = 0; i < count && i < 16; ++i) {
    char text[256] = "";
    cl_device_id device;
    clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof text, text, NULL);
    if (strstr(text, name) &&
        clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &device, NULL) ==
            CL_SUCCESS)
      return device;
  }
  fprintf(stderr, "clblast-bench: no platform is called '%s'\n", name);
  exit(1);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + 1e-9 * time.tv_nsec;
}

static int compare(const void *lhs, const void *rhs) {
  double a = *(const double *)lhs, b = *(const double *)rhs;
  return (a > b) - (a < b);
}

static void measure(const char *name, int (*routine)(void)) {
  double times[kCalls];
  check(routine(), name);
  clFinish(queue);
  for (int i = 0; i < kCalls; ++i) {
    double start = now();
    check(routine(), name);
    clFinish(queue);
    times[i] = now() - start;
  }
  qsort(times, kCalls, sizeof *times, compare);
  printf("%s: %.0f us\n", name, times[kCalls / 2] * 1e6);
}

int main(int argc, char **argv) {
  cl_device_id device = findDevice(argc > 1 ? argv[1] : "Portable");
  cl_int error;
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  check(error, "clCreateContext");
  queue = clCreateCommandQueue(context, device, 0, &error);
  check(error, "clCreateCommandQueue");
  float *data = malloc(kElements * sizeof *data);
  for (int i = 0; i < kElements; ++i)
    data[i] = (i % 37 - 18) / 16.0f;
  cl_mem *buffers[] = {&A, &B, &C};
  for (int i = 0; i < 3; ++i) {
    *buffers[i] = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR,
                                 kElements * sizeof *data, data, &error);
    check(error, "clCreateBuffer");
  }
  measure("sgemm 512", sgemm);
  measure("sgemv 2048", sgemv);
  measure("transpose 4096", transpose);
  measure("sum 2^24", sum);
  return 0;
}
