/* Arguments that are dimensions, shapes, words and classes, and what is said about wrong ones. */
#include "front/script/builtin/arrays.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>

bool fail_wrong_type(Interp *in, const char *who, Value v) {
    return interp_fail(in, "%s: wrong type argument '%s'", who, value_type_name(v));
}

bool need_elements(Interp *in, const char *who, Value v) {
    return value_has_elements(v) || fail_wrong_type(in, who, v);
}

bool value_word(Value v, char word[WORD_TEXT]) {
    int64_t n = value_count(v);
    if (!value_is_text(v) || n >= WORD_TEXT)
        return false;
    if (v.kind == VALUE_NUMBER) {
        word[0] = (char)v.as.number;
    } else {
        /* Text is never recorded. */
        const Array *array = VALUE_ARRAY_OF(v);
        if (n && !array->data)
            return false;
        if (n)
            memcpy(word, array->data, (size_t)n);
    }
    word[n] = '\0';
    return true;
}

bool value_is_word(Value v, const char *word) {
    char text[WORD_TEXT];
    if (!value_is_char(v) || !value_word(v, text))
        return false;
    size_t k = 0;
    for (; text[k] && tolower((unsigned char)text[k]) == word[k]; k++)
        continue;
    return text[k] == '\0' && word[k] == '\0';
}

bool argument_is_word(const BuiltinCall *call, uint32_t k, const char *word) {
    return k < call->argc && value_is_word(call->args[k], word);
}

bool argument_axis(Interp *in, const char *who, Value v, uint32_t *axis) {
    int64_t dim = 0;
    double x = 0;
    if (!value_has_elements(v) || value_count(v) != 1 || !value_to_double(in, v, who, &x) ||
        !(x >= 1 && x <= 1e9) || x != floor(x)) {
        return interp_fail(in, "%s: DIM must be a valid dimension", who);
    }
    dim = (int64_t)x - 1;
    /* Every dimension past the last is 1. */
    *axis = dim < VALUE_RANK_MAX ? (uint32_t)dim : VALUE_RANK_MAX;
    return true;
}

bool give(BuiltinCall *call, Value v) {
    call->outs[call->outc++] = v;
    return true;
}

ValueClass class_floating(ValueClass class_) {
    return class_ == CLASS_SINGLE ? CLASS_SINGLE : CLASS_DOUBLE;
}

bool class_of_two(Interp *in, const char *who, Value a, Value b, ValueClass *out) {
    ValueClass x = value_class(a), y = value_class(b);
    if (class_is_integer(x) && class_is_integer(y) && x != y)
        return interp_fail(in, "%s: cannot combine %s and %s", who, class_name(x), class_name(y));
    if (class_is_integer(x) || class_is_integer(y))
        *out = class_is_integer(x) ? x : y;
    else
        *out = x == CLASS_SINGLE || y == CLASS_SINGLE ? CLASS_SINGLE : CLASS_DOUBLE;
    return true;
}

/* ---- shapes */

static bool extent_of(Interp *in, double x, int64_t *out) {
    if (!(fabs(x) < 9e15) || x != floor(x)) {
        char text[32];
        snprintf(text, sizeof text, "%g", x);
        if (x != x)
            strcpy(text, "nan");
        return interp_fail(in, "conversion of %s to octave_idx_type value failed", text);
    }
    *out = x < 0 ? 0 : (int64_t)x;
    return true;
}

static bool shape_of_vector(Interp *in, const char *who, const Numbers *n, Shape *out) {
    if (n->count == 0)
        return interp_fail(in, "%s (A): use %s (size (A)) instead", who, who);
    if (!shape_is_vector(&n->shape))
        return interp_fail(in, "%s (A): use %s (size (A)) instead", who, who);
    if (n->count > VALUE_RANK_MAX)
        return interp_fail(in, "%s: too many dimensions", who);
    out->rank = 2;
    if (n->count == 1) {
        TRY(extent_of(in, n->at[0], &out->at[0]));
        out->at[1] = out->at[0];
        return true;
    }
    out->rank = (uint32_t)n->count;
    for (int64_t k = 0; k < n->count; k++)
        TRY(extent_of(in, n->at[k], &out->at[k]));
    shape_trim(out);
    return true;
}

static bool shape_of_list(Interp *in, const char *who, const Value *args, uint32_t argc,
                          Shape *out) {
    *out = (Shape){.rank = 0};
    for (uint32_t k = 0; k < argc; k++) {
        Numbers n;
        if (!value_has_elements(args[k]))
            return interp_fail(in, "%s: dimensions must be scalar integers", who);
        TRY(numbers_of(in, args[k], &n));
        int64_t extent = 0;
        bool ok = n.count == 0 || extent_of(in, n.at[0], &extent);
        numbers_free(in, &n);
        TRY(ok);
        if (out->rank < VALUE_RANK_MAX)
            out->at[out->rank++] = extent;
        else if (extent != 1)
            return interp_fail(in, "%s: too many dimensions", who);
    }
    shape_trim(out);
    return true;
}

bool shape_of_arguments(Interp *in, const char *who, const Value *args, uint32_t argc, Shape *out) {
    *out = shape_make(1, 1);
    if (argc == 0)
        return true;
    if (argc > 1)
        return shape_of_list(in, who, args, argc, out);
    Numbers n;
    if (!value_has_elements(args[0]))
        return interp_fail(in, "octave_base_value::array_value(): wrong type argument '%s'",
                           value_type_name(args[0]));
    if (value_is_double(args[0])) {
        TRY(extent_of(in, args[0].as.number, &out->at[0]));
        out->at[1] = out->at[0];
        return true;
    }
    TRY(numbers_of(in, args[0], &n));
    bool ok = shape_of_vector(in, who, &n, out);
    numbers_free(in, &n);
    return ok;
}

bool making_of(Interp *in, const char *who, const Value *args, uint32_t argc, Making *out) {
    *out = (Making){.class_ = CLASS_DOUBLE};
    char word[WORD_TEXT];
    if (argc >= 2 && value_is_word(args[argc - 2], "like")) {
        if (!value_has_elements(args[argc - 1]))
            return interp_fail(in, "%s: invalid data type specified.", who);
        out->class_ = value_class(args[argc - 1]);
        out->complex = value_is_complex(args[argc - 1]);
        out->classed = true;
        argc -= 2;
    } else if (argc && value_is_char(args[argc - 1]) && value_word(args[argc - 1], word)) {
        if (!class_from_name(word, &out->class_))
            return interp_fail(in, "invalid data type specified");
        if (out->class_ == CLASS_CHAR)
            return interp_fail(in, "%s: invalid class name", who);
        out->classed = true;
        argc--;
    }
    return shape_of_arguments(in, who, args, argc, &out->shape);
}
