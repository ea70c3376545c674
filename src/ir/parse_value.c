/* Types, literals and attribute values of the text form. */
#include <string.h>

#include "ir/parser.h"

/* ---- types */

typedef struct Builtin {
    Dtype dtype;
    unsigned rows, cols; /* 0, 0: scalar; n, 0: vector */
} Builtin;

/* "f32", "f32x3", "f32x4x4" */
static bool read_builtin(const char *text, size_t len, Builtin *out) {
    size_t stem = 0;
    while (stem < len && text[stem] != 'x')
        stem++;
    *out = (Builtin){dtype_from_name(text, stem), 0, 0};
    if (out->dtype == DT_NONE)
        return false;
    unsigned *counts[2] = {&out->rows, &out->cols};
    for (int i = 0; i < 2 && stem < len; i++, stem += 2) {
        if (len - stem < 2 || text[stem] != 'x' || text[stem + 1] < '2' || text[stem + 1] > '4')
            return false;
        *counts[i] = (unsigned)(text[stem + 1] - '0');
    }
    return stem == len;
}

bool is_builtin_type_name(const char *text, size_t len) {
    Builtin builtin;
    return read_builtin(text, len, &builtin) || (len == 5 && memcmp(text, "array", 5) == 0);
}

static bool is_type_param(const Program *p, StrId name) {
    for (uint32_t i = 0; p && i < p->type_params.len; i++)
        if (p->type_params.at[i] == name)
            return true;
    return false;
}

/* A type parameter or a struct, by name. */
static bool parse_named_type(Parser *p, TypeId *out) {
    Token at = p->token;
    StrId name;
    TRY(parse_name(p, "a type", &name));
    if (is_type_param(p->program, name))
        return type_param(p->env, &p->module->types, name, out);
    *out = type_find_struct(&p->module->types, name);
    if (*out == NO_TYPE)
        return parse_fail(p, &at,
                          "there is no type called %s here (a scalar type such as f32, a struct, "
                          "a type parameter)",
                          strings_get(&p->module->strings, name));
    return true;
}

/* "array(" "array(" … elem ", 4)" ", 3)": a loop, so that depth costs no stack. */
static bool parse_fixed_array(Parser *p, TypeId *out) {
    unsigned depth = 0;
    while (p->token.kind == TOK_NAME && p->token.len == 5 &&
           memcmp(p->token.text, "array", 5) == 0) {
        if (++depth > MAX_TYPE_DEPTH)
            return parse_fail(p, &p->token, "types are nested more than %d deep", MAX_TYPE_DEPTH);
        TRY(parse_advance(p));
        TRY(parse_expect(p, '(', "after `array`"));
    }
    Builtin builtin;
    if (p->token.kind == TOK_NAME && read_builtin(p->token.text, p->token.len, &builtin)) {
        Types *t = &p->module->types;
        TRY(builtin.cols   ? type_matrix(p->env, t, builtin.dtype, builtin.rows, builtin.cols, out)
            : builtin.rows ? type_vector(p->env, t, builtin.dtype, builtin.rows, out)
                           : type_scalar(p->env, t, builtin.dtype, out));
        TRY(parse_advance(p));
    } else {
        TRY(parse_named_type(p, out));
    }
    for (; depth; depth--) {
        int64_t n;
        TRY(parse_expect(p, ',', "after the element type of a fixed array"));
        Token at = p->token;
        TRY(parse_integer(p, "the length of a fixed array", &n));
        if (n < 1 || n > MAX_TYPE_PARTS)
            return parse_fail(p, &at, "the length of a fixed array must be 1 to %d",
                              MAX_TYPE_PARTS);
        TRY(parse_placed(p, &at, type_fixed(p->env, &p->module->types, *out, (uint32_t)n, out)));
        TRY(parse_expect(p, ')', "after the length of a fixed array"));
    }
    return true;
}

/* One extent: a number or a name. */
static bool parse_dim(Parser *p, Dim *out) {
    if (p->token.kind == TOK_NUMBER) {
        Token at = p->token;
        TRY(parse_integer(p, "an extent", out));
        return *out >= 0 || parse_fail(p, &at, "an extent must not be negative");
    }
    StrId name;
    TRY(parse_name(p, "an extent (a number or a name)", &name));
    *out = DIM_NAMED(name);
    return true;
}

bool parse_type(Parser *p, TypeId *out) {
    bool array;
    TRY(parse_fixed_array(p, out));
    TRY(parse_accept(p, '[', &array));
    if (!array)
        return true;
    if (p->token.kind == TOK_DOTS) {
        TRY(parse_advance(p));
        TRY(parse_expect(p, ']', "after `...`"));
        return type_any_rank(p->env, &p->module->types, *out, out);
    }
    Dim dims[MAX_RANK];
    unsigned rank = 0;
    for (bool more = true; more;) {
        if (rank == MAX_RANK)
            return parse_fail(p, &p->token, "an array has at most %d axes", MAX_RANK);
        TRY(parse_dim(p, &dims[rank++]));
        TRY(parse_accept(p, ',', &more));
    }
    TRY(parse_expect(p, ']', "after the extents"));
    return type_array(p->env, &p->module->types, *out, dims, rank, out);
}

/* ---- literals */

static uint64_t bits_of_f64(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* The bits of a real literal in its dtype, read from the text so that it is rounded once. */
static bool real_bits(const Token *t, Dtype dtype, uint64_t *out) {
    float narrow;
    double wide;
    if (t->len == 3 && memcmp(t->text, "nan", 3) == 0) {
        *out = float_nan(dtype_info(dtype));
        return true;
    }
    if (dtype == DT_F32) {
        uint32_t bits;
        if (!parse_f32(t->text, t->len, &narrow))
            return false;
        memcpy(&bits, &narrow, sizeof bits);
        *out = bits;
        return true;
    }
    if (!parse_f64(t->text, t->len, &wide))
        return false;
    /* Rounding the narrow types from the double is the one rounding the printer reckons with. */
    *out = dtype == DT_F64 ? bits_of_f64(wide) : float_pack(dtype_info(dtype), wide);
    return true;
}

/* One number as it stands in the text, and the bits inside nan(0x…) where it is that. */
typedef struct NumberText {
    Token token;
    bool payload;
    uint64_t bits;
} NumberText;

static bool parse_hex(Parser *p, uint64_t *out) {
    const Token *t = &p->token;
    *out = 0;
    if (t->kind != TOK_NUMBER || t->len < 3 || t->len > 18 || memcmp(t->text, "0x", 2) != 0)
        return parse_fail(p, t, "expected the bits as a hexadecimal number such as 0x7fc00001");
    for (size_t i = 2; i < t->len; i++) {
        char c = t->text[i];
        unsigned digit = c >= '0' && c <= '9'   ? (unsigned)(c - '0')
                         : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10
                                                : 16;
        if (digit == 16)
            return parse_fail(p, t, "expected the bits as a hexadecimal number such as 0x7fc00001");
        *out = *out << 4 | digit;
    }
    return parse_advance(p);
}

static bool parse_number(Parser *p, const char *what, NumberText *out) {
    *out = (NumberText){.token = p->token};
    bool word = p->token.kind == TOK_NAME && p->token.len == 3 &&
                (memcmp(p->token.text, "nan", 3) == 0 || memcmp(p->token.text, "inf", 3) == 0);
    if (p->token.kind != TOK_NUMBER && !word)
        return parse_expected(p, what);
    TRY(parse_advance(p));
    if (out->token.text[0] == 'n') {
        TRY(parse_accept(p, '(', &out->payload));
        if (out->payload) {
            TRY(parse_hex(p, &out->bits));
            TRY(parse_expect(p, ')', "after the bits of a NaN"));
        }
    }
    return true;
}

static bool is_nan_bits(Dtype dtype, uint64_t bits) {
    Scalar s = scalar_from_bits(dtype, (Bits){bits, 0});
    if (dtype_info(dtype)->bits < 64 && bits >> dtype_info(dtype)->bits)
        return false;
    return dtype == DT_F64 ? s.f64 != s.f64 : s.f32 != s.f32;
}

static bool is_inf_bits(Dtype dtype, uint64_t bits) {
    Scalar s = scalar_from_bits(dtype, (Bits){bits, 0});
    return dtype == DT_F64 ? s.f64 == s.f64 && s.f64 - s.f64 != 0
                           : s.f32 == s.f32 && s.f32 - s.f32 != 0;
}

static bool number_to_real(Parser *p, const NumberText *n, Dtype dtype, uint64_t *out) {
    if (n->payload) {
        *out = n->bits;
        return is_nan_bits(dtype, n->bits) ||
               parse_fail(p, &n->token, "those are not the bits of a NaN of %s",
                          dtype_info(dtype)->name);
    }
    int len = (int)(n->token.len < 60 ? n->token.len : 60);
    if (!real_bits(&n->token, dtype, out))
        return parse_fail(p, &n->token, "%.*s is not a number", len, n->token.text);
    bool digits = memchr(n->token.text, 'i', n->token.len) == NULL;
    return !(digits && is_inf_bits(dtype, *out)) ||
           parse_fail(p, &n->token, "%.*s does not fit into %s", len, n->token.text,
                      dtype_info(dtype)->name);
}

static bool is_integer_text(const Token *t) {
    size_t i = t->text[0] == '-';
    while (i < t->len && t->text[i] >= '0' && t->text[i] <= '9')
        i++;
    return i == t->len;
}

/* Decimal digits with an optional sign; magnitude and sign apart so that u64 fits too. */
static bool read_integer(const Token *t, bool *negative, uint64_t *magnitude) {
    size_t i = *negative = t->len > 0 && t->text[0] == '-';
    if (i == t->len)
        return false;
    for (*magnitude = 0; i < t->len; i++) {
        unsigned digit = (unsigned)(t->text[i] - '0');
        if (digit > 9 || *magnitude > (UINT64_MAX - digit) / 10)
            return false;
        *magnitude = *magnitude * 10 + digit;
    }
    return true;
}

static bool number_to_integer(Parser *p, const NumberText *n, Dtype dtype, uint64_t *out) {
    const DtypeInfo *info = dtype_info(dtype);
    bool negative;
    uint64_t magnitude;
    if (n->payload || !read_integer(&n->token, &negative, &magnitude))
        return parse_fail(p, &n->token, "expected an integer of %s", info->name);
    bool is_signed = info->class == CLASS_SIGNED;
    uint64_t top =
        is_signed ? ((uint64_t)1 << (info->bits - 1)) - !negative : UINT64_MAX >> (64 - info->bits);
    if (magnitude > top || (negative && magnitude && !is_signed))
        return parse_fail(p, &n->token, "%.*s does not fit into %s", (int)n->token.len,
                          n->token.text, info->name);
    *out = (negative ? 0 - magnitude : magnitude) & (UINT64_MAX >> (64 - info->bits));
    return true;
}

/* Without a type: an integer if it looks like one, else a double. */
static bool number_to_weak(Parser *p, const NumberText *n, Literal *out) {
    bool negative;
    uint64_t magnitude;
    if (!n->payload && read_integer(&n->token, &negative, &magnitude) &&
        magnitude <= (negative ? (uint64_t)1 << 63 : UINT64_MAX)) {
        out->form = !negative && magnitude > INT64_MAX ? LITERAL_UINT : LITERAL_INT;
        out->bits.lo = negative ? 0 - magnitude : magnitude;
        return true;
    }
    if (is_integer_text(&n->token))
        return parse_fail(p, &n->token,
                          "%.*s does not fit into 64 bits; with a point it is a real number",
                          (int)(n->token.len < 60 ? n->token.len : 60), n->token.text);
    out->form = LITERAL_REAL;
    return number_to_real(p, n, DT_F64, &out->bits.lo);
}

static bool number_to_dtype(Parser *p, const NumberText *n, Dtype dtype, Literal *out) {
    out->form = LITERAL_TYPED;
    switch (dtype_info(dtype)->class) {
    case CLASS_FLOAT: return number_to_real(p, n, dtype, &out->bits.lo);
    case CLASS_SIGNED:
    case CLASS_UNSIGNED: return number_to_integer(p, n, dtype, &out->bits.lo);
    default:
        return parse_fail(p, &n->token, "a literal of %s is written %s", dtype_info(dtype)->name,
                          dtype == DT_BOOL ? "true or false" : "(real, imaginary)");
    }
}

static bool complex_to_dtype(Parser *p, const NumberText parts[2], Dtype dtype, Literal *out) {
    uint64_t re, im;
    if (dtype != DT_NONE && dtype_info(dtype)->class != CLASS_COMPLEX)
        return parse_fail(p, &parts[0].token, "a literal of %s has no imaginary part",
                          dtype_info(dtype)->name);
    Dtype real = dtype == DT_C64 ? DT_F32 : DT_F64;
    TRY(number_to_real(p, &parts[0], real, &re) && number_to_real(p, &parts[1], real, &im));
    out->form = dtype == DT_NONE ? LITERAL_COMPLEX : LITERAL_TYPED;
    out->bits = dtype == DT_C64 ? (Bits){re | im << 32, 0} : (Bits){re, im};
    return true;
}

/* ": f32" behind a literal; NO_TYPE without it. */
static bool parse_literal_type(Parser *p, TypeId *out) {
    bool typed;
    *out = NO_TYPE;
    TRY(parse_accept(p, ':', &typed));
    if (!typed)
        return true;
    Token at = p->token;
    TRY(parse_type(p, out));
    TypeKind kind = type_get(&p->module->types, *out)->kind;
    return kind == TYPE_SCALAR || kind == TYPE_PARAM ||
           parse_fail(p, &at, "a literal has a scalar type");
}

static bool is_word(const Token *t, const char *word) {
    return t->kind == TOK_NAME && t->len == strlen(word) && memcmp(t->text, word, t->len) == 0;
}

/* One number, or two in parentheses. */
static bool parse_parts(Parser *p, NumberText parts[2], bool *pair) {
    TRY(parse_accept(p, '(', pair));
    TRY(parse_number(
        p, *pair ? "the real part" : "a literal: a number, true, false or (real, imaginary)",
        &parts[0]));
    if (!*pair)
        return true;
    TRY(parse_expect(p, ',', "after the real part"));
    TRY(parse_number(p, "the imaginary part", &parts[1]));
    return parse_expect(p, ')', "after the imaginary part");
}

bool parse_literal(Parser *p, Literal *out) {
    *out = (Literal){.form = LITERAL_TYPED};
    const Token *t = &p->token;
    bool is_true = is_word(t, "true");
    if (is_true || is_word(t, "false")) {
        TypeId declared;
        Token at = *t;
        out->bits.lo = is_true;
        TRY(parse_advance(p));
        TRY(parse_literal_type(p, &declared));
        TRY(type_scalar(p->env, &p->module->types, DT_BOOL, &out->type));
        return declared == NO_TYPE || declared == out->type ||
               parse_fail(p, &at, "true and false are of bool alone");
    }
    NumberText parts[2];
    bool pair;
    TRY(parse_parts(p, parts, &pair));
    TRY(parse_literal_type(p, &out->type));
    Dtype dtype = type_dtype(&p->module->types, out->type);
    if (pair)
        return complex_to_dtype(p, parts, dtype, out);
    return dtype == DT_NONE ? number_to_weak(p, &parts[0], out)
                            : number_to_dtype(p, &parts[0], dtype, out);
}

bool parse_bits(Parser *p, Dtype dtype, Bits *out) {
    Literal literal = {.form = LITERAL_TYPED};
    NumberText parts[2];
    bool pair, is_true = is_word(&p->token, "true");
    if (dtype == DT_BOOL && (is_true || is_word(&p->token, "false"))) {
        *out = (Bits){is_true, 0};
        return parse_advance(p);
    }
    TRY(parse_parts(p, parts, &pair));
    TRY(pair ? complex_to_dtype(p, parts, dtype, &literal)
             : number_to_dtype(p, &parts[0], dtype, &literal));
    *out = literal.bits;
    return true;
}

/* ---- attribute values */

static bool parse_list_item(Parser *p, AttrKind kind, int64_t *out) {
    const Token *t = &p->token;
    bool skipped = t->kind == TOK_NAME && t->len == 1 && *t->text == '_';
    bool minus_one =
        kind == ATTR_DIMS && t->kind == TOK_NUMBER && t->len == 2 && memcmp(t->text, "-1", 2) == 0;
    if (skipped || minus_one) {
        *out = LIST_SKIPPED; /* which is DIM_REST too */
        return parse_advance(p);
    }
    return kind == ATTR_DIMS ? parse_dim(p, out) : parse_integer(p, "an integer or _", out);
}

static bool parse_list(Parser *p, AttrKind kind, int64_t *word) {
    bool more;
    p->list.len = 0;
    TRY(parse_expect(p, '[', "at the start of a list"));
    more = !parse_is(p, ']');
    while (more) {
        int64_t item;
        TRY(parse_list_item(p, kind, &item));
        TRY(vec_push(p->env, &p->list, item));
        TRY(parse_accept(p, ',', &more));
    }
    TRY(parse_expect(p, ']', "at the end of a list"));
    return program_attr_list(p->env, p->program, p->list.at, p->list.len, word);
}

static bool parse_bool(Parser *p, int64_t *word) {
    const Token *t = &p->token;
    if (t->kind == TOK_NAME && t->len == 4 && memcmp(t->text, "true", 4) == 0)
        *word = 1;
    else if (t->kind == TOK_NAME && t->len == 5 && memcmp(t->text, "false", 5) == 0)
        *word = 0;
    else
        return parse_expected(p, "true or false");
    return parse_advance(p);
}

static bool parse_program_ref(Parser *p, int64_t *word) {
    StrId name;
    TRY(parse_expect(p, '@', "before the name of a program"));
    Token at = p->token;
    TRY(parse_name(p, "the name of a program", &name));
    ProgId id = module_find(p->module, name);
    *word = id;
    return id != NO_PROGRAM || parse_fail(p, &at, "there is no program %s above this one",
                                          strings_get(&p->module->strings, name));
}

static bool parse_combine(Parser *p, int64_t *word) {
    for (Combine c = 0; c < COMBINE_COUNT; c++)
        if (p->token.kind == TOK_NAME && strlen(combine_name(c)) == p->token.len &&
            memcmp(combine_name(c), p->token.text, p->token.len) == 0) {
            *word = c;
            return parse_advance(p);
        }
    return parse_expected(p, "set, add, mul, max or min");
}

static bool parse_int_attr(Parser *p, int64_t *word) {
    Token at = p->token;
    TRY(parse_integer(p, "an integer", word));
    return !ATTR_IS_REF(*word) /* five words have another meaning */ ||
           parse_fail(p, &at, "the value is too small for an attribute");
}

static bool parse_real_attr(Parser *p, int64_t *word) {
    NumberText n;
    uint64_t bits;
    double value;
    TRY(parse_number(p, "a number", &n));
    TRY(number_to_real(p, &n, DT_F64, &bits));
    memcpy(&value, &bits, sizeof value);
    *word = attr_real_word(value);
    if (ATTR_IS_REF(*word)) /* five words have another meaning */
        return parse_fail(p, &n.token, "the value is too close to 0 for an attribute");
    return value == value || parse_fail(p, &n.token, "NaN is no value for an attribute");
}

/* `$name`: the composite's own attribute. */
static bool parse_reference(Parser *p, int64_t *word) {
    TRY(parse_advance(p));
    int k =
        p->token.kind == TOK_NAME ? op_attr_find(p->expanding, p->token.text, p->token.len) : -1;
    if (k < 0)
        return parse_fail(p, &p->token, "the op has no such attribute");
    *word = ATTR_REF(k);
    return parse_advance(p);
}

bool parse_attr_value(Parser *p, Op op, unsigned k, Attrs *attrs) {
    int64_t *word = &attrs->word[k];
    Literal literal;
    TypeId type;
    if (p->expanding != OP_NONE && parse_is(p, '$'))
        return parse_reference(p, word);
    switch (op_info(op)->attrs[k].kind) {
    case ATTR_BOOL: return parse_bool(p, word);
    case ATTR_INT: return parse_int_attr(p, word);
    case ATTR_REAL: return parse_real_attr(p, word);
    case ATTR_INTS: return parse_list(p, ATTR_INTS, word);
    case ATTR_DIMS: return parse_list(p, ATTR_DIMS, word);
    case ATTR_PROGRAM: return parse_program_ref(p, word);
    case ATTR_COMBINE: return parse_combine(p, word);
    case ATTR_TYPE:
        TRY(parse_type(p, &type));
        *word = type;
        return true;
    case ATTR_LITERAL:
        TRY(parse_literal(p, &literal));
        return program_attr_literal(p->env, p->program, &literal, word);
    default: return parse_fail(p, &p->token, "no value is expected here");
    }
}
