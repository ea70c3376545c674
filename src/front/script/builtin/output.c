/* Printing: disp, printf and so on. */
#include "front/script/builtin/functions.h"
#include "front/script/builtin/give.h"
#include "front/script/builtin/streams.h"
#include "front/script/builtin/texts.h"
#include "front/script/show/show.h"

static const char *bytes_of(const Str *text) {
    return text->data ? text->data : "";
}

/* ---- disp */

bool script_disp(Interp *in, BuiltinCall *call) {
    Str text = str_make(&in->env);
    bool ok = show_plain(in, call->args[0], &text);
    if (ok && call->nout > 0)
        return give_str(in, call, 0, &text);
    if (ok)
        interp_write(in, bytes_of(&text), text.len);
    str_free(&text);
    return ok;
}

bool script_fdisp(Interp *in, BuiltinCall *call) {
    Str text = str_make(&in->env);
    bool ok = show_plain(in, call->args[1], &text) &&
              stream_write(in, "fdisp", call->args[0], bytes_of(&text), text.len);
    str_free(&text);
    return ok;
}

/* With the name of the variable, where the argument is one. */
bool script_display(Interp *in, BuiltinCall *call) {
    const char *name = in->calls.argument_name ? in->calls.argument_name(in, 0, 0) : NULL;
    if (name)
        return show_print(in, name, call->args[0]);
    Str text = str_make(&in->env);
    bool ok = show_plain(in, call->args[0], &text);
    if (ok)
        interp_write(in, bytes_of(&text), text.len);
    str_free(&text);
    return ok;
}

/* ---- printf */

/* The template filled in. first: which argument it is. */
static bool fill(Interp *in, const BuiltinCall *call, uint32_t first, Str *out) {
    Value template = call->args[first];
    if (!value_is_char(template))
        return interp_fail(in, "%s: format TEMPLATE must be a string", call->name);
    Text text;
    TRY(chars_open(in, template, &text));
    Str own = str_make(&in->env);
    bool ok = true, raw = !value_is_quoted(template);
    if (raw)
        ok = show_unescape(&own, text.at, text.len) || interp_fail_raw(in);
    if (ok)
        ok = show_format(in, call->name, raw ? bytes_of(&own) : text.at, raw ? own.len : text.len,
                         call->args + first + 1, call->argc - first - 1, out);
    str_free(&own);
    chars_close(in, &text);
    return ok;
}

bool script_sprintf(Interp *in, BuiltinCall *call) {
    Str text = str_make(&in->env);
    Value out;
    bool ok =
        fill(in, call, 0, &text) && value_row_text(in, bytes_of(&text), text.len, false, &out);
    str_free(&text);
    if (ok)
        give_value(in, call, 0, out);
    return ok;
}

bool script_printf(Interp *in, BuiltinCall *call) {
    Str text = str_make(&in->env);
    bool ok = fill(in, call, 0, &text);
    if (ok)
        interp_write(in, bytes_of(&text), text.len);
    str_free(&text);
    return ok;
}

static bool print_number(Interp *in, BuiltinCall *call) {
    Str text = str_make(&in->env);
    bool ok = show_format(in, "fprintf", "%g", 2, call->args, 1, &text);
    if (ok)
        interp_write(in, bytes_of(&text), text.len);
    str_free(&text);
    return ok;
}

bool script_fprintf(Interp *in, BuiltinCall *call) {
    bool to_file = !value_is_char(call->args[0]);
    if (to_file && call->args[0].kind > VALUE_ARRAY)
        return fail_call(in, call);
    if (to_file && call->argc == 1) /* fprintf(x), which Octave refuses: the number */
        return print_number(in, call);
    Value fid = to_file ? call->args[0] : value_double(1);
    Str text = str_make(&in->env);
    bool ok = fill(in, call, to_file ? 1 : 0, &text) &&
              stream_write(in, "fprintf", fid, bytes_of(&text), text.len);
    if (ok && call->nout > 0)
        give_value(in, call, 0, value_double((double)text.len));
    str_free(&text);
    return ok;
}

static bool put_text(Interp *in, BuiltinCall *call, Value fid, Value v) {
    Text text;
    TRY(chars_take(in, v,
                   call->row->code ? "puts: argument STRING must be a string"
                                   : "fputs: argument STRING must be a string",
                   &text));
    bool ok = stream_write(in, call->name, fid, text.at, text.len);
    chars_close(in, &text);
    if (ok)
        give_value(in, call, 0, value_double(0));
    return ok;
}

bool script_fputs(Interp *in, BuiltinCall *call) {
    return put_text(in, call, call->args[0], call->args[1]);
}

bool script_puts(Interp *in, BuiltinCall *call) {
    return put_text(in, call, value_double(1), call->args[0]);
}

bool script_fflush(Interp *in, BuiltinCall *call) {
    double number;
    TRY(value_to_double(in, call->args[0], "fflush", &number));
    if (number > 2 || number < 0) {
        Stream *s = stream_of(in, "fflush", call->args[0]);
        TRY(s);
        fflush(s->file);
    }
    give_value(in, call, 0, value_double(0));
    return true;
}

bool script_more(Interp *in, BuiltinCall *call) {
    (void)in, (void)call;
    return true;
}

/* ---- format */

static bool is_long(ShowFormat format) {
    return format == FORMAT_LONG || format == FORMAT_LONG_G || format == FORMAT_LONG_E;
}

/* One word of the command; false: it is none. */
static bool format_word(Interp *in, const Text *word) {
    static const struct {
        const char *name;
        ShowFormat format;
    } words[] = {
        {"short", FORMAT_SHORT},      {"long", FORMAT_LONG},      {"shortg", FORMAT_SHORT_G},
        {"longg", FORMAT_LONG_G},     {"shorte", FORMAT_SHORT_E}, {"longe", FORMAT_LONG_E},
        {"shorteng", FORMAT_SHORT_E}, {"longeng", FORMAT_LONG_E}, {"bank", FORMAT_BANK}};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (same_word(word, words[k].name)) {
            in->format = words[k].format;
            return true;
        }
    bool wide = is_long(in->format);
    if (same_word(word, "g"))
        in->format = wide ? FORMAT_LONG_G : FORMAT_SHORT_G;
    else if (same_word(word, "e") || same_word(word, "eng"))
        in->format = wide ? FORMAT_LONG_E : FORMAT_SHORT_E;
    else if (same_word(word, "compact"))
        in->format_compact = true;
    else if (same_word(word, "loose"))
        in->format_compact = false;
    else
        return false;
    return true;
}

bool script_format(Interp *in, BuiltinCall *call) {
    if (call->argc == 0) {
        in->format = FORMAT_SHORT;
        in->format_compact = false;
        return true;
    }
    for (uint32_t k = 0; k < call->argc; k++) {
        Text word;
        TRY(chars_take(in, call->args[k], "format: arguments must be strings", &word));
        bool known = format_word(in, &word);
        if (!known)
            interp_fail(in, "format: unrecognized format state '%.*s'", (int)word.len, word.at);
        chars_close(in, &word);
        TRY(known);
    }
    return true;
}

/* ---- input */

bool script_input(Interp *in, BuiltinCall *call) {
    char *prompt;
    size_t len;
    TRY(argument_text(in, call, 0, "PROMPT must be a string", &prompt, &len));
    Str line = str_make(&in->env);
    bool ok = true;
    if (!in->calls.ask)
        ok = interp_fail(in, "input: reading user-input failed!");
    else if (!in->calls.ask(in, prompt, &line))
        ok = in->failure.set ? false : interp_fail(in, "input: reading user-input failed!");
    release_text(in, prompt, len);
    if (ok && call->argc > 1)
        return give_str(in, call, 0, &line);
    if (ok && line.len == 0) {
        Value empty;
        ok = value_empty(in, &empty);
        if (ok)
            give_value(in, call, 0, empty);
    } else if (ok) {
        uint32_t outc = 0;
        ok = in->calls.eval && in->calls.eval(in, bytes_of(&line), line.len, 1, call->outs, &outc);
        call->outc = outc;
    }
    str_free(&line);
    return ok;
}
