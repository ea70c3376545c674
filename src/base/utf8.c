#include "base/utf8.h"

/* Bytes that follow a lead byte, and the range of the first of them; 0 when it leads nothing. */
static unsigned sequence(unsigned char lead, unsigned char *low, unsigned char *high) {
    *low = 0x80;
    *high = 0xbf;
    if (lead >= 0xc2 && lead <= 0xdf)
        return 1;
    if (lead >= 0xe0 && lead <= 0xef) {
        if (lead == 0xe0)
            *low = 0xa0; /* below is overlong */
        if (lead == 0xed)
            *high = 0x9f; /* above are surrogates */
        return 2;
    }
    if (lead >= 0xf0 && lead <= 0xf4) {
        if (lead == 0xf0)
            *low = 0x90;
        if (lead == 0xf4)
            *high = 0x8f;
        return 3;
    }
    return 0;
}

bool utf8_is_name(const char *text, size_t len) {
    const unsigned char *at = (const unsigned char *)text, *end = at + len;
    while (at < end) {
        if (*at == 0)
            return false;
        if (*at < 0x80) {
            at++;
            continue;
        }
        unsigned char low, high;
        unsigned more = sequence(*at++, &low, &high);
        if (more == 0 || more > (size_t)(end - at) || *at < low || *at > high)
            return false;
        for (unsigned i = 1; i < more; i++)
            if (at[i] < 0x80 || at[i] > 0xbf)
                return false;
        at += more;
    }
    return true;
}
