/* Statements on vectors, matrices, fixed arrays and structs. */
#include <string.h>

#include "emit/emitter.h"
#include "ir/product.h"

enum { MAX_LEAVES = 16 };

static const Type *operand_type(const Emitter *e, const Instr *i, uint32_t k) {
    return type_get(e->types, elem_of(e, instr_in(e->p, i)[k]));
}

static const Type *result_type(const Emitter *e, const Instr *i) {
    return type_get(e->types, elem_of(e, i->out));
}

static bool is_numbers(const Type *type) {
    return type->kind == TYPE_VECTOR || type->kind == TYPE_MATRIX;
}

/* ---- leaves that only move: make, extract, insert, swizzle, mat_transpose */

/* The text as an operand: in parentheses where it is more than a name. */
static Text grouped(Emitter *e, Text text) {
    for (size_t k = 0; k < text.len; k++)
        if (strchr(" ?:,", e->scratch.data[text.at + k]))
            return text_around(e, "(", text, ")");
    return text;
}

/* Texts of leaves by number: components of two matrices of 4 by 4, and 112 steps of their product. */
typedef struct LeafTexts {
    Emitter *e;
    const Instr *i;
    Text at[2 * MAX_LEAVES + 112];
    uint32_t n;
} LeafTexts;

/* The leaves of a value of such a type: numbers of texts. */
static void all_leaves(LeafTexts *t, const Type *type, Text value, uint32_t *leaves) {
    for (unsigned c = 0; c < leaf_count(type); c++) {
        leaves[c] = t->n;
        t->at[t->n++] = leaf(t->e, type, value, c);
    }
}

static TypeId moved_elem(void *texts, VarId var) {
    return elem_of(((const LeafTexts *)texts)->e, var);
}

static bool take_leaves(void *texts, uint32_t k, uint32_t first, uint32_t n) {
    LeafTexts *t = texts;
    const Type *type = operand_type(t->e, t->i, k);
    Text value = operand(t->e, t->i, k);
    for (uint32_t c = first; c < first + n && t->n < MAX_LEAVES; c++)
        t->at[t->n++] = leaf(t->e, type, value, c);
    return true;
}

/* A vector or matrix of leaves that stood elsewhere. */
bool state_move(Emitter *e, const Instr *i) {
    LeafTexts texts = {.e = e, .i = i};
    LeafMoves moves = {&texts, e->types, e->p, moved_elem, take_leaves};
    Text to = result(e, i, 0);
    TRY(leaves_moved(&moves, i));
    assign(e, to, from_leaves(e, result_type(e, i), texts.at));
    return true;
}

bool state_make(Emitter *e, const Instr *i) {
    const Type *type = result_type(e, i);
    if (is_numbers(type))
        return state_move(e, i);
    Text to = result(e, i, 0);
    for (uint32_t k = 0; k < i->n_in; k++) {
        size_t mark = e->scratch.len;
        Text whole = part(e, type, to, k);
        assign(e, whole, operand(e, i, k));
        e->scratch.len = mark;
    }
    return true;
}

bool state_extract(Emitter *e, const Instr *i) {
    const Type *type = operand_type(e, i, 0);
    if (is_numbers(type))
        return state_move(e, i);
    Text value = operand(e, i, 0), to = result(e, i, 0);
    assign(e, to, part(e, type, value, (uint32_t)attr_int(e->p, i, AT_INDEX, 0)));
    return true;
}

bool state_insert(Emitter *e, const Instr *i) {
    const Type *type = result_type(e, i);
    if (is_numbers(type))
        return state_move(e, i);
    Text to = result(e, i, 0), value = operand(e, i, 1);
    assign(e, to, operand(e, i, 0));
    assign(e, part(e, type, to, (uint32_t)attr_int(e->p, i, AT_INDEX, 0)), value);
    return true;
}

/* ---- element, set_element */

/* "i <= 0 ? yes : no": vectors have no index everywhere. */
static bool choose(void *texts, uint32_t k, uint32_t yes, uint32_t no, uint32_t *out) {
    LeafTexts *t = texts;
    Str *scratch = &t->e->scratch;
    Text index = operand(t->e, t->i, 1), text = text_open(t->e);
    put_text(t->e, scratch, index);
    str_format(scratch, " <= %u ? ", k);
    put_text(t->e, scratch, t->at[yes]);
    str_puts(scratch, " : ");
    put_text(t->e, scratch, t->at[no]);
    *out = t->n++;
    t->at[*out] = text_close(t->e, text);
    return true;
}

static bool element_of_numbers(Emitter *e, const Instr *i, const Type *type, const Type *out) {
    LeafTexts texts = {.e = e, .i = i};
    LeafChoice choice = {&texts, choose};
    uint32_t from[MAX_LEAVES], made[MAX_LEAVES];
    Text to = result(e, i, 0), leaves[MAX_LEAVES] = {{0, 0}};
    all_leaves(&texts, type, operand(e, i, 0), from);
    TRY(leaves_element(&choice, type->rows, leaf_count(out), from, made));
    for (unsigned c = 0; c < leaf_count(out); c++)
        leaves[c] = leaf_count(out) > 1 ? grouped(e, texts.at[made[c]]) : texts.at[made[c]];
    assign(e, to, from_leaves(e, out, leaves));
    return true;
}

/* "v.a[(int)(i < 0 ? 0 : i < 8 ? i : 7)]" */
static Text fixed_element(Emitter *e, const Type *type, Text value, Text index, Dtype index_dtype) {
    Text text = text_open(e);
    put_text(e, &e->scratch, value);
    str_puts(&e->scratch, e->d->native_arrays ? "[(" : ".a[(");
    put_scalar(e, &e->scratch, DT_I32);
    str_puts(&e->scratch, ")(");
    if (dtype_info(index_dtype)->class == CLASS_SIGNED) {
        put_text(e, &e->scratch, index);
        str_puts(&e->scratch, " < 0 ? 0 : ");
    }
    put_text(e, &e->scratch, index);
    str_format(&e->scratch, " < %u ? ", type->count);
    put_text(e, &e->scratch, index);
    str_format(&e->scratch, " : %u)]", type->count - 1);
    return text_close(e, text);
}

bool state_element(Emitter *e, const Instr *i) {
    const Type *type = operand_type(e, i, 0);
    if (is_numbers(type))
        return element_of_numbers(e, i, type, result_type(e, i));
    Text to = result(e, i, 0), value = operand(e, i, 0), index = operand(e, i, 1);
    assign(e, to, fixed_element(e, type, value, index, dtype_of(e, instr_in(e->p, i)[1])));
    return true;
}

bool state_set_element(Emitter *e, const Instr *i) {
    enum { WHOLE, INDEX, NEW };
    const Type *type = result_type(e, i), *part = operand_type(e, i, NEW);
    Text to = result(e, i, 0), index = operand(e, i, INDEX), new = operand(e, i, NEW);
    assign(e, to, operand(e, i, WHOLE));
    if (!is_numbers(type)) {
        assign(e, fixed_element(e, type, to, index, dtype_of(e, instr_in(e->p, i)[INDEX])), new);
        return true;
    }
    LeafTexts texts = {.e = e, .i = i};
    LeafChoice choice = {&texts, choose};
    uint32_t news[MAX_LEAVES], all[MAX_LEAVES];
    all_leaves(&texts, part, new, news);
    all_leaves(&texts, type, to, all);
    uint32_t first = all[0];
    TRY(leaves_set_element(&choice, type->rows, leaf_count(part), news, all));
    for (unsigned c = 0; c < leaf_count(type); c++)
        assign(e, texts.at[first + c], texts.at[all[c]]);
    return true;
}

/* ---- products */

static bool product_step(void *texts, Op op, Dtype dtype, uint32_t x, uint32_t y, uint32_t *out) {
    LeafTexts *t = texts;
    Text in[2] = {grouped(t->e, t->at[x]), {0, 0}};
    in[1] = grouped(t->e, t->at[y]);
    *out = t->n++;
    return step(t->e, op, dtype, in, &t->at[*out]);
}

/* dot and mat_mul */
bool state_product(Emitter *e, const Instr *i) {
    LeafTexts texts = {.e = e};
    ProductSteps steps = {&texts, dtype_of(e, i->out), product_step};
    uint32_t x[MAX_LEAVES], y[MAX_LEAVES], made[PRODUCT_MAX];
    Text to = result(e, i, 0), leaves[MAX_LEAVES] = {{0, 0}};
    unsigned n;
    const Type *a = operand_type(e, i, 0), *b = operand_type(e, i, 1);
    all_leaves(&texts, a, operand(e, i, 0), x);
    all_leaves(&texts, b, operand(e, i, 1), y);
    TRY(product_of(&steps, a, x, b, y, made, &n));
    for (unsigned c = 0; c < n; c++)
        leaves[c] = texts.at[made[c]];
    assign(e, to, n == 1 ? leaves[0] : from_leaves(e, result_type(e, i), leaves));
    return true;
}

bool state_determinant(Emitter *e, const Instr *i) {
    LeafTexts texts = {.e = e};
    ProductSteps steps = {&texts, dtype_of(e, i->out), product_step};
    uint32_t m[MAX_LEAVES], value;
    Text to = result(e, i, 0);
    const Type *type = operand_type(e, i, 0);
    all_leaves(&texts, type, operand(e, i, 0), m);
    TRY(determinant_of(&steps, m, type->rows, &value));
    assign(e, to, texts.at[value]);
    return true;
}
