/* The binary form: one encoding for a module, and no bytes that do harm. */
#include "harness.h"

#include <stdlib.h>
#include <string.h>

#include "gen/gen.h"
#include "ir/binary.h"
#include "ir/text.h"

enum { MAGIC = 8, CHECKSUM = 8 };

typedef struct Fixture {
    frit_error error;
    Env env;
} Fixture;

static void start(Fixture *f) {
    memset(&f->error, 0, sizeof f->error);
    f->env = (Env){&gen_allocator, &f->error};
}

static const char some_text[] = "struct P { x: f32x3, \"odd name\": array(i8,4) }\n"
                                "extern e<T>(a: T) -> (r: T[...])\n"
                                "program two(a, b) -> (b, c) {\n"
                                "  c = div(a, b)\n"
                                "}\n"
                                "program main(x: f32[m,4], p: P) -> (a, s) {\n"
                                "  k = const(nan(0x7fc00001):f32)\n"
                                "  a, b = @two(x, k)\n"
                                "  s = slice(x, start=[_,1], stop=[3,_])\n"
                                "  t = reshape(x, shape=[_,m])\n"
                                "  n = norm(x, ord=-inf, keepdims=true)\n"
                                "  q, r = if(k, x, k, then=@two, else=@two)\n"
                                "}\n";

static Module *parse(Fixture *f, const char *text) {
    Module *m = text_parse(&f->env, text, strlen(text));
    CHECK_MSG(m, "%u:%u: %s", f->error.line, f->error.column, f->error.message);
    return m;
}

static Str encode_text(Fixture *f, const char *text) {
    Module *m = parse(f, text);
    Str bytes = str_make(&f->env);
    CHECK(binary_encode(&bytes, m));
    module_free(m);
    return bytes;
}

static void put_checksum(char *bytes, size_t len) {
    uint64_t sum = binary_checksum(bytes, len - CHECKSUM);
    for (int i = 0; i < CHECKSUM; i++)
        bytes[len - CHECKSUM + (size_t)i] = (char)(sum >> (8 * i));
}

/* Decodes and, when that works, checks that the bytes are those the module encodes to. */
static bool decodes(Fixture *f, const char *bytes, size_t len) {
    start(f);
    Module *m = binary_decode(&f->env, bytes, len);
    if (!m) {
        CHECK_MSG(f->error.status == FRIT_ERR_FORMAT || f->error.status == FRIT_ERR_LIMIT,
                  "status %d: %s", f->error.status, f->error.message);
        CHECK_EQ_INT(f->error.stage, FRIT_STAGE_LOAD);
        CHECK(f->error.message[0]);
        return false;
    }
    Str again = str_make(&f->env);
    CHECK(binary_encode(&again, m));
    CHECK_EQ_UINT(again.len, len);
    CHECK_EQ_MEM(again.data, bytes, len);
    str_free(&again);
    module_free(m);
    return true;
}

TEST(form_of_an_empty_module) {
    Fixture f;
    start(&f);
    Str bytes = encode_text(&f, "");
    CHECK_EQ_UINT(bytes.len, MAGIC + 3 + CHECKSUM);
    CHECK_EQ_MEM(bytes.data,
                 "\x8e"
                 "frit\r\n\x1a"
                 "\x01\x00\x00",
                 MAGIC + 3);
    CHECK(decodes(&f, bytes.data, bytes.len));
    str_free(&bytes);
}

/* The bytes of one small program, written out: a change here is a change of the format. */
TEST(form_of_a_small_program) {
    static const char want[] = "\x8e"
                               "frit\r\n\x1a"
                               "\x01" /* version */
                               "\x00" /* structs */
                               "\x01" /* programs */
                               "\x00" /* not external */
                               "\x01\x01"
                               "p"    /* name 1: "p" */
                               "\x00" /* type parameters */
                               "\x01" /* inputs */
                               "\x02\x01"
                               "x" /* name 2: "x" */
                               "\x01\x06\x01\x01\x01\x03"
                               "f32" /* type 2: array of type 1: f32 */
                               "\x02\x01\x03\x01"
                               "n"
                               "\x06" /* rank 2: name 3: "n", 3 */
                               "\x02" /* instructions */
                               "\x01\x05"
                               "const"            /* op 1 */
                               "\x01\x01\x00\x02" /* value: weak integer 1 */
                               "\x00\x00"         /* no name, no type */
                               "\x02\x03"
                               "add"       /* op 2 */
                               "\x02\x01"  /* of the variables 2 and 1 before */
                               "\x00\x02"  /* no name, type 2 */
                               "\x01\x02"; /* outputs: variable 2 */
    Fixture f;
    start(&f);
    Str bytes = encode_text(&f, "program p(x: f32[n,3]) -> (v2) { v1 = const(1) v2: f32[n,3] = "
                                "add(x, v1) }");
    CHECK_EQ_UINT(bytes.len, sizeof want - 1 + CHECKSUM);
    CHECK_EQ_MEM(bytes.data, want, sizeof want - 1);
    CHECK(decodes(&f, bytes.data, bytes.len));
    str_free(&bytes);
}

TEST(round_trip_keeps_the_text) {
    Fixture f;
    start(&f);
    Module *m = parse(&f, some_text);
    Str printed = str_make(&f.env), bytes = str_make(&f.env), again = str_make(&f.env);
    text_print(&printed, m);
    CHECK(binary_encode(&bytes, m));
    Module *back = binary_decode(&f.env, bytes.data, bytes.len);
    CHECK_MSG(back, "%s", f.error.message);
    text_print(&again, back);
    CHECK_STR(again.data, printed.data);
    str_free(&printed);
    str_free(&bytes);
    str_free(&again);
    module_free(back);
    module_free(m);
}

/* What a module went through to get its text must not show in its bytes. */
TEST(equal_texts_have_equal_bytes) {
    Fixture f;
    start(&f);
    Module *m = parse(&f, some_text), *other = parse(&f, some_text);
    StrId unused;
    TypeId type;
    CHECK(strings_add(&f.env, &other->strings, "nobody uses this", 16, &unused));
    CHECK(type_vector(&f.env, &other->types, DT_C128, 4, &type));
    Program *last = other->programs.at[other->programs.len - 1];
    last->locs.len = 0;
    Str a = str_make(&f.env), b = str_make(&f.env);
    CHECK(binary_encode(&a, m) && binary_encode(&b, other));
    CHECK_EQ_UINT(b.len, a.len);
    CHECK_EQ_MEM(b.data, a.data, a.len);
    str_free(&a);
    str_free(&b);
    module_free(m);
    module_free(other);
}

TEST(every_cut_and_every_tail_is_refused) {
    Fixture f;
    start(&f);
    Str bytes = encode_text(&f, some_text);
    for (size_t len = 0; len < bytes.len; len++) {
        test_note("cut to %zu of %zu bytes", len, bytes.len);
        char *cut = malloc(len + 1);
        CHECK(cut);
        memcpy(cut, bytes.data, len);
        CHECK(!decodes(&f, cut, len));
        if (len >= MAGIC + CHECKSUM) {
            put_checksum(cut, len);
            CHECK(!decodes(&f, cut, len));
        }
        free(cut);
    }
    char *longer = calloc(bytes.len + 1, 1);
    CHECK(longer);
    memcpy(longer, bytes.data, bytes.len);
    CHECK(!decodes(&f, longer, bytes.len + 1));
    put_checksum(longer, bytes.len + 1);
    CHECK(!decodes(&f, longer, bytes.len + 1));
    CHECK_MSG(strstr(f.error.message, "bytes after the end"), "%s", f.error.message);
    free(longer);
    str_free(&bytes);
}

TEST(every_damaged_byte_is_noticed) {
    Fixture f;
    start(&f);
    Str bytes = encode_text(&f, some_text);
    for (size_t at = 0; at < bytes.len; at++)
        for (int bit = 0; bit < 8; bit++) {
            bytes.data[at] = (char)(bytes.data[at] ^ 1 << bit);
            test_note("bit %d of byte %zu", bit, at);
            CHECK(!decodes(&f, bytes.data, bytes.len));
            bytes.data[at] = (char)(bytes.data[at] ^ 1 << bit);
        }
    CHECK(decodes(&f, bytes.data, bytes.len));
    str_free(&bytes);
}

/* With a right checksum: what decodes must be canonical, all else must be an error. */
TEST(every_wrong_byte_is_an_error_or_another_module) {
    Fixture f;
    start(&f);
    Str bytes = encode_text(&f, some_text);
    size_t good = 0;
    for (size_t at = 0; at + CHECKSUM < bytes.len; at++)
        for (int value = 0; value < 256; value++) {
            char old = bytes.data[at];
            bytes.data[at] = (char)value;
            put_checksum(bytes.data, bytes.len);
            test_note("value %d in byte %zu", value, at);
            good += decodes(&f, bytes.data, bytes.len);
            bytes.data[at] = old;
        }
    CHECK(good > bytes.len);
    str_free(&bytes);
}

TEST(random_damage_does_no_harm) {
    Fixture f;
    uint64_t state = test_seed();
    for (uint64_t k = 0; k < test_scaled(2000); k++) {
        GenOptions options = {.seed = test_seed() + k, .mode = GEN_FORM};
        start(&f);
        Module *m = gen_module(&f.env, options);
        Str bytes = str_make(&f.env);
        CHECK(m && binary_encode(&bytes, m));
        module_free(m);
        for (int tries = 0; tries < 20; tries++) {
            size_t at = MAGIC + test_random_below(&state, bytes.len - MAGIC - CHECKSUM);
            bytes.data[at] = (char)test_random(&state);
            put_checksum(bytes.data, bytes.len);
            test_note("seed %llu, damage %d at byte %zu", (unsigned long long)options.seed, tries,
                      at);
            decodes(&f, bytes.data, bytes.len);
        }
        str_free(&bytes);
    }
}

typedef struct Refused {
    const char *bytes;
    size_t len;
    const char *why;
} Refused;

#define BYTES(text) text, sizeof text - 1
/* Head of a module without structs that has one program "p". */
#define ONE_PROGRAM            \
    "\x01\x00\x01\x00\x01\x01" \
    "p"

TEST(what_is_refused_and_why) {
    static const Refused cases[] = {
        {BYTES("\x02\x00\x00"), "a version of the format that is not known"},
        {BYTES("\x81\x00\x00\x00"), "shortest form"},
        {BYTES("\x01\xff\xff\xff\xff\x0f"), "more things than there are bytes"},
        {BYTES("\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02"), "more than 64 bits"},
        {BYTES("\x01\x00\x01\x02\x01\x01"
               "p"
               "\x00\x00\x00\x00"),
         "flags"},
        {BYTES("\x01\x00\x01\x00\x00\x00\x00\x00\x00"), "a name is missing"},
        {BYTES("\x01\x00\x01\x00\x02\x01"
               "p"
               "\x00\x00\x00\x00"),
         "not come up yet"},
        {BYTES("\x01\x00\x01\x00\x01\x01\xff\x00\x00\x00\x00"), "UTF-8"},
        {BYTES("\x01\x00\x01\x00\x01\x01\x00\x00\x00\x00\x00"), "UTF-8"},
        {BYTES("\x01\x00\x01\x00\x01\x00\x00\x00\x00\x00"), "an empty name"},
        {BYTES(ONE_PROGRAM "\x01\x02\x01"
                           "p"
                           "\x00\x00\x00"),
         "written out a second time"},
        {BYTES(ONE_PROGRAM "\x02\x01\x01\x00\x00\x00"), "[type-params]"},
        {BYTES(ONE_PROGRAM "\x00\x02\x01\x00\x01\x00\x00\x00"), "two variables"},
        {BYTES(ONE_PROGRAM "\x00\x00\x00\x01\x00"), "an output that is no variable"},
        {BYTES(ONE_PROGRAM "\x00\x00\x01\x01\x03"
                           "add"
                           "\x01\x01\x00\x00\x00"),
         "an operand that has not come up yet"},
        {BYTES(ONE_PROGRAM "\x00\x00\x01\x01\x03"
                           "adx"
                           "\x01\x01\x00\x00\x00"),
         "an op that this version does not know"},
        /* where is another name of select, but not the one that is written */
        {BYTES(ONE_PROGRAM "\x00\x01\x00\x00\x01\x01\x05"
                           "where"
                           "\x01\x01\x01\x00\x00\x00"),
         "an op that this version does not know"},
        {BYTES(ONE_PROGRAM "\x00\x01\x00\x01\x01\x01\x03"
                           "f31"
                           "\x00\x00"),
         "a scalar type that this version does not know"},
        {BYTES(ONE_PROGRAM "\x00\x01\x00\x01\x02\x01\x03"
                           "f32"
                           "\x05\x00\x00"),
         "out of range"},
        {BYTES(ONE_PROGRAM "\x00\x01\x00\x01\x09\x00\x00\x00"), "a type of unknown kind"},
        {BYTES(ONE_PROGRAM "\x00\x01\x00\x02\x00\x00"), "a type that has not come up yet"},
        {BYTES(ONE_PROGRAM "\x00\x02\x00\x01\x01\x01\x03"
                           "f32"
                           "\x00\x02\x01\x01\x00\x00"),
         "defined a second time"},
        {BYTES(ONE_PROGRAM "\x00\x01\x00\x01\x06\x01\x06\x01\x01\x01\x03"
                           "f32"
                           "\x01\x04\x01\x04\x00\x00"),
         "an array of what is no element type"},
        {BYTES(ONE_PROGRAM "\x00\x00\x01\x01\x05"
                           "const"
                           "\x00\x00\x00\x00"),
         "[attribute-required]"},
        {BYTES(ONE_PROGRAM "\x00\x00\x01\x01\x05"
                           "const"
                           "\x02\x00\x00\x00"),
         "an attribute that the op does not have"},
        {BYTES(ONE_PROGRAM "\x00\x00\x01\x01\x05"
                           "const"
                           "\x01\x02\x00\x05\x00\x00\x00"),
         "[attribute-value]"},
        {BYTES(ONE_PROGRAM "\x00\x00\x01\x01\x05"
                           "const"
                           "\x01\x09\x00\x05\x00\x00\x00"),
         "a literal of unknown form"},
        {BYTES(ONE_PROGRAM "\x00\x00\x01\x01\x04"
                           "call"
                           "\x00\x01\x00\x01\x00\x00\x00"),
         "[attribute-value]"},
        {BYTES("\x01\x00\x02\x00\x01\x01"
               "p"
               "\x00\x00\x00\x00"
               "\x00\x01\x00\x00\x00\x00"),
         "two programs"},
        {BYTES("\x01\x01\x01\x01"
               "S"
               "\x00\x00"),
         "[types]"},
    };
    Fixture f;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char bytes[128] = "\x8e"
                          "frit\r\n\x1a";
        size_t len = MAGIC + cases[k].len + CHECKSUM;
        CHECK(len <= sizeof bytes);
        memcpy(bytes + MAGIC, cases[k].bytes, cases[k].len);
        put_checksum(bytes, len);
        test_note("case %zu: %s", k, cases[k].why);
        CHECK(!decodes(&f, bytes, len));
        CHECK_EQ_INT(f.error.status, FRIT_ERR_FORMAT);
        CHECK_MSG(strstr(f.error.message, cases[k].why), "%s", f.error.message);
    }
}

/* Errors say where; the offset is that of the byte that cannot stand there. */
TEST(errors_name_the_byte) {
    Fixture f;
    char bytes[] = "\x8e"
                   "frit\r\n\x1a"
                   "\x07\x00\x00"
                   "12345678";
    put_checksum(bytes, sizeof bytes - 1);
    CHECK(!decodes(&f, bytes, sizeof bytes - 1));
    CHECK_STR(f.error.message, "a version of the format that is not known here, at byte 9");
    CHECK(!decodes(&f, "frit", 4));
    CHECK_STR(f.error.message, "not a module in binary form, at byte 0");
    CHECK(!decodes(&f, NULL, 0));
}

/* A few bytes must not make the decoder ask for much memory. */
TEST(small_files_take_little_memory) {
    Fixture f;
    start(&f);
    Str bytes = encode_text(&f, some_text);
    for (size_t at = MAGIC; at + CHECKSUM < bytes.len; at++)
        for (int value = 0; value < 256; value += 15) {
            struct test_alloc counted = TEST_ALLOC(0);
            frit_allocator allocator = {test_alloc_fn, &counted};
            frit_error error = {.status = FRIT_OK};
            Env env = {&allocator, &error};
            char old = bytes.data[at];
            bytes.data[at] = (char)value;
            put_checksum(bytes.data, bytes.len);
            module_free(binary_decode(&env, bytes.data, bytes.len));
            bytes.data[at] = old;
            CHECK_ALLOC(&counted);
            CHECK_MSG(counted.peak_bytes < 8192 + 64 * bytes.len, "%zu bytes", counted.peak_bytes);
        }
    str_free(&bytes);
}

/* Types nested as deep as bytes can say: an error, not a stack overflow. */
TEST(deep_types_are_refused) {
    enum { DEPTH = 100000 };
    Fixture f;
    size_t len = 0, cap = MAGIC + 32 + 2 * DEPTH + CHECKSUM;
    char *bytes = malloc(cap);
    CHECK(bytes);
    static const char head[] = "\x8e"
                               "frit\r\n\x1a" ONE_PROGRAM "\x00\x01\x00";
    memcpy(bytes, head, sizeof head - 1);
    len = sizeof head - 1;
    for (int i = 0; i < DEPTH; i++) {
        bytes[len++] = 1; /* a new type: */
        bytes[len++] = 4; /* a fixed array of */
    }
    len += CHECKSUM;
    put_checksum(bytes, len);
    CHECK(!decodes(&f, bytes, len));
    CHECK_MSG(strstr(f.error.message, "nested too deep"), "%s", f.error.message);
    free(bytes);
}
