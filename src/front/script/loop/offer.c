/* A loop that is offered: is it worth it, for which kinds of variables is it known, is its code there? */
#define _GNU_SOURCE /* clock_gettime */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "front/script/loop/known.h"

/* Nanoseconds: of a node of the tree, interpreted, about; worth being waited for; worth being compiled beside. */
enum { NODE_COST = 2, WORTH_WAITING = 5000000, TEXT_COST = 2000, WORTH_COMPILING = 8000000 };
/* So often may code be left within this time, which is no more than the interpreter would need. */
enum { SHORT_RUN = 3000, MOST_SHORT_RUNS = 24 };
/* What beginning it costs. */
enum { WORTH_BEGINNING = 300 };

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void refuse_for_good(LoopSite *site, const char *why) {
    LoopKnown *known = site->known;
    known->hopeless = true;
    strncpy(known->why, why, sizeof known->why - 1);
    known->why[sizeof known->why - 1] = '\0';
    site->next = UINT64_MAX;
}

static void ask_again_after(LoopSite *site, uint64_t turns) {
    site->next = turns > UINT64_MAX - site->turns - 1 ? UINT64_MAX - 1 : site->turns + turns;
}

/* ---- what is known */

static bool same_kinds(const LoopCode *code, const LoopOffer *offer) {
    GivenOver over = loop_given_over(offer);
    if (memcmp(&over, &code->over, sizeof over) != 0)
        return false;
    for (uint32_t k = 0; k < code->n_given; k++) {
        const Given *a = &code->given[k];
        Given b = loop_given_at(offer, a->place);
        if (a->kind != b.kind || a->class_ != b.class_ || a->rank != b.rank || a->roomy != b.roomy)
            return false;
    }
    return loop_same_handles(code, offer);
}

/* Functions of the user's that stand in the code may have become others. */
static bool same_functions(LoopCode *code, const LoopOffer *offer) {
    if (code->generation == offer->generation)
        return true;
    for (uint32_t k = 0; k < code->n_functions; k++)
        if (code->functions[k].function ||
            (offer->function_of && offer->function_of(offer->user, code->functions[k].name)))
            return false;
    code->generation = offer->generation;
    return true;
}

static void forget(Interp *in, LoopKnown *known, uint32_t k) {
    if (known->last == known->codes[k])
        known->last = NULL;
    loop_code_free(in, known->codes[k]);
    known->codes[k] = known->codes[--known->n_codes];
}

static LoopCode *find_code(Interp *in, LoopKnown *known, const LoopOffer *offer) {
    if (known->last && same_kinds(known->last, offer) && same_functions(known->last, offer))
        return known->last;
    for (uint32_t k = 0; k < known->n_codes; k++) {
        LoopCode *code = known->codes[k];
        if (!same_kinds(code, offer))
            continue;
        if (same_functions(code, offer))
            return known->last = code;
        forget(in, known, k);
        return NULL;
    }
    return NULL;
}

/* Nobody's variable, and what goes through a matrix, is refused for now: another time it may be otherwise. */
static bool may_be_taken(const LoopKnown *known, const LoopOffer *offer) {
    for (uint32_t k = 0; k < known->n_places; k++) {
        uint8_t kind = offer->slots[known->places[k].slot].kind;
        if (kind == VALUE_COLON || kind > VALUE_MAP)
            return false;
    }
    Value over = offer->over.over;
    if (offer->loop->kind != SN_FOR || over.kind == VALUE_NONE)
        return true;
    if (over.kind != VALUE_ARRAY)
        return false;
    const Array *a = VALUE_ARRAY_OF(over);
    return !a->complex && a->shape.rank == 2 && a->shape.at[0] == 1 && a->class_ != CLASS_INT64 &&
           a->class_ != CLASS_UINT64;
}

static bool open_known(Interp *in, LoopSite *site, const LoopOffer *offer) {
    LoopKnown *known = interp_alloc(in, sizeof *known);
    if (!known)
        return false;
    memset(known, 0, sizeof *known);
    site->known = known;
    known->began = now();
    known->first_turn = site->turns;
    const char *policy = frit_context_describe(in->context).compile;
    known->eager = strcmp(policy, "wait") == 0 || strcmp(policy, "require") == 0;
    return loop_look(in, known, offer);
}

/* ---- is it worth it */

/* Nanoseconds that the turns that are left would take the interpreter, and those that it has gone through. */
static void estimate(const LoopSite *site, const LoopOffer *offer, double *left, double *spent) {
    const LoopKnown *known = site->known;
    double cost = known->eager ? 2 * WORTH_COMPILING : (double)known->cost * NODE_COST;
    double gone = (double)(site->turns - known->first_turn);
    *spent = gone * cost;
    *left = 0;
    if (offer->loop->kind != SN_FOR) {
        *left = known->eager ? cost : *spent; /* as long again */
        return;
    }
    if (offer->over.turn > 0 && gone > 0 && (double)offer->over.turn >= gone) {
        double measured = (now() - known->began) / gone;
        cost = measured > cost ? measured : cost;
        *spent = gone * cost;
    }
    *left = (double)(offer->over.count - offer->over.turn) * cost;
}

static bool compile(Interp *in, LoopSite *site, LoopCode *code, const LoopOffer *offer, bool wait) {
    char label[64];
    uint32_t line, column;
    source_place(offer->tree->source, offer->loop->place, &line, &column);
    snprintf(label, sizeof label, "loop:%u", line);
    frit_error error;
    frit_status status = frit_loop_compile(in->context, code->text, code->text_len, label, wait,
                                           &code->loop, &error);
    if (status == FRIT_OK)
        return true;
    if (status == FRIT_ERR_NOMEM) {
        in->raw = error;
        return interp_fail_raw(in);
    }
    refuse_for_good(site, error.message);
    return true;
}

/* Nanoseconds that compiling takes, about: it goes with the length of the text. */
static double waiting_for(const LoopCode *code) {
    return WORTH_WAITING + TEXT_COST * (double)code->text_len;
}

/* Code that may run now: *out, or NULL. */
static bool code_of(Interp *in, LoopSite *site, const LoopOffer *offer, LoopCode **out) {
    LoopKnown *known = site->known;
    LoopCode *code = find_code(in, known, offer);
    double left, spent;
    *out = NULL;
    if (code && code->loop) {
        *out = code;
        return true;
    }
    estimate(site, offer, &left, &spent);
    if (code && code->refused) {
        ask_again_after(site, site->turns + 16);
        return true;
    }
    if (left + spent < WORTH_COMPILING) {
        ask_again_after(site, site->turns / 2);
        return true;
    }
    if (!code) {
        if (known->n_codes == LOOP_VARIANTS) {
            refuse_for_good(site, "its variables are of too many kinds");
            return true;
        }
        TRY(loop_code_make(in, known, offer, &code));
        known->codes[known->n_codes++] = code;
    }
    if (!code->refused)
        TRY(compile(in, site, code, offer, known->eager || left >= waiting_for(code)));
    if (code->loop)
        *out = code;
    else if (site->next != UINT64_MAX)
        ask_again_after(site, 16 + site->turns / 4);
    return true;
}

/* ---- one offer */

/* Code that is left again and again is of no use; where a guess was wrong there will be other code. */
static void learn(Interp *in, LoopSite *site, LoopCode *code, const LoopResult *result,
                  double took) {
    LoopKnown *known = site->known;
    code->runs++;
    if (result->end != LOOP_LEFT) {
        code->short_runs = 0;
        return;
    }
    code->exits++;
    if (code->points[code->frame[FRAME_POINT] - 1].guess) {
        known->no_guess = true;
        for (uint32_t k = known->n_codes; k-- > 0;)
            if (known->codes[k]->guess)
                forget(in, known, k);
        return;
    }
    code->short_runs = took < SHORT_RUN ? code->short_runs + 1 : 0;
    if (code->short_runs > MOST_SHORT_RUNS) {
        code->short_runs = MOST_SHORT_RUNS / 2;
        ask_again_after(site, 64 + site->turns);
    }
}

bool loop_offer(Interp *in, LoopSite *site, const LoopOffer *offer, LoopResult *result) {
    LoopCode *code;
    *result = (LoopResult){.end = LOOP_REFUSED};
    if (!site->known)
        TRY(open_known(in, site, offer));
    if (site->known->hopeless) {
        site->next = UINT64_MAX;
        return true;
    }
    if (offer->loop->kind == SN_FOR) {
        double left = (double)(offer->over.count - offer->over.turn);
        if (left <= 0)
            return true;
        if (left * (double)site->known->cost * NODE_COST < WORTH_BEGINNING && !site->known->eager) {
            ask_again_after(site, (uint64_t)left);
            return true;
        }
    }
    if (!may_be_taken(site->known, offer)) {
        ask_again_after(site, site->turns + 16);
        return true;
    }
    TRY(code_of(in, site, offer, &code));
    if (!code)
        return true;
    bool looks = code->exits > 0; /* at the clock */
    double began = looks ? now() : 0;
    TRY(loop_run(in, code, offer, result));
    learn(in, site, code, result, looks ? now() - began : 2 * SHORT_RUN);
    return true;
}

void loop_site_free(Interp *in, LoopSite *site) {
    LoopKnown *known = site->known;
    if (!known)
        return;
    while (known->n_codes)
        forget(in, known, known->n_codes - 1);
    interp_release(in, known->places, known->place_room * sizeof *known->places);
    interp_release(in, known, sizeof *known);
    site->known = NULL;
}

bool loop_explain(const LoopSite *site, Str *out) {
    const LoopKnown *known = site->known;
    if (!known || (known->n_codes == 0 && !known->hopeless)) {
        str_puts(out, "interpreted: it was not worth it");
        return str_ok(out);
    }
    if (known->hopeless) {
        str_format(out, "interpreted: %s", known->why);
        return str_ok(out);
    }
    for (uint32_t k = 0; k < known->n_codes; k++) {
        const LoopCode *code = known->codes[k];
        str_puts(out, k ? "; " : "");
        if (code->refused)
            str_format(out, "interpreted, for %s in line %u", code->why, code->why_line);
        else
            str_format(out, "compiled; begun %llu time%s, left %llu time%s",
                       (unsigned long long)code->runs, code->runs == 1 ? "" : "s",
                       (unsigned long long)code->exits, code->exits == 1 ? "" : "s");
        if (!code->refused && code->leaves[0] != '\0')
            str_format(out, " (for %s in line %u)", code->leaves, code->leaves_line);
    }
    return str_ok(out);
}
