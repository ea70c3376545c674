/* Loops that run as machine code (front/script/loop): they are offered where a turn begins, and the machine goes on where they end. */
#include "base/index.h"
#include "front/script/vm/machine.h"

static const ScriptFunction *function_of(void *user, NameId name) {
    Frame *f = user;
    const Code *code = f->code;
    Callee callee;
    Interp *in = &f->session->in;
    if (!machine_lookup(in, f, code->entry->unit, name, &callee)) {
        interp_clear_error(in);
        return NULL;
    }
    return callee.kind == CALLEE_ENTRY ? callee.entry->function : NULL;
}

static bool handle_of(void *user, Value f, LoopHandle *out) {
    const Function *function = VALUE_FUNCTION_OF(f);
    const Closure *c = function->code;
    *out = (LoopHandle){.name = function->name};
    if (!c || function->calls != closure_table())
        return false;
    const FunctionEntry *entry = c->entry;
    if (!entry) { /* by name, where it was made */
        Frame *frame = user;
        Callee callee;
        Interp *in = &frame->session->in;
        if (!function->name || !machine_lookup(in, NULL, c->from, c->site.name, &callee)) {
            interp_clear_error(in);
            return false;
        }
        if (callee.kind == CALLEE_BUILTIN)
            return true;
        if (callee.kind != CALLEE_ENTRY)
            return false;
        entry = callee.entry;
    } else if (!entry->function->node || entry->function->node->kind != SN_ANONYMOUS) {
        return false; /* nested: it has variables of others */
    }
    const ScriptNode *node = entry->function->node;
    if (!node || node->end < node->begin)
        return false;
    out->function = entry->function;
    out->captured = c->captured;
    out->n_captured = node->kind == SN_ANONYMOUS ? c->n : 0;
    out->text = hash_bytes(entry->unit->source->text + node->begin, node->end - node->begin, 0);
    return true;
}

static LoopOver over_of(const Value *state) {
    LoopOver over = {.turn = state[0].as.i64, .count = state[1].as.i64};
    if (state[2].kind == VALUE_NUMBER && value_is_double(state[2])) {
        over.base = state[2].as.number;
        over.step = state[3].as.number;
    } else {
        over.over = state[2];
    }
    return over;
}

static CodeLoop *loop_of(const Code *code, const ScriptNode *node) {
    for (uint32_t k = 0; k < code->loops.len; k++)
        if (code->loops.at[k].node == node)
            return &code->loops.at[k];
    return NULL;
}

static void set_turns(Frame *f, const CodeLoop *offered, const LoopResult *result) {
    for (uint32_t k = 0; k < result->n_turns; k++) {
        const LoopTurn *t = &result->turns[k];
        const CodeLoop *loop = loop_of(f->code, t->loop);
        Value *state = &f->registers[loop->state];
        if (loop != offered && t->over.over.kind != VALUE_NONE)
            for_set_over(&f->session->in, state, t->over.count, t->over.over);
        else if (loop != offered)
            for_set_range(&f->session->in, state, t->over.count, t->over.base, t->over.step);
        state[0].as.i64 = t->over.turn;
    }
}

/* The number of the instruction that is next. */
static uint32_t place_of(const Code *code, const LoopResult *result) {
    if (result->point == LOOP_AT_STATEMENT) {
        for (uint32_t k = 0; k < code->statements.len; k++)
            if (code->statements.at[k].node == result->at)
                return code->statements.at[k].at;
        return 0;
    }
    const CodeLoop *loop = loop_of(code, result->at);
    if (result->point == LOOP_AT_TEST)
        return loop->test;
    /* The condition itself: its turn has been offered. */
    return loop->turn + (result->at->kind == SN_WHILE);
}

bool machine_offer(Interp *in, Frame *f, const Instr *i, bool *taken) {
    const Code *code = f->code;
    *taken = false;
    if (i->x == LIST_ARGUMENTS || in->turn)
        return true;
    CodeLoop *loop = &code->loops.at[i->x];
    if (loop->site.turns <= loop->site.next)
        return true;
    if (i->op == OP_FOR_NEXT && machine_plan_loop(in, f, i, loop))
        return true;
    const Unit *unit = code->entry->unit;
    Session *s = SESSION(in);
    f->session = s;
    LoopResult result;
    LoopOffer offer = {.tree = &unit->tree,
                       .function = code->entry->function,
                       .loop = loop->node,
                       .slots = f->registers,
                       .names = code->variables.at,
                       .n_slots = code->n_vars,
                       .interrupted = &s->interrupt,
                       .generation = s->generation,
                       .function_of = function_of,
                       .handle_of = handle_of,
                       .user = f};
    if (loop->node->kind == SN_FOR)
        offer.over = over_of(&f->registers[loop->state]);
    if (!loop_offer(in, &loop->site, &offer, &result))
        return false;
    if (result.end == LOOP_REFUSED)
        return true;
    *taken = true;
    set_turns(f, loop, &result);
    uint32_t next = result.end == LOOP_DONE ? i->c : place_of(code, &result);
    f->pc = code->code.at + next;
    return true;
}

void machine_explain_loops(const Code *code, Str *out) {
    for (uint32_t k = 0; k < code->loops.len; k++) {
        const CodeLoop *loop = &code->loops.at[k];
        uint32_t line, column;
        if (!loop->site.known && !loop->plan_runs)
            continue;
        source_place(code->entry->unit->source, loop->node->place, &line, &column);
        if (loop->plan_runs)
            str_format(out, "the loop in line %u: one loop plan, of %llu turn%s\n", line,
                       (unsigned long long)loop->plan_turns, loop->plan_turns == 1 ? "" : "s");
        if (!loop->site.known)
            continue;
        str_format(out, "the loop in line %u: ", line);
        loop_explain(&loop->site, out);
        str_putc(out, '\n');
    }
}

void machine_forget_loops(Interp *in, const Code *code) {
    Session *s = SESSION(in);
    if (s && s->explains)
        machine_explain_loops(code, &s->explained);
}
