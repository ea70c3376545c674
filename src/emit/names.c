/*
 * Identifiers. A name that is plain (an identifier, no word of any dialect, without "__") is used as
 * it is. Any other is spelled with "_" for what an identifier cannot have, then "__" and a number
 * that no other thing of its kind has, so names never meet.
 */
#include <string.h>

#include "emit/emitter.h"

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_identifier(const char *name) {
    if (!is_letter(*name))
        return false;
    for (; *name; name++)
        if (!is_letter(*name) && !is_digit(*name))
            return false;
    return true;
}

/* Words of C, C++ and the shading languages, and the macros of the C headers we include. */
static const char keywords[] =
    " I INFINITY NAN NULL alignas alignof array as asm associatedtype auto bool break buffer"
    " case catch cbuffer centroid char class complex concept const constant constexpr continue"
    " decltype default delete device discard do double dynamic_cast else enum event_t explicit"
    " export extension extern false float for fragment friend func global goto groupshared"
    " half if image2d_t imaginary import in inline inout int int16_t int32_t int64_t int8_t"
    " interface intptr_t is kernel let local long matrix module mutable namespace new no_diff"
    " noexcept nointerpolation nullptr operator out pixelfragment precise private protected"
    " public read_only read_write ref register reinterpret_cast restrict return row_major"
    " sampler_t shared short signed size_t sizeof snorm static static_assert static_cast"
    " struct subscript switch tbuffer template texture this thread thread_local threadgroup"
    " throw true try typealias typedef typeid typename uchar uint uint16_t uint32_t uint64_t"
    " uint8_t uintptr_t ulong uniform union unorm unsigned ushort using var vector vertex"
    " virtual void volatile wchar_t where while write_only ";

static bool is_keyword(const char *name) {
    size_t len = strlen(name), base = len;
    /* float3 and float4x4 are words wherever float is */
    while (base > 1 && (is_digit(name[base - 1]) || name[base - 1] == 'x'))
        base--;
    return has_word(keywords, name, len) || has_word(keywords, name, base);
}

static bool starts_with(const char *name, const char *prefix) {
    return strncmp(name, prefix, strlen(prefix)) == 0;
}

/* v3, v3_1, v3_s0, n0, i0, k0, t0, r0: what the emitter calls its own variables. */
static bool is_our_variable(const char *name) {
    return strchr("vniktr", *name) && is_digit(name[1]);
}

bool is_taken_word(const char *name) {
    return is_keyword(name) || is_our_variable(name) || starts_with(name, "frit_") ||
           strstr(name, "__");
}

static void put_clean(Str *out, const char *name) {
    if (is_digit(*name))
        str_putc(out, '_');
    for (; *name; name++)
        str_putc(out, is_letter(*name) || is_digit(*name) ? *name : '_');
}

static void put_numbered(Str *out, const char *name, uint32_t number) {
    put_clean(out, name);
    str_puts(out, "__");
    str_uint(out, number);
}

/* Without the ".<number>" that inference puts behind further instances of a generic function. */
static size_t extern_name_len(const char *name) {
    size_t len = strlen(name), end = len;
    while (end > 0 && is_digit(name[end - 1]))
        end--;
    return end > 1 && end < len && name[end - 1] == '.' ? end - 1 : len;
}

void put_program_name(Emitter *e, Str *out, ProgId id) {
    const Program *p = e->m->programs.at[id];
    const char *name = strings_get(&e->m->strings, p->name);
    if (p->external) {
        str_put(out, name, extern_name_len(name));
    } else if (id == e->entry && e->custom_name) {
        str_puts(out, e->custom_name);
    } else {
        str_puts(out, e->d->function_prefix);
        /* behind the prefix a keyword does no harm */
        if (is_identifier(name) && !strstr(name, "__"))
            str_puts(out, name);
        else
            put_numbered(out, name, id);
    }
}

void put_function_name(Emitter *e, Str *out, ProgId id) {
    put_program_name(e, out, id);
    if (id == e->entry && e->plans.at[id].kernel)
        str_puts(out, "__element");
}

void put_struct_name(Emitter *e, Str *out, TypeId id) {
    const char *name = strings_get(&e->m->strings, type_get(e->types, id)->name);
    if (is_identifier(name) && !is_taken_word(name) && !starts_with(name, e->d->function_prefix))
        str_puts(out, name);
    else
        put_numbered(out, name, id);
}

void put_field_name(Emitter *e, Str *out, const Type *type, uint32_t field) {
    const char *name = strings_get(&e->m->strings, type_fields(e->types, type)[field].name);
    if (is_identifier(name) && !is_keyword(name) && !strstr(name, "__"))
        str_puts(out, name);
    else
        put_numbered(out, name, field);
}

/* a, a::b, a.b: a name that can be called. */
static bool is_callable(const Dialect *d, const char *name, size_t len) {
    bool start = true;
    for (const char *end = name + len; name < end; name++) {
        if (d->scopes && !start && name[0] == ':' && name[1] == ':') {
            name++;
            start = true;
        } else if (d->scopes && !start && *name == '.') {
            start = true;
        } else if (is_letter(*name) || (is_digit(*name) && !start)) {
            start = false;
        } else {
            return false;
        }
    }
    return !start;
}

static bool check_extern(Emitter *e, ProgId id, Index *known) {
    const char *name = strings_get(&e->m->strings, e->m->programs.at[id]->name);
    size_t len = extern_name_len(name);
    bool twice = false;
    uint64_t hash = hash_bytes(name, len, 0);
    for (IndexCursor c = index_find(known, hash); !e->d->overloads && index_next(known, &c);) {
        const char *other = strings_get(&e->m->strings, e->m->programs.at[c.id]->name);
        twice |= extern_name_len(other) == len && memcmp(other, name, len) == 0;
    }
    TRY(index_add(e->env, known, hash, id));
    if (is_callable(e->d, name, len) && !is_keyword(name) && !is_our_variable(name) && !twice)
        return true;
    error_at_program(e->env, e->m, e->m->programs.at[id]);
    return env_fail(e->env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_EMIT,
                    twice ? "%s cannot call the extern function %.*s with two sets of types"
                          : "%s cannot call an extern function called \"%.*s\"",
                    e->d->name, (int)len, name);
}

/* The name asked for must be one, and free. */
static bool check_custom(Emitter *e) {
    const char *name = e->custom_name;
    if (!is_identifier(name) || is_taken_word(name))
        return env_fail(e->env, FRIT_ERR_ARGUMENT, FRIT_STAGE_EMIT,
                        "\"%s\" cannot be the name of a function in %s", name, e->d->name);
    Str other = str_make(e->env);
    bool taken = false;
    for (ProgId id = 0; id < e->entry && !taken; id++) {
        if (!e->plans.at[id].needed)
            continue;
        other.len = 0;
        put_program_name(e, &other, id);
        taken = str_ok(&other) && strcmp(other.data, name) == 0;
    }
    bool ok = str_ok(&other);
    str_free(&other);
    if (taken)
        return env_fail(e->env, FRIT_ERR_ARGUMENT, FRIT_STAGE_EMIT,
                        "\"%s\" is the name of a function the program calls", name);
    return ok;
}

bool check_names(Emitter *e) {
    Index known = {0};
    bool ok = true;
    for (ProgId id = 0; id <= e->entry && ok; id++)
        if (e->plans.at[id].needed && e->m->programs.at[id]->external)
            ok = check_extern(e, id, &known);
    index_free(e->env->allocator, &known);
    return ok && (!e->custom_name || check_custom(e));
}
