/* frit FILE.m, frit script, frit repl */
#ifndef FRIT_TOOLS_SCRIPT_H
#define FRIT_TOOLS_SCRIPT_H

#include <stdbool.h>

#include "frit/script.h"

/* What a script asks of the process. */
bool script_change_folder(void *user, const char *folder);
bool script_change_variable(void *user, const char *name, const char *value);
#include "tool.h"

bool tool_is_script(const char *name);
int tool_run_script(int argc, char **argv);
/* Prints a report to standard error, and frees it. */
void tool_print_report(frit_script *script, frit_text *report);

#endif
