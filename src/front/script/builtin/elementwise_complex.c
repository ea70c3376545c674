/* complex(re, im): stays complex whatever its imaginary parts are. */
#include "front/script/builtin/give.h"

static bool fail_argument(Interp *in) {
    return interp_fail(in, "complex: invalid conversion");
}

static bool is_real_number(Value v) {
    ValueClass class_ = value_class(v);
    return class_ < CLASS_COUNT && !value_is_complex(v);
}

/* Parts of n elements; a part of one element is that of all. */
static void fill_pairs(Array *to, const double *re, bool re_one, const double *im, bool im_one) {
    for (int64_t k = 0; k < to->count; k++) {
        element_store((ValueClass)to->class_, to->data, 2 * k, re[re_one ? 0 : k]);
        element_store((ValueClass)to->class_, to->data, 2 * k + 1, im[im_one ? 0 : k]);
    }
}

static bool make(Interp *in, Value a, Value b, Value *out) {
    double *re = NULL, *im = NULL;
    Array *made = NULL;
    Shape p = value_shape(a), q = value_shape(b);
    bool one = value_count(a) == 1, other = value_count(b) == 1;
    bool single = value_class(a) == CLASS_SINGLE || value_class(b) == CLASS_SINGLE;
    if (!one && !other && !shape_same(&p, &q))
        return interp_fail(in, "complex: dimension mismatch");
    bool ok = value_to_doubles(in, a, &re) && value_to_doubles(in, b, &im) &&
              value_array_new(in, single ? CLASS_SINGLE : CLASS_DOUBLE, true, one ? &q : &p, &made);
    if (ok) {
        fill_pairs(made, re, one, im, other);
        *out = value_of_array(made);
    }
    interp_release(in, re, (size_t)value_count(a) * sizeof *re);
    interp_release(in, im, (size_t)value_count(b) * sizeof *im);
    return ok;
}

bool builtin_complex(Interp *in, BuiltinCall *call) {
    Value a = call->args[0];
    Value b = call->argc > 1 ? call->args[1] : value_double(0);
    if (value_is_char(a) || value_is_char(b))
        return interp_fail(in, "invalid conversion from string to real scalar");
    if (call->argc == 1 && value_is_complex(a))
        call->outs[0] = value_hold(a);
    else if (!is_real_number(a) || !is_real_number(b))
        return fail_argument(in);
    else
        TRY(make(in, a, b, &call->outs[0]));
    call->outc = 1;
    return true;
}
