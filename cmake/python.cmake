# The extension module of the Python package, frit._core, in BUILD/python/frit beside links to the
# package's own files: with BUILD/python on its path, Python imports frit from a built tree.
#
# FRIT_PYTHON is the interpreter to build for, or a list of them; each must have its headers and
# NumPy's. Without them everything else is still built, except by pip, for which the extension is
# the point. "none" leaves it out.

set(FRIT_PYTHON "" CACHE STRING
    "The Pythons to build the extension for; when empty that of .venv, or python3; none")
if(FRIT_PYTHON STREQUAL none)
    return()
endif()
if(FRIT_PYTHON)
    set(frit_pythons ${FRIT_PYTHON})
elseif(Python_EXECUTABLE) # as scikit-build-core names it
    set(frit_pythons ${Python_EXECUTABLE})
elseif(EXISTS ${PROJECT_SOURCE_DIR}/.venv/bin/python)
    set(frit_pythons ${PROJECT_SOURCE_DIR}/.venv/bin/python)
else()
    set(frit_pythons python3)
endif()

# Links every file of the package into the build tree, and forgets those that are gone. What is
# right is left alone: tests may be running in it.
function(frit_link_package folder)
    set(package ${PROJECT_SOURCE_DIR}/python/frit)
    file(GLOB_RECURSE old LIST_DIRECTORIES false ${folder}/*)
    foreach(file ${old})
        if(IS_SYMLINK ${file} AND NOT EXISTS ${file})
            file(REMOVE ${file})
        endif()
    endforeach()
    set(kinds *.py *.pyi *.in *.html *.css *.js py.typed)
    list(TRANSFORM kinds PREPEND ${package}/)
    file(GLOB_RECURSE files CONFIGURE_DEPENDS ${kinds})
    foreach(file ${files})
        cmake_path(RELATIVE_PATH file BASE_DIRECTORY ${package} OUTPUT_VARIABLE path)
        cmake_path(GET path PARENT_PATH parent)
        file(MAKE_DIRECTORY ${folder}/${parent})
        if(NOT EXISTS ${folder}/${path})
            file(CREATE_LINK ${file} ${folder}/${path} SYMBOLIC)
        endif()
    endforeach()
endfunction()

# A target for one Python: its headers, NumPy's, and how it wants the file to end.
function(frit_python_extension target python_include numpy_include suffix)
    file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/python/src/*.c)
    if(NOT sources)
        return()
    endif()
    set(exports ${PROJECT_SOURCE_DIR}/cmake/python.map)
    add_library(${target} MODULE ${sources})
    set_target_properties(
        ${target}
        PROPERTIES PREFIX ""
                   OUTPUT_NAME _core
                   SUFFIX ${suffix}
                   LIBRARY_OUTPUT_DIRECTORY ${frit_package_folder}
                   C_STANDARD 11
                   C_STANDARD_REQUIRED ON
                   C_VISIBILITY_PRESET hidden
                   LINK_DEPENDS ${exports})
    # Python's own macros do not pass the stricter warnings of the library.
    target_compile_options(
        ${target}
        PRIVATE -Wall -Wextra -Wshadow -Wvla -Wstrict-prototypes -Wno-cast-function-type
                -Wno-missing-field-initializers $<$<BOOL:${FRIT_WERROR}>:-Werror> -fno-math-errno
                -ffp-contract=off -fmacro-prefix-map=${PROJECT_SOURCE_DIR}/= ${frit_sanitize_flags})
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/python/src)
    target_include_directories(${target} SYSTEM PRIVATE ${python_include} ${numpy_include})
    target_link_libraries(${target} PRIVATE frit_static)
    # The library inside shows nothing: a process may hold another frit.
    target_link_options(
        ${target} PRIVATE LINKER:--version-script=${exports} LINKER:--as-needed
                          LINKER:-z,relro,-z,now)
    install(TARGETS ${target} LIBRARY DESTINATION frit COMPONENT python EXCLUDE_FROM_ALL)
endfunction()

set(frit_package_folder ${PROJECT_BINARY_DIR}/python/frit)
frit_link_package(${frit_package_folder})
install(TARGETS frit_tool RUNTIME DESTINATION frit/bin COMPONENT python EXCLUDE_FROM_ALL)
install(
    DIRECTORY include/frit
    DESTINATION frit/include
    COMPONENT python
    EXCLUDE_FROM_ALL FILES_MATCHING
    PATTERN *.h)

set(frit_core_target frit_core)
foreach(python ${frit_pythons})
    execute_process(
        COMMAND ${python} ${PROJECT_SOURCE_DIR}/cmake/find_python.py
        RESULT_VARIABLE status
        OUTPUT_VARIABLE found
        ERROR_VARIABLE said
        OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_STRIP_TRAILING_WHITESPACE)
    if(status EQUAL 0)
        frit_python_extension(${frit_core_target} ${found})
        string(APPEND frit_core_target _more)
    elseif(SKBUILD)
        message(FATAL_ERROR "cannot build the Python extension: ${said}")
    elseif(said)
        message(WARNING "the Python extension is left out: ${said}")
    else()
        message(WARNING "the Python extension is left out: ${python} does not run (${status})")
    endif()
endforeach()
