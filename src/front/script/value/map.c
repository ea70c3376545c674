/* containers.Map: entries sorted by key. */
#include <math.h>
#include <stdio.h>

#include "front/script/value/index.h"
#include "front/script/value/objects.h"
#include "front/script/value/turn.h"

bool value_map_new(Interp *in, const char *key_type, const char *value_type, Value *out) {
    Map *map = object_new(in, VALUE_MAP, sizeof *map);
    if (!map)
        return false;
    snprintf(map->key_type, sizeof map->key_type, "%s", key_type);
    snprintf(map->value_type, sizeof map->value_type, "%s", value_type);
    map->numeric = strcmp(key_type, "char") != 0;
    *out = (Value){.kind = VALUE_MAP, .as.object = &map->head};
    return true;
}

static void key_free(Interp *in, MapEntry *entry) {
    if (entry->text)
        interp_release(in, entry->text, entry->len + 1);
}

void map_free(Interp *in, Map *map) {
    for (int64_t k = 0; k < map->count; k++) {
        key_free(in, &map->at[k]);
        value_drop(in, map->at[k].value);
    }
    interp_release(in, map->at, (size_t)map->room * sizeof *map->at);
    interp_release(in, map, sizeof *map);
}

/* ---------------------------------------------------------------------------------------- keys */

/* The key as an entry without a value. Text is its own copy. */
static bool read_key(Interp *in, const Map *map, Value key, MapEntry *out) {
    *out = (MapEntry){0};
    if (key.kind == VALUE_COLON && !map->numeric) {
        out->text = text_copy(in, ":", out->len = 1);
        return out->text != NULL;
    }
    bool fits = map->numeric ? !value_is_char(key) && value_class(key) != CLASS_COUNT &&
                                   !value_is_complex(key) && value_is_scalar(key)
                             : value_is_text(key);
    if (!fits)
        return interp_fail(in, "containers.Map: "
                               "specified key type does not match the type of this container");
    if (!map->numeric)
        return value_to_text(in, key, "containers.Map: the key is no text", &out->text, &out->len);
    ValueClass class_;
    TRY(value_to_double(in, key, "containers.Map", &out->number));
    if (class_from_name(map->key_type, &class_) && class_ != CLASS_INT64 && class_ != CLASS_UINT64)
        out->number = value_number(class_, out->number).as.number;
    return true;
}

/* As sort has them: NaN is behind all numbers. */
static int compare_keys(const Map *map, const MapEntry *a, const MapEntry *b) {
    if (map->numeric) {
        if (isnan(a->number) || isnan(b->number))
            return isnan(a->number) - isnan(b->number);
        return (a->number > b->number) - (a->number < b->number);
    }
    size_t len = a->len < b->len ? a->len : b->len;
    int order = memcmp(a->text, b->text, len);
    return order ? order : (a->len > b->len) - (a->len < b->len);
}

/* Where the key is, or would be. */
static int64_t map_place(const Map *map, const MapEntry *key, bool *found) {
    int64_t low = 0, high = map->count;
    *found = false;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        int order = compare_keys(map, &map->at[middle], key);
        if (order == 0) {
            *found = true;
            return middle;
        }
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

MapEntry *value_map_find(Interp *in, Map *map, Value key, bool *ok) {
    MapEntry wanted;
    *ok = read_key(in, map, key, &wanted);
    if (!*ok)
        return NULL;
    bool found;
    int64_t place = map_place(map, &wanted, &found);
    key_free(in, &wanted);
    return found ? &map->at[place] : NULL;
}

bool value_map_missing(Interp *in, Value key) {
    char *text;
    size_t len;
    double number;
    if (key.kind == VALUE_COLON)
        return interp_fail(in, "containers.Map: specified key <:> does not exist");
    if (!value_is_char(key)) {
        TRY(value_to_double(in, key, "containers.Map", &number));
        return interp_fail(in, "containers.Map: specified key <%g> does not exist", number);
    }
    TRY(value_to_text(in, key, "containers.Map: the key is no text", &text, &len));
    interp_fail(in, "containers.Map: specified key <%s> does not exist", text);
    interp_release(in, text, len + 1);
    return false;
}

/* ------------------------------------------------------------------------------------- changes */

/* The value as the map's type has it. */
static bool read_value(Interp *in, const Map *map, Value v, Value *out) {
    ValueClass class_;
    bool any = !strcmp(map->value_type, "any"), fits = true;
    if (any) {
        *out = value_hold(v);
        return true;
    }
    if (!class_from_name(map->value_type, &class_))
        fits = false;
    else if (class_ == CLASS_CHAR)
        fits = value_is_text(v);
    else
        fits = (value_is_numeric(v) || value_class(v) == CLASS_LOGICAL) && value_is_scalar(v);
    if (!fits)
        return interp_fail(
            in, "containers.Map: specified value type does not match the type of this container");
    return value_cast(in, v, class_, out);
}

static bool map_grow(Interp *in, Map *map) {
    if (map->count < map->room)
        return true;
    int64_t room = grow_room(map->count, map->count + 1);
    MapEntry *at =
        interp_resize(in, map->at, (size_t)map->room * sizeof *at, (size_t)room * sizeof *at);
    if (!at)
        return false;
    map->at = at;
    map->room = room;
    return true;
}

bool value_map_set(Interp *in, Map *map, Value key, Value v) {
    MapEntry entry;
    bool found;
    TRY(turn_refuse(in) && read_key(in, map, key, &entry));
    if (!read_value(in, map, v, &entry.value) || !map_grow(in, map)) {
        value_drop(in, entry.value);
        key_free(in, &entry);
        return false;
    }
    int64_t place = map_place(map, &entry, &found);
    if (found) {
        Value old = map->at[place].value;
        map->at[place].value = entry.value;
        key_free(in, &entry);
        value_drop(in, old);
        return true;
    }
    memmove(map->at + place + 1, map->at + place, (size_t)(map->count - place) * sizeof *map->at);
    map->at[place] = entry;
    map->count++;
    return true;
}

bool value_map_remove(Interp *in, Map *map, Value key) {
    MapEntry wanted;
    bool found;
    TRY(turn_refuse(in) && read_key(in, map, key, &wanted));
    int64_t place = map_place(map, &wanted, &found);
    key_free(in, &wanted);
    if (!found)
        return true;
    MapEntry old = map->at[place];
    map->count--;
    memmove(map->at + place, map->at + place + 1, (size_t)(map->count - place) * sizeof *map->at);
    key_free(in, &old);
    value_drop(in, old.value);
    return true;
}

/* ---------------------------------------------------------------------------------- its fields */

static bool entry_key(Interp *in, const Map *map, const MapEntry *entry, Value *out) {
    ValueClass class_ = CLASS_DOUBLE;
    if (!map->numeric)
        return value_row_text(in, entry->text, entry->len, false, out);
    class_from_name(map->key_type, &class_);
    *out = value_number(class_, entry->number);
    return true;
}

bool value_map_list(Interp *in, const Map *map, bool keys, Value *out) {
    Shape shape = shape_make(1, map->count);
    TRY(value_cell_new(in, &shape, out));
    Cell *cell = VALUE_CELL_OF(*out);
    for (int64_t k = 0; k < map->count; k++) {
        if (!keys) {
            cell->at[k] = value_hold(map->at[k].value);
        } else if (!entry_key(in, map, &map->at[k], &cell->at[k])) {
            cell->at[k] = value_none();
            value_clear(in, out);
            return false;
        }
    }
    return true;
}

static MapEntry *property(const Map *map, const char *name);

bool value_map_property(Interp *in, const Map *map, const char *name, Value *out) {
    if (map->class_name) {
        const MapEntry *entry = property(map, name);
        if (!entry)
            return interp_fail(in, "subsref: unknown method or property: %s", name);
        *out = value_hold(entry->value);
        return true;
    }
    if (!strcmp(name, "Count") || !strcmp(name, "length") || !strcmp(name, "numel")) {
        *out = value_double((double)map->count);
        return true;
    }
    if (!strcmp(name, "KeyType"))
        return value_text(in, map->key_type, strlen(map->key_type), false, out);
    if (!strcmp(name, "ValueType"))
        return value_text(in, map->value_type, strlen(map->value_type), false, out);
    if (!strcmp(name, "keys") || !strcmp(name, "values"))
        return value_map_list(in, map, name[0] == 'k', out);
    if (!strcmp(name, "isempty")) {
        *out = value_logical(map->count == 0);
        return true;
    }
    return interp_fail(in, "containers.Map: unknown property '%s'", name);
}

bool value_maps_joined(Interp *in, const Value *maps, uint32_t n, Value *out) {
    const Map *first = VALUE_MAP_OF(maps[0]);
    bool same = true;
    for (uint32_t k = 0; k < n; k++) {
        if (maps[k].kind != VALUE_MAP)
            return interp_fail(in, "containers.Map/vertcat method failed");
        same = same && !strcmp(VALUE_MAP_OF(maps[k])->value_type, first->value_type);
        if (VALUE_MAP_OF(maps[k])->numeric != first->numeric)
            return interp_fail(in, "containers.Map: when using multiple key types, all types must "
                                   "be numeric");
    }
    TRY(value_map_new(in, first->key_type, same ? first->value_type : "any", out));
    bool ok = true;
    for (uint32_t k = 0; k < n; k++) {
        const Map *map = VALUE_MAP_OF(maps[k]);
        for (int64_t e = 0; ok && e < map->count; e++) {
            Value key;
            ok = entry_key(in, map, &map->at[e], &key);
            if (ok) {
                ok = value_map_set(in, VALUE_MAP_OF(*out), key, map->at[e].value);
                value_drop(in, key);
            }
        }
    }
    if (!ok)
        value_clear(in, out);
    return ok;
}

/* ------------------------------------------------------------------------------------- methods */

static const char *const methods[] = {"isKey", "isempty", "keys",  "length",
                                      "numel", "remove",  "values"};

const char *object_class_name(const char *name) {
    static const char *const names[] = {"inputParser"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (!strcmp(name, names[k]))
            return names[k];
    return NULL;
}

static MapEntry *property(const Map *map, const char *name) {
    for (int64_t k = 0; k < map->count; k++)
        if (!strcmp(map->at[k].text, name))
            return &map->at[k];
    return NULL;
}

bool value_set_property(Interp *in, Map *map, const char *name, Value v) {
    MapEntry *entry = property(map, name);
    if (!entry)
        return interp_fail(in, "subsasgn: unknown property: %s", name);
    Value old = entry->value;
    entry->value = value_hold(v);
    value_drop(in, old);
    return true;
}

bool value_has_method(const Map *map, const char *name) {
    if (map->class_name)
        return !property(map, name);
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++)
        if (!strcmp(name, methods[k]))
            return true;
    return false;
}

static void method_free(Interp *in, void *code) {
    Map *map = code;
    value_drop(in, (Value){.kind = VALUE_MAP, .as.object = &map->head});
}

static bool method_print(Interp *in, void *code, Str *out) {
    (void)in, (void)code;
    str_puts(out, "method of containers.Map");
    return true;
}

static bool method_equal(void *a, void *b) {
    return a == b;
}

static const FunctionCalls method_calls = {method_free, method_print, method_equal};

bool value_map_method(Interp *in, Value map, const char *name, Value *out) {
    TRY(value_function_new(in, name, VALUE_MAP_OF(map), &method_calls, out));
    value_hold(map);
    return true;
}

Value value_of_method(const Function *function) {
    if (function->calls != &method_calls)
        return value_none();
    Map *map = function->code;
    return (Value){.kind = VALUE_MAP, .as.object = &map->head};
}
