/* Tokens, variables and statements of the text form. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "ir/parser.h"

/* ---- tokens */

void parse_set_error(Parser *p, const Token *at, const char *format, ...) {
    char message[sizeof p->env->error->message];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    p->env->error->line = at->loc.line;
    p->env->error->column = at->loc.column;
    env_set_error(p->env, FRIT_ERR_SYNTAX, FRIT_STAGE_PARSE, "%s", message);
}

bool parse_advance(Parser *p) {
    return lexer_next(p->env, &p->lexer, &p->token);
}

bool parse_is(const Parser *p, char punct) {
    return p->token.kind == TOK_PUNCT && p->token.punct == punct;
}

bool parse_accept(Parser *p, char punct, bool *taken) {
    *taken = parse_is(p, punct);
    return !*taken || parse_advance(p);
}

/* What stands there, for "expected …, found …". */
static const char *describe(const Parser *p, char *buffer, size_t size) {
    const Token *t = &p->token;
    if (t->kind == TOK_END)
        return "the end of the text";
    snprintf(buffer, size, "`%.*s`", (int)(t->len < 40 ? t->len : 40), t->text);
    return buffer;
}

bool parse_expected(Parser *p, const char *what) {
    char buffer[64];
    return parse_fail(p, &p->token, "expected %s, found %s", what,
                      describe(p, buffer, sizeof buffer));
}

bool parse_expect(Parser *p, char punct, const char *where) {
    char buffer[64];
    if (!parse_is(p, punct))
        return parse_fail(p, &p->token, "expected `%c` %s, found %s", punct, where,
                          describe(p, buffer, sizeof buffer));
    return parse_advance(p);
}

bool parse_name(Parser *p, const char *what, StrId *out) {
    Token t = p->token;
    if (t.kind == TOK_NAME) {
        TRY(strings_add(p->env, &p->module->strings, t.text, t.len, out));
    } else if (t.kind == TOK_QUOTED) {
        Str name = str_make(p->env);
        bool ok = unquote(p->env, &t, &name) &&
                  strings_add(p->env, &p->module->strings, name.data, name.len, out);
        str_free(&name);
        TRY(ok);
    } else {
        return parse_expected(p, what);
    }
    return parse_advance(p);
}

bool parse_integer(Parser *p, const char *what, int64_t *out) {
    const Token *t = &p->token;
    size_t i = t->kind == TOK_NUMBER && t->text[0] == '-';
    uint64_t n = 0;
    bool ok = t->kind == TOK_NUMBER && i < t->len;
    for (; ok && i < t->len; i++) {
        unsigned digit = (unsigned)(t->text[i] - '0');
        ok = digit <= 9 && n <= ((uint64_t)INT64_MAX - digit) / 10;
        n = n * 10 + digit;
    }
    if (!ok)
        return parse_expected(p, what);
    *out = t->text[0] == '-' ? -(int64_t)n : (int64_t)n;
    return parse_advance(p);
}

bool parser_init(Parser *p, Env *env, Module *m, const char *text, size_t len) {
    *p = (Parser){.env = env, .module = m, .lexer = lexer_make(text, len), .expanding = OP_NONE};
    env->error->stage = FRIT_STAGE_PARSE;
    return parse_advance(p);
}

void parser_free(Parser *p) {
    const frit_allocator *allocator = p->env->allocator;
    program_free(allocator, p->program);
    index_free(allocator, &p->ops);
    index_free(allocator, &p->odd_labels);
    vec_free(allocator, &p->operands);
    vec_free(allocator, &p->list);
    vec_free(allocator, &p->fields);
    vec_free(allocator, &p->labels);
}

bool parse_placed(Parser *p, const Token *at, bool ok) {
    if (!ok && p->env->error->status == FRIT_ERR_LIMIT) {
        p->env->error->line = at->loc.line;
        p->env->error->column = at->loc.column;
    }
    return ok;
}

/* ---- variables */

static VarId find_label(const Parser *p, uint32_t n) {
    for (IndexCursor c = index_find(&p->odd_labels, hash_u64(n, 0));
         index_next(&p->odd_labels, &c);)
        if (p->labels.at[c.id] == n)
            return c.id;
    return n < p->labels.len && p->labels.at[n] == n ? n : NO_VAR;
}

/* Fails when the variable's name or label is taken. */
static bool check_free(Parser *p, const Definition *d) {
    VarId taken =
        d->name == NO_STR ? find_label(p, d->label) : program_find_var(p->program, d->name);
    return taken == NO_VAR ||
           parse_fail(p, &d->at, "%.*s is defined already; every variable is assigned once",
                      (int)(d->at.len < 60 ? d->at.len : 60), d->at.text);
}

bool parse_definition(Parser *p, Definition *out) {
    bool typed;
    *out = (Definition){.at = p->token, .label = UINT32_MAX};
    if (p->token.kind == TOK_NAME && is_number_label(p->token.text, p->token.len, &out->label))
        TRY(parse_advance(p));
    else
        TRY(parse_name(p, "the name of a variable", &out->name));
    TRY(check_free(p, out));
    TRY(parse_accept(p, ':', &typed));
    return !typed || parse_type(p, &out->type);
}

bool parse_bind(Parser *p, const Definition *d, VarId var) {
    TRY(check_free(p, d)); /* again: two results of one instruction may have one name */
    TRY(vec_push(p->env, &p->labels, d->label));
    if (d->type != NO_TYPE)
        p->program->vars.at[var].type = d->type;
    if (d->name != NO_STR)
        return program_name_var(p->env, p->module, p->program, var, d->name);
    return d->label == var || index_add(p->env, &p->odd_labels, hash_u64(d->label, 0), var);
}

bool parse_operand(Parser *p, VarId *out) {
    Token at = p->token;
    uint32_t n;
    if (at.kind == TOK_NAME && is_number_label(at.text, at.len, &n)) {
        TRY(parse_advance(p));
        *out = find_label(p, n);
    } else if (at.kind == TOK_NAME) {
        StrId name = strings_find(&p->module->strings, at.text, at.len);
        TRY(parse_advance(p));
        *out = name == NO_STR ? NO_VAR : program_find_var(p->program, name);
    } else if (at.kind == TOK_NUMBER) {
        return parse_fail(
            p, &at, "expected a variable, found `%.*s`; x = const(%.*s) makes one of it",
            (int)(at.len < 40 ? at.len : 40), at.text, (int)(at.len < 40 ? at.len : 40), at.text);
    } else {
        StrId name;
        TRY(parse_name(p, "a variable", &name));
        *out = program_find_var(p->program, name);
    }
    if (*out == NO_VAR && parse_is(p, '('))
        return parse_fail(p, &at, "operands are variables; give %.*s(...) a line of its own",
                          (int)(at.len < 60 ? at.len : 60), at.text);
    return *out != NO_VAR ||
           parse_fail(p, &at, "there is no variable %.*s %s", (int)(at.len < 60 ? at.len : 60),
                      at.text, p->ending ? "in the program" : "above");
}

/* ---- ops */

/* The closest op name, for a hint; NULL when none is near. */
static const char *similar_op(const char *text, size_t len) {
    const char *best = NULL;
    unsigned best_distance = 3;
    for (Op op = 0; op < OP_COUNT && len < 24; op++) {
        const char *name = op_info(op)->name;
        size_t n = strlen(name);
        unsigned row[25];
        if (n >= 24)
            continue;
        for (unsigned j = 0; j <= n; j++)
            row[j] = j;
        for (unsigned i = 1; i <= len; i++) {
            unsigned diagonal = row[0]++;
            for (unsigned j = 1; j <= n; j++) {
                unsigned change = diagonal + (text[i - 1] != name[j - 1]);
                unsigned shift = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
                diagonal = row[j];
                row[j] = change < shift ? change : shift;
            }
        }
        if (row[n] < best_distance && row[n] < len) {
            best_distance = row[n];
            best = name;
        }
    }
    return best;
}

bool parse_index_ops(Parser *p) {
    TRY(index_reserve(p->env, &p->ops, OP_COUNT));
    for (Op op = 0; op < OP_COUNT; op++)
        TRY(index_add(p->env, &p->ops, hash_bytes(op_info(op)->name, strlen(op_info(op)->name), 0),
                      op));
    return true;
}

static bool parse_op_name(Parser *p, Op *out) {
    Token t = p->token;
    if (t.kind != TOK_NAME)
        return parse_expected(p, "an op or @program");
    *out = OP_NONE;
    for (IndexCursor c = index_find(&p->ops, hash_bytes(t.text, t.len, 0));
         index_next(&p->ops, &c);) {
        const char *name = op_info((Op)c.id)->name;
        if (strlen(name) == t.len && memcmp(name, t.text, t.len) == 0)
            *out = (Op)c.id;
    }
    if (*out == OP_NONE)
        *out = op_from_name(t.text, t.len); /* an alias, or a parser without the index */
    if (*out != OP_NONE)
        return parse_advance(p);
    StrId name = strings_find(&p->module->strings, t.text, t.len);
    if (name != NO_STR && program_find_var(p->program, name) != NO_VAR)
        return parse_expected(p, "an op or @program");
    const char *hint = similar_op(t.text, t.len);
    return parse_fail(p, &t, "there is no op called %.*s%s%s%s", (int)(t.len < 60 ? t.len : 60),
                      t.text, hint ? "; did you mean " : "", hint ? hint : "", hint ? "?" : "");
}

/* Is the next token a name with `=` behind it? The lexer is cheap to copy. */
static bool at_keyword(Parser *p, bool *out) {
    Lexer ahead = p->lexer;
    Token next;
    *out = false;
    if (p->token.kind != TOK_NAME && p->token.kind != TOK_QUOTED)
        return true;
    TRY(lexer_next(p->env, &ahead, &next));
    *out = next.kind == TOK_PUNCT && next.punct == '=';
    return true;
}

/* "sum has no attribute axis (axes, keepdims, omit_nan)" */
static bool fail_attr(Parser *p, Op op) {
    char known[160] = "";
    size_t n = 0;
    for (unsigned k = 0; k < op_attr_count(op); k++)
        n += (size_t)snprintf(known + n, sizeof known - n, "%s%s", k ? ", " : " (",
                              op_info(op)->attrs[k].name);
    return parse_fail(p, &p->token, "%s has no attribute %.*s%s%s", op_info(op)->name,
                      (int)(p->token.len < 60 ? p->token.len : 60), p->token.text, known,
                      n ? ")" : "");
}

bool parse_attr(Parser *p, Op op, Attrs *attrs) {
    Token at = p->token;
    int k = op_attr_find(op, at.text, at.len);
    if (k < 0)
        return fail_attr(p, op);
    if (attrs->word[k] != ATTR_ABSENT)
        return parse_fail(p, &at, "%s is given twice", op_info(op)->attrs[k].name);
    TRY(parse_advance(p));
    TRY(parse_expect(p, '=', "after an attribute's name"));
    return parse_attr_value(p, op, (unsigned)k, attrs);
}

/* An op whose only attribute is a literal has it without a name: const(1.5). */
static bool has_bare_literal(Op op) {
    return op_info(op)->arity == 0 && op_info(op)->attrs[0].kind == ATTR_LITERAL;
}

/* Operands, then attributes, up to and with the closing parenthesis. */
static bool parse_arguments(Parser *p, Op op, Attrs *attrs) {
    bool more = !parse_is(p, ')'), keyword, attributes = false;
    if (has_bare_literal(op)) {
        TRY(parse_attr_value(p, op, 0, attrs));
        more = false;
    }
    while (more) {
        TRY(at_keyword(p, &keyword));
        if (keyword) {
            TRY(parse_attr(p, op, attrs));
            attributes = true;
        } else if (attributes) {
            return parse_fail(p, &p->token, "operands come before attributes");
        } else {
            VarId var;
            TRY(parse_operand(p, &var));
            TRY(vec_push(p->env, &p->operands, var));
        }
        TRY(parse_accept(p, ',', &more));
    }
    return parse_expect(p, ')', "or `,` after an operand or attribute");
}

static const char *name_of(const Parser *p, const Program *program) {
    return strings_get(&p->module->strings, program->name);
}

/* The arguments of @callee(a, b, k=c): keywords are the callee's input names. */
static bool parse_call_arguments(Parser *p, const Program *callee) {
    bool more = !parse_is(p, ')'), keyword, keywords = false;
    for (uint32_t i = 0; i < callee->n_inputs; i++)
        TRY(vec_push(p->env, &p->operands, NO_VAR));
    for (uint32_t position = 0; more; position++) {
        VarId slot = position, var;
        Token at = p->token;
        TRY(at_keyword(p, &keyword));
        if (keyword) {
            StrId name;
            TRY(parse_name(p, "the name of an input", &name));
            TRY(parse_advance(p));
            slot = program_find_var(callee, name);
            keywords = true;
        } else if (keywords) {
            return parse_fail(p, &at, "positional arguments come before named ones");
        }
        if (slot >= callee->n_inputs)
            return keyword ? parse_fail(p, &at, "%s has no input called %.*s", name_of(p, callee),
                                        (int)(at.len < 60 ? at.len : 60), at.text)
                           : parse_fail(p, &at, "%s has %u inputs and is given more",
                                        name_of(p, callee), callee->n_inputs);
        if (p->operands.at[slot] != NO_VAR)
            return parse_fail(p, &at, "input %.*s of %s is given twice",
                              (int)(at.len < 60 ? at.len : 60), at.text, name_of(p, callee));
        TRY(parse_operand(p, &var));
        p->operands.at[slot] = var;
        TRY(parse_accept(p, ',', &more));
    }
    for (uint32_t i = 0; i < callee->n_inputs; i++)
        if (p->operands.at[i] == NO_VAR)
            return parse_fail(p, &p->token, "%s has %u inputs; input %u (%s) is not given",
                              name_of(p, callee), callee->n_inputs, i,
                              callee->vars.at[i].name == NO_STR
                                  ? "unnamed"
                                  : strings_get(&p->module->strings, callee->vars.at[i].name));
    return parse_expect(p, ')', "or `,` after an argument");
}

/* ---- statements */

typedef struct Statement {
    VEC(Definition) results;
    Op op;
    Attrs attrs;
    Loc loc;
} Statement;

static bool is_word(const Token *t, const char *word) {
    return t->len == strlen(word) && memcmp(t->text, word, t->len) == 0;
}

static bool parse_statement_head(Parser *p, Statement *s) {
    bool more = true;
    s->loc = p->token.loc;
    while (more) {
        Definition d;
        TRY(parse_definition(p, &d));
        TRY(vec_push(p->env, &s->results, d));
        TRY(parse_accept(p, ',', &more));
    }
    const Token *first = &s->results.at[0].at;
    bool head = s->results.len == 1 && first->kind == TOK_NAME && p->token.kind == TOK_NAME &&
                (is_word(first, "program") || is_word(first, "extern") || is_word(first, "struct"));
    if (head)
        return parse_fail(p, first, "expected an instruction or `}`, found a new %.*s",
                          (int)first->len, first->text);
    return parse_expect(p, '=', "after the name of the result");
}

static bool parse_statement_body(Parser *p, Statement *s) {
    Token at = p->token;
    p->operands.len = 0;
    s->attrs = attrs_none();
    if (parse_is(p, '@')) {
        s->op = OP_call; /* the one op with a notation of its own */
        TRY(parse_attr_value(p, s->op, AT_CALLEE, &s->attrs));
        const Program *callee = p->module->programs.at[s->attrs.word[AT_CALLEE]];
        TRY(parse_expect(p, '(', "after the name of a program"));
        TRY(parse_call_arguments(p, callee));
        if (s->results.len != callee->outputs.len)
            return parse_fail(p, &at, "%s has %u outputs, and %u names stand before the =",
                              strings_get(&p->module->strings, callee->name), callee->outputs.len,
                              s->results.len);
        return true;
    }
    TRY(parse_op_name(p, &s->op));
    TRY(parse_expect(p, '(', "after an op's name"));
    TRY(parse_arguments(p, s->op, &s->attrs));
    if (!(op_info(s->op)->flags & OPF_CONTROL) && s->results.len != 1)
        return parse_fail(p, &at, "%s has one result, and %u names stand before the =",
                          op_info(s->op)->name, s->results.len);
    return true;
}

static bool parse_statement_with(Parser *p, Statement *s) {
    VarId first;
    TRY(parse_statement_head(p, s));
    TRY(parse_statement_body(p, s));
    TRY(parse_placed(p, &s->results.at[0].at,
                     program_instr(p->env, p->program, s->op, p->operands.at, p->operands.len,
                                   &s->attrs, s->results.len, NULL, s->loc, &first)));
    for (uint32_t i = 0; i < s->results.len; i++)
        TRY(parse_bind(p, &s->results.at[i], first + i));
    return true;
}

bool parse_statement(Parser *p) {
    Statement s = {.op = OP_NONE};
    bool ok = parse_statement_with(p, &s);
    vec_free(p->env->allocator, &s.results);
    return ok;
}
