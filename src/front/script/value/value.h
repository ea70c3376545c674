/*
 * A script's values. A Value is 16 bytes and is passed by value: real scalars stand in it, everything else is an object
 * with a count of references. Who is given a `Value *out` owns what is put there and drops it once; arguments are lent.
 * Objects are changed in place only where their count is 1: that is what makes an assignment a copy in meaning.
 *
 * Arrays are column-major. One whose elements are not in memory yet is *lazy*: an array of frit's, of the reversed
 * shape, whose steps are recorded. A look at its elements (value_data) runs them. Small arrays are computed at once.
 */
#ifndef FRIT_SCRIPT_VALUE_H
#define FRIT_SCRIPT_VALUE_H

#include "front/script/value/interp.h"

typedef enum ValueKind {
    VALUE_NONE,   /* no value: an output that was not set, `~`; zeroed memory */
    VALUE_COLON,  /* the subscript `:` */
    VALUE_NUMBER, /* a real scalar of any numeric class, logical or char; no object */
    VALUE_RANGE,  /* base:step:limit, double, 1 x count */
    VALUE_ARRAY,  /* numeric, logical, char; real or complex */
    VALUE_CELL,
    VALUE_STRUCT, /* of any shape */
    VALUE_FUNCTION,
    VALUE_MAP /* containers.Map: copies share */
} ValueKind;

/* A missing value (NA) is the NaN of these bits. */
#define VALUE_NA_BITS UINT64_C(0x7FF840F440000000)

/* Of numbers, ranges and arrays. The order is that of the table value_classes. */
typedef enum ValueClass {
    CLASS_DOUBLE,
    CLASS_SINGLE,
    CLASS_INT8,
    CLASS_INT16,
    CLASS_INT32,
    CLASS_INT64,
    CLASS_UINT8,
    CLASS_UINT16,
    CLASS_UINT32,
    CLASS_UINT64,
    CLASS_LOGICAL,
    CLASS_CHAR,
    CLASS_COUNT
} ValueClass;

typedef struct Object {
    uint32_t refs;
    uint8_t kind; /* ValueKind */
} Object;

struct Value {
    uint8_t kind;   /* ValueKind */
    uint8_t class_; /* ValueClass of a number; of others 0: ask value_class */
    bool quoted;    /* a char scalar that was written with " */
    union {
        double
            number; /* every class but the next two; int8 ... uint32, logical (0, 1) and char (code) as a double too */
        int64_t i64;
        uint64_t u64;
        Object *object;
    } as;
};

enum { VALUE_RANK_MAX = 8 };

/* Every shape has at least two extents, and none of 1 behind the second. */
typedef struct Shape {
    uint32_t rank;
    int64_t at[VALUE_RANK_MAX];
} Shape;

/* Memory that several arrays may share: own, or that of a frit array that has been computed. */
typedef struct Buffer {
    uint32_t refs;
    uint64_t bytes; /* of own memory */
    void *data;
    frit_array *owner; /* NULL: own memory */
    Interp *home;
} Buffer;

typedef struct Array {
    Object head;
    uint8_t class_;
    bool complex; /* pairs (re, im) of double or single */
    bool unsure; /* recorded as complex, and its imaginary parts may all be 0: value_narrow looks */
    bool quoted; /* text written with " */
    uint8_t turn;     /* TURN_* of turn.h, while a turn of a loop is recorded */
    bool positive;    /* while data is NULL: no element is negative or -0; NaN may be among them */
    bool nonnegative; /* the same, but -0 may be among them */
    Shape shape;
    int64_t count; /* elements */
    /* Elements in memory, or NULL while they are recorded; then lazy is there. Both may be: the same elements. */
    void *data;
    Buffer *buffer; /* that data lies in; NULL where data is */
    int64_t room;   /* elements that fit into the buffer from data on */
    frit_array *lazy;
} Array;

typedef struct Range {
    Object head;
    double base, step, limit;
    int64_t count;
    bool derived; /* made by -r, r + 1, r * 2: shown as a matrix is */
} Range;

typedef struct Cell {
    Object head;
    Shape shape;
    int64_t count, room;
    Value *at; /* column-major; NONE stands for [] */
} Cell;

/* Fields in the order they were made; field f of element k is at[f][k]. */
typedef struct Struct {
    Object head;
    Shape shape;
    int64_t count, room;
    uint32_t fields, field_room;
    char **names;
    Value **at;
    const char *class_name; /* a constant: "MException"; NULL: "struct" */
} Struct;

/* What a handle calls is the VM's. */
typedef struct FunctionCalls {
    void (*free)(Interp *in, void *code);
    /* "@(x) x + a" as func2str has it. */
    bool (*print)(Interp *in, void *code, Str *out);
    bool (*equal)(void *a, void *b);
} FunctionCalls;

typedef struct Function {
    Object head;
    char *name; /* of a simple handle (@sin: "sin"), else NULL */
    void *code; /* may be NULL for a simple handle */
    const FunctionCalls *calls;
} Function;

typedef struct MapEntry {
    char *text; /* key of a map of texts, with its length; else NULL */
    size_t len;
    double number;
    Value value;
} MapEntry;

/* Entries are sorted by key. */
typedef struct Map {
    Object head;
    bool numeric;        /* keys are numbers */
    char key_type[12];   /* "char", "double", ... */
    char value_type[12]; /* "any", "double", ... */
    const char *
        class_name; /* an object: keys are its properties, and have a fixed set of names; NULL: a map */
    int64_t count, room;
    MapEntry *at;
} Map;

/* ------------------------------------------------------------------------------- references */

#define VALUE_IS_OBJECT(v) ((v).kind >= VALUE_RANGE)

void value_free_object(Interp *in, Object *object);

static inline Value value_hold(Value v) {
    if (VALUE_IS_OBJECT(v))
        v.as.object->refs++;
    return v;
}

static inline void value_drop(Interp *in, Value v) {
    if (VALUE_IS_OBJECT(v) && --v.as.object->refs == 0)
        value_free_object(in, v.as.object);
}

/* Of a result after a failure: whoever drops all results of a call does not meet it again. */
static inline void value_clear(Interp *in, Value *out) {
    Value v = *out;
    *out = (Value){.kind = VALUE_NONE};
    value_drop(in, v);
}

void value_drop_all(Interp *in, Value *values, uint32_t count);

#define VALUE_ARRAY_OF(v)    ((Array *)(v).as.object)
#define VALUE_RANGE_OF(v)    ((Range *)(v).as.object)
#define VALUE_CELL_OF(v)     ((Cell *)(v).as.object)
#define VALUE_STRUCT_OF(v)   ((Struct *)(v).as.object)
#define VALUE_FUNCTION_OF(v) ((Function *)(v).as.object)
#define VALUE_MAP_OF(v)      ((Map *)(v).as.object)

/* ------------------------------------------------------------------------------------ making */

static inline Value value_none(void) {
    return (Value){.kind = VALUE_NONE};
}
static inline Value value_colon(void) {
    return (Value){.kind = VALUE_COLON};
}
static inline Value value_double(double x) {
    return (Value){.kind = VALUE_NUMBER, .class_ = CLASS_DOUBLE, .as.number = x};
}
static inline Value value_logical(bool x) {
    return (Value){.kind = VALUE_NUMBER, .class_ = CLASS_LOGICAL, .as.number = x};
}
static inline bool value_is_double(Value v) {
    return v.kind == VALUE_NUMBER && v.class_ == CLASS_DOUBLE;
}
/* A scalar of the class, rounded and saturated to it. */
Value value_number(ValueClass class_, double x);
bool value_complex(Interp *in, ValueClass class_, double re, double im,
                   Value *out); /* real if im is 0 */
/* 1 x len; 0 x 0 of no bytes. */
bool value_text(Interp *in, const char *text, size_t len, bool quoted, Value *out);
/* 1 x 0 where value_text makes 0 x 0. */
bool value_row_text(Interp *in, const char *text, size_t len, bool quoted, Value *out);
/* Elements are zeros. A 1 x 1 array may be made too: value_simplify makes a number of it. */
bool value_array_new(Interp *in, ValueClass class_, bool complex, const Shape *shape, Array **out);
bool value_zeros(Interp *in, ValueClass class_, const Shape *shape, Value *out);
bool value_empty(Interp *in, Value *out);                        /* [] */
bool value_cell_new(Interp *in, const Shape *shape, Value *out); /* of NONE, which reads as [] */
bool value_struct_new(Interp *in, Value *out);                   /* 1 x 1 without fields */
bool value_struct_shaped(Interp *in, const Shape *shape, Value *out);
bool value_range(Interp *in, double base, double step, double limit, Value *out);
/* The colon operator on any values: a range, or an array of an integer class or of singles. step may be NONE. */
bool value_range_of(Interp *in, Value base, Value step, Value limit, Value *out);
bool value_function_new(Interp *in, const char *name, void *code, const FunctionCalls *calls,
                        Value *out);
bool value_map_new(Interp *in, const char *key_type, const char *value_type, Value *out);
Value value_of_array(Array *array); /* takes the reference */
/* Makes a number of an array of one real element, and a real array of a complex one without imaginary parts. On failure *v is
 * dropped and none. */
bool value_simplify(Interp *in, Value *v);

/* ----------------------------------------------------------------------------------- looking */

Shape shape_make(int64_t rows, int64_t columns);
/* Drops extents of 1 at the end. */
void shape_trim(Shape *shape);
/* -1: more elements than can be counted. */
int64_t shape_count(const Shape *shape);
bool shape_same(const Shape *a, const Shape *b);
int64_t shape_at(const Shape *shape, uint32_t axis); /* 1 past the last */
/* "2x3x4" into a buffer of SHAPE_TEXT bytes; gives it back. */
enum { SHAPE_TEXT = 200 };
const char *shape_text(const Shape *shape, char buffer[SHAPE_TEXT]);

/* None of these runs what is recorded. */
Shape value_shape(Value v);
int64_t value_count(Value v);
ValueClass value_class(Value v);       /* of numbers, ranges and arrays; else CLASS_COUNT */
const char *value_class_name(Value v); /* "double", "cell", "function_handle" */
const char *class_name(ValueClass class_);
bool class_from_name(const char *name, ValueClass *out);
bool class_is_integer(ValueClass class_);
bool class_is_float(ValueClass class_);
size_t class_size(ValueClass class_);
bool value_is_complex(Value v);
bool value_is_numeric(Value v); /* not logical, not char */
bool value_is_text(Value v);    /* char of one row, or empty */
bool value_is_char(Value v);
bool value_is_quoted(Value v);
bool value_is_scalar(Value v);
bool value_is_empty(Value v);

/* ----------------------------------------------- looking at elements: runs what is recorded */

/* May the elements be written where they are? (The array itself has one reference.) */
static inline bool value_array_is_own(const Array *a) {
    return a->head.refs == 1 && a->data && !a->lazy && a->buffer->refs == 1 && !a->buffer->owner;
}
/* Elements in memory; they stay there until the array is changed. */
bool value_data(Interp *in, Array *array);
/*
 * A complex array that large operators made may turn out to have no imaginary parts: then it becomes real where it is. Of whoever
 * shows a value, asks whether it is complex, or orders elements; it runs what is recorded for a complex array.
 */
bool value_narrow(Interp *in, Value v);
/* The same, to write to: *array has one reference and memory of its own afterwards. *array is replaced where it was shared. */
bool value_make_own(Interp *in, Array **array);
/* Any number, range or array as an array in memory: a new reference. */
bool value_to_array(Interp *in, Value v, Array **out);
/* Elements as doubles (real parts); a new block of value_count(v) doubles, freed with interp_release. */
bool value_to_doubles(Interp *in, Value v, double **out);
/* Element k (from 0) as a number, a 1 x 1 cell, a struct. */
bool value_element(Interp *in, Value v, int64_t k, Value *out);
/* A real scalar (the first element of an array of one). name is told in the error: "zeros". */
bool value_to_double(Interp *in, Value v, const char *name, double *out);
bool value_to_int(Interp *in, Value v, const char *name, int64_t *out);
/* A copy as a C string, with its length: of text of one row. what: the rest of the error's sentence. Freed with interp_release(len + 1). */
bool value_to_text(Interp *in, Value v, const char *what, char **text, size_t *len);
/* Of `if`, `while`, `&&`: all elements, and there are some. */
bool value_is_true(Interp *in, Value v, bool *out);
bool value_is_equal(Interp *in, Value a, Value b, bool *out); /* isequal */
/* The same where NaN equals NaN. */
bool value_is_equal_nan(Interp *in, Value a, Value b, bool *out);
/* As an array of frit's, with the reversed shape; a reference of the caller's (frit_array_free). Runs nothing. */
bool value_to_frit(Interp *in, Value v, frit_array **out);
/* The other way; takes the reference also on failure. class_ says what its dtype means (u8: uint8 or char). */
bool value_from_frit(Interp *in, frit_array *array, ValueClass class_, Value *out);

/* --------------------------------------------------------------------------------- operators */

typedef enum BinaryOp {
    BINARY_ADD,
    BINARY_SUB,
    BINARY_MUL,  /* * */
    BINARY_DIV,  /* / */
    BINARY_LDIV, /* \ */
    BINARY_POW,  /* ^ */
    BINARY_EMUL, /* .* */
    BINARY_EDIV,
    BINARY_ELDIV,
    BINARY_EPOW,
    BINARY_LT,
    BINARY_LE,
    BINARY_EQ,
    BINARY_NE,
    BINARY_GE,
    BINARY_GT,
    BINARY_AND, /* & */
    BINARY_OR,
    BINARY_COUNT
} BinaryOp;

typedef enum UnaryOp {
    UNARY_PLUS,
    UNARY_MINUS,
    UNARY_NOT,
    UNARY_TRANSPOSE,
    UNARY_CTRANSPOSE
} UnaryOp;

const char *binary_name(BinaryOp op); /* "+", ".*" */
bool value_binary(Interp *in, BinaryOp op, Value a, Value b, Value *out);
bool value_unary(Interp *in, UnaryOp op, Value a, Value *out);
/* [a, b, ...] and [a; b; ...]; n may be 0. */
bool value_horzcat(Interp *in, const Value *values, uint32_t n, Value *out);
bool value_vertcat(Interp *in, const Value *values, uint32_t n, Value *out);
/* axis from 0. name is told in errors: "vertical dimensions mismatch (1x2 vs 1x1)" and so on */
bool value_concat(Interp *in, uint32_t axis, const Value *values, uint32_t n, Value *out);
/* The row of a cell literal { a, b }: cells among the values are taken as they are (as elements). rows are stacked by value_vertcat. */
bool value_cell_row(Interp *in, const Value *values, uint32_t n, Value *out);
/* As the class, rounded and saturated. CLASS_LOGICAL fails for NaN. */
bool value_cast(Interp *in, Value v, ValueClass class_, Value *out);

/* ---------------------------------------------------------------------------------- indexing */

/*
 * name: the variable, for errors ("x(7): out of bound 3 ..."), NULL: "index (7): ...". Subscripts are numbers, ranges, arrays,
 * logical masks and VALUE_COLON (or the text ':').
 */
bool value_index(Interp *in, const char *name, Value base, const Value *subs, uint32_t n,
                 Value *out);
/* c{...}: elements of a cell as a list (and of a map its value): outs is a block of *count values, owned by the caller,
 * freed with value_drop_all and interp_release(sizeof(Value) * count). */
bool value_brace(Interp *in, const char *name, Value base, const Value *subs, uint32_t n,
                 Value **outs, uint32_t *count);
/* The one element that c{...} picks, where there must be one; quick for a scalar subscript. */
bool value_brace_one(Interp *in, const char *name, Value base, const Value *subs, uint32_t n,
                     Value *out);
/* s.name: of a 1 x 1 struct. Maps have Count, KeyType, ValueType. */
bool value_field(Interp *in, Value base, const char *name, Value *out);
/* Of a struct array, a list as value_brace's. */
bool value_field_list(Interp *in, Value base, const char *name, Value **outs, uint32_t *count);
/* `end` at subscript position (from 0) of count. */
int64_t value_end(Value base, uint32_t position, uint32_t count);

/*
 * base(...) = rhs. *base is changed in place where it has one reference, else replaced; NONE is an undefined variable.
 * On failure it is as it was. rhs is lent.
 */
bool value_assign(Interp *in, const char *name, Value *base, const Value *subs, uint32_t n,
                  Value rhs);
bool value_assign_brace(Interp *in, const char *name, Value *base, const Value *subs, uint32_t n,
                        Value rhs);
bool value_assign_field(Interp *in, Value *base, const char *name, Value rhs);
/* base(...) = [] written as such. */
bool value_delete(Interp *in, const char *name, Value *base, const Value *subs, uint32_t n);

/* One step of a place: (...), {...} or .name. */
typedef struct Step {
    enum { STEP_PAREN, STEP_BRACE, STEP_FIELD } kind;
    const Value *subs;
    uint32_t n;
    const char *name; /* of a field */
} Step;

/* s.a(3).b{2} = rhs: any number of steps; what lies between is made where it is missing. *base as for value_assign.
 * delete: the last step is (...) and rhs the literal []. */
bool value_assign_path(Interp *in, const char *name, Value *base, const Step *steps, uint32_t n,
                       Value rhs, bool delete);
/* What the steps but the last pick, for an `end` in the last and for op-assignments; NONE where there is nothing yet. Lists
 * are errors. */
bool value_read_path(Interp *in, const char *name, Value base, const Step *steps, uint32_t n,
                     Value *out);

/* Fields of structs. -1: none of that name. */
int32_t value_field_index(const Struct *s, const char *name);
bool value_struct_add_field(Interp *in, Struct *s, const char *name, uint32_t *index);
/* The struct in *v with one reference. */
bool value_own_struct(Interp *in, Value *v, Struct **out);
bool value_own_cell(Interp *in, Value *v, Cell **out);

/* Maps. NULL: there is no such key. */
MapEntry *value_map_find(Interp *in, Map *map, Value key, bool *ok);
bool value_map_set(Interp *in, Map *map, Value key, Value v);
bool value_map_remove(Interp *in, Map *map, Value key);
/* [a; b]: the entries of all, those of the last win. */
bool value_maps_joined(Interp *in, const Value *maps, uint32_t n, Value *out);
/* m.isKey and so on, which are going to be called: a function that knows its map. */
bool value_has_method(const Map *map, const char *name);
/* x.name = v of an object. */
bool value_set_property(Interp *in, Map *map, const char *name, Value v);
/* The class's name where it is one of objects, else NULL; lives for ever. */
const char *object_class_name(const char *name);
bool value_map_method(Interp *in, Value map, const char *name, Value *out);
Value value_of_method(const Function *function); /* lent; NONE: it is none of a map's */

#endif
