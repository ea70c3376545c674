/* Variables of a loop: registers with a class beside each. */
#include "front/script/loop/nest.h"

uint32_t nest_new_variable(Nest *l, NameId name, uint32_t slot) {
    if (l->n_vars == LOOP_VARS) {
        nest_refuse(l, NULL, "more variables than are compiled");
        return UINT32_MAX;
    }
    uint32_t k = l->n_vars++;
    Var *var = &l->vars[k];
    *var = (Var){.name = name,
                 .slot = slot,
                 .array = UINT32_MAX,
                 .handle = UINT32_MAX,
                 .frame = l->inlined ? l->inlined->frame : 0,
                 .value = ll_slot(&l->text, "double"),
                 .tag = ll_slot(&l->text, "i8")};
    return k;
}

static bool is_variable(const ScriptNode *node) {
    return node->kind == SN_NAME && node->binding == SB_SLOT && node->level == 0;
}

bool nest_is_place(const ScriptNode *node) {
    return is_variable(node) || (node->kind == SN_FIELD && is_variable(node->a));
}

uint32_t nest_variable(Nest *l, const ScriptNode *node) {
    if (!nest_is_place(node)) {
        nest_refuse(l, node, "what is no variable of this function");
        return UINT32_MAX;
    }
    NameId field = node->kind == SN_FIELD ? node->name : 0;
    uint32_t slot = field ? node->a->slot : node->slot;
    uint32_t frame = l->inlined ? l->inlined->frame : 0;
    for (uint32_t k = l->n_vars; k-- > 0;)
        if (l->vars[k].frame == frame && l->vars[k].slot == slot && l->vars[k].field == field)
            return k;
    nest_refuse(l, node, "what is no variable of this function");
    return UINT32_MAX;
}

bool nest_may_write(Nest *l, const ScriptNode *node, uint32_t var) {
    const Var *v = &l->vars[var];
    if (v->field && l->flow.kinds[var] & KIND_BIT(KIND_OTHER))
        return nest_refuse(l, node, "a field that is no number");
    for (uint32_t k = 0; !v->field && v->frame == 0 && k < l->n_vars; k++)
        if (l->vars[k].field && l->vars[k].slot == v->slot && l->vars[k].frame == 0)
            return nest_refuse(l, node, "a struct as a whole");
    return true;
}

bool nest_read(Nest *l, const ScriptNode *node, uint32_t var, Num *out) {
    Text *text = &l->text;
    const Var *v = &l->vars[var];
    uint32_t kinds = l->flow.kinds[var], good = kinds & SCALAR_BITS;
    if (!good)
        return nest_refuse(l, node, "%s, which is no number",
                           script_name_text(l->offer->tree->names, v->name));
    if (kinds != good) {
        Word tag = ll_load(text, "i8", v->tag);
        Word class_ = ll_make(text, "sub i8 %s, %d", tag.at, KIND_CLASS);
        nest_guard(l, ll_make(text, "icmp ult i8 %s, %d", class_.at, CLASS_COUNT));
        l->flow.kinds[var] = good;
    }
    *out = (Num){.value = ll_load(text, "double", v->value), .kinds = good};
    ValueClass class_;
    if (!num_single_class(out, &class_))
        out->tag = ll_load(text, "i8", v->tag);
    return true;
}

void nest_write(Nest *l, uint32_t var, const Num *num) {
    Var *v = &l->vars[var];
    ValueClass class_;
    Word tag = num->tag;
    if (num_single_class(num, &class_))
        tag = word_int(KIND_CLASS + (int)class_);
    ll_store(&l->text, "double", num_value(l, num), v->value);
    ll_store(&l->text, "i8", tag, v->tag);
    l->flow.kinds[var] = num->kinds;
    v->assigned = true;
}

int nest_is_variable(Nest *l, uint32_t var) {
    uint32_t kinds = l->flow.kinds[var];
    if (kinds == KIND_BIT(KIND_UNSET))
        return 0;
    if (kinds & KIND_BIT(KIND_UNSET)) {
        Word tag = ll_load(&l->text, "i8", l->vars[var].tag);
        nest_guard(l, ll_make(&l->text, "icmp ne i8 %s, %d", tag.at, KIND_UNSET));
        l->flow.kinds[var] = kinds & ~KIND_BIT(KIND_UNSET);
    }
    return 1;
}
