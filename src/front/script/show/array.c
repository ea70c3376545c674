/* Numbers, logicals and text in arrays: rows, columns that do not fit beside each other, pages. */
#include "front/script/show/shown.h"

#include <math.h>
#include <string.h>

enum { TERMINAL_WIDTH = 80 };

/* ---- elements */

static double real_at(const Array *a, int64_t k) {
    int64_t at = a->complex ? 2 * k : k;
    switch ((ValueClass)a->class_) {
    case CLASS_DOUBLE: return ((const double *)a->data)[at];
    case CLASS_SINGLE: return (double)((const float *)a->data)[at];
    case CLASS_INT8: return ((const int8_t *)a->data)[at];
    case CLASS_INT16: return ((const int16_t *)a->data)[at];
    case CLASS_INT32: return ((const int32_t *)a->data)[at];
    case CLASS_INT64: return (double)((const int64_t *)a->data)[at];
    case CLASS_UINT16: return ((const uint16_t *)a->data)[at];
    case CLASS_UINT32: return ((const uint32_t *)a->data)[at];
    case CLASS_UINT64: return (double)((const uint64_t *)a->data)[at];
    default: return ((const uint8_t *)a->data)[at];
    }
}

static double imaginary_at(const Array *a, int64_t k) {
    return a->class_ == CLASS_SINGLE ? (double)((const float *)a->data)[2 * k + 1]
                                     : ((const double *)a->data)[2 * k + 1];
}

/* What is shown: a table of elements, each written by put. */
typedef struct Table {
    const Array *array;
    const Range *range; /* where there is no array */
    int64_t first;      /* its first element */
    int64_t rows, columns;
    NumberForm form;
    int column_width;
} Table;

static double range_at(const Range *r, int64_t k) {
    double x = r->base + (double)k * r->step;
    return k == r->count - 1 && ((r->step > 0 && x > r->limit) || (r->step < 0 && x < r->limit))
               ? r->limit
               : x;
}

static void put_element(Shown *s, const Table *t, int64_t k) {
    if (t->range) {
        str_puts(s->out, "  ");
        form_put(s->out, &t->form, range_at(t->range, k));
        return;
    }
    const Array *a = t->array;
    int width = t->column_width ? t->column_width - 2 : 0;
    if (t->column_width)
        str_puts(s->out, "  ");
    if (a->class_ == CLASS_INT64)
        str_format(s->out, "%*lld", width, (long long)((const int64_t *)a->data)[k]);
    else if (a->class_ == CLASS_UINT64)
        str_format(s->out, "%*llu", width, (unsigned long long)((const uint64_t *)a->data)[k]);
    else if (!class_is_float((ValueClass)a->class_))
        str_format(s->out, "%*lld", width, (long long)real_at(a, k));
    else if (a->complex)
        form_put_complex(s->out, &t->form, real_at(a, k), imaginary_at(a, k));
    else
        form_put(s->out, &t->form, real_at(a, k));
}

static void put_heading(Shown *s, int64_t from, int64_t to) {
    shown_indent(s);
    if (to - from == 1)
        str_format(s->out, " Column %lld:\n", (long long)to);
    else
        str_format(s->out, " Columns %lld %s %lld:\n", (long long)from + 1,
                   to - from == 2 ? "and" : "through", (long long)to);
    if (!s->in->format_compact)
        str_putc(s->out, '\n');
}

static void put_table(Shown *s, const Table *t) {
    /* Octave does not count the indentation of ranges. */
    int indent = t->range && !t->range->derived ? 0 : s->indent;
    int64_t fit = (TERMINAL_WIDTH - indent) / t->column_width;
    bool split = t->columns > fit;
    if (fit < 1)
        fit = 1;
    for (int64_t from = 0; from < t->columns; from += fit) {
        int64_t to = from + fit < t->columns ? from + fit : t->columns;
        if (split && from && !s->in->format_compact)
            str_putc(s->out, '\n');
        if (split)
            put_heading(s, from, to);
        for (int64_t i = 0; i < t->rows; i++) {
            shown_indent(s);
            for (int64_t j = from; j < to; j++)
                put_element(s, t, t->first + i + j * t->rows);
            str_putc(s->out, '\n');
        }
    }
}

/* ---- forms of arrays */

static int64_t least_of(ValueClass class_) {
    return -((int64_t)1 << (8 * class_size(class_) - 2)) * 2;
}

/* The width of the widest integer, counting a sign for all where one has it. A zero has no width, as in Octave. */
static int integer_width(const Array *a) {
    int most = 0;
    bool minus = false;
    for (int64_t k = 0; k < a->count; k++) {
        int width = 1;
        if (a->class_ == CLASS_UINT64) {
            width = ((const uint64_t *)a->data)[k] != 0;
            for (uint64_t x = ((const uint64_t *)a->data)[k]; x > 9; x /= 10)
                width++;
        } else {
            int64_t x =
                a->class_ == CLASS_INT64 ? ((const int64_t *)a->data)[k] : (int64_t)real_at(a, k);
            if (x < 0 && x == least_of((ValueClass)a->class_))
                continue; /* Octave's width leaves it out: it has no magnitude in its class */
            minus |= x < 0;
            width = x != 0;
            for (; x > 9 || x < -9; x /= 10)
                width++;
        }
        if (width > most)
            most = width;
    }
    return most + minus;
}

static void choose_form(Shown *s, const Array *a, Table *t) {
    if (!class_is_float((ValueClass)a->class_)) {
        t->column_width = 2 + (s->int_width ? s->int_width - 1 : integer_width(a));
        return;
    }
    Spread re, im;
    spread_start(&re, a->class_ == CLASS_SINGLE);
    spread_start(&im, a->class_ == CLASS_SINGLE);
    for (int64_t k = 0; k < a->count; k++) {
        spread_add(&re, real_at(a, k));
        if (a->complex)
            spread_add(&im, imaginary_at(a, k));
    }
    t->form = a->complex ? form_of_complex_matrix(s->in->format, &re, &im)
                         : form_of_matrix(s->in->format, &re);
    t->column_width = 2 + t->form.width + (a->complex ? t->form.imaginary_width + 5 : 0);
}

/* ---- scalars, rows of text, tables */

static void shown_scalar(Shown *s, const char *name, const Array *a) {
    bool single = a->class_ == CLASS_SINGLE;
    shown_line_start(s, name);
    if (!class_is_float((ValueClass)a->class_)) {
        Table t = {.array = a};
        put_element(s, &t, 0);
    } else if (a->complex) {
        NumberForm form = form_of_complex(s->in->format, real_at(a, 0), imaginary_at(a, 0), single);
        form_put_complex(s->out, &form, real_at(a, 0), imaginary_at(a, 0));
    } else {
        NumberForm form = form_of_number(s->in->format, real_at(a, 0), single);
        form_put(s->out, &form, real_at(a, 0));
    }
    str_putc(s->out, '\n');
}

static void shown_text(Shown *s, const char *name, const Array *a) {
    int64_t rows = a->shape.at[0], columns = a->shape.at[1];
    const char *text = a->data;
    if (rows == 0 || (rows == 1 && columns == 0)) {
        shown_line_start(s, name);
        str_putc(s->out, '\n');
        return;
    }
    if (rows == 1) {
        shown_line_start(s, name);
        str_put(s->out, text, (size_t)columns);
        str_putc(s->out, '\n');
        return;
    }
    shown_block_start(s, name, true);
    for (int64_t i = 0; i < rows; i++) {
        for (int64_t j = 0; j < columns; j++)
            str_putc(s->out, text[i + j * rows]);
        str_putc(s->out, '\n');
    }
    shown_block_end(s);
}

static void shown_matrix(Shown *s, const char *name, const Array *a) {
    Table t = {.array = a, .rows = a->shape.at[0], .columns = a->shape.at[1]};
    choose_form(s, a, &t);
    shown_block_start(s, name, true);
    put_table(s, &t);
    shown_block_end(s);
}

/* ---- pages */

/* Page p of an array as an array of its own. */
static bool page_of(Interp *in, const Array *a, int64_t p, Value *out) {
    Shape shape = shape_make(a->shape.at[0], a->shape.at[1]);
    Array *page;
    TRY(value_array_new(in, (ValueClass)a->class_, a->complex, &shape, &page));
    size_t bytes = (size_t)page->count * class_size((ValueClass)a->class_) * (a->complex ? 2 : 1);
    if (bytes)
        memcpy(page->data, (const char *)a->data + bytes * (size_t)p, bytes);
    page->quoted = a->quoted;
    *out = value_of_array(page);
    return !a->complex || value_simplify(in, out);
}

/* "ans(:,:,2,1)"; p counts pages from 0. */
static void page_name(Str *out, const Shape *shape, int64_t p) {
    str_puts(out, "ans(:,:");
    for (uint32_t d = 2; d < shape->rank; d++) {
        str_format(out, ",%lld", (long long)(p % shape->at[d]) + 1);
        p /= shape->at[d];
    }
    str_putc(out, ')');
}

static bool shown_page(Shown *s, const Array *a, int64_t p, bool last) {
    Str name = str_make(&s->in->env);
    page_name(&name, &a->shape, p);
    Value page;
    bool ok = str_ok(&name) || interp_fail_raw(s->in);
    if (ok && (ok = page_of(s->in, a, p, &page))) {
        Shown inner = *s;
        inner.plain = false;
        inner.nested = true; /* its blank line is one between pages */
        size_t start = s->out->len;
        ok = shown_value(&inner, name.data, page);
        /* The blank line after the last page is the array's. */
        if (ok && last && !s->out->failed && s->out->len > start + 1 &&
            s->out->data[s->out->len - 2] == '\n')
            s->out->len--;
        value_drop(s->in, page);
    }
    str_free(&name);
    return ok;
}

static bool shown_pages(Shown *s, const char *name, const Array *a) {
    int64_t pages = a->count / (a->shape.at[0] * a->shape.at[1]);
    Shown inner = *s;
    if (!class_is_float((ValueClass)a->class_) && a->class_ != CLASS_CHAR)
        inner.int_width = 1 + integer_width(a);
    if (a->class_ == CLASS_CHAR && a->shape.at[0] == 1)
        shown_line_start(s, name);
    else
        shown_block_start(s, name, true);
    for (int64_t p = 0; p < pages; p++)
        TRY(shown_page(&inner, a, p, p == pages - 1));
    if (a->class_ != CLASS_CHAR || a->shape.at[0] != 1)
        shown_block_end(s);
    return true;
}

/* ---- entries */

bool shown_array(Shown *s, const char *name, Array *array) {
    TRY(value_data(s->in, array));
    if (array->count == 0 && (array->class_ != CLASS_CHAR || array->shape.rank > 2))
        shown_empty(s, name, "[]", &array->shape);
    else if (array->shape.rank > 2)
        return shown_pages(s, name, array);
    else if (array->class_ == CLASS_CHAR)
        shown_text(s, name, array);
    else if (array->count == 1)
        shown_scalar(s, name, array);
    else
        shown_matrix(s, name, array);
    return true;
}

static NumberForm form_of_elements(Shown *s, const Range *range) {
    Spread spread;
    spread_start(&spread, false);
    for (int64_t k = 0; k < range->count; k++)
        spread_add(&spread, range_at(range, k));
    return form_of_matrix(s->in->format, &spread);
}

bool shown_range(Shown *s, const char *name, const Range *range) {
    if (range->count == 0) {
        Shape shape = shape_make(1, 0);
        shown_empty(s, name, "[]", &shape);
        return true;
    }
    if (range->count == 1)
        return shown_value(s, name, value_double(range->base));
    Table t = {.range = range, .rows = 1, .columns = range->count};
    t.form = range->derived ? form_of_elements(s, range) : form_of_range(s->in->format, range);
    t.column_width = 2 + t.form.width;
    shown_block_start(s, name, true);
    put_table(s, &t);
    shown_block_end(s);
    return true;
}
