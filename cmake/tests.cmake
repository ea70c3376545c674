# The test, fuzz and benchmark programs. None is part of `all`; `tests`, `fuzzers` and `benches`
# build them. They link the library's objects, whose internal functions they may call.

function(frit_test_program name)
    add_executable(${name} EXCLUDE_FROM_ALL ${ARGN})
    frit_compile_options(${name})
    target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
    target_link_libraries(${name} PRIVATE frit_internal)
endfunction()

add_custom_target(tests)
add_custom_target(benches)
add_custom_target(fuzzers)

# Random programs, for the tests and the benchmarks.
file(GLOB generator_sources CONFIGURE_DEPENDS tests/gen/*.c)

file(GLOB unit_sources CONFIGURE_DEPENDS tests/unit/*.c)
if(unit_sources)
    frit_test_program(frit-unit ${unit_sources} ${generator_sources} tests/harness.c)
    add_dependencies(tests frit-unit)
endif()

# Libraries of others, played for the tests that see how frit bears with them.
file(GLOB double_sources CONFIGURE_DEPENDS tests/doubles/*.c)
foreach(source ${double_sources})
    cmake_path(GET source STEM name)
    add_library(double-${name} MODULE EXCLUDE_FROM_ALL ${source})
    frit_compile_options(double-${name})
    set_target_properties(double-${name} PROPERTIES PREFIX "" OUTPUT_NAME ${name}-double C_VISIBILITY_PRESET default)
    add_dependencies(tests double-${name})
endforeach()

# Each fuzz target also becomes a plain program that replays a corpus.
file(GLOB fuzz_sources CONFIGURE_DEPENDS tests/fuzz/*.c)
foreach(source ${fuzz_sources})
    cmake_path(GET source STEM name)
    set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS -Wno-missing-prototypes)
    frit_test_program(fuzz-${name}-replay ${source} tests/replay.c)
    add_dependencies(tests fuzz-${name}-replay)
    if(FRIT_SANITIZE MATCHES fuzzer)
        frit_test_program(fuzz-${name} ${source})
        target_link_options(fuzz-${name} PRIVATE -fsanitize=fuzzer)
        add_dependencies(fuzzers fuzz-${name})
    endif()
endforeach()

# Plain loops are what a C compiler makes of them at its best.
set_source_files_properties(bench/common/loops.c PROPERTIES COMPILE_OPTIONS -O3)
# The memory's speed is measured with the widest loads there are.
set_source_files_properties(bench/common/ceiling.c PROPERTIES COMPILE_OPTIONS "-O3;-march=native")
set_source_files_properties(
    bench/common/loops_fast.c
    PROPERTIES COMPILE_OPTIONS "-O3;-march=native;-ffast-math;-Wno-overflow"
               OBJECT_DEPENDS ${PROJECT_SOURCE_DIR}/bench/common/loops.c)
set_source_files_properties(bench/common/twins.c PROPERTIES COMPILE_OPTIONS
                                                            "-O3;-march=native;-ffast-math")
# As most programs are compiled.
set_source_files_properties(bench/common/array_twins.c PROPERTIES COMPILE_OPTIONS -O2)
set_source_files_properties(
    bench/slang.c PROPERTIES COMPILE_DEFINITIONS
                               FRIT_EXAMPLES="${PROJECT_SOURCE_DIR}/examples/slang")
file(GLOB bench_common CONFIGURE_DEPENDS bench/common/*.c)
file(GLOB bench_sources CONFIGURE_DEPENDS bench/*.c)
foreach(source ${bench_sources})
    cmake_path(GET source STEM name)
    frit_test_program(bench-${name} ${source} ${bench_common} ${generator_sources})
    target_include_directories(bench-${name} PRIVATE ${PROJECT_SOURCE_DIR}/bench)
    add_dependencies(benches bench-${name})
endforeach()
