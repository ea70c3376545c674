/* What a loop mentions, and what that is when it is offered. */
#include <math.h>
#include <string.h>

#include "front/script/loop/known.h"

/* ---- variables in the text */

static bool add_slot(Interp *in, LoopKnown *known, uint32_t slot) {
    for (uint32_t k = 0; k < known->n_slots; k++)
        if (known->slots[k] == slot)
            return true;
    if (known->n_slots == known->slot_room) {
        uint32_t room = known->slot_room ? 2 * known->slot_room : 8;
        uint32_t *grown =
            interp_resize(in, known->slots, known->slot_room * sizeof *grown, room * sizeof *grown);
        if (!grown)
            return false;
        known->slots = grown;
        known->slot_room = room;
    }
    known->slots[known->n_slots++] = slot;
    return true;
}

static bool look(Interp *in, LoopKnown *known, const ScriptNode *node, uint64_t weight) {
    if (!node || node->kind == SN_ANONYMOUS || node->kind == SN_FUNCTION)
        return true;
    known->cost += weight;
    if (node->kind == SN_FOR || node->kind == SN_WHILE || node->kind == SN_DO_UNTIL)
        weight = weight < 10000 ? 10 * weight : weight;
    if (node->kind == SN_NAME && node->binding == SB_SLOT && node->level == 0)
        TRY(add_slot(in, known, node->slot));
    for (uint32_t k = 0; k < node->n_items; k++)
        TRY(look(in, known, node->items[k], weight));
    return look(in, known, node->a, weight) && look(in, known, node->b, weight) &&
           look(in, known, node->c, weight);
}

bool loop_look(Interp *in, LoopKnown *known, const LoopOffer *offer) {
    const ScriptNode *loop = offer->loop;
    TRY(look(in, known, loop->a, 1) && look(in, known, loop->b, 1) && look(in, known, loop->c, 1));
    const char *why =
        known->n_slots > LOOP_VARS / 2 ? "it has more variables than are compiled" : "";
    memcpy(known->why, why, strlen(why) + 1);
    known->hopeless = why[0] != '\0';
    return true;
}

/* ---- what they are */

static bool is_wide(ValueClass class_) {
    return class_ == CLASS_INT64 || class_ == CLASS_UINT64;
}

Given loop_given(Value v, uint32_t slot) {
    Given given = {.slot = slot, .kind = KIND_OTHER};
    switch ((ValueKind)v.kind) {
    case VALUE_NONE: given.kind = KIND_UNSET; break;
    case VALUE_NUMBER:
        if (!is_wide((ValueClass)v.class_))
            given.kind = (uint8_t)(KIND_CLASS + v.class_);
        break;
    case VALUE_RANGE:
        given.kind = KIND_ARRAY;
        given.rank = 2;
        break;
    case VALUE_ARRAY: {
        const Array *a = VALUE_ARRAY_OF(v);
        if (a->complex || is_wide((ValueClass)a->class_) || a->shape.rank > 6)
            break;
        given.kind = KIND_ARRAY;
        given.class_ = a->class_;
        given.rank = (uint8_t)a->shape.rank;
        given.roomy = a->data && a->room > a->count;
        break;
    }
    case VALUE_FUNCTION: given.class_ = 1; break;
    default: break;
    }
    return given;
}

static bool is_whole(double x) {
    return x == floor(x) && fabs(x) < 0x1p50;
}

GivenOver loop_given_over(const LoopOffer *offer) {
    GivenOver given = {.array = false};
    const LoopOver *over = &offer->over;
    if (offer->loop->kind != SN_FOR)
        return given;
    if (over->over.kind != VALUE_NONE) {
        given.array = true;
        given.class_ = (uint8_t)value_class(over->over);
        return given;
    }
    given.whole = is_whole(over->base) && is_whole(over->step) &&
                  fabs(over->base) + fabs(over->step) * (double)over->count < 0x1p51 &&
                  !(over->base == 0 && signbit(over->base));
    given.from_one = given.whole && over->base == 1;
    given.by_one = given.whole && over->step == 1;
    return given;
}
