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

/* ---- make, extract, insert, element, swizzle */

/* Every component of every part in order; one alone fills the whole. */
static bool make_numbers(Emitter *e, const Instr *i, const Type *type) {
    Text leaves[MAX_LEAVES] = {{0, 0}}, to = result(e, i, 0);
    unsigned n = 0;
    for (uint32_t k = 0; k < i->n_in; k++) {
        const Type *from = operand_type(e, i, k);
        Text value = operand(e, i, k);
        for (unsigned c = 0; c < leaf_count(from) && n < MAX_LEAVES; c++)
            leaves[n++] = leaf(e, from, value, c);
    }
    for (; n && n < leaf_count(type); n++)
        leaves[n] = leaves[0];
    assign(e, to, from_leaves(e, type, leaves));
    return true;
}

bool state_make(Emitter *e, const Instr *i) {
    const Type *type = result_type(e, i);
    if (is_numbers(type))
        return make_numbers(e, i, type);
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
    const Type *type = operand_type(e, i, 0), *out = result_type(e, i);
    uint32_t index = (uint32_t)attr_int(e->p, i, AT_INDEX, 0);
    Text value = operand(e, i, 0), to = result(e, i, 0), leaves[MAX_LEAVES] = {{0, 0}};
    if (!is_numbers(type)) {
        assign(e, to, part(e, type, value, index));
        return true;
    }
    for (unsigned c = 0; c < leaf_count(out); c++) /* a component, or a row of them */
        leaves[c] = leaf(e, type, value, index * leaf_count(out) + c);
    assign(e, to, from_leaves(e, out, leaves));
    return true;
}

bool state_insert(Emitter *e, const Instr *i) {
    const Type *type = result_type(e, i), *new_type = operand_type(e, i, 1);
    uint32_t index = (uint32_t)attr_int(e->p, i, AT_INDEX, 0);
    Text to = result(e, i, 0), value = operand(e, i, 1);
    assign(e, to, operand(e, i, 0));
    if (!is_numbers(type)) {
        assign(e, part(e, type, to, index), value);
        return true;
    }
    for (unsigned c = 0; c < leaf_count(new_type); c++) {
        Text into = leaf(e, type, to, index * leaf_count(new_type) + c);
        assign(e, into, leaf(e, new_type, value, c));
    }
    return true;
}

/* Vectors have no index everywhere: "i <= 0 ? v.x : i == 1 ? v.y : v.z" clamps as it goes. Of a matrix:
 * component `col` of the row. */
static Text vector_element(Emitter *e, const Type *type, Text value, Text index, unsigned col) {
    Text leaves[4] = {{0, 0}};
    unsigned cols = type->kind == TYPE_MATRIX ? type->cols : 1;
    for (unsigned c = 0; c < type->rows; c++)
        leaves[c] = leaf(e, type, value, c * cols + col);
    Text text = text_open(e);
    for (unsigned c = 0; c + 1 < type->rows; c++) {
        put_text(e, &e->scratch, index);
        str_format(&e->scratch, " %s %u ? ", c ? "==" : "<=", c);
        put_text(e, &e->scratch, leaves[c]);
        str_puts(&e->scratch, " : ");
    }
    put_text(e, &e->scratch, leaves[type->rows - 1]);
    return text_close(e, text);
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
    Text to = result(e, i, 0), value = operand(e, i, 0), index = operand(e, i, 1);
    Text row[4] = {{0, 0}};
    if (type->kind == TYPE_MATRIX) {
        for (unsigned c = 0; c < type->cols; c++)
            row[c] = text_around(e, "(", vector_element(e, type, value, index, c), ")");
        assign(e, to, from_leaves(e, result_type(e, i), row));
    } else if (type->kind == TYPE_VECTOR) {
        assign(e, to, vector_element(e, type, value, index, 0));
    } else {
        assign(e, to, fixed_element(e, type, value, index, dtype_of(e, instr_in(e->p, i)[1])));
    }
    return true;
}

/* "i <= 0 ? new : old" of the first part, "i == 1 ? ..." of the next ones, "i >= 3 ? ..." of the last. */
static Text replaced(Emitter *e, Text index, unsigned part, unsigned parts, Text new, Text old) {
    Text text = text_open(e);
    put_text(e, &e->scratch, index);
    str_format(&e->scratch, " %s %u ? ", part == 0 ? "<=" : part + 1 == parts ? ">=" : "==", part);
    put_text(e, &e->scratch, new);
    str_puts(&e->scratch, " : ");
    put_text(e, &e->scratch, old);
    return text_close(e, text);
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
    for (unsigned c = 0; c < leaf_count(type); c++) {
        size_t mark = e->scratch.len;
        Text old = leaf(e, type, to, c), value = leaf(e, part, new, c % leaf_count(part));
        assign(e, old, replaced(e, index, c / leaf_count(part), type->rows, value, old));
        e->scratch.len = mark;
    }
    return true;
}

bool state_swizzle(Emitter *e, const Instr *i) {
    const Type *type = operand_type(e, i, 0), *out = result_type(e, i);
    uint32_t n;
    const int64_t *lanes = attr_list(e->p, i, AT_LANES, &n);
    Text value = operand(e, i, 0), to = result(e, i, 0), leaves[MAX_LEAVES] = {{0, 0}};
    for (unsigned c = 0; c < leaf_count(out); c++)
        leaves[c] = leaf(e, type, value, (unsigned)lanes[c]);
    assign(e, to, from_leaves(e, out, leaves));
    return true;
}

bool state_mat_transpose(Emitter *e, const Instr *i) {
    const Type *type = operand_type(e, i, 0), *out = result_type(e, i);
    Text value = operand(e, i, 0), to = result(e, i, 0), leaves[MAX_LEAVES] = {{0, 0}};
    for (unsigned c = 0; c < leaf_count(out); c++)
        leaves[c] = leaf(e, type, value, c % out->cols * type->cols + c / out->cols);
    assign(e, to, from_leaves(e, out, leaves));
    return true;
}

/* ---- products */

/* The text as an operand: in parentheses where it is more than a name. */
static Text grouped(Emitter *e, Text text) {
    for (size_t k = 0; k < text.len; k++)
        if (strchr(" ?:,", e->scratch.data[text.at + k]))
            return text_around(e, "(", text, ")");
    return text;
}

/* Texts by number: components of two matrices of 4 by 4, and 112 steps of their product. */
typedef struct ProductTexts {
    Emitter *e;
    Text at[2 * MAX_LEAVES + 112];
    uint32_t n;
} ProductTexts;

static bool product_step(void *texts, Op op, Dtype dtype, uint32_t x, uint32_t y, uint32_t *out) {
    ProductTexts *t = texts;
    Text in[2] = {grouped(t->e, t->at[x]), {0, 0}};
    in[1] = grouped(t->e, t->at[y]);
    *out = t->n++;
    return step(t->e, op, dtype, in, &t->at[*out]);
}

static const Type *all_leaves(ProductTexts *t, const Instr *i, uint32_t k, uint32_t *leaves) {
    const Type *type = operand_type(t->e, i, k);
    Text value = operand(t->e, i, k);
    for (unsigned c = 0; c < leaf_count(type); c++) {
        leaves[c] = t->n;
        t->at[t->n++] = leaf(t->e, type, value, c);
    }
    return type;
}

/* dot and mat_mul */
bool state_product(Emitter *e, const Instr *i) {
    ProductTexts texts = {.e = e};
    ProductSteps steps = {&texts, dtype_of(e, i->out), product_step};
    uint32_t x[MAX_LEAVES], y[MAX_LEAVES], made[PRODUCT_MAX];
    Text to = result(e, i, 0), leaves[MAX_LEAVES] = {{0, 0}};
    unsigned n;
    const Type *a = all_leaves(&texts, i, 0, x), *b = all_leaves(&texts, i, 1, y);
    TRY(product_of(&steps, a, x, b, y, made, &n));
    for (unsigned c = 0; c < n; c++)
        leaves[c] = texts.at[made[c]];
    assign(e, to, n == 1 ? leaves[0] : from_leaves(e, result_type(e, i), leaves));
    return true;
}

bool state_determinant(Emitter *e, const Instr *i) {
    ProductTexts texts = {.e = e};
    ProductSteps steps = {&texts, dtype_of(e, i->out), product_step};
    uint32_t m[MAX_LEAVES], value;
    Text to = result(e, i, 0);
    const Type *type = all_leaves(&texts, i, 0, m);
    TRY(determinant_of(&steps, m, type->rows, &value));
    assign(e, to, texts.at[value]);
    return true;
}
