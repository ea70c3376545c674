/* x(...) = rhs of numbers, logicals and text; and where such an assignment goes for other kinds. */
#include "front/script/value/index.h"
#include "front/script/value/label.h"
#include "front/script/value/objects.h"
#include "front/script/value/places.h"
#include "front/script/value/quick.h"
#include "front/script/value/turn.h"

/* ------------------------------------------------------------------------------ the right side */

/* What is written: elements of the class that the result has. */
typedef struct Source {
    Array *array;          /* NULL: `one` */
    unsigned char one[16]; /* a scalar's element */
} Source;

static const void *source_data(const Source *s) {
    return s->array ? s->array->data : s->one;
}

/* Elements with zeros for their imaginary parts. */
static bool widen(Interp *in, Array *real, Array **out) {
    Array *pairs;
    TRY(array_new_raw(in, (ValueClass)real->class_, true, &real->shape, 0, &pairs));
    size_t item = array_item(real);
    memset(pairs->data, 0, (size_t)pairs->count * 2 * item);
    for (int64_t k = 0; k < real->count; k++)
        memcpy((char *)pairs->data + 2 * item * (size_t)k, (char *)real->data + item * (size_t)k,
               item);
    *out = pairs;
    return true;
}

/* v as an array of the class in memory; a new reference. */
static bool array_as(Interp *in, Value v, ValueClass class_, bool complex, Array **out) {
    Array *a;
    Value cast;
    TRY(value_cast(in, v, class_, &cast));
    bool ok = value_to_array(in, cast, &a);
    value_drop(in, cast);
    if (!ok || !complex || a->complex) {
        *out = a;
        return ok;
    }
    ok = widen(in, a, out);
    array_drop(in, a);
    return ok;
}

static bool source_open(Interp *in, Value v, ValueClass class_, bool complex, Source *out) {
    *out = (Source){0};
    if (v.kind == VALUE_NUMBER) {
        Value cast;
        if (class_ == CLASS_LOGICAL && v.class_ < CLASS_INT8 && v.as.number != v.as.number)
            return interp_fail(in, "invalid conversion from NaN to logical");
        if (v.class_ == class_) {
            number_store(v, out->one);
        } else {
            TRY(value_cast(in, v, class_, &cast));
            number_store(cast, out->one);
        }
        return true;
    }
    return array_as(in, v, class_, complex, &out->array);
}

static void source_close(Interp *in, Source *s) {
    array_drop(in, s->array);
}

/* Numbers that become truth values: others than 0 and 1 are worth a warning. */
static bool warn_of_truth(Interp *in, Value v) {
    double *x;
    int64_t count = value_count(v);
    bool other = false;
    TRY(value_to_doubles(in, v, &x));
    for (int64_t k = 0; k < count; k++)
        other = other || (x[k] != 0 && x[k] != 1 && x[k] == x[k]);
    interp_release(in, x, (size_t)count * sizeof *x);
    return !other || interp_warn(in, "", "value not equal to 1 or 0 converted to logical 1");
}

/* -------------------------------------------------------------------------------- the left side */

/* The array to write to, of the shape and class, in *base with one reference and own memory. */
static bool target_new(Interp *in, Value *base, const Shape *shape, ValueClass class_, bool complex,
                       Array **out) {
    Array *old, *array;
    Shape old_shape = value_shape(*base);
    TRY(array_as(in, *base, class_, complex, &old));
    bool grows = !shape_same(shape, &old_shape);
    bool keeps = grow_keeps_places(&old->shape, shape);
    int64_t room = grows && keeps && old->count ? grow_room(old->count, shape_count(shape)) : 0;
    if (!array_new_raw(in, class_, complex, shape, room, &array)) {
        array_drop(in, old);
        return false;
    }
    size_t item = array_item(array);
    array->quoted = value_is_quoted(*base);
    if (keeps) {
        memcpy(array->data, old->data, (size_t)old->count * item);
        memset((char *)array->data + (size_t)old->count * item, 0,
               (size_t)(array->count - old->count) * item);
    } else {
        memset(array->data, 0, (size_t)array->count * item);
        grow_copy(item, array->data, shape, old->data, &old->shape);
    }
    array_drop(in, old);
    value_drop(in, *base);
    *base = value_of_array(array);
    *out = array;
    return true;
}

/* The same in place, where that can be. */
static bool target_in_place(Interp *in, Value *base, const Shape *shape, ValueClass class_,
                            bool complex, Array **out) {
    if (base->kind != VALUE_ARRAY)
        return false;
    Array *a = VALUE_ARRAY_OF(*base);
    if (a->class_ != class_ || a->complex != complex || a->head.refs != 1)
        return false;
    if (!value_array_is_own(a) && !array_reclaim(in, a))
        return false;
    if (!shape_same(&a->shape, shape)) {
        int64_t count = shape_count(shape);
        if (count < 0 || count > a->room || !grow_keeps_places(&a->shape, shape))
            return false;
        size_t item = array_item(a);
        memset((char *)a->data + (size_t)a->count * item, 0, (size_t)(count - a->count) * item);
        a->shape = *shape;
        a->count = count;
    }
    *out = a;
    return true;
}

static bool store_places(Interp *in, Value *base, const Places *p, const Shape *shape,
                         ValueClass class_, bool complex, const Source *source, bool fill) {
    Array *a;
    if (!target_in_place(in, base, shape, class_, complex, &a))
        TRY(target_new(in, base, shape, class_, complex, &a));
    places_scatter(p, array_item(a), a->data, source_data(source), fill);
    return a->count != 1 && !a->complex ? true : value_simplify(in, base);
}

/* ----------------------------------------------------------------------------------- together */

static bool fail_conversion(Interp *in, Value base, Value rhs) {
    const char *to = base.kind == VALUE_RANGE ? "matrix" : value_type_name(base);
    return interp_fail(in, "operator =: no conversion for assignment of '%s' to indexed '%s'",
                       value_type_name(rhs), to);
}

static bool is_array_like(Value v) {
    return v.kind == VALUE_NUMBER || v.kind == VALUE_RANGE || v.kind == VALUE_ARRAY;
}

static bool assign_read(Interp *in, Value *base, Value start, const Subscript *subs, uint32_t n,
                        Value rhs) {
    Shape shape = value_shape(start), rhs_shape = value_shape(rhs), grown;
    ValueClass class_;
    bool complex;
    bool scalar = value_count(start) == 1;
    if (!assigned_class(value_class(start), value_is_complex(start), value_class(rhs),
                        value_is_complex(rhs), &class_, &complex) &&
        !scalar)
        return interp_fail(in, "octave_base_value::bool_array_value(): wrong type argument '%s'",
                           value_label(rhs));
    TRY(assigned_shape(in, subs, n, &shape, &rhs_shape, &grown));
    if (class_ == CLASS_LOGICAL && value_class(rhs) != CLASS_LOGICAL)
        TRY(warn_of_truth(in, rhs));
    Source source;
    /* The right side may be what is written to: two references then, and the old elements stay. */
    TRY(source_open(in, rhs, class_, complex, &source));
    Places places;
    places_set(&places, subs, n, &grown);
    bool ok = true;
    if (complex && !source.array)
        memset(source.one + class_size(class_), 0, class_size(class_));
    if (places.total == 0 && shape_same(&shape, &grown) && class_ == value_class(start) &&
        complex == value_is_complex(start)) {
        if (base->kind == VALUE_NONE)
            *base = value_hold(start);
    } else {
        Value work = base->kind == VALUE_NONE ? value_hold(start) : *base;
        ok = store_places(in, &work, &places, &grown, class_, complex, &source,
                          value_count(rhs) == 1);
        if (ok)
            *base = work;
        else if (base->kind == VALUE_NONE)
            value_drop(in, work);
    }
    source_close(in, &source);
    return ok;
}

/* What x is before x(...) = rhs where there is no x. */
static bool start_of(Interp *in, Value base, Value rhs, Value *out) {
    if (base.kind != VALUE_NONE) {
        *out = value_hold(base);
        return true;
    }
    Shape none = shape_make(0, 0);
    return value_zeros(in, value_class(rhs), &none, out);
}

static bool assign_array(Interp *in, const char *name, Value *base, const Value *subs, uint32_t n,
                         Value rhs) {
    Subscript read[VALUE_RANK_MAX];
    IndexName who = {.name = name};
    if (n == 0)
        return interp_fail(in, "invalid empty index list");
    TRY(subscripts_read(in, &who, subs, n, read));
    Value start;
    bool ok = start_of(in, *base, rhs, &start);
    if (ok) {
        /* Held by *base alone: what is shared is not written to. */
        if (base->kind != VALUE_NONE)
            value_drop(in, start);
        bool made = base->kind == VALUE_NONE;
        ok = assign_read(in, base, start, read, n, rhs);
        if (made)
            value_drop(in, start);
    }
    subscripts_free(in, read, n);
    return ok;
}

bool value_assign(Interp *in, const char *name, Value *base, const Value *subs, uint32_t n,
                  Value rhs) {
    if (n == 1 ? value_set_1(*base, subs[0], rhs) : n == 2 && value_set_2(*base, subs, rhs))
        return true;
    if (in->turn) {
        bool done;
        TRY(turn_assign(in, base, subs, n, rhs, &done));
        if (done)
            return true;
    }
    switch ((ValueKind)base->kind) {
    case VALUE_MAP:
        if (n != 1)
            return interp_fail(in, "containers.Map: only one key can be assigned");
        return value_map_set(in, VALUE_MAP_OF(*base), subs[0], rhs);
    case VALUE_CELL: return assign_to_cell(in, name, base, subs, n, rhs);
    case VALUE_STRUCT: return assign_to_struct(in, name, base, subs, n, rhs);
    case VALUE_FUNCTION:
        return interp_fail(in, "can't perform indexed assignment for function handle type");
    case VALUE_NONE:
        if (rhs.kind == VALUE_CELL)
            return assign_to_cell(in, name, base, subs, n, rhs);
        if (rhs.kind == VALUE_STRUCT)
            return assign_to_struct(in, name, base, subs, n, rhs);
        if (rhs.kind == VALUE_FUNCTION || rhs.kind == VALUE_MAP)
            return interp_fail(in, "can't perform indexed assignment for %s type",
                               value_type_name(rhs));
        break;
    default: break;
    }
    return is_array_like(rhs) ? assign_array(in, name, base, subs, n, rhs)
                              : fail_conversion(in, *base, rhs);
}

bool value_set_slow(Value base, int64_t k, Value v) {
    Array *a = VALUE_ARRAY_OF(base);
    ValueClass class_ = (ValueClass)a->class_;
    if (class_ == CLASS_LOGICAL
            ? v.class_ != CLASS_LOGICAL &&
                  (v.class_ != CLASS_DOUBLE || (v.as.number != 0 && v.as.number != 1))
            : class_ == CLASS_CHAR && v.class_ != CLASS_CHAR)
        return false;
    if (k >= a->count) {
        Shape *s = &a->shape;
        if (k >= a->room || s->rank != 2 || a->count == 0 || (s->at[0] != 1 && s->at[1] != 1))
            return false;
        s->at[s->at[0] == 1]++;
        a->count++;
    }
    element_store(class_, a->data, k, v.as.number);
    return true;
}
