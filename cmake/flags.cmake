# How every C file of the project is compiled.

set(frit_warnings
    -Wall
    -Wextra
    -Wno-missing-field-initializers # what is left out is zero: public structs grow at their end
    -Wpedantic
    -Wshadow
    -Wstrict-prototypes
    -Wmissing-prototypes
    -Wold-style-definition
    -Wvla
    -Wundef
    -Wpointer-arith
    -Wcast-qual
    -Wwrite-strings
    -Wformat=2
    -Wimplicit-fallthrough)

set(frit_sanitize_flags "")
if(FRIT_SANITIZE)
    set(frit_sanitize_flags -fsanitize=${FRIT_SANITIZE} -fno-sanitize-recover=all
                            -fno-omit-frame-pointer)
    # -fsanitize=fuzzer brings its own main, which only the fuzz targets want.
    string(REPLACE "fuzzer" "fuzzer-no-link" frit_sanitize_flags "${frit_sanitize_flags}")
    add_link_options(${frit_sanitize_flags})
endif()

# clang leaves a sanitizer's functions to be found in the program, so a shared library cannot be
# closed then.
set(frit_no_undefined LINKER:--no-undefined)
if(FRIT_SANITIZE)
    set(frit_no_undefined "")
endif()

function(frit_compile_options target)
    set_target_properties(
        ${target}
        PROPERTIES C_STANDARD 11
                   C_STANDARD_REQUIRED ON
                   C_EXTENSIONS OFF
                   C_VISIBILITY_PRESET hidden)
    target_include_directories(
        ${target} PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
    # __FILE__ is relative to the source tree, so that messages are the same everywhere.
    # Strict arithmetic: no contraction into fma. Nothing reads errno after a mathematical function.
    target_compile_options(
        ${target} PRIVATE ${frit_warnings} $<$<BOOL:${FRIT_WERROR}>:-Werror> -ffp-contract=off
                          -fno-math-errno -fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=
                          ${frit_sanitize_flags})
endfunction()

# The loops of the interpreter (src/run/loops/blocks*.c): the portable level from the sources
# themselves, the others from files that include them with FRIT_LEVEL set. Optimised in every build
# type, or nothing would run at a usable speed. No trapping: a comparison may be computed where its
# result is not used.
set(frit_blocks_options -O3 -fno-trapping-math -fno-tree-slp-vectorize)
if(CMAKE_C_COMPILER_ID MATCHES Clang) # a loop that stays scalar is no defect
    list(APPEND frit_blocks_options -Wno-pass-failed)
endif()

function(frit_blocks_level target level name vector)
    foreach(source ${frit_blocks_sources})
        cmake_path(GET source STEM stem)
        cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR}/src OUTPUT_VARIABLE path)
        set(file ${PROJECT_BINARY_DIR}/blocks/${stem}_${level}.c)
        file(CONFIGURE OUTPUT ${file}
             CONTENT "#include \"${path}\" /* NOLINT(bugprone-suspicious-include) */\n")
        set_source_files_properties(
            ${file}
            PROPERTIES
                COMPILE_OPTIONS "${frit_blocks_options};${ARGN}"
                COMPILE_DEFINITIONS
                "FRIT_LEVEL=${level};FRIT_LEVEL_NAME=\"${name}\";FRIT_VECTOR=${vector}"
                OBJECT_DEPENDS ${source})
        target_sources(${target} PRIVATE ${file})
    endforeach()
endfunction()

# Loops over the elements of scripts' small arrays (src/front/script/value/lane*.c), for the same reasons.
file(GLOB frit_lane_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/front/script/value/lane*.c)
set_source_files_properties(${frit_lane_sources} PROPERTIES COMPILE_OPTIONS
                                                            "${frit_blocks_options}")

function(frit_blocks_levels target)
    file(GLOB frit_blocks_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/run/loops/blocks*.c)
    # Without vectors it is another form of the same loops, to compare with.
    set_source_files_properties(
        ${frit_blocks_sources} PROPERTIES COMPILE_OPTIONS
                                          "${frit_blocks_options};-fno-tree-vectorize")
    if(NOT FRIT_VECTOR_LEVELS)
        return()
    endif()
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" AND CMAKE_SIZEOF_VOID_P EQUAL 8)
        set(avx2 -mavx2 -mfma -mf16c -mbmi -mbmi2 -mpopcnt)
        frit_blocks_level(${target} x86_64 x86-64 16)
        frit_blocks_level(${target} avx2 avx2 32 ${avx2})
        frit_blocks_level(${target} avx512 avx512 64 ${avx2} -mavx512f -mavx512bw -mavx512cd
                          -mavx512dq -mavx512vl -mprefer-vector-width=512)
        set_source_files_properties(${PROJECT_SOURCE_DIR}/src/run/loops/levels.c
                                    PROPERTIES COMPILE_DEFINITIONS FRIT_X86_LEVELS)
    elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$" AND CMAKE_SIZEOF_VOID_P EQUAL 8)
        frit_blocks_level(${target} neon neon 16)
        set_source_files_properties(${PROJECT_SOURCE_DIR}/src/run/loops/levels.c
                                    PROPERTIES COMPILE_DEFINITIONS FRIT_ARM_LEVELS)
    endif()
endfunction()
