# frit_codegen_id.h: a hash over the sources that decide what code a kernel becomes, how LLVM is asked
# for it, and what the driver puts into the fields that it reads (run/llvm/driver.h). It is part of
# every key of the cache of compiled kernels, so that code of another build is never taken for ours.
# Made at build time, whenever one of the files changes; run as a script it makes the header.

set(frit_codegen_patterns
    src/op/*.c
    src/op/*.h
    src/op/*.def
    src/emit/llvm/*.c
    src/emit/llvm/*.h
    src/kernel/analysis.*
    src/kernel/kernel.h
    src/kernel/slices.*
    src/run/llvm/api.def
    src/run/llvm/api.h
    src/run/llvm/choose.c
    src/run/llvm/compile.c
    src/run/llvm/drive.c
    src/run/llvm/driver.h
    src/run/llvm/layout.c
    src/run/llvm/phases.c
    src/run/llvm/stage.c
    src/run/llvm/sums.c
    src/run/llvm/walk.c
    src/run/loops/blocks*.c
    src/run/loops/blocks*.h
    src/run/loops/accumulate.h
    src/run/loops/counter.*
    src/run/loops/all_steps.h
    src/run/loops/half.h
    src/run/loops/half_run.h
    src/run/loops/half_vector.h
    src/run/loops/hurry.h
    src/run/loops/level.h
    src/run/loops/step_loop.h
    src/run/loops/steps.h
    src/run/loops/tables.h)

if(CMAKE_SCRIPT_MODE_FILE)
    list(TRANSFORM frit_codegen_patterns PREPEND ${SOURCE_DIR}/)
    file(GLOB_RECURSE files RELATIVE ${SOURCE_DIR} ${frit_codegen_patterns})
    list(SORT files)
    set(all "")
    foreach(file ${files})
        file(SHA256 ${SOURCE_DIR}/${file} hash)
        string(APPEND all "${file} ${hash}\n")
    endforeach()
    string(SHA256 id "${all}")
    string(SUBSTRING ${id} 0 16 id)
    file(WRITE ${HEADER} "#define FRIT_CODEGEN_ID \"${id}\"\n")
    return()
endif()

function(frit_codegen_id target)
    set(patterns ${frit_codegen_patterns})
    list(TRANSFORM patterns PREPEND ${PROJECT_SOURCE_DIR}/)
    file(GLOB_RECURSE files CONFIGURE_DEPENDS ${patterns})
    set(header ${PROJECT_BINARY_DIR}/generated/frit_codegen_id.h)
    set(script ${PROJECT_SOURCE_DIR}/cmake/codegen_id.cmake)
    add_custom_command(
        OUTPUT ${header}
        COMMAND ${CMAKE_COMMAND} -DSOURCE_DIR=${PROJECT_SOURCE_DIR} -DHEADER=${header} -P ${script}
        DEPENDS ${files} ${script}
        VERBATIM)
    target_sources(${target} PRIVATE ${header})
    target_include_directories(${target} PRIVATE ${PROJECT_BINARY_DIR}/generated)
endfunction()
