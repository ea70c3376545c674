/* Handles that a loop calls: of functions by name, and anonymous ones with what they captured. */
#include <stdio.h>
#include <string.h>

#include "front/script/loop/nest.h"

bool loop_handle(const LoopOffer *offer, uint32_t slot, LoopHandle *out) {
    Value v = offer->slots[slot];
    return v.kind == VALUE_FUNCTION && offer->handle_of && offer->handle_of(offer->user, v, out) &&
           (out->function || out->name);
}

/* Ranges are no arrays here: nobody may write to what was captured. */
static Given given_captured(Value v) {
    Given given = loop_given(v);
    if (v.kind == VALUE_RANGE)
        given = (Given){.kind = KIND_OTHER};
    given.roomy = false;
    return given;
}

static bool same_handle(const LoopCode *code, uint32_t k, const LoopHandle *now) {
    const CodeHandle *h = &code->handles[k];
    if (h->function != now->function || h->text != now->text || h->n_captured != now->n_captured ||
        (!now->function && strcmp(h->name, now->name) != 0))
        return false;
    for (uint32_t c = 0; c < code->n_captures; c++) {
        const CodeCapture *capture = &code->captures[c];
        if (capture->handle != k)
            continue;
        Given given = given_captured(now->captured[capture->index]);
        if (given.kind != capture->given.kind || given.class_ != capture->given.class_ ||
            given.rank != capture->given.rank)
            return false;
    }
    return true;
}

bool loop_same_handles(const LoopCode *code, const LoopOffer *offer) {
    for (uint32_t k = 0; k < code->n_handles; k++) {
        LoopHandle now;
        if (!loop_handle(offer, code->handles[k].slot, &now) || !same_handle(code, k, &now))
            return false;
    }
    return true;
}

/* ---- in code */

static bool capture(Nest *l, uint32_t handle, const LoopHandle *h, uint32_t index) {
    LoopCode *code = l->code;
    if (code->n_captures == LOOP_CAPTURES)
        return nest_refuse(l, NULL, "handles that captured more than is compiled");
    uint32_t slot = h->function->captures[index].slot, which = code->n_captures++;
    uint32_t var = nest_new_variable(l, h->function->scope.slots.at[slot].name, slot);
    if (var == UINT32_MAX)
        return false;
    CodeCapture *c = &code->captures[which];
    *c = (CodeCapture){
        .handle = handle, .index = index, .given = given_captured(h->captured[index])};
    l->vars[var].frame = HANDLE_FRAME + handle;
    nest_entry_variable(l, var);
    c->word = l->vars[var].word;
    l->flow.kinds[var] = KIND_BIT(c->given.kind);
    if (c->given.kind != KIND_ARRAY)
        return true;
    CodeArray array = {
        .capture = which, .given = UINT32_MAX, .class_ = c->given.class_, .rank = c->given.rank};
    l->vars[var].array = nest_new_array(l, &array);
    return l->vars[var].array != UINT32_MAX;
}

bool nest_handle(Nest *l, uint32_t var, const Given *given) {
    LoopCode *code = l->code;
    LoopHandle h;
    if (given->place.field || !loop_handle(l->offer, given->place.slot, &h) ||
        code->n_handles == LOOP_HANDLES)
        return true;
    uint32_t k = code->n_handles++;
    CodeHandle *handle = &code->handles[k];
    *handle = (CodeHandle){.slot = given->place.slot,
                           .function = h.function,
                           .text = h.text,
                           .n_captured = h.n_captured};
    if (!h.function)
        snprintf(handle->name, sizeof handle->name, "%s", h.name);
    l->vars[var].handle = k;
    for (uint32_t c = 0; h.function && c < h.n_captured; c++)
        if (!capture(l, k, &h, c))
            return false;
    return true;
}

static uint32_t captured_variable(const Nest *l, uint32_t handle, uint32_t slot) {
    for (uint32_t k = 0; k < l->n_vars; k++)
        if (l->vars[k].frame == HANDLE_FRAME + handle && l->vars[k].slot == slot)
            return k;
    return UINT32_MAX;
}

bool nest_give_captured(Nest *l, const ScriptNode *node, uint32_t handle, uint32_t first) {
    const ScriptFunction *f = l->code->handles[handle].function;
    for (uint32_t k = 0; k < f->n_captures; k++) {
        uint32_t slot = f->captures[k].slot, from = captured_variable(l, handle, slot);
        if (from == UINT32_MAX)
            continue;
        Num num;
        if (l->flow.kinds[from] == KIND_BIT(KIND_ARRAY)) {
            l->vars[first + slot].array = l->vars[from].array;
            ll_store(&l->text, "i8", word_int(KIND_ARRAY), l->vars[first + slot].tag);
            l->flow.kinds[first + slot] = KIND_BIT(KIND_ARRAY);
        } else if (l->flow.kinds[from] & SCALAR_BITS) {
            if (!nest_read(l, node, from, &num))
                return false;
            nest_write(l, first + slot, &num);
        } else {
            l->flow.kinds[first + slot] = l->flow.kinds[from];
        }
    }
    return true;
}

bool nest_handle_called(Nest *l, const ScriptNode *node, uint32_t handle,
                        const ScriptNode *const *args, uint32_t n, Num *out) {
    const CodeHandle *h = &l->code->handles[handle];
    if (!h->function)
        return nest_builtin(l, node, h->name, args, n, out);
    bool anonymous = h->function->node && h->function->node->kind == SN_ANONYMOUS;
    return nest_inlined(l, node, h->function, args, n, anonymous ? handle : UINT32_MAX, out, 1);
}
