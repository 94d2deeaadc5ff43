//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file lists everything that the tools and the plug-in register, in one
// place.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_INITALL_H
#define LIFTDIALECT_INITALL_H

namespace mlir {
class DialectRegistry;

namespace lift {

/// Registers the Lift dialect and those its passes read or create.
void registerAllDialects(DialectRegistry &registry);

/// Registers every pass and pipeline of the project.
void registerAllPasses();

/// Registers the upstream passes that Lift pipelines are scripted with.
void registerUpstreamPasses();

} // namespace lift
} // namespace mlir

#endif // LIFTDIALECT_INITALL_H
