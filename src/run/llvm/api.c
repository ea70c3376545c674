#define _GNU_SOURCE /* RTLD_DEFAULT, RTLD_DEEPBIND, dladdr */
#include "run/llvm/api.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "emit/llvm/dialect.h"

/* A function, from what dlsym says is an object. */
static bool look_up(void *library, const char *symbol, void *function, size_t size) {
    void *address = dlsym(library, symbol);
    memcpy(function, &address, size);
    return address != NULL;
}

/* The name of one that is missing; NULL: all are there. */
static const char *find_functions(LlvmApi *api) {
#define LLVM_FN(result, name, parameters)                            \
    if (!look_up(api->library, #name, &api->name, sizeof api->name)) \
        return #name;
#define LLVM_FN_MAYBE(result, name, parameters) \
    look_up(api->library, #name, &api->name, sizeof api->name);
#include "run/llvm/api.def"
    return api->LLVMParseIRInContext2 || api->LLVMParseIRInContext ? NULL : "LLVMParseIRInContext";
}

/*
 * Most LLVMs in a process are out of our way: linked into other libraries, or of other symbol
 * versions. One whose symbols the whole process sees (a program that exports them) could be taken for
 * ours by the dynamic linker, which is then told to look at ours first. Not always: that also hides a
 * replaced malloc from LLVM, but not from the C library that allocates for it, and sanitizers stop
 * the program.
 */
static int open_flags(void) {
    int flags = RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE;
#ifdef RTLD_DEEPBIND
    Dl_info of_malloc, of_libc;
    void *allocates = dlsym(RTLD_DEFAULT, "malloc"), *libc = dlsym(RTLD_DEFAULT, "getenv");
    if (dlsym(RTLD_DEFAULT, "LLVMContextCreate") && allocates && libc &&
        dladdr(allocates, &of_malloc) && dladdr(libc, &of_libc) &&
        of_malloc.dli_fbase == of_libc.dli_fbase)
        flags |= RTLD_DEEPBIND;
#endif
    return flags;
}

/*
 * LLVM's registry of targets is one for the process and takes no care of threads, so neither may two
 * contexts fill it at once: this lock has to be one for the process too. It holds no state.
 */
static pthread_mutex_t registering = PTHREAD_MUTEX_INITIALIZER;

/* An LLVM may have been built without some of these; then there is no such target. */
static void register_targets(const LlvmApi *api) {
    static const char *const functions[] = {
        "LLVMInitializeX86TargetInfo",     "LLVMInitializeX86Target",
        "LLVMInitializeX86TargetMC",       "LLVMInitializeX86AsmPrinter",
        "LLVMInitializeAArch64TargetInfo", "LLVMInitializeAArch64Target",
        "LLVMInitializeAArch64TargetMC",   "LLVMInitializeAArch64AsmPrinter",
    };
    pthread_mutex_lock(&registering);
    for (size_t k = 0; k < sizeof functions / sizeof *functions; k++) {
        void (*initialize)(void) = NULL;
        if (look_up(api->library, functions[k], &initialize, sizeof initialize))
            initialize();
    }
    pthread_mutex_unlock(&registering);
}

/*
 * The process, whether a first compile has ended or was cut short, and the threads inside of what is
 * done once: see llvm_begin. Of the process as LLVM's tables are, so that a child with contexts that
 * have not met LLVM yet sees it too.
 */
static atomic_ullong llvm_begins;
#define BEGINS_COUNT   0xffffffull
#define BEGINS_OVER    (1ull << 24)
#define BEGINS_CUT     (1ull << 25)
#define BEGINS_PROCESS 32

/* What stands there, made right for this process. */
static unsigned long long begins_here(void) {
    unsigned long long process = (unsigned long long)getpid() << BEGINS_PROCESS;
    unsigned long long seen = atomic_load(&llvm_begins), here;
    do {
        if (seen >> BEGINS_PROCESS == process >> BEGINS_PROCESS)
            return seen;
        bool cut = (seen & BEGINS_CUT) || (seen & BEGINS_COUNT) > 0;
        here = process | (seen & BEGINS_OVER) | (cut ? BEGINS_CUT : 0);
    } while (!atomic_compare_exchange_weak(&llvm_begins, &seen, here));
    return here;
}

bool llvm_begin(Env *env, bool opens, bool *counted) {
    unsigned long long seen = begins_here();
    *counted = false;
    if (seen & BEGINS_CUT)
        return env_fail(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN,
                        "nothing can be compiled in this process: it was forked while another "
                        "thread used the compiler for the first time");
    *counted = opens || !(seen & BEGINS_OVER);
    if (*counted)
        atomic_fetch_add(&llvm_begins, 1);
    return true;
}

void llvm_end(bool counted, bool compiled) {
    if (compiled && counted)
        atomic_fetch_or(&llvm_begins, BEGINS_OVER);
    if (counted)
        atomic_fetch_sub(&llvm_begins, 1);
}

static bool open_library(Env *env, LlvmApi *api, const char *file) {
    api->library = dlopen(file, open_flags());
    if (!api->library) {
        const char *why = dlerror();
        if (!why || strstr(why, "No such file"))
            return env_fail(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN,
                            "there is no such library: %.200s", file);
        return env_fail(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN,
                        "%.100s cannot be opened: %.200s", file, why);
    }
    const char *missing = find_functions(api);
    if (missing)
        return env_fail(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN, "%.200s has no function %s",
                        file, missing);
    api->LLVMGetVersion(&api->major, &api->minor, &api->patch);
    return api->major >= LLVM_OLDEST ||
           env_fail(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN,
                    "%.200s is LLVM %u, and it takes %d or newer", file, api->major, LLVM_OLDEST);
}

bool llvm_api_open(Env *env, LlvmApi *api, const char *file) {
    *api = (LlvmApi){0};
    if (!open_library(env, api, file)) {
        llvm_api_close(api);
        return false;
    }
    register_targets(api);
    return true;
}

void llvm_api_close(LlvmApi *api) {
    if (api->library)
        dlclose(api->library);
    api->library = NULL;
}
