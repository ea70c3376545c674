/* The text of prelude.def. */
#include "front/slang/lower/meaning.h"

static const char *const lines[] = {
#define L(line) line,
#include "front/slang/lower/prelude.def"
#undef L
};

void prelude_text(Str *out) {
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        str_puts(out, lines[i]);
        str_putc(out, '\n');
    }
}
