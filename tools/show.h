/* Arrays as text, for people. */
#ifndef FRIT_TOOLS_SHOW_H
#define FRIT_TOOLS_SHOW_H

#include <stdio.h>

#include "elem.h"

/* "name: f32[2,3] =" and the elements, row-major; of long arrays the first and the last ones. element: their
 * type as text. */
void show_array(FILE *to, const char *name, const char *element, const Elem *elem, unsigned rank,
                const int64_t *shape, const void *data);

#endif
