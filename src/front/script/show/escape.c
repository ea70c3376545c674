/* Escapes in text: \n and friends. */
#include <string.h>

#include "front/script/show/show.h"

static bool is_octal(char c) {
    return c >= '0' && c <= '7';
}

static int hex_digit(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* The byte that digits name; *at is behind them. */
static char numbered(const char **at, const char *end, bool hex) {
    unsigned value = 0;
    for (int n = 0; n < (hex ? 2 : 3) && *at < end; n++, ++*at) {
        if (hex ? hex_digit(**at) < 0 : !is_octal(**at))
            break;
        value = hex ? value * 16 + (unsigned)hex_digit(**at) : value * 8 + (unsigned)(**at - '0');
    }
    return (char)(unsigned char)value;
}

bool show_unescape(Str *out, const char *text, size_t len) {
    static const char letters[] = "abfnrtv\\'\"", bytes[] = "\a\b\f\n\r\t\v\\'\"";
    const char *at = text, *end = text + len;
    while (at < end) {
        char c = *at++;
        if (c != '\\' || at == end) {
            str_putc(out, c);
            continue;
        }
        const char *known = *at ? strchr(letters, *at) : NULL;
        if (known) {
            str_putc(out, bytes[known - letters]);
            at++;
        } else if (is_octal(*at)) {
            str_putc(out, numbered(&at, end, false));
        } else if (*at == 'x' && at + 1 < end && hex_digit(at[1]) >= 0) {
            at++;
            str_putc(out, numbered(&at, end, true));
        } else {
            str_putc(out, *at++);
        }
    }
    return str_ok(out);
}
