/* What variables may be, where ways through a loop meet. */
#include <string.h>

#include "front/script/loop/nest.h"

void flow_merge(Flow *into, const Flow *from) {
    if (!from->reached)
        return;
    if (!into->reached) {
        *into = *from;
        return;
    }
    for (int k = 0; k < LOOP_VARS; k++)
        into->kinds[k] |= from->kinds[k];
}

/*
 * At the head of a loop variables may be what they are in front of it, and what turns of it bring back. The second is known only when
 * its body has been written: it is kept for the next attempt, in which heads come in the same order.
 */
bool nest_head_begin(Nest *l, uint32_t *head) {
    *head = l->head++;
    if (l->head > l->n_heads) {
        if (l->head > l->head_room) {
            uint32_t room = l->head_room ? 2 * l->head_room : 16;
            size_t size = LOOP_VARS * sizeof(uint32_t);
            uint32_t *grown = interp_resize(l->in, l->heads, l->head_room * size, room * size);
            if (!grown) {
                l->no_memory = true;
                return false;
            }
            l->heads = grown;
            l->head_room = room;
        }
        memset(l->heads + (size_t)l->n_heads * LOOP_VARS, 0, LOOP_VARS * sizeof(uint32_t));
        l->n_heads = l->head;
    }
    uint32_t *known = l->heads + (size_t)*head * LOOP_VARS;
    for (int k = 0; k < LOOP_VARS; k++)
        l->flow.kinds[k] = known[k] |= l->flow.kinds[k];
    return true;
}

void nest_head_end(Nest *l, uint32_t head, const Flow *from) {
    if (!from->reached)
        return;
    uint32_t *known = l->heads + (size_t)head * LOOP_VARS;
    for (int k = 0; k < LOOP_VARS; k++)
        if (from->kinds[k] & ~known[k]) {
            known[k] |= from->kinds[k];
            l->again = true;
        }
}
