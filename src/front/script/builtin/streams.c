#include "front/script/builtin/streams.h"

#include <string.h>

#include "front/script/builtin/state.h"

Streams *streams_of(Interp *in) {
    BuiltinState *state = in->builtins;
    if (!state) {
        interp_fail(in, "files need a session");
        return NULL;
    }
    if (!state->streams) {
        state->streams = interp_alloc(in, sizeof *state->streams);
        if (state->streams)
            *state->streams = (Streams){0};
    }
    return state->streams;
}

void streams_close(Interp *in) {
    Streams *streams = in->builtins ? in->builtins->streams : NULL;
    if (!streams)
        return;
    for (int k = STREAM_FIRST; k < STREAM_MOST; k++) {
        Stream *s = &streams->at[k];
        if (s->file)
            fclose(s->file);
        if (s->name)
            interp_release(in, s->name, strlen(s->name) + 1);
    }
    interp_release(in, streams, sizeof *streams);
    in->builtins->streams = NULL;
}

Stream *stream_of(Interp *in, const char *who, Value fid) {
    double number;
    if (!value_to_double(in, fid, who, &number))
        return NULL;
    Streams *streams = streams_of(in);
    if (!streams)
        return NULL;
    if (number >= STREAM_FIRST && number < STREAM_MOST && streams->at[(int)number].file)
        return &streams->at[(int)number];
    interp_fail(in, "%s: invalid stream number = %d", who,
                number >= -1e9 && number <= 1e9 ? (int)number : -1);
    return NULL;
}

bool stream_write(Interp *in, const char *who, Value fid, const char *bytes, size_t len) {
    double number;
    TRY(value_to_double(in, fid, who, &number));
    if (number == 1 || number == 2) {
        interp_write(in, bytes, len);
        return true;
    }
    Stream *s = stream_of(in, who, fid);
    if (!s)
        return false;
    if (!s->wrote && s->mode[1] == '+')
        fseek(s->file, 0, SEEK_CUR);
    s->wrote = true;
    return fwrite(bytes, 1, len, s->file) == len || interp_fail(in, "%s: %s", who, "write error");
}
