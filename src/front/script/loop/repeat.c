/* Loops in a loop, and the loop itself. */
#include <math.h>

#include "front/script/loop/nest.h"

/* Turns of an innermost loop between two looks for interrupts. */
enum { ROUND = 1 << 16 };

/* What a FOR goes through. */
typedef struct Turns {
    Word base, step;    /* doubles */
    Word whole, wholes; /* the same as integers, or none */
    Word limit;         /* double, or none: no element is beyond it */
    uint32_t bits;
    uint32_t array; /* of which it takes the elements; UINT32_MAX */
} Turns;

static void ask_for_interrupts(Nest *l) {
    Word stop = ll_make(&l->text, "load volatile i32, ptr %%interrupted");
    nest_guard(l, ll_make(&l->text, "icmp eq i32 %s, 0", stop.at));
}

static uint32_t turn_point(Nest *l, LoopPoint point, const ScriptNode *node) {
    return l->inlined ? l->point : nest_point(l, point, node);
}

static bool is_innermost(const ScriptNode *node) {
    if (!node)
        return true;
    if (node->kind == SN_FOR || node->kind == SN_WHILE || node->kind == SN_DO_UNTIL)
        return false;
    for (uint32_t k = 0; k < node->n_items; k++)
        if (!is_innermost(node->items[k]))
            return false;
    return is_innermost(node->a) && is_innermost(node->b) && is_innermost(node->c);
}

static void begin_jump(Nest *l, Jump *jump) {
    *jump = (Jump){.next = ll_label(&l->text), .after = ll_label(&l->text), .outer = l->jump};
    l->jump = jump;
}

/* ---- the value of a turn */

static Num value_of_turn(Nest *l, const Turns *turns, Word k, Word count) {
    Text *text = &l->text;
    if (turns->array != UINT32_MAX) {
        Word element = nest_load(l, turns->array, k);
        return nest_loaded(l, (ValueClass)l->code->arrays[turns->array].class_, element);
    }
    if (!word_is_none(turns->whole)) {
        Word by = k;
        if (!word_same(turns->wholes, word_of("1")))
            by = ll_make(text, "mul nsw i64 %s, %s", k.at, turns->wholes.at);
        return num_whole(l, ll_make(text, "add nsw i64 %s, %s", turns->whole.at, by.at),
                         turns->bits);
    }
    Word number = ll_make(text, "sitofp i64 %s to double", k.at);
    Word by = ll_make(text, "fmul double %s, %s", number.at, turns->step.at);
    Word value = ll_make(text, "fadd double %s, %s", turns->base.at, by.at);
    Word first = ll_make(text, "icmp eq i64 %s, 0", k.at);
    if (!word_is_none(turns->limit)) {
        Word next = ll_make(text, "add nsw i64 %s, 1", k.at);
        Word last = ll_make(text, "icmp eq i64 %s, %s", next.at, count.at);
        Word up = ll_make(text, "fcmp ogt double %s, 0.0", turns->step.at);
        Word over = ll_make(text, "fcmp ogt double %s, %s", value.at, turns->limit.at);
        Word under = ll_make(text, "fcmp olt double %s, %s", value.at, turns->limit.at);
        Word beyond = ll_make(text, "select i1 %s, i1 %s, i1 %s", up.at, over.at, under.at);
        beyond = ll_make(text, "and i1 %s, %s", beyond.at, last.at);
        value = ll_make(text, "select i1 %s, double %s, double %s", beyond.at, turns->limit.at,
                        value.at);
    }
    return num_double(
        ll_make(text, "select i1 %s, double %s, double %s", first.at, turns->base.at, value.at));
}

/* ---- what it goes through */

static bool range_part(Nest *l, const ScriptNode *node, Num *out) {
    if (!nest_expression(l, node, out))
        return false;
    return out->kinds == DOUBLE_BIT || nest_refuse(l, node, "a range that is not of doubles");
}

/* A base that is guessed to be whole. */
static bool guess_whole(Nest *l, const ScriptNode *node, Num *base) {
    uint32_t point = l->point;
    if (!l->code->guess || !word_is_none(base->whole))
        return true;
    if (!l->inlined) {
        l->point = nest_point(l, LOOP_AT_STATEMENT, node);
        if (l->point == UINT32_MAX)
            return nest_refuse(l, node, "a loop of too many statements");
        l->code->points[l->point].guess = true;
    }
    base->whole = num_to_whole(l, base, &base->bits);
    Word moved = ll_make(&l->text, "add i64 %s, %lld", base->whole.at, 1LL << 50);
    nest_guard(l, ll_make(&l->text, "icmp ult i64 %s, %lld", moved.at, 1LL << 51));
    base->bits = 50;
    l->point = point;
    return true;
}

static Word counted(Nest *l, Word base, Word step, Word limit) {
    Text *text = &l->text;
    Word function = ll_load(text, "ptr", nest_word(l, FRAME_COUNT));
    Word count = ll_make(text, "call i64 %s(double %s, double %s, double %s) memory(none)",
                         function.at, base.at, step.at, limit.at);
    nest_guard(l, ll_make(text, "icmp ult i64 %s, %lld", count.at, 1LL << 40));
    return count;
}

/* limit as an integer: how many turns from base by a step that the text says. */
static Word counted_whole(Nest *l, Word base, int64_t step, Word limit) {
    Text *text = &l->text;
    Word from = step > 0 ? base : limit, to = step > 0 ? limit : base;
    Word more = ll_make(text, "sub nsw i64 %s, %s", to.at, from.at);
    Word none = ll_make(text, "icmp slt i64 %s, 0", more.at);
    int64_t by = step > 0 ? step : -step;
    if (by != 1)
        more = ll_make(text, "sdiv i64 %s, %lld", more.at, (long long)by);
    more = ll_make(text, "add nsw i64 %s, 1", more.at);
    return ll_make(text, "select i1 %s, i64 0, i64 %s", none.at, more.at);
}

static Word count_of(Nest *l, Turns *turns, int64_t step, const Num *base, const Num *limit) {
    Text *text = &l->text;
    turns->bits = 51;
    if (!word_is_none(limit->whole)) {
        turns->bits = base->bits > limit->bits ? base->bits : limit->bits;
        return counted_whole(l, base->whole, step, limit->whole);
    }
    Label quick = ll_label(text), slow = ll_label(text), after = ll_label(text);
    Word slot = ll_slot(text, "i64"), value = num_value(l, limit);
    Word whole = ll_make(text, "fptosi double %s to i64", value.at);
    whole = ll_make(text, "freeze i64 %s", whole.at);
    Word back = ll_make(text, "sitofp i64 %s to double", whole.at);
    Word same = ll_make(text, "fcmp oeq double %s, %s", back.at, value.at);
    Word moved = ll_make(text, "add i64 %s, %lld", whole.at, 1LL << 50);
    Word small = ll_make(text, "icmp ult i64 %s, %lld", moved.at, 1LL << 51);
    ll_fork(text, ll_make(text, "and i1 %s, %s", same.at, small.at), quick, slow);
    ll_place(text, quick);
    ll_store(text, "i64", counted_whole(l, base->whole, step, whole), slot);
    ll_go(text, after);
    ll_place(text, slow);
    ll_store(text, "i64", counted(l, num_value(l, base), turns->step, value), slot);
    ll_place(text, after);
    return ll_load(text, "i64", slot);
}

static bool range(Nest *l, const ScriptNode *node, const ScriptNode *over, Turns *turns,
                  Word *count) {
    Num base, step = num_constant(1), limit;
    if (!range_part(l, over->a, &base) || (over->b && !range_part(l, over->b, &step)) ||
        !range_part(l, over->c, &limit))
        return false;
    bool small = true;
    int64_t by = 1;
    if (over->b) {
        const ScriptNode *said = over->b;
        bool negative = said->kind == SN_UNARY && said->op == SO_MINUS;
        said = negative ? said->a : said;
        small = said->kind == SN_NUMBER && said->number == floor(said->number) &&
                said->number >= 1 && said->number <= 512;
        by = small ? (int64_t)said->number * (negative ? -1 : 1) : 0;
    }
    *turns = (Turns){.array = UINT32_MAX, .step = num_value(l, &step)};
    if (small && !guess_whole(l, node, &base))
        return false;
    turns->base = num_value(l, &base);
    if (small && !word_is_none(base.whole)) {
        turns->whole = base.whole;
        turns->wholes = word_int(by);
        *count = count_of(l, turns, by, &base, &limit);
        return true;
    }
    turns->limit = num_value(l, &limit);
    *count = counted(l, turns->base, turns->step, turns->limit);
    return true;
}

/* ---- for */

/* The statements of all turns; there is one at least. */
static bool turns_of(Nest *l, const ScriptNode *node, uint32_t var, uint32_t which,
                     const Turns *turns) {
    Text *text = &l->text;
    const ForVar *f = &l->fors[which];
    uint32_t point = l->point, head;
    Label rounds = ll_label(text), inside = ll_label(text), more = ll_label(text);
    Word end = ll_slot(text, "i64"), count = ll_load(text, "i64", f->count);
    Jump jump;
    begin_jump(l, &jump);
    if (!nest_head_begin(l, &head))
        return false;
    ll_place(text, rounds);
    l->point = turn_point(l, LOOP_AT_TURN, node);
    if (l->point == UINT32_MAX)
        return nest_refuse(l, node, "a loop of too many statements");
    ask_for_interrupts(l);
    Word last = ll_make(text, "add nsw i64 %s, %d", ll_load(text, "i64", f->next).at,
                        is_innermost(node->c) ? ROUND : 1);
    ll_store(text, "i64", ll_smin(text, last, count), end);
    ll_place(text, inside);
    Word k = ll_load(text, "i64", f->next);
    ll_store(text, "i64", ll_make(text, "add nsw i64 %s, 1", k.at), f->next);
    l->point = point;
    Num value = value_of_turn(l, turns, k, count);
    nest_write(l, var, &value);
    if (!nest_block(l, node->c))
        return false;
    l->jump = jump.outer;
    flow_merge(&l->flow, &jump.at_next);
    if (l->flow.reached) {
        ll_place(text, jump.next);
        Word next = ll_load(text, "i64", f->next);
        Word bound = ll_load(text, "i64", end);
        ll_fork(text, ll_make(text, "icmp slt i64 %s, %s", next.at, bound.at), inside, more);
        ll_place(text, more);
        ll_fork(text, ll_make(text, "icmp slt i64 %s, %s", next.at, count.at), rounds, jump.after);
    }
    nest_head_end(l, head, &l->flow);
    flow_merge(&l->flow, &jump.at_after);
    if (l->flow.reached)
        ll_place(text, jump.after);
    return true;
}

/* The variable of a loop without turns. */
static void no_turn(Nest *l, uint32_t var) {
    ll_store(&l->text, "i8", word_int(KIND_EMPTY), l->vars[var].tag);
    l->flow.kinds[var] = KIND_BIT(KIND_EMPTY);
    l->vars[var].assigned = true;
}

static uint32_t new_for(Nest *l, const ScriptNode *node) {
    LoopCode *code = l->code;
    if (code->n_fors == LOOP_FORS || l->n_active == LOOP_DEEPEST) {
        nest_refuse(l, node, "more loops than are compiled");
        return UINT32_MAX;
    }
    uint32_t k = code->n_fors++;
    Text *text = &l->text;
    code->fors[k] = (CodeFor){.node = node, .word = nest_words(l, 4)};
    l->fors[k] = (ForVar){ll_slot(text, "i64"), ll_slot(text, "i64"), ll_slot(text, "double"),
                          ll_slot(text, "double")};
    ll_entry(text, "store i64 0, ptr %s", l->fors[k].next.at);
    ll_entry(text, "store i64 0, ptr %s", l->fors[k].count.at);
    ll_entry(text, "store double 0.0, ptr %s", l->fors[k].base.at);
    ll_entry(text, "store double 0.0, ptr %s", l->fors[k].step.at);
    return k;
}

static Word given_word(Nest *l, const char *type, uint32_t word) {
    Word at = ll_entry_make(&l->text, "getelementptr i64, ptr %%frame, i64 %u", word);
    return ll_entry_make(&l->text, "load %s, ptr %s", type, at.at);
}

/* Is it the variable, or an element or field of it? */
static bool is_of(const ScriptNode *node, const ScriptNode *variable) {
    uint32_t slot = variable->kind == SN_FIELD ? variable->a->slot : variable->slot;
    while (node &&
           (node->kind == SN_INDEX || node->kind == SN_FIELD || node->kind == SN_BRACE_INDEX))
        node = node->a;
    return node && node->kind == SN_NAME && node->binding == SB_SLOT && node->slot == slot;
}

static void offered_turns(Nest *l, uint32_t which, Turns *turns) {
    Text *text = &l->text;
    const GivenOver *over = &l->code->over;
    const ForVar *f = &l->fors[which];
    *turns = (Turns){.array = UINT32_MAX, .bits = 51};
    ll_store(text, "i64", given_word(l, "i64", FRAME_NEXT), f->next);
    ll_store(text, "i64", given_word(l, "i64", FRAME_TURNS), f->count);
    if (over->array) {
        turns->array = l->over_array;
        return;
    }
    turns->base = given_word(l, "double", FRAME_BASE);
    turns->step = given_word(l, "double", FRAME_STEP);
    if (!over->whole)
        return;
    turns->whole = over->from_one ? word_of("1") : given_word(l, "i64", FRAME_BASE_WHOLE);
    turns->wholes = over->by_one ? word_of("1") : given_word(l, "i64", FRAME_STEP_WHOLE);
}

/* Does the statement assign to the variable, or to a part of it? */
static bool assigns(const ScriptNode *node, const ScriptNode *to) {
    if (!node)
        return false;
    if (node->kind == SN_NAME)
        return false;
    bool target = node->kind == SN_UPDATE || node->kind == SN_FOR;
    for (uint32_t k = 0; k < node->n_items; k++)
        if (assigns(node->items[k], to) || (node->kind == SN_ASSIGN && is_of(node->items[k], to)))
            return true;
    return (target && is_of(node->a, to)) || assigns(node->a, to) || assigns(node->b, to) ||
           assigns(node->c, to);
}

/* What a loop inside goes through that is no range: a row of elements that stays as it is, or one number. */
static bool elements(Nest *l, const ScriptNode *node, uint32_t which, Turns *turns, Word *count) {
    Text *text = &l->text;
    const ScriptNode *over = node->b;
    uint32_t var = nest_is_place(over) ? nest_variable(l, over) : UINT32_MAX;
    if (nest_is_place(over) && var == UINT32_MAX)
        return false;
    *turns = (Turns){.array = UINT32_MAX, .base = word_double(0), .step = word_double(0)};
    if (var == UINT32_MAX || l->flow.kinds[var] != KIND_BIT(KIND_ARRAY)) {
        Num num;
        if (!nest_expression(l, over, &num))
            return false;
        if (num.kinds != DOUBLE_BIT)
            return nest_refuse(l, over, "a loop over what is no range");
        turns->base = num_value(l, &num);
        *count = word_of("1");
        return true;
    }
    turns->array = l->vars[var].array;
    const CodeArray *array = &l->code->arrays[turns->array];
    if (array->rank != 2 || assigns(node->c, over))
        return nest_refuse(l, over, "a loop over an array that changes");
    Word rows = ll_load(text, "i64", l->arrays[turns->array].extents[0]);
    nest_guard(l, ll_make(text, "icmp eq i64 %s, 1", rows.at));
    *count = ll_load(text, "i64", l->arrays[turns->array].extents[1]);
    if (array->class_ != CLASS_DOUBLE) /* without turns the variable would be of its class */
        nest_guard(l, ll_make(text, "icmp sgt i64 %s, 0", count->at));
    CodeFor *f = &l->code->fors[which];
    f->over_array = true;
    f->over = array->place;
    return true;
}

/* A loop inside: its range, and the way past it where there is no turn. */
static bool begin_inner(Nest *l, const ScriptNode *node, uint32_t var, uint32_t which, Turns *turns,
                        Flow *nothing, Label on) {
    Text *text = &l->text;
    Word count;
    bool is_range = node->b->kind == SN_RANGE;
    if (is_range ? !range(l, node, node->b, turns, &count)
                 : !elements(l, node, which, turns, &count))
        return false;
    nest_drawn_is_kept(l);
    const ForVar *f = &l->fors[which];
    ll_store(text, "i64", word_of("0"), f->next);
    ll_store(text, "i64", count, f->count);
    ll_store(text, "double", turns->base, f->base);
    ll_store(text, "double", turns->step, f->step);
    Label some = ll_label(text), none = ll_label(text);
    ll_fork(text, ll_make(text, "icmp sgt i64 %s, 0", count.at), some, none);
    Flow before = l->flow;
    ll_place(text, none);
    no_turn(l, var);
    *nothing = l->flow;
    ll_go(text, on);
    l->flow = before;
    ll_place(text, some);
    return true;
}

bool nest_for(Nest *l, const ScriptNode *node, bool offered) {
    if (node->a->kind != SN_NAME)
        return nest_refuse(l, node->a, "a loop whose variable is a part of one");
    uint32_t var = nest_variable(l, node->a);
    if (var != UINT32_MAX && !nest_may_write(l, node, var))
        return false;
    uint32_t which = var == UINT32_MAX ? UINT32_MAX : new_for(l, node);
    if (which == UINT32_MAX)
        return false;
    Turns turns;
    Flow nothing = {.reached = false};
    Label on = ll_label(&l->text);
    if (offered)
        offered_turns(l, which, &turns);
    else if (!begin_inner(l, node, var, which, &turns, &nothing, on))
        return false;
    if (!l->inlined)
        l->active[l->n_active++] = which;
    if (!turns_of(l, node, var, which, &turns))
        return false;
    if (!l->inlined)
        l->n_active--;
    if (offered)
        return true;
    if (l->flow.reached)
        ll_go(&l->text, on);
    flow_merge(&l->flow, &nothing);
    ll_place(&l->text, on);
    return true;
}

/* ---- while, do */

bool nest_while(Nest *l, const ScriptNode *node) {
    Text *text = &l->text;
    uint32_t point = l->point, head;
    Label top = ll_label(text), inside = ll_label(text);
    Flow otherwise;
    Jump jump;
    begin_jump(l, &jump);
    if (!nest_head_begin(l, &head))
        return false;
    ll_place(text, top);
    l->point = turn_point(l, LOOP_AT_TURN, node);
    if (l->point == UINT32_MAX)
        return nest_refuse(l, node, "a loop of too many statements");
    ask_for_interrupts(l);
    if (!nest_branch(l, node->a, inside, jump.after, &otherwise))
        return false;
    l->point = point;
    bool drew = l->drew;
    ll_place(text, inside);
    nest_drawn_is_kept(l);
    if (!nest_block(l, node->b))
        return false;
    l->jump = jump.outer;
    flow_merge(&l->flow, &jump.at_next);
    if (l->flow.reached) {
        ll_place(text, jump.next);
        ll_go(text, top);
    }
    nest_head_end(l, head, &l->flow);
    l->flow = otherwise;
    flow_merge(&l->flow, &jump.at_after);
    ll_place(text, jump.after);
    l->drew = l->drew || drew;
    nest_drawn_is_kept(l);
    return true;
}

bool nest_until(Nest *l, const ScriptNode *node) {
    Text *text = &l->text;
    uint32_t point = l->point, head;
    Label top = ll_label(text);
    Flow again;
    Jump jump;
    begin_jump(l, &jump);
    if (!nest_head_begin(l, &head))
        return false;
    ll_place(text, top);
    l->point = turn_point(l, LOOP_AT_TURN, node);
    if (l->point == UINT32_MAX)
        return nest_refuse(l, node, "a loop of too many statements");
    ask_for_interrupts(l);
    l->point = point;
    if (!nest_block(l, node->a))
        return false;
    l->jump = jump.outer;
    flow_merge(&l->flow, &jump.at_next);
    if (l->flow.reached) {
        ll_place(text, jump.next);
        l->point = turn_point(l, LOOP_AT_TEST, node);
        if (l->point == UINT32_MAX)
            return nest_refuse(l, node, "a loop of too many statements");
        if (!nest_branch(l, node->b, jump.after, top, &again))
            return false;
        if (l->drew && !l->inlined)
            return nest_refuse(l, node->b, "an until that draws random numbers");
        nest_head_end(l, head, &again);
        l->point = point;
    }
    flow_merge(&l->flow, &jump.at_after);
    if (l->flow.reached)
        ll_place(text, jump.after);
    return true;
}
