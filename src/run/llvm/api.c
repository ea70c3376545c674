#define _GNU_SOURCE /* RTLD_DEFAULT, RTLD_DEEPBIND, dladdr */
#include "run/llvm/api.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "base/getenv.h"

/* Where an LLVM of this version may be, in this order: names first, for the loader to look for. */
static const char *const places[] = {
    "libLLVM.so.22.1",
    "libLLVM-22.so",
    "libLLVM.so.22",
    "/usr/lib/llvm-22/lib/libLLVM.so.22.1",
    "/usr/lib/llvm-22/lib/libLLVM-22.so",
    "/usr/lib/llvm22/lib/libLLVM.so.22.1",
    "/usr/lib64/llvm22/lib64/libLLVM.so.22.1",
    "/usr/lib64/llvm22/lib/libLLVM.so.22.1",
    "/usr/local/lib/libLLVM.so.22.1",
};

/* What made a library that could be opened no use; the last one is told. */
typedef struct Complaint {
    char text[256];
} Complaint;

static void complain(Complaint *complaint, const char *file, const char *what, const char *detail) {
    Env env = {.error = &(frit_error){0}};
    env_set_error(&env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN, "%.100s %s %.120s", file, what,
                  detail);
    size_t len = strlen(env.error->message);
    if (len >= sizeof complaint->text)
        len = sizeof complaint->text - 1;
    memcpy(complaint->text, env.error->message, len);
    complaint->text[len] = '\0';
}

/* A function, from what dlsym says is an object. */
static bool look_up(void *library, const char *symbol, void *function, size_t size) {
    void *address = dlsym(library, symbol);
    memcpy(function, &address, size);
    return address != NULL;
}

static const char *find_functions(LlvmApi *api) {
#define LLVM_FN(result, name, parameters)                            \
    if (!look_up(api->library, #name, &api->name, sizeof api->name)) \
        return #name;
#include "run/llvm/api.def"
    return NULL;
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

static bool open_one(LlvmApi *api, const char *file, Complaint *complaint) {
    api->library = dlopen(file, open_flags());
    if (!api->library) {
        const char *why = dlerror();
        /* That a file is not there is no complaint: there are other places. */
        if (why && !strstr(why, "No such file"))
            complain(complaint, file, "cannot be opened:", why);
        return false;
    }
    const char *missing = find_functions(api);
    if (missing) {
        complain(complaint, file, "has no function", missing);
    } else {
        api->LLVMGetVersion(&api->major, &api->minor, &api->patch);
        if (api->major == API_MAJOR)
            return true;
        complain(complaint, file, "is LLVM of another version than", "22");
    }
    llvm_api_close(api);
    return false;
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
    unsigned long long seen = atomic_load(&llvm_begins), here = seen;
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

bool llvm_api_open(Env *env, LlvmApi *api) {
    Complaint complaint = {""};
    const char *wanted = base_getenv("FRIT_LLVM");
    *api = (LlvmApi){0};
    if (wanted && strcmp(wanted, "none") == 0)
        return env_fail(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN,
                        "no LLVM is used: FRIT_LLVM is \"none\"");
    if (wanted && wanted[0] != '\0') {
        if (!open_one(api, wanted, &complaint))
            return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN, "FRIT_LLVM: %s",
                            complaint.text[0] ? complaint.text : "there is no such library");
        register_targets(api);
        return true;
    }
    for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
        if (open_one(api, places[k], &complaint)) {
            register_targets(api);
            return true;
        }
    }
    return env_fail(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN, "no LLVM %d: %s", API_MAJOR,
                    complaint.text[0] ? complaint.text
                                      : "looked for libLLVM.so.22.1, libLLVM-22.so and "
                                        "libLLVM.so.22 on the loader's path and in "
                                        "/usr/lib/llvm-22/lib and its likes (FRIT_LLVM names a "
                                        "file)");
}

void llvm_api_close(LlvmApi *api) {
    if (api->library)
        dlclose(api->library);
    api->library = NULL;
}
