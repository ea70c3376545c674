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
install(DIRECTORY include/frit DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN *.h PATTERN *.hpp)

# ---- debug data: what is installed has none in it

set(FRIT_INSTALL_DEBUG beside CACHE STRING
    "Debug data of what is installed: beside (in .debug/, where gdb looks), none, or inside")
set_property(CACHE FRIT_INSTALL_DEBUG PROPERTY STRINGS beside none inside)
set(stripped ${CMAKE_INSTALL_LIBDIR}/$<TARGET_FILE_NAME:frit_shared>)
if(TARGET frit_tool)
    list(APPEND stripped ${CMAKE_INSTALL_BINDIR}/$<TARGET_FILE_NAME:frit_tool>)
endif()
string(
    CONFIGURE
        [[
set(frit_debug "@FRIT_INSTALL_DEBUG@")
set(frit_objcopy "@CMAKE_OBJCOPY@")
set(frit_strip "@CMAKE_STRIP@")
set(frit_stripped "@stripped@")
set(frit_archive "@CMAKE_INSTALL_LIBDIR@/$<TARGET_FILE_NAME:frit_static>")
include("@PROJECT_SOURCE_DIR@/cmake/strip.cmake")]]
        strip_code @ONLY)
install(CODE "${strip_code}")

# ---- the manual page and the completions, which the command prints itself

if(TARGET frit_tool AND (NOT CMAKE_CROSSCOMPILING OR CMAKE_CROSSCOMPILING_EMULATOR))
    set(printed ${CMAKE_CURRENT_BINARY_DIR}/printed)
    file(MAKE_DIRECTORY ${printed})
    add_custom_command(
        OUTPUT ${printed}/frit.1 ${printed}/frit ${printed}/_frit ${printed}/frit.fish
        COMMAND frit_tool man >${printed}/frit.1
        COMMAND frit_tool completion bash >${printed}/frit
        COMMAND frit_tool completion zsh >${printed}/_frit
        COMMAND frit_tool completion fish >${printed}/frit.fish
        DEPENDS frit_tool)
    add_custom_target(frit_printed ALL DEPENDS ${printed}/frit.1)
    install(FILES ${printed}/frit.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    set(share ${CMAKE_INSTALL_DATADIR})
    install(FILES ${printed}/frit DESTINATION ${share}/bash-completion/completions)
    install(FILES ${printed}/_frit DESTINATION ${share}/zsh/site-functions)
    install(FILES ${printed}/frit.fish DESTINATION ${share}/fish/vendor_completions.d)
endif()

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
