/* The clock: tic, toc, time, clock, cputime, pause. Dates are in time_date.c. */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <time.h>

#include "front/script/builtin/functions.h"
#include "front/script/builtin/streams.h"
#include "front/script/builtin/texts.h"

/* What is recorded runs first, so that times are what they seem. */
static bool settle(Interp *in) {
    return interp_flush(in);
}

static double seconds_of(clockid_t id) {
    struct timespec t;
    clock_gettime(id, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static uint64_t microseconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

/* With an output the id, a uint64 of microseconds. */
bool script_tic(Interp *in, BuiltinCall *call) {
    TRY(settle(in));
    uint64_t now = microseconds();
    if (call->nout > 0)
        give_value(in, call, 0,
                   (Value){.kind = VALUE_NUMBER, .class_ = CLASS_UINT64, .as.u64 = now});
    else
        in->toc_start = (double)now * 1e-6;
    return true;
}

bool script_toc(Interp *in, BuiltinCall *call) {
    TRY(settle(in));
    double now = (double)microseconds() * 1e-6, start = in->toc_start;
    if (call->argc > 0) {
        Value id = call->args[0];
        if (id.kind != VALUE_NUMBER)
            return interp_fail(in, "toc: invalid ID");
        start = (id.class_ == CLASS_UINT64 ? (double)id.as.u64 : id.as.number) * 1e-6;
    }
    if (start < 0)
        return interp_fail(in, "toc: function called before timer initialization()");
    if (call->nout > 0) {
        give_value(in, call, 0, value_double(now - start));
        return true;
    }
    Str text = str_make(&in->env);
    str_format(&text, "Elapsed time is %g seconds\n", now - start);
    if (str_ok(&text))
        interp_write(in, text.data, text.len);
    str_free(&text);
    return true;
}

bool script_time(Interp *in, BuiltinCall *call) {
    TRY(settle(in));
    give_value(in, call, 0, value_double(seconds_of(CLOCK_REALTIME)));
    return true;
}

bool script_cputime(Interp *in, BuiltinCall *call) {
    TRY(settle(in));
    double used = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    give_value(in, call, 0, value_double(used));
    give_value(in, call, 1, value_double(used));
    give_value(in, call, 2, value_double(0));
    return true;
}

bool script_clock(Interp *in, BuiltinCall *call) {
    TRY(settle(in));
    double now = seconds_of(CLOCK_REALTIME);
    time_t whole = (time_t)floor(now);
    struct tm parts;
    localtime_r(&whole, &parts);
    double row[6] = {parts.tm_year + 1900.0, parts.tm_mon + 1.0,
                     (double)parts.tm_mday,  (double)parts.tm_hour,
                     (double)parts.tm_min,   parts.tm_sec + (now - floor(now))};
    return give_doubles(in, call, 0, row, 1, 6);
}

bool script_pause(Interp *in, BuiltinCall *call) {
    double seconds = 0;
    TRY(settle(in));
    if (call->argc == 0)
        return true;
    TRY(value_to_double(in, call->args[0], "pause", &seconds));
    if (!(seconds >= 0))
        return interp_fail(in, "pause: argument N must be a non-negative real scalar");
    if (isinf(seconds))
        return true;
    struct timespec t = {(time_t)seconds, (long)((seconds - floor(seconds)) * 1e9)};
    nanosleep(&t, NULL);
    return true;
}
