#include "driven.h"

#include <string.h>

#include "emit/llvm/llvm.h"
#include "harness.h"

void driven_open(Driven *d, unsigned threads) {
    memset(d, 0, sizeof *d);
    d->env = (Env){&km_allocator, &d->error};
    km_machine(&d->machine, &km_allocator, threads, NULL);
}

void driven_open_real(Driven *d, unsigned threads, const char *level) {
    if (level && !blocks_named(level))
        SKIP("this CPU cannot run that level");
    memset(d, 0, sizeof *d);
    d->env = (Env){&km_allocator, &d->error};
    d->llvm = llvm_open_any(&d->env);
    if (!d->llvm)
        SKIP("there is no LLVM");
    km_machine(&d->machine, &km_allocator, threads, level);
}

void driven_close(Driven *d) {
    for (uint32_t c = 0; c < d->codes.len; c++) {
        str_free(&d->codes.at[c].key);
        code_unref(d->codes.at[c].code);
    }
    vec_free(&km_allocator, &d->codes);
    machine_free(&d->machine);
    if (d->llvm)
        llvm_close(d->llvm);
}

static Code *compile(Driven *d, const Kernel *kernel, const Form *form) {
    Str text = str_make(&d->env), object = str_make(&d->env);
    LlvmOptions options = {NULL};
    CHECK_MSG(llvm_emit(&d->env, kernel, form, &options, &text), "%s", d->error.message);
    CHECK_MSG(llvm_compile(&d->env, d->llvm, form->target, text.data, text.len, &object), "%s",
              d->error.message);
    Code *code = code_load(&d->env, object.data, object.len);
    CHECK_MSG(code, "%s", d->error.message);
    str_free(&text);
    str_free(&object);
    return code;
}

static Code *find_code(Driven *d, const Kernel *kernel, const Form *form) {
    DrivenCode made = {str_make(&d->env), NULL};
    llvm_key(&made.key, kernel, form);
    for (uint32_t c = 0; c < d->codes.len; c++) {
        const Str *key = &d->codes.at[c].key;
        if (key->len != made.key.len || memcmp(key->data, made.key.data, key->len) != 0)
            continue;
        str_free(&made.key);
        return d->codes.at[c].code;
    }
    made.code = compile(d, kernel, form);
    CHECK(vec_push(&d->env, &d->codes, made));
    return made.code;
}

static void share(CompiledKernel *k, How how) {
    int64_t units = k->form.walk == WALK_MAP      ? k->n_lines * k->length
                    : k->form.walk == WALK_PHASES ? k->length
                                                  : k->n_lines;
    if (how.grain)
        k->grain = k->form.walk == WALK_PHASES ? REDUCE_CHUNK * (k->piece ? 4 : 1) : how.grain;
    k->n_tasks = (uint64_t)((units + k->grain - 1) / k->grain);
    k->n_workers = how.workers;
}

static unsigned chosen(const CompiledKernel *k) {
    unsigned bits = 1u << k->form.walk;
    bits |= k->n_grid > 1 ? DRIVEN_GRID : 0;
    bits |= k->batch > 1 ? DRIVEN_BATCH : 0;
    bits |= k->period ? DRIVEN_PERIOD : 0;
    bits |= k->block ? DRIVEN_BLOCKS : 0;
    bits |= k->form.placed ? DRIVEN_PLACED : 0;
    bits |= k->form.keeps ? DRIVEN_KEEPS : 0;
    for (uint32_t a = 0; a < k->n; a++) {
        uint8_t staging = k->reach[a].staging;
        bits |= staging == STAGE_TILE ? DRIVEN_TILES : 0;
        bits |= k->reach[a].past ? DRIVEN_STREAMS : 0;
        bits |= staging == STAGE_LOAD || staging == STAGE_STORE ? DRIVEN_STAGED : 0;
        bits |= k->along[a] == ALONG_PLACES ? DRIVEN_PLACES : 0;
    }
    return bits;
}

CompiledKernel *driven_make(Driven *d, KernelMaker *m, How how) {
    memset(&m->error, 0, sizeof m->error);
    played_levels(m);
    CompiledKernel *k = compiled_new(&m->env, &d->machine, &m->bound, FRIT_STRICT, how.choice);
    if (!k && how.choice && m->error.status == FRIT_OK)
        k = compiled_new(&m->env, &d->machine, &m->bound, FRIT_STRICT, 0);
    if (!k)
        return NULL;
    if (!d->llvm)
        played_use(k);
    share(k, how);
    return k;
}

EngineRan driven_once(Driven *d, KernelMaker *m, CompiledKernel *k) {
    if (!d->llvm)
        return compiled_drive(&m->env, k, m->pointers);
    return compiled_run(&m->env, k, find_code(d, m->bound.kernel, compiled_form(k)), m->pointers);
}

unsigned driven_run(Driven *d, KernelMaker *m, How how) {
    CompiledKernel *k = driven_make(d, m, how);
    unsigned bits = DRIVEN_LEFT;
    if (k) {
        bits = chosen(k);
        for (int times = 0; times < 2; times++)
            CHECK_EQ_INT(driven_once(d, m, k), ENGINE_RAN);
        compiled_free(k);
    } else {
        CHECK_EQ_INT(m->error.status, FRIT_OK);
        CHECK_EQ_INT(km_run(m, &d->machine), FRIT_OK);
    }
    d->seen |= bits;
    return bits;
}
