/* What the encoder and the decoder share. These numbers are in files: never change one. */
#ifndef FRIT_IR_BINARY_FORMAT_H
#define FRIT_IR_BINARY_FORMAT_H

/* The first byte is not ASCII, and the line ends change in a transfer as text. */
#define BINARY_MAGIC \
    "\x8e"           \
    "frit\r\n\x1a"

enum {
    BINARY_MAGIC_SIZE = 8,
    BINARY_VERSION = 1,
    BINARY_CHECKSUM_SIZE = 8,
    BINARY_EXTERNAL = 1 /* flag of a program */
};

/* How the definition of a type begins. Structs are defined in a list of their own. */
enum {
    BINARY_SCALAR = 1,  /* dtype */
    BINARY_VECTOR = 2,  /* dtype, length */
    BINARY_MATRIX = 3,  /* dtype, rows, columns */
    BINARY_FIXED = 4,   /* type, count */
    BINARY_PARAM = 5,   /* name */
    BINARY_ARRAY = 6,   /* type, rank, dims */
    BINARY_ANY_RANK = 7 /* type */
};

/* A literal begins with its form. */
enum {
    BINARY_LITERAL_TYPED = 0,  /* type, the bytes of its dtype */
    BINARY_LITERAL_INT = 1,    /* type, zigzag number */
    BINARY_LITERAL_UINT = 2,   /* type, number */
    BINARY_LITERAL_REAL = 3,   /* type, 8 bytes */
    BINARY_LITERAL_COMPLEX = 4 /* type, 16 bytes */
};

/* An extent: twice a number; or 1 and a name; or 3 for what is left over (reshape). */
enum { BINARY_DIM_NAMED = 1, BINARY_DIM_REST = 3 };

#endif
