# frit_report_css.h: the style sheet of reports as lines of C. It stands once, in the Python package, whose
# pages and whose `frit explain --format=html` look the same.

function(frit_report_css target)
    set(style ${PROJECT_SOURCE_DIR}/python/frit/_explain/report.css)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${style})
    file(READ ${style} text)
    string(REPLACE "\\" "\\\\" text "${text}")
    string(REPLACE "\"" "\\\"" text "${text}")
    string(REGEX REPLACE "\n$" "" text "${text}")
    string(REPLACE "\n" "\\n\",\n    \"" text "${text}")
    set(lines "static const char *const report_css[] = {\n    \"${text}\\n\",\n};\n")
    # Written only when it differs, so that nothing is built anew for nothing.
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/frit_report_css.h CONTENT "${lines}" @ONLY)
    target_include_directories(${target} PRIVATE ${PROJECT_BINARY_DIR}/generated)
endfunction()
