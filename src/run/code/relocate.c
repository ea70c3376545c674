/*
 * The relocations that LLVM makes for position-independent code of the small model that refers to
 * nothing but itself. What would not fit into its field is refused. All of an image is in one place of at
 * most ELF_IMAGE_MAX, half of what a call of AArch64 reaches, so no call needs a stub; and its pages of 4 KiB
 * are those of the instructions, whatever the system's are.
 */
#include <elf.h>
#include <string.h>

#include "run/code/elf.h"

static bool refuse(Env *env, const Patch *p) {
    return env_fail(env, FRIT_ERR_FORMAT, FRIT_STAGE_LOAD,
                    "not an object of ours: relocation %u cannot be applied", (unsigned)p->type);
}

/* As many bytes, from the least significant on. */
static bool write_bytes(Env *env, const Patch *p, uint64_t value, size_t count) {
    if (p->room < count)
        return refuse(env, p);
    for (size_t k = 0; k < count; k++)
        p->at[k] = (unsigned char)(value >> (8 * k));
    return true;
}

static bool fits_signed(int64_t value, unsigned bits) {
    return value >= -((int64_t)1 << (bits - 1)) && value < (int64_t)1 << (bits - 1);
}

static bool patch_x86_64(Env *env, const Patch *p) {
    int64_t distance = (int64_t)(p->target - p->place);
    switch (p->type) {
    case R_X86_64_64: return write_bytes(env, p, p->target, 8);
    case R_X86_64_PC64: return write_bytes(env, p, (uint64_t)distance, 8);
    case R_X86_64_PC32:
    case R_X86_64_PLT32: /* the function is here: no table is needed */
        return fits_signed(distance, 32) ? write_bytes(env, p, (uint64_t)distance, 4)
                                         : refuse(env, p);
    default: return refuse(env, p);
    }
}

/* Puts `width` bits into an instruction, from bit `first` on. */
static bool set_field(Env *env, const Patch *p, uint64_t value, unsigned first, unsigned width) {
    if (p->room < 4)
        return refuse(env, p);
    uint32_t mask = (((uint32_t)1 << width) - 1) << first, instruction;
    memcpy(&instruction, p->at, 4);
    instruction = (instruction & ~mask) | ((uint32_t)(value << first) & mask);
    memcpy(p->at, &instruction, 4);
    return true;
}

/* A distance in instructions. */
static bool set_branch(Env *env, const Patch *p, unsigned first, unsigned width) {
    int64_t distance = (int64_t)(p->target - p->place);
    if (distance % 4 != 0 || !fits_signed(distance, width + 2))
        return refuse(env, p);
    return set_field(env, p, (uint64_t)distance >> 2, first, width);
}

/* adr, adrp: 21 bits, the lowest two of them apart. */
static bool set_adr(Env *env, const Patch *p, int64_t value) {
    if (!fits_signed(value, 21))
        return refuse(env, p);
    return set_field(env, p, (uint64_t)value & 3, 29, 2) &&
           set_field(env, p, (uint64_t)value >> 2, 5, 19);
}

/* The place in the page, as a load or store of 2^shift bytes counts it. */
static bool set_low(Env *env, const Patch *p, unsigned shift) {
    uint64_t low = p->target & 0xfff;
    if (low & (((uint64_t)1 << shift) - 1))
        return refuse(env, p);
    return set_field(env, p, low >> shift, 10, 12);
}

static bool patch_aarch64(Env *env, const Patch *p) {
    int64_t distance = (int64_t)(p->target - p->place);
    uint64_t page = ~(uint64_t)0xfff;
    switch (p->type) {
    case R_AARCH64_ABS64: return write_bytes(env, p, p->target, 8);
    case R_AARCH64_PREL64: return write_bytes(env, p, (uint64_t)distance, 8);
    case R_AARCH64_PREL32:
        return fits_signed(distance, 32) ? write_bytes(env, p, (uint64_t)distance, 4)
                                         : refuse(env, p);
    case R_AARCH64_ADR_PREL_LO21: return set_adr(env, p, distance);
    case R_AARCH64_ADR_PREL_PG_HI21:
        /* Shifted as a signed number would be: the distance is a multiple of the page. */
        return set_adr(env, p, (int64_t)((p->target & page) - (p->place & page)) / 4096);
    case R_AARCH64_ADD_ABS_LO12_NC:
    case R_AARCH64_LDST8_ABS_LO12_NC: return set_low(env, p, 0);
    case R_AARCH64_LDST16_ABS_LO12_NC: return set_low(env, p, 1);
    case R_AARCH64_LDST32_ABS_LO12_NC: return set_low(env, p, 2);
    case R_AARCH64_LDST64_ABS_LO12_NC: return set_low(env, p, 3);
    case R_AARCH64_LDST128_ABS_LO12_NC: return set_low(env, p, 4);
    case R_AARCH64_LD_PREL_LO19:
    case R_AARCH64_CONDBR19: return set_branch(env, p, 5, 19);
    case R_AARCH64_CALL26:
    case R_AARCH64_JUMP26: return set_branch(env, p, 0, 26);
    default: return refuse(env, p);
    }
}

bool elf_patch(Env *env, uint16_t machine, const Patch *patch) {
    switch (machine) {
    case EM_X86_64: return patch_x86_64(env, patch);
    case EM_AARCH64: return patch_aarch64(env, patch);
    default: return env_fail(env, FRIT_ERR_FORMAT, FRIT_STAGE_LOAD, "an object of another machine");
    }
}
