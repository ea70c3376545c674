/* Codes of the functions that make arrays. */
#ifndef FRIT_SCRIPT_MAKING_H
#define FRIT_SCRIPT_MAKING_H

/* Of builtin_filled. Those from FILL_FLOAT on have no integers. */
enum {
    FILL_ZEROS,
    FILL_ONES,
    FILL_FLOAT,
    FILL_E = FILL_FLOAT,
    FILL_INF,
    FILL_NA,
    FILL_NAN,
    FILL_PI,
    FILL_REALMAX,
    FILL_REALMIN,
    FILL_EPS,
    FILL_I
};

/* Of builtin_limit. */
enum { LIMIT_MAX, LIMIT_MIN };

#endif
