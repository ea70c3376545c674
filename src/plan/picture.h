/*
 * The report as a picture: kernels as boxes in layers, top to bottom, with what they compute inside.
 * All text is set in a font of fixed width, so that what fits is known without a font at hand. Every
 * edge ends at a place of its own on top of its box, with its label beside it.
 */
#ifndef FRIT_PLAN_PICTURE_H
#define FRIT_PLAN_PICTURE_H

#include "plan/report.h"

/* Pixels. */
enum {
    FONT = 12,
    CHAR = 8, /* a little more than a letter of that size needs */
    LINE = 17,
    PAD = 10,
    LABEL = 22, /* the band above a box in which the labels of its edges stand */
    BETWEEN = 56,
    GAP = 36,
    MARGIN = 24
};

enum {
    SHOWN_STEPS = 14,  /* of a kernel */
    SHOWN_LETTERS = 64 /* of a line */
};

typedef enum PictureNodeKind { NODE_INPUT, NODE_KERNEL, NODE_OUTPUT } PictureNodeKind;

typedef struct PictureNode {
    PictureNodeKind kind;
    uint32_t id; /* input, entry or output */
    uint32_t layer;
    uint32_t n_lines;
    int64_t x, y, width, height;
    int64_t pull;              /* where its producers are, on average: what a layer is sorted by */
    uint32_t n_out;            /* edges */
    int64_t next_in, next_out; /* x of the next place for an edge */
} PictureNode;

typedef struct Edge {
    uint32_t from, to; /* nodes */
    int64_t x1, x2;
    uint64_t bytes;
    VarId var;     /* what goes along it, or NO_VAR */
    uint32_t rule; /* FusionRule of neighbours that stayed apart; FUSION_RULE_COUNT: data */
} Edge;

typedef struct Picture {
    Env *env;
    const Report *report;
    VEC(PictureNode) nodes; /* inputs, entries of the outermost plan, outputs */
    VEC(Edge) edges;
    VEC(uint32_t) order;   /* nodes, layer by layer, left to right */
    uint32_t *node_of;     /* by entry */
    uint32_t *last_writer; /* by buffer of the outermost plan: a node, or NO_ENTRY */
    uint32_t n_layers;
    int64_t width, height;
    bool rules[FUSION_RULE_COUNT]; /* that are in the picture */
    bool failed;                   /* there was no memory for a piece of text */
} Picture;

bool picture_new(Env *env, const Report *r, Picture *out);
/* Also after a failure. */
void picture_free(Picture *p);
/* Gives every node and edge its place, from y = top down, in the middle of at least p->width. */
void picture_place(Picture *p, int64_t top);

/* Calls put for every line of text of a node. */
typedef void LineFn(void *user, const char *text, size_t len, bool title);
void picture_each_line(Picture *p, const PictureNode *node, LineFn *put, void *user);
/* "x 4.0 MB", or the rule. */
void picture_put_label(Str *out, const Picture *p, const Edge *edge);
/* With the space around it. */
int64_t picture_label_width(Picture *p, const Edge *edge);
/* Letters of UTF-8 text. */
uint32_t picture_letters(const char *text, size_t len);

#endif
