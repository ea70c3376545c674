/* Turns of loops that are recorded: the context they are recorded in, and what they take from outside. */
#include "front/script/value/turn.h"

#include "front/script/value/recorded.h"

/* Steps of a turn; one with more has inner loops that are not worth taking apart. */
enum { TURN_STEPS_MOST = 400 };

static void no_write(void *user, const char *bytes, size_t len) {
    Interp *in = user;
    (void)bytes;
    (void)len;
    if (in->turn)
        in->turn->broken = true;
}

bool turn_open(Interp *in, Turn *turn, TurnOutside *outside, int64_t first, int64_t last) {
    *turn = (Turn){.first = first, .last = last, .random_first = in->random_draw};
    if (!in->turn_context)
        in->turn_context = frit_context_new(in->env.allocator);
    if (!in->turn_context)
        return interp_fail(in, "out of memory");
    if (frit_array_placeholder(in->turn_context, "i64", 0, NULL, &turn->index, &in->raw) != FRIT_OK)
        return interp_fail_raw(in);
    *outside = (TurnOutside){in->context,    in->calls.ran,   in->write,       in->recorded_bytes,
                             in->random_key, in->random_draw, in->scalar_steps};
    in->context = in->turn_context;
    in->calls.ran = NULL;
    in->write = no_write;
    in->turn_write_user = in->write_user;
    in->write_user = in;
    in->turn = turn;
    return true;
}

void turn_close(Interp *in, const TurnOutside *outside) {
    in->turn->broken |= in->random_key != outside->random_key;
    in->context = outside->context;
    in->calls.ran = outside->ran;
    in->write = outside->write;
    in->write_user = in->turn_write_user;
    in->recorded_bytes = outside->recorded_bytes;
    in->random_key = outside->random_key;
    in->random_draw = outside->random_draw;
    in->scalar_steps = outside->scalar_steps;
    in->turn = NULL;
}

void turn_forget(Interp *in, Turn *turn) {
    for (uint32_t k = 0; k < turn->lifts.len; k++) {
        value_drop(in, turn->lifts.at[k].outer);
        record_drop(turn->lifts.at[k].inner);
    }
    for (uint32_t k = 0; k < turn->scalars.len; k++)
        value_drop(in, turn->scalars.at[k].value);
    record_drop(turn->index);
    vec_free(in->env.allocator, &turn->lifts);
    vec_free(in->env.allocator, &turn->scalars);
    *turn = (Turn){.index = NULL};
    frit_discard(in->turn_context);
}

bool turn_refuse(Interp *in) {
    if (!in->turn)
        return true;
    in->turn->broken = true;
    return interp_fail(in, "a turn that is recorded cannot do that");
}

/* ---- what comes from outside */

static bool placeholder(Interp *in, const char *dtype, const Shape *shape, frit_array **out) {
    int64_t full[VALUE_RANK_MAX];
    uint32_t rank = shape ? shape->rank : 0;
    for (uint32_t k = 0; k < rank; k++)
        full[k] = shape->at[rank - 1 - k];
    return frit_array_placeholder(in->context, dtype, rank, full, out, &in->raw) == FRIT_OK ||
           interp_fail_raw(in);
}

/* Takes the reference to `inner`; *out is another one. */
static bool add_lift(Interp *in, TurnLift lift, frit_array **out) {
    Turn *turn = in->turn;
    if (!vec_push(&in->env, &turn->lifts, lift)) {
        value_drop(in, lift.outer);
        record_drop(lift.inner);
        return interp_fail_raw(in);
    }
    *out = lift.inner;
    frit_array_retain(*out);
    return true;
}

static bool lift_value(Interp *in, Value v, frit_array **out) {
    Turn *turn = in->turn;
    for (uint32_t k = 0; k < turn->lifts.len; k++)
        if (VALUE_IS_OBJECT(turn->lifts.at[k].outer) &&
            turn->lifts.at[k].outer.as.object == v.as.object) {
            *out = turn->lifts.at[k].inner;
            frit_array_retain(*out);
            return true;
        }
    const Array *a = VALUE_ARRAY_OF(v);
    TurnLift lift = {.outer = value_none()};
    TRY(placeholder(in, class_dtype((ValueClass)a->class_, a->complex), &a->shape, &lift.inner));
    lift.outer = value_hold(v);
    return add_lift(in, lift, out);
}

bool turn_value(Interp *in, Value v, bool *done, frit_array **out) {
    Array *array;
    *done = v.kind != VALUE_RANGE || VALUE_RANGE_OF(v)->count < RECORD_FROM;
    if (!*done)
        return true;
    if (v.kind == VALUE_ARRAY && VALUE_ARRAY_OF(v)->turn != TURN_OUTSIDE) {
        array = VALUE_ARRAY_OF(v);
        array->turn = TURN_READ;
        *out = array->lazy;
        frit_array_retain(*out);
        return true;
    }
    if (v.kind == VALUE_ARRAY)
        return lift_value(in, v, out);
    TRY(value_to_array(in, v, &array));
    bool ok = lift_value(in, value_of_array(array), out);
    array_drop(in, array);
    return ok;
}

static bool lift_number(Interp *in, const char *dtype, uint64_t bits, bool per_turn,
                        frit_array **out) {
    Turn *turn = in->turn;
    TurnLift lift = {.outer = value_none(), .bits = bits, .per_turn = per_turn};
    for (uint32_t k = 0; k < turn->lifts.len; k++) {
        const TurnLift *l = &turn->lifts.at[k];
        if (l->dtype[0] && l->bits == bits && l->per_turn == per_turn && !strcmp(l->dtype, dtype)) {
            *out = l->inner;
            frit_array_retain(*out);
            return true;
        }
    }
    snprintf(lift.dtype, sizeof lift.dtype, "%s", dtype);
    TRY(placeholder(in, dtype, NULL, &lift.inner));
    return add_lift(in, lift, out);
}

bool turn_number(Interp *in, const char *dtype, uint64_t bits, frit_array **out) {
    return lift_number(in, dtype, bits, false, out);
}

/* a * b + c; all of one dtype. */
static bool times_plus(Interp *in, frit_array *a, frit_array *b, frit_array *c, frit_array **out) {
    frit_array *product;
    TRY(record_op(in, "mul", (frit_array *[]){a, b}, 2, NULL, &product));
    bool ok = record_op(in, "add", (frit_array *[]){product, c}, 2, NULL, out);
    record_drop(product);
    return ok;
}

/* The draws of turn k begin at first + (k - turn->first) * those of a turn. */
bool turn_draw(Interp *in, uint64_t draw, frit_array **out) {
    Turn *turn = in->turn;
    frit_array *number = NULL, *since = NULL, *each = NULL, *first = NULL, *begin = NULL;
    bool ok = turn_number(in, "i64", (uint64_t)-turn->first, &first) &&
              record_op(in, "add", (frit_array *[]){turn->index, first}, 2, NULL, &since) &&
              record_op(in, "cast", &since, 1, "to=u64", &number) &&
              lift_number(in, "u64", 0, true, &each) && turn_number(in, "u64", draw, &begin) &&
              times_plus(in, number, each, begin, out);
    record_drop(first);
    record_drop(since);
    record_drop(number);
    record_drop(each);
    record_drop(begin);
    return ok;
}

/* ---- variables */

bool turn_placeholder(Interp *in, Value like, Value *out) {
    frit_array *array;
    Shape shape = value_shape(like);
    ValueClass class_ = value_class(like);
    TRY(placeholder(in, class_dtype(class_, value_is_complex(like)), &shape, &array));
    TRY(value_from_frit(in, array, class_, out));
    if (like.kind == VALUE_ARRAY)
        VALUE_ARRAY_OF(*out)->quoted = VALUE_ARRAY_OF(like)->quoted;
    return true;
}

bool turn_variable(Interp *in, double base, double step, Value *out) {
    Turn *turn = in->turn;
    frit_array *number = NULL, *a = NULL, *b = NULL, *x = NULL;
    bool ok = record_op(in, "cast", &turn->index, 1, "to=f64", &number) &&
              record_number(in, "f64", step, &a) && record_number(in, "f64", base, &b) &&
              times_plus(in, number, a, b, &x);
    record_drop(number);
    record_drop(a);
    record_drop(b);
    TRY(ok);
    TRY(value_from_frit(in, x, CLASS_DOUBLE, out));
    if (vec_push(&in->env, &turn->scalars, ((TurnScalar){*out, step, base}))) {
        value_hold(*out);
        return true;
    }
    value_clear(in, out);
    *out = value_none();
    return interp_fail_raw(in);
}

bool turn_made(Interp *in, Array *out) {
    Turn *turn = in->turn;
    out->turn = TURN_INSIDE;
    if (out->count > turn->largest)
        turn->largest = out->count;
    return frit_recorded(in->context) <= TURN_STEPS_MOST || turn_refuse(in);
}
