/* Bytecode from its text (dump.c). What was read can be looked at and written again; nothing runs it. */
#include <stdlib.h>

#include "front/script/vm/code.h"

typedef struct Reader {
    Interp *in;
    ScriptNames *names;
    const char *at, *end; /* of the line's rest */
    Code *code;
    bool wrong;
} Reader;

/* The next word of the line; empty at its end. */
static const char *word(Reader *r, size_t *len) {
    while (r->at < r->end && *r->at == ' ')
        r->at++;
    const char *begin = r->at;
    while (r->at < r->end && *r->at != ' ')
        r->at++;
    *len = (size_t)(r->at - begin);
    return begin;
}

static uint32_t number(Reader *r) {
    size_t len;
    const char *text = word(r, &len);
    uint64_t value = 0;
    if (len && *text == '@') {
        text++;
        len--;
    }
    r->wrong |= len == 0 || len > 10;
    for (size_t k = 0; k < len && !r->wrong; k++) {
        r->wrong |= text[k] < '0' || text[k] > '9';
        value = value * 10 + (uint64_t)(text[k] - '0');
    }
    r->wrong |= value > UINT32_MAX;
    return (uint32_t)value;
}

static bool name(Reader *r, NameId *out) {
    size_t len;
    const char *text = word(r, &len);
    r->wrong |= len == 0;
    *out = 0;
    if (r->wrong || (len == 1 && *text == '-'))
        return true;
    *out = script_name(&r->in->env, r->names, text, len);
    return *out != 0 || interp_fail_raw(r->in);
}

static int digit(char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static void bytes(Reader *r, void *to, size_t n) {
    size_t len;
    const char *text = word(r, &len);
    r->wrong |= len != 2 * n;
    for (size_t k = 0; k < n && !r->wrong; k++) {
        int high = digit(text[2 * k]), low = digit(text[2 * k + 1]);
        r->wrong |= high < 0 || low < 0;
        ((unsigned char *)to)[k] = (unsigned char)(high * 16 + low);
    }
}

static bool push_constant(Reader *r, Value v) {
    if (vec_push(&r->in->env, &r->code->constants, v))
        return true;
    value_drop(r->in, v);
    return interp_fail_raw(r->in);
}

static bool array_constant(Reader *r) {
    uint32_t class_ = number(r), complex = number(r), quoted = number(r);
    uint32_t rows = number(r), columns = number(r);
    Shape shape = shape_make(rows, columns);
    /* As many elements as there are bytes written. */
    r->wrong |=
        class_ >= CLASS_COUNT || shape_count(&shape) < 0 || shape_count(&shape) > r->end - r->at;
    if (r->wrong)
        return true;
    Array *array;
    if (!value_array_new(r->in, (ValueClass)class_, complex, &shape, &array))
        return false;
    array->quoted = quoted;
    bytes(r, array->data,
          class_size((ValueClass)class_) * (complex ? 2 : 1) * (size_t)array->count);
    return push_constant(r, value_of_array(array));
}

static bool constant(Reader *r) {
    size_t len;
    const char *kind = word(r, &len);
    if (len == 5 && memcmp(kind, "array", 5) == 0)
        return array_constant(r);
    Value v = {.kind = VALUE_NUMBER};
    uint32_t class_ = number(r), quoted = number(r);
    r->wrong |= class_ >= CLASS_COUNT;
    v.class_ = (uint8_t)class_;
    v.quoted = quoted;
    bytes(r, &v.as.u64, sizeof v.as.u64);
    return r->wrong || push_constant(r, v);
}

static bool scalar(Reader *r) {
    size_t len;
    double x = 0;
    const char *text = word(r, &len);
    r->wrong |= !parse_f64(text, len, &x);
    return vec_push(&r->in->env, &r->code->scalars, x) || interp_fail_raw(r->in);
}

static bool step(Reader *r) {
    PathStep s = {.kind = (uint8_t)number(r), .dynamic = number(r) != 0};
    s.n = (uint16_t)number(r);
    s.first = number(r);
    return name(r, &s.name) &&
           (vec_push(&r->in->env, &r->code->steps, s) || interp_fail_raw(r->in));
}

static bool is(const char *text, size_t len, const char *what) {
    return strlen(what) == len && memcmp(text, what, len) == 0;
}

static bool instruction(Reader *r) {
    size_t len;
    const char *text = word(r, &len);
    uint32_t op = 0;
    while (op < OP_COUNT && !is(text, len, op_name((OpCode)op)))
        op++;
    if (op == OP_COUNT) {
        r->wrong = true;
        return true;
    }
    Instr i = {.op = (uint8_t)op, .y = (uint8_t)number(r), .x = (uint16_t)number(r)};
    uint32_t *fields[3] = {&i.a, &i.b, &i.c};
    for (uint32_t k = 0; k < 3; k++) {
        if (op_field((uint8_t)op, k + 1) != NAME)
            *fields[k] = number(r);
        else if (!name(r, fields[k]))
            return false;
    }
    uint32_t place = number(r);
    return (vec_push(&r->in->env, &r->code->code, i) &&
            vec_push(&r->in->env, &r->code->places, place)) ||
           interp_fail_raw(r->in);
}

/* One of the tables that have numbers alone. */
static bool numbers(Reader *r, const char *kind, size_t len, bool *known) {
    Env *env = &r->in->env;
    Code *code = r->code;
    *known = true;
    if (is(kind, len, "path")) {
        CodePath p = {.base = number(r)};
        p.first = number(r);
        p.n = number(r);
        return vec_push(env, &code->paths, p);
    }
    if (is(kind, len, "subscript"))
        return vec_push(env, &code->path_registers, number(r));
    if (is(kind, len, "guard")) {
        Guard g = {.begin = number(r)};
        g.end = number(r);
        g.handler = number(r);
        return vec_push(env, &code->guards, g);
    }
    if (is(kind, len, "loop")) {
        CodeLoop l = {.state = number(r)};
        l.turn = number(r);
        l.test = number(r);
        return vec_push(env, &code->loops, l);
    }
    *known = false;
    return true;
}

static bool names_line(Reader *r, const char *kind, size_t len, bool *known) {
    Env *env = &r->in->env;
    NameId id;
    bool variable = is(kind, len, "variable"), site = is(kind, len, "site");
    *known = variable || site || is(kind, len, "function");
    if (!*known)
        return true;
    if (!name(r, &id))
        return false;
    CallSite s = {.name = id};
    if (variable ? vec_push(env, &r->code->variables, id)
        : site   ? vec_push(env, &r->code->sites, s)
                 : vec_push(env, &r->code->function_names, id))
        return true;
    return interp_fail_raw(r->in);
}

static bool line(Reader *r) {
    size_t len;
    bool known;
    const char *kind = word(r, &len);
    if (len && *kind >= '0' && *kind <= '9')
        return instruction(r);
    if (is(kind, len, "code")) {
        bool ok = name(r, &r->code->name);
        r->code->n_vars = number(r);
        r->code->first_const = number(r);
        r->code->first_temp = number(r);
        r->code->n_registers = number(r);
        return ok;
    }
    if (is(kind, len, "scalar"))
        return scalar(r);
    if (is(kind, len, "constant"))
        return constant(r);
    if (is(kind, len, "step"))
        return step(r);
    if (!numbers(r, kind, len, &known))
        return interp_fail_raw(r->in);
    if (!known && !names_line(r, kind, len, &known))
        return false;
    r->wrong |= !known && !is(kind, len, "end");
    return true;
}

bool code_read(Interp *in, ScriptNames *names, const char *text, size_t len, Code **out) {
    Reader r = {.in = in, .names = names};
    r.code = interp_alloc(in, sizeof *r.code);
    if (!r.code)
        return false;
    memset(r.code, 0, sizeof *r.code);
    const char *at = text, *stop = text + len;
    bool ok = true;
    uint32_t lines = 0;
    while (at < stop && ok && !r.wrong) {
        const char *newline = memchr(at, '\n', (size_t)(stop - at));
        const char *end = newline ? newline : stop, *comment = at;
        while (comment < end && *comment != ';')
            comment++;
        r.at = at;
        r.end = comment;
        lines++;
        ok = line(&r);
        at = end + 1;
    }
    if (ok && (r.wrong || r.code->variables.len != r.code->first_const))
        ok = interp_fail(in, "line %u is no bytecode", lines);
    if (!ok) {
        code_free(in, r.code);
        return false;
    }
    *out = r.code;
    return true;
}
