/* Whole modules, programs and declarations of the text form, and the pieces the builder reads. */
#include <string.h>

#include "ir/check.h"
#include "ir/parser.h"

static bool at_word(const Parser *p, const char *word) {
    return p->token.kind == TOK_NAME && p->token.len == strlen(word) &&
           memcmp(p->token.text, word, p->token.len) == 0;
}

/* ---- structs */

static bool parse_field(Parser *p, const Field *known, uint32_t n, Field *out) {
    Token at = p->token;
    if (n == MAX_FIELDS)
        return parse_fail(p, &at, "a struct has at most %d fields", MAX_FIELDS);
    TRY(parse_name(p, "the name of a field", &out->name));
    for (uint32_t i = 0; i < n; i++)
        if (known[i].name == out->name)
            return parse_fail(p, &at, "there is a field %s already",
                              strings_get(&p->module->strings, out->name));
    TRY(parse_expect(p, ':', "after a field's name"));
    at = p->token;
    TRY(parse_type(p, &out->type));
    const Type *type = type_get(&p->module->types, out->type);
    return (type->kind != TYPE_ARRAY && type->kind != TYPE_ANY_RANK) ||
           parse_fail(p, &at, "a field has an element type; array(f32, 8) is a fixed array");
}

static bool parse_struct(Parser *p) {
    StrId name;
    TypeId type;
    bool more = true;
    TRY(parse_advance(p));
    Token at = p->token;
    if (at.kind == TOK_NAME && is_builtin_type_name(at.text, at.len))
        return parse_fail(p, &at, "%.*s is a type already", (int)at.len, at.text);
    TRY(parse_name(p, "the name of a struct", &name));
    if (type_find_struct(&p->module->types, name) != NO_TYPE)
        return parse_fail(p, &at, "struct %s is defined already",
                          strings_get(&p->module->strings, name));
    TRY(parse_expect(p, '{', "before the fields"));
    p->fields.len = 0;
    while (more) {
        Field field;
        TRY(parse_field(p, p->fields.at, p->fields.len, &field));
        TRY(vec_push(p->env, &p->fields, field));
        TRY(parse_accept(p, ',', &more));
    }
    TRY(parse_expect(p, '}', "after the fields"));
    return parse_placed(
        p, &at, type_struct(p->env, &p->module->types, name, p->fields.at, p->fields.len, &type));
}

/* ---- programs */

/* "<T, U>" */
static bool parse_type_params(Parser *p) {
    bool more;
    TRY(parse_accept(p, '<', &more));
    if (!more)
        return true;
    while (more) {
        StrId name;
        Token at = p->token;
        if (at.kind == TOK_NAME && is_builtin_type_name(at.text, at.len))
            return parse_fail(p, &at, "%.*s is a type already", (int)at.len, at.text);
        if (p->program->type_params.len == MAX_TYPE_PARAMS)
            return parse_fail(p, &at, "a program has at most %d type parameters", MAX_TYPE_PARAMS);
        TRY(parse_name(p, "the name of a type parameter", &name));
        for (uint32_t i = 0; i < p->program->type_params.len; i++)
            if (p->program->type_params.at[i] == name)
                return parse_fail(p, &at, "there is a type parameter %s already",
                                  strings_get(&p->module->strings, name));
        TRY(vec_push(p->env, &p->program->type_params, name));
        TRY(parse_accept(p, ',', &more));
    }
    return parse_expect(p, '>', "after the type parameters");
}

static bool parse_inputs(Parser *p) {
    bool more;
    TRY(parse_expect(p, '(', "before the inputs"));
    more = !parse_is(p, ')');
    while (more) {
        Definition d;
        VarId var;
        TRY(parse_definition(p, &d));
        TRY(program_input(p->env, p->module, p->program, NO_STR, NO_TYPE, &var));
        TRY(parse_bind(p, &d, var));
        TRY(parse_accept(p, ',', &more));
    }
    return parse_expect(p, ')', "after the inputs");
}

/* name, type parameters and inputs, the same for `program` and `extern` */
static bool parse_head(Parser *p) {
    StrId name;
    TRY(parse_advance(p));
    Token at = p->token;
    TRY(parse_name(p, "the name of a program", &name));
    if (module_find(p->module, name) != NO_PROGRAM)
        return parse_fail(p, &at, "program %s is defined already",
                          strings_get(&p->module->strings, name));
    p->program = program_new(p->env, name);
    if (!p->program)
        return false;
    p->labels.len = 0;
    index_free(p->env->allocator,
               &p->odd_labels); /* clearing a large one for each program adds up */
    TRY(parse_type_params(p));
    TRY(parse_inputs(p));
    if (p->token.kind != TOK_ARROW)
        return parse_expected(p, "`->` before the outputs");
    TRY(parse_advance(p));
    return parse_expect(p, '(', "before the outputs");
}

/* Output names stand in the head, before they are defined: kept as tokens until the end. */
static bool parse_body(Parser *p, Lexer outputs) {
    bool more;
    TRY(parse_expect(p, '{', "before the instructions"));
    while (!parse_is(p, '}')) {
        if (p->token.kind == TOK_END)
            return parse_expected(p, "an instruction or `}`");
        TRY(parse_statement(p));
    }
    Token closing = p->token;
    Lexer after = p->lexer;
    p->lexer = outputs;
    TRY(parse_advance(p));
    p->ending = true;
    more = !parse_is(p, ')');
    while (more) {
        VarId var;
        TRY(parse_operand(p, &var));
        TRY(program_output(p->env, p->program, var));
        if (parse_is(p, ':'))
            return parse_fail(p, &p->token,
                              "the type of an output stands where the variable is made");
        TRY(parse_accept(p, ',', &more));
    }
    TRY(parse_expect(p, ')', "after the outputs"));
    p->ending = false;
    p->lexer = after;
    p->token = closing;
    return parse_advance(p);
}

/* Steps over the list of outputs to the body. */
static bool skip_outputs(Parser *p) {
    while (!parse_is(p, ')') && !parse_is(p, '{') && p->token.kind != TOK_END)
        TRY(parse_advance(p));
    return parse_expect(p, ')', "after the outputs");
}

static bool parse_program(Parser *p) {
    TRY(parse_head(p));
    /* Back up over the token already read, to read the outputs from its start later. */
    Lexer outputs = p->lexer;
    outputs.at = p->token.text - (p->token.kind == TOK_QUOTED);
    outputs.line = p->token.loc.line;
    TRY(skip_outputs(p));
    return parse_body(p, outputs);
}

static bool parse_extern(Parser *p) {
    bool more;
    TRY(parse_head(p));
    p->program->external = true;
    more = !parse_is(p, ')');
    while (more) {
        Definition d;
        TRY(parse_definition(p, &d));
        VarId var = p->program->vars.len;
        TRY(vec_push(p->env, &p->program->vars, ((Var){NO_TYPE, NO_STR})));
        TRY(parse_bind(p, &d, var));
        TRY(program_output(p->env, p->program, var));
        TRY(parse_accept(p, ',', &more));
    }
    return parse_expect(p, ')', "after the outputs");
}

static bool add_program(Parser *p) {
    ProgId id;
    TRY(module_add(p->env, p->module, p->program, &id));
    p->program = NULL;
    return true;
}

static bool parse_module(Parser *p) {
    while (p->token.kind != TOK_END) {
        if (at_word(p, "struct"))
            TRY(parse_struct(p));
        else if (at_word(p, "extern"))
            TRY(parse_extern(p) && add_program(p));
        else if (at_word(p, "program"))
            TRY(parse_program(p) && add_program(p));
        else
            return parse_expected(p, "program, extern or struct");
    }
    return true;
}

Module *text_parse(Env *env, const char *text, size_t len) {
    Module *m = module_new(env);
    if (!m)
        return NULL;
    Parser p;
    bool ok = parser_init(&p, env, m, text, len) && parse_index_ops(&p) && parse_module(&p);
    parser_free(&p);
    if (ok && check_built(env, m))
        return m;
    module_free(m);
    return NULL;
}

/* ---- pieces */

static bool at_end(Parser *p) {
    return p->token.kind == TOK_END || parse_expected(p, "the end");
}

bool text_declare(Env *env, Module *m, const char *text, size_t len) {
    Parser p;
    bool ok = parser_init(&p, env, m, text, len);
    if (ok && !at_word(&p, "extern"))
        ok = parse_expected(&p, "extern");
    ok = ok && parse_extern(&p) && at_end(&p) &&
         check_built_program(env, m, p.program, m->programs.len) && add_program(&p);
    parser_free(&p);
    return ok;
}

/* The parser reads type parameters from (and puts lists into) a program that is not its own. */
static bool piece_init(Parser *p, Env *env, Module *m, Program *program, const char *text) {
    bool ok = parser_init(p, env, m, text, strlen(text));
    p->program = program;
    return ok;
}

static bool piece_done(Parser *p, bool ok) {
    ok = ok && at_end(p);
    p->program = NULL;
    parser_free(p);
    return ok;
}

bool text_type(Env *env, Module *m, Program *program, const char *text, TypeId *out) {
    Parser p;
    bool ok = piece_init(&p, env, m, program, text) && parse_type(&p, out);
    return piece_done(&p, ok);
}

bool text_literal(Env *env, Module *m, Program *program, const char *text, Literal *out) {
    Parser p;
    bool ok = piece_init(&p, env, m, program, text) && parse_literal(&p, out);
    return piece_done(&p, ok);
}

bool text_attrs(Env *env, Module *m, Program *program, Op op, const char *text, Attrs *out) {
    Parser p;
    *out = attrs_none();
    bool ok = piece_init(&p, env, m, program, text), more = ok && p.token.kind != TOK_END;
    while (ok && more)
        ok = parse_attr(&p, op, out) && parse_accept(&p, ',', &more);
    return piece_done(&p, ok);
}

/* ---- expansions of composite ops */

/* Inputs named as in the op's row, and the type parameters that infer_expand binds, in its order. */
static bool expansion_inputs(Parser *p, Op op) {
    for (const char *param = "TW"; *param; param++) {
        StrId id;
        TRY(strings_add(p->env, &p->module->strings, param, 1, &id));
        TRY(vec_push(p->env, &p->program->type_params, id));
    }
    const char *name = op_info(op)->operands;
    for (unsigned i = 0; i < op_info(op)->arity; i++) {
        size_t len = strcspn(name, " ");
        Definition d = {.label = UINT32_MAX, .type = NO_TYPE};
        VarId var;
        TRY(strings_add(p->env, &p->module->strings, name, len, &d.name));
        TRY(program_input(p->env, p->module, p->program, NO_STR, NO_TYPE, &var));
        TRY(parse_bind(p, &d, var));
        name += len + (name[len] == ' ');
    }
    return true;
}

static bool expansion_body(Parser *p) {
    while (p->token.kind != TOK_END)
        TRY(parse_statement(p));
    StrId r = strings_find(&p->module->strings, "r", 1);
    VarId result = r == NO_STR ? NO_VAR : program_find_var(p->program, r);
    if (result == NO_VAR)
        return parse_fail(p, &p->token, "an expansion must define r");
    p->program->locs.len = 0; /* lines of the op table mean nothing to a user */
    return program_output(p->env, p->program, result);
}

Program *text_expansion(Env *env, Module *m, Op op, const char *text, size_t len) {
    Parser p;
    StrId name;
    Program *done = NULL;
    bool ok = parser_init(&p, env, m, text, len);
    p.expanding = op;
    if (ok && strings_add(env, &m->strings, op_info(op)->name, strlen(op_info(op)->name), &name) &&
        (p.program = program_new(env, name)) && expansion_inputs(&p, op) && expansion_body(&p)) {
        done = p.program;
        p.program = NULL;
    }
    parser_free(&p);
    return done;
}
