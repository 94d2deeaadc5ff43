// RUN: lift-opt %s --allow-unregistered-dialect | lift-opt --allow-unregistered-dialect | FileCheck %s
// RUN: lift-opt %s --allow-unregistered-dialect --emit-bytecode | lift-opt --allow-unregistered-dialect | FileCheck %s

// CHECK: #lift.size<N>
"test.use"() {a = #lift.size<N>} : () -> ()
// CHECK: #lift.size<-3>
"test.use"() {a = #lift.size<-3>} : () -> ()
// CHECK: #lift.size<0>
"test.use"() {a = #lift.size<N - N>} : () -> ()
// CHECK: #lift.size<9223372036854775807>
"test.use"() {a = #lift.size<9223372036854775807>} : () -> ()
// Equal up to the order of what commutes.
// CHECK: a = #lift.size<[[SUM:.*]]>, b = #lift.size<[[SUM]]>}
"test.use"() {a = #lift.size<(N + 2) * M>, b = #lift.size<2 * M + N * M>} : () -> ()

// CHECK: #lift.constraint<128 divides N>
"test.use"() {a = #lift.constraint<128 divides N>} : () -> ()
// CHECK: #lift.constraint<K le N + 1>
"test.use"() {a = #lift.constraint<K le N + 1>} : () -> ()
// CHECK: #lift.constraint<K == 2 * N>
"test.use"() {a = #lift.constraint<K == 2 * N>} : () -> ()

// CHECK: [#lift.mapping<seq>, #lift.mapping<fused>, #lift.mapping<lcl(0)>, #lift.mapping<wrg(1)>, #lift.mapping<glb(2)>]
"test.use"() {a = [#lift.mapping<seq>, #lift.mapping<fused>, #lift.mapping<lcl(0)>, #lift.mapping<wrg(1)>, #lift.mapping<glb(2)>]} : () -> ()

// CHECK: [#lift<address_space global>, #lift<address_space local>, #lift<address_space private>]
"test.use"() {a = [#lift<address_space global>, #lift<address_space local>, #lift<address_space private>]} : () -> ()
// CHECK: [#lift<pad_mode constant>, #lift<pad_mode clamp>, #lift<pad_mode empty>]
"test.use"() {a = [#lift<pad_mode constant>, #lift<pad_mode clamp>, #lift<pad_mode empty>]} : () -> ()
