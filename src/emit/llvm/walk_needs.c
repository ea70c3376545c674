/* What the walks over rows need, without emitting them. */
#include "emit/llvm/columns.h"
#include "emit/llvm/walks.h"

bool walk_needs(Env *env, const Analysis *a, FormNeeds *needs) {
    enum { LINE = 64 };
    needs->row_bytes = 0;
    needs->n_values = a->form->walk == WALK_PHASES ? a->n_row_values : 0;
    /* Each kept value of a row has room for whole vectors. */
    if (a->form->walk == WALK_ROWS)
        needs->row_bytes = a->element_bytes * LINE;
    if (a->form->walk != WALK_COLUMNS)
        return true;
    ColumnRoom room = {0};
    Reducer *reducers = env_new(env, (a->n_reductions + 1) * sizeof *reducers);
    TRY(reducers);
    column_reducers(a, reducers);
    column_room(a, reducers, &room);
    needs->row_bytes = room.bytes;
    env_free(env->allocator, reducers, (a->n_reductions + 1) * sizeof *reducers);
    return true;
}
