/* Builtins of text and output, with every allocation failing once. */
#include "front/script/builtin/builtin.h"
#include "script_fixture.h"

typedef struct Call {
    const char *name;
    const char *texts[4]; /* arguments that are text; NULL: no more */
    uint32_t nout;
} Call;

static const Call calls[] = {
    {"regexp", {"ab12 cd34", "(?<l>[a-z]+)(\\d+)"}, 7},
    {"regexp", {"ab12", "(x)", "once", "tokens"}, 2},
    {"regexprep", {"hello world", "(\\w+) (\\w+)", "$2 $1"}, 1},
    {"strsplit", {"a,b,,c", ","}, 2},
    {"ostrsplit", {"a:b;c", ":;"}, 1},
    {"strrep", {"abcabc", "bc", "x"}, 1},
    {"strfind", {"abcabc", "bc"}, 1},
    {"strtok", {"  one two"}, 2},
    {"strtrim", {"  one "}, 1},
    {"strcat", {"a ", "b", "c"}, 1},
    {"upper", {"abc"}, 1},
    {"strcmp", {"abc", "abc"}, 1},
    {"str2double", {"1e3 - 2i"}, 1},
    {"bin2dec", {"1011"}, 1},
    {"sprintf", {"%s=%5s|", "abc", "d"}, 1},
    {"sscanf", {"1 2 3,4", "%d"}, 4},
    {"sscanf", {"7 abc", "%d %s", "C"}, 2},
    {"fullfile", {"a", "b", "c.m"}, 1},
    {"fileparts", {"/a/b/c.m"}, 3},
    {"undo_string_escapes", {"a\n\tb"}, 1},
    {"regexptranslate", {"escape", "a.b"}, 1},
    {"substr", {"hello"}, 1},
    {"startsWith", {"hello", "he"}, 1},
};

/* False: it failed, and the error says so. */
static bool call_once(Interp *in, const Call *c) {
    Value args[4], outs[8];
    uint32_t argc = 0, outc;
    bool ok = true;
    for (int k = 0; k < 8; k++)
        outs[k] = value_none();
    for (; ok && argc < 4 && c->texts[argc]; argc += ok)
        ok = value_text(in, c->texts[argc], strlen(c->texts[argc]), false, &args[argc]);
    if (ok && !strcmp(c->name, "substr"))
        args[argc++] = value_double(2);
    const Builtin *row = builtin_find(c->name);
    CHECK(row);
    ok = ok && builtin_call(in, row, args, argc, c->nout, outs, &outc);
    CHECK(ok || in->failure.set);
    value_drop_all(in, args, argc);
    value_drop_all(in, outs, 8);
    return ok;
}

TEST(out_of_memory) {
    for (size_t k = 0; k < sizeof calls / sizeof *calls; k++)
        for (size_t n = 1;; n++) {
            test_note("%s, allocation %zu", calls[k].name, n);
            ScriptFixture f;
            Interp *in = script_open(&f);
            f.alloc.fail_at = f.alloc.calls + n;
            bool done = call_once(in, &calls[k]);
            bool failed = f.alloc.failures != 0;
            script_close(&f);
            CHECK(done || failed);
            if (!failed)
                break;
        }
}

/* No text makes the readers of text do harm. */
TEST(random_texts) {
    static const char letters[] = "0123456789.,+-eEijInfNa *%dsfgxc[]()\\\n";
    static const char *const names[] = {"str2double", "bin2dec",  "strtrim",   "num2str",
                                        "sprintf",    "strsplit", "fileparts", "do_string_escapes"};
    ScriptFixture f;
    Interp *in = script_open(&f);
    uint64_t state = test_seed();
    for (size_t k = 0; k < test_scaled(20000); k++) {
        char text[24];
        size_t n = test_random_below(&state, sizeof text);
        for (size_t i = 0; i < n; i++)
            text[i] = letters[test_random_below(&state, sizeof letters - 1)];
        Value arg, outs[8];
        uint32_t outc;
        for (int i = 0; i < 8; i++)
            outs[i] = value_none();
        CHECK(value_text(in, text, n, false, &arg));
        const Builtin *row = builtin_find(names[test_random_below(&state, 8)]);
        CHECK(row);
        builtin_call(in, row, &arg, 1, 1, outs, &outc);
        value_drop(in, arg);
        value_drop_all(in, outs, 8);
    }
    script_close(&f);
}
