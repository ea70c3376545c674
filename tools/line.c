/* Lines that a person types. */
#define _POSIX_C_SOURCE 200809L
#include "line.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

enum { MOST_LINES = 1000 };

struct LineEditor {
    char *text; /* the line at hand, ended by '\0' */
    size_t len, room, cursor;
    char **lines;        /* history, the oldest first */
    size_t count, shown; /* shown: the one at hand; count: a new one */
    char *draft;         /* the new line, while an older one is shown */
    char *file;
    LineNames *names;
    void *user;
    bool terminal;
    struct termios before;
};

/* ---- the text */

static bool reserve(LineEditor *e, size_t need) {
    if (need < e->room)
        return true;
    size_t room = 2 * need + 64;
    char *text = realloc(e->text, room);
    if (!text)
        return false;
    e->text = text;
    e->room = room;
    return true;
}

static void insert(LineEditor *e, const char *bytes, size_t n) {
    if (!reserve(e, e->len + n + 1))
        return;
    memmove(e->text + e->cursor + n, e->text + e->cursor, e->len - e->cursor + 1);
    memcpy(e->text + e->cursor, bytes, n);
    e->len += n;
    e->cursor += n;
}

static void replace(LineEditor *e, const char *text) {
    e->len = e->cursor = 0;
    e->text[0] = '\0';
    insert(e, text, strlen(text));
}

static void erase(LineEditor *e, size_t from, size_t to) {
    memmove(e->text + from, e->text + to, e->len - to + 1);
    e->len -= to - from;
    e->cursor = from;
}

static bool continues(char c) {
    return ((unsigned char)c & 0xc0) == 0x80;
}

static size_t before(const LineEditor *e, size_t at) {
    while (at > 0 && continues(e->text[--at])) {}
    return at;
}

static size_t behind(const LineEditor *e, size_t at) {
    if (at < e->len)
        at++;
    while (at < e->len && continues(e->text[at]))
        at++;
    return at;
}

static size_t word_before(const LineEditor *e, size_t at) {
    while (at > 0 && !isalnum((unsigned char)e->text[at - 1]))
        at--;
    while (at > 0 && isalnum((unsigned char)e->text[at - 1]))
        at--;
    return at;
}

/* ---- history */

void line_remember(LineEditor *e, const char *line) {
    if (line[strspn(line, " \t")] == '\0' ||
        (e->count > 0 && strcmp(e->lines[e->count - 1], line) == 0))
        return;
    char *copy = strdup(line);
    if (!copy)
        return;
    if (e->count == MOST_LINES) {
        free(e->lines[0]);
        memmove(e->lines, e->lines + 1, (MOST_LINES - 1) * sizeof *e->lines);
        e->count--;
    }
    e->lines[e->count++] = copy;
}

static void load_history(LineEditor *e) {
    FILE *file = e->file ? fopen(e->file, "r") : NULL;
    char *line = NULL;
    size_t room = 0;
    ssize_t n;
    while (file && (n = getline(&line, &room, file)) > 0) {
        line[strcspn(line, "\n")] = '\0';
        line_remember(e, line);
    }
    free(line);
    if (file)
        fclose(file);
}

static void save_history(const LineEditor *e) {
    FILE *file = e->file && e->terminal ? fopen(e->file, "w") : NULL;
    for (size_t i = 0; file && i < e->count; i++)
        fprintf(file, "%s\n", e->lines[i]);
    if (file)
        fclose(file);
}

/* The line at hand becomes an older or a newer one. */
static void show_history(LineEditor *e, int step) {
    if ((step < 0 && e->shown == 0) || (step > 0 && e->shown == e->count))
        return;
    if (e->shown == e->count) {
        free(e->draft);
        e->draft = strdup(e->text);
    }
    e->shown += (size_t)step;
    replace(e, e->shown < e->count ? e->lines[e->shown] : e->draft ? e->draft : "");
}

/* ---- the screen */

static size_t columns(void) {
    struct winsize size;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20 ? size.ws_col : 80;
}

static size_t width(const char *text, size_t from, size_t to) {
    size_t n = 0;
    for (size_t i = from; i < to; i++)
        n += !continues(text[i]);
    return n;
}

/* The part of the line around the cursor that fits. */
static void draw(const LineEditor *e, const char *prompt) {
    size_t room = columns() - width(prompt, 0, strlen(prompt)) - 1, from = 0, to = e->len;
    while (width(e->text, from, e->cursor) > room)
        from = behind(e, from);
    while (width(e->text, from, to) > room)
        to = before(e, to);
    printf("\r%s%.*s\033[K", prompt, (int)(to - from), e->text + from);
    size_t back = width(e->text, e->cursor, to > e->cursor ? to : e->cursor);
    if (back > 0)
        printf("\033[%zuD", back);
    fflush(stdout);
}

/* ---- completion */

static bool is_name_byte(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* What all candidates have in common is added; if that is nothing, they are listed. */
static void complete(LineEditor *e) {
    size_t from = e->cursor;
    while (from > 0 && is_name_byte(e->text[from - 1]))
        from--;
    size_t len = e->cursor - from, common = 0;
    char first[256] = "";
    unsigned n = 0;
    const char *name;
    for (; (name = e->names(e->user, e->text + from, len, n)); n++) {
        if (n == 0) {
            snprintf(first, sizeof first, "%s", name);
            common = strlen(first);
        }
        size_t same = 0;
        while (same < common && name[same] == first[same])
            same++;
        common = same;
    }
    if (common > len) {
        insert(e, first + len, common - len);
        return;
    }
    if (n < 2 || len == 0)
        return;
    putchar('\n');
    for (unsigned i = 0; i < 60 && (name = e->names(e->user, e->text + from, len, i)); i++)
        printf("%s  ", name);
    printf(n > 60 ? "and %u more\n" : "\n", n - 60);
}

/* ---- keys */

enum {
    CTRL_A = 1,
    CTRL_B,
    CTRL_C,
    CTRL_D,
    CTRL_E,
    CTRL_F,
    CTRL_H = 8,
    TAB,
    CTRL_K = 11,
    CTRL_L,
    CTRL_N = 14,
    CTRL_P = 16,
    CTRL_U = 21,
    CTRL_W = 23,
    ESCAPE = 27,
    DELETE = 127
};

static int key(void) {
    unsigned char c;
    return read(STDIN_FILENO, &c, 1) == 1 ? c : -1;
}

/* Behind ESC: arrows, Home, End, Delete. */
static void escape(LineEditor *e) {
    int c = key(), digit = 0;
    if (c != '[' && c != 'O')
        return;
    for (c = key(); c >= '0' && c <= '9'; c = key())
        digit = c - '0';
    if (c == 'A')
        show_history(e, -1);
    else if (c == 'B')
        show_history(e, 1);
    else if (c == 'C')
        e->cursor = behind(e, e->cursor);
    else if (c == 'D')
        e->cursor = before(e, e->cursor);
    else if (c == 'H' || (c == '~' && (digit == 1 || digit == 7)))
        e->cursor = 0;
    else if (c == 'F' || (c == '~' && (digit == 4 || digit == 8)))
        e->cursor = e->len;
    else if (c == '~' && digit == 3)
        erase(e, e->cursor, behind(e, e->cursor));
}

static void edit(LineEditor *e, int c) {
    switch (c) {
    case CTRL_A: e->cursor = 0; return;
    case CTRL_B: e->cursor = before(e, e->cursor); return;
    case CTRL_D: erase(e, e->cursor, behind(e, e->cursor)); return;
    case CTRL_E: e->cursor = e->len; return;
    case CTRL_F: e->cursor = behind(e, e->cursor); return;
    case CTRL_H:
    case DELETE: erase(e, before(e, e->cursor), e->cursor); return;
    case TAB: complete(e); return;
    case CTRL_K: erase(e, e->cursor, e->len); return;
    case CTRL_L: fputs("\033[H\033[2J", stdout); return;
    case CTRL_N: show_history(e, 1); return;
    case CTRL_P: show_history(e, -1); return;
    case CTRL_U: erase(e, 0, e->cursor); return;
    case CTRL_W: erase(e, word_before(e, e->cursor), e->cursor); return;
    case ESCAPE: escape(e); return;
    default:
        if (c >= ' ')
            insert(e, &(char){(char)c}, 1);
    }
}

static LineResult read_keys(LineEditor *e, const char *prompt) {
    for (;;) {
        draw(e, prompt);
        int c = key();
        if (c == '\r' || c == '\n') {
            putchar('\n');
            return LINE_READ;
        }
        if (c == CTRL_C) {
            fputs("^C\n", stdout);
            return LINE_CANCELLED;
        }
        if (c < 0 || (c == CTRL_D && e->len == 0)) {
            putchar('\n');
            return LINE_END;
        }
        edit(e, c);
    }
}

/* ---- reading */

static void raw(const LineEditor *e, bool on) {
    struct termios mode = e->before;
    if (on) {
        mode.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ISIG | IEXTEN);
        mode.c_iflag &= ~(tcflag_t)(IXON | ICRNL);
        mode.c_cc[VMIN] = 1;
        mode.c_cc[VTIME] = 0;
    }
    tcsetattr(STDIN_FILENO, TCSADRAIN, &mode);
}

/* Without a terminal: no prompt. */
static LineResult read_plain(LineEditor *e) {
    int c = getchar();
    if (c == EOF)
        return LINE_END;
    for (; c != EOF && c != '\n'; c = getchar())
        insert(e, &(char){(char)c}, 1);
    return LINE_READ;
}

LineResult line_read(LineEditor *e, const char *prompt, const char **line) {
    LineResult result;
    e->len = e->cursor = 0;
    e->text[0] = '\0';
    e->shown = e->count;
    fflush(stdout);
    if (e->terminal) {
        raw(e, true);
        result = read_keys(e, prompt);
        raw(e, false);
        fflush(stdout);
    } else {
        result = read_plain(e);
    }
    *line = e->text;
    return result;
}

bool line_is_interactive(const LineEditor *e) {
    return e->terminal;
}

LineEditor *line_open(const char *history, LineNames *names, void *user) {
    LineEditor *e = calloc(1, sizeof *e);
    if (!e)
        return NULL;
    e->names = names;
    e->user = user;
    e->file = history ? strdup(history) : NULL;
    e->lines = calloc(MOST_LINES, sizeof *e->lines);
    e->terminal =
        isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && tcgetattr(STDIN_FILENO, &e->before) == 0;
    if (!e->lines || !reserve(e, 1)) {
        line_close(e);
        return NULL;
    }
    if (e->terminal)
        load_history(e);
    return e;
}

void line_close(LineEditor *e) {
    if (!e)
        return;
    if (e->lines)
        save_history(e);
    for (size_t i = 0; e->lines && i < e->count; i++)
        free(e->lines[i]);
    free(e->lines);
    free(e->draft);
    free(e->file);
    free(e->text);
    free(e);
}
