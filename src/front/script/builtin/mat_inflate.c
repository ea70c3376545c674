/* What zlib has compressed: RFC 1950 and 1951. */
#include <string.h>

#include "front/script/builtin/mat.h"

enum { LONGEST_CODE = 15, MOST_CODES = 288, MOST_BYTES = 1 << 30 };

typedef struct Bits {
    const unsigned char *at, *end;
    uint32_t held;
    int n; /* bits in held */
    bool broken;
} Bits;

/* Codes by length: how many there are of each, and their symbols in the order of the codes. */
typedef struct Codes {
    uint16_t count[LONGEST_CODE + 1], symbol[MOST_CODES];
} Codes;

static uint32_t take(Bits *b, int n) {
    while (b->n < n) {
        if (b->at == b->end) {
            b->broken = true;
            return 0;
        }
        b->held |= (uint32_t)*b->at++ << b->n;
        b->n += 8;
    }
    uint32_t bits = b->held & ((1u << n) - 1);
    b->held >>= n;
    b->n -= n;
    return bits;
}

/* False: more codes than their lengths have room for. */
static bool make_codes(Codes *c, const uint8_t *lengths, int n) {
    uint16_t next[LONGEST_CODE + 2] = {0};
    int left = 1;
    *c = (Codes){0};
    for (int k = 0; k < n; k++)
        c->count[lengths[k]]++;
    c->count[0] = 0;
    for (int len = 1; len <= LONGEST_CODE; len++) {
        left = 2 * left - c->count[len];
        if (left < 0)
            return false;
        next[len + 1] = (uint16_t)(next[len] + c->count[len]);
    }
    for (int k = 0; k < n; k++)
        if (lengths[k])
            c->symbol[next[lengths[k]]++] = (uint16_t)k;
    return true;
}

/* The next symbol: the codes of a length follow each other, and those of the next begin behind twice the last one. */
static int symbol(Bits *b, const Codes *c) {
    int code = 0, first = 0, index = 0;
    for (int len = 1; len <= LONGEST_CODE && !b->broken; len++) {
        code |= (int)take(b, 1);
        int count = c->count[len];
        if (code - first < count)
            return c->symbol[index + code - first];
        index += count;
        first = (first + count) << 1;
        code <<= 1;
    }
    b->broken = true;
    return 0;
}

static bool copy_back(Str *out, size_t start, size_t distance, int len) {
    if (distance > out->len - start)
        return false;
    for (; len > 0 && !out->failed; len--)
        str_putc(out, out->data[out->len - distance]);
    return !out->failed;
}

static bool compressed_block(Bits *b, const Codes *codes, const Codes *distances, Str *out,
                             size_t start) {
    static const uint16_t length_base[29] = {3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                             15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                             67, 83, 99, 115, 131, 163, 195, 227, 258};
    static const uint8_t length_bits[29] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                            2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    for (;;) {
        int s = symbol(b, codes);
        if (b->broken || out->failed || out->len > MOST_BYTES)
            return false;
        if (s == 256)
            return true;
        if (s < 256) {
            str_putc(out, (char)s);
            continue;
        }
        if (s > 285)
            return false;
        int len = length_base[s - 257] + (int)take(b, length_bits[s - 257]);
        int d = symbol(b, distances);
        if (b->broken || d > 29)
            return false;
        int extra = d < 2 ? 0 : d / 2 - 1;
        size_t distance = d < 2 ? (size_t)d + 1 : ((size_t)(2 + (d & 1)) << extra) + 1;
        distance += take(b, extra);
        if (b->broken || !copy_back(out, start, distance, len))
            return false;
    }
}

static bool stored_block(Bits *b, Str *out) {
    b->held = 0;
    b->n = 0;
    if (b->end - b->at < 4)
        return false;
    size_t len = b->at[0] | (size_t)b->at[1] << 8, not_len = b->at[2] | (size_t)b->at[3] << 8;
    b->at += 4;
    if (len != (~not_len & 0xffff) || (size_t)(b->end - b->at) < len)
        return false;
    str_put(out, (const char *)b->at, len);
    b->at += len;
    return !out->failed;
}

static bool fixed_codes(Codes *codes, Codes *distances) {
    uint8_t lengths[MOST_CODES];
    for (int k = 0; k < MOST_CODES; k++)
        lengths[k] = k < 144 ? 8 : k < 256 ? 9 : k < 280 ? 7 : 8;
    bool ok = make_codes(codes, lengths, MOST_CODES);
    for (int k = 0; k < 30; k++)
        lengths[k] = 5;
    return make_codes(distances, lengths, 30) && ok;
}

/* The codes themselves are written with codes. */
static bool read_codes(Bits *b, Codes *codes, Codes *distances) {
    static const uint8_t order[19] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                      11, 4,  12, 3, 13, 2, 14, 1, 15};
    uint8_t lengths[MOST_CODES + 32] = {0};
    int n = (int)take(b, 5) + 257, n_distances = (int)take(b, 5) + 1,
        n_lengths = (int)take(b, 4) + 4;
    if (b->broken || n > 286 || n_distances > 30)
        return false;
    for (int k = 0; k < n_lengths; k++)
        lengths[order[k]] = (uint8_t)take(b, 3);
    if (!make_codes(codes, lengths, 19))
        return false;
    memset(lengths, 0, sizeof lengths);
    for (int k = 0; k < n + n_distances;) {
        int s = symbol(b, codes), times = 1, len = s;
        if (s > 15) {
            if (s == 16 && k == 0)
                return false;
            len = s == 16 ? lengths[k - 1] : 0;
            times = s == 16   ? 3 + (int)take(b, 2)
                    : s == 17 ? 3 + (int)take(b, 3)
                              : 11 + (int)take(b, 7);
        }
        if (b->broken || k + times > n + n_distances)
            return false;
        while (times--)
            lengths[k++] = (uint8_t)len;
    }
    return make_codes(codes, lengths, n) && make_codes(distances, lengths + n, n_distances);
}

bool mat_inflate(const char *bytes, size_t len, Str *out) {
    const unsigned char *at = (const unsigned char *)bytes;
    Codes codes, distances;
    size_t start = out->len;
    bool last = false,
         ok = len >= 2 && (at[0] & 15) == 8 && (at[0] << 8 | at[1]) % 31 == 0 && !(at[1] & 32);
    Bits b = {at + 2, at + len, 0, 0, false};
    while (ok && !last) {
        last = take(&b, 1);
        uint32_t kind = take(&b, 2);
        if (b.broken || kind == 3)
            return false;
        if (kind == 0)
            ok = stored_block(&b, out);
        else
            ok = (kind == 1 ? fixed_codes(&codes, &distances)
                            : read_codes(&b, &codes, &distances)) &&
                 compressed_block(&b, &codes, &distances, out, start);
    }
    return ok;
}
