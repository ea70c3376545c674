/*
 * Sorting of keys of one width, included by order.c for each: no include guard.
 *
 *   KEY      the unsigned integer
 *   NAME(f)  what a function is called
 *
 * By digits, from the lowest on, so equal keys keep their order; a few keys by insertion. Places may be NULL: nobody asks
 * where a key was.
 */

static void NAME(insert)(KEY *a, uint32_t *p, int64_t n) {
    for (int64_t i = 1; i < n; i++) {
        KEY key = a[i];
        uint32_t place = p ? p[i] : 0;
        int64_t k = i;
        for (; k > 0 && a[k - 1] > key; k--) {
            a[k] = a[k - 1];
            if (p)
                p[k] = p[k - 1];
        }
        a[k] = key;
        if (p)
            p[k] = place;
    }
}

static void NAME(pass)(const KEY *a, const uint32_t *p, KEY *b, uint32_t *q, int64_t n,
                       unsigned shift, uint32_t mask, uint32_t *begin) {
    if (!p) {
        for (int64_t i = 0; i < n; i++)
            b[begin[(uint32_t)(a[i] >> shift) & mask]++] = a[i];
        return;
    }
    for (int64_t i = 0; i < n; i++) {
        uint32_t to = begin[(uint32_t)(a[i] >> shift) & mask]++;
        b[to] = a[i];
        q[to] = p[i];
    }
}

/* Sorts a (and p with it); b, q: as much room. n < 2^32. counts: ORDER_COUNTS numbers. */
static void NAME(sort)(KEY *a, uint32_t *p, KEY *b, uint32_t *q, int64_t n, unsigned bits,
                       uint32_t *counts) {
    if (n < ORDER_FEW) {
        NAME(insert)(a, p, n);
        return;
    }
    unsigned digit = n < ORDER_MANY ? 8 : 11, passes = (bits + digit - 1) / digit;
    uint32_t size = 1u << digit, mask = size - 1;
    memset(counts, 0, (size_t)passes * size * sizeof *counts);
    for (int64_t i = 0; i < n; i++)
        for (unsigned k = 0; k < passes; k++)
            counts[k * size + ((uint32_t)(a[i] >> (k * digit)) & mask)]++;
    KEY *from = a, *to = b;
    uint32_t *from_p = p, *to_p = q;
    for (unsigned k = 0; k < passes; k++) {
        uint32_t *begin = counts + (k * size), sum = 0;
        if (begin[(uint32_t)(a[0] >> (k * digit)) & mask] == (uint32_t)n)
            continue; /* all have that digit */
        for (uint32_t d = 0; d < size; d++) {
            uint32_t count = begin[d];
            begin[d] = sum;
            sum += count;
        }
        NAME(pass)(from, from_p, to, to_p, n, k * digit, mask, begin);
        KEY *key = from;
        from = to;
        to = key;
        uint32_t *place = from_p;
        from_p = to_p;
        to_p = place;
    }
    if (from == a)
        return;
    memcpy(a, from, (size_t)n * sizeof *a);
    if (p)
        memcpy(p, from_p, (size_t)n * sizeof *p);
}

/* Elements first ... end - 1 of what x and y (both in order, side by side) come to, x first where they are equal. */
static void NAME(merge)(const KEY *x, const uint32_t *px, int64_t nx, const KEY *y,
                        const uint32_t *py, int64_t ny, int64_t first, int64_t end, KEY *to,
                        uint32_t *pto) {
    int64_t low = first > ny ? first - ny : 0, high = first < nx ? first : nx;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (x[middle] <= y[first - middle - 1])
            low = middle + 1;
        else
            high = middle;
    }
    int64_t i = low, j = first - low;
    for (int64_t k = first; k < end; k++) {
        bool left = j >= ny || (i < nx && x[i] <= y[j]);
        to[k] = left ? x[i] : y[j];
        if (pto)
            pto[k] = left ? px[i] : py[j];
        i += left;
        j += !left;
    }
}
