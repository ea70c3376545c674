/* Scans along the rows of a tile, piece by piece. */
#include "run/interp/form.h"

static Dtype strided_dtype(Dtype dtype) {
    /* A register of f16 or bf16 holds floats. */
    return block_size(dtype) == dtype_info(dtype)->bits / 8u ? dtype : DT_F32;
}

void scan_run(Worker *w, const Do *d) {
    const InterpKernel *k = w->k;
    const BlockOps *ops = k->ops;
    Dtype dtype = d->from, moved = strided_dtype(dtype);
    bool reverse = d->flags & KF_REVERSE, exclusive = d->flags & KF_EXCLUSIVE;
    size_t size = block_size(dtype), rows = (size_t)w->rows, width = (size_t)w->width;
    char *states = w->memory + k->scans + d->index * (size_t)k->tile_rows * SCAN_STATE;
    char *temp = w->memory + k->temp_at;
    bool starts = reverse ? w->first + w->width == k->length : w->first == 0;
    for (size_t row = 0; row < rows; row++) {
        char *state = states + row * SCAN_STATE;
        if (starts)
            ops->scan_start[d->op][dtype](state);
        char *out = w->regs[d->out], *x = w->regs[d->in[0]];
        if (k->layout == LAYOUT_ROWS) {
            size_t at = row * width * size;
            ops->scan[d->op][dtype](out + at, x + at, state, width, exclusive, reverse);
            continue;
        }
        int64_t stride = (int64_t)(rows * size);
        ops->load[moved](temp, x + row * size, stride, width);
        ops->scan[d->op][dtype](temp, temp, state, width, exclusive, reverse);
        ops->store[moved](out + row * size, stride, temp, width);
    }
}
