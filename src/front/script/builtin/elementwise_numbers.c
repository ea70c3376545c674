/* Whole numbers: idivide, primes, isprime, factor, factorial, perms and nchoosek of a list. */
#include <math.h>

#include "front/script/builtin/arrays.h"
#include "front/script/builtin/elementwise.h"

/* ---- idivide */

static double divide_whole(int how, double x, double y) {
    double q = x / y;
    if (isnan(q) || isinf(q))
        return q;
    double t = how == ROUND_CEIL    ? ceil(q)
               : how == ROUND_FLOOR ? floor(q)
               : how == ROUND_FIX   ? trunc(q)
                                    : round(q);
    return t;
}

static bool divide_how(Interp *in, const BuiltinCall *call, int *how) {
    static const char *const words[] = {"ceil", "fix", "floor", "round"};
    *how = ROUND_FIX;
    if (call->argc < 3)
        return true;
    for (int k = 0; k < 4; k++) {
        *how = k;
        if (argument_is_word(call, 2, words[k]))
            return true;
    }
    char word[WORD_TEXT];
    return interp_fail(in, "idivide: unrecognized rounding type \"%s\"",
                       value_word(call->args[2], word) ? word : "");
}

/* idivide(x, y, "fix", "ceil", "round" or "floor") */
bool builtin_idivide(Interp *in, BuiltinCall *call) {
    Value a = call->args[0], b = call->args[1];
    ValueClass x = value_class(a), y = value_class(b), class_;
    int how;
    TRY(divide_how(in, call, &how));
    if (x == CLASS_COUNT || y == CLASS_COUNT || (!class_is_integer(x) && !class_is_integer(y)))
        return interp_fail(in, "idivide: at least one input (X or Y) must be an integer type");
    if (class_is_integer(x) && class_is_integer(y) && x != y)
        return interp_fail(in, "idivide: integer type of X (%s) must match integer type of Y (%s)",
                           class_name(x), class_name(y));
    class_ = class_is_integer(x) ? x : y;
    Shape p = value_shape(a), q = value_shape(b), shape;
    if (!shape_broadcast(&p, &q, &shape))
        return fail_nonconformant(in, "idivide", &p, &q);
    Numbers m = {0}, n = {0}, to;
    bool ok = numbers_of(in, a, &m) && numbers_of(in, b, &n) &&
              numbers_new(in, class_, false, &shape, &to);
    if (ok) {
        PairWalk walk;
        pairs_begin(&walk, &m.shape, &n.shape, &shape);
        for (int64_t k = 0; k < to.count; k++, pairs_next(&walk))
            to.at[k] = divide_whole(how, m.at[walk.a], n.at[walk.b]);
        ok = numbers_value(in, &to, &call->outs[0]);
        call->outc = 1;
    }
    numbers_free(in, &m);
    numbers_free(in, &n);
    return ok;
}

/* ---- primes */

/* composite[k] tells about 2k + 1. */
static uint8_t *sieve(Interp *in, int64_t limit, size_t *bytes) {
    *bytes = (size_t)(limit / 2 + 1);
    uint8_t *composite = interp_alloc(in, *bytes);
    if (!composite)
        return NULL;
    memset(composite, 0, *bytes);
    for (int64_t p = 3; p * p <= limit; p += 2)
        for (int64_t m = p * p; !composite[p / 2] && m <= limit; m += 2 * p)
            composite[m / 2] = 1;
    return composite;
}

bool builtin_primes(Interp *in, BuiltinCall *call) {
    Value v = call->args[0];
    double x;
    if (!value_has_elements(v) || value_count(v) != 1 || value_is_complex(v))
        return interp_fail(in, "primes: N must be a scalar");
    TRY(value_to_double(in, v, "primes", &x));
    if (x > 1e10)
        return interp_fail(in, "out of memory or dimension too large for Octave's index type");
    int64_t limit = x >= 2 ? (int64_t)x : 1, count = limit >= 2;
    size_t bytes;
    uint8_t *composite = sieve(in, limit, &bytes);
    if (!composite)
        return false;
    for (int64_t p = 3; p <= limit; p += 2)
        count += !composite[p / 2];
    Shape shape = shape_make(1, count);
    Numbers to;
    ValueClass class_ = value_class(v);
    bool ok =
        numbers_new(in, class_is_float(class_) || class_is_integer(class_) ? class_ : CLASS_DOUBLE,
                    false, &shape, &to);
    if (ok) {
        int64_t k = 0;
        if (count)
            to.at[k++] = 2;
        for (int64_t p = 3; p <= limit; p += 2)
            if (!composite[p / 2])
                to.at[k++] = (double)p;
        ok = numbers_value(in, &to, &call->outs[0]);
        call->outc = 1;
    }
    interp_release(in, composite, bytes);
    return ok;
}

static bool is_prime(double x) {
    if (x < 4)
        return x == 2 || x == 3;
    uint64_t n = (uint64_t)x;
    if (n % 2 == 0 || n % 3 == 0)
        return false;
    for (uint64_t p = 5; p <= n / p; p += 6)
        if (n % p == 0 || n % (p + 2) == 0)
            return false;
    return true;
}

bool builtin_isprime(Interp *in, BuiltinCall *call) {
    Value v = call->args[0];
    Numbers x;
    Array *to;
    if (!value_has_elements(v) || value_is_complex(v))
        return interp_fail(in, "isprime: X contains non-integer entries");
    TRY(numbers_of(in, v, &x));
    bool ok = array_new_raw(in, CLASS_LOGICAL, false, &x.shape, 0, &to);
    for (int64_t k = 0; ok && k < x.count; k++) {
        double n = fabs(x.at[k]);
        if (n != floor(n) || isinf(n)) {
            ok = false;
            array_drop(in, to);
            interp_fail(in, "isprime: X contains non-integer entries");
        } else {
            ((uint8_t *)to->data)[k] = is_prime(n);
        }
    }
    numbers_free(in, &x);
    if (!ok)
        return false;
    call->outs[0] = value_of_array(to);
    call->outc = 1;
    return value_simplify(in, &call->outs[0]);
}

/* [p, n] = factor(q): prime factors; each once, with how often. */
bool builtin_factor(Interp *in, BuiltinCall *call) {
    Value v = call->args[0];
    double x = 0, found[64], times[64];
    int64_t n = 0;
    if (!value_has_elements(v) || value_count(v) != 1 || value_is_complex(v))
        return interp_fail(in, "factor: Q must be a real non-negative integer");
    TRY(value_to_double(in, v, "factor", &x));
    if (!(x >= 0) || x != floor(x))
        return interp_fail(in, "factor: Q must be a real non-negative integer");
    if (x > 1.8e19)
        return interp_fail(in, "factor: Q too large to factor");
    uint64_t left = (uint64_t)x;
    if (left < 4)
        found[n++] = x;
    for (uint64_t p = 2; left > 3 && p <= left / p; p += p == 2 ? 1 : 2)
        for (; left % p == 0; left /= p)
            found[n++] = (double)p;
    if (x > 3 && left > 1)
        found[n++] = (double)left;
    int64_t count = n;
    if (call->nout > 1) {
        count = 0;
        for (int64_t k = 0; k < n; k++) {
            if (count && found[count - 1] == found[k]) {
                times[count - 1]++;
            } else {
                times[count] = 1;
                found[count++] = found[k];
            }
        }
    }
    Shape shape = shape_make(1, count);
    Numbers to;
    ValueClass class_ = value_class(v);
    TRY(numbers_new(in, class_is_integer(class_) || class_is_float(class_) ? class_ : CLASS_DOUBLE,
                    false, &shape, &to));
    memcpy(to.at, found, (size_t)count * sizeof *found);
    TRY(numbers_value(in, &to, &call->outs[0]));
    call->outc = 1;
    if (call->nout < 2)
        return true;
    call->outc = 2;
    return value_of_row(in, times, count, &call->outs[1]);
}

/* ---- lists */

/* Rows of places: every order of n things, the last first. */
static void permutations(int64_t n, int64_t rows, int64_t *to) {
    /* Row r has in column c the choice of digit c of r, counted among what is left. */
    for (int64_t r = 0; r < rows; r++) {
        int64_t left[16], count = n, weight = rows, rest = r;
        for (int64_t k = 0; k < n; k++)
            left[k] = n - 1 - k;
        for (int64_t c = 0; c < n; c++) {
            weight /= count;
            int64_t which = rest / weight;
            rest %= weight;
            to[r + c * rows] = left[which];
            for (int64_t k = which; k + 1 < count; k++)
                left[k] = left[k + 1];
            count--;
        }
    }
}

bool builtin_perms(Interp *in, BuiltinCall *call) {
    Value v = call->args[0];
    int64_t n = value_count(v), rows = 1;
    if (n > 12)
        return interp_fail(in, "out of memory or dimension too large for Octave's index type");
    for (int64_t k = 2; k <= n; k++)
        rows *= k;
    int64_t *places = places_new(in, rows * n);
    if (!places)
        return false;
    permutations(n, rows, places);
    Shape shape = shape_make(rows, n);
    bool ok = value_pick(in, v, places, &shape, &call->outs[0]);
    places_free(in, places, rows * n);
    call->outc = 1;
    return ok;
}

/* combinations(v, k): every choice of k elements, a row each; nchoosek's other half. */
bool builtin_combinations(Interp *in, BuiltinCall *call) {
    Value v = call->args[0];
    double want;
    TRY(value_to_double(in, call->args[1], "nchoosek", &want));
    int64_t n = value_count(v), k = want >= 0 && want < 1e6 ? (int64_t)want : 0;
    double total = 1;
    for (int64_t i = 1; i <= k; i++)
        total = total * (double)(n - k + i) / (double)i;
    if (total * (double)k > 1e9)
        return interp_fail(in, "out of memory or dimension too large for Octave's index type");
    int64_t rows = k > n ? 0 : (int64_t)round(total);
    int64_t *places = places_new(in, rows * k), *choice = places_new(in, k);
    bool ok = places && choice;
    for (int64_t i = 0; ok && i < k; i++)
        choice[i] = i;
    for (int64_t r = 0; ok && r < rows; r++) {
        for (int64_t c = 0; c < k; c++)
            places[r + c * rows] = choice[c];
        int64_t at = k - 1;
        while (at >= 0 && choice[at] == n - k + at)
            at--;
        if (at < 0)
            break;
        choice[at]++;
        for (int64_t c = at + 1; c < k; c++)
            choice[c] = choice[c - 1] + 1;
    }
    Shape shape = shape_make(rows, k);
    ok = ok && value_pick(in, v, places, &shape, &call->outs[0]);
    if (places)
        places_free(in, places, rows * k);
    if (choice)
        places_free(in, choice, k);
    call->outc = 1;
    return ok;
}

/* The product 1 * 2 * ... * n; past 2^53 rounded. */
bool builtin_factorial(Interp *in, BuiltinCall *call) {
    Value v = call->args[0];
    Numbers n, to;
    if (!value_has_elements(v) || value_is_complex(v))
        return interp_fail(in, "factorial: all N must be real non-negative integers");
    TRY(numbers_of(in, v, &n));
    bool ok = numbers_new(in, class_floating(n.class_), false, &n.shape, &to);
    for (int64_t k = 0; ok && k < n.count; k++) {
        double x = n.at[k];
        if (!(x >= 0) || x != floor(x)) {
            numbers_free(in, &to);
            ok = interp_fail(in, "factorial: all N must be real non-negative integers");
            break;
        }
        double product = x > 170 ? INFINITY : 1;
        for (double i = 2; i <= x && x <= 170; i++)
            product *= i;
        to.at[k] = product;
    }
    if (ok) {
        ok = numbers_value(in, &to, &call->outs[0]);
        call->outc = 1;
    }
    numbers_free(in, &n);
    return ok;
}

/* [g, a, b] = gcd(x, y) with g = a x + b y; one output: builtin_two. */
bool builtin_gcd(Interp *in, BuiltinCall *call) {
    if (call->nout < 2 || call->argc != 2)
        return builtin_two(in, call);
    TRY(builtin_two(in, &(BuiltinCall){call->row, call->name, call->args, 2, 1, call->outs, 0}));
    call->outc = 1;
    Shape x = value_shape(call->args[0]), y = value_shape(call->args[1]), shape;
    Numbers m = {0}, n = {0}, a = {0}, b = {0};
    shape_broadcast(&x, &y, &shape);
    bool ok = numbers_of(in, call->args[0], &m) && numbers_of(in, call->args[1], &n) &&
              numbers_new(in, CLASS_DOUBLE, false, &shape, &a) &&
              numbers_new(in, CLASS_DOUBLE, false, &shape, &b);
    PairWalk walk;
    if (ok)
        pairs_begin(&walk, &m.shape, &n.shape, &shape);
    for (int64_t k = 0; ok && k < a.count; k++, pairs_next(&walk)) {
        double r0 = fabs(m.at[walk.a]), r1 = fabs(n.at[walk.b]);
        double s0 = 1, s1 = 0, t0 = 0, t1 = 1;
        while (r1 > 0) {
            double q = floor(r0 / r1), r = r0 - q * r1, s = s0 - q * s1, t = t0 - q * t1;
            r0 = r1, r1 = r;
            s0 = s1, s1 = s;
            t0 = t1, t1 = t;
        }
        a.at[k] = m.at[walk.a] < 0 ? -s0 : s0;
        b.at[k] = n.at[walk.b] < 0 ? -t0 : t0;
    }
    numbers_free(in, &m);
    numbers_free(in, &n);
    if (!ok) {
        numbers_free(in, &a);
        numbers_free(in, &b);
        return false;
    }
    if (!numbers_value(in, &a, &call->outs[1])) {
        numbers_free(in, &b);
        return false;
    }
    call->outc = 2;
    if (call->nout < 3) {
        numbers_free(in, &b);
        return true;
    }
    call->outc = 3;
    return numbers_value(in, &b, &call->outs[2]);
}
