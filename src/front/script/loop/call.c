/* Calls of builtins with scalars. */
#include <math.h>
#include <string.h>

#include "front/script/builtin/random.h"
#include "front/script/loop/nest.h"

typedef enum How {
    HOW_CONSTANT,
    HOW_CALLED,
    HOW_DIRECT,
    HOW_OPERATOR,
    HOW_CAST,
    HOW_ABS,
    HOW_SQRT,
    HOW_FLOOR,
    HOW_CEIL,
    HOW_FIX,
    HOW_ROUND,
    HOW_SIGN,
    HOW_MOD,
    HOW_REM,
    HOW_MIN,
    HOW_MAX,
    HOW_ISNAN,
    HOW_ISINF,
    HOW_ISFINITE,
    HOW_BITS,
    HOW_DRAW,
    HOW_DRAWING,
    HOW_NOT,
    HOW_XOR
} How;

typedef enum ResultRule { RESULT_FLOATING, RESULT_FIRST, RESULT_LOGICAL } ResultRule;

typedef struct Known {
    const char *name;
    uint8_t least, most, how, result;
} Known;

static const Known functions[] = {
#define FUNCTION(name, least, most, how, result) {name, least, most, HOW_##how, RESULT_##result},
#include "front/script/loop/functions.def"
#undef FUNCTION
};

/* ---- through the interpreter's own code */

static Word operands_room(Nest *l) {
    if (!l->room_made) {
        l->room_made = true;
        l->room = ll_entry_make(&l->text, "alloca [%d x double]", LOOP_CALL_ARGUMENTS);
    }
    return l->room;
}

bool nest_called(Nest *l, const ScriptNode *node, const LoopCall *call, const Num *args, Num *out) {
    Text *text = &l->text;
    LoopCode *code = l->code;
    if (code->n_calls == LOOP_CALLS)
        return nest_refuse(l, node, "more calls than are compiled");
    code->calls[code->n_calls] = *call;
    Word room = operands_room(l);
    for (uint32_t k = 0; k < call->n; k++) {
        Word value = num_value(l, &args[k]);
        Word at = ll_make(text, "getelementptr double, ptr %s, i64 %u", room.at, k);
        ll_store(text, "double", value, at);
    }
    Word function = ll_load(text, "ptr", nest_word(l, FRAME_CALL));
    Word failed = ll_make(text,
                          "call i32 %s(ptr %%frame, i64 %u, ptr %s) memory(argmem: readwrite, "
                          "inaccessiblemem: readwrite)",
                          function.at, code->n_calls++, room.at);
    nest_guard(l, ll_make(text, "icmp eq i32 %s, 0", failed.at));
    *out = num_class(ll_load(text, "double", room), (ValueClass)call->result);
    if (call->result == CLASS_LOGICAL)
        *out = num_test(ll_make(text, "fcmp une double %s, 0.0", out->value.at));
    return true;
}

static bool result_of(const Known *f, const Num *args, uint32_t n, ValueClass *out) {
    ValueClass first = CLASS_DOUBLE, class_;
    *out = CLASS_DOUBLE;
    if (f->result == RESULT_LOGICAL) {
        *out = CLASS_LOGICAL;
        return true;
    }
    for (uint32_t k = 0; k < n; k++) {
        if (!num_single_class(&args[k], &class_))
            return false;
        bool integer = class_is_integer(class_);
        if (integer && f->result == RESULT_FLOATING)
            continue;
        if (integer || (class_ == CLASS_SINGLE && !class_is_integer(first)))
            first = class_;
    }
    *out = first;
    return true;
}

static bool called(Nest *l, const ScriptNode *node, const Known *f, const Num *args, uint32_t n,
                   Num *out) {
    LoopCall call = {
        .builtin = builtin_find(f->name), .n = (uint8_t)n, .draws = f->how == HOW_DRAWING};
    ValueClass result;
    if (!call.builtin || !call.builtin->fn)
        return nest_refuse(l, node, "%s, which is no builtin", f->name);
    if (!result_of(f, args, n, &result))
        return nest_refuse(l, node, "numbers of several classes");
    call.result = (uint8_t)result;
    for (uint32_t k = 0; k < n; k++) {
        ValueClass class_;
        if (!num_single_class(&args[k], &class_))
            return nest_refuse(l, node, "numbers of several classes");
        call.classes[k] = (uint8_t)class_;
    }
    return nest_called(l, node, &call, args, out);
}

/* ---- in instructions */

static void guard_domain(Nest *l, LoopDomain domain, Word x) {
    Text *text = &l->text;
    Word size;
    switch (domain) {
    case DOMAIN_ANY: return;
    case DOMAIN_FROM_0: nest_guard(l, ll_make(text, "fcmp uge double %s, 0.0", x.at)); return;
    case DOMAIN_FROM_1: nest_guard(l, ll_make(text, "fcmp uge double %s, 1.0", x.at)); return;
    case DOMAIN_FROM_MINUS_1:
        nest_guard(l, ll_make(text, "fcmp uge double %s, -1.0", x.at));
        return;
    case DOMAIN_UNIT:
        size = ll_intrinsic(text, INTRINSIC_FABS, x, word_none());
        nest_guard(l, ll_make(text, "fcmp ule double %s, 1.0", size.at));
        return;
    }
}

static bool direct(Nest *l, const ScriptNode *node, const Known *f, const Num *x, Num *out) {
    Text *text = &l->text;
    LoopCode *code = l->code;
    uint32_t index, k = 0;
    const LoopDirect *row = loop_direct_find(f->name, &index);
    if (!row || x->kinds != DOUBLE_BIT)
        return called(l, node, f, x, 1, out);
    while (k < code->n_directs && code->directs[k].direct != index)
        k++;
    if (k == LOOP_DIRECTS)
        return nest_refuse(l, node, "more functions than are compiled");
    if (k == code->n_directs) {
        code->directs[code->n_directs].direct = index;
        code->directs[code->n_directs++].word = nest_words(l, 1);
    }
    Word value = num_value(l, x);
    guard_domain(l, row->domain, value);
    Word function = ll_load(text, "ptr", nest_word(l, code->directs[k].word));
    *out =
        num_double(ll_make(text, "call double %s(double %s) memory(none)", function.at, value.at));
    return true;
}

static bool constant(Nest *l, const ScriptNode *node, const Known *f, Num *out) {
    Value v = value_none();
    uint32_t outc = 0;
    const Builtin *builtin = builtin_find(f->name);
    bool ok = builtin && builtin->fn && builtin_call(l->in, builtin, NULL, 0, 1, &v, &outc) &&
              v.kind == VALUE_NUMBER;
    if (!ok) {
        interp_clear_error(l->in);
        value_drop(l->in, v);
        return nest_refuse(l, node, "%s, which is no builtin", f->name);
    }
    *out = num_constant(v.as.number);
    if (v.class_ == CLASS_LOGICAL)
        *out = num_test(word_of(v.as.number != 0 ? "true" : "false"));
    else
        out->kinds = CLASS_BIT(v.class_);
    return true;
}

static bool operator_(Nest *l, const ScriptNode *node, const Known *f, const Num *args, Num *out) {
    for (int op = 0; op <= SO_OR; op++)
        if (strcmp(script_op_function((ScriptOp)op), f->name) == 0)
            return num_binary(l, node, (ScriptOp)op, &args[0], &args[1], out);
    return nest_refuse(l, node, "%s", f->name);
}

static bool cast(Nest *l, const ScriptNode *node, const Known *f, const Num *x, Num *out) {
    ValueClass class_;
    if (!class_from_name(f->name, &class_))
        return nest_refuse(l, node, "%s", f->name);
    if (class_ == CLASS_LOGICAL) {
        Word truth;
        if (!num_truth(l, node, x, &truth))
            return false;
        *out = num_test(truth);
        return true;
    }
    *out = num_cast(l, x, class_);
    return true;
}

static bool rounded(Nest *l, How how, const Num *x, Num *out) {
    Word value = num_value(l, x);
    uint32_t integers = SCALAR_BITS & ~(PLAIN_BITS | CLASS_BIT(CLASS_SINGLE));
    if (x->kinds & integers || (x->kinds == DOUBLE_BIT && !word_is_none(x->whole))) {
        *out = *x;
        return true;
    }
    Intrinsic which = how == HOW_FLOOR  ? INTRINSIC_FLOOR
                      : how == HOW_CEIL ? INTRINSIC_CEIL
                                        : INTRINSIC_TRUNC;
    *out = num_double(how == HOW_ROUND ? num_round(l, value)
                                       : ll_intrinsic(&l->text, which, value, word_none()));
    if (x->kinds == CLASS_BIT(CLASS_SINGLE))
        out->kinds = x->kinds;
    return true;
}

static bool sign(Nest *l, const Num *x, Num *out) {
    Text *text = &l->text;
    Word value = num_value(l, x);
    Word more = ll_make(text, "fcmp ogt double %s, 0.0", value.at);
    Word less = ll_make(text, "fcmp olt double %s, 0.0", value.at);
    Word nan = ll_make(text, "fcmp uno double %s, 0.0", value.at);
    Word made = ll_make(text, "select i1 %s, double -1.0, double 0.0", less.at);
    made = ll_make(text, "select i1 %s, double 1.0, double %s", more.at, made.at);
    made = ll_make(text, "select i1 %s, double %s, double %s", nan.at, value.at, made.at);
    *out = num_double(made);
    return true;
}

/*
 * Of whole numbers that are not negative the remainder of a division of integers; everything else is the interpreter's. There a
 * result has the sign of y (mod) or x (rem), which is plus.
 */
static bool remainder_(Nest *l, const ScriptNode *node, const Known *f, const Num *args, Num *out) {
    Text *text = &l->text;
    if (args[0].kinds != DOUBLE_BIT || args[1].kinds != DOUBLE_BIT)
        return called(l, node, f, args, 2, out);
    Word x = num_value(l, &args[0]), y = num_value(l, &args[1]);
    Word slot = ll_slot(text, "double");
    Label quick = ll_label(text), slow = ll_label(text), after = ll_label(text);
    Word whole[2] = {args[0].whole, args[1].whole}, value[2] = {x, y}, fine = word_of("true");
    for (int k = 0; k < 2; k++) {
        if (word_is_none(whole[k])) {
            whole[k] = ll_make(text, "fptosi double %s to i64", value[k].at);
            whole[k] = ll_make(text, "freeze i64 %s", whole[k].at);
            Word back = ll_make(text, "sitofp i64 %s to double", whole[k].at);
            Word same = ll_make(text, "fcmp oeq double %s, %s", back.at, value[k].at);
            fine = ll_make(text, "and i1 %s, %s", fine.at, same.at);
        }
        Word limit = word_int(INT64_C(1) << 53), least = word_int(k); /* y is not 0 */
        Word test = ll_make(text, "icmp sge i64 %s, %s", whole[k].at, least.at);
        fine = ll_make(text, "and i1 %s, %s", fine.at, test.at);
        test = ll_make(text, "icmp slt i64 %s, %s", whole[k].at, limit.at);
        fine = ll_make(text, "and i1 %s, %s", fine.at, test.at);
    }
    Word bits = ll_make(text, "bitcast double %s to i64", x.at); /* -0 is the interpreter's */
    Word plus = ll_make(text, "icmp sge i64 %s, 0", bits.at);
    fine = ll_make(text, "and i1 %s, %s", fine.at, plus.at);
    ll_fork(text, fine, quick, slow);
    ll_place(text, quick);
    Word rest = ll_make(text, "urem i64 %s, %s", whole[0].at, whole[1].at);
    ll_store(text, "double", ll_make(text, "uitofp i64 %s to double", rest.at), slot);
    ll_go(text, after);
    ll_place(text, slow);
    Num slowly;
    if (!called(l, node, f, args, 2, &slowly))
        return false;
    ll_store(text, "double", slowly.value, slot);
    ll_place(text, after);
    *out = num_double(ll_load(text, "double", slot));
    return true;
}

static bool extreme(Nest *l, const ScriptNode *node, const Known *f, const Num *args, Num *out) {
    Text *text = &l->text;
    if (args[0].kinds != DOUBLE_BIT || args[1].kinds != DOUBLE_BIT)
        return called(l, node, f, args, 2, out);
    Word x = num_value(l, &args[0]), y = num_value(l, &args[1]);
    Word test =
        ll_make(text, "fcmp %s double %s, %s", f->how == HOW_MAX ? "oge" : "ole", x.at, y.at);
    Word nan = ll_make(text, "fcmp uno double %s, 0.0", y.at);
    test = ll_make(text, "or i1 %s, %s", test.at, nan.at);
    *out = num_double(ll_make(text, "select i1 %s, double %s, double %s", test.at, x.at, y.at));
    return true;
}

static bool bits(Nest *l, const ScriptNode *node, const Known *f, const Num *args, Num *out) {
    Text *text = &l->text;
    if (args[0].kinds != DOUBLE_BIT || args[1].kinds != DOUBLE_BIT)
        return called(l, node, f, args, 2, out);
    Word whole[2];
    for (int k = 0; k < 2; k++) {
        uint32_t size;
        whole[k] = num_to_whole(l, &args[k], &size);
        Word limit = word_int(INT64_C(1) << 53);
        nest_guard(l, ll_make(text, "icmp ult i64 %s, %s", whole[k].at, limit.at));
    }
    *out = num_whole(l, ll_make(text, "%s i64 %s, %s", f->name + 3, whole[0].at, whole[1].at), 53);
    out->whole = word_none(); /* too large for sums */
    return true;
}

static bool test_of(Nest *l, How how, const Num *x, Num *out) {
    Text *text = &l->text;
    Word value = num_value(l, x);
    if (how == HOW_ISNAN) {
        *out = num_test(ll_make(text, "fcmp uno double %s, 0.0", value.at));
        return true;
    }
    Word size = ll_intrinsic(text, INTRINSIC_FABS, value, word_none());
    Word inf = word_double(INFINITY);
    *out = num_test(
        ll_make(text, "fcmp %s double %s, %s", how == HOW_ISINF ? "oeq" : "olt", size.at, inf.at));
    return true;
}

static bool absolute(Nest *l, const Num *x, Num *out) {
    Word value = ll_intrinsic(&l->text, INTRINSIC_FABS, num_value(l, x), word_none());
    ValueClass class_;
    *out = num_double(value);
    if (num_single_class(x, &class_) && (class_is_integer(class_) || class_ == CLASS_SINGLE)) {
        out->kinds = DOUBLE_BIT;
        *out = num_cast(l, out, class_); /* of int8(-128) it is 127 */
    }
    return true;
}

static bool root(Nest *l, const ScriptNode *node, const Known *f, const Num *x, Num *out) {
    if (x->kinds != DOUBLE_BIT)
        return called(l, node, f, x, 1, out);
    Word value = num_value(l, x);
    guard_domain(l, DOMAIN_FROM_0, value);
    *out = num_double(ll_intrinsic(&l->text, INTRINSIC_SQRT, value, word_none()));
    return true;
}

/* Where the statement is left afterwards, the interpreter draws the same numbers again. */
static bool draw(Nest *l, const Known *f, Num *out) {
    Text *text = &l->text;
    int code = strcmp(f->name, "rand") == 0    ? RANDOM_UNIFORM
               : strcmp(f->name, "randn") == 0 ? RANDOM_NORMAL
                                               : RANDOM_EXPONENTIAL;
    Word function = ll_load(text, "ptr", nest_word(l, FRAME_DRAW));
    *out = num_double(ll_make(text,
                              "call double %s(ptr %%frame, i64 %d) memory(argmem: readwrite, "
                              "inaccessiblemem: readwrite)",
                              function.at, code));
    l->drew = true;
    return true;
}

void nest_drawn_is_kept(Nest *l) {
    if (!l->drew || l->inlined)
        return;
    ll_store(&l->text, "i64", word_of("0"), nest_word(l, FRAME_DRAWN));
    l->drew = false;
}

static bool apply(Nest *l, const ScriptNode *node, const Known *f, const Num *args, uint32_t n,
                  Num *out) {
    Num other;
    switch ((How)f->how) {
    case HOW_CONSTANT: return constant(l, node, f, out);
    case HOW_CALLED: return called(l, node, f, args, n, out);
    case HOW_DIRECT: return direct(l, node, f, args, out);
    case HOW_OPERATOR: return operator_(l, node, f, args, out);
    case HOW_CAST: return cast(l, node, f, args, out);
    case HOW_ABS: return absolute(l, args, out);
    case HOW_SQRT: return root(l, node, f, args, out);
    case HOW_FLOOR:
    case HOW_CEIL:
    case HOW_FIX:
    case HOW_ROUND: return rounded(l, (How)f->how, args, out);
    case HOW_SIGN:
        return args->kinds == DOUBLE_BIT ? sign(l, args, out) : called(l, node, f, args, n, out);
    case HOW_MOD:
    case HOW_REM: return remainder_(l, node, f, args, out);
    case HOW_MIN:
    case HOW_MAX: return extreme(l, node, f, args, out);
    case HOW_ISNAN:
    case HOW_ISINF:
    case HOW_ISFINITE: return test_of(l, (How)f->how, args, out);
    case HOW_BITS: return bits(l, node, f, args, out);
    case HOW_DRAW: return draw(l, f, out);
    case HOW_DRAWING: l->drew = true; return called(l, node, f, args, n, out);
    case HOW_NOT: return num_unary(l, node, SO_NOT, args, out);
    case HOW_XOR:
        if (!num_truth(l, node, &args[0], &other.test) ||
            !num_truth(l, node, &args[1], &other.value))
            return false;
        *out = num_test(ll_make(&l->text, "xor i1 %s, %s", other.test.at, other.value.at));
        return true;
    }
    return false;
}

bool nest_builtin(Nest *l, const ScriptNode *node, const char *name, const ScriptNode *const *args,
                  uint32_t n, Num *out) {
    const Known *f = NULL;
    Num values[LOOP_CALL_ARGUMENTS];
    for (size_t k = 0; k < sizeof functions / sizeof *functions && !f; k++)
        if (strcmp(functions[k].name, name) == 0)
            f = &functions[k];
    if (!f || n < f->least || n > f->most)
        return nest_refuse(l, node, "a call of %s", name);
    if (l->in->calls.place &&
        l->in->calls.place(l->in, name, &(const char *){NULL}) != CALL_BUILTIN)
        return nest_refuse(l, node, "%s, which is no builtin here", name);
    for (uint32_t k = 0; k < n; k++) {
        if (!nest_expression(l, args[k], &values[k]))
            return false;
        if (values[k].kinds & ~SCALAR_BITS)
            return nest_refuse(l, node, "what is no number");
    }
    return apply(l, node, f, values, n, out);
}
