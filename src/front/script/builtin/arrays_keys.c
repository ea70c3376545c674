/* Numbers that sort as elements of any class do, and the order of such numbers. */
#include "front/script/builtin/arrays.h"

#include <math.h>

/* Bits of a double in rising order; all NaNs above all numbers. */
static uint64_t key_of_double(double x) {
    if (x != x)
        return KEY_OF_NAN;
    if (x == 0)
        x = 0; /* -0 is 0 */
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits >> 63 ? ~bits : bits | (UINT64_C(1) << 63);
}

static uint64_t key_of_complex(const Array *array, int64_t k, int level) {
    double re, im;
    if (array->class_ == CLASS_SINGLE) {
        re = (double)((const float *)array->data)[2 * k];
        im = (double)((const float *)array->data)[2 * k + 1];
    } else {
        re = ((const double *)array->data)[2 * k];
        im = ((const double *)array->data)[2 * k + 1];
    }
    if (re != re || im != im)
        return KEY_OF_NAN;
    double angle = atan2(im, re);
    /* The angle -pi counts as pi. */
    return key_of_double(level == 0 ? hypot(re, im) : angle == -acos(-1.0) ? -angle : angle);
}

bool array_keys(Interp *in, const Array *array, int level, uint64_t **out) {
    int64_t n = array->count;
    uint64_t *keys = *out = interp_alloc(in, (size_t)n * sizeof *keys);
    if (!keys)
        return false;
    for (int64_t k = 0; k < n; k++) {
        if (array->complex)
            keys[k] = key_of_complex(array, k, level);
        else if (array->class_ == CLASS_DOUBLE)
            keys[k] = key_of_double(((const double *)array->data)[k]);
        else if (array->class_ == CLASS_INT64)
            keys[k] = (uint64_t)((const int64_t *)array->data)[k] ^ (UINT64_C(1) << 63);
        else if (array->class_ == CLASS_UINT64)
            keys[k] = ((const uint64_t *)array->data)[k];
        else
            keys[k] = key_of_double(element_double((ValueClass)array->class_, array->data, k));
    }
    return true;
}

/* ---- order */

typedef struct Keyed {
    uint64_t key;
    int64_t place;
} Keyed;

static void sort_short(Keyed *at, int64_t n) {
    for (int64_t i = 1; i < n; i++) {
        Keyed x = at[i];
        int64_t k = i;
        for (; k > 0 && at[k - 1].key > x.key; k--)
            at[k] = at[k - 1];
        at[k] = x;
    }
}

static void merge(const Keyed *a, int64_t na, const Keyed *b, int64_t nb, Keyed *to) {
    int64_t i = 0, k = 0;
    while (i < na && k < nb)
        *to++ = a[i].key <= b[k].key ? a[i++] : b[k++];
    while (i < na)
        *to++ = a[i++];
    while (k < nb)
        *to++ = b[k++];
}

enum { RUN = 16 };

/* Runs of RUN, then merged two by two; gives the block that holds the result. */
static Keyed *sort_merging(Keyed *at, Keyed *spare, int64_t n) {
    for (int64_t k = 0; k < n; k += RUN)
        sort_short(at + k, n - k < RUN ? n - k : RUN);
    for (int64_t width = RUN; width < n; width *= 2) {
        for (int64_t k = 0; k < n; k += 2 * width) {
            int64_t first = n - k < width ? n - k : width, left = n - k - first;
            merge(at + k, first, at + k + first, left < width ? left : width, spare + k);
        }
        Keyed *swap = at;
        at = spare;
        spare = swap;
    }
    return at;
}

/* By eleven bits at a time, those that are the same everywhere left out. */
static Keyed *sort_counting(Keyed *at, Keyed *spare, int64_t n) {
    enum { BITS = 11, BINS = 1 << BITS };
    for (int shift = 0; shift < 64; shift += BITS) {
        int64_t count[BINS] = {0};
        for (int64_t k = 0; k < n; k++)
            count[(at[k].key >> shift) & (BINS - 1)]++;
        if (count[(at[0].key >> shift) & (BINS - 1)] == n)
            continue;
        for (int64_t bin = 0, before = 0; bin < BINS; bin++) {
            int64_t here = count[bin];
            count[bin] = before;
            before += here;
        }
        for (int64_t k = 0; k < n; k++)
            spare[count[(at[k].key >> shift) & (BINS - 1)]++] = at[k];
        Keyed *swap = at;
        at = spare;
        spare = swap;
    }
    return at;
}

bool keys_order(Interp *in, const uint64_t *keys, int64_t n, bool falling, int64_t *places) {
    size_t bytes = 2 * (size_t)n * sizeof(Keyed);
    Keyed *block = interp_alloc(in, bytes);
    if (!block)
        return false;
    bool sorted = true;
    for (int64_t k = 0; k < n; k++) {
        block[k] = (Keyed){falling ? ~keys[k] : keys[k], k};
        sorted = sorted && (k == 0 || block[k - 1].key <= block[k].key);
    }
    Keyed *at = block;
    if (!sorted)
        at = n < 4096 ? sort_merging(block, block + n, n) : sort_counting(block, block + n, n);
    for (int64_t k = 0; k < n; k++)
        places[k] = at[k].place;
    interp_release(in, block, bytes);
    return true;
}
