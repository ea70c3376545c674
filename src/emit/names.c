/*
 * Identifiers. A name that is plain (an identifier, no word of any dialect, without "__") is used as
 * it is, unless the library of the dialect or an extern function has it. Any other is spelled with
 * "_" for what an identifier cannot have, then "__" and a number that no other thing of its kind
 * has, so names never meet. Extern functions, the entry and a name asked for cannot give way: where
 * they meet something there is an error.
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

static bool starts_with(const char *name, const char *prefix) {
    return strncmp(name, prefix, strlen(prefix)) == 0;
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

/* C's mathematical functions of one, two and three numbers, then the rest; every dialect has most
 * of them, and none lets them be declared as something else. */
static const char *const functions[] = {
    (" acos acosh asin asinh atan atanh cbrt ceil cos cosh erf erfc exp exp2 expm1 fabs floor"
     " lgamma log log10 log1p log2 logb nearbyint rint round sin sinh sqrt tan tanh tgamma trunc "),
    " atan2 copysign fdim fmax fmin fmod hypot nextafter pow remainder ",
    " fma ",
    " frexp ilogb ldexp llrint llround lrint lround modf nan nexttoward remquo scalbln scalbn ",
};
enum { MAX_FUNCTION_ARITY = 3, FUNCTION_LISTS = MAX_FUNCTION_ARITY + 1 };

/* Whether a name is a function's, or that of its version for another type: sin, sinf, sinl. */
static bool is_version(const Dialect *d, const char *list, const char *name, size_t len) {
    bool suffixed = *d->f32_suffix && len > 1 && (name[len - 1] == 'f' || name[len - 1] == 'l');
    return has_word(list, name, len) || (suffixed && has_word(list, name, len - 1));
}

static bool is_library(const Dialect *d, const char *name, size_t len) {
    /* its constructors of vectors are functions, where their names are not those of the types */
    bool found = is_version(d, d->library, name, len) ||
                 (d->construct && starts_with(d->construct, "make_") && starts_with(name, "make_"));
    for (unsigned k = 0; k < FUNCTION_LISTS; k++)
        found |= is_version(d, functions[k], name, len);
    return found;
}

/* What kernels, and functions that load and store, call parameters and variables of theirs. */
static const char local_words[] = " i k p sizes threads tid x ";

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

/* The first extern function called so, NO_PROGRAM if there is none. */
static ProgId extern_called(const Emitter *e, const char *name, size_t len) {
    for (IndexCursor c = index_find(&e->externs, hash_bytes(name, len, 0));
         index_next(&e->externs, &c);) {
        const char *other = strings_get(&e->m->strings, e->m->programs.at[c.id]->name);
        if (extern_name_len(other) == len && memcmp(other, name, len) == 0)
            return c.id;
    }
    return NO_PROGRAM;
}

/* The same for what stands in a text from a place on. */
static ProgId extern_in(const Emitter *e, const Str *text, size_t from) {
    return str_ok(text) ? extern_called(e, text->data + from, text->len - from) : NO_PROGRAM;
}

void put_program_name(Emitter *e, Str *out, ProgId id) {
    const Program *p = e->m->programs.at[id];
    const char *name = strings_get(&e->m->strings, p->name);
    if (p->external) {
        str_put(out, name, extern_name_len(name));
    } else if (id == e->entry && e->custom_name) {
        str_puts(out, e->custom_name);
    } else {
        size_t start = out->len;
        str_puts(out, e->d->function_prefix);
        size_t behind = out->len;
        /* behind the prefix a keyword does no harm */
        bool plain = is_identifier(name) && !strstr(name, "__");
        if (plain)
            str_puts(out, name);
        /* The host knows the entry by its name; others give way to an extern function. */
        if (plain && (id == e->entry || extern_in(e, out, start) == NO_PROGRAM))
            return;
        out->len = behind;
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
    size_t start = out->len, len = strlen(name);
    bool like_function = starts_with(name, e->d->function_prefix);
    if (is_identifier(name) && !is_taken_word(name) && !like_function &&
        !has_word(local_words, name, len) && !is_library(e->d, name, len) &&
        extern_called(e, name, len) == NO_PROGRAM &&
        !(e->custom_name && strcmp(name, e->custom_name) == 0)) {
        str_puts(out, name);
        return;
    }
    str_puts(out, like_function ? "s_" : "");
    put_numbered(out, name, id);
    while (extern_in(e, out, start) != NO_PROGRAM)
        str_putc(out, '_');
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

/* The library's own function: its name, and its types. */
static bool is_library_own(const Emitter *e, const Program *p, const char *name, size_t len) {
    if (!*e->d->f32_suffix || p->n_inputs == 0 || p->n_inputs > MAX_FUNCTION_ARITY ||
        p->outputs.len != 1)
        return false;
    const char *list = functions[p->n_inputs - 1];
    Dtype dtype = has_word(list, name, len) ? DT_F64 : DT_F32;
    if (dtype == DT_F32 && !(name[len - 1] == 'f' && has_word(list, name, len - 1)))
        return false;
    for (VarId v = 0; v < p->vars.len; v++) {
        const Type *type = type_get(e->types, p->vars.at[v].type);
        if (type->kind != TYPE_SCALAR || type->dtype != dtype)
            return false;
    }
    return true;
}

static bool check_extern(Emitter *e, ProgId id) {
    const Program *p = e->m->programs.at[id];
    const char *name = strings_get(&e->m->strings, p->name), *why = NULL;
    size_t len = extern_name_len(name);
    if (!is_callable(e->d, name, len) || is_keyword(name) || is_our_variable(name))
        why = ", which is no name for a function";
    else if (starts_with(name, "frit_"))
        why = ": names that start with frit_ are for what the source itself needs";
    else if (e->d->prototype && is_library(e->d, name, len) && !is_library_own(e, p, name, len))
        why = ": its library has that name for something else";
    else if (!e->d->overloads && extern_called(e, name, len) != NO_PROGRAM)
        why = " with two sets of types";
    if (!why)
        return index_add(e->env, &e->externs, hash_bytes(name, len, 0), id);
    error_at_program(e->env, e->m, p);
    return env_fail(e->env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_EMIT,
                    "%s cannot call the extern function \"%.*s\"%s", e->d->name, (int)len, name,
                    why);
}

/* Names that cannot give way must not meet an extern function's: the entry's, numbered ones. */
static bool check_program_name(Emitter *e, ProgId id, Str *text) {
    for (int function = 0; function < 2; function++) {
        text->len = 0;
        if (function)
            put_function_name(e, text, id);
        else
            put_program_name(e, text, id);
        TRY(str_ok(text));
        ProgId other = extern_in(e, text, 0);
        if (other == NO_PROGRAM)
            continue;
        error_at_program(e->env, e->m, e->m->programs.at[id]);
        return env_fail(e->env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_EMIT,
                        "the function of program %s is called %s, and so is an extern function;"
                        " give it another name",
                        strings_get(&e->m->strings, e->m->programs.at[id]->name), text->data);
    }
    return true;
}

/* The name asked for must be one, and free. */
static bool check_custom(Emitter *e, Str *other) {
    const char *name = e->custom_name;
    if (!is_identifier(name) || is_taken_word(name))
        return env_fail(e->env, FRIT_ERR_ARGUMENT, FRIT_STAGE_EMIT,
                        "\"%s\" cannot be the name of a function in %s", name, e->d->name);
    if (is_library(e->d, name, strlen(name)))
        return env_fail(e->env, FRIT_ERR_ARGUMENT, FRIT_STAGE_EMIT,
                        "\"%s\" cannot be the name of a function in %s, whose library has it", name,
                        e->d->name);
    for (ProgId id = 0; id < e->entry; id++) {
        if (!e->plans.at[id].needed)
            continue;
        other->len = 0;
        put_program_name(e, other, id);
        TRY(str_ok(other));
        if (strcmp(other->data, name) == 0)
            return env_fail(e->env, FRIT_ERR_ARGUMENT, FRIT_STAGE_EMIT,
                            "\"%s\" is the name of a function the program calls", name);
    }
    return true;
}

bool check_names(Emitter *e) {
    Str text = str_make(e->env);
    bool ok = true;
    for (ProgId id = 0; id <= e->entry && ok; id++)
        if (e->plans.at[id].needed && e->m->programs.at[id]->external)
            ok = check_extern(e, id);
    ok = ok && (!e->custom_name || check_custom(e, &text));
    for (ProgId id = 0; id <= e->entry && ok && e->externs.len; id++)
        if (e->plans.at[id].needed && !e->m->programs.at[id]->external)
            ok = check_program_name(e, id, &text);
    str_free(&text);
    return ok;
}
