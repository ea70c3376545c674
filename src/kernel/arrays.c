#include "kernel/arrays.h"

/* Results of a branch: the slot of what the first arm leaves, which is known by its end. */
static void close_region(const Kernel *k, const KernelInstr *end, ValId *slot) {
    const KernelInstr *opener = &k->body.at[end->match];
    for (uint32_t c = 0; opener->code == K_IF && c < opener->n_carries; c++) {
        const Carry *carry = &k->carries.at[opener->carry + c];
        if (is_array(k, carry->result))
            slot[carry->result] = slot[carry->init];
    }
}

void kernel_slots(const Kernel *k, ValId *slot) {
    for (ValId v = 0; v < k->values.len; v++)
        slot[v] = NO_VAL;
    for (uint32_t n = 0; n < k->body.len; n++) {
        const KernelInstr *i = &k->body.at[n];
        ValId old = instr_consumes(k, i);
        if (i->code == K_END)
            close_region(k, i, slot);
        else if (old != NO_VAL)
            slot[i->value] = slot[old];
        else if (i->code == K_TABLE || i->code == K_ARRAY || i->code == K_COPY)
            slot[i->value] = i->value;
        if (i->code != K_FOR && i->code != K_WHILE)
            continue;
        for (uint32_t c = 0; c < i->n_carries; c++) {
            const Carry *carry = &k->carries.at[i->carry + c];
            if (is_array(k, carry->phi))
                slot[carry->phi] = slot[carry->result] = slot[carry->init];
        }
    }
}

unsigned array_element_bytes(Dtype dtype) {
    const DtypeInfo *info = dtype_info(dtype);
    return info->class == CLASS_FLOAT && info->bits < 32 ? 4 : info->bits / 8u;
}

uint64_t kernel_array_bytes(const Kernel *k, const ValId *slot) {
    uint64_t bytes = 0;
    for (uint32_t n = 0; n < k->body.len; n++) {
        const KernelInstr *i = &k->body.at[n];
        if (i->code != K_TABLE && i->value != NO_VAL && slot[i->value] == i->value) {
            const KernelValue *value = &k->values.at[i->value];
            bytes += (uint64_t)value->count * array_element_bytes((Dtype)value->dtype);
        }
    }
    return bytes;
}
