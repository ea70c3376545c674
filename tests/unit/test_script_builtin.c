/* Every builtin of the table in C with a few arguments of each kind: it gives a value or an error, and memory that runs out is an error. */
#include <stdio.h>
#include <string.h>

#include "front/script/builtin/builtin.h"
#include "harness.h"

/* Those that wait for somebody, write files, end the program or start others. */
static bool left_out(const Builtin *row) {
    static const char *const names[] = {
        "pause",    "keyboard", "input",    "exit",     "quit",     "system",  "shell_cmd",
        "delete",   "unlink",   "mkdir",    "rmdir",    "cd",       "chdir",   "rename",
        "fopen",    "fclose",   "save",     "print",    "saveas",   "sleep",   "kbhit",
        "setenv",   "putenv",   "unsetenv", "abort",    "dos",      "unix",    "diary",
        "copyfile", "movefile", "dlmwrite", "csvwrite", "tempname", "mkstemp", "popen",
        "fputs",    "puts",     "fdisp",    "fprintf",  "fwrite",   "fflush"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (!strcmp(row->name, names[k]))
            return true;
    return !row->fn;
}

enum { KINDS = 14 };

/* An argument of each kind: numbers, rows, matrices, texts, nothing, cells, structs. */
static bool argument(Interp *in, int kind, Value *out) {
    Shape row = shape_make(1, 3), square = shape_make(2, 2), deep = {3, {2, 1, 2}};
    Value x = value_none();
    bool ok;
    switch (kind) {
    case 0: *out = value_double(2); return true;
    case 1: return value_range(in, 1, 1, 3, out);
    case 2: return value_zeros(in, CLASS_DOUBLE, &square, out);
    case 3: return value_text(in, "ab", 2, false, out);
    case 4: return value_empty(in, out);
    case 5: return value_zeros(in, CLASS_INT8, &row, out);
    case 6: return value_zeros(in, CLASS_SINGLE, &deep, out);
    case 7: return value_complex(in, CLASS_DOUBLE, 1, -2, out);
    case 8: *out = value_logical(true); return true;
    case 9:
        TRY(value_text(in, "b", 1, false, &x));
        ok = value_cell_new(in, &row, out);
        if (ok)
            VALUE_CELL_OF(*out)->at[1] = value_hold(x);
        value_drop(in, x);
        return ok;
    case 10:
        TRY(value_struct_new(in, out));
        ok = value_assign_field(in, out, "a", value_double(1));
        if (!ok)
            value_drop(in, *out);
        return ok;
    case 11: *out = value_double(-1.5); return true;
    case 12: return value_function_new(in, "sin", NULL, NULL, out);
    default: *out = value_number(CLASS_UINT64, 7); return true;
    }
}

/* Calls row with argc arguments, chosen by `choice`. False: an argument could not be made. */
static bool call_row(Interp *in, const Builtin *row, uint32_t argc, uint32_t choice,
                     bool *no_memory) {
    Value args[3], outs[8];
    uint32_t made = 0, outc = 0, nout = choice % 3;
    bool ok = true;
    for (; ok && made < argc; made += ok)
        ok = argument(in, (int)((choice + made * 5) % KINDS), &args[made]);
    if (ok) {
        memset(outs, 0, sizeof outs);
        if (nout > row->outs)
            nout = row->outs;
        bool done = builtin_call(in, row, args, argc, nout, outs, &outc);
        CHECK_MSG(done || in->failure.set, "%s fails without a message", row->name);
        *no_memory = !done && in->failure.no_memory;
        value_drop_all(in, outs, 8);
        interp_clear_error(in);
        memset(&in->raw, 0, sizeof in->raw);
    }
    value_drop_all(in, args, made);
    return ok;
}

static void swallow(void *user, const char *bytes, size_t len) {
    (void)user, (void)bytes, (void)len;
}

TEST(every_row_gives_a_value_or_an_error) {
    struct test_alloc a = TEST_ALLOC(0);
    frit_allocator allocator = {test_alloc_fn, &a};
    for (uint32_t k = 0; builtin_at(k); k++) {
        const Builtin *row = builtin_at(k);
        if (left_out(row))
            continue;
        Interp in;
        CHECK(interp_open(&in, &allocator, NULL));
        in.write = swallow;
        CHECK(builtin_open(&in));
        for (uint32_t argc = 0; argc <= 3; argc++)
            for (uint32_t choice = 0; choice < 2 * KINDS; choice++) {
                bool no_memory;
                test_note("%s with %u arguments, choice %u", row->name, argc, choice);
                CHECK(call_row(&in, row, argc, choice, &no_memory));
            }
        builtin_close(&in);
        interp_close(&in);
        CHECK_MSG(a.live_blocks == 0 && !a.misuse, "%s keeps memory", row->name);
    }
}

/* The n-th allocation of a call fails, for every n. */
static void sweep_call(const Builtin *row, uint32_t argc, uint32_t choice) {
    for (size_t n = 1; n < 200; n++) {
        struct test_alloc a = TEST_ALLOC(n);
        frit_allocator allocator = {test_alloc_fn, &a};
        Interp in;
        bool no_memory = false;
        test_note("%s with %u arguments, choice %u, allocation %zu", row->name, argc, choice, n);
        CHECK(interp_open(&in, &allocator, NULL));
        in.write = swallow;
        if (builtin_open(&in)) {
            call_row(&in, row, argc, choice, &no_memory);
            builtin_close(&in);
        }
        interp_close(&in);
        CHECK_ALLOC(&a);
        if (a.failures == 0)
            break;
    }
}

TEST(every_row_survives_a_lack_of_memory) {
    for (uint32_t k = 0; builtin_at(k); k++) {
        const Builtin *row = builtin_at(k);
        if (left_out(row))
            continue;
        for (uint32_t argc = row->least; argc <= 3 && argc <= row->most; argc++)
            for (uint32_t choice = 0; choice < KINDS; choice += 3)
                sweep_call(row, argc, choice + argc);
    }
}

TEST(rows_of_a_theme_are_told_apart) {
    for (uint32_t k = 0; builtin_at(k); k++) {
        const Builtin *row = builtin_at(k);
        CHECK_MSG(row->help && strlen(row->help) > 3, "%s has no help", row->name);
        CHECK_MSG(builtin_find(row->name) == row, "%s stands twice in the table", row->name);
    }
}
