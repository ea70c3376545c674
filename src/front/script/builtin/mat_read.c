/* Reading MAT-files: elements of a tag and data, which may hold others. */
#include "front/script/builtin/arrays.h"
#include "front/script/builtin/give.h"
#include "front/script/builtin/mat.h"
#include "front/script/value/objects.h"

/* Elements of a file, or inside one. */
typedef struct Mat {
    Interp *in;
    const unsigned char *at, *end;
    bool swapped; /* the file's bytes come the other way round */
    const char *file;
} Mat;

typedef struct Element {
    uint32_t type;
    const unsigned char *data;
    size_t len;
} Element;

static bool broken(const Mat *m) {
    return interp_fail(m->in, "load: failed to load from file %s", m->file);
}

/* The bits of a number of `size` bytes. */
static uint64_t bits_at(const Mat *m, const unsigned char *at, size_t size) {
    uint64_t bits = 0;
    for (size_t k = 0; k < size; k++)
        bits |= (uint64_t)at[m->swapped ? size - 1 - k : k] << 8 * k;
    return bits;
}

static bool next_element(Mat *m, Element *e) {
    if (m->end - m->at < 8)
        return broken(m);
    uint32_t first = (uint32_t)bits_at(m, m->at, 4);
    if (first >> 16) { /* a short one: its data stand in the tag */
        *e = (Element){first & 0xffff, m->at + 4, first >> 16};
        m->at += 8;
        return e->len <= 4 || broken(m);
    }
    *e = (Element){first, m->at + 8, (size_t)bits_at(m, m->at + 4, 4)};
    m->at += 8;
    size_t room = (size_t)(m->end - m->at);
    if (e->len > room && e->type == MAT_MATRIX)
        e->len = room; /* Octave counts too much for a text of several rows */
    if (e->len > room)
        return broken(m);
    size_t padded = e->type == MAT_COMPRESSED ? e->len : (e->len + 7) / 8 * 8;
    m->at += padded < room ? padded : room;
    return true;
}

static size_t size_of(uint32_t type) {
    switch (type) {
    case MAT_INT8:
    case MAT_UINT8:
    case MAT_UTF8: return 1;
    case MAT_INT16:
    case MAT_UINT16:
    case MAT_UTF16: return 2;
    case MAT_INT32:
    case MAT_UINT32:
    case MAT_UTF32:
    case MAT_FLOAT: return 4;
    case MAT_DOUBLE:
    case MAT_INT64:
    case MAT_UINT64: return 8;
    default: return 0;
    }
}

static double mat_number(const Mat *m, const Element *e, int64_t k) {
    size_t size = size_of(e->type);
    uint64_t bits = bits_at(m, e->data + (size_t)k * size, size);
    float f;
    double d;
    switch (e->type) {
    case MAT_INT8: return (int8_t)bits;
    case MAT_INT16: return (int16_t)bits;
    case MAT_INT32: return (int32_t)bits;
    case MAT_INT64: return (double)(int64_t)bits;
    case MAT_FLOAT: {
        uint32_t word = (uint32_t)bits;
        memcpy(&f, &word, sizeof f);
        return (double)f;
    }
    case MAT_DOUBLE: memcpy(&d, &bits, sizeof d); return d;
    default: return (double)bits;
    }
}

static bool has_numbers(const Mat *m, const Element *e, int64_t count) {
    size_t size = size_of(e->type);
    return (size && e->len / size >= (uint64_t)count) || broken(m);
}

/* Element k of the array; 64-bit integers keep all their bits. */
static void store(const Mat *m, const Element *e, Array *a, int64_t to, int64_t k) {
    bool wide = a->class_ == CLASS_INT64 || a->class_ == CLASS_UINT64;
    if (wide && (e->type == MAT_INT64 || e->type == MAT_UINT64))
        ((uint64_t *)a->data)[to] = bits_at(m, e->data + 8 * k, 8);
    else
        element_store((ValueClass)a->class_, a->data, to, mat_number(m, e, k));
}

static bool read_numbers(Mat *m, ValueClass class_, bool complex, const Shape *shape, Value *out) {
    Element re, im;
    Array *a;
    int64_t count = shape_count(shape);
    TRY(next_element(m, &re) && has_numbers(m, &re, count));
    if (complex)
        TRY(next_element(m, &im) && has_numbers(m, &im, count));
    complex = complex && class_is_float(class_);
    TRY(value_array_new(m->in, class_, complex, shape, &a));
    for (int64_t k = 0; k < count; k++) {
        store(m, &re, a, complex ? 2 * k : k, k);
        if (complex)
            store(m, &im, a, 2 * k + 1, k);
    }
    *out = value_of_array(a);
    return value_simplify(m->in, out);
}

/* A sparse matrix, as a full one: rows of the elements, where each column begins, the elements. */
static bool read_sparse(Mat *m, ValueClass class_, bool complex, const Shape *shape, Value *out) {
    Element rows, starts, re, im = {0};
    Array *a;
    int64_t columns = shape->at[1];
    TRY(next_element(m, &rows) && next_element(m, &starts) && has_numbers(m, &starts, columns + 1));
    int64_t n = (int64_t)mat_number(m, &starts, columns);
    if (n < 0 || shape->rank != 2 || shape_count(shape) > INT32_MAX)
        return broken(m);
    TRY(has_numbers(m, &rows, n) && next_element(m, &re) && has_numbers(m, &re, n));
    if (complex)
        TRY(next_element(m, &im) && has_numbers(m, &im, n));
    TRY(value_array_new(m->in, class_, complex, shape, &a));
    memset(a->data, 0, (size_t)a->count * class_size(class_) * (complex ? 2 : 1));
    bool ok = true;
    for (int64_t j = 0; ok && j < columns; j++) {
        int64_t first = (int64_t)mat_number(m, &starts, j),
                last = (int64_t)mat_number(m, &starts, j + 1);
        ok = first >= 0 && last <= n;
        for (int64_t k = first; ok && k < last; k++) {
            int64_t row = (int64_t)mat_number(m, &rows, k), at = row + j * shape->at[0];
            ok = row >= 0 && row < shape->at[0];
            if (ok)
                store(m, &re, a, complex ? 2 * at : at, k);
            if (ok && complex)
                store(m, &im, a, 2 * at + 1, k);
        }
    }
    *out = value_of_array(a);
    if (ok)
        return value_simplify(m->in, out);
    value_drop(m->in, *out);
    return broken(m);
}

static bool read_matrix(Mat *m, const Element *e, char name[64], Value *out);

static bool read_inside(Mat *m, Value *out) {
    Element e;
    char name[64];
    return next_element(m, &e) && read_matrix(m, &e, name, out);
}

static bool read_cell(Mat *m, const Shape *shape, Value *out) {
    int64_t count = shape_count(shape);
    if (count > (m->end - m->at) / 8)
        return broken(m);
    TRY(value_cell_new(m->in, shape, out));
    for (int64_t k = 0; k < count; k++)
        if (!read_inside(m, &VALUE_CELL_OF(*out)->at[k])) {
            VALUE_CELL_OF(*out)->at[k] = value_none();
            value_drop(m->in, *out);
            return false;
        }
    return true;
}

/* The names of the fields, then the fields of each struct. */
static bool read_struct(Mat *m, const Shape *shape, Value *out) {
    Element length, names;
    int64_t count = shape_count(shape);
    TRY(next_element(m, &length) && has_numbers(m, &length, 1) && next_element(m, &names));
    double size = mat_number(m, &length, 0);
    if (!(size >= 1 && size <= 1024) || count > (m->end - m->at) / 8 + 1)
        return broken(m);
    size_t n = names.len / (size_t)size;
    TRY(value_struct_shaped(m->in, shape, out));
    Struct *s = VALUE_STRUCT_OF(*out);
    bool ok = true;
    for (size_t f = 0; ok && f < n; f++) {
        char name[1025];
        uint32_t at;
        memcpy(name, names.data + f * (size_t)size, (size_t)size);
        name[(size_t)size] = '\0';
        ok = value_struct_add_field(m->in, s, name, &at) && (at == f || broken(m));
    }
    for (int64_t k = 0; ok && k < count; k++)
        for (size_t f = 0; ok && f < n; f++) {
            ok = read_inside(m, &s->at[f][k]);
            if (!ok)
                s->at[f][k] = value_none();
        }
    if (!ok)
        value_drop(m->in, *out);
    return ok;
}

/* Extents; false also where they are too many. */
static bool read_shape(Mat *m, Shape *shape) {
    Element e;
    TRY(next_element(m, &e));
    size_t rank = e.len / 4;
    if (e.type != MAT_INT32 || rank < 2 || rank > VALUE_RANK_MAX)
        return broken(m);
    shape->rank = (uint32_t)rank;
    for (size_t d = 0; d < rank; d++) {
        shape->at[d] = (int32_t)bits_at(m, e.data + 4 * d, 4);
        if (shape->at[d] < 0)
            return broken(m);
    }
    shape_trim(shape);
    return shape_count(shape) >= 0 || broken(m);
}

static bool read_content(Mat *m, uint32_t flags, const Shape *shape, Value *out) {
    uint32_t kind = flags & 0xff;
    bool complex = flags >> 8 & MAT_COMPLEX, logical = flags >> 8 & MAT_LOGICAL;
    static const uint8_t integers[] = {CLASS_INT8,  CLASS_UINT8,  CLASS_INT16, CLASS_UINT16,
                                       CLASS_INT32, CLASS_UINT32, CLASS_INT64, CLASS_UINT64};
    switch (kind) {
    case MAT_IS_CELL: return read_cell(m, shape, out);
    case MAT_IS_STRUCT: return read_struct(m, shape, out);
    case MAT_IS_CHAR: return read_numbers(m, CLASS_CHAR, false, shape, out);
    case MAT_IS_SPARSE:
        return read_sparse(m, logical ? CLASS_LOGICAL : CLASS_DOUBLE, complex, shape, out);
    case MAT_IS_DOUBLE:
        return read_numbers(m, logical ? CLASS_LOGICAL : CLASS_DOUBLE, complex, shape, out);
    case MAT_IS_SINGLE: return read_numbers(m, CLASS_SINGLE, complex, shape, out);
    default: break;
    }
    if (kind < MAT_IS_INT8 || kind >= MAT_IS_INT8 + sizeof integers)
        return interp_fail(m->in, "load: '%s' has a value of a kind that cannot be read", m->file);
    return read_numbers(m, logical ? CLASS_LOGICAL : (ValueClass)integers[kind - MAT_IS_INT8],
                        complex, shape, out);
}

static bool read_matrix(Mat *m, const Element *e, char name[64], Value *out) {
    Mat inside = {m->in, e->data, e->data + e->len, m->swapped, m->file};
    Element flags, text;
    Shape shape;
    *out = value_none();
    name[0] = '\0';
    if (e->type != MAT_MATRIX || m->in->depth >= MAT_DEEPEST)
        return broken(m);
    if (e->len == 0)
        return value_empty(m->in, out);
    TRY(next_element(&inside, &flags) && has_numbers(m, &flags, 2));
    uint32_t word = (uint32_t)bits_at(m, flags.data, 4);
    TRY(read_shape(&inside, &shape) && next_element(&inside, &text));
    size_t len = text.len < 63 ? text.len : 63;
    memcpy(name, text.data, len);
    name[len] = '\0';
    m->in->depth++;
    bool ok = read_content(&inside, word, &shape, out);
    m->in->depth--;
    if (!ok)
        *out = value_none();
    return ok;
}

bool mat_is_file(const char *bytes, size_t len) {
    return len >= MAT_HEADER && (!memcmp(bytes + 126, "IM", 2) || !memcmp(bytes + 126, "MI", 2)) &&
           bytes[0] && bytes[1] && bytes[2] && bytes[3];
}

bool mat_read(Interp *in, const char *bytes, size_t len, const char *file,
              bool (*put)(Interp *in, void *user, const char *name, Value v), void *user) {
    const unsigned char *at = (const unsigned char *)bytes;
    Mat m = {in, at + MAT_HEADER, at + len, bytes[126] == 'M', file};
    bool ok = true;
    while (ok && m.at < m.end) {
        Element e;
        Str text = str_make(&in->env);
        Value v = value_none();
        char name[64];
        ok = next_element(&m, &e);
        if (ok && e.type == MAT_COMPRESSED) {
            ok = mat_inflate((const char *)e.data, e.len, &text) ||
                 (text.failed ? interp_fail_raw(in) : broken(&m));
            at = (const unsigned char *)(text.data ? text.data : "");
            Mat inner = {in, at, at + text.len, m.swapped, file};
            ok = ok && next_element(&inner, &e);
        }
        ok = ok && read_matrix(&m, &e, name, &v);
        if (ok && *name)
            ok = put(in, user, name, v);
        else
            value_drop(in, v);
        str_free(&text);
    }
    return ok;
}
