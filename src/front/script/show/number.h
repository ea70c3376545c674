/* How numbers are written: one form for all elements of a value, chosen by the largest and the smallest of them. */
#ifndef FRIT_SCRIPT_SHOW_NUMBER_H
#define FRIT_SCRIPT_SHOW_NUMBER_H

#include "front/script/value/value.h"

typedef enum FormKind { FORM_FIXED, FORM_EXPONENT, FORM_GENERAL } FormKind;

typedef struct NumberForm {
    FormKind kind;
    int width;           /* of a real number or part; 0: as wide as it is */
    int imaginary_width; /* without the sign, which stands before it */
    int zero_width;      /* of a zero */
    int digits;          /* decimals; of FORM_GENERAL significant digits */
} NumberForm;

/* What a form is chosen by. */
typedef struct Spread {
    double largest, smallest; /* magnitudes of finite elements; 0 where there is none */
    bool integers;            /* all that are finite */
    bool odd;                 /* there are some that are not finite */
    bool single;
    bool any; /* an element was finite */
} Spread;

void spread_start(Spread *spread, bool single);
void spread_add(Spread *spread, double x);

/* "NaN", or "NA" of a missing value. */
const char *nan_text(double x);

NumberForm form_of_number(ShowFormat format, double x, bool single);
NumberForm form_of_complex(ShowFormat format, double re, double im, bool single);
NumberForm form_of_matrix(ShowFormat format, const Spread *spread);
NumberForm form_of_complex_matrix(ShowFormat format, const Spread *re, const Spread *im);
NumberForm form_of_range(ShowFormat format, const Range *range);

/* One number; width -1: the form's. */
void form_put(Str *out, const NumberForm *form, double x);
void form_put_complex(Str *out, const NumberForm *form, double re, double im);

/* As printf does with "%*.*<letter>", whatever the locale; flags: "", "-", "0+", ... */
void number_put(Str *out, const char *flags, int width, int precision, char letter, double x);

#endif
