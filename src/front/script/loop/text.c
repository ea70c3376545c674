/* LLVM's text, line by line. */
#include "front/script/loop/text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void ll_open(Text *text, Env *env) {
    *text = (Text){.entry = str_make(env), .body = str_make(env), .open = true};
}

void ll_close(Text *text) {
    str_free(&text->entry);
    str_free(&text->body);
}

Word word_none(void) {
    return (Word){""};
}

Word word_of(const char *constant) {
    Word w = {""};
    snprintf(w.at, sizeof w.at, "%s", constant);
    return w;
}

Word word_double(double x) {
    Word w;
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    snprintf(w.at, sizeof w.at, "0x%016" PRIX64, bits);
    return w;
}

Word word_int(int64_t x) {
    Word w;
    snprintf(w.at, sizeof w.at, "%" PRId64, x);
    return w;
}

bool word_same(Word a, Word b) {
    return strcmp(a.at, b.at) == 0;
}

static void begin_line(Text *text) {
    if (!text->open) /* nobody comes here; LLVM takes it away */
        ll_place(text, ll_label(text));
    str_puts(&text->body, "  ");
}

void ll_put(Text *text, const char *format, ...) {
    va_list args;
    va_start(args, format);
    begin_line(text);
    str_vformat(&text->body, format, args);
    str_putc(&text->body, '\n');
    va_end(args);
}

static Word new_word(Text *text) {
    Word w;
    snprintf(w.at, sizeof w.at, "%%t%" PRIu32, ++text->made);
    return w;
}

Word ll_make(Text *text, const char *format, ...) {
    va_list args;
    va_start(args, format);
    Word w = new_word(text);
    begin_line(text);
    str_format(&text->body, "%s = ", w.at);
    str_vformat(&text->body, format, args);
    str_putc(&text->body, '\n');
    va_end(args);
    return w;
}

void ll_entry(Text *text, const char *format, ...) {
    va_list args;
    va_start(args, format);
    str_puts(&text->entry, "  ");
    str_vformat(&text->entry, format, args);
    str_putc(&text->entry, '\n');
    va_end(args);
}

Word ll_entry_make(Text *text, const char *format, ...) {
    va_list args;
    va_start(args, format);
    Word w = new_word(text);
    str_format(&text->entry, "  %s = ", w.at);
    str_vformat(&text->entry, format, args);
    str_putc(&text->entry, '\n');
    va_end(args);
    return w;
}

Word ll_slot(Text *text, const char *type) {
    return ll_entry_make(text, "alloca %s", type);
}

Word ll_load(Text *text, const char *type, Word slot) {
    return ll_make(text, "load %s, ptr %s", type, slot.at);
}

void ll_store(Text *text, const char *type, Word value, Word slot) {
    ll_put(text, "store %s %s, ptr %s", type, value.at, slot.at);
}

Label ll_label(Text *text) {
    return (Label){++text->made};
}

void ll_place(Text *text, Label label) {
    if (text->open)
        str_format(&text->body, "  br label %%b%" PRIu32 "\n", label.number);
    str_format(&text->body, "b%" PRIu32 ":\n", label.number);
    text->open = true;
}

void ll_go(Text *text, Label label) {
    ll_put(text, "br label %%b%" PRIu32, label.number);
    text->open = false;
}

void ll_fork(Text *text, Word condition, Label yes, Label no) {
    ll_put(text, "br i1 %s, label %%b%" PRIu32 ", label %%b%" PRIu32, condition.at, yes.number,
           no.number);
    text->open = false;
}

static const char *const names[INTRINSIC_COUNT] = {
    "llvm.fabs.f64",     "llvm.sqrt.f64",   "llvm.floor.f64",  "llvm.ceil.f64", "llvm.trunc.f64",
    "llvm.copysign.f64", "llvm.minnum.f64", "llvm.maxnum.f64", "llvm.smin.i64", "llvm.assume"};

static bool takes_two(Intrinsic which) {
    return which == INTRINSIC_COPYSIGN || which == INTRINSIC_MIN || which == INTRINSIC_MAX;
}

Word ll_intrinsic(Text *text, Intrinsic which, Word a, Word b) {
    text->declared |= 1u << which;
    if (takes_two(which))
        return ll_make(text, "call double @%s(double %s, double %s)", names[which], a.at, b.at);
    return ll_make(text, "call double @%s(double %s)", names[which], a.at);
}

Word ll_smin(Text *text, Word a, Word b) {
    text->declared |= 1u << INTRINSIC_SMIN;
    return ll_make(text, "call i64 @%s(i64 %s, i64 %s)", names[INTRINSIC_SMIN], a.at, b.at);
}

void ll_assume(Text *text, Word holds) {
    text->declared |= 1u << INTRINSIC_ASSUME;
    ll_put(text, "call void @llvm.assume(i1 %s)", holds.at);
}

void ll_declarations(const Text *text, Str *out) {
    for (int k = 0; k < INTRINSIC_COUNT; k++) {
        if (!(text->declared & 1u << k))
            continue;
        if (k == INTRINSIC_SMIN)
            str_puts(out, "declare i64 @llvm.smin.i64(i64, i64)\n");
        else if (k == INTRINSIC_ASSUME)
            str_puts(out, "declare void @llvm.assume(i1)\n");
        else
            str_format(out, "declare double @%s(double%s)\n", names[k],
                       takes_two((Intrinsic)k) ? ", double" : "");
    }
}
