/* Elements of arrays: read and written at computed places, each place looked at. */
#include <string.h>

#include "front/script/loop/nest.h"

static const char *type_of(ValueClass class_) {
    switch (class_) {
    case CLASS_DOUBLE: return "double";
    case CLASS_SINGLE: return "float";
    case CLASS_INT16:
    case CLASS_UINT16: return "i16";
    case CLASS_INT32:
    case CLASS_UINT32: return "i32";
    default: return "i8";
    }
}

static bool is_signed(ValueClass class_) {
    return class_ == CLASS_INT8 || class_ == CLASS_INT16 || class_ == CLASS_INT32;
}

/* ---- extents */

static Word extent(Nest *l, uint32_t array, uint32_t axis) {
    if (axis >= l->code->arrays[array].rank)
        return word_of("1");
    return ll_load(&l->text, "i64", l->arrays[array].extents[axis]);
}

/* Of subscript `position` among n: the last one goes over all extents that are left. */
static Word extent_of_subscript(Nest *l, uint32_t array, uint32_t position, uint32_t n) {
    if (n == 1)
        return ll_load(&l->text, "i64", l->arrays[array].count);
    Word all = extent(l, array, position);
    if (position + 1 < n)
        return all;
    for (uint32_t axis = position + 1; axis < l->code->arrays[array].rank; axis++)
        all = ll_make(&l->text, "mul nsw i64 %s, %s", all.at, extent(l, array, axis).at);
    return all;
}

/* Leaves where the variable is not the array that it was. */
static bool is_array(Nest *l, uint32_t var) {
    uint32_t kinds = l->flow.kinds[var];
    if (!(kinds & KIND_BIT(KIND_ARRAY)))
        return false;
    if (kinds != KIND_BIT(KIND_ARRAY)) {
        Word tag = ll_load(&l->text, "i8", l->vars[var].tag);
        nest_guard(l, ll_make(&l->text, "icmp eq i8 %s, %d", tag.at, KIND_ARRAY));
        l->flow.kinds[var] = KIND_BIT(KIND_ARRAY);
    }
    return true;
}

bool nest_extent(Nest *l, const ScriptNode *node, uint32_t var, uint32_t position, uint32_t n,
                 Num *out) {
    if (is_array(l, var)) {
        *out = num_whole(l, extent_of_subscript(l, l->vars[var].array, position, n), 48);
        return true;
    }
    Num ignored;
    if (!nest_read(l, node, var, &ignored))
        return false;
    *out = num_constant(1);
    return true;
}

/* ---- places */

static bool subscript(Nest *l, const ScriptNode *node, Word *out) {
    Num num;
    uint32_t bits;
    if (!nest_expression(l, node, &num))
        return false;
    if (num.kinds & LOGICAL_BIT)
        return nest_refuse(l, node, "a logical subscript");
    Word whole = num_to_whole(l, &num, &bits);
    *out = ll_make(&l->text, "sub i64 %s, 1", whole.at);
    return true;
}

static void check_below(Nest *l, Word place, Word limit) {
    nest_guard(l, ll_make(&l->text, "icmp ult i64 %s, %s", place.at, limit.at));
}

/* The number of the element, from 0. */
static bool place_of(Nest *l, const ScriptNode *index, uint32_t array, Word *out) {
    Text *text = &l->text;
    Word stride = word_of("1"), place = word_of("0");
    for (uint32_t k = 0; k < index->n_items; k++) {
        Word at;
        if (!subscript(l, index->items[k], &at))
            return false;
        Word limit = extent_of_subscript(l, array, k, index->n_items);
        check_below(l, at, limit);
        if (k == 0) {
            place = at;
            stride = limit;
            continue;
        }
        at = ll_make(text, "mul nsw i64 %s, %s", at.at, stride.at);
        place = ll_make(text, "add nsw i64 %s, %s", place.at, at.at);
        if (k + 1 < index->n_items)
            stride = ll_make(text, "mul nsw i64 %s, %s", stride.at, limit.at);
    }
    *out = place;
    return true;
}

/* Address of an element, and how it is told apart from those of other arrays. */
static Word address(Nest *l, uint32_t array, Word place) {
    Word data = ll_load(&l->text, "ptr", l->arrays[array].data);
    return ll_make(&l->text, "getelementptr %s, ptr %s, i64 %s",
                   type_of((ValueClass)l->code->arrays[array].class_), data.at, place.at);
}

Word nest_load(Nest *l, uint32_t array, Word place) {
    Word at = address(l, array, place);
    return ll_make(&l->text, "load %s, ptr %s, !alias.scope !%u, !noalias !%u",
                   type_of((ValueClass)l->code->arrays[array].class_), at.at, 10 + 2 * array,
                   11 + 2 * array);
}

/* ---- reading */

Num nest_loaded(Nest *l, ValueClass class_, Word element) {
    Text *text = &l->text;
    if (class_ == CLASS_DOUBLE)
        return num_double(element);
    if (class_ == CLASS_SINGLE)
        return num_class(ll_make(text, "fpext float %s to double", element.at), class_);
    if (class_ == CLASS_LOGICAL)
        return num_test(ll_make(text, "icmp ne i8 %s, 0", element.at));
    const char *type = type_of(class_);
    Word whole =
        ll_make(text, "%s %s %s to i64", is_signed(class_) ? "sext" : "zext", type, element.at);
    Num num = num_whole(l, whole, (uint32_t)class_size(class_) * 8);
    num.kinds = CLASS_BIT(class_);
    return num;
}

static bool is_one(Nest *l, const ScriptNode *index) {
    for (uint32_t k = 0; k < index->n_items; k++) {
        Word at;
        if (!subscript(l, index->items[k], &at))
            return false;
        nest_guard(l, ll_make(&l->text, "icmp eq i64 %s, 0", at.at));
    }
    return true;
}

bool nest_element(Nest *l, const ScriptNode *index, uint32_t var, Num *out) {
    if (index->n_items == 0)
        return nest_refuse(l, index, "an array as a whole");
    if (!is_array(l, var))
        return nest_read(l, index, var, out) && is_one(l, index);
    Word place;
    uint32_t array = l->vars[var].array;
    if (!place_of(l, index, array, &place))
        return false;
    *out = nest_loaded(l, (ValueClass)l->code->arrays[array].class_, nest_load(l, array, place));
    return true;
}

/* ---- writing */

/* The number as an element of that class; false, without a word: it would not be one. */
static bool as_element(Nest *l, const Num *num, ValueClass class_, Num *out) {
    Text *text = &l->text;
    uint32_t plain = DOUBLE_BIT | LOGICAL_BIT;
    if (num->kinds == CLASS_BIT(class_)) {
        *out = *num;
        return true;
    }
    if (class_ == CLASS_LOGICAL && num->kinds == DOUBLE_BIT) {
        Word one = ll_make(text, "fcmp oeq double %s, 1.0", num->value.at);
        Word zero = ll_make(text, "fcmp oeq double %s, 0.0", num->value.at);
        nest_guard(l, ll_make(text, "or i1 %s, %s", one.at, zero.at));
        *out = num_test(one);
        return true;
    }
    if (num->kinds & ~plain || class_ == CLASS_CHAR || class_ == CLASS_LOGICAL)
        return false;
    *out = num_cast(l, num, class_);
    return true;
}

static Word stored(Nest *l, const Num *num, ValueClass class_) {
    Text *text = &l->text;
    if (class_ == CLASS_DOUBLE)
        return num_value(l, num);
    if (class_ == CLASS_LOGICAL && !word_is_none(num->test))
        return ll_make(text, "zext i1 %s to i8", num->test.at);
    Word value = num_value(l, num);
    if (class_ == CLASS_SINGLE)
        return ll_make(text, "fptrunc double %s to float", value.at);
    return ll_make(text, "%s double %s to %s", is_signed(class_) ? "fptosi" : "fptoui", value.at,
                   type_of(class_));
}

static void reload(Nest *l, uint32_t array) {
    const CodeArray *a = &l->code->arrays[array];
    const ArrayVar *vars = &l->arrays[array];
    Text *text = &l->text;
    ll_store(text, "ptr", ll_load(text, "ptr", nest_word(l, a->word)), vars->data);
    ll_store(text, "i64", ll_load(text, "i64", nest_word(l, a->word + 1)), vars->count);
    for (uint32_t k = 0; k < a->rank; k++)
        ll_store(text, "i64", ll_load(text, "i64", nest_word(l, a->word + 2 + k)),
                 vars->extents[k]);
}

void nest_tell_extents(Nest *l, uint32_t array) {
    const CodeArray *a = &l->code->arrays[array];
    const ArrayVar *vars = &l->arrays[array];
    Text *text = &l->text;
    ll_store(text, "i64", ll_load(text, "i64", vars->count), nest_word(l, a->word + 1));
    for (uint32_t k = 0; k < a->rank; k++)
        ll_store(text, "i64", ll_load(text, "i64", vars->extents[k]),
                 nest_word(l, a->word + 2 + k));
}

/* A vector whose memory has room: one element more along the axis it lies on. */
static void use_room(Nest *l, uint32_t array, Word count, Label grow, Label there) {
    Text *text = &l->text;
    const ArrayVar *vars = &l->arrays[array];
    Label roomy = ll_label(text), row = ll_label(text), other = ll_label(text),
          column = ll_label(text);
    Word room = ll_load(text, "i64", nest_word(l, l->code->arrays[array].word + 4));
    ll_fork(text, ll_make(text, "icmp slt i64 %s, %s", count.at, room.at), roomy, grow);
    ll_place(text, roomy);
    Word more = ll_make(text, "add nsw i64 %s, 1", count.at);
    Word rows = ll_load(text, "i64", vars->extents[0]);
    Word columns = ll_load(text, "i64", vars->extents[1]);
    Word lies = ll_make(text, "icmp eq i64 %s, 1", rows.at);
    ll_fork(text, lies, row, other);
    ll_place(text, row);
    ll_store(text, "i64", more, vars->extents[1]);
    ll_store(text, "i64", more, vars->count);
    ll_go(text, there);
    ll_place(text, other);
    Word stands = ll_make(text, "icmp eq i64 %s, 1", columns.at);
    ll_fork(text, stands, column, grow);
    ll_place(text, column);
    ll_store(text, "i64", more, vars->extents[0]);
    ll_store(text, "i64", more, vars->count);
    ll_go(text, there);
}

/* x(end + 1) = ...: the array gets one more element, which is written then. */
static void make_room(Nest *l, uint32_t array, Word at) {
    Text *text = &l->text;
    Label more = ll_label(text), there = ll_label(text), grow = ll_label(text);
    Word count = ll_load(text, "i64", l->arrays[array].count);
    ll_fork(text, ll_make(text, "icmp ult i64 %s, %s", at.at, count.at), there, more);
    ll_place(text, more);
    nest_guard(l, ll_make(text, "icmp eq i64 %s, %s", at.at, count.at));
    use_room(l, array, count, grow, there);
    ll_place(text, grow);
    nest_tell_extents(l, array);
    Word function = ll_load(text, "ptr", nest_word(l, FRAME_GROW));
    Word grown = ll_make(text, "call i32 %s(ptr %%frame, i64 %u)", function.at, array);
    nest_guard(l, ll_make(text, "icmp eq i32 %s, 0", grown.at));
    reload(l, array);
    ll_place(text, there);
    l->code->arrays[array].grows = true;
}

static bool mentions_end(const ScriptNode *node) {
    if (!node)
        return false;
    if (node->kind == SN_END)
        return true;
    return (node->kind == SN_BINARY || node->kind == SN_UNARY) &&
           (mentions_end(node->a) || mentions_end(node->b));
}

static bool store_scalar(Nest *l, const ScriptNode *index, uint32_t var, const Num *num) {
    Num old, element;
    ValueClass class_;
    if (!nest_read(l, index, var, &old) || !is_one(l, index))
        return false;
    if (!num_single_class(&old, &class_) || !as_element(l, num, class_, &element))
        return nest_refuse(l, index, "a variable that gets another class");
    nest_write(l, var, &element);
    return true;
}

bool nest_store_element(Nest *l, const ScriptNode *index, uint32_t var, const Num *num) {
    if (index->n_items == 0 || l->vars[var].frame != 0)
        return nest_refuse(l, index, "an assignment to an array as a whole");
    if (!is_array(l, var))
        return store_scalar(l, index, var, num);
    uint32_t array = l->vars[var].array;
    CodeArray *a = &l->code->arrays[array];
    ValueClass class_ = (ValueClass)a->class_;
    Num element;
    Word place;
    if (!as_element(l, num, class_, &element))
        return nest_refuse(l, index, "an array that would get another class");
    bool may_grow = index->n_items == 1 && a->rank == 2 &&
                    (mentions_end(index->items[0]) || l->code->given[a->given].roomy);
    if (may_grow) {
        if (!subscript(l, index->items[0], &place))
            return false;
        make_room(l, array, place);
    } else if (!place_of(l, index, array, &place)) {
        return false;
    }
    Word value = stored(l, &element, class_), at = address(l, array, place);
    ll_put(&l->text, "store %s %s, ptr %s, !alias.scope !%u, !noalias !%u", type_of(class_),
           value.at, at.at, 10 + 2 * array, 11 + 2 * array);
    a->written = true;
    return true;
}

/* ---- what is asked about arrays */

static bool product_of_extents(Nest *l, uint32_t array, Num *out) {
    *out = num_whole(l, ll_load(&l->text, "i64", l->arrays[array].count), 48);
    return true;
}

/* The longest extent; 0 where one is. */
static bool longest(Nest *l, uint32_t array, Num *out) {
    Text *text = &l->text;
    Word most = extent(l, array, 0);
    for (uint32_t axis = 1; axis < l->code->arrays[array].rank; axis++) {
        Word other = extent(l, array, axis);
        Word test = ll_make(text, "icmp sgt i64 %s, %s", other.at, most.at);
        most = ll_make(text, "select i1 %s, i64 %s, i64 %s", test.at, other.at, most.at);
    }
    Word count = ll_load(text, "i64", l->arrays[array].count);
    Word none = ll_make(text, "icmp eq i64 %s, 0", count.at);
    *out = num_whole(l, ll_make(text, "select i1 %s, i64 0, i64 %s", none.at, most.at), 48);
    return true;
}

static bool is_axis(const ScriptNode *node, uint32_t *axis) {
    if (node->kind != SN_NUMBER || node->flags & SF_IMAGINARY ||
        node->number_class != NUMBER_DOUBLE)
        return false;
    for (*axis = 1; *axis <= 8; ++*axis)
        if (node->number == *axis)
            return true;
    return false;
}

/* What numel and its like give for a scalar, or none. */
static bool fact_of_scalar(const char *name, uint32_t n, Num *out) {
    static const char *const ones[] = {"numel", "length", "rows", "columns", "size"};
    for (size_t k = 0; k < sizeof ones / sizeof *ones; k++)
        if (strcmp(name, ones[k]) == 0 && (n == 2) == (k == 4)) {
            *out = num_constant(1);
            return true;
        }
    if (strcmp(name, "ndims") == 0)
        *out = num_constant(2);
    else if (strcmp(name, "isempty") == 0)
        *out = num_test(word_of("false"));
    else
        return false;
    return true;
}

bool nest_array_fact(Nest *l, const ScriptNode *node, const char *name,
                     const ScriptNode *const *args, uint32_t n, bool *done, Num *out) {
    static const char *const names[] = {"numel", "length",  "rows", "columns",
                                        "ndims", "isempty", "size"};
    uint32_t which = 0, axis = 0;
    *done = false;
    while (which < 7 && strcmp(name, names[which]) != 0)
        which++;
    if (which == 7 || n != (which == 6 ? 2 : 1) || !nest_is_place(args[0]) ||
        (n == 2 && !is_axis(args[1], &axis)))
        return true;
    uint32_t var = nest_variable(l, args[0]);
    if (var == UINT32_MAX || !nest_is_variable(l, var))
        return var != UINT32_MAX;
    *done = true;
    if (!is_array(l, var)) {
        Num ignored;
        return nest_read(l, node, var, &ignored) && fact_of_scalar(name, n, out);
    }
    uint32_t array = l->vars[var].array;
    Word count = ll_load(&l->text, "i64", l->arrays[array].count);
    switch (which) {
    case 0: return product_of_extents(l, array, out);
    case 1: return longest(l, array, out);
    case 4: *out = num_constant(l->code->arrays[array].rank); return true;
    case 5: *out = num_test(ll_make(&l->text, "icmp eq i64 %s, 0", count.at)); return true;
    default:
        axis = which == 2 ? 1 : which == 3 ? 2 : axis;
        *out = num_whole(l, extent(l, array, axis - 1), 48);
        return true;
    }
}
