/*
 * frit: a kernel-fusion engine.
 *
 * This header is the whole public interface of libfrit (frit.hpp wraps it for C++). It includes one header for
 * each part, in this order, of which each can be included alone:
 *
 *   base.h      versions, errors, the allocator, texts
 *   types.h     frit_dtype_*, frit_promote*, frit_type_*: scalar types, promotion, what a type is made of
 *   context.h   frit_context_*: options, threads, memory; frit_buffer_*
 *   module.h    frit_module_*: text, bytes, checking; looking inside: frit_program_*, frit_var_*; frit_builder_*:
 *               programs call by call; frit_module_infer, _optimize, _emit; the table of ops: frit_op_*
 *   plan.h      frit_plan_*: what runs as one kernel, and why no more
 *   call.h      frit_compile (text to something that runs), frit_call_*, frit_run_* (in the background)
 *   cache.h     frit_call_compile, frit_cache_*: compiled kernels
 *   array.h     frit_array_*, frit_apply: steps that are recorded and fuse by themselves; frit_scope_*;
 *               frit_array_placeholder, frit_capture: programs out of recordings; frit_flush; DLPack
 *   loop.h      frit_loop_*: loops that a front end writes itself
 *   slang.h     frit_slang_*, frit_resolved_*: functions from a Slang-style language
 *   script.h    frit_script_*, frit_value_*: `.m` files in the MATLAB and Octave language
 *
 * The rules that hold for all of it:
 *
 * - Nothing is global. Every object belongs to the context it was made with; free the objects
 *   first, the context last. What was freed too late is told: an array or a call whose context is gone can
 *   only be freed (its functions fail with FRIT_ERR_ARGUMENT), and its memory stays until then.
 * - `const` says who may share: a `const` pointer may be used by several threads at once, a non-const one by
 *   one at a time. It does not say that nothing changes behind it: a context counts, keeps buffers and starts
 *   threads, each safely. So modules, plans and contexts may be shared; a call, a builder, an array and a
 *   context that records belong to one thread at a time.
 * - A call that can fail returns a frit_status and fills the frit_error it was given (which may be
 *   NULL). On failure nothing was changed and nothing was made: every object is as it was before.
 * - NULL where an object, a text or a place for a result is needed is FRIT_ERR_ARGUMENT; functions that
 *   cannot fail then do nothing, and give 0, false, "" or NULL. Freeing NULL does nothing.
 * - The library never exits, aborts, prints or jumps. Running out of memory is FRIT_ERR_NOMEM.
 * - Callbacks. While recorded work runs, nothing that is recorded and no array of the context can be used
 *   from within a callback of it: FRIT_ERR_ARGUMENT, and nothing has changed. Freeing an array is allowed,
 *   and so are calls other than the one that runs, frit_context_cancel, and looking.
 * - Strings passed in are UTF-8 and are copied.
 */
#ifndef FRIT_FRIT_H
#define FRIT_FRIT_H

#include "frit/base.h"
#include "frit/types.h"
#include "frit/context.h"
#include "frit/module.h"
#include "frit/plan.h"
#include "frit/call.h"
#include "frit/cache.h"
#include "frit/array.h"
#include "frit/loop.h"
#include "frit/slang.h"
#include "frit/script.h"

#endif
