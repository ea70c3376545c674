/*
 * Regular expressions as Perl has them: a backtracking machine over bytes with a bound on its steps. A pattern is parsed to
 * a tree (regex_parse.c), that to instructions (regex_emit.c), and those run (regex_match.c).
 */
#ifndef FRIT_SCRIPT_REGEX_H
#define FRIT_SCRIPT_REGEX_H

#include "front/script/value/interp.h"

typedef struct RegexOptions {
    bool fold;         /* the case of letters does not matter */
    bool lines;        /* ^ and $ match at every line */
    bool dot_no_lines; /* . does not match the end of a line */
    bool free_spacing; /* blanks and comments in the pattern are left out */
} RegexOptions;

typedef enum RegexOp {
    REGEX_EMPTY,
    REGEX_BYTE,  /* arg: the byte; fold: in either case */
    REGEX_ANY,   /* arg 1: not the end of a line */
    REGEX_SET,   /* arg: which set */
    REGEX_START, /* arg 1: of a line */
    REGEX_END,
    REGEX_TEXT_END, /* \z: nothing behind */
    REGEX_BOUNDARY,
    REGEX_NOT_BOUNDARY,
    REGEX_WORD_START,
    REGEX_WORD_END,
    REGEX_BACK, /* arg: the group */
    /* Of trees only: */
    REGEX_CONCAT,
    REGEX_ALTERNATE,
    REGEX_REPEAT,
    REGEX_GROUP,  /* arg: its number */
    REGEX_LOOK,   /* arg: LookKind */
    REGEX_ATOMIC, /* no way back into it */
    /* Of instructions only: */
    REGEX_SPLIT, /* goes on at x, later at y */
    REGEX_JUMP,
    REGEX_SAVE,  /* the place into slot arg */
    REGEX_MARK,  /* the same, of a loop */
    REGEX_MOVED, /* goes on at x where the place is still that of slot arg */
    REGEX_RUN,   /* the byte matcher behind it from x to y times */
    REGEX_MATCH
} RegexOp;

typedef enum LookKind { LOOK_AHEAD = 0, LOOK_NOT = 1, LOOK_BEHIND = 2 } LookKind; /* bits */

#define REGEX_NONE    UINT32_MAX
#define REGEX_FOREVER UINT32_MAX
enum { REGEX_NAME = 64 };

typedef struct RegexNode {
    uint8_t op;
    bool fold, lazy, possessive;
    uint32_t arg;
    uint32_t first, next; /* child, sibling; REGEX_NONE */
    uint32_t least, most; /* of REPEAT */
} RegexNode;

typedef struct RegexCode {
    uint8_t op;
    bool fold;
    uint32_t arg, x, y;
} RegexCode;

typedef struct RegexSet {
    uint8_t bits[32];
} RegexSet;

typedef struct RegexName {
    char text[REGEX_NAME];
    uint32_t group;
} RegexName;

typedef struct Regex {
    Interp *in;
    const char *who;
    RegexNode *nodes;
    uint32_t n_nodes, node_room;
    RegexCode *code;
    uint32_t n_code, code_room;
    RegexSet *sets;
    uint32_t n_sets, set_room;
    RegexName *names;
    uint32_t n_names, name_room;
    uint32_t groups; /* without the whole match */
    uint32_t slots;  /* two for each group and the whole match, then those of loops */
} Regex;

/* False: the pattern is wrong ("regexp: missing ) at position 3 of expression"), or no memory. */
bool regex_compile(Interp *in, const char *who, const char *pattern, size_t len,
                   RegexOptions options, Regex *out);
void regex_free(Regex *regex);

/* What matching needs from search to search. */
typedef struct RegexStack RegexStack;
typedef struct RegexSearch {
    const Regex *regex;
    const char *text;
    size_t len;
    int64_t *slots; /* begin and end of the match, of each group; -1: it took no part */
    RegexStack *stack;
    uint32_t depth, room; /* of the stack */
    uint64_t steps;
} RegexSearch;

bool search_open(RegexSearch *search, const Regex *regex, const char *text, size_t len);
void search_close(RegexSearch *search);
/* The first match at or behind from. False: an error; *found says the rest. */
bool search_next(RegexSearch *search, size_t from, bool *found);

/* Between the files: the tree of a pattern; REGEX_NONE: it is wrong. Instructions of a tree. */
uint32_t regex_parse(Regex *regex, const char *pattern, size_t len, RegexOptions options);
bool regex_emit(Regex *regex, uint32_t root);
static inline bool set_has(const RegexSet *set, unsigned char c) {
    return set->bits[c >> 3] >> (c & 7) & 1;
}
bool regex_is_word(char c);

#endif
