#include "front/script/builtin/regex.h"

enum { MAX_CODE = 1 << 18 };

static bool put(Regex *re, RegexOp op, uint32_t arg, bool fold, uint32_t *at) {
    if (re->n_code == re->code_room) {
        uint32_t room = re->code_room ? re->code_room * 2 : 64;
        if (room > MAX_CODE)
            return interp_fail(re->in, "%s: regular expression is too large", re->who);
        RegexCode *code =
            interp_resize(re->in, re->code, re->code_room * sizeof *code, room * sizeof *code);
        TRY(code);
        re->code = code;
        re->code_room = room;
    }
    if (at)
        *at = re->n_code;
    re->code[re->n_code++] = (RegexCode){.op = (uint8_t)op, .fold = fold, .arg = arg};
    return true;
}

/* Can it match nothing at all? */
static bool may_be_empty(const Regex *re, uint32_t at) {
    const RegexNode *n = &re->nodes[at];
    switch ((RegexOp)n->op) {
    case REGEX_BYTE:
    case REGEX_ANY:
    case REGEX_SET: return false;
    case REGEX_CONCAT:
        for (uint32_t k = n->first; k != REGEX_NONE; k = re->nodes[k].next)
            if (!may_be_empty(re, k))
                return false;
        return true;
    case REGEX_ALTERNATE:
        for (uint32_t k = n->first; k != REGEX_NONE; k = re->nodes[k].next)
            if (may_be_empty(re, k))
                return true;
        return false;
    case REGEX_REPEAT: return n->least == 0 || may_be_empty(re, n->first);
    case REGEX_GROUP:
    case REGEX_ATOMIC: return may_be_empty(re, n->first);
    default: return true;
    }
}

static bool emit(Regex *re, uint32_t at);

/* A CONCAT of one node stands for that node. */
static uint32_t sole(const Regex *re, uint32_t at) {
    const RegexNode *n = &re->nodes[at];
    while (n->op == REGEX_CONCAT && n->first != REGEX_NONE &&
           re->nodes[n->first].next == REGEX_NONE) {
        at = n->first;
        n = &re->nodes[at];
    }
    return at;
}

static bool is_byte(const Regex *re, uint32_t at) {
    uint8_t op = re->nodes[at].op;
    return op == REGEX_BYTE || op == REGEX_ANY || op == REGEX_SET;
}

/* Either the body or what follows; the body first unless lazy. *split is patched by who knows its end. */
static bool put_choice(Regex *re, bool lazy, uint32_t *split) {
    TRY(put(re, REGEX_SPLIT, lazy, false, split));
    return true;
}
static void patch_choice(Regex *re, uint32_t split, uint32_t end) {
    RegexCode *c = &re->code[split];
    bool lazy = c->arg != 0;
    c->x = lazy ? end : split + 1;
    c->y = lazy ? split + 1 : end;
}

static bool emit_forever(Regex *re, const RegexNode *n) {
    bool lazy = n->lazy, checked = may_be_empty(re, n->first);
    uint32_t body = n->first, split, moved = 0, slot = re->slots, jump;
    re->slots += checked;
    TRY(put_choice(re, lazy, &split));
    TRY(!checked || put(re, REGEX_MARK, slot, false, NULL));
    TRY(emit(re, body));
    TRY(!checked || put(re, REGEX_MOVED, slot, false, &moved));
    TRY(put(re, REGEX_JUMP, 0, false, &jump));
    re->code[jump].x = split;
    patch_choice(re, split, re->n_code);
    if (checked)
        re->code[moved].x = re->n_code;
    return true;
}

/* Optional bodies inside each other: the ends of all are here. */
static bool emit_some(Regex *re, const RegexNode *n) {
    bool lazy = n->lazy;
    uint32_t body = n->first, count = n->most - n->least, first = re->n_code, split;
    for (uint32_t k = 0; k < count; k++) {
        TRY(put_choice(re, lazy, &split));
        re->code[split].y = first; /* the one before it, until it is patched */
        first = split;
        TRY(emit(re, body));
    }
    for (uint32_t k = 0; k < count; k++) {
        uint32_t before = re->code[first].y;
        patch_choice(re, first, re->n_code);
        first = before;
    }
    return true;
}

static bool emit_repeat(Regex *re, uint32_t at) {
    RegexNode n = re->nodes[at];
    uint32_t inner = sole(re, n.first), run;
    if (is_byte(re, inner) && !n.lazy) {
        TRY(put(re, REGEX_RUN, 0, false, &run));
        re->code[run].x = n.least;
        re->code[run].y = n.most;
        return emit(re, inner);
    }
    for (uint32_t k = 0; k < n.least; k++)
        TRY(emit(re, n.first));
    return n.most == REGEX_FOREVER ? emit_forever(re, &n) : emit_some(re, &n);
}

static bool emit_alternate(Regex *re, uint32_t at) {
    uint32_t jumps = REGEX_NONE, split, jump;
    for (uint32_t k = re->nodes[at].first; k != REGEX_NONE; k = re->nodes[k].next) {
        bool last = re->nodes[k].next == REGEX_NONE;
        if (!last)
            TRY(put_choice(re, false, &split));
        TRY(emit(re, k));
        if (last)
            break;
        TRY(put(re, REGEX_JUMP, 0, false, &jump));
        re->code[jump].x = jumps;
        jumps = jump;
        patch_choice(re, split, re->n_code);
    }
    while (jumps != REGEX_NONE) {
        uint32_t before = re->code[jumps].x;
        re->code[jumps].x = re->n_code;
        jumps = before;
    }
    return true;
}

/* The program of a look or an atomic group stands behind it; x: what follows that. */
static bool emit_inner(Regex *re, const RegexNode *n) {
    uint32_t start, body = n->first;
    TRY(put(re, (RegexOp)n->op, n->arg, false, &start));
    TRY(emit(re, body));
    TRY(put(re, REGEX_MATCH, 0, false, NULL));
    re->code[start].x = re->n_code;
    return true;
}

static bool emit(Regex *re, uint32_t at) {
    RegexNode n = re->nodes[at];
    switch ((RegexOp)n.op) {
    case REGEX_EMPTY: return true;
    case REGEX_CONCAT:
        for (uint32_t k = n.first; k != REGEX_NONE; k = re->nodes[k].next)
            TRY(emit(re, k));
        return true;
    case REGEX_ALTERNATE: return emit_alternate(re, at);
    case REGEX_REPEAT: return emit_repeat(re, at);
    case REGEX_GROUP:
        return put(re, REGEX_SAVE, 2 * n.arg, false, NULL) && emit(re, n.first) &&
               put(re, REGEX_SAVE, 2 * n.arg + 1, false, NULL);
    case REGEX_LOOK:
    case REGEX_ATOMIC: return emit_inner(re, &n);
    case REGEX_BACK:
        if (n.arg > re->groups)
            return interp_fail(re->in, "%s: reference to non-existent subpattern", re->who);
        return put(re, REGEX_BACK, n.arg, n.fold, NULL);
    default: return put(re, (RegexOp)n.op, n.arg, n.fold, NULL);
    }
}

bool regex_emit(Regex *regex, uint32_t root) {
    regex->slots = 2 * (regex->groups + 1);
    return emit(regex, root) && put(regex, REGEX_MATCH, 0, false, NULL);
}
