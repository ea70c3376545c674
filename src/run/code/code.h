/* Machine code in memory: an object file of ours, linked by our own loader. */
#ifndef FRIT_RUN_CODE_CODE_H
#define FRIT_RUN_CODE_CODE_H

#include "base/env.h"

typedef struct Code Code;

/*
 * Maps and relocates an object that LLVM made from text of emit/llvm: position-independent code and
 * constants, no undefined symbols. Everything in it is checked: what does not look like that is
 * refused with FRIT_ERR_FORMAT (or whatever status fits), never executed. Pages are writable while
 * they are filled and executable afterwards, never both. The code has one reference.
 */
Code *code_load(Env *env, const void *object, size_t size);
/* Code that a device has loaded, of `size` bytes, which `detach` gives back; see code_attach. It has no symbols. */
Code *code_of_device(Env *env, void *attached, void (*detach)(void *attached), size_t size);
/* What was attached; NULL: nothing. */
void *code_attached(const Code *code);
Code *code_ref(Code *code);
void code_unref(Code *code); /* from any thread; the last one unmaps. NULL is allowed */
/* Does somebody else have a reference at this moment? */
bool code_shared(const Code *code);
/* NULL: there is no such function. */
void *code_symbol(const Code *code, const char *name);
/* Bytes of memory it takes. */
size_t code_size(const Code *code);

typedef struct CodeFunction {
    const char *name;
    const unsigned char *at;
    size_t size; /* 0: not known */
} CodeFunction;
/* The functions one after another; false past the last. */
bool code_function(const Code *code, uint32_t index, CodeFunction *out);
/* Where the object was linked to. */
const unsigned char *code_base(const Code *code);
/* Has `detach` called with `attached` just before the code goes away. One a code, and before others
 * have it: false when there is one. */
bool code_attach(Code *code, void *attached, void (*detach)(void *attached));

#endif
