/* Codes of the theme of bits. */
#ifndef FRIT_SCRIPT_BITS_H
#define FRIT_SCRIPT_BITS_H

/* Of builtin_bits. */
enum { BITS_AND, BITS_OR, BITS_XOR };

#endif
