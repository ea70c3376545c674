/* Random programs around products of matrices: what is made for them, and what is made of them. */
#ifndef TESTS_GEN_PRODUCTS_H
#define TESTS_GEN_PRODUCTS_H

#include "base/str.h"

/* The text of one program; the same for the same seed. */
void gen_products(Str *out, uint64_t seed);

#endif
