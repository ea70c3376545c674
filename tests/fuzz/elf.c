/*
 * Any bytes as an object file: read, laid out and linked into memory that is not executed, its
 * functions listed, its line table read. Whatever is refused is refused with a reason.
 */
#include "fuzz.h"

#include "run/code/elf.h"
#include "run/code/lines.h"

static void see_line(void *user, uint64_t address, uint32_t line) {
    uint64_t *sum = user;
    *sum += address + line;
}

static void expect_refusal(const frit_error *error) {
    EXPECT(error->status == FRIT_ERR_FORMAT || fuzz_gave_up(error->status), error);
    EXPECT(error->message[0], error);
}

static void read_lines(Env *env, const ElfImage *elf) {
    uint64_t sum = 0;
    uint32_t section = elf_section_named(elf, ".debug_line");
    Str bytes = str_make(env);
    if (section && elf_debug_section(env, elf, section, 0x10000, &bytes) && bytes.len) {
        Str path = str_make(env);
        lines_read((const unsigned char *)bytes.data, bytes.len, see_line, &sum);
        lines_file((const unsigned char *)bytes.data, bytes.len, &path);
        str_free(&path);
    }
    str_free(&bytes);
}

static void see_functions(const Env *env, const ElfImage *elf) {
    for (uint32_t k = 0; k < elf->n_symbols; k++) {
        ElfSymbol symbol;
        if (!elf_symbol(elf, k, &symbol) || !symbol.is_function)
            continue;
        EXPECT(strlen(symbol.name) < elf->size, env->error);
        EXPECT(elf->at[symbol.section] + symbol.value + symbol.size <= elf->code_size, env->error);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Budget budget = {(size_t)256 << 20};
    frit_allocator allocator = {budget_fn, &budget};
    frit_error error;
    Env env = env_make(&allocator, &error, &error);
    ElfImage elf;
    if (!elf_read(&env, data, size, 4096, &elf)) {
        expect_refusal(&error);
        return 0;
    }
    EXPECT(elf.code_size % 4096 == 0 && elf.code_size <= elf.image_size, &error);
    EXPECT(elf.image_size % 4096 == 0 && elf.image_size <= ELF_IMAGE_MAX, &error);
    unsigned char *image = calloc(1, (size_t)elf.image_size);
    if (image && !elf_link(&env, &elf, image, 0x10000))
        expect_refusal(&error);
    free(image);
    see_functions(&env, &elf);
    read_lines(&env, &elf);
    elf_free(&env, &elf);
    EXPECT(budget.left == (size_t)256 << 20, &error);
    return 0;
}
