/* Kernels from text: the head, memories and accesses. parse_body.c reads instructions. */
#include "kernel/check.h"
#include "kernel/parse_parts.h"

/* ---- small things */

bool kernel_word_is(const KernelParser *p, const char *word) {
    const Token *t = &p->base.token;
    return t->kind == TOK_NAME && t->len == strlen(word) && memcmp(t->text, word, t->len) == 0;
}

bool kernel_accept_word(KernelParser *p, const char *word, bool *taken) {
    *taken = kernel_word_is(p, word);
    return !*taken || parse_advance(&p->base);
}

static bool expect_word(KernelParser *p, const char *word, const char *what) {
    return kernel_word_is(p, word) ? parse_advance(&p->base) : parse_expected(&p->base, what);
}

bool kernel_label(const KernelParser *p, char letter, uint32_t *number) {
    const Token *t = &p->base.token;
    char text[16];
    if (t->kind != TOK_NAME || t->len >= sizeof text || t->text[0] != letter)
        return false;
    memcpy(text, t->text, t->len);
    text[0] = 'v';
    return is_number_label(text, t->len, number);
}

bool kernel_expect_label(KernelParser *p, char letter, const char *what, uint32_t *number) {
    if (!kernel_label(p, letter, number))
        return parse_expected(&p->base, what);
    return parse_advance(&p->base);
}

bool kernel_dtype(KernelParser *p, Dtype *out) {
    const Token *t = &p->base.token;
    *out = t->kind == TOK_NAME ? dtype_from_name(t->text, t->len) : DT_NONE;
    return *out == DT_NONE ? parse_expected(&p->base, "a dtype such as f32")
                           : parse_advance(&p->base);
}

static bool number_up_to(KernelParser *p, const char *what, int64_t least, int64_t most,
                         int64_t *out) {
    Token at = p->base.token;
    TRY(parse_integer(&p->base, what, out));
    return (*out >= least && *out <= most) || parse_fail(&p->base, &at, "%s must be %lld to %lld",
                                                         what, (long long)least, (long long)most);
}

/* ---- the head: `kernel: row-resident over [64 | 128]` */

static bool parse_schedule(KernelParser *p) {
    Parser *base = &p->base;
    Token at = base->token;
    char text[32] = "";
    size_t len = 0;
    for (bool more = true; more;) {
        const Token *t = &base->token;
        if (t->kind != TOK_NAME || len + t->len + 2 > sizeof text)
            return parse_expected(base, "a schedule such as map");
        memcpy(text + len, t->text, t->len);
        len += t->len;
        TRY(parse_advance(base) && parse_accept(base, '-', &more));
        if (more)
            text[len++] = '-';
    }
    for (Schedule s = 0; s < SCHEDULE_COUNT; s++)
        if (strcmp(schedule_name(s), text) == 0) {
            p->text->kernel.schedule = s;
            return true;
        }
    return parse_fail(base, &at, "there is no schedule called %s", text);
}

static bool parse_space(KernelParser *p) {
    Parser *base = &p->base;
    Kernel *k = &p->text->kernel;
    bool bar;
    TRY(parse_expect(base, '[', "before the extents"));
    TRY(parse_accept(base, '|', &bar));
    for (bool more = !parse_is(base, ']'); more;) {
        int64_t extent;
        if (k->n_axes == MAX_RANK)
            return parse_fail(base, &base->token, "a kernel has at most %d axes", MAX_RANK);
        TRY(number_up_to(p, "an extent", 0, INT64_MAX, &extent));
        TRY(vec_push(base->env, &p->text->extents, extent));
        k->n_axes++;
        k->n_inner += bar;
        TRY(parse_accept(base, ',', &more));
        if (!more && !bar) {
            TRY(parse_accept(base, '|', &bar));
            more = bar;
        }
    }
    return parse_expect(base, ']', "after the extents");
}

static bool parse_head(KernelParser *p) {
    return expect_word(p, "kernel", "a kernel: `kernel: map over [8]`") &&
           parse_expect(&p->base, ':', "after `kernel`") && parse_schedule(p) &&
           expect_word(p, "over", "`over`") && parse_space(p);
}

/* ---- memories: `memory x: 64 bytes from -16` */

static bool parse_memory(KernelParser *p) {
    Parser *base = &p->base;
    KernelMemory memory = {0};
    StrId name;
    bool from;
    Token at = base->token;
    TRY(parse_name(base, "the name of a memory", &name));
    if (name >= p->memory_of.len)
        TRY(vec_extend(base->env, &p->memory_of, name + 1 - p->memory_of.len));
    if (p->memory_of.at[name])
        return parse_fail(base, &at, "there is a memory %s already",
                          strings_get(&base->module->strings, name));
    TRY(parse_expect(base, ':', "after the name of a memory"));
    TRY(number_up_to(p, "the size of a memory", 0, INT64_MAX, &memory.bytes));
    TRY(expect_word(p, "bytes", "`bytes`") && kernel_accept_word(p, "from", &from));
    if (from)
        TRY(number_up_to(p, "where a memory begins", -INT64_MAX, 0, &memory.from));
    TRY(vec_push(base->env, &p->text->memories, memory));
    TRY(vec_push(base->env, &p->memory_names, name));
    p->memory_of.at[name] = p->text->memories.len;
    return true;
}

/* ---- accesses: `a0: reads x [512, 4] offset 8 indexed [10: 40] + 4 f32 of 16 bytes part 1 of 3 empty` */

static bool parse_place(KernelParser *p, Access *a, BoundAccess *b) {
    Parser *base = &p->base;
    StrId name;
    a->store = kernel_word_is(p, "writes");
    if (kernel_word_is(p, "number")) {
        *b = (BoundAccess){.pointer = UINT32_MAX, .elem_size = 1};
        a->buffer = NO_BUFFER;
        a->dtype = DT_I64;
        return parse_advance(base);
    }
    if (!a->store && !kernel_word_is(p, "reads"))
        return parse_expected(base, "reads, writes or number");
    TRY(parse_advance(base));
    Token at = base->token;
    TRY(parse_name(base, "the name of a memory", &name));
    if (name >= p->memory_of.len || !p->memory_of.at[name])
        return parse_fail(base, &at, "there is no memory %s",
                          strings_get(&base->module->strings, name));
    a->buffer = b->pointer = p->memory_of.at[name] - 1;
    return true;
}

/* Axes of the kernel, then of the indices; in the pool the latter come first. */
static bool parse_strides(KernelParser *p, Access *a, BoundAccess *b) {
    Parser *base = &p->base;
    int64_t along[MAX_RANK], indexed[2][MAX_RANK];
    uint32_t n = p->text->kernel.n_axes;
    bool more;
    TRY(parse_expect(base, '[', "before the strides"));
    for (uint32_t k = 0; k < n; k++) {
        if (k)
            TRY(parse_expect(base, ',', "between strides, one for each axis"));
        TRY(parse_integer(base, "a stride, one for each axis", &along[k]));
    }
    TRY(parse_expect(base, ']', "after the strides, one for each axis"));
    TRY(kernel_accept_word(p, "offset", &more));
    if (more)
        TRY(parse_integer(base, "an offset", &b->offset));
    TRY(kernel_accept_word(p, "indexed", &more));
    if (more)
        TRY(parse_expect(base, '[', "before the indexed axes"));
    while (more) {
        if (a->n_indexed + n == MAX_RANK)
            return parse_fail(base, &base->token, "there are more than %d axes in all", MAX_RANK);
        TRY(number_up_to(p, "an extent", 0, INT64_MAX, &indexed[1][a->n_indexed]));
        TRY(parse_expect(base, ':', "before the stride of an indexed axis"));
        TRY(parse_integer(base, "a stride", &indexed[0][a->n_indexed++]));
        TRY(parse_accept(base, ',', &more));
        if (!more)
            TRY(parse_expect(base, ']', "after the indexed axes"));
    }
    TRY(vec_push(base->env, &p->strides, p->text->numbers.len));
    for (uint32_t k = 0; k < n + 2 * a->n_indexed; k++) {
        int64_t number = k < a->n_indexed       ? indexed[0][k]
                         : k < a->n_indexed + n ? along[k - a->n_indexed]
                                                : indexed[1][k - a->n_indexed - n];
        TRY(vec_push(base->env, &p->text->numbers, number));
    }
    return true;
}

static bool parse_scalar(KernelParser *p, Access *a, BoundAccess *b) {
    int64_t number;
    bool more;
    TRY(parse_accept(&p->base, '+', &more));
    if (more) {
        TRY(number_up_to(p, "the place of a scalar", 0, UINT32_MAX, &number));
        a->leaf = (uint32_t)number;
    }
    if (a->buffer == NO_BUFFER)
        return true;
    TRY(kernel_dtype(p, &a->dtype) && kernel_accept_word(p, "of", &more));
    b->elem_size = dtype_info(a->dtype)->bits / 8u;
    if (more) {
        TRY(number_up_to(p, "the size of an element", 1, UINT32_MAX, &number));
        b->elem_size = (uint32_t)number;
        TRY(expect_word(p, "bytes", "`bytes`"));
    }
    TRY(kernel_accept_word(p, "part", &more));
    if (more) {
        TRY(number_up_to(p, "a part", 0, UINT8_MAX, &number));
        a->part = (uint8_t)number;
        TRY(expect_word(p, "of", "`of`"));
        TRY(number_up_to(p, "the number of parts", 1, UINT8_MAX, &number));
        a->parts = (uint8_t)number;
    }
    return true;
}

static bool parse_access(KernelParser *p, uint32_t number) {
    Env *env = p->base.env;
    KernelText *t = p->text;
    Access a = {0};
    if (number != t->accesses.len)
        return parse_fail(&p->base, &p->base.token, "accesses stand in order: a%u is next",
                          t->accesses.len);
    TRY(vec_push(env, &p->access_locs, p->base.token.loc) && parse_advance(&p->base));
    TRY(parse_expect(&p->base, ':', "after the number of an access"));
    TRY(vec_extend(env, &t->accesses, 1));
    BoundAccess *b = &t->accesses.at[t->accesses.len - 1];
    TRY(parse_place(p, &a, b) && parse_strides(p, &a, b) && parse_scalar(p, &a, b));
    return kernel_accept_word(p, "empty", &b->empty) && vec_push(env, &t->kernel.accesses, a);
}

/* ---- all of it */

static bool parse_parts(KernelParser *p) {
    uint32_t number;
    bool memory;
    TRY(parse_head(p));
    for (;;) {
        TRY(kernel_accept_word(p, "memory", &memory));
        if (memory)
            TRY(parse_memory(p));
        else
            break;
    }
    while (kernel_label(p, 'a', &number))
        TRY(parse_access(p, number));
    return kernel_parse_body(p);
}

/* The pools have stopped growing: what points into them can. */
static void tie(KernelParser *p) {
    KernelText *t = p->text;
    for (uint32_t a = 0; a < t->accesses.len; a++) {
        BoundAccess *b = &t->accesses.at[a];
        b->strides = t->numbers.at + p->strides.at[a];
        b->indexed = b->strides + t->kernel.accesses.at[a].n_indexed + t->kernel.n_axes;
    }
    for (uint32_t m = 0; m < t->memories.len; m++)
        t->memories.at[m].name = strings_get(&t->names->strings, p->memory_names.at[m]);
    t->bound = (BoundKernel){&t->kernel, t->extents.at, t->accesses.at};
}

static bool check(KernelParser *p) {
    KernelText *t = p->text;
    Env *env = p->base.env;
    KernelPlace at;
    if (bound_kernel_check(env, &t->bound, t->memories.at, t->memories.len, &at))
        return true;
    if (env->error->status == FRIT_ERR_CHECK) {
        Loc loc = at.instr != NO_INSTR    ? p->locs.at[at.instr]
                  : at.access != NO_INSTR ? p->access_locs.at[at.access]
                                          : (Loc){1, 1};
        env->error->line = loc.line;
        env->error->column = loc.column;
    }
    return false;
}

KernelText *kernel_parse(Env *env, const char *text, size_t len) {
    KernelText *t = env_new(env, sizeof *t);
    if (!t)
        return NULL;
    t->allocator = *env->allocator;
    t->names = module_new(env);
    KernelParser p = {.text = t, .most = len < UINT32_MAX ? (uint32_t)len : UINT32_MAX};
    bool ok = t->names && parser_init(&p.base, env, t->names, text, len);
    p.base.lexer.more = "|+-";
    ok = ok && parse_parts(&p);
    if (ok) {
        tie(&p);
        ok = check(&p);
    }
    if (t->names)
        parser_free(&p.base);
    vec_free(env->allocator, &p.memory_of);
    vec_free(env->allocator, &p.memory_names);
    vec_free(env->allocator, &p.strides);
    vec_free(env->allocator, &p.defined);
    vec_free(env->allocator, &p.open);
    vec_free(env->allocator, &p.locs);
    vec_free(env->allocator, &p.access_locs);
    if (ok)
        return t;
    kernel_text_free(t);
    return NULL;
}

void kernel_text_free(KernelText *t) {
    if (!t)
        return;
    frit_allocator allocator = t->allocator;
    kernel_free(&allocator, &t->kernel);
    vec_free(&allocator, &t->memories);
    vec_free(&allocator, &t->accesses);
    vec_free(&allocator, &t->extents);
    vec_free(&allocator, &t->numbers);
    if (t->names)
        module_free(t->names);
    env_free(&allocator, t, sizeof *t);
}
