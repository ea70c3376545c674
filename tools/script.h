/* frit FILE.m, frit script, frit repl */
#ifndef FRIT_TOOLS_SCRIPT_H
#define FRIT_TOOLS_SCRIPT_H

#include <stdbool.h>

#include "frit/script.h"
#include "tool.h"

bool tool_is_script(const char *name);
int tool_run_script(int argc, char **argv);
/* Prints a report to standard error, and frees it. */
void tool_print_report(frit_script *script, frit_text *report);

#endif
