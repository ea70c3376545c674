/*
 * Sorting of keys in vectors, included by vector_sort.c for each width: no include guard.
 *
 *   KEY, NAME(f)       as in order_keys.h
 *   LANES              keys of a vector
 *   NAME(turned)       the places of keys 1, 2, 4 (and 8) apart that change with each other
 *   LOAD STORE ALL MIN MAX BELOW EQUAL_OR_BELOW COMPRESS TURN PICK
 *                      steps on vectors; TURN(v, places): keys in another order, PICK(mask, a, b): b where mask is set
 *
 * Few keys by a network, more by parting them about one of them. Which of two equal keys comes first nobody can see.
 */

/*
 * Keys `step` apart, in pieces of `size` keys, change places unless they are in order: upwards in every other piece. All
 * numbers are constants where this is inlined.
 */
VECTOR static inline __attribute__((always_inline)) void NAME(exchange)(Vector *v, uint32_t vectors,
                                                                        uint32_t size,
                                                                        uint32_t step) {
    uint32_t far = step / LANES, whole = size / LANES;
#pragma GCC unroll 8
    for (uint32_t a = 0; a < vectors; a++) {
        if (step >= LANES) {
            if (a & far)
                continue;
            Vector low = MIN(v[a], v[a + far]), high = MAX(v[a], v[a + far]);
            bool up = (a & whole) == 0;
            v[a] = up ? low : high;
            v[a + far] = up ? high : low;
            continue;
        }
        uint32_t first = FIRST(step), up = size >= LANES ? (a & whole ? 0 : ~0u) : FIRST(size);
        Vector other = TURN(v[a], LOAD(NAME(turned)[step / 2 - step / 8]));
        v[a] = PICK((Mask) ~(first ^ up), MAX(v[a], other), MIN(v[a], other));
    }
}

/* Puts `vectors` vectors in order. */
VECTOR static inline __attribute__((always_inline)) void NAME(network)(Vector *v,
                                                                       uint32_t vectors) {
    uint32_t n = vectors * LANES;
#define STEP(size, step)                            \
    do {                                            \
        if ((size) <= n)                            \
            NAME(exchange)(v, vectors, size, step); \
    } while (0)
    STEP(2, 1);
    STEP(4, 2);
    STEP(4, 1);
    STEP(8, 4);
    STEP(8, 2);
    STEP(8, 1);
    STEP(16, 8);
    STEP(16, 4);
    STEP(16, 2);
    STEP(16, 1);
    STEP(32, 16);
    STEP(32, 8);
    STEP(32, 4);
    STEP(32, 2);
    STEP(32, 1);
    STEP(64, 32);
    STEP(64, 16);
    STEP(64, 8);
    STEP(64, 4);
    STEP(64, 2);
    STEP(64, 1);
    STEP(128, 64);
    STEP(128, 32);
    STEP(128, 16);
    STEP(128, 8);
    STEP(128, 4);
    STEP(128, 2);
    STEP(128, 1);
#undef STEP
}

/* n <= FEW_VECTORS * LANES keys: with the largest key behind them as many as a network takes. */
#define NETWORK_OF(count)                                             \
    VECTOR static void NAME(network_##count)(KEY * keys, int64_t n) { \
        Vector v[count];                                              \
        KEY room[(count)*LANES];                                      \
        memset(room, 0xff, sizeof room);                              \
        memcpy(room, keys, (size_t)n * sizeof *keys);                 \
        for (uint32_t a = 0; a < (count); a++)                        \
            v[a] = LOAD(room + (a * LANES));                          \
        NAME(network)(v, count);                                      \
        for (uint32_t a = 0; a < (count); a++)                        \
            STORE(room + (a * LANES), v[a]);                          \
        memcpy(keys, room, (size_t)n * sizeof *keys);                 \
    }
NETWORK_OF(1)
NETWORK_OF(2)
NETWORK_OF(4)
NETWORK_OF(8)
#undef NETWORK_OF

VECTOR static void NAME(few)(KEY *keys, int64_t n) {
    if (n <= LANES)
        NAME(network_1)(keys, n);
    else if (n <= 2 * LANES)
        NAME(network_2)(keys, n);
    else if (n <= 4 * LANES)
        NAME(network_4)(keys, n);
    else
        NAME(network_8)(keys, n);
}

/*
 * Those below the pivot (with `with`: or equal to it) first; how many there are. What is written to the left has been read;
 * the others go to `room`, of n keys, and then behind.
 */
VECTOR static int64_t NAME(part)(KEY *keys, int64_t n, KEY pivot, bool with, KEY *room) {
    Vector at = ALL(pivot);
    int64_t left = 0, right = 0, i = 0;
    for (; i + LANES <= n; i += LANES) {
        Vector v = LOAD(keys + i);
        Mask below = with ? EQUAL_OR_BELOW(v, at) : BELOW(v, at);
        int64_t count = __builtin_popcount((unsigned)below);
        STORE(keys + left, COMPRESS(below, v));
        STORE(room + right, COMPRESS((Mask)~below, v));
        left += count;
        right += LANES - count;
    }
    for (; i < n; i++) {
        KEY key = keys[i];
        bool below = with ? key <= pivot : key < pivot;
        keys[left] = below ? key : keys[left];
        room[right] = key;
        left += below;
        right += !below;
    }
    memcpy(keys + left, room, (size_t)right * sizeof *keys);
    return left;
}

/* The middle one of some keys here and there. */
VECTOR static KEY NAME(pivot)(const KEY *keys, int64_t n) {
    KEY some[LANES];
    for (int64_t l = 0; l < LANES; l++)
        some[l] = keys[(n - 1) / LANES * l + (n - 1) / LANES / 2];
    NAME(network_1)(some, LANES);
    return some[LANES / 2];
}

VECTOR static bool NAME(parts)(KEY *keys, int64_t n, KEY *room, unsigned depth) {
    while (n > FEW_VECTORS * LANES) {
        if (depth-- == 0)
            return false; /* keys that no pivot parts well */
        KEY pivot = NAME(pivot)(keys, n);
        int64_t left = NAME(part)(keys, n, pivot, false, room);
        if (left == 0) { /* it is the least: all that equal it are in order */
            left = NAME(part)(keys, n, pivot, true, room);
            keys += left;
            n -= left;
            continue;
        }
        if (!NAME(parts)(keys, left, room, depth))
            return false;
        keys += left;
        n -= left;
    }
    if (n > 1)
        NAME(few)(keys, n);
    return true;
}

bool NAME(vector_sort)(KEY *keys, int64_t n, KEY *room) {
    unsigned depth = 8;
    for (int64_t left = n; left > 0; left /= 2)
        depth += 2;
    return can_vector() && NAME(parts)(keys, n, room, depth);
}
