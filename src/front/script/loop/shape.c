/* What a loop mentions, and what that is when it is offered. */
#include <math.h>
#include <string.h>

#include "front/script/loop/known.h"

/* ---- variables in the text */

static bool add_place(Interp *in, LoopKnown *known, LoopPlace place) {
    for (uint32_t k = 0; k < known->n_places; k++)
        if (known->places[k].slot == place.slot && known->places[k].field == place.field)
            return true;
    if (known->n_places == known->place_room) {
        uint32_t room = known->place_room ? 2 * known->place_room : 8;
        LoopPlace *grown = interp_resize(in, known->places, known->place_room * sizeof *grown,
                                         room * sizeof *grown);
        if (!grown)
            return false;
        known->places = grown;
        known->place_room = room;
    }
    known->places[known->n_places++] = place;
    return true;
}

static bool is_variable(const ScriptNode *node) {
    return node->kind == SN_NAME && node->binding == SB_SLOT && node->level == 0;
}

static bool look(Interp *in, LoopKnown *known, const ScriptNode *node, uint64_t weight) {
    if (!node || node->kind == SN_ANONYMOUS || node->kind == SN_FUNCTION)
        return true;
    known->cost += weight;
    if (node->kind == SN_FOR || node->kind == SN_WHILE || node->kind == SN_DO_UNTIL)
        weight = weight < 10000 ? 10 * weight : weight;
    if (node->kind == SN_FIELD && is_variable(node->a))
        return add_place(in, known, (LoopPlace){node->a->slot, node->name});
    if (is_variable(node))
        TRY(add_place(in, known, (LoopPlace){node->slot, 0}));
    for (uint32_t k = 0; k < node->n_items; k++)
        TRY(look(in, known, node->items[k], weight));
    return look(in, known, node->a, weight) && look(in, known, node->b, weight) &&
           look(in, known, node->c, weight);
}

bool loop_look(Interp *in, LoopKnown *known, const LoopOffer *offer) {
    const ScriptNode *loop = offer->loop;
    TRY(look(in, known, loop->a, 1) && look(in, known, loop->b, 1) && look(in, known, loop->c, 1));
    const char *why =
        known->n_places > LOOP_VARS / 2 ? "it has more variables than are compiled" : "";
    memcpy(known->why, why, strlen(why) + 1);
    known->hopeless = why[0] != '\0';
    return true;
}

/* ---- what they are */

static bool is_wide(ValueClass class_) {
    return class_ == CLASS_INT64 || class_ == CLASS_UINT64;
}

Value *loop_value(const LoopOffer *offer, LoopPlace place) {
    Value *v = &offer->slots[place.slot];
    if (!place.field)
        return v;
    if (v->kind != VALUE_STRUCT || VALUE_STRUCT_OF(*v)->count != 1)
        return NULL;
    const Struct *s = VALUE_STRUCT_OF(*v);
    int32_t field = value_field_index(s, script_name_text(offer->tree->names, place.field));
    return field < 0 ? NULL : &s->at[field][0];
}

Given loop_given_at(const LoopOffer *offer, LoopPlace place) {
    const Value *v = loop_value(offer, place);
    Given given = {.kind = KIND_OTHER};
    if (v && !(place.field && (v->kind == VALUE_NONE || v->kind == VALUE_FUNCTION)))
        given = loop_given(*v);
    given.place = place;
    return given;
}

Given loop_given(Value v) {
    Given given = {.kind = KIND_OTHER};
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
