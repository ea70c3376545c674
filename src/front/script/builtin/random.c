/* rand, randn, rande, randi, randperm and rng. Big arrays of them are recorded; the number of the draw is taken at once. */
#include "front/script/value/recorded.h"
#include "front/script/value/turn.h"
#include "front/script/builtin/random.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

#include "front/script/builtin/arrays.h"
#include "front/script/builtin/elementwise.h"

/* ---- bits */

/* The four words of a counter. */
static void philox(uint64_t key, uint64_t draw, uint64_t counter, uint32_t c[4]) {
    uint32_t k0 = (uint32_t)key, k1 = (uint32_t)(key >> 32);
    c[0] = (uint32_t)counter;
    c[1] = (uint32_t)(counter >> 32);
    c[2] = (uint32_t)draw;
    c[3] = (uint32_t)(draw >> 32);
    for (int round = 0; round < 10; round++) {
        uint64_t p = (uint64_t)c[0] * 0xD2511F53u, q = (uint64_t)c[2] * 0xCD9E8D57u;
        uint32_t one = (uint32_t)(q >> 32) ^ c[1] ^ k0, three = (uint32_t)(p >> 32) ^ c[3] ^ k1;
        c[0] = one;
        c[1] = (uint32_t)q;
        c[2] = three;
        c[3] = (uint32_t)p;
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
}

uint64_t random_bits_at(uint64_t key, uint64_t draw, uint64_t place) {
    uint32_t c[4];
    philox(key, draw, place >> 1, c);
    uint32_t half = 2 * (place & 1);
    return c[half] | (uint64_t)c[half + 1] << 32;
}

static uint32_t random_word_at(uint64_t key, uint64_t draw, uint64_t place) {
    uint32_t c[4];
    philox(key, draw, place >> 2, c);
    return c[place & 3];
}

RandomStream random_stream(Interp *in) {
    if (in->turn)
        in->turn->broken = true; /* a turn's draws are steps */
    RandomStream stream = {.key = in->random_key, .draw = in->random_draw++};
    return stream;
}

/* 0 does not occur: a logarithm of it would be infinite. */
static double uniform_of(uint64_t bits) {
    double x = (double)(bits >> 11) * 0x1p-53;
    return x > 0 ? x : 0x1p-54;
}

double random_uniform(RandomStream *stream) {
    return uniform_of(random_bits_at(stream->key, stream->draw, stream->place++));
}

double random_normal(RandomStream *stream) {
    if (stream->has_spare) {
        stream->has_spare = false;
        return stream->spare;
    }
    uint64_t a = random_bits_at(stream->key, stream->draw, stream->place++);
    uint64_t b = random_bits_at(stream->key, stream->draw, stream->place++);
    double r = sqrt(-2 * log(fmin(1, ((double)a + 0.5) * 0x1p-64)));
    double t = 2 * acos(-1.0) * ((double)b * 0x1p-64);
    stream->spare = r * sin(t);
    stream->has_spare = true;
    return r * cos(t);
}

/* ---- arrays */

static void single_fill(uint16_t code, uint64_t key, uint64_t draw, int64_t n, double *to) {
    for (int64_t k = 0; k < n; k++) {
        if (code != RANDOM_NORMAL) {
            double u = (random_word_at(key, draw, (uint64_t)k) >> 8) * 0x1p-24;
            to[k] = u > 0 ? u : 0x1p-25;
            continue;
        }
        uint64_t pair = (uint64_t)k & ~UINT64_C(1);
        double u = ldexp(random_word_at(key, draw, pair) + 0.5, -32);
        double t = 2 * acos(-1.0) * ldexp(random_word_at(key, draw, pair + 1), -32);
        to[k] = sqrt(-2 * log(u)) * (k & 1 ? sin(t) : cos(t));
    }
}

static bool random_in_memory(Interp *in, uint16_t code, ValueClass class_, const Shape *shape,
                             Value *out) {
    Numbers to;
    TRY(numbers_new(in, class_, false, shape, &to));
    RandomStream stream = random_stream(in);
    if (class_ == CLASS_SINGLE)
        single_fill(code, stream.key, stream.draw, to.count, to.at);
    else
        for (int64_t k = 0; k < to.count; k++)
            to.at[k] = code == RANDOM_NORMAL ? random_normal(&stream) : random_uniform(&stream);
    for (int64_t k = 0; code == RANDOM_EXPONENTIAL && k < to.count; k++)
        to.at[k] = -log(to.at[k]);
    return numbers_value(in, &to, out);
}

/* uniform(key, draw) of frit's, with the smallest number instead of 0; normal. */
static bool random_recorded(Interp *in, uint16_t code, ValueClass class_, const Shape *shape,
                            Value *out) {
    frit_array *both[2] = {NULL, NULL}, *drawn = NULL;
    char text[256];
    size_t len = (size_t)snprintf(text, sizeof text, "shape=[");
    for (uint32_t k = shape->rank; k-- > 0;)
        len += (size_t)snprintf(text + len, sizeof text - len, "%lld%s", (long long)shape->at[k],
                                k ? "," : "");
    snprintf(text + len, sizeof text - len, "], to=%s", class_ == CLASS_SINGLE ? "f32" : "f64");
    uint64_t draw = in->random_draw++;
    bool ok = record_draw(in, in->random_key, draw, both) &&
              record_op(in, code == RANDOM_NORMAL ? "normal" : "uniform", both, 2, text, &drawn);
    for (int k = 0; k < 2; k++)
        if (both[k])
            frit_array_free(both[k]);
    TRY(ok);
    TRY(value_from_frit(in, drawn, class_, out));
    if (code != RANDOM_NORMAL)
        ok = record_with(in, "maximum", out, ldexp(1, class_ == CLASS_SINGLE ? -25 : -54));
    if (ok && code == RANDOM_UNIFORM)
        value_note_positive(*out);
    if (ok && code == RANDOM_EXPONENTIAL)
        ok = record_on(in, "log", out, NULL, class_) && record_on(in, "neg", out, NULL, class_);
    if (!ok)
        value_clear(in, out);
    return ok;
}

static bool random_array(Interp *in, uint16_t code, ValueClass class_, const Shape *shape,
                         Value *out) {
    int64_t count = shape_count(shape);
    if (count > 0 && count_is_big(in, count))
        return random_recorded(in, code, class_, shape, out);
    return random_in_memory(in, code, class_, shape, out);
}

/* rand("seed", x), rand("state"): sets the key, or tells it. */
static bool random_state(Interp *in, BuiltinCall *call, bool *done) {
    static const char *const words[] = {"seed", "state", "twister"};
    *done = false;
    for (int k = 0; k < 3 && call->argc && !*done; k++)
        *done = argument_is_word(call, 0, words[k]);
    if (!*done)
        return true;
    if (call->argc == 1)
        return give(call, value_double((double)in->random_key));
    double x = 0;
    if (value_is_char(call->args[1]) || value_is_empty(call->args[1])) {
        in->random_key = (uint64_t)time(NULL);
    } else {
        Value first;
        TRY(value_element(in, call->args[1], 0, &first));
        bool ok = value_to_double(in, first, call->name, &x);
        value_drop(in, first);
        TRY(ok);
        in->random_key = (uint64_t)(int64_t)(fabs(x) < 9e18 ? x : 0);
    }
    in->random_draw = 0;
    return true;
}

/* rand(m, n, ..., class): numbers in (0, 1); randn, rande. */
bool builtin_random(Interp *in, BuiltinCall *call) {
    uint16_t code = call->row->code;
    bool done;
    if (call->argc == 0) {
        RandomStream stream = random_stream(in);
        double x = code == RANDOM_NORMAL ? random_normal(&stream) : random_uniform(&stream);
        return give(call, value_double(code == RANDOM_EXPONENTIAL ? -log(x) : x));
    }
    TRY(random_state(in, call, &done));
    if (done)
        return true;
    Making making;
    if (!value_has_elements(call->args[0]))
        return fail_wrong_type(in, call->name, call->args[0]);
    if (call->argc == 1 && value_is_char(call->args[0]) && !argument_is_word(call, 0, "double") &&
        !argument_is_word(call, 0, "single"))
        return interp_fail(in, "%s: unrecognized string argument", call->name);
    if (call->argc == 1 && value_is_empty(call->args[0]))
        return value_empty(in, &call->outs[0]) && (call->outc = 1, true);
    TRY(making_of(in, call->name, call->args, call->argc, &making));
    if (!class_is_float(making.class_))
        return interp_fail(in, "%s: unrecognized string argument", call->name);
    call->outc = 1;
    return random_array(in, code, making.class_, &making.shape, &call->outs[0]);
}

/* ---- whole numbers */

static bool whole_bounds(Interp *in, Value v, double *low, double *high) {
    Numbers n;
    *low = 1;
    if (!value_has_elements(v) || value_is_char(v) || value_class(v) == CLASS_LOGICAL)
        return interp_fail(in, "randi: IMIN and IMAX must be integer bounds");
    TRY(numbers_of(in, v, &n));
    bool ok = n.count > 0;
    if (ok) {
        *high = n.at[0];
        if (n.count > 1) {
            *low = n.at[0];
            *high = n.at[1];
        }
        ok = *low == floor(*low) && *high == floor(*high);
    }
    int64_t count = n.count;
    numbers_free(in, &n);
    if (!ok)
        return interp_fail(in, "randi: IMIN and IMAX must be integer bounds");
    if (*high < *low)
        return interp_fail(in,
                           count > 1 ? "randi: require IMIN <= IMAX" : "randi: require IMAX >= 1");
    return true;
}

/* randi(max, m, n, ..., class), randi([min max], ...) */
bool builtin_randi(Interp *in, BuiltinCall *call) {
    double low = 1, high = 1;
    Making making;
    TRY(whole_bounds(in, call->args[0], &low, &high));
    TRY(making_of(in, "randi", call->args + 1, call->argc - 1, &making));
    Value u, whole = value_none(), sum = value_none();
    TRY(random_array(in, RANDOM_UNIFORM, CLASS_DOUBLE, &making.shape, &u));
    Value scaled = value_none();
    bool ok = value_binary(in, BINARY_EMUL, u, value_double(high - low + 1), &scaled) &&
              elementwise_round(in, ROUND_FLOOR, scaled, &whole) &&
              value_binary(in, BINARY_ADD, whole, value_double(low), &sum) &&
              value_cast(in, sum, making.class_, &call->outs[0]);
    value_drop_all(in, (Value[]){u, scaled, whole, sum}, 4);
    call->outc = 1;
    return ok;
}

/* randperm(n, m): m of the numbers 1 .. n in any order. */
bool builtin_randperm(Interp *in, BuiltinCall *call) {
    double n, m;
    for (uint32_t k = 0; k < call->argc; k++)
        if (!value_has_elements(call->args[k]) || value_is_char(call->args[k]) ||
            value_is_empty(call->args[k]))
            return interp_fail(in, "octave_base_value::int64_value (): wrong type argument '%s'",
                               value_is_char(call->args[k]) ? "string"
                                                            : value_type_name(call->args[k]));
    TRY(value_to_double(in, call->args[0], "randperm", &n));
    m = n;
    if (call->argc > 1)
        TRY(value_to_double(in, call->args[1], "randperm", &m));
    if (n != floor(n) || m != floor(m))
        return interp_fail(in, "conversion of %g to int64_t value failed", n != floor(n) ? n : m);
    if (n < 0 || m < 0)
        return interp_fail(in, "randperm: M and N must be non-negative");
    if (m > n)
        return interp_fail(in, "randperm: M must be less than or equal to N");
    Shape shape = shape_make(1, (int64_t)n), result = shape_make(1, (int64_t)m);
    Numbers all;
    TRY(numbers_new(in, CLASS_DOUBLE, false, &shape, &all));
    RandomStream stream = random_stream(in);
    for (int64_t k = 0; k < all.count; k++)
        all.at[k] = (double)(k + 1);
    for (int64_t k = 0; k < (int64_t)m; k++) {
        int64_t other = k + (int64_t)(random_uniform(&stream) * (n - (double)k));
        double swap = all.at[k];
        all.at[k] = all.at[other];
        all.at[other] = swap;
    }
    bool ok = value_of_doubles(in, all.at, &result, &call->outs[0]);
    numbers_free(in, &all);
    call->outc = 1;
    return ok;
}

/* ---- the state */

static bool rng_describe(Interp *in, Value *out) {
    Value type = value_none(), state = value_none();
    double numbers[2] = {(double)in->random_key, (double)in->random_draw};
    TRY(value_struct_new(in, out));
    bool ok = value_text(in, "twister", 7, false, &type) && value_of_row(in, numbers, 2, &state) &&
              value_assign_field(in, out, "Type", type) &&
              value_assign_field(in, out, "Seed", value_double((double)in->random_key)) &&
              value_assign_field(in, out, "State", state);
    value_drop(in, type);
    value_drop(in, state);
    if (!ok)
        value_clear(in, out);
    return ok;
}

/* rng(seed), rng("shuffle"), rng("default"), s = rng, rng(s): the key, and the draws from 0 on. */
bool builtin_rng(Interp *in, BuiltinCall *call) {
    if (call->argc == 0 || call->nout > 0) {
        TRY(rng_describe(in, &call->outs[0]));
        call->outc = 1;
    }
    if (call->argc == 0)
        return true;
    Value v = call->args[0];
    double key = 0, draw = 0;
    if (v.kind == VALUE_STRUCT) {
        Value state;
        Numbers n;
        TRY(value_field(in, v, "State", &state));
        bool ok = numbers_of(in, state, &n);
        value_drop(in, state);
        TRY(ok);
        key = n.count > 0 ? n.at[0] : 0;
        draw = n.count > 1 ? n.at[1] : 0;
        numbers_free(in, &n);
    } else if (value_is_word(v, "shuffle")) {
        key = (double)time(NULL);
    } else if (value_is_char(v)) {
        if (!value_is_word(v, "default"))
            return interp_fail(in, "rng: argument must be a scalar, \"shuffle\" or \"default\"");
    } else {
        TRY(value_to_double(in, v, "rng", &key));
        if (!(key >= 0) || key != floor(key))
            return interp_fail(in, "rng: SEED must be a non-negative integer");
    }
    in->random_key = key < 1.8e19 ? (uint64_t)key : 0;
    in->random_draw = draw < 1.8e19 ? (uint64_t)draw : 0;
    return true;
}

/* ---- other distributions */

/* Marsaglia and Tsang: a normal number, turned into one and taken or left. */
static double gamma_number(RandomStream *stream, double a) {
    if (!(a > 0) || isinf(a))
        return NAN;
    double lift = 1;
    if (a < 1) {
        lift = pow(random_uniform(stream), 1 / a);
        a += 1;
    }
    double d = a - 1.0 / 3, c = 1 / sqrt(9 * d);
    for (;;) {
        double x = random_normal(stream), v = 1 + c * x;
        if (v <= 0)
            continue;
        v = v * v * v;
        stream->has_spare = false;
        if (log(random_uniform(stream)) < 0.5 * x * x + d - d * v + d * log(v))
            return lift * d * v;
    }
}

/* Events in a time of `mean`: long times are cut at the place of an event in their middle. */
static double poisson_number(RandomStream *stream, double mean) {
    double events = 0;
    if (!(mean >= 0) || isinf(mean))
        return NAN;
    while (mean > 30) {
        double some = floor(mean * 7 / 8), when = gamma_number(stream, some);
        if (when > mean) {
            /* Each of the some - 1 events before it lies in the time with this chance. */
            for (double k = 1; k < some; k++)
                events += random_uniform(stream) < mean / when;
            return events;
        }
        events += some;
        mean -= when;
    }
    double product = random_uniform(stream), limit = exp(-mean);
    for (; product > limit; product *= random_uniform(stream))
        events++;
    return events;
}

/* randg(a, m, n, ...), randp(l, m, n, ...) */
bool builtin_random_shaped(Interp *in, BuiltinCall *call) {
    Making making;
    Numbers a, to;
    TRY(need_elements(in, call->name, call->args[0]));
    TRY(making_of(in, call->name, call->args + 1, call->argc - 1, &making));
    TRY(numbers_of(in, call->args[0], &a));
    Shape shape = call->argc > 1 ? making.shape : a.shape;
    bool ok = a.count == 1 || shape_same(&shape, &a.shape) ||
              interp_fail(in, "%s: dimensions mismatch", call->name);
    ok = ok && numbers_new(in, making.class_, false, &shape, &to);
    if (ok) {
        RandomStream stream = random_stream(in);
        for (int64_t k = 0; k < to.count; k++) {
            double x = a.at[a.count == 1 ? 0 : k];
            to.at[k] = call->row->code == SHAPED_GAMMA ? gamma_number(&stream, x)
                                                       : poisson_number(&stream, x);
        }
        ok = numbers_value(in, &to, &call->outs[0]);
        call->outc = 1;
    }
    numbers_free(in, &a);
    return ok;
}
