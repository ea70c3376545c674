#include "npy.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const char magic[] = "\x93NUMPY";
enum { MAGIC = sizeof magic - 1, ALIGN = 64 };

static bool is_little_endian(void) {
    const uint16_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    return first == 1;
}

/* ------------------------------------------------------------------------------------ reading */

/* The header is a Python dictionary of literals. */
typedef struct Reader {
    const char *at, *end;
    char *message;
} Reader;

__attribute__((format(printf, 2, 3))) static void say(const Reader *r, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(r->message, NPY_MESSAGE, format, args);
    va_end(args);
}
/* False, in a way that compilers and checkers can see. */
#define fail(...) (say(__VA_ARGS__), false)

static void skip_space(Reader *r) {
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\n' || *r->at == '\t'))
        r->at++;
}

static bool try_char(Reader *r, char c) {
    skip_space(r);
    if (r->at >= r->end || *r->at != c)
        return false;
    r->at++;
    return true;
}

static bool want_char(Reader *r, char c) {
    return try_char(r, c) || fail(r, "its header is damaged: '%c' is missing", c);
}

/* A string without escapes. */
static bool read_string(Reader *r, const char **start, size_t *len) {
    skip_space(r);
    if (r->at >= r->end || (*r->at != '\'' && *r->at != '"'))
        return fail(r, "its header is damaged: a string is missing");
    char quote = *r->at++;
    *start = r->at;
    while (r->at < r->end && *r->at != quote && *r->at != '\\')
        r->at++;
    if (r->at >= r->end || *r->at != quote)
        return fail(r, "its header is damaged: a string has no end");
    *len = (size_t)(r->at++ - *start);
    return true;
}

static bool read_extent(Reader *r, int64_t *out) {
    skip_space(r);
    const char *start = r->at;
    uint64_t value = 0;
    for (; r->at < r->end && *r->at >= '0' && *r->at <= '9'; r->at++) {
        if (value > (INT64_MAX - 9) / 10)
            return fail(r, "its header names an extent that is too large");
        value = value * 10 + (uint64_t)(*r->at - '0');
    }
    *out = (int64_t)value;
    if (r->at < r->end && *r->at == 'L') /* as Python 2 wrote it */
        r->at++;
    return r->at > start || fail(r, "its header is damaged: an extent is missing");
}

/* "(2, 3)", "(2,)", "()". */
static bool read_shape(Reader *r, unsigned most, unsigned *rank, int64_t *shape) {
    *rank = 0;
    if (!want_char(r, '('))
        return false;
    while (!try_char(r, ')')) {
        if (*rank == most)
            return fail(r, "it has more than %u axes", most);
        if (!read_extent(r, &shape[(*rank)++]))
            return false;
        skip_space(r);
        if (!try_char(r, ',') && (r->at >= r->end || *r->at != ')'))
            return fail(r, "its header is damaged: its shape has no end");
    }
    return true;
}

/* "<f4": what is known of it, and whether its bytes must be turned round. */
static bool read_code(Reader *r, ElemField *field, bool *turned) {
    const char *code;
    size_t len;
    if (!read_string(r, &code, &len))
        return false;
    bool has_order = len > 0 && strchr("<>=|", code[0]);
    if (!scalar_coded(code + has_order, len - has_order, &field->scalar))
        return fail(r, "frit has no type for '%.*s'", len < 40 ? (int)len : 40, code);
    *turned = has_order && code[0] == (is_little_endian() ? '>' : '<');
    field->size = field->scalar.info.size;
    return true;
}

/* ('name', '<f4') or ('name', '<f4', (3,)) */
static bool read_field(Reader *r, ElemField *field, bool *turned) {
    const char *name;
    size_t len;
    if (!want_char(r, '(') || !read_string(r, &name, &len) || !want_char(r, ','))
        return false;
    if (len >= ELEM_NAME)
        return fail(r, "a field has a name of more than %d bytes", ELEM_NAME - 1);
    if (memchr(name, '\'', len))
        return fail(r, "a field has a quote in its name");
    memcpy(field->name, name, len);
    field->name[len] = '\0';
    if (!read_code(r, field, turned))
        return false;
    if (try_char(r, ',') && !try_char(r, ')')) {
        if (!read_shape(r, ELEM_RANK, &field->rank, field->shape))
            return false;
        for (unsigned k = 0; k < field->rank; k++) {
            if (field->shape[k] == 0 || field->shape[k] > 1000000 || field->size > UINT32_MAX)
                return fail(r, "the field %s has a shape that no element can have", field->name);
            field->size *= (uint64_t)field->shape[k];
        }
        return want_char(r, ')');
    }
    return r->at[-1] == ')' || want_char(r, ')');
}

static bool read_descr(Reader *r, Elem *elem, bool *turned) {
    memset(elem, 0, sizeof *elem);
    if (!try_char(r, '[')) {
        elem->n_fields = 1;
        if (!read_code(r, &elem->fields[0], &turned[0]))
            return false;
        elem->size = elem->fields[0].size;
        return true;
    }
    elem->is_struct = true;
    while (!try_char(r, ']')) {
        if (elem->n_fields == ELEM_FIELDS)
            return fail(r, "its elements have more than %d fields", ELEM_FIELDS);
        unsigned k = elem->n_fields++;
        if (!read_field(r, &elem->fields[k], &turned[k]))
            return false;
        elem->size += elem->fields[k].size;
        skip_space(r);
        if (!try_char(r, ',') && (r->at >= r->end || *r->at != ']'))
            return fail(r, "its header is damaged: its fields have no end");
    }
    return elem->n_fields > 0 || fail(r, "its elements have no fields");
}

static bool read_bool(Reader *r, bool *out) {
    skip_space(r);
    for (int value = 0; value < 2; value++) {
        const char *word = value ? "True" : "False";
        size_t len = strlen(word);
        if ((size_t)(r->end - r->at) >= len && memcmp(r->at, word, len) == 0) {
            r->at += len;
            *out = value;
            return true;
        }
    }
    return fail(r, "its header is damaged: fortran_order is neither True nor False");
}

static bool key_is(const char *key, size_t len, const char *name) {
    return strlen(name) == len && memcmp(key, name, len) == 0;
}

static bool read_header(Reader *r, Npy *out, bool *turned) {
    enum { DESCR = 1, ORDER = 2, SHAPE = 4 };
    int seen = 0;
    if (!want_char(r, '{'))
        return false;
    while (!try_char(r, '}')) {
        const char *key = "";
        size_t len = 0;
        if (!read_string(r, &key, &len) || !want_char(r, ':'))
            return false;
        int which = key_is(key, len, "descr")           ? DESCR
                    : key_is(key, len, "fortran_order") ? ORDER
                    : key_is(key, len, "shape")         ? SHAPE
                                                        : 0;
        if (which == 0 || (seen & which))
            return fail(r, "its header is damaged: a key is unknown or comes twice");
        seen |= which;
        bool ok = which == DESCR   ? read_descr(r, &out->elem, turned)
                  : which == ORDER ? read_bool(r, &out->fortran)
                                   : read_shape(r, NPY_RANK, &out->rank, out->shape);
        if (!ok)
            return false;
        skip_space(r);
        if (!try_char(r, ',') && (r->at >= r->end || *r->at != '}'))
            return fail(r, "its header is damaged: it has no end");
    }
    skip_space(r);
    return (seen == (DESCR | ORDER | SHAPE) && r->at == r->end) ||
           fail(r, "its header is damaged: something is missing or too much");
}

/* Checks that the file holds as many bytes as shape and type want, and no more. */
static bool check_size(Reader *r, Npy *out, size_t len) {
    uint64_t have = len - out->start;
    out->size = out->elem.size;
    bool empty = false, too_many = false;
    for (unsigned k = 0; k < out->rank; k++) {
        uint64_t extent = (uint64_t)out->shape[k];
        empty |= extent == 0;
        too_many |= extent > 0 && out->size > INT64_MAX / extent;
        out->size = too_many ? out->size : out->size * extent;
    }
    if (empty)
        out->size = 0;
    else if (too_many)
        return fail(r, "its header names more elements than a file can hold");
    if (have < out->size)
        return fail(r, "it is truncated: its header asks for %llu bytes, %llu are there",
                    (unsigned long long)out->size, (unsigned long long)have);
    return have == out->size ||
           fail(r, "%llu bytes follow after its elements", (unsigned long long)(have - out->size));
}

static void turn_round(unsigned char *bytes, uint64_t size, unsigned part) {
    for (uint64_t at = 0; at < size; at += part) {
        for (unsigned k = 0; k < part / 2; k++) {
            unsigned char low = bytes[at + k];
            bytes[at + k] = bytes[at + part - 1 - k];
            bytes[at + part - 1 - k] = low;
        }
    }
}

static void normalise(const Npy *npy, unsigned char *bytes, const bool *turned) {
    uint64_t offset = 0;
    for (unsigned f = 0; f < npy->elem.n_fields; f++) {
        const ElemField *field = &npy->elem.fields[f];
        bool is_bool = field->scalar.info.kind == FRIT_KIND_BOOL;
        for (uint64_t at = offset; (turned[f] || is_bool) && at < npy->size; at += npy->elem.size) {
            if (turned[f])
                turn_round(bytes + at, field->size, field->scalar.part);
            for (uint64_t k = 0; is_bool && k < field->size; k++)
                bytes[at + k] = bytes[at + k] != 0;
        }
        offset += field->size;
    }
}

bool npy_read(unsigned char *bytes, size_t len, Npy *out, char *message) {
    Reader r = {0};
    r.message = message;
    memset(out, 0, sizeof *out);
    if (len < MAGIC + 4 || memcmp(bytes, magic, MAGIC) != 0)
        return fail(&r, "it is not a .npy file");
    unsigned version = bytes[MAGIC], length_bytes = version == 1 ? 2 : 4;
    if (version < 1 || version > 3)
        return fail(&r, "it is of version %u of the format, which is not known", version);
    uint64_t start = MAGIC + 2 + length_bytes, header = 0;
    if (len < start)
        return fail(&r, "it is truncated");
    for (unsigned k = length_bytes; k-- > 0;)
        header = header << 8 | bytes[MAGIC + 2 + k];
    if (header > len - start)
        return fail(&r, "it is truncated: its header alone should have %llu bytes",
                    (unsigned long long)header);
    r.at = (const char *)bytes + start;
    r.end = r.at + header;
    out->start = (size_t)(start + header);
    bool turned[ELEM_FIELDS] = {false};
    if (!read_header(&r, out, turned) || !check_size(&r, out, len))
        return false;
    normalise(out, bytes + out->start, turned);
    return true;
}

/* ------------------------------------------------------------------------------------ writing */

/* Text of known room; what does not fit is counted all the same. */
typedef struct Text {
    char *at;
    size_t len, cap;
} Text;

__attribute__((format(printf, 2, 3))) static void put(Text *t, const char *format, ...) {
    va_list args;
    va_start(args, format);
    size_t room = t->len < t->cap ? t->cap - t->len : 0;
    int n = vsnprintf(room ? t->at + t->len : NULL, room, format, args);
    va_end(args);
    t->len += n > 0 ? (size_t)n : 0;
}

static void put_shape(Text *t, unsigned rank, const int64_t *shape, unsigned more,
                      const int64_t *inner) {
    put(t, "(");
    for (unsigned k = 0; k < rank + more; k++)
        put(t, "%s%lld", k ? ", " : "", (long long)(k < rank ? shape[k] : inner[k - rank]));
    put(t, rank + more == 1 ? ",)" : ")");
}

static void put_code(Text *t, const ScalarType *scalar) {
    char order = scalar->info.size == 1 ? '|' : is_little_endian() ? '<' : '>';
    put(t, "'%c%s'", order, scalar->code);
}

static void put_header(Text *t, const Elem *elem, unsigned rank, const int64_t *shape) {
    const ElemField *first = &elem->fields[0];
    put(t, "{'descr': ");
    if (!elem->is_struct)
        put_code(t, &first->scalar);
    for (unsigned k = 0; elem->is_struct && k < elem->n_fields; k++) {
        const ElemField *field = &elem->fields[k];
        put(t, "%s('%s', ", k ? ", " : "[", field->name);
        put_code(t, &field->scalar);
        if (field->rank) {
            put(t, ", ");
            put_shape(t, field->rank, field->shape, 0, field->shape);
        }
        put(t, k + 1 < elem->n_fields ? ")" : ")]");
    }
    put(t, ", 'fortran_order': False, 'shape': ");
    /* The axes of a vector or matrix come last. */
    put_shape(t, rank, shape, elem->is_struct ? 0 : first->rank, first->shape);
    put(t, ", }");
}

bool npy_write_header(FILE *to, const Elem *elem, unsigned rank, const int64_t *shape) {
    /* 100 axes of 21 bytes, 32 fields of less than 400. */
    char text[16384];
    Text t = {text, 0, sizeof text - ALIGN - 1};
    put_header(&t, elem, rank, shape);
    size_t before = MAGIC + 4, len = t.len;
    size_t padded = (before + len + 1 + ALIGN - 1) / ALIGN * ALIGN - before;
    memset(text + len, ' ', padded - len);
    text[padded - 1] = '\n';
    const unsigned char start[4] = {1, 0, (unsigned char)(padded & 255),
                                    (unsigned char)(padded >> 8)};
    return fwrite(magic, 1, MAGIC, to) == MAGIC && fwrite(start, 1, 4, to) == 4 &&
           fwrite(text, 1, padded, to) == padded;
}
