/* UTF-8, as the Unicode standard defines it: no overlong forms, no surrogates, no code above 10ffff. */
#ifndef FRIT_BASE_UTF8_H
#define FRIT_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* A zero byte is not taken either: names end at it. */
bool utf8_is_name(const char *text, size_t len);

#endif
