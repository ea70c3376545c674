/* Lines of source. */
#include "emit/c/writer.h"

#include <stdarg.h>
#include <stdio.h>

void src_begin(Writer *w) {
    for (unsigned k = 0; k < w->depth; k++)
        str_puts(&w->out, "    ");
}

void src_end(Writer *w) {
    str_putc(&w->out, '\n');
}

void src_line(Writer *w, const char *format, ...) {
    va_list args;
    src_begin(w);
    va_start(args, format);
    str_vformat(&w->out, format, args);
    va_end(args);
    src_end(w);
}

void src_open(Writer *w, const char *format, ...) {
    va_list args;
    src_begin(w);
    va_start(args, format);
    str_vformat(&w->out, format, args);
    va_end(args);
    str_puts(&w->out, " {\n");
    w->depth++;
}

void src_unroll(Writer *w) {
    if (w->dialect->warps)
        src_line(w, "#pragma unroll");
}

void src_block(Writer *w) {
    src_line(w, "{");
    w->depth++;
}

void src_close(Writer *w) {
    w->depth--;
    src_line(w, "}");
}

bool src_unsupported(Writer *w, const char *format, ...) {
    char why[256];
    va_list args;
    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);
    return env_fail(w->env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_EMIT, "%s", why);
}
