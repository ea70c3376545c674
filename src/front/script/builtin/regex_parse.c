#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "front/script/builtin/regex.h"

enum { MAX_GROUP_DEPTH = 200, MAX_COUNT = 65535 };

typedef struct Parser {
    Regex *re;
    const char *start, *at, *end;
    RegexOptions options;
    uint32_t depth;
    bool failed;
} Parser;

static uint32_t wrong(Parser *p, const char *what, const char *at) {
    if (!p->failed)
        interp_fail(p->re->in, "%s: %s at position %d of expression", p->re->who, what,
                    (int)(at - p->start));
    p->failed = true;
    return REGEX_NONE;
}

static bool grow(Parser *p, void **block, uint32_t count, uint32_t *room, size_t size) {
    if (count < *room)
        return true;
    uint32_t wider = *room ? *room * 2 : 16;
    void *made = interp_resize(p->re->in, *block, *room * size, wider * size);
    if (!made) {
        p->failed = true;
        return false;
    }
    *block = made;
    *room = wider;
    return true;
}

static uint32_t node(Parser *p, RegexOp op, uint32_t arg) {
    Regex *re = p->re;
    void *block = re->nodes;
    if (p->failed || !grow(p, &block, re->n_nodes, &re->node_room, sizeof *re->nodes))
        return REGEX_NONE;
    re->nodes = block;
    re->nodes[re->n_nodes] = (RegexNode){.op = (uint8_t)op,
                                         .arg = arg,
                                         .first = REGEX_NONE,
                                         .next = REGEX_NONE,
                                         .fold = p->options.fold};
    return re->n_nodes++;
}

static uint32_t parent(Parser *p, RegexOp op, uint32_t arg, uint32_t child) {
    uint32_t made = child == REGEX_NONE ? REGEX_NONE : node(p, op, arg);
    if (made != REGEX_NONE)
        p->re->nodes[made].first = child;
    return made;
}

static uint32_t alternatives(Parser *p);

/* ---- sets */

static void add(RegexSet *set, unsigned c) {
    set->bits[c >> 3] |= (uint8_t)(1u << (c & 7));
}

bool regex_is_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* The class that a letter behind a backslash names; false: none. */
static bool letter_class(char letter, RegexSet *set) {
    char small = (char)tolower((unsigned char)letter);
    if (!small || !strchr("dwsh", small))
        return false;
    for (unsigned c = 0; c < 256; c++) {
        bool has = small == 'd'   ? c < 128 && isdigit((int)c)
                   : small == 'w' ? c < 128 && regex_is_word((char)c)
                   : small == 'h' ? c == ' ' || c == '\t'
                                  : c == ' ' || (c >= 9 && c <= 13);
        if (has == (letter == small))
            add(set, c);
    }
    return true;
}

static uint32_t set_node(Parser *p, const RegexSet *set) {
    Regex *re = p->re;
    void *block = re->sets;
    if (p->failed || !grow(p, &block, re->n_sets, &re->set_room, sizeof *re->sets))
        return REGEX_NONE;
    re->sets = block;
    re->sets[re->n_sets] = *set;
    return node(p, REGEX_SET, re->n_sets++);
}

static unsigned digits(Parser *p, unsigned base, int most) {
    unsigned x = 0;
    for (; most > 0 && p->at < p->end && isxdigit((unsigned char)*p->at); most--, p->at++) {
        unsigned digit = isdigit((unsigned char)*p->at)
                             ? (unsigned)(*p->at - '0')
                             : (unsigned)(tolower((unsigned char)*p->at) - 'a' + 10);
        if (digit >= base)
            break;
        x = x * base + digit;
    }
    return x;
}

/* The byte that an escape stands for; at is behind the backslash. -1: it is none. */
static int escaped_byte(Parser *p) {
    static const char letters[] = "abefnrtv", bytes[] = "\a\b\033\f\n\r\t\v";
    char c = *p->at;
    const char *known = strchr(letters, c);
    if (c && known) {
        p->at++;
        return bytes[known - letters];
    }
    if (c == 'x') {
        p->at++;
        bool braces = p->at < p->end && *p->at == '{';
        p->at += braces;
        unsigned x = digits(p, 16, braces ? 6 : 2);
        if (braces && p->at < p->end && *p->at == '}')
            p->at++;
        return (int)(x & 255);
    }
    if (c == 'o' || c == '0') {
        p->at += c == 'o';
        bool braces = p->at < p->end && *p->at == '{';
        p->at += braces;
        unsigned x = digits(p, 8, 3);
        if (braces && p->at < p->end && *p->at == '}')
            p->at++;
        return (int)(x & 255);
    }
    if (isalnum((unsigned char)c))
        return -1;
    p->at++;
    return (unsigned char)c;
}

static bool posix_class(const char *name, size_t len, RegexSet *set) {
    static const struct {
        const char *name;
        int (*is)(int);
    } classes[] = {{"alpha", isalpha}, {"digit", isdigit}, {"alnum", isalnum},  {"upper", isupper},
                   {"lower", islower}, {"space", isspace}, {"punct", ispunct},  {"print", isprint},
                   {"graph", isgraph}, {"cntrl", iscntrl}, {"xdigit", isxdigit}};
    bool negative = len && *name == '^';
    name += negative;
    len -= negative;
    for (size_t k = 0; k < sizeof classes / sizeof *classes; k++)
        if (strlen(classes[k].name) == len && !memcmp(name, classes[k].name, len)) {
            for (unsigned c = 0; c < 128; c++)
                if ((classes[k].is((int)c) != 0) != negative)
                    add(set, c);
            for (unsigned c = 128; negative && c < 256; c++)
                add(set, c);
            return true;
        }
    return false;
}

/* One entry of a set: a class is added and gives -1, a byte is given. -2: the pattern is wrong. */
static int set_entry(Parser *p, RegexSet *set) {
    char c = *p->at++;
    if (c == '[' && p->at < p->end && *p->at == ':') {
        const char *close = p->at + 1;
        while (close + 1 < p->end && !(close[0] == ':' && close[1] == ']'))
            close++;
        if (close + 1 < p->end && posix_class(p->at + 1, (size_t)(close - p->at - 1), set)) {
            p->at = close + 2;
            return -1;
        }
    }
    if (c != '\\' || p->at == p->end)
        return (unsigned char)c;
    RegexSet class_ = {{0}};
    if (letter_class(*p->at, &class_)) {
        p->at++;
        for (size_t k = 0; k < sizeof class_.bits; k++)
            set->bits[k] |= class_.bits[k];
        return -1;
    }
    int byte = escaped_byte(p);
    return byte >= 0 ? byte & 255 : (unsigned char)*p->at++;
}

static void fold_set(RegexSet *set) {
    for (unsigned c = 'a'; c <= 'z'; c++) {
        if (set_has(set, (unsigned char)c))
            add(set, c - 32);
        if (set_has(set, (unsigned char)(c - 32)))
            add(set, c);
    }
}

/* Behind [. */
static uint32_t read_set(Parser *p) {
    RegexSet set = {{0}};
    bool negative = p->at < p->end && *p->at == '^', first = true;
    p->at += negative;
    for (; p->at < p->end && (*p->at != ']' || first); first = false) {
        int from = set_entry(p, &set), to = from;
        if (from >= 0 && p->at + 1 < p->end && *p->at == '-' && p->at[1] != ']') {
            p->at++;
            const char *at = p->at;
            to = set_entry(p, &set);
            if (to >= 0 && to < from)
                return wrong(p, "range out of order in character class", at);
            if (to < 0) {
                add(&set, '-');
                to = from;
            }
        }
        for (int c = from; from >= 0 && c <= to; c++)
            add(&set, (unsigned)c);
    }
    if (p->at == p->end)
        return wrong(p, "missing terminating ] for character class", p->at);
    p->at++;
    if (p->options.fold)
        fold_set(&set);
    for (size_t k = 0; negative && k < sizeof set.bits; k++)
        set.bits[k] = (uint8_t)~set.bits[k];
    return set_node(p, &set);
}

/* ---- groups */

static bool starts(Parser *p, const char *text) {
    size_t n = strlen(text);
    if ((size_t)(p->end - p->at) < n || memcmp(p->at, text, n))
        return false;
    p->at += n;
    return true;
}

static uint32_t close_group(Parser *p, uint32_t inner) {
    if (p->failed)
        return REGEX_NONE;
    if (p->at == p->end)
        return wrong(p, "missing )", p->at);
    p->at++;
    return inner;
}

/* A name up to the closing character; its length, 0: wrong. */
static size_t read_name(Parser *p, char close, char name[REGEX_NAME]) {
    size_t n = 0;
    while (p->at < p->end && regex_is_word(*p->at) && n < REGEX_NAME - 1)
        name[n++] = *p->at++;
    name[n] = '\0';
    if (p->at == p->end || *p->at != close)
        return 0;
    p->at++;
    return n;
}

static uint32_t capture(Parser *p, const char *name) {
    Regex *re = p->re;
    uint32_t group = ++re->groups;
    if (name) {
        void *block = re->names;
        if (!grow(p, &block, re->n_names, &re->name_room, sizeof *re->names))
            return REGEX_NONE;
        re->names = block;
        RegexName *made = &re->names[re->n_names++];
        snprintf(made->text, sizeof made->text, "%s", name);
        made->group = group;
    }
    return parent(p, REGEX_GROUP, group, close_group(p, alternatives(p)));
}

/* (?i) and (?i:…): options. */
static uint32_t option_group(Parser *p, RegexOptions *outer) {
    bool on = true;
    for (; p->at < p->end && *p->at != ')' && *p->at != ':'; p->at++) {
        switch (*p->at) {
        case '-': on = false; break;
        case 'i': p->options.fold = on; break;
        case 's': p->options.dot_no_lines = !on; break;
        case 'm': p->options.lines = on; break;
        case 'x': p->options.free_spacing = on; break;
        default: return wrong(p, "unrecognized character after (? or (?-", p->at);
        }
    }
    if (p->at == p->end)
        return wrong(p, "missing )", p->at);
    if (*p->at++ == ':')
        return close_group(p, alternatives(p));
    *outer = p->options; /* they hold to the end of the group around it */
    return node(p, REGEX_EMPTY, 0);
}

/* Behind (. */
static uint32_t group(Parser *p) {
    RegexOptions outer = p->options;
    uint32_t made;
    char name[REGEX_NAME];
    if (++p->depth > MAX_GROUP_DEPTH)
        return wrong(p, "parentheses are too deeply nested", p->at);
    if (!starts(p, "?")) {
        made = capture(p, NULL);
    } else if (starts(p, "#")) {
        while (p->at < p->end && *p->at != ')')
            p->at++;
        made =
            p->at == p->end ? wrong(p, "missing ) after comment", p->at) : node(p, REGEX_EMPTY, 0);
        p->at += p->at < p->end;
    } else if (starts(p, ":")) {
        made = close_group(p, alternatives(p));
    } else if (starts(p, ">")) {
        made = parent(p, REGEX_ATOMIC, 0, close_group(p, alternatives(p)));
    } else if (starts(p, "=") || starts(p, "!")) {
        uint32_t kind = p->at[-1] == '!' ? LOOK_NOT : LOOK_AHEAD;
        made = parent(p, REGEX_LOOK, kind, close_group(p, alternatives(p)));
    } else if (starts(p, "<=") || starts(p, "<!")) {
        uint32_t kind = LOOK_BEHIND | (p->at[-1] == '!' ? LOOK_NOT : 0);
        made = parent(p, REGEX_LOOK, kind, close_group(p, alternatives(p)));
    } else if (starts(p, "<") || starts(p, "P<")) {
        made = read_name(p, '>', name)
                   ? capture(p, name)
                   : wrong(p, "syntax error in subpattern name (missing terminator)", p->at);
    } else if (starts(p, "P=")) {
        made = REGEX_NONE;
        if (read_name(p, ')', name))
            for (uint32_t k = 0; k < p->re->n_names; k++)
                if (!strcmp(p->re->names[k].text, name))
                    made = node(p, REGEX_BACK, p->re->names[k].group);
        if (made == REGEX_NONE)
            wrong(p, "reference to non-existent subpattern", p->at);
    } else {
        made = option_group(p, &outer);
    }
    p->options = outer;
    p->depth--;
    return made;
}

/* ---- atoms */

static uint32_t byte_node(Parser *p, int byte) {
    return node(p, REGEX_BYTE, (uint32_t)(byte & 255));
}

/* \k<name> and \1. */
static uint32_t back_reference(Parser *p) {
    char name[REGEX_NAME];
    if (*p->at != 'k') {
        uint32_t number = 0;
        while (p->at < p->end && isdigit((unsigned char)*p->at) && number < 1000)
            number = number * 10 + (uint32_t)(*p->at++ - '0');
        return node(p, REGEX_BACK, number);
    }
    p->at++;
    char open = p->at < p->end ? *p->at++ : 0;
    if (read_name(p, open == '{' ? '}' : open == '\'' ? '\'' : '>', name))
        for (uint32_t k = 0; k < p->re->n_names; k++)
            if (!strcmp(p->re->names[k].text, name))
                return node(p, REGEX_BACK, p->re->names[k].group);
    return wrong(p, "reference to non-existent subpattern", p->at);
}

/* Behind a backslash. */
static uint32_t escape(Parser *p) {
    if (p->at == p->end)
        return wrong(p, "\\ at end of pattern", p->at);
    RegexSet set = {{0}};
    if (letter_class(*p->at, &set)) {
        p->at++;
        return set_node(p, &set);
    }
    switch (*p->at) {
    case '<': p->at++; return node(p, REGEX_WORD_START, 0);
    case '>': p->at++; return node(p, REGEX_WORD_END, 0);
    case 'B': p->at++; return node(p, REGEX_NOT_BOUNDARY, 0);
    case 'A': p->at++; return node(p, REGEX_START, 0);
    case 'Z': p->at++; return node(p, REGEX_END, 0);
    case 'z': p->at++; return node(p, REGEX_TEXT_END, 0);
    default: break;
    }
    if (*p->at == 'k' || (*p->at >= '1' && *p->at <= '9'))
        return back_reference(p);
    int byte = escaped_byte(p);
    return byte_node(p, byte >= 0 ? byte : *p->at++);
}

static uint32_t atom(Parser *p) {
    char c = *p->at++;
    switch (c) {
    case '(': return group(p);
    case '[': return read_set(p);
    case '.': return node(p, REGEX_ANY, p->options.dot_no_lines);
    case '^': return node(p, REGEX_START, p->options.lines);
    case '$': return node(p, REGEX_END, p->options.lines);
    case '\\': return escape(p);
    case '*':
    case '+':
    case '?': return wrong(p, "nothing to repeat", p->at - 1);
    default: return byte_node(p, (unsigned char)c);
    }
}

/* ---- repetition */

static bool read_count(const char **at, const char *end, uint32_t *count) {
    const char *start = *at;
    *count = 0;
    for (; *at < end && isdigit((unsigned char)**at) && *count <= MAX_COUNT; ++*at)
        *count = *count * 10 + (uint32_t)(**at - '0');
    return *at > start;
}

/* {n}, {n,}, {n,m}; false: the brace is a character like others. */
static bool braces(Parser *p, uint32_t *least, uint32_t *most) {
    const char *at = p->at + 1;
    if (!read_count(&at, p->end, least))
        return false;
    *most = *least;
    if (at < p->end && *at == ',') {
        at++;
        if (!read_count(&at, p->end, most))
            *most = REGEX_FOREVER;
    }
    if (at == p->end || *at != '}')
        return false;
    p->at = at + 1;
    return true;
}

static bool read_repeat(Parser *p, uint32_t *least, uint32_t *most) {
    *least = 0;
    *most = REGEX_FOREVER;
    switch (p->at < p->end ? *p->at : 0) {
    case '*': break;
    case '+': *least = 1; break;
    case '?': *most = 1; break;
    case '{': return braces(p, least, most);
    default: return false;
    }
    p->at++;
    return true;
}

static void skip_free_space(Parser *p) {
    while (p->options.free_spacing && p->at < p->end) {
        if (isspace((unsigned char)*p->at)) {
            p->at++;
        } else if (*p->at == '#') {
            while (p->at < p->end && *p->at != '\n')
                p->at++;
        } else {
            return;
        }
    }
}

static uint32_t repeated(Parser *p) {
    uint32_t inner = atom(p), least, most;
    skip_free_space(p);
    const char *place = p->at;
    if (inner == REGEX_NONE || !read_repeat(p, &least, &most))
        return inner;
    if (least > MAX_COUNT || (most > MAX_COUNT && most != REGEX_FOREVER))
        return wrong(p, "number too big in {} quantifier", place);
    if (most < least)
        return wrong(p, "numbers out of order in {} quantifier", place);
    uint32_t made = parent(p, REGEX_REPEAT, 0, inner);
    if (made == REGEX_NONE)
        return made;
    RegexNode *n = &p->re->nodes[made];
    n->least = least;
    n->most = most;
    n->lazy = starts(p, "?");
    n->possessive = !n->lazy && starts(p, "+");
    return n->possessive ? parent(p, REGEX_ATOMIC, 0, made) : made;
}

static uint32_t sequence(Parser *p) {
    uint32_t made = node(p, REGEX_CONCAT, 0), last = REGEX_NONE;
    for (;;) {
        skip_free_space(p);
        if (p->failed || p->at == p->end || *p->at == '|' || *p->at == ')')
            return p->failed ? REGEX_NONE : made;
        if (starts(p, "\\Q")) {
            while (p->at < p->end && !starts(p, "\\E") && !p->failed) {
                uint32_t byte = byte_node(p, *p->at++);
                if (byte == REGEX_NONE)
                    break;
                *(last == REGEX_NONE ? &p->re->nodes[made].first : &p->re->nodes[last].next) = byte;
                last = byte;
            }
            continue;
        }
        uint32_t next = repeated(p);
        if (next == REGEX_NONE)
            return REGEX_NONE;
        *(last == REGEX_NONE ? &p->re->nodes[made].first : &p->re->nodes[last].next) = next;
        last = next;
    }
}

static uint32_t alternatives(Parser *p) {
    uint32_t first = sequence(p);
    if (first == REGEX_NONE || p->at == p->end || *p->at != '|')
        return first;
    uint32_t made = parent(p, REGEX_ALTERNATE, 0, first), last = first;
    while (made != REGEX_NONE && p->at < p->end && *p->at == '|') {
        p->at++;
        uint32_t next = sequence(p);
        if (next == REGEX_NONE)
            return REGEX_NONE;
        p->re->nodes[last].next = next;
        last = next;
    }
    return made;
}

uint32_t regex_parse(Regex *regex, const char *pattern, size_t len, RegexOptions options) {
    Parser p = {regex, pattern, pattern, pattern + len, options, 0, false};
    uint32_t root = alternatives(&p);
    if (root != REGEX_NONE && p.at < p.end)
        return wrong(&p, "unmatched parentheses", p.at);
    return p.failed ? REGEX_NONE : root;
}
