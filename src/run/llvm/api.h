/*
 * LLVM's C API, found at run time. The prototypes are our own (api.def), so nothing of LLVM is needed
 * to build.
 */
#ifndef FRIT_RUN_LLVM_API_H
#define FRIT_RUN_LLVM_API_H

#include "base/env.h"

/* The same types as in LLVM's headers: a test includes both. */
typedef int LLVMBool;
typedef struct LLVMOpaqueContext *LLVMContextRef;
typedef struct LLVMOpaqueModule *LLVMModuleRef;
typedef struct LLVMOpaqueMemoryBuffer *LLVMMemoryBufferRef;
typedef struct LLVMOpaqueDiagnosticInfo *LLVMDiagnosticInfoRef;
typedef struct LLVMOpaqueTargetMachine *LLVMTargetMachineRef;
typedef struct LLVMTarget *LLVMTargetRef;
typedef struct LLVMOpaqueTargetData *LLVMTargetDataRef;
typedef struct LLVMOpaqueError *LLVMErrorRef;
typedef struct LLVMOpaquePassBuilderOptions *LLVMPassBuilderOptionsRef;
typedef void (*LLVMDiagnosticHandler)(LLVMDiagnosticInfoRef info, void *user);

/* Values of LLVM's enumerations. */
enum {
    API_MAJOR = 22, /* the version these prototypes belong to; the numbers are those of all */
    API_SEVERITY_ERROR = 0,   /* LLVMDSError */
    API_RETURN_STATUS = 2,    /* LLVMReturnStatusAction */
    API_LEVEL_DEFAULT = 2,    /* LLVMCodeGenLevelDefault */
    API_RELOC_PIC = 2,        /* LLVMRelocPIC */
    API_CODE_MODEL_SMALL = 3, /* LLVMCodeModelSmall */
    API_FILE_ASSEMBLY = 0,    /* LLVMAssemblyFile */
    API_FILE_OBJECT = 1       /* LLVMObjectFile */
};

typedef struct LlvmApi {
    void *library;
#define LLVM_FN(result, name, parameters) result(*name) parameters;
#include "run/llvm/api.def"
    unsigned major, minor, patch;
} LlvmApi;

/* Opens a library (run/llvm/find.h) and makes its targets known. FRIT_ERR_UNSUPPORTED where it is not an
 * LLVM that can be used. */
bool llvm_api_open(Env *env, LlvmApi *api, const char *file);
/*
 * Around opening, and around compiling. LLVM makes tables of the process when it is opened and in its
 * first compile, behind locks that nobody would open again in a child that is forked meanwhile. False,
 * FRIT_ERR_UNSUPPORTED: this is such a child; it compiles nothing for good. *counted goes to llvm_end.
 */
bool llvm_begin(Env *env, bool opens, bool *counted);
void llvm_end(bool counted, bool compiled);
/* The library itself stays: LLVM does not like to be unloaded, and to open it again is cheap then. */
void llvm_api_close(LlvmApi *api);

#endif
