/* Values of scripts, looked at and made by the host. */
#include "api/script.h"

#include <string.h>

#include "front/script/show/show.h"

frit_status script_give(frit_script *script, Value v, frit_value **out, Env *env) {
    frit_value *value = env_new(env, sizeof *value);
    if (!value) {
        value_drop(session_interp(script->session), v);
        return env->error->status;
    }
    value->script = script;
    value->refs = 1;
    value->value = v;
    script->refs++;
    *out = value;
    return FRIT_OK;
}

static Interp *interp_of(const frit_value *value) {
    return session_interp(value->script->session);
}

/* ---- references */

void frit_value_retain(frit_value *value) {
    if (value)
        value->refs++;
}

void frit_value_free(frit_value *value) {
    if (!value || --value->refs > 0)
        return;
    frit_script *script = value->script;
    value_drop(session_interp(script->session), value->value);
    env_free(&script->allocator, value, sizeof *value);
    script_release(script);
}

/* ---- looking */

frit_value_kind frit_value_kind_of(const frit_value *value) {
    switch (value ? (ValueKind)value->value.kind : VALUE_NONE) {
    case VALUE_NUMBER:
    case VALUE_RANGE:
    case VALUE_ARRAY: return FRIT_VALUE_ARRAY;
    case VALUE_CELL: return FRIT_VALUE_CELL;
    case VALUE_STRUCT: return FRIT_VALUE_STRUCT;
    case VALUE_FUNCTION: return FRIT_VALUE_FUNCTION;
    case VALUE_MAP: return FRIT_VALUE_MAP;
    default: return FRIT_VALUE_NONE;
    }
}

const char *frit_value_class(const frit_value *value) {
    return value ? value_class_name(value->value) : "";
}

uint32_t frit_value_rank(const frit_value *value) {
    return value ? value_shape(value->value).rank : 0;
}

int64_t frit_value_extent(const frit_value *value, uint32_t axis) {
    if (!value)
        return 0;
    Shape shape = value_shape(value->value);
    return shape_at(&shape, axis);
}

int64_t frit_value_count(const frit_value *value) {
    if (!value)
        return 0;
    return value->value.kind == VALUE_MAP ? VALUE_MAP_OF(value->value)->count
                                          : value_count(value->value);
}

bool frit_value_is_complex(frit_value *value) {
    return value && value_narrow(interp_of(value), value->value) && value_is_complex(value->value);
}

bool frit_value_is_text(const frit_value *value) {
    return value && value_is_text(value->value);
}

/* What functions that look begin with. */
#define LOOK(value, out)                                                       \
    frit_error scratch;                                                        \
    if (!(value) || !(out))                                                    \
        return api_missing(error, FRIT_STAGE_NONE, (value) ? "out" : "value"); \
    frit_script *script = (value)->script;                                     \
    Interp *in = interp_of(value);                                             \
    Env env = script_env(script, error, &scratch);                             \
    interp_clear_error(in)

static frit_status wrong(Env *env, const char *what) {
    env_set_error(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_NONE, "%s", what);
    return env->error->status;
}

frit_status frit_value_read(frit_value *value, void *out, size_t size, frit_error *error) {
    LOOK(value, out);
    Array *array;
    if (frit_value_kind_of(value) != FRIT_VALUE_ARRAY)
        return wrong(&env, "the value has no elements to read");
    if (!value_narrow(in, value->value) || !value_to_array(in, value->value, &array))
        return script_failure(script, FRIT_ERR_SCRIPT, &env);
    size_t bytes =
        class_size((ValueClass)array->class_) * (array->complex ? 2 : 1) * (size_t)array->count;
    frit_status status = FRIT_OK;
    if (bytes != size)
        status = wrong(&env, "the buffer has another size than the elements");
    else if (size > 0)
        memcpy(out, array->data, size);
    value_drop(in, value_of_array(array));
    return status;
}

frit_status frit_value_array(frit_value *value, frit_array **out, frit_error *error) {
    LOOK(value, out);
    *out = NULL;
    if (frit_value_kind_of(value) != FRIT_VALUE_ARRAY)
        return wrong(&env, "the value is no array");
    if (!value_to_frit(in, value->value, out))
        return script_failure(script, FRIT_ERR_SCRIPT, &env);
    return FRIT_OK;
}

frit_status frit_value_number(frit_value *value, double *out, frit_error *error) {
    LOOK(value, out);
    if (frit_value_kind_of(value) != FRIT_VALUE_ARRAY || value_count(value->value) != 1)
        return wrong(&env, "the value is no number");
    if (!value_to_double(in, value->value, "value", out))
        return script_failure(script, FRIT_ERR_SCRIPT, &env);
    return FRIT_OK;
}

frit_status frit_value_text(frit_value *value, frit_text *out, frit_error *error) {
    LOOK(value, out);
    *out = (frit_text){NULL, 0, 0};
    Str text = str_make(&env);
    bool ok;
    if (value_is_text(value->value)) {
        char *bytes;
        size_t len;
        ok = value_to_text(in, value->value, "is no text", &bytes, &len);
        if (ok) {
            str_put(&text, bytes, len);
            interp_release(in, bytes, len + 1);
        }
    } else {
        ok = show_plain(in, value->value, &text);
    }
    if (ok && str_finish(&text, out))
        return FRIT_OK;
    str_free(&text);
    return env.error->status ? env.error->status : script_failure(script, FRIT_ERR_SCRIPT, &env);
}

/* ---- parts */

/* NONE in a cell is []. */
static frit_status give_part(frit_script *script, Value v, frit_value **out, Env *env) {
    Value part = value_hold(v);
    if (v.kind == VALUE_NONE && !value_empty(session_interp(script->session), &part))
        return script_failure(script, FRIT_ERR_SCRIPT, env);
    return script_give(script, part, out, env);
}

frit_status frit_value_item(frit_value *value, int64_t index, frit_value **out, frit_error *error) {
    LOOK(value, out);
    *out = NULL;
    Value v = value->value, part;
    if (index < 0 || index >= frit_value_count(value))
        return wrong(&env, "there is no element of that number");
    if (v.kind == VALUE_CELL)
        return give_part(script, VALUE_CELL_OF(v)->at[index], out, &env);
    if (v.kind == VALUE_MAP)
        return give_part(script, VALUE_MAP_OF(v)->at[index].value, out, &env);
    if (v.kind == VALUE_FUNCTION)
        return wrong(&env, "a function has no elements");
    if (!value_element(in, v, index, &part))
        return script_failure(script, FRIT_ERR_SCRIPT, &env);
    return script_give(script, part, out, &env);
}

const char *frit_value_field_name(const frit_value *value, uint32_t index) {
    if (!value || value->value.kind != VALUE_STRUCT)
        return NULL;
    const Struct *s = VALUE_STRUCT_OF(value->value);
    return index < s->fields ? s->names[index] : NULL;
}

frit_status frit_value_field(frit_value *value, int64_t index, const char *name, frit_value **out,
                             frit_error *error) {
    LOOK(value, out);
    (void)in;
    *out = NULL;
    if (value->value.kind != VALUE_STRUCT || !name)
        return wrong(&env, "the value is no struct");
    const Struct *s = VALUE_STRUCT_OF(value->value);
    int32_t field = value_field_index(s, name);
    if (field < 0 || index < 0 || index >= s->count)
        return wrong(&env, "the struct has no such field or element");
    return give_part(script, s->at[field][index], out, &env);
}

frit_status frit_value_key(frit_value *value, int64_t index, frit_value **out, frit_error *error) {
    LOOK(value, out);
    *out = NULL;
    if (value->value.kind != VALUE_MAP || index < 0 || index >= frit_value_count(value))
        return wrong(&env, "there is no key of that number");
    const Map *map = VALUE_MAP_OF(value->value);
    const MapEntry *entry = &map->at[index];
    Value key = value_double(entry->number);
    if (!map->numeric && !value_text(in, entry->text, entry->len, false, &key))
        return script_failure(script, FRIT_ERR_SCRIPT, &env);
    return script_give(script, key, out, &env);
}

/* ---- making */

#define MAKE(script_, out)                                                        \
    frit_error scratch;                                                           \
    if (!(script_) || !(out))                                                     \
        return api_missing(error, FRIT_STAGE_NONE, (script_) ? "out" : "script"); \
    *(out) = NULL;                                                                \
    Interp *in = session_interp((script_)->session);                              \
    Env env = script_env(script_, error, &scratch);                               \
    interp_clear_error(in)

static bool class_named(const char *name, ValueClass *out, Env *env) {
    if (name && class_from_name(name, out))
        return true;
    return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_NONE, "there is no class %.40s",
                    name ? name : "(none)");
}

frit_status frit_value_new_number(frit_script *script, const char *class_name, double number,
                                  frit_value **out, frit_error *error) {
    MAKE(script, out);
    (void)in;
    ValueClass class_;
    if (!class_named(class_name, &class_, &env))
        return api_status(&env, false);
    return script_give(script, value_number(class_, number), out, &env);
}

/* A shape of the host's, with two extents at least. */
static bool shape_of(uint32_t rank, const int64_t *extents, Shape *out, Env *env) {
    if (rank > 0 && !extents)
        return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_NONE, "the extents are missing");
    if (rank > VALUE_RANK_MAX)
        return env_fail(env, FRIT_ERR_LIMIT, FRIT_STAGE_NONE, "a value has at most %d dimensions",
                        VALUE_RANK_MAX);
    *out = shape_make(1, 1);
    out->rank = rank > 2 ? rank : 2;
    for (uint32_t k = 0; k < rank; k++) {
        if (extents[k] < 0)
            return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_NONE, "an extent is negative");
        out->at[k] = extents[k];
    }
    shape_trim(out);
    return true;
}

frit_status frit_value_new_array(frit_script *script, const char *class_name, bool is_complex,
                                 uint32_t rank, const int64_t *shape, const void *data,
                                 frit_value **out, frit_error *error) {
    MAKE(script, out);
    ValueClass class_;
    Shape extents;
    Array *array;
    if (!class_named(class_name, &class_, &env) || !shape_of(rank, shape, &extents, &env))
        return api_status(&env, false);
    if (is_complex && !class_is_float(class_))
        return wrong(&env, "only double and single are complex");
    if (!value_array_new(in, class_, is_complex, &extents, &array))
        return script_failure(script, FRIT_ERR_SCRIPT, &env);
    size_t bytes = class_size(class_) * (is_complex ? 2 : 1) * (size_t)array->count;
    if (data && bytes > 0)
        memcpy(array->data, data, bytes);
    Value v = value_of_array(array);
    if (value_simplify(in, &v))
        return script_give(script, v, out, &env);
    value_drop(in, v);
    return script_failure(script, FRIT_ERR_SCRIPT, &env);
}

/* The class that elements of an array are; CLASS_COUNT: none. */
static ValueClass class_of_array(const frit_array *array) {
    static const struct {
        const char *type;
        ValueClass class_;
    } rows[] = {{"f64", CLASS_DOUBLE},  {"c128", CLASS_DOUBLE}, {"f32", CLASS_SINGLE},
                {"c64", CLASS_SINGLE},  {"i8", CLASS_INT8},     {"i16", CLASS_INT16},
                {"i32", CLASS_INT32},   {"i64", CLASS_INT64},   {"u8", CLASS_UINT8},
                {"u16", CLASS_UINT16},  {"u32", CLASS_UINT32},  {"u64", CLASS_UINT64},
                {"bool", CLASS_LOGICAL}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].type, frit_array_type(array)) == 0)
            return rows[i].class_;
    return CLASS_COUNT;
}

frit_status frit_value_from_array(frit_script *script, frit_array *array, const char *class_name,
                                  frit_value **out, frit_error *error) {
    MAKE(script, out);
    ValueClass class_ = array ? class_of_array(array) : CLASS_COUNT;
    Value v;
    if (!array || class_ == CLASS_COUNT)
        return wrong(&env, "scripts have no class for the array's elements");
    if (class_name && !class_named(class_name, &class_, &env))
        return api_status(&env, false);
    frit_array_retain(array);
    if (!value_from_frit(in, array, class_, &v))
        return script_failure(script, FRIT_ERR_SCRIPT, &env);
    return script_give(script, v, out, &env);
}

frit_status frit_value_new_text(frit_script *script, const char *text, size_t len, frit_value **out,
                                frit_error *error) {
    MAKE(script, out);
    Value v;
    if (!text && len)
        return api_missing(error, FRIT_STAGE_NONE, "text");
    if (!value_text(in, text ? text : "", text ? len : 0, false, &v))
        return script_failure(script, FRIT_ERR_SCRIPT, &env);
    return script_give(script, v, out, &env);
}

frit_status frit_value_new_cell(frit_script *script, uint32_t rank, const int64_t *shape,
                                frit_value **out, frit_error *error) {
    MAKE(script, out);
    Shape extents;
    Value v;
    if (!shape_of(rank, shape, &extents, &env))
        return api_status(&env, false);
    if (!value_cell_new(in, &extents, &v))
        return script_failure(script, FRIT_ERR_SCRIPT, &env);
    return script_give(script, v, out, &env);
}

frit_status frit_value_new_struct(frit_script *script, frit_value **out, frit_error *error) {
    MAKE(script, out);
    Value v;
    if (!value_struct_new(in, &v))
        return script_failure(script, FRIT_ERR_SCRIPT, &env);
    return script_give(script, v, out, &env);
}

/* May the host change it: does nobody else have it? */
static bool is_own(const frit_value *value, const frit_value *item, ValueKind kind, Env *env) {
    if (value->value.kind == kind && value->value.as.object->refs == 1 && value->refs == 1 &&
        item->script == value->script)
        return true;
    return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_NONE,
                    "the value is not one that can be changed");
}

frit_status frit_value_set_item(frit_value *cell, int64_t index, const frit_value *item,
                                frit_error *error) {
    LOOK(cell, item);
    if (!is_own(cell, item, VALUE_CELL, &env))
        return api_status(&env, false);
    Cell *c = VALUE_CELL_OF(cell->value);
    if (index < 0 || index >= c->count)
        return wrong(&env, "there is no element of that number");
    (void)script;
    value_drop(in, c->at[index]);
    c->at[index] = value_hold(item->value);
    return FRIT_OK;
}

frit_status frit_value_set_field(frit_value *structure, const char *name, const frit_value *item,
                                 frit_error *error) {
    LOOK(structure, item);
    if (!name)
        return api_missing(error, FRIT_STAGE_NONE, "name");
    if (!is_own(structure, item, VALUE_STRUCT, &env))
        return api_status(&env, false);
    if (!value_assign_field(in, &structure->value, name, item->value))
        return script_failure(script, FRIT_ERR_SCRIPT, &env);
    return FRIT_OK;
}
