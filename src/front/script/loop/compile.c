/* Code of a loop for variables of certain kinds: attempts to write it, until what variables may be is settled. */
#include <string.h>

#include "front/script/loop/nest.h"

enum { ATTEMPTS = 24 };

void loop_code_free(Interp *in, LoopCode *code) {
    if (!code)
        return;
    frit_loop_free(code->loop);
    interp_release(in, code->given, code->given_room * sizeof *code->given);
    interp_release(in, code->vars, LOOP_VARS * sizeof *code->vars);
    interp_release(in, code->points, LOOP_POINTS * sizeof *code->points);
    interp_release(in, code->frame, code->frame_words * sizeof *code->frame);
    interp_release(in, code->text, code->text_len + 1);
    interp_release(in, code, sizeof *code);
}

static LoopCode *new_code(Interp *in, const LoopKnown *known, const LoopOffer *offer) {
    LoopCode *code = interp_alloc(in, sizeof *code);
    if (!code)
        return NULL;
    memset(code, 0, sizeof *code);
    code->given_room = known->n_places ? known->n_places : 1;
    code->given = interp_alloc(in, code->given_room * sizeof *code->given);
    code->vars = interp_alloc(in, LOOP_VARS * sizeof *code->vars);
    code->points = interp_alloc(in, LOOP_POINTS * sizeof *code->points);
    if (!code->given || !code->vars || !code->points) {
        loop_code_free(in, code);
        return NULL;
    }
    code->n_given = known->n_places;
    for (uint32_t k = 0; k < known->n_places; k++)
        code->given[k] = loop_given_at(offer, known->places[k]);
    code->over = loop_given_over(offer);
    code->guess = !known->no_guess;
    code->generation = offer->generation;
    return code;
}

static void begin_attempt(LoopCode *code) {
    code->n_arrays = code->n_fors = code->n_points = code->n_calls = 0;
    code->n_handles = code->n_captures = 0;
    code->n_directs = code->n_functions = code->n_vars = 0;
    code->words = FRAME_FIRST;
    code->why[0] = code->leaves[0] = '\0';
}

/* False: no memory. */
static bool attempt(Interp *in, LoopCode *code, const LoopOffer *offer, Nest *l) {
    uint32_t *heads = NULL;
    uint32_t n_heads = 0, room = 0;
    bool ok = false, again = true, no_memory = false;
    for (int k = 0; k < ATTEMPTS && again && !no_memory; k++) {
        memset(l, 0, sizeof *l);
        begin_attempt(code);
        *l = (Nest){.in = in, .offer = offer, .code = code};
        l->heads = heads;
        l->n_heads = n_heads;
        l->head_room = room;
        ok = nest_loop(l);
        heads = l->heads;
        n_heads = l->n_heads;
        room = l->head_room;
        again = ok && l->again;
        no_memory = l->no_memory;
    }
    interp_release(in, heads, room * LOOP_VARS * sizeof *heads);
    if (again)
        memcpy(code->why, "variables whose classes do not settle", 38);
    code->refused = !ok || again;
    return !no_memory;
}

bool loop_code_make(Interp *in, LoopKnown *known, const LoopOffer *offer, LoopCode **out) {
    LoopCode *code = new_code(in, known, offer);
    Nest *l = code ? interp_alloc(in, sizeof *l) : NULL;
    bool ok = l && attempt(in, code, offer, l);
    if (ok && !code->refused) {
        code->frame_words = code->words;
        code->frame = interp_alloc(in, code->words * sizeof *code->frame);
        ok = code->frame != NULL;
    }
    interp_release(in, l, sizeof *l);
    if (!ok) {
        if (code)
            loop_code_free(in, code);
        return interp_message(in)[0] != '\0' ? false : interp_fail_raw(in);
    }
    *out = code;
    return true;
}
