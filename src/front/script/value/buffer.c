/* Memory of arrays: of the interpreter's allocator, or that of a frit array which has been computed. */
#include "front/script/value/objects.h"

/* Own memory lies behind its Buffer, in one block. */
enum { BUFFER_HEAD = 64 };

Buffer *buffer_new(Interp *in, uint64_t bytes) {
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
