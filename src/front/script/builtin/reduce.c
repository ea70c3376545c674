/* Calls of reductions taken apart, and arrays as rows. */
#include "front/script/builtin/reduce.h"

#include <math.h>
#include <stdio.h>

static bool fail_dimension(Interp *in, const char *who, DimWords words, double x) {
    switch (words) {
    case DIM_INVALID: return interp_fail(in, "%s: invalid dimension DIM = %.0f", who, x);
    case DIM_INVALID_ARGUMENT:
        return interp_fail(in, "%s: invalid dimension argument = %.0f", who, x);
    case DIM_VALID: return interp_fail(in, "%s: DIM must be a valid dimension", who);
    default: return interp_fail(in, "%s: DIM must be an integer and a valid dimension", who);
    }
}

/* A number, or several. */
static bool take_dimensions(Interp *in, const char *who, DimWords words, Value v, Reduction *r) {
    Numbers n;
    if (!value_has_elements(v))
        return fail_dimension(in, who, words, 0);
    TRY(numbers_of(in, v, &n));
    int n_chosen = 0;
    bool ok = n.count > 0 || fail_dimension(in, who, words, 0);
    for (int64_t k = 0; ok && k < n.count; k++) {
        double x = words == DIM_INVALID || words == DIM_INVALID_ARGUMENT ? trunc(n.at[k]) : n.at[k];
        if (x == 0 && words == DIM_INVALID_ARGUMENT)
            continue;
        n_chosen++;
        if (!(x >= 1) || x != floor(x))
            ok = fail_dimension(in, who, words, x);
        else if (x <= r->shape.rank)
            r->axes |= 1u << ((int)x - 1);
    }
    numbers_free(in, &n);
    r->chosen = n_chosen > 0;
    return ok;
}

static bool take_word(Interp *in, const char *who, Value v, Reduction *r) {
    char word[WORD_TEXT];
    if (value_is_word(v, "all"))
        r->all = true;
    else if (value_is_word(v, "omitnan"))
        r->omit_nan = true;
    else if (value_is_word(v, "native"))
        r->native = true;
    else if (value_is_word(v, "double"))
        r->as_double = true;
    else if (!value_is_word(v, "includenan") && !value_is_word(v, "extra") &&
             !value_is_word(v, "default"))
        return interp_fail(in, "%s: unrecognized type argument '%s'", who,
                           value_word(v, word) ? word : "");
    return true;
}

bool reduction_of(Interp *in, const BuiltinCall *call, const char *who, uint32_t from,
                  DimWords words, bool sums, Reduction *out) {
    memset(out, 0, sizeof *out);
    out->x = call->args[0];
    TRY(need_elements(in, who, out->x));
    out->shape = value_shape(out->x);
    /* Sums of [] are those of one empty column. */
    if (sums && out->shape.rank == 2 && out->shape.at[0] == 0 && out->shape.at[1] == 0)
        out->shape.at[1] = 1;
    for (uint32_t k = from; k < call->argc; k++) {
        if (value_is_char(call->args[k]))
            TRY(take_word(in, who, call->args[k], out));
        else if (out->chosen)
            return interp_fail_id(in, "Octave:invalid-fun-call", "Invalid call to %s", who);
        else if (value_count(call->args[k]) || value_is_numeric(call->args[k]))
            TRY(take_dimensions(in, who, words, call->args[k], out));
    }
    if (out->all)
        out->axes = (1u << out->shape.rank) - 1;
    else if (!out->chosen)
        out->axes = 1u << shape_first_axis(&out->shape);
    reduction_result(out);
    return true;
}

void reduction_result(Reduction *out) {
    out->result = out->shape;
    for (uint32_t k = 0; k < out->shape.rank; k++)
        if (out->axes & (1u << k))
            out->result.at[k] = 1;
    shape_trim(&out->result);
}

int64_t reduction_length(const Reduction *r) {
    int64_t n = 1;
    for (uint32_t k = 0; k < r->shape.rank; k++)
        if (r->axes & (1u << k))
            n *= r->shape.at[k];
    return n;
}

const char *reduction_text(const Reduction *r, char text[REDUCTION_TEXT]) {
    size_t len = (size_t)snprintf(text, REDUCTION_TEXT, "axes=[");
    bool first = true;
    for (uint32_t k = r->shape.rank; k-- > 0;) {
        if (!(r->axes & (1u << k)))
            continue;
        len += (size_t)snprintf(text + len, REDUCTION_TEXT - len, first ? "%u" : ",%u",
                                frit_axis_of(&r->shape, k));
        first = false;
    }
    snprintf(text + len, REDUCTION_TEXT - len, "], keepdims=true%s",
             r->omit_nan ? ", omit_nan=true" : "");
    return text;
}

/* ---- rows */

/* Copies elements so that those of a row lie together: the axes that are reduced first, then the others. */
static void rows_gather(const Reduction *r, const double *from, int width, double *to) {
    int64_t extent[VALUE_RANK_MAX], step[VALUE_RANK_MAX], index[VALUE_RANK_MAX] = {0};
    uint32_t rank = 0;
    for (int pass = 0; pass < 2; pass++) {
        int64_t stride = 1;
        for (uint32_t k = 0; k < r->shape.rank; k++) {
            bool reduced = r->axes & (1u << k);
            if (reduced == (pass == 0)) {
                extent[rank] = r->shape.at[k];
                step[rank++] = stride;
            }
            stride *= r->shape.at[k];
        }
    }
    int64_t count = shape_count(&r->shape), place = 0;
    for (int64_t k = 0; k < count; k++) {
        for (int c = 0; c < width; c++)
            to[k * width + c] = from[place * width + c];
        for (uint32_t d = 0; d < rank; d++) {
            place += step[d];
            if (++index[d] < extent[d])
                break;
            index[d] = 0;
            place -= step[d] * extent[d];
        }
    }
}

bool rows_of(Interp *in, const Reduction *r, Rows *out) {
    memset(out, 0, sizeof *out);
    TRY(numbers_of(in, r->x, &out->numbers));
    out->complex = out->numbers.complex;
    out->n = reduction_length(r);
    out->count = shape_count(&r->result);
    out->at = out->numbers.at;
    int width = out->complex ? 2 : 1;
    uint32_t axes = r->axes;
    /* Rows lie together already where the dimensions that are reduced are the first ones. */
    while (axes & 1)
        axes >>= 1;
    bool apart = axes != 0 && !(r->shape.rank == 2 && r->shape.at[0] == 1);
    if (apart || r->omit_nan) {
        out->bytes = (size_t)out->numbers.count * (size_t)width * sizeof(double);
        out->block = interp_alloc(in, out->bytes);
        if (!out->block) {
            numbers_free(in, &out->numbers);
            return false;
        }
        if (apart)
            rows_gather(r, out->numbers.at, width, out->block);
        else if (out->bytes)
            memcpy(out->block, out->numbers.at, out->bytes);
        out->at = out->block;
    }
    return true;
}

void reduce_rows_free(Interp *in, Rows *rows) {
    if (rows->block)
        interp_release(in, rows->block, rows->bytes);
    numbers_free(in, &rows->numbers);
}

int64_t row_without_nan(double *row, int64_t n) {
    int64_t kept = 0;
    for (int64_t k = 0; k < n; k++)
        if (row[k] == row[k])
            row[kept++] = row[k];
    return kept;
}
