/*
 * A small object file, made by hand: one function of x86-64 code that gives the number in .rodata.
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

typedef struct SmallObject {
    Elf64_Ehdr head;
    unsigned char text[16];
    uint32_t constants[4];
    Elf64_Rela rela[2]; /* the second: of type 0 */
    Elf64_Sym symbols[Y_COUNT];
    char strings[128];
    Elf64_Shdr sections[S_COUNT];
} SmallObject;

/* The function "answer" returns `value`. */
void small_object(SmallObject *out, uint32_t value);

#endif
