/* The loader of compiled code: what it loads runs, what is not right is refused, nothing crashes it. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "elf_fixture.h"
#include "harness.h"
#include "run/code/code.h"
#include "run/llvm/compile.h"
#include "run/code/elf.h"

#define CHECK_STATUS(got, want) CHECK_EQ_NAMED(got, want, frit_status_name)

typedef struct Fixture {
    struct test_alloc alloc;
    frit_allocator allocator;
    frit_error error;
    Env env;
} Fixture;

static void begin(Fixture *f) {
    *f = (Fixture){.alloc = TEST_ALLOC(0)};
    f->allocator = (frit_allocator){test_alloc_fn, &f->alloc};
    f->env = env_make(&f->allocator, &f->error, &f->error);
}

/* The calling of what a pointer to an object points to, in the way POSIX promises. */
static uint32_t call(void *address) {
    uint32_t (*function)(void);
    memcpy(&function, &address, sizeof function);
    return function();
}

TEST(a_function_runs) {
    small_object_must_run();
    Fixture f;
    SmallObject object;
    begin(&f);
    small_object(&object, 42);
    Code *code = code_load(&f.env, &object, sizeof object);
    CHECK_MSG(code, "%s", f.error.message);
    memset(&object, 0xcc, sizeof object); /* the file is not needed any more */
    CHECK(code_symbol(code, "answer"));
    CHECK_EQ_UINT(call(code_symbol(code, "answer")), 42);
    CHECK(!code_symbol(code, "elsewhere"));
    CHECK(!code_symbol(code, "answe"));
    CHECK(!code_symbol(code, ""));
    CHECK(code_size(code) >= 2 * (size_t)sysconf(_SC_PAGESIZE));
    CodeFunction function;
    CHECK(code_function(code, 0, &function));
    CHECK_STR(function.name, "answer");
    CHECK(function.at == (unsigned char *)code_symbol(code, "answer"));
    CHECK_EQ_UINT(function.size, SMALL_CODE);
    CHECK(!code_function(code, 1, &function));
    CHECK(!code_shared(code));
    CHECK(code_ref(code) == code);
    CHECK(code_shared(code));
    code_unref(code);
    CHECK(!code_shared(code));
    CHECK_EQ_UINT(call(code_symbol(code, "answer")), 42);
    code_unref(code);
    code_unref(NULL);
    CHECK_ALLOC(&f.alloc);
}

/* The protection of the page an address is in, as the system writes it: "r-xp". */
static void protection_of(const void *address, char out[8]) {
    unsigned long from, to;
    char line[512];
    FILE *maps = fopen("/proc/self/maps", "r");
    memcpy(out, "none", 5);
    if (!maps)
        SKIP("there is no /proc/self/maps");
    while (fgets(line, sizeof line, maps)) {
        char protection[8];
        if (sscanf(line, "%lx-%lx %7s", &from, &to, protection) == 3 &&
            (uintptr_t)address >= from && (uintptr_t)address < to)
            memcpy(out, protection, sizeof protection);
    }
    fclose(maps);
}

TEST(nothing_is_writable_and_executable) {
    small_object_must_run();
    if (test_is_emulated())
        SKIP("the emulator's /proc/self/maps has no protection of single pages");
    Fixture f;
    SmallObject object;
    char protection[8];
    begin(&f);
    small_object(&object, 42);
    Code *code = code_load(&f.env, &object, sizeof object);
    CHECK(code);
    const unsigned char *base = code_base(code);
    protection_of(base, protection);
    CHECK_STR(protection, "r-xp");
    protection_of(base + sysconf(_SC_PAGESIZE), protection);
    CHECK_STR(protection, "r--p");
    code_unref(code);
    protection_of(base, protection);
    CHECK_STR(protection, "none");
    CHECK_ALLOC(&f.alloc);
}

/* ------------------------------------------------------------------------------------ refused */

/* Each makes something wrong that must be refused. */
typedef struct Damage {
    const char *what;
    void (*apply)(SmallObject *);
} Damage;

static void no_magic(SmallObject *o) {
    o->head.e_ident[1] = 'e';
}
static void of_32_bits(SmallObject *o) {
    o->head.e_ident[EI_CLASS] = ELFCLASS32;
}
static void big_endian(SmallObject *o) {
    o->head.e_ident[EI_DATA] = ELFDATA2MSB;
}
static void a_program(SmallObject *o) {
    o->head.e_type = ET_EXEC;
}
static void another_machine(SmallObject *o) {
    o->head.e_machine = EM_RISCV;
}
static void no_sections(SmallObject *o) {
    o->head.e_shnum = 0;
}
static void sections_past_the_end(SmallObject *o) {
    o->head.e_shnum++;
}
static void sections_far_away(SmallObject *o) {
    o->head.e_shoff = UINT64_MAX - 64;
}
static void odd_section_headers(SmallObject *o) {
    o->head.e_shentsize++;
}
static void names_nowhere(SmallObject *o) {
    o->head.e_shstrndx = S_COUNT;
}
static void names_without_end(SmallObject *o) {
    o->strings[sizeof o->strings - 1] = 'x';
}
static void names_past_the_end(SmallObject *o) {
    o->sections[S_STRINGS].sh_offset = sizeof *o - 4;
}
static void symbols_past_the_end(SmallObject *o) {
    o->sections[S_SYMBOLS].sh_size = sizeof *o;
}
static void symbols_of_another_size(SmallObject *o) {
    o->sections[S_SYMBOLS].sh_entsize = 8;
}
static void two_tables_of_symbols(SmallObject *o) {
    o->sections[S_MORE] = o->sections[S_SYMBOLS];
}
static void code_past_the_end(SmallObject *o) {
    o->sections[S_TEXT].sh_size = sizeof *o;
}
static void code_far_away(SmallObject *o) {
    o->sections[S_TEXT].sh_offset = UINT64_MAX - 8;
}
static void code_from_nothing(SmallObject *o) {
    o->sections[S_TEXT].sh_type = SHT_NOBITS;
}
static void code_that_is_written(SmallObject *o) {
    o->sections[S_TEXT].sh_flags |= SHF_WRITE;
}
static void data_that_is_written(SmallObject *o) {
    o->sections[S_CONSTANTS].sh_flags |= SHF_WRITE;
}
static void data_of_threads(SmallObject *o) {
    o->sections[S_CONSTANTS].sh_flags |= SHF_TLS;
}
static void data_compressed(SmallObject *o) {
    o->sections[S_CONSTANTS].sh_flags |= SHF_COMPRESSED;
}
static void data_of_unknown_type(SmallObject *o) {
    o->sections[S_CONSTANTS].sh_type = SHT_INIT_ARRAY;
}
static void no_code(SmallObject *o) {
    o->sections[S_TEXT].sh_flags = 0;
}
static void odd_alignment(SmallObject *o) {
    o->sections[S_CONSTANTS].sh_addralign = 48;
}
static void huge_alignment(SmallObject *o) {
    o->sections[S_CONSTANTS].sh_addralign = (uint64_t)1 << 40;
}
static void relocations_past_the_end(SmallObject *o) {
    o->sections[S_RELA].sh_size = sizeof *o;
}
static void relocations_far_away(SmallObject *o) {
    o->sections[S_RELA].sh_offset = UINT64_MAX - 7;
}
static void relocations_of_another_size(SmallObject *o) {
    o->sections[S_RELA].sh_entsize = 16;
}
static void relocations_without_addends(SmallObject *o) {
    o->sections[S_RELA].sh_type = SHT_REL;
}
static void relocation_past_the_code(SmallObject *o) {
    o->rela[0].r_offset = sizeof o->text - 3;
}
static void relocation_far_away(SmallObject *o) {
    o->rela[0].r_offset = UINT64_MAX;
}
static void relocation_to_no_symbol(SmallObject *o) {
    o->rela[0].r_info = ELF64_R_INFO((uint64_t)Y_COUNT, SMALL_RELOCATION);
}
static void relocation_to_symbol_0(SmallObject *o) {
    o->rela[0].r_info = ELF64_R_INFO((uint64_t)Y_NONE, SMALL_RELOCATION);
}
static void relocation_of_unknown_type(SmallObject *o) {
    o->rela[0].r_info = ELF64_R_INFO((uint64_t)Y_CONSTANTS, SMALL_UNKNOWN);
}
static void relocation_too_far(SmallObject *o) {
    o->rela[0].r_addend = (int64_t)1 << 32;
}
static void an_undefined_symbol(SmallObject *o) {
    o->rela[0].r_info = ELF64_R_INFO((uint64_t)Y_MORE, SMALL_CALL);
}
static void a_symbol_outside_its_section(SmallObject *o) {
    o->symbols[Y_CONSTANTS].st_value = sizeof o->constants + 1;
}
static void a_symbol_of_threads(SmallObject *o) {
    o->symbols[Y_CONSTANTS].st_info = ELF64_ST_INFO(STB_LOCAL, STT_TLS);
}
static void a_symbol_of_no_section(SmallObject *o) {
    o->symbols[Y_CONSTANTS].st_shndx = SHN_ABS;
}
static void a_symbol_that_is_not_loaded(SmallObject *o) {
    o->symbols[Y_CONSTANTS].st_shndx = S_STRINGS;
}
static void relocations_twice(SmallObject *o) {
    /* More in all than the file can have. */
    o->sections[S_MORE] = o->sections[S_RELA];
    o->sections[S_RELA].sh_size = o->sections[S_MORE].sh_size = sizeof *o - sizeof o->head;
    o->sections[S_RELA].sh_offset = o->sections[S_MORE].sh_offset = sizeof o->head;
}

#define DAMAGE(name) \
    { #name, name }
static const Damage damages[] = {
    DAMAGE(no_magic),
    DAMAGE(of_32_bits),
    DAMAGE(big_endian),
    DAMAGE(a_program),
    DAMAGE(another_machine),
    DAMAGE(no_sections),
    DAMAGE(sections_past_the_end),
    DAMAGE(sections_far_away),
    DAMAGE(odd_section_headers),
    DAMAGE(names_nowhere),
    DAMAGE(names_without_end),
    DAMAGE(names_past_the_end),
    DAMAGE(symbols_past_the_end),
    DAMAGE(symbols_of_another_size),
    DAMAGE(two_tables_of_symbols),
    DAMAGE(code_past_the_end),
    DAMAGE(code_far_away),
    DAMAGE(code_from_nothing),
    DAMAGE(code_that_is_written),
    DAMAGE(data_that_is_written),
    DAMAGE(data_of_threads),
    DAMAGE(data_compressed),
    DAMAGE(data_of_unknown_type),
    DAMAGE(no_code),
    DAMAGE(odd_alignment),
    DAMAGE(huge_alignment),
    DAMAGE(relocations_past_the_end),
    DAMAGE(relocations_far_away),
    DAMAGE(relocations_of_another_size),
    DAMAGE(relocations_without_addends),
    DAMAGE(relocation_past_the_code),
    DAMAGE(relocation_far_away),
    DAMAGE(relocation_to_no_symbol),
    DAMAGE(relocation_to_symbol_0),
    DAMAGE(relocation_of_unknown_type),
    DAMAGE(relocation_too_far),
    DAMAGE(an_undefined_symbol),
    DAMAGE(a_symbol_outside_its_section),
    DAMAGE(a_symbol_of_threads),
    DAMAGE(a_symbol_of_no_section),
    DAMAGE(a_symbol_that_is_not_loaded),
    DAMAGE(relocations_twice),
};

TEST(what_is_not_right_is_refused) {
    for (size_t k = 0; k < sizeof damages / sizeof *damages; k++) {
        Fixture f;
        SmallObject object;
        begin(&f);
        small_object(&object, 42);
        damages[k].apply(&object);
        test_note("%s", damages[k].what);
        CHECK(!code_load(&f.env, &object, sizeof object));
        CHECK_STATUS(f.error.status, FRIT_ERR_FORMAT);
        CHECK(f.error.message[0]);
        CHECK_ALLOC(&f.alloc);
    }
}

TEST(the_missing_symbol_is_named) {
    small_object_must_run();
    Fixture f;
    SmallObject object;
    begin(&f);
    small_object(&object, 42);
    an_undefined_symbol(&object);
    CHECK(!code_load(&f.env, &object, sizeof object));
    CHECK(strstr(f.error.message, "\"elsewhere\""));
}

TEST(an_image_has_a_limit) {
    Fixture f;
    SmallObject object;
    begin(&f);
    small_object(&object, 42);
    object.sections[S_CONSTANTS].sh_type = SHT_NOBITS;
    object.sections[S_CONSTANTS].sh_size = ELF_IMAGE_MAX;
    ElfImage elf;
    CHECK(!elf_read(&f.env, &object, sizeof object, 4096, &elf));
    CHECK_STATUS(f.error.status, FRIT_ERR_LIMIT);
    object.sections[S_CONSTANTS].sh_size = ELF_IMAGE_MAX - 4096;
    CHECK(elf_read(&f.env, &object, sizeof object, 4096, &elf));
    CHECK_EQ_UINT(elf.image_size, ELF_IMAGE_MAX);
    elf_free(&f.env, &elf);
    CHECK_ALLOC(&f.alloc);
}

/* What is not code is no function, whatever the symbol says. */
TEST(functions_are_in_the_code) {
    small_object_must_run();
    static const struct {
        uint16_t section;
        uint64_t value;
        unsigned char info;
    } symbols[] = {
        {S_CONSTANTS, 0, ELF64_ST_INFO(STB_GLOBAL, STT_FUNC)},
        {S_STRINGS, 0, ELF64_ST_INFO(STB_GLOBAL, STT_FUNC)},
        {S_TEXT, 16, ELF64_ST_INFO(STB_GLOBAL, STT_FUNC)},
        {S_TEXT, 17, ELF64_ST_INFO(STB_GLOBAL, STT_FUNC)},
        {S_TEXT, UINT64_MAX, ELF64_ST_INFO(STB_GLOBAL, STT_FUNC)},
        {S_TEXT, 0, ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT)},
        {S_TEXT, 0, ELF64_ST_INFO(STB_LOCAL, STT_FUNC)},
        {S_COUNT, 0, ELF64_ST_INFO(STB_GLOBAL, STT_FUNC)},
        {SHN_UNDEF, 0, ELF64_ST_INFO(STB_GLOBAL, STT_FUNC)},
    };
    for (size_t k = 0; k < sizeof symbols / sizeof *symbols; k++) {
        Fixture f;
        SmallObject object;
        begin(&f);
        small_object(&object, 42);
        object.symbols[Y_ANSWER].st_shndx = symbols[k].section;
        object.symbols[Y_ANSWER].st_value = symbols[k].value;
        object.symbols[Y_ANSWER].st_info = symbols[k].info;
        object.symbols[Y_ANSWER].st_size = 0;
        test_note("symbol %zu", k);
        Code *code = code_load(&f.env, &object, sizeof object);
        CHECK(code);
        CHECK(!code_symbol(code, "answer"));
        code_unref(code);
        CHECK_ALLOC(&f.alloc);
    }
}

/* Unwind tables are not needed to run; constants that hold addresses are. */
TEST(some_sections_are_special) {
    small_object_must_run();
    Fixture f;
    SmallObject object;
    begin(&f);
    small_object(&object, 42);
    memcpy(object.strings + 110, ".eh_frame", 10);
    object.sections[S_MORE].sh_name = 110;
    object.sections[S_MORE].sh_flags = SHF_ALLOC;
    object.sections[S_MORE].sh_size = 1 << 20; /* not even in the file */
    Code *code = code_load(&f.env, &object, sizeof object);
    CHECK_MSG(code, "%s", f.error.message);
    code_unref(code);
    memcpy(object.strings + 110, ".data.rel.ro.x", 15);
    object.sections[S_CONSTANTS].sh_name = 110;
    object.sections[S_CONSTANTS].sh_flags |= SHF_WRITE;
    object.sections[S_MORE].sh_size = 0;
    code = code_load(&f.env, &object, sizeof object);
    CHECK_MSG(code, "%s", f.error.message);
    CHECK_EQ_UINT(call(code_symbol(code, "answer")), 42);
    code_unref(code);
    CHECK_ALLOC(&f.alloc);
}

TEST(no_memory) {
    small_object_must_run();
    SmallObject object;
    small_object(&object, 42);
    for (size_t n = 1;; n++) {
        Fixture f;
        begin(&f);
        f.alloc.fail_at = n;
        Code *code = code_load(&f.env, &object, sizeof object);
        CHECK(!code == (f.alloc.failures != 0));
        CHECK(code || f.error.status == FRIT_ERR_NOMEM);
        code_unref(code);
        CHECK_ALLOC(&f.alloc);
        if (code)
            break;
    }
}

/* ------------------------------------------------------------------------ any bytes at all */

/* Loads a copy of exactly that size, so that a sanitizer sees the first byte read past it. */
static void load_any(const unsigned char *bytes, size_t size) {
    Fixture f;
    begin(&f);
    unsigned char *copy = malloc(size ? size : 1);
    CHECK(copy);
    if (size)
        memcpy(copy, bytes, size);
    Code *code = code_load(&f.env, copy, size);
    CHECK(!code == (f.error.status != FRIT_OK));
    if (code) { /* all its functions are in its own memory */
        CodeFunction function;
        for (uint32_t k = 0; code_function(code, k, &function); k++)
            CHECK(function.at >= code_base(code) &&
                  function.at + function.size <= code_base(code) + code_size(code));
    }
    code_unref(code);
    free(copy);
    CHECK_ALLOC(&f.alloc);
}

static void load_damaged(unsigned char *object, size_t size, size_t stride) {
    static const unsigned char masks[] = {0x01, 0x80, 0xff};
    for (size_t len = 0; len < size; len += stride)
        load_any(object, len);
    for (size_t k = 0; k < size; k += stride) {
        for (size_t m = 0; m < sizeof masks; m++) {
            object[k] ^= masks[m];
            load_any(object, size);
            object[k] ^= masks[m];
        }
    }
}

TEST(every_byte_may_be_wrong) {
    SmallObject object;
    small_object(&object, 42);
    load_damaged((unsigned char *)&object, sizeof object, 1);
}

TEST(random_bytes) {
    uint64_t state = test_seed();
    for (size_t n = test_scaled(20000); n > 0; n--) {
        SmallObject object;
        small_object(&object, 42);
        unsigned char *bytes = (unsigned char *)&object;
        for (uint64_t k = 1 + test_random_below(&state, 8); k > 0; k--) {
            size_t at = (size_t)test_random_below(&state, sizeof object / 4) * 4;
            uint32_t word;
            memcpy(&word, bytes + at, 4);
            /* Anything, a small number, or a little more or less than before. */
            switch (test_random_below(&state, 3)) {
            case 0: word = (uint32_t)test_random(&state); break;
            case 1: word = (uint32_t)test_random_below(&state, 70); break;
            default: word += (uint32_t)test_random_below(&state, 17) - 8;
            }
            memcpy(bytes + at, &word, 4);
        }
        load_any(bytes, sizeof object);
    }
}

TEST(an_object_of_llvm_may_be_wrong) {
    static const char text[] =
        "@table = private unnamed_addr constant [4 x i32] [i32 10, i32 11, i32 12, i32 13]\n"
        "define i32 @frit_map(ptr %p, i64 %n) {\n"
        " %x = load <16 x float>, ptr %p, align 4\n"
        " %y = fadd <16 x float> %x, <float 1.0, float 2.0, float 3.0, float 4.0, float 1.0, float "
        "2.0, float 3.0, float 4.0, float 1.0, float 2.0, float 3.0, float 4.0, float 1.0, float "
        "2.0, float 3.0, float 4.0>\n"
        " store <16 x float> %y, ptr %p, align 4\n"
        " %m = and i64 %n, 3\n"
        " %q = getelementptr i32, ptr @table, i64 %m\n"
        " %r = load i32, ptr %q\n"
        " ret i32 %r\n}\n";
    Fixture f;
    begin(&f);
    Llvm *llvm = llvm_open_any(&f.env);
    if (!llvm)
        SKIP("there is no LLVM");
    Str object = str_make(&f.env);
    CHECK_MSG(llvm_compile(&f.env, llvm, target_named(SMALL_TARGET), text, strlen(text), &object),
              "%s", f.error.message);
    llvm_close(llvm);
    load_damaged((unsigned char *)object.data, object.len, 1);
#if defined(__x86_64__) || defined(__aarch64__)
    Code *code = code_load(&f.env, object.data, object.len);
    CHECK_MSG(code, "%s", f.error.message);
    int32_t (*map)(float *, int64_t);
    void *address = code_symbol(code, "frit_map");
    memcpy(&map, &address, sizeof map);
    float values[16] = {0};
    CHECK_EQ_INT(map(values, 6), 12);
    for (int k = 0; k < 16; k++)
        CHECK_EQ_F32(values[k], (float)(k % 4 + 1));
    code_unref(code);
#endif
    str_free(&object);
    CHECK_ALLOC(&f.alloc);
}

/* ------------------------------------------------------------------------------- AArch64 */

/* What the instruction or word at `place` becomes; 0xdeadbeef when refused. */
static uint64_t patched(uint32_t type, uint64_t word, uint64_t place, uint64_t target) {
    Fixture f;
    begin(&f);
    unsigned char bytes[8];
    memcpy(bytes, &word, 8);
    Patch patch = {type, bytes, sizeof bytes, place, target};
    if (!elf_patch(&f.env, EM_AARCH64, &patch)) {
        CHECK_STATUS(f.error.status, FRIT_ERR_FORMAT);
        return 0xdeadbeef;
    }
    memcpy(&word, bytes, 8);
    return word;
}

TEST(aarch64_fields) {
    /* adrp x0, two pages on, and two pages back */
    CHECK_EQ_UINT(patched(R_AARCH64_ADR_PREL_PG_HI21, 0x90000000, 0x10ff8, 0x12004), 0xd0000000);
    CHECK_EQ_UINT(patched(R_AARCH64_ADR_PREL_PG_HI21, 0x90000000, 0x12004, 0x10ff8), 0xd0ffffe0);
    CHECK_EQ_UINT(patched(R_AARCH64_ADR_PREL_PG_HI21, 0x90000000, 0, (uint64_t)1 << 33),
                  0xdeadbeef);
    /* adr x0, + 5 */
    CHECK_EQ_UINT(patched(R_AARCH64_ADR_PREL_LO21, 0x10000000, 0x1000, 0x1005), 0x30000020);
    /* add x0, x0, #0x123 */
    CHECK_EQ_UINT(patched(R_AARCH64_ADD_ABS_LO12_NC, 0x91000000, 0, 0x5123), 0x91048c00);
    /* ldr q0, [x0, #0x120]: counted in 16 bytes, which it must be a multiple of */
    CHECK_EQ_UINT(patched(R_AARCH64_LDST128_ABS_LO12_NC, 0x3dc00000, 0, 0x5120), 0x3dc04800);
    CHECK_EQ_UINT(patched(R_AARCH64_LDST128_ABS_LO12_NC, 0x3dc00000, 0, 0x5128), 0xdeadbeef);
    CHECK_EQ_UINT(patched(R_AARCH64_LDST64_ABS_LO12_NC, 0xf9400000, 0, 0x5128), 0xf9409400);
    CHECK_EQ_UINT(patched(R_AARCH64_LDST32_ABS_LO12_NC, 0xb9400000, 0, 0x5124), 0xb9412400);
    CHECK_EQ_UINT(patched(R_AARCH64_LDST16_ABS_LO12_NC, 0x79400000, 0, 0x5122), 0x79424400);
    CHECK_EQ_UINT(patched(R_AARCH64_LDST8_ABS_LO12_NC, 0x39400000, 0, 0x5121), 0x39448400);
    /* bl, b: 128 MiB either way; b.eq, ldr literal: 1 MiB */
    CHECK_EQ_UINT(patched(R_AARCH64_CALL26, 0x94000000, 0x1000, 0x2000), 0x94000400);
    CHECK_EQ_UINT(patched(R_AARCH64_JUMP26, 0x14000000, 0x2000, 0x1000), 0x17fffc00);
    CHECK_EQ_UINT(patched(R_AARCH64_CALL26, 0x94000000, 0, (uint64_t)1 << 27), 0xdeadbeef);
    CHECK_EQ_UINT(patched(R_AARCH64_CALL26, 0x94000000, 0x1000, 0x1002), 0xdeadbeef);
    CHECK_EQ_UINT(patched(R_AARCH64_CONDBR19, 0x54000000, 0x1000, 0x1008), 0x54000040);
    CHECK_EQ_UINT(patched(R_AARCH64_LD_PREL_LO19, 0x58000000, 0x1000, 0xffc), 0x58ffffe0);
    /* words */
    CHECK_EQ_UINT(patched(R_AARCH64_PREL32, 0, 0x1000, 0xffc), 0xfffffffc);
    CHECK_EQ_UINT(patched(R_AARCH64_PREL32, 0, 0, (uint64_t)1 << 31), 0xdeadbeef);
    CHECK_EQ_UINT(patched(R_AARCH64_PREL64, 0, 0x1000, 0xffc), UINT64_MAX - 3);
    CHECK_EQ_UINT(patched(R_AARCH64_ABS64, 0, 0x1000, 0x123456789a), 0x123456789a);
    CHECK_EQ_UINT(patched(R_AARCH64_TLSLE_ADD_TPREL_HI12, 0, 0, 0), 0xdeadbeef);
}
