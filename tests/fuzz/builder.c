/*
 * Any bytes as calls of the builder. Each line is a call: its first character says which, the rest
 * are its arguments, separated by '|'. What builds must go through every stage.
 *
 *   t|name              type parameter        p|name            the next program
 *   i|name|type         input                 d|declaration     extern
 *   o|op|attrs|a b c    op on variables       l|literal|name    literal
 *   c|callee|a k=b      call                  r|a b             outputs
 *   n|name|a            name a variable
 */
#include "fuzz.h"

enum { MOST_OPERANDS = 16, MOST_LINES = 200 };

/* Cuts the next part off *rest, which ends at '\0'. */
static char *next_part(char **rest, char stop) {
    char *part = *rest, *at = strchr(part, stop);
    *rest = at ? at + 1 : part + strlen(part);
    if (at)
        *at = '\0';
    return part;
}

static char *or_null(char *text) {
    return *text ? text : NULL;
}

/* "0 3 x=1": variables, with or without a keyword. */
static uint32_t read_operands(char *text, frit_var *vars, const char **keywords) {
    uint32_t n = 0;
    while (*text && n < MOST_OPERANDS) {
        char *word = next_part(&text, ' '), *value = strchr(word, '=');
        keywords[n] = NULL;
        if (value) {
            *value++ = '\0';
            keywords[n] = word;
        }
        vars[n++] = (frit_var)strtoul(value ? value : word, NULL, 10);
    }
    return n;
}

static void build_line(frit_builder *b, char *line) {
    char kind = *line;
    char *rest = line + (kind ? 1 : 0);
    rest += *rest == '|';
    char *first = next_part(&rest, '|'), *second = next_part(&rest, '|');
    frit_var vars[MOST_OPERANDS];
    const char *keywords[MOST_OPERANDS];
    uint32_t n;
    switch (kind) {
    case 't': frit_builder_type_param(b, first); break;
    case 'i': frit_builder_input(b, or_null(first), or_null(second)); break;
    case 'o':
        n = read_operands(rest, vars, keywords);
        frit_builder_op(b, first, vars, n, or_null(second), NULL);
        break;
    case 'l': frit_builder_literal(b, first, or_null(second)); break;
    case 'c':
        n = read_operands(second, vars, keywords);
        frit_builder_call(b, first, vars, keywords, n, NULL);
        break;
    case 'r':
        n = read_operands(first, vars, keywords);
        for (uint32_t i = 0; i < n; i++)
            frit_builder_output(b, vars[i]);
        break;
    case 'n': frit_builder_name(b, (frit_var)strtoul(second, NULL, 10), first); break;
    default: break;
    }
}

static void finish(frit_module *module, frit_builder *b) {
    frit_error error;
    uint32_t before = frit_module_program_count(module), id = before;
    if (!b)
        return;
    frit_status status = frit_builder_finish(b, &id, &error);
    EXPECT(status != FRIT_ERR_INTERNAL, &error);
    EXPECT(status || id == before, &error);
    EXPECT(frit_module_program_count(module) == before + !status, &error);
    frit_builder_free(b);
}

static void build(frit_module *module, char *text) {
    frit_builder *b = frit_builder_new(module, "main");
    for (int lines = 0; *text && lines < MOST_LINES; lines++) {
        char *line = next_part(&text, '\n');
        if (line[0] == 'p') {
            finish(module, b);
            b = frit_builder_new(module, line + 1 + (line[1] == '|'));
        } else if (line[0] == 'd') {
            frit_module_declare(module, line + 1 + (line[1] == '|'), NULL);
        } else if (b) {
            build_line(b, line);
        }
    }
    finish(module, b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Budget budget = {(size_t)256 << 20};
    frit_allocator allocator = {budget_fn, &budget};
    frit_context *context = frit_context_new(&allocator);
    frit_module *module = NULL;
    char *text = malloc(size + 1);
    if (text && frit_module_new(context, &module, NULL) == FRIT_OK) {
        if (size)
            memcpy(text, data, size);
        text[size] = '\0';
        build(module, text);
        fuzz_module(context, module, fuzz_choice(data, size));
    }
    free(text);
    frit_module_free(module);
    frit_context_free(context);
    return 0;
}
