/* What the walks over rows need, without emitting them. */
#include "emit/llvm/columns.h"
#include "emit/llvm/walks.h"

bool walk_needs(Env *env, const CodeAnalysis *code, FormNeeds *needs) {
    enum { LINE = 64 };
    Walk walk = code->form->walk;
    const Analysis *a = &code->of;
    needs->row_bytes = 0;
    needs->n_values = walk == WALK_PHASES ? code->n_row_values : 0;
    /* Each kept value of a row has room for whole vectors. */
    if (walk == WALK_ROWS)
        needs->row_bytes = code->element_bytes * LINE;
    if (walk != WALK_COLUMNS)
        return true;
    ColumnRoom room = {0};
    Reducer *reducers = env_new(env, (a->n_reductions + 1) * sizeof *reducers);
    TRY(reducers);
    column_reducers(a, reducers);
    column_room(code, reducers, &room);
    needs->row_bytes = room.bytes;
    env_free(env->allocator, reducers, (a->n_reductions + 1) * sizeof *reducers);
    return true;
}
