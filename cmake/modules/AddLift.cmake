include_guard()

# A library of the project that uses MLIR: static, exported as part of LiftTargets.
function(add_lift_library name)
  add_mlir_library(${ARGV} DISABLE_INSTALL)
  target_include_directories(${name} INTERFACE $<INSTALL_INTERFACE:include>)
  install(TARGETS ${name} EXPORT LiftTargets ARCHIVE DESTINATION lib LIBRARY DESTINATION lib)
  set_property(GLOBAL APPEND PROPERTY LIFT_ALL_LIBS ${name})
endfunction()

# An executable of the project that uses MLIR.
function(add_lift_tool name)
  add_llvm_executable(${name} ${ARGN})
  llvm_update_compile_flags(${name})
  install(TARGETS ${name} EXPORT LiftTargets RUNTIME DESTINATION bin)
endfunction()

# A GoogleTest binary, run by lit through test/Unit.
function(add_lift_unittest name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  llvm_update_compile_flags(${name})
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS} GTest::gtest_main)
  # Where sources are compiled together, GCC takes each for a header, in which
  # fixtures are not to be of an anonymous namespace.
  target_compile_options(${name} PRIVATE
    $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY
    ${PROJECT_BINARY_DIR}/unittests)
  set_property(GLOBAL APPEND PROPERTY LIFT_UNIT_TESTS ${name})
endfunction()
