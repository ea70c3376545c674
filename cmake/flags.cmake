# How every C file of the project is compiled.

set(frit_warnings
    -Wall
    -Wextra
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
