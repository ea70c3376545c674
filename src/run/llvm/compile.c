#include "run/llvm/compile.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "run/llvm/api.h"

/* A target machine is used by one thread at a time. Making one takes a good part of a millisecond,
 * most of it in its first compile, so those that are free are kept. */
enum { SPARES = 8 };

typedef struct Spare {
    const Target *target; /* NULL: an empty slot */
    LLVMTargetMachineRef machine;
} Spare;

struct Llvm {
    frit_allocator allocator;
    LlvmApi api;
    CompilerPlace place;
    char version[40];
    pthread_mutex_t lock; /* of spares */
    Spare spares[SPARES];
    /* Compiles in progress. In a child those of the parent's other threads never end. */
    atomic_uint busy;
    _Atomic(long) process;
};

/* The file may be another one by now than when it was found. */
static bool open_place(Env *env, Llvm *llvm, const CompilerPlace *place) {
    TRY(llvm_api_open(env, &llvm->api, place->path));
    llvm->place = *place;
    if (llvm->api.major == place->major)
        return true;
    llvm_api_close(&llvm->api);
    return env_fail(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN,
                    "%.200s was LLVM %u when it was found, and is LLVM %u", place->path,
                    place->major, llvm->api.major);
}

/* Where nobody has named it the newest of the others will do. The first error stays. */
static bool open_another(Env *env, Llvm *llvm, const CompilerPlace *place) {
    enum { TRIES = 8 }; /* more than one cannot be opened where an installation is broken */
    if (place->named || env->error->status != FRIT_ERR_UNSUPPORTED)
        return false;
    frit_error why = *env->error;
    CompilerPlace *tried = env_new(env, TRIES * sizeof *tried);
    TRY(tried);
    tried[0] = *place;
    bool opened = false;
    for (unsigned n = 1; n < TRIES && !opened && llvm_find_but(env, tried, n, &tried[n]); n++)
        opened = open_place(env, llvm, &tried[n]);
    env_free(env->allocator, tried, TRIES * sizeof *tried);
    if (!opened && env->error->status != FRIT_ERR_NOMEM)
        *env->error = why;
    return opened;
}

Llvm *llvm_open(Env *env, const CompilerPlace *place) {
    Llvm *llvm = env_new(env, sizeof *llvm);
    if (!llvm)
        return NULL;
    llvm->allocator = *env->allocator;
    bool counted, opened = llvm_begin(env, true, &counted) &&
                           (open_place(env, llvm, place) || open_another(env, llvm, place));
    llvm_end(counted, false);
    if (!opened) {
        env_free(&llvm->allocator, llvm, sizeof *llvm);
        return NULL;
    }
    snprintf(llvm->version, sizeof llvm->version, "%u.%u.%u", llvm->api.major, llvm->api.minor,
             llvm->api.patch);
    pthread_mutex_init(&llvm->lock, NULL);
    atomic_init(&llvm->busy, 0);
    atomic_init(&llvm->process, (long)getpid());
    return llvm;
}

void llvm_close(Llvm *llvm) {
    if (!llvm)
        return;
    for (unsigned k = 0; k < SPARES; k++) {
        if (llvm->spares[k].target)
            llvm->api.LLVMDisposeTargetMachine(llvm->spares[k].machine);
    }
    pthread_mutex_destroy(&llvm->lock);
    llvm_api_close(&llvm->api);
    frit_allocator allocator = llvm->allocator;
    env_free(&allocator, llvm, sizeof *llvm);
}

Llvm *llvm_open_any(Env *env) {
    CompilerPlace place;
    return llvm_find(env, NULL, NULL, &place) ? llvm_open(env, &place) : NULL;
}

const char *llvm_version(const Llvm *llvm) {
    return llvm->version;
}

const CompilerPlace *llvm_place(const Llvm *llvm) {
    return &llvm->place;
}

/* Takes over one of LLVM's messages. */
static bool fail_with(Env *env, const LlvmApi *api, const char *what, char *message) {
    /* Messages of the parser show the line and a mark below it; the first line says it. */
    size_t len = message ? strcspn(message, "\n") : 0;
    env_set_error(env, FRIT_ERR_INTERNAL, FRIT_STAGE_RUN, "LLVM: %s: %.*s", what, (int)len,
                  message ? message : "");
    if (message)
        api->LLVMDisposeMessage(message);
    return false;
}

/* ------------------------------------------------------------------------- target machines */

static LLVMTargetMachineRef make_machine(Env *env, const LlvmApi *api, const Target *target) {
    LLVMTargetRef found = NULL;
    char *message = NULL;
    if (api->LLVMGetTargetFromTriple(target->triple, &found, &message)) {
        if (message)
            api->LLVMDisposeMessage(message);
        env_set_error(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN,
                      "this LLVM was built without the target %s", target->triple);
        return NULL;
    }
    LLVMTargetMachineRef machine =
        api->LLVMCreateTargetMachine(found, target->triple, target->cpu, "", API_LEVEL_DEFAULT,
                                     API_RELOC_PIC, API_CODE_MODEL_SMALL);
    if (!machine)
        env_set_error(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN,
                      "this LLVM makes no code for the target %s", target->triple);
    return machine;
}

static LLVMTargetMachineRef take_machine(Env *env, Llvm *llvm, const Target *target) {
    LLVMTargetMachineRef machine = NULL;
    pthread_mutex_lock(&llvm->lock);
    for (unsigned k = 0; k < SPARES && !machine; k++) {
        if (llvm->spares[k].target == target) {
            machine = llvm->spares[k].machine;
            llvm->spares[k].target = NULL;
        }
    }
    pthread_mutex_unlock(&llvm->lock);
    return machine ? machine : make_machine(env, &llvm->api, target);
}

static void give_machine(Llvm *llvm, const Target *target, LLVMTargetMachineRef machine) {
    bool kept = false;
    pthread_mutex_lock(&llvm->lock);
    for (unsigned k = 0; k < SPARES && !kept; k++) {
        if (!llvm->spares[k].target) {
            llvm->spares[k] = (Spare){target, machine};
            kept = true;
        }
    }
    pthread_mutex_unlock(&llvm->lock);
    if (!kept)
        llvm->api.LLVMDisposeTargetMachine(machine);
}

/* --------------------------------------------------------------------------------- compiling */

typedef struct Complaints {
    const LlvmApi *api;
    char first[256]; /* error; "" as long as there was none */
} Complaints;

/* Without a handler LLVM prints errors and ends the process. */
static void on_diagnostic(LLVMDiagnosticInfoRef info, void *user) {
    Complaints *complaints = user;
    if (complaints->api->LLVMGetDiagInfoSeverity(info) != API_SEVERITY_ERROR ||
        complaints->first[0])
        return;
    char *text = complaints->api->LLVMGetDiagInfoDescription(info);
    const char *said = text && text[0] ? text : "error";
    snprintf(complaints->first, sizeof complaints->first, "%.*s", (int)strcspn(said, "\n"), said);
    if (text)
        complaints->api->LLVMDisposeMessage(text);
}

static bool emit(Env *env, const LlvmApi *api, LLVMTargetMachineRef machine, LLVMModuleRef module,
                 unsigned file_type, const Complaints *complaints, Str *out) {
    char *message = NULL;
    LLVMMemoryBufferRef buffer = NULL;
    if (api->LLVMTargetMachineEmitToMemoryBuffer(machine, module, file_type, &message, &buffer))
        return fail_with(env, api, "no code", message);
    bool done = !complaints->first[0];
    if (done)
        str_put(out, api->LLVMGetBufferStart(buffer), api->LLVMGetBufferSize(buffer));
    else
        env_set_error(env, FRIT_ERR_INTERNAL, FRIT_STAGE_RUN, "LLVM: %s", complaints->first);
    api->LLVMDisposeMemoryBuffer(buffer);
    return done && str_ok(out);
}

/* Leaves the text alone. */
static bool parse(const LlvmApi *api, LLVMContextRef context, const char *text, size_t len,
                  LLVMModuleRef *module, char **message) {
    LLVMMemoryBufferRef buffer = api->LLVMCreateMemoryBufferWithMemoryRangeCopy(text, len, "frit");
    if (!api->LLVMParseIRInContext2) /* the older one takes the buffer */
        return !api->LLVMParseIRInContext(context, buffer, module, message);
    bool failed = api->LLVMParseIRInContext2(context, buffer, module, message);
    api->LLVMDisposeMemoryBuffer(buffer);
    return !failed;
}

/* Text of emit/llvm is as it should be. A front end's says in its first line that it is not. */
static bool optimise(Env *env, const LlvmApi *api, LLVMTargetMachineRef machine, const char *text,
                     size_t len, LLVMModuleRef module) {
    size_t mark = strlen(LLVM_UNOPTIMISED);
    if (len < mark || memcmp(text, LLVM_UNOPTIMISED, mark) != 0)
        return true;
    LLVMTargetDataRef layout = api->LLVMCreateTargetDataLayout(machine);
    api->LLVMSetModuleDataLayout(module, layout);
    api->LLVMDisposeTargetData(layout);
    LLVMPassBuilderOptionsRef options = api->LLVMCreatePassBuilderOptions();
    LLVMErrorRef failed = api->LLVMRunPasses(module, "default<O2>", machine, options);
    api->LLVMDisposePassBuilderOptions(options);
    if (!failed)
        return true;
    char *message = api->LLVMGetErrorMessage(failed);
    env_set_error(env, FRIT_ERR_INTERNAL, FRIT_STAGE_RUN, "LLVM: %.200s", message ? message : "");
    if (message)
        api->LLVMDisposeErrorMessage(message);
    return false;
}

/* In a context of its own: nothing is shared between threads. */
static bool compile(Env *env, const LlvmApi *api, LLVMTargetMachineRef machine, const char *text,
                    size_t len, unsigned file_type, Str *out) {
    Complaints complaints = {api, ""};
    LLVMContextRef context = api->LLVMContextCreate();
    api->LLVMContextSetDiagnosticHandler(context, on_diagnostic, &complaints);
    LLVMModuleRef module = NULL;
    char *message = NULL;
    bool done;
    if (!parse(api, context, text, len, &module, &message)) {
        done = fail_with(env, api, "the text is no program", message);
    } else if (api->LLVMVerifyModule(module, API_RETURN_STATUS, &message)) {
        done = fail_with(env, api, "the program is not valid", message);
    } else {
        if (message)
            api->LLVMDisposeMessage(message);
        done = optimise(env, api, machine, text, len, module) &&
               emit(env, api, machine, module, file_type, &complaints, out);
    }
    if (module)
        api->LLVMDisposeModule(module);
    api->LLVMContextDispose(context);
    return done;
}

/*
 * A child of a process that was in the middle of a compile finds LLVM's locks, and ours, as they
 * were, held by threads that it does not have.
 */
static bool may_enter(Env *env, Llvm *llvm) {
    long process = (long)getpid();
    if (atomic_load(&llvm->process) != process) {
        /* Another thread of the child may have come first: that is no leftover. */
        if (atomic_load(&llvm->busy) != 0 && atomic_load(&llvm->process) != process)
            return env_fail(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN,
                            "this process was forked in the middle of a compile and cannot use "
                            "LLVM");
        atomic_store(&llvm->process, process);
    }
    atomic_fetch_add(&llvm->busy, 1);
    return true;
}

static bool compile_to(Env *env, Llvm *llvm, const Target *target, const char *text, size_t len,
                       unsigned file_type, Str *out) {
    bool counted;
    TRY(llvm_begin(env, false, &counted));
    if (!may_enter(env, llvm)) {
        llvm_end(counted, false);
        return false;
    }
    LLVMTargetMachineRef machine = take_machine(env, llvm, target);
    bool done = machine && compile(env, &llvm->api, machine, text, len, file_type, out);
    if (machine)
        give_machine(llvm, target, machine);
    atomic_fetch_sub(&llvm->busy, 1);
    llvm_end(counted, done);
    return done;
}

bool llvm_compile(Env *env, Llvm *llvm, const Target *target, const char *text, size_t len,
                  Str *object) {
    return compile_to(env, llvm, target, text, len, API_FILE_OBJECT, object);
}

bool llvm_assembly(Env *env, Llvm *llvm, const Target *target, const char *text, size_t len,
                   Str *out) {
    return compile_to(env, llvm, target, text, len, API_FILE_ASSEMBLY, out);
}
