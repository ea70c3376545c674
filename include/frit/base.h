/* What all of frit.h stands on: versions, errors, memory, texts. */
#ifndef FRIT_BASE_H
#define FRIT_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FRIT_VERSION_MAJOR 0
#define FRIT_VERSION_MINOR 1
#define FRIT_VERSION_PATCH 0
/* Grows by one with every incompatible change of these headers. */
#define FRIT_ABI_VERSION 2

#if defined(_WIN32)
#define FRIT_API
#else
#define FRIT_API __attribute__((visibility("default")))
#endif

/* "0.1.0": the version of the library that is running, which may be newer than this header. */
FRIT_API const char *frit_version(void);
FRIT_API int frit_abi_version(void);

/*
 * Structs of options begin with their size, so that they can grow: a library reads as much of one as the host that
 * was built before it knows, and takes 0 for the rest. A size of 0, and one that is larger than what the library
 * knows, is FRIT_ERR_ARGUMENT. All but the size zero is a good choice of everything.
 *
 *     frit_plan_options options = {FRIT_SIZED(frit_plan_options), .no_fusion = true};
 */
#define FRIT_SIZED(type) .size = sizeof(type)

/* ------------------------------------------------------------------------------------ errors */

/* Values are fixed for ever; new ones may be added in the gaps. */
typedef enum frit_status {
    FRIT_OK = 0,
    FRIT_ERR_NOMEM = 1,        /* the allocator said no */
    FRIT_ERR_ARGUMENT = 2,     /* a call was given something it cannot take */
    FRIT_ERR_LIMIT = 3,        /* a documented limit was passed (rank, size, depth) */
    FRIT_ERR_SYNTAX = 10,      /* text that is not a program */
    FRIT_ERR_FORMAT = 11,      /* bytes that are not an encoded module */
    FRIT_ERR_CHECK = 20,       /* a program that breaks a rule of its stage */
    FRIT_ERR_TYPE = 30,        /* element types or ranks that do not fit */
    FRIT_ERR_SHAPE = 31,       /* extents that do not fit */
    FRIT_ERR_UNSUPPORTED = 40, /* a valid program that this target cannot express */
    FRIT_ERR_INDEX = 50,       /* an index outside its array */
    FRIT_ERR_CANCELLED = 51,   /* somebody asked to stop */
    FRIT_ERR_NO_VALUE = 52,    /* a value is needed of an array that stands for an argument */
    FRIT_ERR_SCRIPT = 53,      /* a statement of a script failed: the message is the script's */
    FRIT_ERR_MISMATCH = 60,    /* verify mode: fused and unfused results differ */
    FRIT_ERR_INTERNAL = 90     /* a bug in frit: please report it */
} frit_status;

typedef enum frit_stage {
    FRIT_STAGE_NONE = 0,
    FRIT_STAGE_BUILD = 1,
    FRIT_STAGE_PARSE = 2,
    FRIT_STAGE_LOAD = 3,
    FRIT_STAGE_CHECK = 4,
    FRIT_STAGE_INFER = 5,
    FRIT_STAGE_OPT = 6,
    FRIT_STAGE_EMIT = 7,
    FRIT_STAGE_PLAN = 8,
    FRIT_STAGE_RUN = 9
} frit_stage;

/* Filled by a failing call; plain data, owned by the caller, valid until the next failure. */
typedef struct frit_error {
    frit_status status;
    frit_stage stage;
    uint32_t line;     /* of the text the program was parsed from, or frit_set_place's; 0: none */
    uint32_t column;   /* in bytes, from 1 */
    char place[128];   /* "program softmax, instruction 3", or empty */
    char message[384]; /* one sentence without a final full stop */
} frit_error;

/* "syntax", "type", ...: one word for a status. */
FRIT_API const char *frit_status_name(frit_status status);
/* "parse", "infer", ...: one word for a stage. */
FRIT_API const char *frit_stage_name(frit_stage stage);

/* ---------------------------------------------------------------------------- memory, texts */

/* See context.h. */
typedef struct frit_context frit_context;

/*
 * One callback for all memory. ptr == NULL asks for new_size bytes; new_size == 0 frees ptr (and the
 * result is ignored); otherwise ptr is resized from old_size to new_size. NULL means "no memory", and
 * ptr then stays valid. Blocks must be aligned as malloc's are. It may be called from any thread that
 * uses an object of the context, and from the one that compiles kernels in the background.
 */
typedef struct frit_allocator {
    void *(*fn)(void *user, void *ptr, size_t old_size, size_t new_size);
    void *user;
} frit_allocator;

/* Text or bytes that the library made. Always has a '\0' after the last byte. */
typedef struct frit_text {
    char *data;
    size_t len; /* without the final '\0' */
    size_t cap;
} frit_text;

FRIT_API void frit_text_free(const frit_context *context, frit_text *text);

#ifdef __cplusplus
}
#endif
#endif
