# frit_texts.h: files that frit writes into source of kernels, as lines of C. They stand once: what is compiled into
# the library is what it writes.

function(frit_embed target)
    set(all "")
    foreach(name IN LISTS ARGN)
        get_filename_component(file ${name} NAME_WE)
        set(path ${PROJECT_SOURCE_DIR}/src/${name})
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
        file(READ ${path} text)
        string(REPLACE "\\" "\\\\" text "${text}")
        string(REPLACE "\"" "\\\"" text "${text}")
        string(REGEX REPLACE "\n$" "" text "${text}")
        string(REPLACE "\n" "\",\n    \"" text "${text}")
        string(APPEND all "static const char *const text_${file}[] = {\n    \"${text}\",\n    NULL};\n")
    endforeach()
    # Written only when it differs, so that nothing is built anew for nothing.
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/frit_texts.h CONTENT "${all}" @ONLY)
    target_include_directories(${target} PRIVATE ${PROJECT_BINARY_DIR}/generated)
endfunction()
