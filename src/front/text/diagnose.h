/* What is wrong with a source text: several things at once, each with its place, and hints. */
#ifndef FRIT_FRONT_TEXT_DIAGNOSE_H
#define FRIT_FRONT_TEXT_DIAGNOSE_H

#include "base/str.h"
#include "base/vec.h"

/* From where on a Source is the text of another file, or is numbered anew. */
typedef struct SourcePart {
    uint32_t begin;      /* byte; the first of a line */
    uint32_t first_line; /* which of Source.lines that is */
    uint32_t line;       /* and its number */
    bool scratch;        /* no file: what macros were put together to */
    char *name;          /* of the file; NULL: that of the part before it */
} SourcePart;

/* A text that was read, and where its lines begin. Behind it may stand those of files that it includes. */
typedef struct Source {
    frit_allocator allocator;
    char *name;         /* of the file, or what stands for it */
    char *text;         /* ended by '\0' */
    uint32_t len, room; /* len: at most MAX_SOURCE */
    VEC(uint32_t) lines;
    VEC(SourcePart) parts; /* by begin; none: all is the file's own */
} Source;

enum {
    MAX_SOURCE = 1 << 26,
    MAX_DIAGNOSTICS = 1024, /* what comes after is counted, not kept */
    MAX_PRINTED = 64        /* what comes after is counted, not printed */
};

typedef enum Severity {
    SEVERITY_ERROR,
    SEVERITY_WARNING,
    SEVERITY_NOTE /* belongs to the one before */
} Severity;

typedef struct Diagnostic {
    Severity severity;
    const Source *source;
    uint32_t begin, end;   /* bytes */
    uint32_t line, column; /* from 1, in bytes */
    char message[320];
    char hint[192]; /* "" : none */
} Diagnostic;

typedef struct Diagnostics {
    VEC(Diagnostic) all;
    uint32_t errors; /* also those not kept */
    /* Sources of a module that could not be loaded: what is told points into them. Freed with it. */
    VEC(Source *) sources;
    bool dropped; /* the last one was not kept: nor are its hint and its notes */
} Diagnostics;

Source *source_new(Env *env, const char *name, const char *text, size_t len);
void source_free(Source *source);
/* Line and column, from 1, in the file that the byte belongs to. */
void source_place(const Source *source, uint32_t byte, uint32_t *line, uint32_t *column);
const char *source_file(const Source *source, uint32_t byte);
/* Which of Source.lines the byte stands in. */
uint32_t source_line(const Source *source, uint32_t byte);
/* Puts another file behind what is there; *begin: its first byte. Source.text may lie elsewhere afterwards. */
bool source_append(Env *env, Source *source, const char *name, const char *text, size_t len,
                   uint32_t *begin);
/* The same of a few bytes that stand in no file. */
bool source_append_scratch(Env *env, Source *source, const char *text, size_t len, uint32_t *begin);
/* The line that begins at a byte gets a number, and those behind it go on from there; name, if it is not NULL, is what
 * their file is called. */
bool source_renumber(Env *env, Source *source, uint32_t byte, uint32_t line, const char *name,
                     size_t name_len);

/* Adds one. False only when there is no memory; that something is wrong is not a failure by itself. */
bool diagnose(Env *env, Diagnostics *d, Severity severity, const Source *source, uint32_t begin,
              uint32_t end, const char *format, ...) __attribute__((format(printf, 7, 8)));
/* Adds a hint to the last one. */
void diagnose_hint(Diagnostics *d, const char *format, ...) __attribute__((format(printf, 2, 3)));
/*
 * As people read it:
 *
 *   tonemap.slang:4:12: error: there is no function called "expp"
 *      4 |     return expp(x);
 *        |            ^~~~
 *        hint: did you mean exp?
 */
void diagnostics_print(Str *out, const Diagnostics *d);
/* The first error as the library's: status FRIT_ERR_SYNTAX or FRIT_ERR_TYPE, with line and column. */
bool diagnostics_fail(Env *env, const Diagnostics *d, frit_status status);
void diagnostics_free(const frit_allocator *allocator, Diagnostics *d);

#endif
