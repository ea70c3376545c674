#include "front/script/value/interp.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "run/linear/linear.h"
#include "front/script/value/recorded.h"

bool interp_open(Interp *in, const frit_allocator *allocator, frit_context *context) {
    memset(in, 0, sizeof *in);
    in->env = (Env){allocator, &in->raw};
    in->context = in->home = context;
    in->failure.message = str_make(&in->env);
    in->toc_start = -1;
    return true;
}

void interp_close(Interp *in) {
    /* What is recorded keeps memory that is freed through this interpreter. */
    if (in->context && !interp_flush(in))
        frit_discard(in->context);
    record_forget(in);
    frit_context_free(in->turn_context);
    linear_close(in->linear, in->env.allocator);
    str_free(&in->failure.message);
}

/* ---- errors */

static bool fail(Interp *in, const char *identifier, const char *format, va_list args) {
    interp_clear_error(in);
    in->failure.set = true;
    snprintf(in->failure.identifier, sizeof in->failure.identifier, "%s", identifier);
    str_vformat(&in->failure.message, format, args);
    in->failure.no_memory = in->failure.message.failed;
    return false;
}

bool interp_fail(Interp *in, const char *format, ...) {
    va_list args;
    va_start(args, format);
    bool ok = fail(in, "", format, args);
    va_end(args);
    return ok;
}

bool interp_fail_id(Interp *in, const char *identifier, const char *format, ...) {
    va_list args;
    va_start(args, format);
    bool ok = fail(in, identifier, format, args);
    va_end(args);
    return ok;
}

bool interp_fail_raw(Interp *in) {
    if (in->raw.status == FRIT_ERR_NOMEM) {
        interp_clear_error(in);
        in->failure.set = in->failure.no_memory = true;
        snprintf(in->failure.identifier, sizeof in->failure.identifier, "Octave:bad-alloc");
        return false;
    }
    return interp_fail(in, "%s", in->raw.message);
}

void interp_clear_error(Interp *in) {
    str_free(&in->failure.message);
    in->failure.message = str_make(&in->env);
    in->failure.identifier[0] = '\0';
    in->failure.set = in->failure.no_memory = false;
}

const char *interp_message(const Interp *in) {
    if (in->failure.no_memory)
        return "out of memory or dimension too large for Octave's index type";
    return in->failure.message.data ? in->failure.message.data : "";
}

bool interp_warn(Interp *in, const char *identifier, const char *format, ...) {
    if (!in->calls.warn)
        return true;
    Str text = str_make(&in->env);
    va_list args;
    va_start(args, format);
    str_vformat(&text, format, args);
    va_end(args);
    bool ok = str_ok(&text) ? in->calls.warn(in, identifier, text.data ? text.data : "")
                            : interp_fail_raw(in);
    str_free(&text);
    return ok;
}

void interp_write(Interp *in, const char *bytes, size_t len) {
    if (in->caught)
        str_put(in->caught, bytes, len);
    else if (in->write)
        in->write(in->write_user, bytes, len);
}

struct Linear *interp_linear(Interp *in) {
    if (!in->linear) {
        in->linear = linear_open(&in->env);
        if (!in->linear)
            interp_fail_raw(in);
    }
    return in->linear;
}

/* ---- memory */

void *interp_resize(Interp *in, void *ptr, size_t old_size, size_t new_size) {
    void *block = env_resize(&in->env, ptr, old_size, new_size);
    if (!block)
        interp_fail_raw(in);
    return block;
}

void *interp_alloc(Interp *in, size_t size) {
    return interp_resize(in, NULL, 0, size ? size : 1);
}

void interp_release(Interp *in, void *ptr, size_t size) {
    if (ptr)
        env_free(in->env.allocator, ptr, size ? size : 1);
}
