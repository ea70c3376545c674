/* frit FILE.m: runs a script. */
#include "script.h"

#include <stdlib.h>
#include <string.h>

#include "front/script/vm/vm.h"

static void print(void *user, const char *bytes, size_t len) {
    (void)user;
    fwrite(bytes, 1, len, stdout);
}

bool tool_is_script(const char *name) {
    size_t n = strlen(name);
    return n > 2 && strcmp(name + n - 2, ".m") == 0;
}

static int run_text(Session *session, const char *name, const char *text, size_t len) {
    Diagnostics told = {0};
    char folder[4096] = "";
    const char *slash = strrchr(name, '/');
    if (slash && (size_t)(slash - name) < sizeof folder)
        memcpy(folder, name, (size_t)(slash - name));
    SessionText source = {name, true, text, len, *folder ? folder : NULL};
    bool ok = session_run(session, &source, &told);
    fflush(stdout);
    Interp *in = session_interp(session);
    if (told.all.len) {
        Str message = str_make(&in->env);
        diagnostics_print(&message, &told);
        fputs(message.data ? message.data : "", stderr);
        str_free(&message);
    } else if (!ok) {
        fprintf(stderr, "error: %s\n", interp_message(in));
    }
    diagnostics_free(in->env.allocator, &told);
    int status = ok ? EXIT_GOOD : EXIT_PROGRAM;
    session_exited(session, &status);
    return status;
}

int tool_run_script(int argc, char **argv) {
    char *text;
    size_t len;
    FILE *file = fopen(argv[1], "rb");
    if (!file) {
        fprintf(stderr, "frit: cannot open %s\n", argv[1]);
        return EXIT_FILES;
    }
    int code = tool_read_all(file, argv[1], &text, &len);
    fclose(file);
    if (code)
        return code;
    frit_error error;
    SessionOptions options = {.write = print};
    Session *session = session_open(&options, &error);
    if (!session) {
        fprintf(stderr, "frit: %s\n", error.message);
        free(text);
        return EXIT_MEMORY;
    }
    session_set_arguments(session, (const char *const *)argv + 2, (uint32_t)(argc - 2));
    code = run_text(session, argv[1], text, len);
    session_close(session);
    free(text);
    return tool_flush(code);
}
