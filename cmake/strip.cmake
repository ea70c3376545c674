# Run while installing: takes the debug data out of frit_stripped and frit_archive (files relative to the
# prefix), and keeps it in a folder .debug beside each where frit_debug says so, where debuggers look for it.

set(root "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}")

function(frit_run)
    execute_process(COMMAND ${ARGV} RESULT_VARIABLE status ERROR_VARIABLE said)
    if(NOT status EQUAL 0)
        message(FATAL_ERROR "${ARGV}: ${said}")
    endif()
endfunction()

if(NOT frit_debug STREQUAL "inside")
    foreach(file ${frit_stripped})
        get_filename_component(folder "${root}/${file}" DIRECTORY)
        get_filename_component(name "${root}/${file}" NAME)
        if(frit_debug STREQUAL "beside")
            file(MAKE_DIRECTORY "${folder}/.debug")
            set(debug "${folder}/.debug/${name}.debug")
            message(STATUS "Installing: ${debug}")
            frit_run(${frit_objcopy} --only-keep-debug --compress-debug-sections "${root}/${file}" "${debug}")
        endif()
        frit_run(${frit_strip} --strip-unneeded "${root}/${file}")
        if(frit_debug STREQUAL "beside")
            frit_run(${frit_objcopy} "--add-gnu-debuglink=${debug}" "${root}/${file}")
        endif()
    endforeach()
    # What links the archive needs its names, not where they came from.
    frit_run(${frit_strip} --strip-debug "${root}/${frit_archive}")
endif()
