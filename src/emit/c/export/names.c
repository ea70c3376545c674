/* Names in exported C: of the function, of its parameters. */
#include <stdio.h>
#include <string.h>

#include "emit/c/export/parts.h"
#include "ir/text.h"

static bool is_identifier(const char *name) {
    for (size_t k = 0; name[k]; k++) {
        char c = name[k];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        if (!letter && (k == 0 || c < '0' || c > '9'))
            return false;
    }
    return name[0] != '\0' && strlen(name) < EXPORT_NAME - 16;
}

/* Words that no function can be called, and main, which has other parameters. */
static bool is_reserved(const char *name) {
    static const char *const words[] = {
        "auto",     "bool",   "break",    "case",   "char",     "const",  "continue", "default",
        "do",       "double", "else",     "enum",   "extern",   "float",  "for",      "goto",
        "if",       "inline", "int",      "long",   "main",     "malloc", "free",     "register",
        "restrict", "return", "short",    "signed", "sizeof",   "static", "struct",   "switch",
        "typedef",  "union",  "unsigned", "void",   "volatile", "while"};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (strcmp(words[k], name) == 0)
            return true;
    return strncmp(name, "frit_", 5) == 0 || strncmp(name, "m_", 2) == 0;
}

bool export_names(Exporter *x) {
    const Plan *plan = x->whole;
    const char *name = x->options->name;
    if (!name)
        name = strings_get(&plan->module->strings, plan->module->programs.at[plan->program]->name);
    if (!is_identifier(name) || is_reserved(name))
        return env_fail(x->env, FRIT_ERR_ARGUMENT, FRIT_STAGE_EMIT,
                        "\"%s\" cannot be the name of an exported function; give it another one",
                        name);
    snprintf(x->name, sizeof x->name, "%s", name);
    return true;
}

static bool name_taken(const Program *p, uint32_t output) {
    StrId name = p->vars.at[p->outputs.at[output]].name;
    for (uint32_t k = 0; k < p->n_inputs; k++)
        if (p->vars.at[k].name == name)
            return true;
    for (uint32_t k = 0; k < output; k++)
        if (p->vars.at[p->outputs.at[k]].name == name)
            return true;
    return false;
}

void export_argument(const Exporter *x, bool input, uint32_t k, char *room) {
    const Plan *plan = x->whole;
    const Program *p = plan->module->programs.at[plan->program];
    VarId var = input ? k : p->outputs.at[k];
    const char *name = strings_get(&plan->module->strings, p->vars.at[var].name);
    if (is_identifier(name) && strncmp(name, "frit_", 5) != 0 && (input || !name_taken(p, k)))
        snprintf(room, EXPORT_NAME, "%s", name);
    else
        snprintf(room, EXPORT_NAME, "%s_%u", input ? "input" : "output", (unsigned)k);
}

void export_comment(Str *out, const Str *text) {
    out->failed |= !str_ok(text);
    for (size_t k = 0; str_ok(text) && k < text->len; k++) {
        if (text->data[k] == '/' && k > 0 && text->data[k - 1] == '*')
            str_putc(out, ' ');
        str_putc(out, text->data[k] == '\n' ? ' ' : text->data[k]);
    }
}

void export_instr(Exporter *x, uint32_t instr) {
    Str text = str_make(x->env);
    text_print_instr(&text, x->plan->module, x->program, &x->program->instrs.at[instr]);
    export_comment(&x->out, &text);
    str_free(&text);
}
