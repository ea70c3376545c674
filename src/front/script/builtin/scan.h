/* Codes of builtin_running and builtin_running_best. */
#ifndef FRIT_SCRIPT_SCAN_H
#define FRIT_SCRIPT_SCAN_H

enum { SCAN_SUM, SCAN_PROD, SCAN_MAX, SCAN_MIN };

#endif
