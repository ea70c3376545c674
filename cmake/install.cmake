# Headers, libraries, the command, a pkg-config file and a CMake package. All of it may be moved
# after installation: the paths inside are relative to the files themselves.

include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/frit)

install(
    TARGETS frit_shared frit_static
    EXPORT frit-targets
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(TARGET frit_tool)
    install(TARGETS frit_tool RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(DIRECTORY include/frit DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN *.h)

install(EXPORT frit-targets NAMESPACE frit:: DESTINATION ${package_dir})
configure_package_config_file(cmake/frit-config.cmake.in frit-config.cmake
                              INSTALL_DESTINATION ${package_dir})
# Before 1.0 a minor version may break things.
write_basic_package_version_file(frit-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/frit-config.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/frit-config-version.cmake DESTINATION ${package_dir})

set(pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH pkgconfig_to_prefix /prefix/${pkgconfig_dir} /prefix)
string(REGEX REPLACE "/$" "" pkgconfig_to_prefix ${pkgconfig_to_prefix})
list(TRANSFORM frit_system_libs PREPEND -l OUTPUT_VARIABLE pkgconfig_private)
list(JOIN pkgconfig_private " " pkgconfig_private)
configure_file(cmake/frit.pc.in frit.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/frit.pc DESTINATION ${pkgconfig_dir})
