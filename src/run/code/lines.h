/* The line table of an object (DWARF 2 to 5, section .debug_line). */
#ifndef FRIT_RUN_CODE_LINES_H
#define FRIT_RUN_CODE_LINES_H

#include "base/str.h"

/* Code from this address on is of that line; 0: of none. */
typedef void LineFn(void *user, uint64_t address, uint32_t line);

/* Calls for each row in turn. False: it is not a line table from some point on; nothing is read
 * outside the bytes. */
bool lines_read(const unsigned char *bytes, size_t size, LineFn *row, void *user);
/* Appends the path of the first file of the first table; of DWARF 2 to 4. False: there is none. */
bool lines_file(const unsigned char *bytes, size_t size, Str *path);

#endif
