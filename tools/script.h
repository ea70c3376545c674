/* frit FILE.m */
#ifndef FRIT_TOOLS_SCRIPT_H
#define FRIT_TOOLS_SCRIPT_H

#include <stdbool.h>

#include "tool.h"

bool tool_is_script(const char *name);
int tool_run_script(int argc, char **argv);

#endif
