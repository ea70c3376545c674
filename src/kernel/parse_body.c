/* Instructions from text. What they mean together is the checker's business. */
#include "kernel/parse_parts.h"

static Kernel *kernel_of(const KernelParser *p) {
    return &p->text->kernel;
}

/* ---- values */

static bool parse_level(KernelParser *p, unsigned *out) {
    for (*out = LEVEL_UNIFORM; *out <= LEVEL_FULL; ++*out)
        if (kernel_word_is(p, kernel_level_name(*out)))
            return parse_advance(&p->base);
    return parse_expected(&p->base, "uniform, row or full");
}

/* v<n>, not necessarily defined yet. */
static bool parse_mention(KernelParser *p, ValId *out) {
    Token at = p->base.token;
    TRY(kernel_expect_label(p, 'v', "a value such as v0", out));
    return *out < p->most || parse_fail(&p->base, &at, "there are not so many values");
}

static bool parse_operand_value(KernelParser *p, ValId *out) {
    Token at = p->base.token;
    TRY(parse_mention(p, out));
    return (*out < p->defined.len && p->defined.at[*out]) ||
           parse_fail(&p->base, &at, "v%u is not made before it is used", *out);
}

static bool define(KernelParser *p, const Token *at, ValId v, KernelValue value) {
    Env *env = p->base.env;
    Kernel *k = kernel_of(p);
    if (v < p->defined.len && p->defined.at[v])
        return parse_fail(&p->base, at, "v%u is made already", v);
    if (v >= k->values.len) {
        uint32_t n = v + 1 - k->values.len;
        TRY(vec_extend(env, &k->values, n) && vec_extend(env, &p->defined, n));
    }
    k->values.at[v] = value;
    p->defined.at[v] = true;
    return true;
}

/* `[16]`: of an array. */
static bool parse_count(KernelParser *p, uint32_t *out) {
    Token at = p->base.token;
    int64_t count = 0;
    bool some;
    TRY(parse_accept(&p->base, '[', &some));
    if (some) {
        at = p->base.token;
        TRY(parse_integer(&p->base, "the number of an array's elements", &count));
        if (count < 1 || count > ARRAY_COUNT_MOST)
            return parse_fail(&p->base, &at, "an array has 1 to %d elements", ARRAY_COUNT_MOST);
        TRY(parse_expect(&p->base, ']', "after the number of an array's elements"));
    }
    *out = (uint32_t)count;
    return true;
}

/* `v3: f32 full`, `v3: f32[16] full` */
static bool parse_definition_of(KernelParser *p, ValId *v, KernelValue *value) {
    Dtype dtype;
    unsigned level;
    uint32_t count;
    TRY(parse_mention(p, v) && parse_expect(&p->base, ':', "before the dtype of a value"));
    TRY(kernel_dtype(p, &dtype) && parse_count(p, &count) && parse_level(p, &level));
    *value = (KernelValue){.dtype = (uint8_t)dtype, .level = (uint8_t)level, .count = count};
    return true;
}

/* ---- operands */

static bool push_operand(KernelParser *p, KernelInstr *i) {
    ValId v;
    if (i->n_in == UINT16_MAX)
        return parse_fail(&p->base, &p->base.token, "there are too many operands");
    TRY(parse_operand_value(p, &v) && vec_push(p->base.env, &kernel_of(p)->operands, v));
    i->n_in++;
    return true;
}

static bool parse_operands(KernelParser *p, KernelInstr *i) {
    uint32_t number;
    bool more = kernel_label(p, 'v', &number);
    i->in = kernel_of(p)->operands.len;
    if (instr_has_access(i)) {
        Token at = p->base.token;
        TRY(kernel_expect_label(p, 'a', "an access such as a0", &i->access));
        if (i->access >= p->text->accesses.len)
            return parse_fail(&p->base, &at, "there is no access a%u", i->access);
        TRY(parse_accept(&p->base, ',', &more));
    }
    while (more)
        TRY(push_operand(p, i) && parse_accept(&p->base, ',', &more));
    return true;
}

/* `v8 = v0 then v9 gives v10: f32 full`; of a branch without `v8 =`. */
static bool parse_carry(KernelParser *p, Carry *out) {
    Token at = p->base.token;
    KernelValue value;
    bool phi;
    *out = (Carry){.phi = NO_VAL};
    TRY(parse_mention(p, &out->init) && parse_accept(&p->base, '=', &phi));
    if (phi) {
        out->phi = out->init;
        TRY(parse_operand_value(p, &out->init));
    }
    if (!kernel_word_is(p, "then"))
        return parse_expected(&p->base, "`then`");
    TRY(parse_advance(&p->base) && parse_mention(p, &out->next));
    if (!kernel_word_is(p, "gives"))
        return parse_expected(&p->base, "`gives`");
    TRY(parse_advance(&p->base) && parse_definition_of(p, &out->result, &value));
    return define(p, &at, out->result, value) && (!phi || define(p, &at, out->phi, value));
}

static bool parse_carries(KernelParser *p, KernelInstr *i) {
    bool more;
    i->carry = kernel_of(p)->carries.len;
    TRY(kernel_accept_word(p, "carries", &more));
    while (more) {
        Carry carry;
        TRY(parse_carry(p, &carry) && vec_push(p->base.env, &kernel_of(p)->carries, carry));
        i->n_carries++;
        TRY(parse_accept(&p->base, ',', &more));
    }
    return true;
}

/* ---- words */

/* Words that have an operation of their own, or the name of an op. */
static bool parse_operation(KernelParser *p, KernelInstr *i) {
    static const uint8_t codes[] = {K_SELECT, K_CAST,  K_BITCAST, K_LOAD,    K_INDEX, K_FOR,
                                    K_TABLE,  K_ARRAY, K_COPY,    K_ELEMENT, K_PUT};
    const Token *t = &p->base.token;
    bool at;
    for (size_t k = 0; k < sizeof codes; k++)
        if (kernel_word_is(p, kernel_code_names[codes[k]])) {
            i->code = codes[k];
            TRY(parse_advance(&p->base) && kernel_accept_word(p, "at", &at));
            if (at && i->code != K_LOAD)
                return parse_fail(&p->base, &p->base.token, "only load and store have `at`");
            if (at)
                i->code = K_GATHER;
            return true;
        }
    Op op = t->kind == TOK_NAME ? op_from_name(t->text, t->len) : OP_NONE;
    KernelCode code = op == OP_NONE ? K_CODE_COUNT : kernel_code_of(op);
    if (code == K_CODE_COUNT)
        return parse_expected(&p->base, "an operation of kernels such as load or add");
    i->code = (uint8_t)code;
    i->op = (uint16_t)op;
    return parse_advance(&p->base);
}

static bool parse_flags(KernelParser *p, KernelInstr *i) {
    static const struct {
        const char *word;
        uint8_t flag;
    } words[] = {{"omit_nan", KF_OMIT_NAN}, {"reverse", KF_REVERSE}, {"exclusive", KF_EXCLUSIVE}};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
        bool taken;
        TRY(kernel_accept_word(p, words[k].word, &taken));
        i->flags |= taken ? words[k].flag : 0;
    }
    return true;
}

static bool parse_combination(KernelParser *p, KernelInstr *i) {
    i->flags = LEVEL_FULL;
    for (Combine c = 0; c < COMBINE_COUNT; c++)
        if (kernel_word_is(p, combine_name(c))) {
            i->combine = (uint8_t)c;
            return parse_advance(&p->base);
        }
    return parse_expected(&p->base, "set, add, mul, max or min");
}

/* ---- instructions */

/* Of the operands where the code says so, else of the value or of the access. */
static uint8_t own_dtype(const KernelParser *p, const KernelInstr *i) {
    const Kernel *k = kernel_of(p);
    switch (i->code) {
    case K_STEP:
    case K_CAST:
    case K_BITCAST:
    case K_REDUCE:
    case K_SCAN:
    case K_FOR: return i->n_in ? k->values.at[kernel_in(k, i)[0]].dtype : 0;
    case K_STORE:
    case K_SCATTER: return (uint8_t)k->accesses.at[i->access].dtype;
    default: return i->value == NO_VAL ? 0 : k->values.at[i->value].dtype;
    }
}

static bool literal_is_next(const KernelParser *p) {
    return p->base.token.kind == TOK_NUMBER || parse_is(&p->base, '(') ||
           kernel_word_is(p, "true") || kernel_word_is(p, "false") || kernel_word_is(p, "nan") ||
           kernel_word_is(p, "inf");
}

/* What stands behind `table`. */
static bool parse_table(KernelParser *p, KernelInstr *i, KernelValue *value) {
    Kernel *k = kernel_of(p);
    bool more = true;
    value->bits = (Bits){k->tables.len, 0};
    i->in = k->operands.len;
    for (uint32_t n = 0; more; n++) {
        Bits bits;
        if (n == value->count)
            return parse_fail(&p->base, &p->base.token, "the table has more than %u elements", n);
        TRY(parse_bits(&p->base, (Dtype)value->dtype, &bits));
        TRY(vec_push(p->base.env, &k->tables, bits) && parse_accept(&p->base, ',', &more));
    }
    return k->tables.len - value->bits.lo == value->count ||
           parse_expected(&p->base, "another element of the table");
}

static bool parse_made(KernelParser *p, KernelInstr *i) {
    KernelValue value;
    Token at = p->base.token;
    TRY(parse_definition_of(p, &i->value, &value));
    TRY(parse_expect(&p->base, '=', "after the level of a value"));
    if (literal_is_next(p)) {
        i->code = K_CONST;
        i->in = kernel_of(p)->operands.len;
        TRY(parse_bits(&p->base, (Dtype)value.dtype, &value.bits));
    } else {
        TRY(parse_operation(p, i) && parse_flags(p, i));
        TRY(i->code == K_TABLE ? parse_table(p, i, &value) : parse_operands(p, i));
    }
    return define(p, &at, i->value, value);
}

static bool parse_done(KernelParser *p, KernelInstr *i) {
    static const uint8_t codes[] = {K_STORE, K_WHILE, K_TEST, K_IF, K_ELSE, K_END};
    size_t k = 0;
    bool at;
    while (k < sizeof codes && !kernel_word_is(p, kernel_code_names[codes[k]]))
        k++;
    if (k == sizeof codes)
        return parse_expected(&p->base, "an instruction such as v0: f32 full = load a0");
    i->code = codes[k];
    TRY(parse_advance(&p->base));
    if (i->code == K_STORE) {
        unsigned level;
        TRY(kernel_accept_word(p, "at", &at));
        if (at) {
            i->code = K_SCATTER;
            TRY(parse_combination(p, i));
        } else {
            TRY(parse_level(p, &level));
            i->flags = (uint8_t)level;
        }
    }
    i->in = kernel_of(p)->operands.len;
    bool none = i->code == K_WHILE || i->code == K_ELSE || i->code == K_END;
    return none || parse_operands(p, i);
}

/* Each marker of a region names the next, the last one the first. */
static bool tie_region(KernelParser *p, KernelInstr *i, const Token *at) {
    Kernel *k = kernel_of(p);
    uint32_t n = k->body.len;
    if (instr_opens(i)) {
        ReadRegion region = {n, n};
        return vec_push(p->base.env, &p->open, region);
    }
    if (i->code != K_TEST && i->code != K_ELSE && i->code != K_END)
        return true;
    if (p->open.len == 0)
        return parse_fail(&p->base, at, "there is no loop or branch that it belongs to");
    ReadRegion *region = &p->open.at[p->open.len - 1];
    k->body.at[region->last].match = n;
    region->last = n;
    if (i->code == K_END) {
        i->match = region->opener;
        p->open.len--;
    }
    return true;
}

static bool parse_instr(KernelParser *p) {
    KernelInstr i = {.value = NO_VAL, .step = kernel_of(p)->body.len};
    Token at = p->base.token;
    uint32_t number;
    TRY(kernel_label(p, 'v', &number) ? parse_made(p, &i) : parse_done(p, &i));
    if (instr_opens(&i))
        TRY(parse_carries(p, &i));
    i.dtype = own_dtype(p, &i);
    TRY(tie_region(p, &i, &at));
    return vec_push(p->base.env, &p->locs, at.loc) && vec_push(p->base.env, &kernel_of(p)->body, i);
}

bool kernel_parse_body(KernelParser *p) {
    while (p->base.token.kind != TOK_END)
        TRY(parse_instr(p));
    return true;
}
