/* Memory of arrays: of the interpreter's allocator, or that of a frit array which has been computed. */
#include "front/script/value/objects.h"

/* Own memory lies behind its Buffer, in one block; much of it in one of the context's, whose pages have been touched before. */
enum { BUFFER_HEAD = 64, BUFFER_LARGE = 1 << 16 };

static bool is_large(const Interp *in, uint64_t bytes) {
    return in->home && bytes >= BUFFER_LARGE;
}

static Buffer *large_new(Interp *in, uint64_t bytes) {
    Buffer *buffer = interp_alloc(in, BUFFER_HEAD);
    void *data = buffer ? frit_buffer_take(in->home, bytes) : NULL;
    if (data) {
        *buffer = (Buffer){1, bytes, data, NULL, in};
        return buffer;
    }
    if (buffer) {
        interp_release(in, buffer, BUFFER_HEAD);
        in->raw.status = FRIT_ERR_NOMEM;
        interp_fail_raw(in);
    }
    return NULL;
}

Buffer *buffer_new(Interp *in, uint64_t bytes) {
    if (is_large(in, bytes))
        return large_new(in, bytes);
    Buffer *buffer = interp_alloc(in, (size_t)bytes + BUFFER_HEAD);
    if (buffer)
        *buffer = (Buffer){1, bytes, (char *)buffer + BUFFER_HEAD, NULL, in};
    return buffer;
}

Buffer *buffer_hold(Buffer *buffer) {
    if (buffer)
        buffer->refs++;
    return buffer;
}

void buffer_drop(Interp *in, Buffer *buffer) {
    if (!buffer || --buffer->refs)
        return;
    if (buffer->owner) {
        frit_array_free(buffer->owner);
        interp_release(in, buffer, sizeof *buffer);
    } else if (is_large(in, buffer->bytes)) {
        frit_buffer_give(in->home, buffer->data, buffer->bytes);
        interp_release(in, buffer, BUFFER_HEAD);
    } else {
        interp_release(in, buffer, (size_t)buffer->bytes + BUFFER_HEAD);
    }
}

bool shape_bytes(Interp *in, const Shape *shape, size_t item, int64_t *count, uint64_t *bytes) {
    *count = shape_count(shape);
    if (*count < 0 || __builtin_mul_overflow((uint64_t)*count, (uint64_t)item, bytes) ||
        *bytes > (uint64_t)INT64_MAX / 2)
        return interp_fail_id(in, "Octave:bad-alloc",
                              "out of memory or dimension too large for Octave's index type");
    return true;
}
