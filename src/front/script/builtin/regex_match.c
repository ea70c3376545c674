#include <ctype.h>
#include <string.h>

#include "front/script/builtin/regex.h"

enum { STEPS_MOST = 20000000 };

/* A way back, or what a slot was before. */
struct RegexStack {
    enum { BACK_GO, BACK_SLOT, BACK_RUN } kind;
    uint32_t pc;       /* of BACK_SLOT the slot */
    int64_t at, least; /* BACK_RUN: places from at down to least are left to try */
};

bool regex_compile(Interp *in, const char *who, const char *pattern, size_t len,
                   RegexOptions options, Regex *out) {
    *out = (Regex){.in = in, .who = who};
    uint32_t root = regex_parse(out, pattern, len, options);
    if (root != REGEX_NONE && regex_emit(out, root))
        return true;
    regex_free(out);
    return false;
}

void regex_free(Regex *re) {
    interp_release(re->in, re->nodes, re->node_room * sizeof *re->nodes);
    interp_release(re->in, re->code, re->code_room * sizeof *re->code);
    interp_release(re->in, re->sets, re->set_room * sizeof *re->sets);
    interp_release(re->in, re->names, re->name_room * sizeof *re->names);
    *re = (Regex){.in = re->in, .who = re->who};
}

bool search_open(RegexSearch *s, const Regex *regex, const char *text, size_t len) {
    *s = (RegexSearch){.regex = regex, .text = text, .len = len};
    s->slots = interp_alloc(regex->in, regex->slots * sizeof *s->slots);
    return s->slots != NULL;
}

void search_close(RegexSearch *s) {
    if (!s->regex)
        return;
    interp_release(s->regex->in, s->slots, s->regex->slots * sizeof *s->slots);
    interp_release(s->regex->in, s->stack, s->room * sizeof *s->stack);
    s->slots = NULL;
    s->stack = NULL;
}

static bool push(RegexSearch *s, RegexStack entry) {
    if (s->depth == s->room) {
        uint32_t room = s->room ? s->room * 2 : 64;
        if (room > 1u << 26)
            return interp_fail(s->regex->in, "%s: the search needs too much memory", s->regex->who);
        RegexStack *stack =
            interp_resize(s->regex->in, s->stack, s->room * sizeof *stack, room * sizeof *stack);
        TRY(stack);
        s->stack = stack;
        s->room = room;
    }
    s->stack[s->depth++] = entry;
    return true;
}

static bool set_slot(RegexSearch *s, uint32_t slot, int64_t value) {
    TRY(push(s, (RegexStack){.kind = BACK_SLOT, .pc = slot, .at = s->slots[slot]}));
    s->slots[slot] = value;
    return true;
}

/* Goes back to the last choice above base; false: there is none. */
static bool back(RegexSearch *s, uint32_t base, uint32_t *pc, int64_t *at) {
    while (s->depth > base) {
        RegexStack *top = &s->stack[s->depth - 1];
        if (top->kind == BACK_SLOT) {
            s->slots[top->pc] = top->at;
            s->depth--;
            continue;
        }
        *pc = top->pc;
        *at = top->at;
        if (top->kind == BACK_RUN && top->at > top->least)
            top->at--;
        else
            s->depth--;
        return true;
    }
    return false;
}

/* ---- tests of a place */

static bool matches_byte(const Regex *re, const RegexCode *c, char byte) {
    switch ((RegexOp)c->op) {
    case REGEX_BYTE:
        return (unsigned char)byte == c->arg ||
               (c->fold && tolower((unsigned char)byte) == tolower((int)c->arg));
    case REGEX_ANY: return !c->arg || byte != '\n';
    default: return set_has(&re->sets[c->arg], (unsigned char)byte);
    }
}

static bool is_word_at(const RegexSearch *s, int64_t at) {
    return at >= 0 && (size_t)at < s->len && regex_is_word(s->text[at]);
}

static bool matches_place(const RegexSearch *s, const RegexCode *c, int64_t at) {
    bool before = is_word_at(s, at - 1), here = is_word_at(s, at);
    size_t left = s->len - (size_t)at;
    switch ((RegexOp)c->op) {
    case REGEX_START: return at == 0 || (c->arg && s->text[at - 1] == '\n');
    case REGEX_END: return left == 0 || (s->text[at] == '\n' && (c->arg || left == 1));
    case REGEX_TEXT_END: return left == 0;
    case REGEX_BOUNDARY: return before != here;
    case REGEX_NOT_BOUNDARY: return before == here;
    case REGEX_WORD_START: return !before && here;
    default: return before && !here;
    }
}

/* How long the text of a group is where it stands at `at`; -1: it does not. */
static int64_t matches_group(const RegexSearch *s, const RegexCode *c, int64_t at) {
    int64_t from = s->slots[2 * c->arg], to = s->slots[2 * c->arg + 1];
    if (from < 0 || to < from || (size_t)(at + to - from) > s->len)
        return -1;
    for (int64_t k = 0; k < to - from; k++) {
        unsigned char a = (unsigned char)s->text[from + k], b = (unsigned char)s->text[at + k];
        if (a != b && !(c->fold && tolower(a) == tolower(b)))
            return -1;
    }
    return to - from;
}

/* ---- the machine */

typedef struct Outcome {
    bool matched;
    int64_t end;
} Outcome;

static bool run(RegexSearch *s, uint32_t pc, int64_t at, int64_t must_end, Outcome *out);

/* Drops the ways back above base but not what slots were. */
static void forget_choices(RegexSearch *s, uint32_t base) {
    uint32_t kept = base;
    for (uint32_t k = base; k < s->depth; k++)
        if (s->stack[k].kind == BACK_SLOT)
            s->stack[kept++] = s->stack[k];
    s->depth = kept;
}

/* Undoes all above base. */
static void undo(RegexSearch *s, uint32_t base) {
    while (s->depth > base) {
        RegexStack *top = &s->stack[--s->depth];
        if (top->kind == BACK_SLOT)
            s->slots[top->pc] = top->at;
    }
}

/* A look or an atomic group at `at`; *end is where an atomic group ends. */
static bool run_inner(RegexSearch *s, uint32_t pc, int64_t at, bool *matched, int64_t *end) {
    const RegexCode *c = &s->regex->code[pc];
    uint32_t base = s->depth;
    Outcome inner = {false, at};
    bool look = c->op == REGEX_LOOK;
    if (look && (c->arg & LOOK_BEHIND)) {
        for (int64_t from = at; from >= 0 && !inner.matched; from--)
            TRY(run(s, pc + 1, from, at, &inner));
    } else {
        TRY(run(s, pc + 1, at, -1, &inner));
    }
    *matched = inner.matched;
    *end = look ? at : inner.end;
    if (look && (c->arg & LOOK_NOT)) {
        undo(s, base);
        *matched = !inner.matched;
    } else if (inner.matched) {
        forget_choices(s, base);
    }
    return true;
}

/* A run of bytes: as many as there are, and a way back to fewer. */
static bool run_bytes(RegexSearch *s, uint32_t pc, int64_t *at, bool *matched) {
    const RegexCode *c = &s->regex->code[pc];
    int64_t to = *at, most = c->y == REGEX_FOREVER ? (int64_t)s->len : *at + (int64_t)c->y;
    if (most > (int64_t)s->len)
        most = (int64_t)s->len;
    while (to < most && matches_byte(s->regex, c + 1, s->text[to]))
        to++;
    int64_t least = *at + (int64_t)c->x;
    s->steps += (uint64_t)(to - *at);
    *matched = to >= least;
    if (to > least)
        TRY(push(s, (RegexStack){.kind = BACK_RUN, .pc = pc + 2, .at = to - 1, .least = least}));
    *at = to;
    return true;
}

/* One instruction. *matched false: back to the last choice. */
static bool step(RegexSearch *s, uint32_t *pc, int64_t *at, bool *matched) {
    const RegexCode *c = &s->regex->code[*pc];
    *matched = true;
    uint32_t here = (*pc)++;
    switch ((RegexOp)c->op) {
    case REGEX_BYTE:
    case REGEX_ANY:
    case REGEX_SET:
        *matched = (size_t)*at < s->len && matches_byte(s->regex, c, s->text[*at]);
        ++*at;
        return true;
    case REGEX_SPLIT:
        *pc = c->x;
        return push(s, (RegexStack){.kind = BACK_GO, .pc = c->y, .at = *at});
    case REGEX_JUMP: *pc = c->x; return true;
    case REGEX_SAVE:
    case REGEX_MARK: return set_slot(s, c->arg, *at);
    case REGEX_MOVED:
        if (s->slots[c->arg] == *at)
            *pc = c->x;
        return true;
    case REGEX_RUN: *pc = here + 2; return run_bytes(s, here, at, matched);
    case REGEX_LOOK:
    case REGEX_ATOMIC: *pc = c->x; return run_inner(s, here, *at, matched, at);
    case REGEX_BACK: {
        int64_t len = matches_group(s, c, *at);
        *matched = len >= 0;
        *at += len;
        return true;
    }
    default: *matched = matches_place(s, c, *at); return true;
    }
}

/* From pc to the MATCH of its program; must_end: where it must end then, or -1. */
static bool run(RegexSearch *s, uint32_t pc, int64_t at, int64_t must_end, Outcome *out) {
    uint32_t base = s->depth;
    *out = (Outcome){false, at};
    for (;;) {
        bool matched;
        if (++s->steps > STEPS_MOST)
            return interp_fail(s->regex->in, "%s: the search takes too many steps", s->regex->who);
        if (s->regex->code[pc].op == REGEX_MATCH) {
            matched = must_end < 0 || at == must_end;
            if (matched) {
                *out = (Outcome){true, at};
                return true;
            }
        } else {
            TRY(step(s, &pc, &at, &matched));
        }
        if (!matched && !back(s, base, &pc, &at))
            return true;
    }
}

bool search_next(RegexSearch *s, size_t from, bool *found) {
    *found = false;
    const RegexCode *first = s->regex->code;
    for (size_t at = from; at <= s->len && !*found; at++) {
        if (first->op == REGEX_BYTE && !first->fold) {
            const char *next =
                at < s->len ? memchr(s->text + at, (int)first->arg, s->len - at) : NULL;
            if (!next)
                return true;
            at = (size_t)(next - s->text);
        }
        for (uint32_t k = 0; k < s->regex->slots; k++)
            s->slots[k] = -1;
        s->depth = 0;
        Outcome out;
        TRY(run(s, 0, (int64_t)at, -1, &out));
        *found = out.matched;
        s->slots[0] = (int64_t)at;
        s->slots[1] = out.end;
    }
    return true;
}
