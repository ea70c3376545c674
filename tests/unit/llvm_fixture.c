#include "llvm_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/gen.h"
#include "run/code/elf.h"

void pieces_open(Pieces *p) {
    memset(p, 0, sizeof *p);
    p->env = (Env){&gen_allocator, &p->error};
    p->llvm = llvm_open_any(&p->env);
    if (!p->llvm)
        SKIP("there is no LLVM here");
}

void pieces_close(Pieces *p) {
    code_unref(p->code);
    llvm_close(p->llvm);
}

bool pieces_target(Pieces *p, unsigned index) {
    for (unsigned level = 0; (p->blocks = blocks_level(level)) != NULL; level++) {
        p->target = target_named(p->blocks->name);
        if (p->target && index-- == 0)
            return true;
    }
    return false;
}

bool pieces_foreign(Pieces *p, unsigned index) {
    p->blocks = NULL;
    for (unsigned k = 0; (p->target = target_at(k)) != NULL; k++)
        if (!blocks_named(p->target->name) && index-- == 0)
            return true;
    return false;
}

void pieces_without_llvm(Pieces *p, const frit_allocator *allocator) {
    memset(p, 0, sizeof *p);
    p->env = (Env){allocator, &p->error};
}

void pieces_begin(Pieces *p, unsigned lanes) {
    unsigned major = p->llvm ? llvm_place(p->llvm)->major : 0;
    p->form = (Form){.target = p->target, .llvm = major, .walk = WALK_MAP};
    p->e = (Emit){.env = &p->env, .form = &p->form, .lanes = lanes};
    ir_begin(&p->e.ir, &p->env, p->target, dialect_of(major));
}

void piece_begin(Pieces *p, const char *name) {
    ir_function(&p->e.ir, name, 1 + PIECE_PARAMS, p->params);
    p->e.frame = p->params[0];
    p->e.mask = 0;
}

void piece_end(Pieces *p) {
    ir_return(&p->e.ir, RAN);
    ir_function_end(&p->e.ir);
}

/* Links it for some address: nothing must be missing. */
static void link_only(Pieces *p, const Str *object) {
    ElfImage elf;
    CHECK_MSG(elf_read(&p->env, object->data, object->len, 4096, &elf), "%s: %s", p->target->name,
              p->error.message);
    unsigned char *image = calloc(1, elf.image_size);
    CHECK(image != NULL);
    CHECK_MSG(elf_link(&p->env, &elf, image, UINT64_C(0x10000000)), "%s: %s", p->target->name,
              p->error.message);
    free(image);
    elf_free(&p->env, &elf);
}

void pieces_compile(Pieces *p) {
    Str text, object = str_make(&p->env);
    CHECK_MSG(ir_finish(&p->e.ir, &text), "%s: %s", p->target->name, p->error.message);
    if (getenv("FRIT_TEST_IR")) { /* to look at what fails: a file to write it to */
        FILE *file = fopen(getenv("FRIT_TEST_IR"), "w");
        CHECK(file != NULL);
        fwrite(text.data, 1, text.len, file);
        fclose(file);
    }
    CHECK_MSG(llvm_compile(&p->env, p->llvm, p->target, text.data, text.len, &object), "%s: %s",
              p->target->name, p->error.message);
    code_unref(p->code);
    p->code = NULL;
    if (p->blocks) {
        p->code = code_load(&p->env, object.data, object.len);
        CHECK_MSG(p->code != NULL, "%s: %s", p->target->name, p->error.message);
    } else {
        link_only(p, &object);
    }
    str_free(&text);
    str_free(&object);
}

PieceFn *piece(const Pieces *p, const char *name) {
    void *found = code_symbol(p->code, name);
    PieceFn *fn;
    CHECK_MSG(found != NULL, "no function %s", name);
    memcpy(&fn, &found, sizeof fn);
    return fn;
}

Val piece_pointer(Pieces *p, unsigned k) {
    return ir_convert(&p->e.ir, "inttoptr", p->params[k], IR_P);
}
