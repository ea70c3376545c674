/* frit cache: looks after the compiled kernels on disk. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "table.h"

/* ---- printing */

/* Text from a file, as JSON or for a terminal. */
static void print_quoted(const char *text) {
    putchar('"');
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            printf("\\%c", c);
        else if (c < 0x20 || c == 0x7f)
            printf("\\u%04x", c);
        else
            putchar(c);
    }
    putchar('"');
}

static void print_plain(const char *text) {
    for (; *text; text++)
        putchar((unsigned char)*text < 0x20 || *text == 0x7f ? '?' : *text);
}

/* "6.2 kB" */
static const char *size_text(uint64_t bytes, char out[16]) {
    static const char *const units[] = {"B", "kB", "MB", "GB", "TB"};
    double value = (double)bytes;
    int unit = 0;
    for (; value >= 1000 && unit < 4; unit++)
        value /= 1000;
    snprintf(out, 16, value < 10 && unit > 0 ? "%.1f %s" : "%.0f %s", value, units[unit]);
    return out;
}

/* "3 d", rounded down. */
static const char *age_text(int64_t since, char out[24]) {
    static const struct {
        int64_t seconds;
        const char *unit;
    } units[] = {{86400, "d"}, {3600, "h"}, {60, "min"}, {1, "s"}};
    int64_t age = (int64_t)time(NULL) - since;
    if (since <= 0)
        return "-";
    if (age < 0)
        age = 0;
    for (int k = 0; k < 4; k++)
        if (age >= units[k].seconds || k == 3) {
            snprintf(out, 24, "%" PRId64 " %s", age / units[k].seconds, units[k].unit);
            break;
        }
    return out;
}

static int fail(const Tool *tool, const frit_error *error) {
    fprintf(stderr, "frit %s: %s\n", tool->args.command, error->message);
    return error->status == FRIT_ERR_NOMEM ? EXIT_MEMORY : EXIT_FILES;
}

/* A pack that is named must be there: nothing is not an empty one. */
static bool is_there(const Tool *tool) {
    if (!tool->args.file || access(tool->args.file, F_OK) == 0)
        return true;
    fprintf(stderr, "frit %s: %s: %s\n", tool->args.command, tool->args.file, strerror(errno));
    return false;
}

/* ---- list */

static bool print_entry(void *user, const frit_cache_entry *e) {
    const Tool *tool = user;
    char size[16], made[24], used[24];
    if (tool->args.json) {
        printf("{\"name\": ");
        print_quoted(e->name);
        printf(", \"label\": ");
        print_quoted(e->label);
        printf(", \"target\": ");
        print_quoted(e->target);
        printf(", \"versions\": ");
        print_quoted(e->versions);
        printf(", \"bytes\": %" PRIu64 ", \"code_bytes\": %" PRIu64 ", \"made\": %" PRId64
               ", \"used\": %" PRId64 ", \"fault\": ",
               e->bytes, e->code_bytes, e->made, e->used);
        if (e->fault)
            print_quoted(e->fault);
        else
            fputs("null", stdout);
        puts("}");
        return true;
    }
    printf("%-12.12s %8s %8s %8s  ", e->fault ? "?" : e->name, size_text(e->bytes, size),
           age_text(e->made, made), age_text(e->used, used));
    print_plain(e->target);
    printf("%*s ", strlen(e->target) < 8 ? (int)(8 - strlen(e->target)) : 0, "");
    print_plain(e->fault ? e->name : e->label);
    if (e->fault)
        printf("  BROKEN: %s", e->fault);
    putchar('\n');
    return true;
}

static int cache_list(Tool *tool) {
    frit_error error;
    if (!is_there(tool))
        return EXIT_FILES;
    if (!tool->args.json)
        printf("%-12s %8s %8s %8s  %-8s %s\n", "name", "size", "made", "used", "target", "label");
    const char *where = tool->args.file ? tool->args.file : tool->args.directory;
    if (frit_cache_each(tool->context, where, print_entry, tool, &error))
        return fail(tool, &error);
    return EXIT_GOOD;
}

/* ---- stat */

enum { KINDS = 8, KIND_BYTES = 64 };

/* How many entries there are of each of a few texts. */
typedef struct Kinds {
    char text[KINDS][KIND_BYTES];
    uint64_t count[KINDS];
    unsigned len;
} Kinds;

typedef struct Stat {
    uint64_t entries, bytes, code_bytes, broken;
    Kinds targets, versions;
} Stat;

static void count_kind(Kinds *kinds, const char *text) {
    unsigned k = 0;
    while (k < kinds->len && strncmp(kinds->text[k], text, KIND_BYTES - 1) != 0)
        k++;
    if (k == KINDS)
        return;
    if (k == kinds->len)
        snprintf(kinds->text[kinds->len++], KIND_BYTES, "%s", text);
    kinds->count[k]++;
}

static bool count_entry(void *user, const frit_cache_entry *e) {
    Stat *stat = user;
    stat->entries++;
    stat->bytes += e->bytes;
    stat->code_bytes += e->code_bytes;
    stat->broken += e->fault != NULL;
    if (!e->fault) {
        count_kind(&stat->targets, e->target);
        count_kind(&stat->versions, e->versions);
    }
    return true;
}

static void print_kinds(const char *name, const Kinds *kinds, bool json) {
    if (json)
        printf(", \"%s\": {", name);
    for (unsigned k = 0; k < kinds->len; k++) {
        if (json) {
            fputs(k ? ", " : "", stdout);
            print_quoted(kinds->text[k]);
            printf(": %" PRIu64, kinds->count[k]);
        } else {
            printf("%-10s ", k ? "" : name);
            print_plain(kinds->text[k]);
            printf(": %" PRIu64 "\n", kinds->count[k]);
        }
    }
    if (json)
        putchar('}');
}

/* A pack has no size that it may become. */
static void print_stat(const Stat *stat, const char *where, bool pack, uint64_t cap, bool json) {
    char size[16], code[16], most[16];
    if (json) {
        printf("{\"%s\": ", pack ? "pack" : "folder");
        print_quoted(where);
        printf(", \"kernels\": %" PRIu64 ", \"bytes\": %" PRIu64 ", \"code_bytes\": %" PRIu64,
               stat->entries, stat->bytes, stat->code_bytes);
        if (!pack)
            printf(", \"cap\": %" PRIu64, cap);
        printf(", \"broken\": %" PRIu64, stat->broken);
    } else {
        printf("%-10s ", pack ? "pack" : "folder");
        print_plain(where);
        printf("\nkernels    %" PRIu64 "\nsize       %s", stat->entries,
               size_text(stat->bytes, size));
        if (!pack)
            printf(" of at most %s", size_text(cap, most));
        printf(", %s of it code\n", size_text(stat->code_bytes, code));
        if (stat->broken)
            printf("broken     %" PRIu64 "%s\n", stat->broken,
                   pack ? "" : " (frit cache verify --fix)");
    }
    print_kinds("targets", &stat->targets, json);
    print_kinds("versions", &stat->versions, json);
    if (json)
        puts("}");
}

/* As the library sees it: what is there and no folder is a pack. */
static bool is_pack(const char *path) {
    struct stat s;
    return path && stat(path, &s) == 0 && !S_ISDIR(s.st_mode);
}

static int cache_stat(Tool *tool) {
    frit_error error;
    frit_text folder;
    uint64_t cap;
    Stat sums = {0};
    const char *where = tool->args.file ? tool->args.file : tool->args.directory;
    if (!is_there(tool))
        return EXIT_FILES;
    if (frit_cache_folder(tool->context, &folder, &cap, &error))
        return fail(tool, &error);
    int code = EXIT_GOOD;
    if (frit_cache_each(tool->context, where, count_entry, &sums, &error))
        code = fail(tool, &error);
    else
        print_stat(&sums, where ? where : folder.data, is_pack(where), cap, tool->args.json);
    frit_text_free(tool->context, &folder);
    return code;
}

/* ---- verify */

typedef struct Verify {
    const Tool *tool;
    uint64_t checked, broken;
} Verify;

static bool verify_entry(void *user, const frit_cache_entry *e) {
    Verify *v = user;
    v->checked++;
    if (!e->fault)
        return true;
    if (v->tool->args.json) {
        fputs(v->broken ? ", {\"name\": " : "{\"name\": ", stdout);
        print_quoted(e->name);
        fputs(", \"fault\": ", stdout);
        print_quoted(e->fault);
        putchar('}');
    } else {
        print_plain(e->name);
        printf(": %s\n", e->fault);
    }
    v->broken++;
    return true;
}

static int cache_verify(Tool *tool) {
    frit_error error;
    Verify v = {tool, 0, 0};
    uint64_t removed = 0;
    const char *where = tool->args.file ? tool->args.file : tool->args.directory;
    if (tool->args.fix && tool->args.file)
        return tool_usage(tool, "--fix is for the folder; make the pack %s anew", tool->args.file);
    if (!is_there(tool))
        return EXIT_FILES;
    if (tool->args.json)
        fputs("{\"faults\": [", stdout);
    int code = EXIT_GOOD;
    if (frit_cache_each(tool->context, where, verify_entry, &v, &error))
        code = fail(tool, &error);
    frit_cache_filter faulty = {FRIT_SIZED(frit_cache_filter), .faulty = true};
    if (code == EXIT_GOOD && tool->args.fix && v.broken > 0 &&
        frit_cache_remove(tool->context, where, &faulty, &removed, &error))
        code = fail(tool, &error);
    if (tool->args.json)
        printf("], \"checked\": %" PRIu64 ", \"broken\": %" PRIu64 ", \"removed\": %" PRIu64 "}\n",
               v.checked, v.broken, removed);
    else
        printf("%" PRIu64 " checked, %" PRIu64 " broken, %" PRIu64 " removed\n", v.checked,
               v.broken, removed);
    return code != EXIT_GOOD ? code : v.broken > 0 ? EXIT_PROGRAM : EXIT_GOOD;
}

/* ---- clear, pack, unpack */

/* "30d", "12h", "90m", "45s" */
static bool read_age(const char *text, int64_t *out) {
    static const struct {
        char unit;
        int64_t seconds;
    } units[] = {{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86400}, {'w', 7 * 86400}};
    char *end;
    if (*text < '0' || *text > '9')
        return false;
    long long value = strtoll(text, &end, 10);
    for (size_t k = 0; k < sizeof units / sizeof *units; k++)
        if (*end == units[k].unit && end[1] == '\0' && value > 0 && value < 1000000) {
            *out = value * units[k].seconds;
            return true;
        }
    return false;
}

static int read_filter(Tool *tool, frit_cache_filter *filter) {
    *filter = (frit_cache_filter){FRIT_SIZED(frit_cache_filter), .text = tool->args.only};
    if (tool->args.older_than && !read_age(tool->args.older_than, &filter->unused_s))
        return tool_usage(tool, "--older-than is a time like 30d, 12h or 90m, not %s",
                          tool->args.older_than);
    return 0;
}

static int print_count(const Tool *tool, const char *what, uint64_t count) {
    if (tool->args.json)
        printf("{\"%s\": %" PRIu64 "}\n", what, count);
    else
        printf("%" PRIu64 " %s\n", count, what);
    return EXIT_GOOD;
}

static int cache_clear(Tool *tool) {
    frit_cache_filter filter;
    frit_error error;
    uint64_t count;
    int code = read_filter(tool, &filter);
    if (code)
        return code;
    if (tool->args.file)
        return tool_usage(tool, "clear is for the folder (--dir), not for %s", tool->args.file);
    if (frit_cache_remove(tool->context, tool->args.directory, &filter, &count, &error))
        return fail(tool, &error);
    return print_count(tool, "removed", count);
}

static int cache_pack(Tool *tool) {
    frit_cache_filter filter;
    frit_error error;
    uint64_t count;
    int code = read_filter(tool, &filter);
    if (code)
        return code;
    if (!tool->args.file)
        return tool_usage(tool, "pack wants the name of the file to write");
    if (frit_cache_pack(tool->context, tool->args.directory, &filter, tool->args.file, &count,
                        &error))
        return fail(tool, &error);
    if (count == 0)
        fprintf(stderr, "frit cache: there was nothing to pack: %s is empty\n", tool->args.file);
    return print_count(tool, "packed", count);
}

static int cache_unpack(Tool *tool) {
    frit_error error;
    uint64_t count, refused;
    if (!tool->args.file)
        return tool_usage(tool, "unpack wants the name of a pack");
    if (frit_cache_unpack(tool->context, tool->args.file, tool->args.directory, &count, &refused,
                          &error))
        return fail(tool, &error);
    if (refused > 0)
        fprintf(stderr, "frit cache: %" PRIu64 " entries of %s are broken\n", refused,
                tool->args.file);
    print_count(tool, "unpacked", count);
    return refused > 0 ? EXIT_PROGRAM : EXIT_GOOD;
}

int command_cache(Tool *tool) {
    static const struct {
        const char *name;
        Command *run;
    } actions[] = {{"list", cache_list},   {"stat", cache_stat}, {"verify", cache_verify},
                   {"clear", cache_clear}, {"pack", cache_pack}, {"unpack", cache_unpack}};
    const char *action = tool->args.action;
    if (!action)
        return tool_usage(tool, "list, stat, verify, clear, pack or unpack?");
    for (size_t k = 0; k < sizeof actions / sizeof *actions; k++)
        if (strcmp(action, actions[k].name) == 0)
            return actions[k].run(tool);
    Nearest nearest = nearest_to(action);
    for (size_t k = 0; k < sizeof actions / sizeof *actions; k++)
        nearest_look(&nearest, actions[k].name);
    return nearest.name[0] ? tool_usage(tool, "there is no action called %s; did you mean %s?",
                                        action, nearest.name)
                           : tool_usage(tool, "there is no action called %s", action);
}
