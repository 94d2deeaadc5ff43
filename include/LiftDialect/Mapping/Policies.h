//===----------------------------------------------------------------------===//
//
// Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the policies of distribution: what work-items and groups
// do with a kernel in loop form, as formulas over the codes of maps. Rules post
// them before a mapping is chosen, distribution evaluates them on the chosen
// codes; there is no second statement of a policy.
//
// Lists of maps are numbers of maps. The dimensions are those of the launch.
//
//===----------------------------------------------------------------------===//

#ifndef LIFTDIALECT_MAPPING_POLICIES_H
#define LIFTDIALECT_MAPPING_POLICIES_H

#include "LiftDialect/Mapping/MappingProblem.h"

namespace mlir::lift {

/// The codes that divide work over the groups of a dimension, and over the
/// work-items of a group.
CodeSet getGroupCodes(unsigned dim);
CodeSet getItemCodes(unsigned dim);

//===----------------------------------------------------------------------===//
// What can stand in what
//===----------------------------------------------------------------------===//

/// A map inside another runs on other ids; inside lcl there is no wrg, and glb
/// is mixed with neither.
Formula canNest(unsigned map, unsigned around);
/// The work-items of a group, which take different numbers of steps of a map to
/// glb, cannot share local memory inside.
Formula canHoldLocal(unsigned map);
/// The steps of a scan depend on each other, and groups cannot wait for each
/// other: a map inside is for the work-items of a group, or for one.
Formula canBeInScan(unsigned map);
/// Where not all work-items come, or not as often, as under a condition, one of
/// them goes through all elements.
Formula isForOne(unsigned map);

//===----------------------------------------------------------------------===//
// Who stores
//===----------------------------------------------------------------------===//

/// Where no map around tells the work-items of a group apart in a dimension,
/// the first of them alone stores in memory that they share.
Formula isStoredByFirstItem(llvm::ArrayRef<unsigned> around, unsigned dim);
/// The same of groups, and memory that groups share.
Formula isStoredByFirstGroup(llvm::ArrayRef<unsigned> around, unsigned dim);
/// The condition for a store stands around all that stores with it, as far as
/// nothing inside is divided: one work-item goes through that as one statement.
Formula isOneStatement(llvm::ArrayRef<unsigned> inside);

//===----------------------------------------------------------------------===//
// Whose memory
//===----------------------------------------------------------------------===//

/// Of a value in local memory that is allocated inside such a map, each
/// work-item along the dimension has a slice of its own.
Formula hasSliceOfItem(llvm::ArrayRef<unsigned> around, unsigned dim);
/// Of one in global memory, each trip of such a map around has a slice.
Formula hasSliceOfTrip(unsigned around);
/// A group has slices of its own of a value in global memory: no other group
/// along the dimension comes to them.
Formula hasSliceOfGroup(llvm::ArrayRef<unsigned> around, unsigned dim);
/// A dimension of a private value is divided among the work-items along a
/// dimension of the launch. `computing` are the maps whose indices the stores
/// have alone there, one for each store; a store by a copy, which is divided as
/// the value is, has none.
Formula isShare(llvm::ArrayRef<unsigned> computing, unsigned dim);

//===----------------------------------------------------------------------===//
// Who comes
//===----------------------------------------------------------------------===//

/// There is one work-item in a group, or one group, along the dimension. Where
/// the program does not say how many there are, that follows from the mapping.
Formula hasOneItem(const MappingProblem &problem, unsigned dim);
Formula hasOneGroup(const MappingProblem &problem, unsigned dim);
/// All work-items of a group go through the loop of a map, so that a barrier
/// can stand inside. A rest of elements, which is for some of them only, is a
/// branch around a body that stores for nobody else. `isDivided` says of a
/// dimension that the work-items along it have the same number of elements.
Formula isForWholeGroup(unsigned map, bool holdsShared,
                        llvm::function_ref<Formula(unsigned dim)> isDivided);
Formula isForWholeGroup(const MappingProblem &problem, unsigned map);
/// What is written inside these maps is divided among groups: what one of them
/// computes, no other may need. `outer` are the maps around the place where the
/// value is stored, `inner` those between that and the write.
Formula isDividedAmongGroups(MappingProblem::Space space,
                             llvm::ArrayRef<unsigned> outer,
                             llvm::ArrayRef<unsigned> inner, unsigned dim);

} // namespace mlir::lift

#endif // LIFTDIALECT_MAPPING_POLICIES_H
