#include "run/code/elf.h"

#include <elf.h>
#include <string.h>

static bool refuse(Env *env, const char *why) {
    return env_fail(env, FRIT_ERR_FORMAT, FRIT_STAGE_LOAD, "not an object of ours: %s", why);
}

/* Do `count` pieces of `each` bytes fit into the file at the offset? */
static bool lies_in(const ElfImage *elf, uint64_t offset, uint64_t count, uint64_t each) {
    return offset <= elf->size && (each == 0 || count <= (elf->size - offset) / each);
}

/* ------------------------------------------------------------------------- sections, symbols */

static Elf64_Shdr header_of(const ElfImage *elf, uint32_t index) {
    Elf64_Shdr header;
    memcpy(&header, elf->file + elf->sections + (uint64_t)index * sizeof header, sizeof header);
    return header;
}

/* Of a text table, which ends in '\0' (check_strings). */
static const char *text_at(const ElfImage *elf, uint64_t table, uint64_t size, uint64_t offset) {
    return offset < size ? (const char *)elf->file + table + offset : "";
}

void elf_section(const ElfImage *elf, uint32_t index, ElfSection *out) {
    Elf64_Shdr header = header_of(elf, index);
    *out = (ElfSection){.name = text_at(elf, elf->names, elf->n_names, header.sh_name),
                        .type = header.sh_type,
                        .info = header.sh_info,
                        .flags = header.sh_flags,
                        .offset = header.sh_offset,
                        .size = header.sh_size,
                        .align = header.sh_addralign ? header.sh_addralign : 1,
                        .entry = header.sh_entsize};
}

uint32_t elf_section_named(const ElfImage *elf, const char *name) {
    for (uint32_t k = 1; k < elf->n_sections; k++) {
        ElfSection section;
        elf_section(elf, k, &section);
        if (strcmp(section.name, name) == 0)
            return k;
    }
    return 0;
}

static bool is_code(const ElfSection *section) {
    return (section->flags & SHF_EXECINSTR) != 0;
}

bool elf_symbol(const ElfImage *elf, uint32_t index, ElfSymbol *out) {
    Elf64_Sym symbol;
    memcpy(&symbol, elf->file + elf->symbols + (uint64_t)index * sizeof symbol, sizeof symbol);
    unsigned type = ELF64_ST_TYPE(symbol.st_info), bind = ELF64_ST_BIND(symbol.st_info);
    *out = (ElfSymbol){.name = text_at(elf, elf->strings, elf->n_strings, symbol.st_name),
                       .section = symbol.st_shndx,
                       .value = symbol.st_value,
                       .size = symbol.st_size};
    if (symbol.st_shndx == SHN_UNDEF || symbol.st_shndx >= elf->n_sections)
        return false;
    ElfSection section;
    elf_section(elf, symbol.st_shndx, &section);
    if (type > STT_SECTION || symbol.st_value > section.size ||
        symbol.st_size > section.size - symbol.st_value)
        return false;
    out->is_function = type == STT_FUNC && bind == STB_GLOBAL && is_code(&section) &&
                       elf->at[symbol.st_shndx] != ELF_NOWHERE && symbol.st_value < section.size;
    return true;
}

/* -------------------------------------------------------------------------------- the tables */

/* A table of text inside the file that ends in '\0', or an empty one. */
static bool check_strings(Env *env, const ElfImage *elf, uint32_t index, uint64_t *offset,
                          uint64_t *size) {
    if (index >= elf->n_sections)
        return refuse(env, "a table of names is missing");
    Elf64_Shdr header = header_of(elf, index);
    if (header.sh_type != SHT_STRTAB || !lies_in(elf, header.sh_offset, header.sh_size, 1))
        return refuse(env, "a table of names is not in the file");
    if (header.sh_size && elf->file[header.sh_offset + header.sh_size - 1] != '\0')
        return refuse(env, "a table of names has no end");
    *offset = header.sh_offset;
    *size = header.sh_size;
    return true;
}

static bool read_header(Env *env, ElfImage *elf) {
    Elf64_Ehdr header;
    if (elf->size < sizeof header)
        return refuse(env, "too short");
    memcpy(&header, elf->file, sizeof header);
    if (memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64 ||
        header.e_ident[EI_DATA] != ELFDATA2LSB || header.e_ident[EI_VERSION] != EV_CURRENT ||
        header.e_type != ET_REL || header.e_version != EV_CURRENT)
        return refuse(env, "not a relocatable ELF file of 64 bits");
    if (header.e_shentsize != sizeof(Elf64_Shdr) || header.e_shnum == 0 ||
        !lies_in(elf, header.e_shoff, header.e_shnum, sizeof(Elf64_Shdr)))
        return refuse(env, "its sections are not in the file");
    elf->machine = header.e_machine;
    elf->n_sections = header.e_shnum;
    elf->sections = header.e_shoff;
    return check_strings(env, elf, header.e_shstrndx, &elf->names, &elf->n_names);
}

static bool read_symbols(Env *env, ElfImage *elf) {
    for (uint32_t k = 1; k < elf->n_sections; k++) {
        Elf64_Shdr header = header_of(elf, k);
        if (header.sh_type != SHT_SYMTAB)
            continue;
        uint64_t count = header.sh_size / sizeof(Elf64_Sym);
        if (elf->symbols || header.sh_entsize != sizeof(Elf64_Sym) || count > UINT32_MAX ||
            !lies_in(elf, header.sh_offset, count, sizeof(Elf64_Sym)))
            return refuse(env, "its symbols are not in the file");
        elf->symbols = header.sh_offset;
        elf->n_symbols = (uint32_t)count;
        TRY(check_strings(env, elf, header.sh_link, &elf->strings, &elf->n_strings));
    }
    return true;
}

/* ------------------------------------------------------------------------------------ layout */

/* Is it to be part of the image? Unwind tables are for debuggers, which read the file. */
static bool is_loaded(const ElfSection *section) {
    return (section->flags & SHF_ALLOC) && section->size && strcmp(section->name, ".eh_frame") != 0;
}

static bool check_loaded(Env *env, const ElfImage *elf, const ElfSection *section, uint64_t page) {
    static const char constants[] =
        ".data.rel.ro"; /* addresses, constant once they are filled in */
    if (section->type != SHT_PROGBITS && section->type != SHT_NOBITS)
        return refuse(env, "a section of a type that cannot be loaded");
    if (section->flags & (SHF_TLS | SHF_COMPRESSED))
        return refuse(env, "a section that cannot be loaded");
    if ((section->flags & SHF_WRITE) &&
        (is_code(section) || strncmp(section->name, constants, sizeof constants - 1) != 0))
        return refuse(env, "a section that can be written to");
    if (section->align & (section->align - 1) || section->align > page)
        return refuse(env, "the alignment of a section");
    if (section->size > ELF_IMAGE_MAX || (section->type == SHT_NOBITS && is_code(section)) ||
        (section->type == SHT_PROGBITS && !lies_in(elf, section->offset, section->size, 1)))
        return refuse(env, "a section is not in the file");
    return true;
}

/* Places the sections of one kind after each other from *end on. */
static bool place(Env *env, ElfImage *elf, uint64_t page, bool code, uint64_t *end) {
    for (uint32_t k = 1; k < elf->n_sections; k++) {
        ElfSection section;
        elf_section(elf, k, &section);
        if (!is_loaded(&section) || is_code(&section) != code)
            continue;
        TRY(check_loaded(env, elf, &section, page));
        elf->at[k] = (*end + section.align - 1) & ~(section.align - 1);
        *end = elf->at[k] + section.size;
        if (*end > ELF_IMAGE_MAX)
            return env_fail(env, FRIT_ERR_LIMIT, FRIT_STAGE_LOAD, "code of more than %u MiB",
                            (unsigned)(ELF_IMAGE_MAX >> 20));
    }
    *end = (*end + page - 1) & ~(page - 1);
    return true;
}

static bool read_all(Env *env, ElfImage *elf, uint64_t page) {
    TRY(read_header(env, elf));
    TRY(read_symbols(env, elf));
    elf->at = env_resize(env, NULL, 0, elf->n_sections * sizeof *elf->at);
    TRY(elf->at != NULL);
    for (uint32_t k = 0; k < elf->n_sections; k++)
        elf->at[k] = ELF_NOWHERE;
    TRY(place(env, elf, page, true, &elf->code_size));
    elf->image_size = elf->code_size;
    TRY(place(env, elf, page, false, &elf->image_size));
    if (elf->code_size == 0)
        return refuse(env, "there is no code in it");
    return true;
}

bool elf_read(Env *env, const void *file, size_t size, uint64_t page, ElfImage *out) {
    *out = (ElfImage){.file = file, .size = size};
    if (read_all(env, out, page))
        return true;
    elf_free(env, out);
    return false;
}

void elf_free(const Env *env, ElfImage *elf) {
    env_free(env->allocator, elf->at, elf->n_sections * sizeof *elf->at);
    elf->at = NULL;
}

/* ------------------------------------------------------------------------------- relocations */

typedef struct Linking {
    unsigned char *bytes; /* of the section that is changed */
    uint64_t size;
    uint64_t section_address, image_address;
    bool lenient;
} Linking;

static bool relocate_one(Env *env, const ElfImage *elf, const Linking *to, const Elf64_Rela *rela) {
    uint64_t index = ELF64_R_SYM(rela->r_info);
    uint32_t type = (uint32_t)ELF64_R_TYPE(rela->r_info);
    if (type == 0) /* none, on every machine */
        return true;
    if (index >= elf->n_symbols || rela->r_offset > to->size)
        return refuse(env, "a relocation out of range");
    ElfSymbol symbol;
    bool right = elf_symbol(elf, (uint32_t)index, &symbol);
    if (!right || elf->at[symbol.section] == ELF_NOWHERE) {
        if (to->lenient)
            return true;
        return env_fail(env, FRIT_ERR_FORMAT, FRIT_STAGE_LOAD,
                        "not an object of ours: it needs \"%.100s\"", symbol.name);
    }
    Patch patch = {.type = type,
                   .at = to->bytes + rela->r_offset,
                   .room = (size_t)(to->size - rela->r_offset),
                   .place = to->section_address + rela->r_offset,
                   .target = to->image_address + elf->at[symbol.section] + symbol.value +
                             (uint64_t)rela->r_addend};
    return elf_patch(env, elf->machine, &patch);
}

static bool is_relocations(const ElfSection *section) {
    return section->type == SHT_RELA || section->type == SHT_REL;
}

/* `left` counts down from what there is room for in the file: tables that share their bytes could
 * make work without end. */
static bool relocate_by(Env *env, const ElfImage *elf, const Linking *to, const ElfSection *table,
                        uint64_t *left) {
    uint64_t count = table->size / sizeof(Elf64_Rela);
    if (table->type != SHT_RELA || table->entry != sizeof(Elf64_Rela) || count > *left ||
        !lies_in(elf, table->offset, count, sizeof(Elf64_Rela)))
        return refuse(env, "relocations are not in the file");
    *left -= count;
    for (uint64_t k = 0; k < count; k++) {
        Elf64_Rela rela;
        memcpy(&rela, elf->file + table->offset + k * sizeof rela, sizeof rela);
        TRY(relocate_one(env, elf, to, &rela));
    }
    return true;
}

bool elf_link(Env *env, const ElfImage *elf, unsigned char *image, uint64_t address) {
    uint64_t left = elf->size / sizeof(Elf64_Rela);
    ElfSection section, target;
    for (uint32_t k = 1; k < elf->n_sections; k++) {
        elf_section(elf, k, &section);
        if (elf->at[k] != ELF_NOWHERE && section.type == SHT_PROGBITS)
            memcpy(image + elf->at[k], elf->file + section.offset, section.size);
    }
    for (uint32_t k = 1; k < elf->n_sections; k++) {
        elf_section(elf, k, &section);
        if (!is_relocations(&section) || section.info >= elf->n_sections ||
            elf->at[section.info] == ELF_NOWHERE)
            continue;
        elf_section(elf, section.info, &target);
        uint64_t at = elf->at[section.info];
        Linking to = {image + at, target.size, address + at, address, false};
        TRY(relocate_by(env, elf, &to, &section, &left));
    }
    return true;
}

bool elf_debug_section(Env *env, const ElfImage *elf, uint32_t index, uint64_t image_address,
                       Str *out) {
    ElfSection section, table;
    elf_section(elf, index, &section);
    if (section.type != SHT_PROGBITS || (section.flags & SHF_COMPRESSED) ||
        !lies_in(elf, section.offset, section.size, 1))
        return refuse(env, "a section for debuggers is not in the file");
    size_t from = out->len;
    str_put(out, (const char *)elf->file + section.offset, section.size);
    TRY(str_ok(out));
    uint64_t left = elf->size / sizeof(Elf64_Rela);
    Linking to = {(unsigned char *)out->data + from, section.size, 0, image_address, true};
    for (uint32_t k = 1; k < elf->n_sections && section.size; k++) {
        elf_section(elf, k, &table);
        if (is_relocations(&table) && table.info == index)
            TRY(relocate_by(env, elf, &to, &table, &left));
    }
    return true;
}
