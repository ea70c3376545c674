#include "other_llvm.h"

#include <stdio.h>

#include "gen/gen.h"

bool other_llvm(unsigned major, CompilerPlace *out) {
    static const struct {
        const char *before, *after;
    } names[] = {{"libLLVM-", ".so.1"}, {"libLLVM.so.", ".1"}, {"libLLVM-", ".so"}};
    frit_error error;
    Env env = {&gen_allocator, &error};
    if (!llvm_find(&env, NULL, NULL, out) || out->major == major)
        return false;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        char name[32];
        snprintf(name, sizeof name, "%s%u%s", names[k].before, major, names[k].after);
        if (llvm_find(&env, name, NULL, out))
            return out->major == major;
    }
    return false;
}

const CompilerPlace *some_other_llvm(CompilerPlace *out) {
    for (unsigned major = OTHER_LLVM_MAX; major >= LLVM_OLDEST; major--)
        if (other_llvm(major, out))
            return out;
    return NULL;
}
