/* The text of a loop, from its first line to its last. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "front/script/loop/nest.h"

/* ---- what statements ask for */

bool nest_refuse(Nest *l, const ScriptNode *node, const char *format, ...) {
    LoopCode *code = l->code;
    if (code->why[0] != '\0')
        return false;
    va_list args;
    va_start(args, format);
    vsnprintf(code->why, sizeof code->why, format, args);
    va_end(args);
    if (!node)
        node = l->offer->loop;
    uint32_t column;
    source_place(l->offer->tree->source, node->place, &code->why_line, &column);
    return false;
}

uint32_t nest_words(Nest *l, uint32_t count) {
    l->code->words += count;
    return l->code->words - count;
}

Word nest_word(Nest *l, uint32_t word) {
    return ll_make(&l->text, "getelementptr i64, ptr %%frame, i64 %u", word);
}

uint32_t nest_point(Nest *l, LoopPoint point, const ScriptNode *at) {
    LoopCode *code = l->code;
    if (code->n_points == LOOP_POINTS)
        return UINT32_MAX;
    uint32_t k = code->n_points++;
    code->points[k] = (CodePoint){.point = point, .at = at, .n_fors = (uint8_t)l->n_active};
    for (uint32_t f = 0; f < l->n_active; f++)
        code->points[k].fors[f] = (uint8_t)l->active[f];
    l->exits[k] = ll_label(&l->text);
    l->left[k] = false;
    return k;
}

void nest_guard(Nest *l, Word holds) {
    if (word_same(holds, word_of("true")))
        return;
    Label after = ll_label(&l->text);
    l->left[l->point] = true;
    ll_fork(&l->text, holds, after, l->exits[l->point]);
    ll_place(&l->text, after);
}

void nest_leave(Nest *l) {
    l->left[l->point] = true;
    ll_go(&l->text, l->exits[l->point]);
}

bool nest_watch(Nest *l, NameId name, const ScriptFunction *function) {
    LoopCode *code = l->code;
    for (uint32_t k = 0; k < code->n_functions; k++)
        if (code->functions[k].name == name)
            return true;
    if (code->n_functions == LOOP_FUNCTIONS)
        return false;
    code->functions[code->n_functions++] = (CodeFunction){name, function};
    return true;
}

/* ---- the beginning */

static Word entry_word(Nest *l, uint32_t word) {
    return ll_entry_make(&l->text, "getelementptr i64, ptr %%frame, i64 %u", word);
}

static void entry_copy(Nest *l, const char *type, uint32_t word, Word slot) {
    Word at = entry_word(l, word);
    Word value = ll_entry_make(&l->text, "load %s, ptr %s", type, at.at);
    ll_entry(&l->text, "store %s %s, ptr %s", type, value.at, slot.at);
}

uint32_t nest_new_array(Nest *l, const CodeArray *array) {
    LoopCode *code = l->code;
    if (code->n_arrays == LOOP_ARRAYS) {
        nest_refuse(l, NULL, "more arrays than are compiled");
        return UINT32_MAX;
    }
    uint32_t k = code->n_arrays++, word = nest_words(l, 3u + array->rank);
    code->arrays[k] = *array;
    code->arrays[k].word = word;
    ArrayVar *vars = &l->arrays[k];
    vars->data = ll_slot(&l->text, "ptr");
    vars->count = ll_slot(&l->text, "i64");
    entry_copy(l, "ptr", word, vars->data);
    entry_copy(l, "i64", word + 1, vars->count);
    for (uint32_t axis = 0; axis < array->rank; axis++) {
        vars->extents[axis] = ll_slot(&l->text, "i64");
        entry_copy(l, "i64", word + 2 + axis, vars->extents[axis]);
    }
    return k;
}

void nest_entry_variable(Nest *l, uint32_t var) {
    Var *v = &l->vars[var];
    v->word = nest_words(l, 2);
    entry_copy(l, "i8", v->word, v->tag);
    entry_copy(l, "double", v->word + 1, v->value);
}

static bool begin(Nest *l) {
    LoopCode *code = l->code;
    l->flow.reached = true;
    for (uint32_t k = 0; k < LOOP_VARS; k++)
        l->flow.kinds[k] = KIND_BIT(KIND_UNSET);
    Word at = entry_word(l, FRAME_INTERRUPTED);
    ll_entry(&l->text, "%%interrupted = load ptr, ptr %s", at.at);
    ll_entry(&l->text, "%%point = alloca i64");
    for (uint32_t k = 0; k < code->n_given; k++) {
        const Given *given = &code->given[k];
        uint32_t var = nest_new_variable(
            l, l->offer->names ? l->offer->names[given->place.slot] : 0, given->place.slot);
        if (var == UINT32_MAX)
            return false;
        l->vars[var].field = given->place.field;
        nest_entry_variable(l, var);
        l->flow.kinds[var] = KIND_BIT(given->kind);
        if (given->kind == KIND_OTHER && !nest_handle(l, var, given))
            return false;
        if (given->kind != KIND_ARRAY)
            continue;
        CodeArray array = {.place = given->place,
                           .capture = UINT32_MAX,
                           .given = k,
                           .class_ = given->class_,
                           .rank = given->rank};
        l->vars[var].array = nest_new_array(l, &array);
        if (l->vars[var].array == UINT32_MAX)
            return false;
    }
    if (code->over.array) {
        CodeArray array = {.capture = UINT32_MAX,
                           .given = UINT32_MAX,
                           .class_ = code->over.class_,
                           .rank = 2,
                           .is_over = true};
        l->over_array = nest_new_array(l, &array);
        return l->over_array != UINT32_MAX;
    }
    return true;
}

/* ---- the end */

static void give_back(Nest *l) {
    LoopCode *code = l->code;
    Text *text = &l->text;
    str_puts(&text->body, "exit:\n");
    text->open = true;
    ll_store(text, "i64", ll_load(text, "i64", word_of("%point")), nest_word(l, FRAME_POINT));
    for (uint32_t k = 0; k < l->n_vars; k++) {
        const Var *v = &l->vars[k];
        if (v->frame != 0 || !v->assigned)
            continue;
        Word tag = ll_load(text, "i8", v->tag);
        tag = ll_make(text, "zext i8 %s to i64", tag.at);
        ll_store(text, "i64", tag, nest_word(l, v->word));
        ll_store(text, "double", ll_load(text, "double", v->value), nest_word(l, v->word + 1));
    }
    for (uint32_t k = 0; k < code->n_arrays; k++)
        if (code->arrays[k].grows)
            nest_tell_extents(l, k);
    for (uint32_t k = 0; k < code->n_fors; k++) {
        const ForVar *f = &l->fors[k];
        uint32_t word = code->fors[k].word;
        ll_store(text, "i64", ll_load(text, "i64", f->next), nest_word(l, word));
        ll_store(text, "i64", ll_load(text, "i64", f->count), nest_word(l, word + 1));
        ll_store(text, "double", ll_load(text, "double", f->base), nest_word(l, word + 2));
        ll_store(text, "double", ll_load(text, "double", f->step), nest_word(l, word + 3));
    }
    ll_put(text, "ret i32 0");
}

/* Numbers of points begin at 1; 0: the loop is over. */
static void leave_points(Nest *l) {
    Text *text = &l->text;
    for (uint32_t k = 0; k < l->code->n_points; k++) {
        if (!l->left[k])
            continue;
        text->open = false;
        str_format(&text->body, "b%u:\n  store i64 %u, ptr %%point\n  br label %%exit\n",
                   l->exits[k].number, k + 1);
    }
}

/* Arrays that are written lie apart from all others. */
static void scopes(Nest *l, Str *out) {
    uint32_t n = l->code->n_arrays;
    str_puts(out, "!0 = distinct !{!0}\n");
    for (uint32_t k = 0; k < n; k++)
        str_format(out, "!%u = distinct !{!%u, !0}\n", 1000 + k, 1000 + k);
    for (uint32_t k = 0; k < n; k++) {
        str_format(out, "!%u = !{!%u}\n!%u = !{", 10 + 2 * k, 1000 + k, 11 + 2 * k);
        bool first = true;
        for (uint32_t other = 0; other < n; other++)
            if (other != k) {
                str_format(out, "%s!%u", first ? "" : ", ", 1000 + other);
                first = false;
            }
        str_puts(out, "}\n");
    }
}

static bool assemble(Nest *l) {
    Text *text = &l->text;
    if (l->flow.reached || text->open) {
        ll_put(text, "store i64 0, ptr %%point");
        ll_put(text, "br label %%exit");
        text->open = false;
    }
    leave_points(l);
    give_back(l);
    Str out = str_make(&l->in->env);
    str_puts(&out, "; optimise\ndefine i32 @frit_loop(ptr %frame) \"no-builtins\" {\nentry:\n");
    str_put(&out, text->entry.data ? text->entry.data : "", text->entry.len);
    str_puts(&out, "  br label %start\nstart:\n");
    str_put(&out, text->body.data, text->body.len);
    str_puts(&out, "}\n");
    ll_declarations(text, &out);
    scopes(l, &out);
    if (!str_ok(&out) || !str_ok(&text->entry) || !str_ok(&text->body)) {
        str_free(&out);
        l->no_memory = true;
        return false;
    }
    l->code->text = interp_alloc(l->in, out.len + 1);
    if (l->code->text) {
        memcpy(l->code->text, out.data, out.len + 1);
        l->code->text_len = out.len;
    }
    l->no_memory = !l->code->text;
    str_free(&out);
    return !l->no_memory;
}

static void keep_variables(Nest *l) {
    LoopCode *code = l->code;
    code->n_vars = 0;
    for (uint32_t k = 0; k < l->n_vars; k++) {
        const Var *v = &l->vars[k];
        if (v->frame == 0)
            code->vars[code->n_vars++] = (CodeVar){{v->slot, v->field}, v->word, v->assigned};
    }
}

bool nest_loop(Nest *l) {
    const ScriptNode *loop = l->offer->loop;
    ll_open(&l->text, &l->in->env);
    bool ok = begin(l);
    if (ok)
        ok = loop->kind == SN_FOR     ? nest_for(l, loop, true)
             : loop->kind == SN_WHILE ? nest_while(l, loop)
                                      : nest_until(l, loop);
    if (ok && !l->again)
        ok = assemble(l);
    keep_variables(l);
    ll_close(&l->text);
    return ok;
}
