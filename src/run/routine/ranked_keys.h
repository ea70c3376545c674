/*
 * What stands where in order, without putting all in order; included by ranked.c for keys of one width: no include guard.
 * KEY and NAME as in order_keys.h.
 */

static unsigned NAME(shift)(KEY range) {
    unsigned bits = 0;
    while (bits < sizeof(KEY) * 8 && range >> bits)
        bits++;
    return bits > RANKED_BITS ? bits - RANKED_BITS : 0;
}

static int NAME(compare)(const void *a, const void *b) {
    const KEY *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

/*
 * out[k] = element `ranks[k]` of the n keys at x, were they in order; ranks rise. y: room for 2 n keys, which is
 * enough all the way down: where x may be lost (owned) and all ranks are in one part, that is kept where it is, and
 * otherwise parts share what x has. Keys are counted by their upper bits; those that have the bits of one that is
 * wanted are looked at again.
 */
static void NAME(find)(KEY *x, bool owned, int64_t n, const int64_t *ranks, int64_t m, KEY *y,
                       KEY *out) {
    int64_t counts[1 << RANKED_BITS];
    KEY least = x[0], most = x[0];
    for (int64_t i = 1; i < n; i++) {
        least = x[i] < least ? x[i] : least;
        most = x[i] > most ? x[i] : most;
    }
    if (least == most || n <= RANKED_FEW) {
        if (least != most)
            qsort(x, owned ? (size_t)n : 0, sizeof *x, NAME(compare));
        if (least != most && !owned) {
            memcpy(y, x, (size_t)n * sizeof *y);
            qsort(y, (size_t)n, sizeof *y, NAME(compare));
            x = y;
        }
        for (int64_t k = 0; k < m; k++)
            out[k] = x[ranks[k]];
        return;
    }
    unsigned shift = NAME(shift)(most - least);
    memset(counts, 0, sizeof counts);
    for (int64_t i = 0; i < n; i++)
        counts[(x[i] - least) >> shift]++;
    int64_t before = 0, next[RANKED_MOST];
    uint32_t bucket = 0;
    for (int64_t k = 0; k < m;) {
        while (before + counts[bucket] <= ranks[k])
            before += counts[bucket++];
        int64_t same = 0, kept = 0;
        for (; k + same < m && ranks[k + same] < before + counts[bucket]; same++)
            next[same] = ranks[k + same] - before;
        bool in_place = owned && same == m;
        KEY *to = in_place ? x : y, low = least + ((KEY)bucket << shift);
        KEY width = ((KEY)1 << shift) - 1;
        for (int64_t i = 0; i < n; i++) {
            KEY key = x[i];
            to[kept] = key;
            kept += (KEY)(key - low) <= width;
        }
        NAME(find)(to, true, kept, next, same, in_place ? y : y + kept, out + k);
        k += same;
    }
}
