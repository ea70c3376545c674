/*
 * The stages from a module to something that runs, in their order. Whoever takes a program further goes through here:
 * modules, plans, calls, recorded work, verify mode, functions from source.
 *
 *   infer     types and shapes of a program and all it calls       infer/
 *   check     what the stages after it rely on                     ir/check.h
 *   optimise  rewrites                                             opt/
 *   plan      kernels, buffers, steps                              plan/
 *   bind      numbers and memory for all of it, on a machine       run/bind/
 *
 * Text is read before; kernels are compiled and run after.
 */
#ifndef FRIT_PIPELINE_PIPELINE_H
#define FRIT_PIPELINE_PIPELINE_H

#include "infer/infer.h"
#include "opt/opt.h"
#include "run/bind/bound.h"

/* A new module whose last program is the entry, typed. types: of its inputs; NULL: as declared. NULL on failure. */
Module *pipeline_infer(Env *env, const Module *m, ProgId entry, const TypeId *types,
                       const InferOptions *options);
/* Checks that the module is typed, and rewrites it: see opt_run. */
bool pipeline_optimise(Env *env, Module *m, const char *passes, const frit_opt_options *options);
/* Checks, optimises and plans a program of a typed module, which is taken over on success. NULL on failure. */
Plan *pipeline_plan(Env *env, Module *typed, ProgId program, frit_numerics numerics,
                    const PlanOptions *options);
/* For arguments of these layouts: see bound_new. */
Bound *pipeline_bind(Env *env, const Plan *plan, Machine *machine, const Layout *inputs,
                     const Layout *outputs);

#endif
