/* "Did you mean": the name that is nearest to one that nobody knows. */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <string.h>

#include "table.h"

enum { LONGEST = 64 }; /* of names that are compared */

static unsigned least(unsigned a, unsigned b) {
    return a < b ? a : b;
}

/* Letters to put in, take out, change or swap with their neighbour. */
static unsigned distance(const char *a, const char *b) {
    unsigned rows[3][LONGEST + 1]; /* the last three */
    size_t n = strlen(a), m = strlen(b);
    if (n > LONGEST || m > LONGEST)
        return LONGEST;
    for (size_t j = 0; j <= m; j++)
        rows[0][j] = (unsigned)j;
    for (size_t i = 1; i <= n; i++) {
        unsigned *row = rows[i % 3], *before = rows[(i + 2) % 3], *two_before = rows[(i + 1) % 3];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= m; j++) {
            unsigned best = least(before[j], row[j - 1]) + 1;
            best = least(best, before[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                best = least(best, two_before[j - 2] + 1);
            row[j] = best;
        }
    }
    return rows[n % 3][m];
}

/* A third of the letters may be wrong; of a short word one, and of a letter none. */
Nearest nearest_to(const char *wanted) {
    size_t n = strlen(wanted);
    unsigned most = n < 2 ? 0 : n < 6 ? 1 : (unsigned)(n / 3);
    Nearest nearest = {.distance = most + 1};
    snprintf(nearest.wanted, sizeof nearest.wanted, "%s", wanted);
    return nearest;
}

void nearest_look(Nearest *nearest, const char *name) {
    unsigned d = distance(nearest->wanted, name);
    size_t n = strlen(nearest->wanted);
    /* What was begun is meant as well: "comp" is completion. */
    if (n > 2 && strlen(name) > n && strncmp(name, nearest->wanted, n) == 0)
        d = d < nearest->distance ? d : nearest->distance - 1;
    if (d < nearest->distance && strlen(name) < sizeof nearest->name) {
        memcpy(nearest->name, name, strlen(name) + 1);
        nearest->distance = d;
    }
}

void nearest_print(const Nearest *nearest, FILE *to) {
    if (nearest->name[0])
        fprintf(to, "; did you mean %s?", nearest->name);
}

Nearest nearest_command(const char *wanted) {
    Nearest nearest = nearest_to(wanted);
    const CommandInfo *command;
    for (unsigned i = 0; (command = tool_command(i)); i++)
        nearest_look(&nearest, command->name);
    return nearest;
}

Nearest nearest_option(const CommandInfo *command, const char *wanted) {
    char name[LONGEST]; /* without a value */
    snprintf(name, sizeof name, "%.*s", (int)strcspn(wanted, "="), wanted);
    Nearest nearest = nearest_to(name);
    HelpItem item;
    OptionTerm option;
    for (const char *at = command->options; help_next(&at, &item);)
        if (option_read(&item, &option))
            nearest_look(&nearest, option.name);
    nearest_look(&nearest, "--help");
    return nearest;
}

Nearest nearest_file(const char *path) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    char folder[1024];
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(name - path) : 1, slash ? path : ".");
    Nearest nearest = nearest_to(name);
    DIR *dir = slash && name - path >= (long)sizeof folder ? NULL : opendir(folder);
    for (struct dirent *entry; dir && (entry = readdir(dir));)
        if (entry->d_name[0] != '.')
            nearest_look(&nearest, entry->d_name);
    if (dir)
        closedir(dir);
    return nearest;
}
