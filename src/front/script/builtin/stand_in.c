/* Until printf's family is there. */
#include "front/script/show/show.h"

#define WEAK __attribute__((weak))

WEAK bool show_format(Interp *in, const char *who, const char *format, size_t len,
                      const Value *args, uint32_t argc, Str *out);
WEAK bool show_unescape(Str *out, const char *text, size_t len);

bool show_format(Interp *in, const char *who, const char *format, size_t len, const Value *args,
                 uint32_t argc, Str *out) {
    (void)in, (void)who, (void)args, (void)argc;
    str_put(out, format, len);
    return true;
}

bool show_unescape(Str *out, const char *text, size_t len) {
    str_put(out, text, len);
    return true;
}
