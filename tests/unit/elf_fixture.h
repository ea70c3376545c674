/*
 * A small object file, made by hand: one function that gives the number in .rodata, in code of this machine
 * where that is one that code is loaded on, else of x86-64.
 * Everything in it can be changed before it is loaded.
 */
#ifndef TESTS_UNIT_ELF_FIXTURE_H
#define TESTS_UNIT_ELF_FIXTURE_H

#include <elf.h>
#include <stddef.h>
#include <stdint.h>

enum {
    S_NONE,
    S_TEXT,
    S_CONSTANTS,
    S_RELA,
    S_SYMBOLS,
    S_STRINGS, /* of symbols and sections */
    S_MORE,    /* an empty section, to be made something of */
    S_COUNT
};
enum { Y_NONE, Y_CONSTANTS, Y_ANSWER, Y_MORE, Y_COUNT };

#if defined(__aarch64__)
enum {
    SMALL_MACHINE = EM_AARCH64,
    SMALL_CODE = 8,  /* bytes */
    SMALL_FIELD = 0, /* where the relocation is */
    SMALL_RELOCATION = R_AARCH64_LD_PREL_LO19,
    SMALL_CALL = R_AARCH64_CALL26,
    SMALL_UNKNOWN = R_AARCH64_ADR_GOT_PAGE /* one that is refused */
};
#define SMALL_TARGET "neon"
#else
enum {
    SMALL_MACHINE = EM_X86_64,
    SMALL_CODE = 7,
    SMALL_FIELD = 2,
    SMALL_RELOCATION = R_X86_64_PC32,
    SMALL_CALL = R_X86_64_PLT32,
    SMALL_UNKNOWN = R_X86_64_GOTPCREL
};
#define SMALL_TARGET "x86-64"
#endif

typedef struct SmallObject {
    Elf64_Ehdr head;
    unsigned char text[16];
    uint32_t constants[4];
    Elf64_Rela rela[2]; /* the second: of type 0 */
    Elf64_Sym symbols[Y_COUNT];
    char strings[128];
    Elf64_Shdr sections[S_COUNT];
} SmallObject;

/* Ends the test as skipped where such code cannot run. */
void small_object_must_run(void);
/* The function "answer" returns `value`. */
void small_object(SmallObject *out, uint32_t value);

#endif
