#include "front/script/show/template.h"

#include <string.h>

static const char *wrong_type(Value v) {
    switch ((ValueKind)v.kind) {
    case VALUE_CELL: return "cell";
    case VALUE_STRUCT: return value_count(v) == 1 ? "scalar struct" : "struct";
    case VALUE_MAP: return "object";
    default: return NULL;
    }
}

static Datum number_of(Value v) {
    Datum d = {.kind = DATUM_NUMBER, .class_ = (ValueClass)v.class_};
    if (d.class_ == CLASS_INT64 || d.class_ == CLASS_UINT64) {
        d.i64 = v.as.i64;
        d.number = d.class_ == CLASS_INT64 ? (double)v.as.i64 : (double)v.as.u64;
    } else {
        d.number = v.as.number;
    }
    return d;
}

static Datum element_of(const Array *a, int64_t k) {
    Datum d = {.kind = DATUM_NUMBER, .class_ = (ValueClass)a->class_, .complex = a->complex};
    int64_t at = a->complex ? 2 * k : k;
    switch ((ValueClass)a->class_) {
    case CLASS_DOUBLE: d.number = ((const double *)a->data)[at]; break;
    case CLASS_SINGLE: d.number = (double)((const float *)a->data)[at]; break;
    case CLASS_INT8: d.number = ((const int8_t *)a->data)[at]; break;
    case CLASS_INT16: d.number = ((const int16_t *)a->data)[at]; break;
    case CLASS_INT32: d.number = ((const int32_t *)a->data)[at]; break;
    case CLASS_UINT16: d.number = ((const uint16_t *)a->data)[at]; break;
    case CLASS_UINT32: d.number = ((const uint32_t *)a->data)[at]; break;
    case CLASS_INT64:
        d.i64 = ((const int64_t *)a->data)[at];
        d.number = (double)d.i64;
        break;
    case CLASS_UINT64:
        memcpy(&d.i64, (const uint64_t *)a->data + at, sizeof d.i64);
        d.number = (double)((const uint64_t *)a->data)[at];
        break;
    default: d.number = ((const uint8_t *)a->data)[at]; break;
    }
    return d;
}

/* The next argument: *out is set where it is one datum, else feed->array. */
static bool open_argument(Feed *feed, bool text, Datum *out) {
    Value v = feed->args[feed->arg++];
    const char *wrong = wrong_type(v);
    if (wrong)
        return interp_fail(feed->in, "%s: wrong type argument '%s'", feed->who, wrong);
    out->kind = DATUM_END;
    if (v.kind == VALUE_FUNCTION || v.kind == VALUE_NONE || v.kind == VALUE_COLON ||
        value_is_empty(v)) {
        *out = (Datum){.kind = text && value_is_char(v) ? DATUM_TEXT : DATUM_EMPTY, .text = ""};
        return true;
    }
    if (v.kind == VALUE_NUMBER && !(text && v.class_ == CLASS_CHAR)) {
        *out = number_of(v);
        return true;
    }
    TRY(value_to_array(feed->in, v, &feed->array));
    feed->element = 0;
    return true;
}

static bool is_character(Datum d) {
    return d.number >= 0 && d.number <= 255 && d.number == (double)(int)d.number;
}

/* The elements that are characters, up to the first that is none. */
static bool take_run(Feed *feed, Datum *out) {
    const Array *a = feed->array;
    int64_t from = feed->element;
    *out = (Datum){.kind = DATUM_TEXT};
    if (a->class_ == CLASS_CHAR) {
        *out = (Datum){.kind = DATUM_TEXT,
                       .text = (const char *)a->data + from,
                       .len = (size_t)(a->count - from)};
        feed->element = a->count;
        return true;
    }
    feed->run.len = 0;
    while (feed->element < a->count && is_character(element_of(a, feed->element)))
        str_putc(&feed->run, (char)(unsigned char)element_of(a, feed->element++).number);
    if (!str_ok(&feed->run))
        return interp_fail_raw(feed->in);
    out->text = feed->run.data;
    out->len = feed->run.len;
    return true;
}

bool feed_next(Feed *feed, bool text, Datum *out) {
    *out = (Datum){.kind = DATUM_END};
    if (!feed->array) {
        if (feed->arg == feed->argc)
            return true;
        TRY(open_argument(feed, text, out));
        if (!feed->array)
            return true;
    }
    const Array *a = feed->array;
    if (text && is_character(element_of(a, feed->element)))
        return take_run(feed, out);
    *out = element_of(a, feed->element++);
    if (feed->element == a->count)
        feed_close(feed);
    return true;
}

bool feed_ended(const Feed *feed) {
    return feed->arg == feed->argc && (!feed->array || feed->element == feed->array->count);
}

void feed_close(Feed *feed) {
    if (feed->array)
        value_drop(feed->in, value_of_array(feed->array));
    feed->array = NULL;
}
