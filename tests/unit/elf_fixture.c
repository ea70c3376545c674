#include "elf_fixture.h"

#include <string.h>

#include "harness.h"

/* Appends a name to the strings and gives its offset. */
static uint32_t name(SmallObject *o, size_t *len, const char *text) {
    size_t at = *len;
    memcpy(o->strings + at, text, strlen(text) + 1);
    *len += strlen(text) + 1;
    return (uint32_t)at;
}

static Elf64_Shdr section(uint32_t name_at, uint32_t type, uint64_t flags, size_t offset,
                          size_t size, uint64_t align) {
    return (Elf64_Shdr){.sh_name = name_at,
                        .sh_type = type,
                        .sh_flags = flags,
                        .sh_offset = offset,
                        .sh_size = size,
                        .sh_addralign = align};
}

void small_object_must_run(void) {
#if !defined(__x86_64__) && !defined(__aarch64__)
    SKIP("the code is for x86-64");
#endif
}

void small_object(SmallObject *o, uint32_t value) {
#if defined(__aarch64__) /* ldr w0, ...; ret */
    static const unsigned char code[SMALL_CODE] = {0, 0, 0, 0x18, 0xc0, 0x03, 0x5f, 0xd6};
    const int64_t from_field = 0;
#else /* mov eax, [rip + ...]; ret: counted from the end of the field */
    static const unsigned char code[SMALL_CODE] = {0x8b, 0x05, 0, 0, 0, 0, 0xc3};
    const int64_t from_field = 4;
#endif
    *o = (SmallObject){.constants = {1, 2, value, 4}};
    memcpy(o->text, code, sizeof code);
    memcpy(o->head.e_ident, ELFMAG, SELFMAG);
    o->head.e_ident[EI_CLASS] = ELFCLASS64;
    o->head.e_ident[EI_DATA] = ELFDATA2LSB;
    o->head.e_ident[EI_VERSION] = EV_CURRENT;
    o->head.e_type = ET_REL;
    o->head.e_machine = SMALL_MACHINE;
    o->head.e_version = EV_CURRENT;
    o->head.e_shoff = offsetof(SmallObject, sections);
    o->head.e_ehsize = sizeof o->head;
    o->head.e_shentsize = sizeof *o->sections;
    o->head.e_shnum = S_COUNT;
    o->head.e_shstrndx = S_STRINGS;
    size_t len = 1;
    /* The third number. */
    o->rela[0] = (Elf64_Rela){.r_offset = SMALL_FIELD,
                              .r_info = ELF64_R_INFO((uint64_t)Y_CONSTANTS, SMALL_RELOCATION),
                              .r_addend = 8 - from_field};
    o->symbols[Y_CONSTANTS] =
        (Elf64_Sym){.st_info = ELF64_ST_INFO(STB_LOCAL, STT_SECTION), .st_shndx = S_CONSTANTS};
    o->symbols[Y_ANSWER] = (Elf64_Sym){.st_name = name(o, &len, "answer"),
                                       .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC),
                                       .st_shndx = S_TEXT,
                                       .st_size = sizeof code};
    o->symbols[Y_MORE] = (Elf64_Sym){.st_name = name(o, &len, "elsewhere"),
                                     .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_NOTYPE)};
    o->sections[S_TEXT] = section(name(o, &len, ".text"), SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR,
                                  offsetof(SmallObject, text), sizeof o->text, 16);
    o->sections[S_CONSTANTS] = section(name(o, &len, ".rodata"), SHT_PROGBITS, SHF_ALLOC,
                                       offsetof(SmallObject, constants), sizeof o->constants, 64);
    o->sections[S_RELA] = section(name(o, &len, ".rela.text"), SHT_RELA, SHF_INFO_LINK,
                                  offsetof(SmallObject, rela), sizeof o->rela, 8);
    o->sections[S_RELA].sh_link = S_SYMBOLS;
    o->sections[S_RELA].sh_info = S_TEXT;
    o->sections[S_RELA].sh_entsize = sizeof *o->rela;
    o->sections[S_SYMBOLS] = section(name(o, &len, ".symtab"), SHT_SYMTAB, 0,
                                     offsetof(SmallObject, symbols), sizeof o->symbols, 8);
    o->sections[S_SYMBOLS].sh_link = S_STRINGS;
    o->sections[S_SYMBOLS].sh_entsize = sizeof *o->symbols;
    o->sections[S_STRINGS] = section(name(o, &len, ".strtab"), SHT_STRTAB, 0,
                                     offsetof(SmallObject, strings), sizeof o->strings, 1);
    o->sections[S_MORE] = section(name(o, &len, ".more"), SHT_PROGBITS, 0, 0, 0, 1);
}
