#include "emit/c/library.h"

#include <stdlib.h>
#include <string.h>

/* ---- words */

static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static size_t word_len(const char *text) {
    size_t n = 0;
    while (is_word(text[n]))
        n++;
    return n;
}

static bool starts(const char *line, const char *with) {
    return strncmp(line, with, strlen(with)) == 0;
}

static bool ends(const char *line, const char *with) {
    size_t n = strlen(line), m = strlen(with);
    return n >= m && strcmp(line + n - m, with) == 0;
}

/* ---- items */

static void name_it(TextItem *item, const char *at) {
    item->name = at;
    item->len = (uint32_t)word_len(at);
}

/* The last word before `end`. */
static void name_before(TextItem *item, const char *line, const char *end) {
    while (end > line && !is_word(end[-1]))
        end--;
    const char *from = end;
    while (from > line && is_word(from[-1]))
        from--;
    item->name = from;
    item->len = (uint32_t)(end - from);
}

static uint32_t after_line(const char *const *lines, uint32_t at, const char *ending) {
    while (lines[at] && !ends(lines[at], ending))
        at++;
    return lines[at] ? at + 1 : at;
}

static uint32_t after_brace(const char *const *lines, uint32_t at) {
    while (lines[at] && lines[at][0] != '}')
        at++;
    return lines[at] ? at + 1 : at;
}

static uint32_t after_define(const char *const *lines, uint32_t at) {
    while (lines[at] && ends(lines[at], "\\"))
        at++;
    return lines[at] ? at + 1 : at;
}

/* Reads the item that begins at lines[at]; where there is none, item->to is at. Returns where to go on. */
static uint32_t read_item(const char *const *lines, uint32_t at, TextItem *item) {
    const char *line = lines[at];
    *item = (TextItem){.lines = lines, .from = at, .to = at};
    if (starts(line, "#define ")) {
        name_it(item, line + strlen("#define "));
        item->to = after_define(lines, at);
    } else if (starts(line, "#pragma ") || starts(line, "#include <")) {
        item->to = at + 1;
    } else if (starts(line, "#if defined(")) {
        item->to = after_line(lines, at, "#endif");
    } else if (starts(line, "typedef struct ")) {
        name_it(item, line + strlen("typedef struct "));
        item->to = after_brace(lines, at);
    } else if (starts(line, "typedef ")) {
        name_before(item, line, line + strlen(line));
        item->to = at + 1;
    } else if (starts(line, "MATH_TABLE(")) {
        name_it(item, strchr(line, ',') + 2);
        item->to = after_line(lines, at, "};");
    } else if (starts(line, "MATH_FN ") || starts(line, "MATH_PLAIN ")) {
        name_before(item, line, strchr(line, '('));
        item->to = after_brace(lines, at);
    } else if (starts(line, "/*")) {
        return after_line(lines, at, "*/");
    }
    return item->to > at ? item->to : at + 1;
}

/* A comment right above it belongs to it. */
static uint32_t with_comment(const char *const *lines, uint32_t at) {
    uint32_t from = at;
    if (at == 0 || !ends(lines[at - 1], "*/"))
        return at;
    while (from > 0 && !starts(lines[from], "/*"))
        from--;
    return from;
}

static uint32_t read_items(const char *const *lines, TextItem *items) {
    uint32_t n = 0;
    for (uint32_t at = 0; lines[at];) {
        TextItem item;
        uint32_t next = read_item(lines, at, &item);
        if (item.to > at) {
            item.from = with_comment(lines, at);
            item.wanted = !item.name;
            if (items)
                items[n] = item;
            n++;
        }
        at = next;
    }
    return n;
}

/* ---- by name */

static int compare(const char *a, size_t a_len, const char *b, size_t b_len) {
    int order = memcmp(a, b, a_len < b_len ? a_len : b_len);
    return order ? order : (a_len > b_len) - (a_len < b_len);
}

/* Insertion: some hundred, and the texts are nearly in order of nothing. */
static void sort_names(TextLibrary *library) {
    for (uint32_t k = 0; k < library->n; k++) {
        const TextItem *item = &library->items[k];
        if (!item->name)
            continue;
        uint32_t at = library->n_named++;
        for (; at > 0; at--) {
            const TextItem *before = &library->items[library->by_name[at - 1]];
            if (compare(before->name, before->len, item->name, item->len) <= 0)
                break;
            library->by_name[at] = library->by_name[at - 1];
        }
        library->by_name[at] = k;
    }
}

/* Of several of one name the first: a dialect's own words come before what all have in common. */
static TextItem *find(const TextLibrary *library, const char *name, size_t len) {
    uint32_t low = 0, high = library->n_named;
    TextItem *found = NULL;
    while (low < high) {
        uint32_t mid = (low + high) / 2;
        TextItem *item = &library->items[library->by_name[mid]];
        int order = compare(item->name, item->len, name, len);
        if (order == 0)
            found = item;
        if (order < 0)
            low = mid + 1;
        else
            high = mid;
    }
    return found;
}

bool library_open(Env *env, Arena **arena, const char *const *const *texts, TextLibrary *out) {
    uint32_t n = 0;
    *out = (TextLibrary){0};
    for (uint32_t k = 0; texts[k]; k++)
        n += read_items(texts[k], NULL);
    TRY(out->items = arena_new(env, arena, (n + 1) * sizeof *out->items));
    TRY(out->by_name = arena_new(env, arena, (n + 1) * sizeof *out->by_name));
    for (uint32_t k = 0; texts[k]; k++)
        out->n += read_items(texts[k], out->items + out->n);
    sort_names(out);
    return true;
}

/* ---- what is wanted */

static void want_item(TextLibrary *library, TextItem *item) {
    if (item->wanted)
        return;
    item->wanted = true;
    for (uint32_t k = item->from; k < item->to; k++)
        library_want(library, item->lines[k], strlen(item->lines[k]));
}

void library_want(TextLibrary *library, const char *text, size_t len) {
    const char *end = text + len;
    while (text < end) {
        size_t n = word_len(text);
        if (n == 0 || (*text >= '0' && *text <= '9')) {
            text += n ? n : 1;
            continue;
        }
        TextItem *item = find(library, text, n);
        if (item)
            want_item(library, item);
        text += n;
    }
}

void library_put(const TextLibrary *library, Str *out) {
    const TextItem *last = NULL;
    for (uint32_t k = 0; k < library->n; k++) {
        const TextItem *item = &library->items[k];
        if (!item->wanted)
            continue;
        bool adjoins = last && last->lines == item->lines && last->to == item->from;
        if (last && !(adjoins && item->to - item->from == 1))
            str_putc(out, '\n');
        for (uint32_t line = item->from; line < item->to; line++) {
            str_puts(out, item->lines[line]);
            str_putc(out, '\n');
        }
        last = item;
    }
}
