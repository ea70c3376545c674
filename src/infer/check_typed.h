/* The checker's stages from TYPED on; includes check_built. */
#ifndef FRIT_INFER_CHECK_TYPED_H
#define FRIT_INFER_CHECK_TYPED_H

#include "ir/check.h"

bool check_module(Env *env, const Module *m, frit_check_stage stage);

/* Rule number index of any stage but the first, and the stage it belongs to. False past the end. */
bool check_module_rule(uint32_t index, CheckRule *out, frit_check_stage *stage);

#endif
