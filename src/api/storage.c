/* Storages and the arrays that view them: making, counting, comparing places. */
#include <string.h>

#include "api/record.h"

/* ---- shapes */

bool row_major(uint32_t rank, const int64_t *shape, int64_t item, int64_t *strides,
               uint64_t *size) {
    int64_t bytes = item;
    bool empty = false;
    for (uint32_t k = 0; k < rank; k++)
        empty |= shape[k] == 0;
    for (uint32_t k = rank; k-- > 0;) {
        strides[k] = bytes;
        if (!empty && __builtin_mul_overflow(bytes, shape[k], &bytes))
            return false;
    }
    *size = empty ? 0 : (uint64_t)bytes;
    return true;
}

uint64_t array_count(const frit_array *a) {
    uint64_t n = 1;
    for (uint32_t k = 0; k < a->rank; k++)
        n *= (uint64_t)a->shape[k];
    return n;
}

/* ---- storages */

bool storage_alloc(Env *env, Storage *s) {
    Device *device = s->recorder->machine->device;
    s->data = device->kind->take(env, device, s->size);
    return s->data != NULL;
}

void storage_release(Storage *s) {
    Device *device = s->recorder->machine->device;
    if (s->data)
        device->kind->give(device, s->data, s->size);
    s->data = NULL;
}

frit_device storage_device(const Storage *s) {
    return s->host ? (frit_device){0, 0} : device_id(s->recorder->machine->device);
}

Storage *storage_make(Env *env, Recorder *r, uint64_t size) {
    if (!vec_reserve(env, &r->storages, (uint64_t)r->storages.len + 1))
        return NULL;
    Storage *s = env_new(env, sizeof *s);
    if (!s)
        return NULL;
    s->recorder = r;
    s->size = size;
    s->whole = s->argument = NO_VAR;
    s->waits = UINT32_MAX;
    s->place = r->storages.len;
    r->storages.at[r->storages.len++] = s;
    return s;
}

bool storage_wait(Env *env, Storage *s, VarId whole) {
    Recorder *r = s->recorder;
    s->whole = whole;
    s->waits = r->waiting.len;
    if (vec_push(env, &r->waiting, s))
        return true;
    s->waits = UINT32_MAX;
    return false;
}

void storage_settle(Storage *s) {
    Recorder *r = s->recorder;
    if (s->waits == UINT32_MAX)
        return;
    Storage *last = r->waiting.at[--r->waiting.len];
    r->waiting.at[s->waits] = last;
    last->waits = s->waits;
    s->waits = UINT32_MAX;
}

static void storage_free(Storage *s) {
    Recorder *r = s->recorder;
    storage_settle(s);
    Storage *last = r->storages.at[--r->storages.len];
    r->storages.at[s->place] = last;
    last->place = s->place;
    r->n_external -= s->external;
    if (s->external && s->release)
        s->release(s->release_user);
    else if (!s->external)
        storage_release(s);
    env_free(&r->allocator, s, sizeof *s);
}

void storage_drop(Storage *s) {
    if (s->refs > 1)
        s->refs--;
    else
        storage_free(s);
}

/* ---- arrays */

/* Puts the text of a type that has no name of its own behind an array's numbers. */
static bool print_elem(Env *env, const Recorder *r, TypeId elem, Str *out) {
    *out = str_make(env);
    if (type_get(&r->tables->types, elem)->kind != TYPE_SCALAR)
        type_print(out, &r->tables->strings, &r->tables->types, elem);
    return str_ok(out);
}

static void set_layout(frit_array *a, uint32_t rank, const int64_t *shape, const int64_t *strides,
                       const Str *type) {
    a->shape = (int64_t *)(a + 1);
    a->strides = a->shape + rank;
    if (rank) {
        memcpy(a->shape, shape, rank * sizeof *shape);
        memcpy(a->strides, strides, rank * sizeof *strides);
    }
    char *text = (char *)(a->strides + rank);
    if (type->len) {
        memcpy(text, type->data, type->len + 1);
        a->type = text;
    } else {
        a->type = dtype_info(type_dtype(&a->recorder->tables->types, a->elem))->name;
    }
}

frit_array *array_make(Env *env, Recorder *r, Storage *storage, TypeId elem, uint32_t rank,
                       const int64_t *shape, const int64_t *strides, int64_t offset) {
    Str type;
    bool ok = print_elem(env, r, elem, &type);
    size_t bytes = sizeof(frit_array) + 2 * rank * sizeof(int64_t) + type.len + 1;
    frit_array *a = ok ? env_resize(env, NULL, 0, bytes) : NULL;
    if (a) {
        *a = (frit_array){.recorder = r,
                          .storage = storage,
                          .refs = 1,
                          .users = 1,
                          .rank = rank,
                          .elem = elem,
                          .item_size = (uint32_t)type_elem_size(&r->tables->types, elem),
                          .read_only = storage->read_only,
                          .offset = offset,
                          .bytes = bytes,
                          .var = NO_VAR};
        set_layout(a, rank, shape, strides, &type);
        storage->refs++;
        r->n_arrays++;
        if (r->scopes.len)
            array_enter_scope(a);
    }
    str_free(&type);
    return a;
}

void array_hold(frit_array *a) {
    a->refs++;
}

static void array_free(frit_array *a) {
    Recorder *r = a->recorder;
    if (a->scope)
        array_leave_scope(a);
    storage_drop(a->storage);
    env_free(&r->allocator, a, a->bytes);
    if (--r->n_arrays == 0 && !r->context)
        recorder_bury(r);
}

void array_drop(frit_array *a) {
    while (a && --a->refs == 0) {
        frit_array *base = a->base;
        if (a->recorder->busy) {
            a->next_dropped = a->recorder->dropped;
            a->recorder->dropped = a;
            return;
        }
        array_free(a);
        a = base;
    }
}

void recorder_sweep(Recorder *r) {
    while (r->dropped) {
        frit_array *a = r->dropped;
        r->dropped = a->next_dropped;
        a->refs = 1;
        array_drop(a); /* and what it is a view of; a release may come back here */
    }
}

void frit_array_retain(frit_array *array) {
    if (!array || array->users == 0)
        return;
    array->users++;
    array->refs++;
}

void frit_array_free(frit_array *array) {
    if (!array || array->users == 0) /* the recording may still hold what the host freed before */
        return;
    if (--array->users == 0 && array->scope)
        array_leave_scope(array);
    array_drop(array);
}

void array_set_var(frit_array *a, VarId var) {
    a->var = var;
    a->epoch = a->recorder->epoch;
    a->version = a->storage->version;
}

/* ---- what lies there */

/* Written through the Copy. NOLINTNEXTLINE(readability-non-const-parameter) */
bool array_copy_out(Env *env, const frit_array *a, char *to) {
    int64_t dense[MAX_RANK];
    uint64_t size;
    TRY(row_major(a->rank, a->shape, a->item_size, dense, &size));
    Copy copy = {a->rank,
                 a->shape,
                 a->item_size,
                 {to, dense, true},
                 {a->storage->data + a->offset, a->strides, a->storage->host}};
    return device_copy(env, a->recorder->machine->device, &copy);
}

bool array_read_scalar(Env *env, const frit_array *a, void *to, size_t size) {
    Copy copy = {
        0, NULL, size, {to, NULL, true}, {a->storage->data + a->offset, NULL, a->storage->host}};
    return device_copy(env, a->recorder->machine->device, &copy);
}

/* ---- places */

void array_range(const frit_array *a, const char **lo, const char **hi) {
    int64_t first = a->offset, last = first;
    if (array_count(a) == 0) {
        *lo = *hi = NULL;
        return;
    }
    for (uint32_t k = 0; k < a->rank; k++) {
        int64_t reach = a->strides[k] * (a->shape[k] - 1);
        first += reach < 0 ? reach : 0;
        last += reach > 0 ? reach : 0;
    }
    *lo = a->storage->data + first;
    *hi = a->storage->data + last + a->item_size;
}

bool array_overlaps(const frit_array *a, const frit_array *b) {
    const char *a_lo, *a_hi, *b_lo, *b_hi;
    if (!a->storage->data || !b->storage->data)
        return a->storage == b->storage;
    array_range(a, &a_lo, &a_hi);
    array_range(b, &b_lo, &b_hi);
    return a_lo < b_hi && b_lo < a_hi;
}

bool array_same_place(const frit_array *a, const frit_array *b) {
    if (a->storage != b->storage || a->offset != b->offset || a->rank != b->rank ||
        a->elem != b->elem)
        return false;
    for (uint32_t k = 0; k < a->rank; k++)
        if (a->shape[k] != b->shape[k] || (a->shape[k] > 1 && a->strides[k] != b->strides[k]))
            return false;
    return true;
}

bool array_is_whole(const frit_array *a) {
    int64_t strides[MAX_RANK];
    uint64_t size;
    if (a->offset != 0 || !row_major(a->rank, a->shape, a->item_size, strides, &size) ||
        size != a->storage->size)
        return false;
    for (uint32_t k = 0; k < a->rank; k++)
        if (a->shape[k] > 1 && a->strides[k] != strides[k])
            return false;
    return true;
}
