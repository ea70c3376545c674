#include "moved.h"

#include "api/api.h"
#include "harness.h"
#include "run/device/strided.h"

static Device *device_of(const frit_context *context) {
    frit_error error;
    Env env = {&context->allocator, &error};
    Machine *machine = api_machine(&env, context);
    CHECK(machine);
    return machine->device;
}

static void move_bytes(const Moved *m, uint32_t k, bool back) {
    static const int64_t step = 1;
    frit_error error;
    Env env = {&m->context->allocator, &error};
    int64_t size = m->high[k] - m->low[k];
    CopySide here = {m->low[k], &step, true}, there = {m->block[k], &step, false};
    Copy copy = {1, &size, 1, back ? here : there, back ? there : here};
    CHECK_MSG(device_copy(&env, device_of(m->context), &copy), "%s", error.message);
}

static void find_bytes(Moved *m, uint32_t k, const Types *types, TypeId type) {
    int64_t low, high, count, strides[MAX_RANK];
    int64_t item = (int64_t)type_elem_size(types, type_elem(types, type)), next = item;
    uint32_t rank = type_rank(types, type);
    for (uint32_t axis = rank; axis-- > 0;) {
        strides[axis] = m->at[k].strides ? m->at[k].strides[axis] : next;
        next *= m->at[k].shape[axis];
    }
    CHECK(strided_span(rank, m->at[k].shape, strides, item, &low, &high, &count));
    m->low[k] = (char *)m->at[k].data + low;
    m->high[k] = (char *)m->at[k].data + high;
    m->range[k] = k;
}

/* Those that overlap have one range, that of the first. */
static bool join(Moved *m) {
    for (uint32_t a = 0; a < m->n; a++)
        for (uint32_t b = a + 1; b < m->n; b++) {
            uint32_t x = m->range[a], y = m->range[b];
            if (x == y || m->low[x] >= m->high[y] || m->low[y] >= m->high[x])
                continue;
            m->low[x] = m->low[x] < m->low[y] ? m->low[x] : m->low[y];
            m->high[x] = m->high[x] > m->high[y] ? m->high[x] : m->high[y];
            for (uint32_t k = 0; k < m->n; k++)
                m->range[k] = m->range[k] == y ? x : m->range[k];
            return true;
        }
    return false;
}

void moved_in(Moved *m, const frit_context *context, const frit_call *call, const frit_tensor *in,
              uint32_t n_in, const frit_tensor *out, uint32_t n_out) {
    const Plan *plan = api_call_plan(call);
    const Program *p = plan->module->programs.at[plan->program];
    *m = (Moved){.context = context, .n = n_in + n_out};
    CHECK(m->n <= MOST_MOVED);
    for (uint32_t k = 0; k < m->n; k++)
        m->at[k] = k < n_in ? in[k] : out[k - n_in];
    if (device_of(context)->kind->addressable)
        return;
    for (uint32_t k = 0; k < m->n; k++)
        find_bytes(m, k, &plan->module->types,
                   p->vars.at[k < n_in ? k : p->outputs.at[k - n_in]].type);
    while (join(m))
        ;
    for (uint32_t k = 0; k < m->n; k++) {
        uint32_t range = m->range[k];
        if (!m->block[range]) {
            /* As far from a multiple of 64 as here, so that what is aligned stays so. */
            size_t odd = (uintptr_t)m->low[range] % 64;
            char *block =
                frit_buffer_take(context, (uint64_t)(m->high[range] - m->low[range]) + 64);
            CHECK(block);
            m->block[range] = block + odd;
            move_bytes(m, range, false);
        }
        m->at[k].data = m->block[range] + ((char *)m->at[k].data - m->low[range]);
        m->at[k].device = device_id(device_of(context));
    }
}

void moved_out(Moved *m) {
    for (uint32_t k = 0; k < m->n; k++) {
        if (!m->block[k])
            continue;
        move_bytes(m, k, true);
        frit_buffer_give(m->context, m->block[k] - (uintptr_t)m->low[k] % 64,
                         (uint64_t)(m->high[k] - m->low[k]) + 64);
    }
}

frit_status moved_run(const frit_context *context, frit_call *call, const frit_tensor *in,
                      uint32_t n_in, const frit_tensor *out, uint32_t n_out, frit_error *error) {
    Moved m;
    moved_in(&m, context, call, in, n_in, out, n_out);
    frit_status status = frit_call_run(call, m.at, n_in, m.at + n_in, n_out, error);
    moved_out(&m);
    return status;
}
