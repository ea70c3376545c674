/* containers.Map and its methods. */
#include <stdio.h>

#include "front/script/builtin/give.h"
#include "front/script/value/index.h"

/* ------------------------------------------------------------------------------------ making */

/* What the arguments of containers.Map say. */
typedef struct MapArguments {
    Value keys, values; /* lent; keys NONE: there are none */
    char key_type[12], value_type[12];
    bool typed;   /* by 'KeyType' and 'ValueType' */
    bool uniform; /* values may all be of one class */
} MapArguments;

static bool is_key_type(const char *name) {
    ValueClass class_;
    return class_from_name(name, &class_) && class_ != CLASS_LOGICAL;
}

static bool is_value_type(const char *name) {
    ValueClass class_;
    return !strcmp(name, "any") || class_from_name(name, &class_);
}

/* 'KeyType', k, 'ValueType', v, 'UniformValues', u from argument `at` on. */
static bool read_options(Interp *in, const BuiltinCall *call, uint32_t at, MapArguments *m) {
    char word[WORD_TEXT];
    for (; at + 1 < call->argc; at += 2) {
        bool key = argument_is_word(call, at, "keytype");
        if (key || argument_is_word(call, at, "valuetype")) {
            if (!value_word(call->args[at + 1], word) ||
                !(key ? is_key_type(word) : is_value_type(word)))
                return interp_fail(in, "containers.Map: unsupported %s",
                                   key ? "KeyType" : "ValueType");
            snprintf(key ? m->key_type : m->value_type, sizeof m->key_type, "%.11s", word);
            m->typed = true;
        } else if (argument_is_word(call, at, "uniformvalues")) {
            TRY(value_is_true(in, call->args[at + 1], &m->uniform));
            if (!m->uniform)
                snprintf(m->value_type, sizeof m->value_type, "any");
        } else {
            return interp_fail(in, "containers.Map: missing option");
        }
    }
    return at == call->argc || interp_fail(in, "containers.Map: the number of keys and values "
                                               "must match");
}

static bool is_option(const BuiltinCall *call, uint32_t k) {
    return argument_is_word(call, k, "keytype") || argument_is_word(call, k, "valuetype") ||
           argument_is_word(call, k, "uniformvalues");
}

/* The class of all keys: that of texts, or of numbers. */
static bool key_class(Interp *in, Value keys, char type[12]) {
    if (keys.kind != VALUE_CELL) {
        ValueClass class_ = value_class(keys);
        bool fits = class_ != CLASS_COUNT && !value_is_complex(keys) && class_ != CLASS_LOGICAL;
        if (value_is_char(keys))
            fits = value_is_text(keys);
        snprintf(type, 12, "%s", fits ? class_name(class_) : "double");
        return fits || interp_fail(in, "containers.Map: unsupported KeyType");
    }
    const Cell *cell = VALUE_CELL_OF(keys);
    int64_t texts = 0, doubles = 0;
    bool same = true;
    for (int64_t k = 0; k < cell->count; k++) {
        texts += value_is_text(cell->at[k]);
        doubles += value_is_numeric(cell->at[k]) && value_is_scalar(cell->at[k]);
        same = same && value_class(cell->at[k]) == value_class(cell->at[0]);
    }
    if (texts == cell->count)
        snprintf(type, 12, "char");
    else if (doubles == cell->count)
        snprintf(type, 12, "%s", same ? class_name(value_class(cell->at[0])) : "double");
    else if (texts)
        return interp_fail(in, "containers.Map: when using multiple key types, all types must be "
                               "numeric");
    else
        return interp_fail(in, "containers.Map: unsupported KeyType");
    return true;
}

/* The class of all values, or "any". */
static void value_class_of(const MapArguments *m, int64_t count, char type[12]) {
    int64_t texts = 0, numbers = 0, logicals = 0;
    const Cell *cell = m->values.kind == VALUE_CELL ? VALUE_CELL_OF(m->values) : NULL;
    if (!cell) {
        bool number = value_is_numeric(m->values) && (count > 1 || value_is_scalar(m->values));
        snprintf(type, 12, "%s",
                 number                                    ? class_name(value_class(m->values))
                 : value_is_text(m->values)                ? "char"
                 : value_class(m->values) == CLASS_LOGICAL ? "logical"
                                                           : "any");
        return;
    }
    ValueClass first = count ? value_class(cell->at[0]) : CLASS_COUNT;
    bool same = true;
    for (int64_t k = 0; k < cell->count; k++) {
        Value v = cell->at[k];
        texts += value_is_text(v);
        numbers += value_is_numeric(v) && value_is_scalar(v);
        logicals += value_class(v) == CLASS_LOGICAL && value_is_scalar(v);
        same = same && value_class(v) == first;
    }
    const char *name = "any";
    if (texts == cell->count)
        name = "char";
    else if (numbers == cell->count)
        name = same ? class_name(first) : "double";
    else if (logicals == cell->count)
        name = "logical";
    snprintf(type, 12, "%s", name);
}

static bool fill_map(Interp *in, Map *map, const MapArguments *m, int64_t count, bool single) {
    for (int64_t k = 0; k < count; k++) {
        Value key = value_none(), v = value_none();
        bool ok = single && m->keys.kind != VALUE_CELL
                      ? (key = value_hold(m->keys), true)
                      : (m->keys.kind == VALUE_CELL
                             ? hold_element(in, VALUE_CELL_OF(m->keys)->at[k], &key)
                             : value_element(in, m->keys, k, &key));
        if (ok && single && m->keys.kind != VALUE_CELL)
            v = value_hold(m->values);
        else if (ok)
            ok = m->values.kind == VALUE_CELL
                     ? hold_element(in, VALUE_CELL_OF(m->values)->at[k], &v)
                     : value_element(in, m->values, k, &v);
        ok = ok && value_map_set(in, map, key, v);
        value_drop(in, key);
        value_drop(in, v);
        TRY(ok);
    }
    return true;
}

bool builtin_map(Interp *in, BuiltinCall *call) {
    MapArguments m = {.key_type = "char", .value_type = "any", .uniform = true};
    Value out;
    bool options = call->argc && is_option(call, 0) && (call->argc > 2 || call->argc == 2);
    if (call->argc == 0 || options) {
        TRY(read_options(in, call, 0, &m));
        return value_map_new(in, m.key_type, m.value_type, &out) && give(call, out);
    }
    if (call->argc < 2)
        return interp_fail(in, "containers.Map: the number of keys and values must match");
    m.keys = call->args[0];
    m.values = call->args[1];
    bool single = value_is_text(m.keys) || value_count(m.keys) == 1;
    int64_t count = single ? 1 : value_count(m.keys);
    if (count == 0)
        return interp_fail(in, "containers.Map: empty keys are not allowed");
    int64_t given = single && m.keys.kind != VALUE_CELL ? 1
                    : m.values.kind == VALUE_CELL || value_has_elements(m.values)
                        ? value_count(m.values)
                        : 1;
    if (given != count || (m.values.kind == VALUE_CELL && value_count(m.values) == 0))
        return interp_fail(in, "containers.Map: the number of keys and values must match");
    TRY(key_class(in, m.keys, m.key_type));
    value_class_of(&m, count, m.value_type);
    TRY(read_options(in, call, 2, &m));
    TRY(value_map_new(in, m.key_type, m.value_type, &out));
    if (!fill_map(in, VALUE_MAP_OF(out), &m, count, single)) {
        value_drop(in, out);
        return false;
    }
    return give(call, out);
}

/* ------------------------------------------------------------------------------------ methods */

static bool need_map(Interp *in, const BuiltinCall *call) {
    return call->args[0].kind == VALUE_MAP ||
           interp_fail_id(in, "Octave:undefined-function", "'%s' undefined", call->name);
}

bool builtin_keys(Interp *in, BuiltinCall *call) {
    Value out;
    return need_map(in, call) && value_map_list(in, VALUE_MAP_OF(call->args[0]), true, &out) &&
           give(call, out);
}

bool builtin_values(Interp *in, BuiltinCall *call) {
    Value out;
    TRY(need_map(in, call));
    Map *map = VALUE_MAP_OF(call->args[0]);
    if (call->argc < 2)
        return value_map_list(in, map, false, &out) && give(call, out);
    if (call->args[1].kind != VALUE_CELL)
        return interp_fail(in, "containers.Map: input argument 'keySet' must be a cell");
    const Cell *keys = VALUE_CELL_OF(call->args[1]);
    TRY(value_cell_new(in, &keys->shape, &out));
    for (int64_t k = 0; k < keys->count; k++) {
        bool ok = false;
        char *text;
        size_t len;
        bool other = map->numeric && value_is_text(keys->at[k]);
        const MapEntry *entry = other ? NULL : value_map_find(in, map, keys->at[k], &ok);
        ok = ok || other;
        if (entry) {
            VALUE_CELL_OF(out)->at[k] = value_hold(entry->value);
            continue;
        }
        if (ok && value_is_text(keys->at[k]) &&
            value_to_text(in, keys->at[k], "a key must be text", &text, &len)) {
            interp_fail(in, "containers.Map: key <%s> does not exist", text);
            release_text(in, text, len);
        } else if (ok) {
            value_map_missing(in, keys->at[k]);
        }
        value_drop(in, out);
        return false;
    }
    return give(call, out);
}

/* Is it a key? What could be none is none. */
static bool has_key(Interp *in, Map *map, Value key, bool *out) {
    bool ok;
    *out = value_map_find(in, map, key, &ok) != NULL;
    if (!ok) {
        if (in->failure.no_memory)
            return false;
        interp_clear_error(in);
    }
    return true;
}

bool builtin_iskey(Interp *in, BuiltinCall *call) {
    bool yes;
    TRY(need_map(in, call));
    Map *map = VALUE_MAP_OF(call->args[0]);
    if (call->args[1].kind != VALUE_CELL)
        return has_key(in, map, call->args[1], &yes) && give(call, value_logical(yes));
    const Cell *keys = VALUE_CELL_OF(call->args[1]);
    Array *out;
    TRY(value_array_new(in, CLASS_LOGICAL, false, &keys->shape, &out));
    for (int64_t k = 0; k < keys->count; k++) {
        if (!has_key(in, map, keys->at[k], &yes)) {
            array_drop(in, out);
            return false;
        }
        ((unsigned char *)out->data)[k] = yes;
    }
    Value v = value_of_array(out);
    return value_simplify(in, &v) && give(call, v);
}

bool builtin_map_remove(Interp *in, BuiltinCall *call) {
    TRY(need_map(in, call));
    Map *map = VALUE_MAP_OF(call->args[0]);
    Value keys = call->args[1];
    if (keys.kind == VALUE_CELL)
        for (int64_t k = 0; k < VALUE_CELL_OF(keys)->count; k++)
            TRY(value_map_remove(in, map, VALUE_CELL_OF(keys)->at[k]));
    else
        TRY(value_map_remove(in, map, keys));
    return give(call, value_hold(call->args[0]));
}

/* ismethod(map, name) */
bool builtin_ismethod(Interp *in, BuiltinCall *call) {
    static const char *const names[] = {"isKey", "keys", "length", "numel", "remove", "values"};
    bool yes = false;
    (void)in;
    for (size_t k = 0; call->args[0].kind == VALUE_MAP && k < sizeof names / sizeof *names; k++)
        yes = yes || value_is_word(call->args[1], names[k]);
    return give(call, value_logical(yes));
}

bool builtin_methods(Interp *in, BuiltinCall *call) {
    static const char *const names[] = {"isKey", "keys", "length", "numel", "remove", "values"};
    Value out;
    if (call->args[0].kind != VALUE_MAP)
        return interp_fail(in, "methods: invalid input argument");
    return cell_of_texts(in, names, sizeof names / sizeof *names, true, &out) && give(call, out);
}

/* __object__(class, properties) */
bool builtin_object(Interp *in, BuiltinCall *call) {
    char name[WORD_TEXT];
    const char *class_name = value_word(call->args[0], name) ? object_class_name(name) : NULL;
    Value out, key;
    if (!class_name || call->args[1].kind != VALUE_STRUCT || value_count(call->args[1]) != 1)
        return fail_call(in, call);
    const Struct *s = VALUE_STRUCT_OF(call->args[1]);
    TRY(value_map_new(in, "char", "any", &out));
    bool ok = true;
    for (uint32_t f = 0; ok && f < s->fields; f++) {
        ok = value_text(in, s->names[f], strlen(s->names[f]), false, &key);
        if (ok) {
            ok = value_map_set(in, VALUE_MAP_OF(out), key, s->at[f][0]);
            value_drop(in, key);
        }
    }
    if (!ok) {
        value_drop(in, out);
        return false;
    }
    VALUE_MAP_OF(out)->class_name = class_name;
    return give(call, out);
}
