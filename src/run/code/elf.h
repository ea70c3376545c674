/*
 * Reads an object file (ELF64, relocatable) and lays it out in memory: code first, then constants
 * from the next page on. It maps nothing and runs nothing. The file is not trusted: every offset,
 * size, count and index in it is checked before it is used.
 */
#ifndef FRIT_RUN_CODE_ELF_H
#define FRIT_RUN_CODE_ELF_H

#include "base/str.h"

/* Larger images are refused. */
#define ELF_IMAGE_MAX ((uint64_t)64 << 20)
/* Where a section stands in the image that is not part of it. */
#define ELF_NOWHERE UINT64_MAX

typedef struct ElfImage {
    const unsigned char *file; /* must outlive this */
    size_t size;
    uint16_t machine;
    uint16_t n_sections;
    uint32_t n_symbols;
    uint64_t sections, symbols;  /* offsets of the tables in the file */
    uint64_t names, n_names;     /* text of the sections' names: offset, size */
    uint64_t strings, n_strings; /* of the symbols' */
    uint64_t *at;                /* by section: its offset in the image, or ELF_NOWHERE */
    uint64_t code_size;          /* whole pages */
    uint64_t image_size;         /* with the constants; whole pages */
} ElfImage;

typedef struct ElfSection {
    const char *name;
    uint32_t type, info;
    uint64_t flags, offset, size, align, entry;
} ElfSection;

typedef struct ElfSymbol {
    const char *name;
    uint16_t section;
    bool is_function;     /* of code that is in the image, for all to see */
    uint64_t value, size; /* in the section */
} ElfSymbol;

/* page: what code_size and image_size are multiples of. */
bool elf_read(Env *env, const void *file, size_t size, uint64_t page, ElfImage *out);
void elf_free(const Env *env, ElfImage *elf);
/* Fills image_size bytes that are 0, for an image that will stand at `address`. */
bool elf_link(Env *env, const ElfImage *elf, unsigned char *image, uint64_t address);

/* index below n_sections, or n_symbols */
void elf_section(const ElfImage *elf, uint32_t index, ElfSection *out);
/* False: there is something wrong with it. */
bool elf_symbol(const ElfImage *elf, uint32_t index, ElfSymbol *out);
/* 0: there is none. */
uint32_t elf_section_named(const ElfImage *elf, const char *name);
/* Appends the bytes of a section that is not part of the image, which stands at image_address. Its
 * relocations to the image are applied, others left out. */
bool elf_debug_section(Env *env, const ElfImage *elf, uint32_t index, uint64_t image_address,
                       Str *out);

/* ---- relocate.c */
typedef struct Patch {
    uint32_t type;
    unsigned char *at; /* what is changed */
    size_t room;       /* bytes from there to the section's end */
    uint64_t place;    /* the address of that */
    uint64_t target;   /* symbol + addend */
} Patch;
bool elf_patch(Env *env, uint16_t machine, const Patch *patch);

#endif
