/* Any bytes as a script that runs, for a bounded number of turns and calls: it ends, and everything is given back. */
#include "fuzz.h"

#include "front/script/vm/code.h"
#include "front/script/vm/vm.h"

static void forget(void *user, const char *bytes, size_t len) {
    (void)user, (void)bytes, (void)len;
}

/* Functions and scripts in files: there are none. */
static bool no_file(Interp *in, const char *folder, const char *name, char **text, size_t *len) {
    (void)in, (void)folder, (void)name;
    *text = NULL;
    *len = 0;
    return true;
}

/* Words that reach for the system or wait. */
static bool reaches_out(const char *text, size_t size) {
    static const char *const words[] = {
        "fopen", "system", "delete",   "mkdir", "rmdir",  "save",  "unlink",   "rename",
        "input", "print",  "keyboard", "pause", "cd",     "shell", "exec",     "dlm",
        "csv",   "write",  "load",     "run",   "source", "chdir", "copyfile", "movefile"};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
        size_t len = strlen(words[k]);
        for (size_t at = 0; at + len <= size; at++)
            if (memcmp(text + at, words[k], len) == 0)
                return true;
    }
    return false;
}

/* Bytecode as text leads back to it. */
static void check_dump(Session *session, const SessionText *text, const frit_error *error) {
    Interp *in = session_interp(session);
    Diagnostics told = {0};
    Str out = str_make(&in->env);
    if (session_check(session, text, &told, &out) && str_ok(&out) && out.len) {
        Str again = str_make(&in->env);
        EXPECT(session_dump_again(session, out.data, out.len, &again) || in->failure.no_memory,
               error);
        EXPECT(!str_ok(&again) || (again.len == out.len && !memcmp(again.data, out.data, out.len)),
               error);
        str_free(&again);
    }
    str_free(&out);
    diagnostics_free(in->env.allocator, &told);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > 4096 || reaches_out((const char *)data, size))
        return 0;
    Budget budget = {(size_t)256 << 20};
    frit_allocator allocator = {budget_fn, &budget};
    frit_error error;
    SessionOptions options = {
        .allocator = &allocator, .write = forget, .files = {no_file}, .most_turns = 2000};
    Session *session = session_open(&options, &error);
    if (!session)
        return 0;
    SessionText text = {.name = "fuzz", .text = (const char *)data, .len = size};
    check_dump(session, &text, &error);
    for (int k = 0; k < 2; k++) {
        Diagnostics told = {0};
        session_run(session, &text, &told);
        diagnostics_free(&allocator, &told);
    }
    session_close(session);
    EXPECT(budget.left == (size_t)256 << 20, &error);
    return 0;
}
