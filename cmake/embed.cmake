# Files as lines of C: what stands once in the tree is in the library as well. frit_embed(TARGET HEADER FILE...) makes
# HEADER with `text_NAME`, which ends in NULL, for each FILE.

function(frit_embed target header)
    set(all "")
    foreach(name IN LISTS ARGN)
        get_filename_component(file ${name} NAME_WE)
        set(path ${PROJECT_SOURCE_DIR}/${name})
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
        file(READ ${path} text)
        string(REPLACE "\\" "\\\\" text "${text}")
        string(REPLACE "\"" "\\\"" text "${text}")
        string(REGEX REPLACE "\n$" "" text "${text}")
        string(REPLACE "\n" "\",\n    \"" text "${text}")
        string(APPEND all "static const char *const text_${file}[] = {\n    \"${text}\",\n    NULL};\n")
    endforeach()
    # Written only when it differs, so that nothing is built anew for nothing.
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/${header} CONTENT "${all}" @ONLY)
    target_include_directories(${target} PRIVATE ${PROJECT_BINARY_DIR}/generated)
endfunction()
