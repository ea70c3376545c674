#include "run/cache/digest.h"

#include <string.h>

enum { BLOCK = 128, ROUNDS = 12 };

static const uint64_t initial[8] = {0x6a09e667f3bcc908u, 0xbb67ae8584caa73bu, 0x3c6ef372fe94f82bu,
                                    0xa54ff53a5f1d36f1u, 0x510e527fade682d1u, 0x9b05688c2b3e6c1fu,
                                    0x1f83d9abfb41bd6bu, 0x5be0cd19137e2179u};

/* Which word of the message goes where, round by round. */
static const uint8_t order[ROUNDS][16] = {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
                                          {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
                                          {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
                                          {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
                                          {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
                                          {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
                                          {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
                                          {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
                                          {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
                                          {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
                                          {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
                                          {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3}};

static uint64_t word_at(const uint8_t *bytes) {
    uint64_t word = 0;
    for (int k = 7; k >= 0; k--)
        word = word << 8 | bytes[k];
    return word;
}

static uint64_t turned(uint64_t word, unsigned by) {
    return word >> by | word << (64 - by);
}

static void mix(uint64_t *a, uint64_t *b, uint64_t *c, uint64_t *d, uint64_t x, uint64_t y) {
    *a += *b + x;
    *d = turned(*d ^ *a, 32);
    *c += *d;
    *b = turned(*b ^ *c, 24);
    *a += *b + y;
    *d = turned(*d ^ *a, 16);
    *c += *d;
    *b = turned(*b ^ *c, 63);
}

/* count: bytes so far, this block's among them. */
static void take_block(uint64_t h[8], const uint8_t block[BLOCK], uint64_t count, int last) {
    uint64_t v[16], m[16];
    for (int k = 0; k < 16; k++)
        m[k] = word_at(block + 8 * k);
    memcpy(v, h, 8 * sizeof *v);
    memcpy(v + 8, initial, sizeof initial);
    v[12] ^= count;
    v[14] ^= last ? UINT64_MAX : 0;
    for (int round = 0; round < ROUNDS; round++) {
        const uint8_t *s = order[round];
        for (int k = 0; k < 4; k++) /* columns */
            mix(&v[k], &v[4 + k], &v[8 + k], &v[12 + k], m[s[2 * k]], m[s[2 * k + 1]]);
        for (int k = 0; k < 4; k++) /* diagonals */
            mix(&v[k], &v[4 + (k + 1) % 4], &v[8 + (k + 2) % 4], &v[12 + (k + 3) % 4],
                m[s[8 + 2 * k]], m[s[9 + 2 * k]]);
    }
    for (int k = 0; k < 8; k++)
        h[k] ^= v[k] ^ v[k + 8];
}

void digest_of(const void *bytes, size_t len, uint8_t out[DIGEST_BYTES]) {
    const uint8_t *at = bytes;
    uint8_t rest[BLOCK] = {0};
    uint64_t h[8], count = 0;
    memcpy(h, initial, sizeof h);
    h[0] ^= 0x01010000u ^ DIGEST_BYTES; /* no key, one chain, so many bytes of result */
    for (; len - count > BLOCK; count += BLOCK)
        take_block(h, at + count, count + BLOCK, 0);
    if (len > count)
        memcpy(rest, at + count, len - count);
    take_block(h, rest, len, 1);
    for (int k = 0; k < DIGEST_BYTES; k++)
        out[k] = (uint8_t)(h[k / 8] >> 8 * (k % 8));
}
