/* Pieces of emitted code, compiled and run. */
#ifndef TESTS_LLVM_FIXTURE_H
#define TESTS_LLVM_FIXTURE_H

#include "blocks_fixture.h"

#include "emit/llvm/emitter.h"
#include "run/code/code.h"
#include "run/llvm/compile.h"

/* Every function of a test takes the frame and so many numbers, some of which are pointers. */
enum { PIECE_PARAMS = 5 };
typedef int32_t PieceFn(void *frame, int64_t, int64_t, int64_t, int64_t, int64_t);

typedef struct Pieces {
    frit_error error;
    Env env;
    Llvm *llvm;
    const BlockOps *blocks; /* of the level at hand; NULL: a foreign target */
    const Target *target;
    Emit e;
    Form form;
    Val params[1 + PIECE_PARAMS]; /* of the function at hand; [0] is the frame */
    Code *code;
} Pieces;

/* Skips the test where there is no LLVM. */
void pieces_open(Pieces *p);
void pieces_close(Pieces *p);
/* To emit and not to compile; needs no closing. */
void pieces_without_llvm(Pieces *p, const frit_allocator *allocator);
/* Every level that this CPU can run and code is made for. */
#define FOR_TARGETS(p) for (unsigned target_ = 0; pieces_target(p, target_); target_++)
bool pieces_target(Pieces *p, unsigned index);
/* Every target that this machine cannot run: its code is made and linked, no more. */
#define FOR_FOREIGN_TARGETS(p) for (unsigned target_ = 0; pieces_foreign(p, target_); target_++)
bool pieces_foreign(Pieces *p, unsigned index);

/* A module: its functions are begun and ended one after another, then it becomes code. */
void pieces_begin(Pieces *p, unsigned lanes);
void piece_begin(Pieces *p, const char *name);
void piece_end(Pieces *p);
void pieces_compile(Pieces *p);
PieceFn *piece(const Pieces *p, const char *name);
/* A parameter as a pointer. */
Val piece_pointer(Pieces *p, unsigned k);

#endif
