/* What is called with a type: sizeof, alignof, bit_cast, reinterpret. */
#include "front/slang/lower/meaning.h"

/* sizeof(float3), sizeof(x): as memory of buffers has it. */
bool call_size(Lower *l, NodeId call, bool align, KValue *out) {
    NodeId of = ast_item(l->ast, ast_node(l->ast, call)->word[1], 0);
    const Types *t = &l->k->m->types;
    TypeId type;
    bool is_type;
    KValue value;
    TRY(lower_try_type(l, of, &type, &is_type));
    if (!is_type) {
        TRY(lower_expr(l, of, &value));
        type = value.type;
    }
    if (type == NO_TYPE || type_rank(t, type))
        return lower_error(l, call, "this has no size");
    while (align && type_get(t, type)->kind != TYPE_SCALAR) {
        const Type *whole = type_get(t, type);
        if (whole->kind != TYPE_STRUCT && whole->kind != TYPE_FIXED)
            break;
        type = whole->kind == TYPE_FIXED ? whole->elem : type_fields(t, whole)[0].type;
    }
    uint64_t size = align ? dtype_info(type_dtype(t, type))->bits / 8 : type_elem_size(t, type);
    return lower_known(l, DT_I32, (Scalar){.i = (int64_t)size}, out);
}

/* reinterpret<T>(x), bit_cast<T>(x): numbers of one size. */
bool call_cast(Lower *l, NodeId call, NodeId callee, KValue *out) {
    ListId list = ast_node(l->ast, call)->word[1], types = ast_node(l->ast, callee)->word[0];
    const Types *t = &l->k->m->types;
    KValue value;
    TypeId to;
    char a[TYPE_TEXT], b[TYPE_TEXT];
    if (ast_count(l->ast, list) != 1 || ast_count(l->ast, types) < 1)
        return lower_error(l, call, "a type in < > and one value are needed here");
    TRY(lower_type(l, ast_item(l->ast, types, 0), &to));
    TRY(lower_expr(l, ast_item(l->ast, list, 0), &value));
    if (value.type == to) {
        *out = value;
        return true;
    }
    if (value.type == NO_TYPE || !is_number(type_get(t, value.type)) ||
        !is_number(type_get(t, to)) || type_elem_size(t, to) != type_elem_size(t, value.type) ||
        type_get(t, to)->rows != type_get(t, value.type)->rows)
        return lower_error(l, call, "the bits of %s are not those of %s",
                           lower_show(l, value.type, a), lower_show(l, to, b));
    Attrs attrs = attrs_none();
    attrs.word[AT_TO] = to;
    return lower_op(l, OP_bitcast, &value, 1, &attrs, to, out); /* the same bits */
}
