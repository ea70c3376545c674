/*
 * The key under which the plan of a recording is kept: the live steps as words. Extents that have names
 * are numbered by first appearance, variables by their place in the program, so recordings of the same
 * structure have the same words, whatever their sizes. Finding a plan needs no program then.
 */
#include "api/record.h"

bool sizes_note(Env *env, Sizes *sizes, int64_t extent) {
    if (extent <= 1)
        return true;
    for (uint32_t k = 0; k < sizes->at.len; k++)
        if (sizes->at.at[k].extent == extent)
            return true;
    return vec_push(env, &sizes->at, ((Size){.extent = extent}));
}

void sizes_forget(Sizes *sizes, int64_t extent) {
    for (uint32_t k = 0; k < sizes->at.len; k++)
        if (sizes->at.at[k].extent == extent) {
            memmove(&sizes->at.at[k], &sizes->at.at[k + 1],
                    (sizes->at.len - k - 1) * sizeof *sizes->at.at);
            sizes->at.len--;
            return;
        }
}

bool sizes_name(Env *env, Sizes *sizes, Module *m) {
    for (uint32_t k = 0; k < sizes->at.len; k++) {
        StrId name;
        Str text = str_make(env);
        str_format(&text, "n%u", k);
        bool ok = str_ok(&text) && strings_add(env, &m->strings, text.data, text.len, &name);
        str_free(&text);
        TRY(ok);
        sizes->at.at[k].dim = DIM_NAMED(name);
    }
    return true;
}

Dim sizes_named(const Sizes *sizes, int64_t extent) {
    for (uint32_t k = 0; k < sizes->at.len; k++)
        if (sizes->at.at[k].extent == extent)
            return sizes->at.at[k].dim;
    return extent;
}

/* ---- words */

static bool put(Flush *f, int64_t word) {
    return vec_push(f->env, &f->key, word);
}

/* An extent: which of the named sizes it is, below all numbers, or the number. */
static bool put_extent(Flush *f, int64_t extent) {
    for (uint32_t k = 0; k < f->sizes.at.len; k++)
        if (f->sizes.at.at[k].extent == extent)
            return put(f, -1 - (int64_t)k);
    return put(f, extent);
}

/* A type by its number in the recorder's tables, which stay. */
static bool put_type(Flush *f, TypeId type) {
    TypeId lasting;
    TRY(lasting_type(f->env, f->r, type, &lasting));
    return put(f, lasting);
}

static bool put_list(Flush *f, AttrKind kind, const int64_t *list) {
    TRY(put(f, list[0]));
    for (int64_t k = 1; k <= list[0]; k++)
        TRY(kind == ATTR_DIMS                ? put_extent(f, list[k])
            : kind == ATTR_LITERAL && k == 2 ? put_type(f, (TypeId)list[k])
                                             : put(f, list[k]));
    return true;
}

static bool put_attr(Flush *f, AttrKind kind, int64_t word) {
    switch (word == ATTR_ABSENT ? ATTR_END : kind) {
    case ATTR_INTS:
    case ATTR_DIMS:
    case ATTR_LITERAL: return put_list(f, kind, f->r->tape->attrs.at + word);
    case ATTR_TYPE: return put_type(f, (TypeId)word);
    default: return put(f, word);
    }
}

static bool put_instr(Flush *f, const Instr *i, VarId *next) {
    const Program *p = f->r->tape;
    const OpInfo *info = op_info((Op)i->op);
    f->calls |= info->rule == RULE_CALL;
    TRY(put(f, (int64_t)i->op << 33 | (int64_t)(i->attr != 0) << 32 | i->n_in));
    for (uint32_t k = 0; k < i->n_in; k++)
        TRY(put(f, f->vars.at[instr_in(p, i)[k]]));
    for (unsigned k = 0; i->attr && k < MAX_ATTRS && info->attrs[k].kind != ATTR_END; k++)
        TRY(put_attr(f, info->attrs[k].kind, attr_word(p, i, k)));
    for (uint32_t k = 0; k < i->n_out; k++)
        f->vars.at[i->out + k] = (*next)++;
    return true;
}

static bool put_inputs(Flush *f, VarId *next) {
    const Recorder *r = f->r;
    TRY(put(f, f->inputs.len));
    for (uint32_t k = 0; k < f->inputs.len; k++) {
        const RecordedInput *input = &r->inputs.at[f->inputs.at[k]];
        const frit_array *a = input->array;
        f->vars.at[input->var] = (*next)++;
        TRY(put(f, (int64_t)a->elem << 32 | a->rank));
        for (uint32_t axis = 0; axis < a->rank; axis++) {
            if (!f->sized)
                TRY(sizes_note(f->env, &f->sizes, a->shape[axis]));
            TRY(put_extent(f, a->shape[axis]));
        }
    }
    return true;
}

bool flush_key(Flush *f) {
    const Recorder *r = f->r;
    const frit_context_options *o = &r->context->options;
    VarId next = 0;
    f->key.len = f->vars.len = f->sizes.at.len = 0;
    f->calls = false;
    TRY(vec_extend(f->env, &f->vars, r->tape->vars.len));
    /* What else the plan and its call are made for. */
    TRY(put(f, (int64_t)o->numerics << 3 | o->verify << 2 | o->no_fusion << 1 | f->sized));
    TRY(put_inputs(f, &next));
    for (uint32_t n = 0; n < r->tape->instrs.len; n++)
        if (f->live.at[r->tape->instrs.at[n].out])
            TRY(put_instr(f, &r->tape->instrs.at[n], &next));
    TRY(put(f, -1)); /* no op: the steps end here */
    for (uint32_t k = 0; k < f->fresh.len; k++)
        TRY(put(f, f->vars.at[f->fresh.at[k]->whole]));
    for (uint32_t k = 0; k < r->stores.len; k++)
        TRY(put(f, f->vars.at[r->stores.at[k].var]));
    return true;
}
