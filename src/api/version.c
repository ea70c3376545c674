#include "frit/frit.h"

#define TEXT_OF(x) #x
#define TEXT(x)    TEXT_OF(x)

const char *frit_version(void) {
    return TEXT(FRIT_VERSION_MAJOR) "." TEXT(FRIT_VERSION_MINOR) "." TEXT(FRIT_VERSION_PATCH);
}

int frit_abi_version(void) {
    return FRIT_ABI_VERSION;
}

const char *frit_status_name(frit_status status) {
    switch (status) {
    case FRIT_OK: return "ok";
    case FRIT_ERR_NOMEM: return "memory";
    case FRIT_ERR_ARGUMENT: return "argument";
    case FRIT_ERR_LIMIT: return "limit";
    case FRIT_ERR_SYNTAX: return "syntax";
    case FRIT_ERR_FORMAT: return "format";
    case FRIT_ERR_CHECK: return "check";
    case FRIT_ERR_TYPE: return "type";
    case FRIT_ERR_SHAPE: return "shape";
    case FRIT_ERR_UNSUPPORTED: return "unsupported";
    case FRIT_ERR_INDEX: return "index";
    case FRIT_ERR_CANCELLED: return "cancelled";
    case FRIT_ERR_NO_VALUE: return "no-value";
    case FRIT_ERR_SCRIPT: return "script";
    case FRIT_ERR_MISMATCH: return "mismatch";
    case FRIT_ERR_INTERNAL: return "internal";
    }
    return "unknown";
}

const char *frit_stage_name(frit_stage stage) {
    static const char *const names[] = {"none",  "build", "parse", "load", "check",
                                        "infer", "opt",   "emit",  "plan", "run"};
    return (unsigned)stage < sizeof names / sizeof *names ? names[stage] : "unknown";
}
