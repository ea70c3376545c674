/* regexp, regexpi, regexprep: what matches found, as the outputs that scripts expect. */
#include "front/script/builtin/functions.h"
#include "front/script/builtin/give.h"
#include "front/script/builtin/regex.h"
#include "front/script/builtin/texts.h"

/* The outputs in the order they have where no option names one. */
enum { OUT_START, OUT_END, OUT_EXTENTS, OUT_MATCH, OUT_TOKENS, OUT_NAMES, OUT_SPLIT, OUT_COUNT };

typedef struct Options {
    RegexOptions regex;
    bool once, empty;
    uint8_t order[OUT_COUNT]; /* which output stands where */
} Options;

static const struct {
    const char *word;
    int output; /* -1: it is an option */
} option_words[] = {{"start", OUT_START},     {"end", OUT_END},       {"tokenextents", OUT_EXTENTS},
                    {"match", OUT_MATCH},     {"tokens", OUT_TOKENS}, {"names", OUT_NAMES},
                    {"split", OUT_SPLIT},     {"once", -1},           {"matchcase", -1},
                    {"ignorecase", -1},       {"stringanchors", -1},  {"lineanchors", -1},
                    {"literalspacing", -1},   {"freespacing", -1},    {"dotall", -1},
                    {"dotexceptnewline", -1}, {"noemptymatch", -1},   {"emptymatch", -1}};

static void set_option(Options *o, const char *word) {
    if (!strcmp(word, "once"))
        o->once = true;
    else if (strstr(word, "case"))
        o->regex.fold = word[0] == 'i';
    else if (strstr(word, "anchors"))
        o->regex.lines = word[0] == 'l';
    else if (strstr(word, "spacing"))
        o->regex.free_spacing = word[0] == 'f';
    else if (!strncmp(word, "dot", 3))
        o->regex.dot_no_lines = word[3] == 'e';
    else
        o->empty = word[0] == 'e';
}

static bool read_options(Interp *in, const BuiltinCall *call, uint32_t first, Options *o) {
    uint8_t chosen = 0, n = 0;
    for (uint32_t k = first; k < call->argc; k++) {
        size_t w = 0, count = sizeof option_words / sizeof *option_words;
        while (w < count && !chars_are_word(in, call->args[k], option_words[w].word))
            w++;
        if (w == count)
            return interp_fail(in, "%s: unrecognized option", call->name);
        if (option_words[w].output < 0) {
            set_option(o, option_words[w].word);
        } else if (!(chosen >> option_words[w].output & 1)) {
            chosen |= (uint8_t)(1 << option_words[w].output);
            o->order[n++] = (uint8_t)option_words[w].output;
        }
    }
    for (uint8_t k = 0; k < OUT_COUNT; k++)
        if (!(chosen >> k & 1))
            o->order[n++] = k;
    return true;
}

/* ---- what is collected over the matches of one text */

typedef struct Found {
    Interp *in;
    const Regex *regex;
    const char *text;
    size_t len, from; /* the piece for split begins there */
    Doubles start, end;
    Values extents, match, tokens, split;
    Value names;
} Found;

static void found_free(Found *f) {
    doubles_free(f->in, &f->start);
    doubles_free(f->in, &f->end);
    values_free(f->in, &f->extents);
    values_free(f->in, &f->match);
    values_free(f->in, &f->tokens);
    values_free(f->in, &f->split);
    value_drop(f->in, f->names);
}

/* Is the group a token? As in Octave not where it took no part, ends before the text or is the group before it. */
static bool has_token(const RegexSearch *s, uint32_t group) {
    const int64_t *own = s->slots + 2 * group;
    return own[0] >= 0 && own[1] > 0 && (group == 1 || own[0] != own[-2] || own[1] != own[-1]);
}

static bool add_tokens(Found *f, const RegexSearch *s) {
    Interp *in = f->in;
    Values tokens = {0};
    Doubles places = {0};
    bool ok = true;
    for (int pass = 0; ok && pass < 2; pass++)
        for (uint32_t g = 1; ok && g <= f->regex->groups; g++) {
            if (!has_token(s, g))
                continue;
            size_t from = (size_t)s->slots[2 * g], to = (size_t)s->slots[2 * g + 1];
            ok = pass == 0 ? doubles_push(in, &places, (double)from + 1) &&
                                 values_push_text(in, &tokens, f->text + from, to - from, false)
                           : doubles_push(in, &places, (double)to);
        }
    Value cell, extents;
    int64_t count = tokens.count;
    ok = ok && values_to_cell(in, &tokens, false, &cell) && values_push(in, &f->tokens, cell) &&
         doubles_value(in, places.at, count, 2, &extents) && values_push(in, &f->extents, extents);
    values_free(in, &tokens);
    doubles_free(in, &places);
    return ok;
}

static bool add_match(Found *f, const RegexSearch *s) {
    size_t from = (size_t)s->slots[0], to = (size_t)s->slots[1];
    bool ok = doubles_push(f->in, &f->start, (double)from + 1) &&
              doubles_push(f->in, &f->end, (double)to) &&
              values_push_text(f->in, &f->match, f->text + from, to - from, false) &&
              values_push_text(f->in, &f->split, f->text + f->from, from - f->from, false) &&
              add_tokens(f, s);
    f->from = to;
    return ok;
}

/* Field g of match k, in a struct array that grows. */
static bool add_names(Found *f, const RegexSearch *s, int64_t match) {
    Struct *st = VALUE_STRUCT_OF(f->names);
    for (uint32_t n = 0; n < f->regex->n_names; n++) {
        uint32_t g = f->regex->names[n].group, field;
        TRY(value_struct_add_field(f->in, st, f->regex->names[n].text, &field));
        Value v;
        bool any = s->slots[2 * g] >= 0 && s->slots[2 * g + 1] > s->slots[2 * g];
        size_t from = any ? (size_t)s->slots[2 * g] : 0, to = any ? (size_t)s->slots[2 * g + 1] : 0;
        TRY(value_text(f->in, f->text + from, to - from, false, &v));
        if (!any && value_count(st->at[field][match]) > 0) {
            value_drop(f->in, v); /* another group of that name has it */
            continue;
        }
        value_drop(f->in, st->at[field][match]);
        st->at[field][match] = v;
    }
    return true;
}

/* Goes through all matches; again for the names, when their number is known. */
static bool search_text(Found *f, const Options *o, bool names) {
    RegexSearch s;
    TRY(search_open(&s, f->regex, f->text, f->len));
    bool ok = true, found;
    size_t at = 0;
    int64_t match = 0;
    while (ok && at <= f->len && (ok = search_next(&s, at, &found)) && found) {
        bool empty = s.slots[1] == s.slots[0];
        at = (size_t)s.slots[1] + empty;
        if (empty && !o->empty) {
            at = (size_t)s.slots[0] + 1;
            continue;
        }
        ok = names ? add_names(f, &s, match) : add_match(f, &s);
        match++;
        if (o->once || (!empty && (size_t)s.slots[1] == f->len))
            break;
    }
    search_close(&s);
    return ok;
}

static bool collect(Found *f, const Options *o) {
    f->names = value_none();
    TRY(search_text(f, o, false));
    TRY(values_push_text(f->in, &f->split, f->text + f->from, f->len - f->from, false));
    int64_t count = f->start.count;
    Shape shape = count ? shape_make(1, count) : shape_make(0, 0);
    TRY(value_struct_shaped(f->in, &shape, &f->names));
    for (uint32_t n = 0; n < f->regex->n_names; n++) {
        uint32_t field;
        TRY(value_struct_add_field(f->in, VALUE_STRUCT_OF(f->names), f->regex->names[n].text,
                                   &field));
    }
    return count == 0 || f->regex->n_names == 0 || search_text(f, o, true);
}

/* ---- outputs */

/* The only element of a list; where there is none, an empty value of that kind. */
static bool only(Interp *in, const Values *list, int output, Value *out) {
    if (list->count > 0) {
        *out = value_hold(list->at[0]);
        bool no_tokens = output == OUT_TOKENS && value_count(*out) == 0;
        if (output == OUT_TOKENS && value_count(*out) > 1) { /* a column */
            Value turned;
            TRY(value_unary(in, UNARY_TRANSPOSE, *out, &turned));
            value_clear(in, out);
            *out = turned;
        }
        if (!no_tokens)
            return true;
        value_clear(in, out);
    }
    if (output == OUT_MATCH)
        return value_text(in, "", 0, false, out);
    Shape none = shape_make(0, 0);
    return output == OUT_TOKENS ? value_cell_new(in, &none, out) : value_empty(in, out);
}

static bool list_output(Interp *in, const Values *list, Value *out) {
    Shape shape = shape_make(1, list->count);
    TRY(value_cell_new(in, &shape, out));
    for (int64_t k = 0; k < list->count; k++)
        VALUE_CELL_OF(*out)->at[k] = value_hold(list->at[k]);
    return true;
}

static bool output(Found *f, int which, bool once, Value *out) {
    Interp *in = f->in;
    const Doubles *places = which == OUT_START ? &f->start : &f->end;
    switch (which) {
    case OUT_START:
    case OUT_END:
        return doubles_value(in, places->at, places->count > 0 || !once, places->count, out);
    case OUT_EXTENTS:
        return once ? only(in, &f->extents, which, out) : list_output(in, &f->extents, out);
    case OUT_MATCH: return once ? only(in, &f->match, which, out) : list_output(in, &f->match, out);
    case OUT_TOKENS:
        return once ? only(in, &f->tokens, which, out) : list_output(in, &f->tokens, out);
    case OUT_NAMES: *out = value_hold(f->names); return true;
    default:
        if (once && f->start.count == 0) {
            *out = value_hold(f->split.at[0]);
            return true;
        }
        return list_output(in, &f->split, out);
    }
}

/* All outputs that are wanted, of one text and one pattern. */
static bool match_one(Interp *in, const BuiltinCall *call, const Options *o, Value text,
                      Value pattern, Value outs[OUT_COUNT], uint32_t wanted) {
    static const char error[] = "all input arguments must be strings or cell arrays of strings";
    Text t = {0}, p = {0};
    Regex regex = {.in = in};
    Found f = {.in = in};
    bool ok = chars_take(in, text, error, &t) && chars_take(in, pattern, error, &p) &&
              regex_compile(in, call->name, p.at, p.len, o->regex, &regex);
    if (ok) {
        f.regex = &regex;
        f.text = t.at;
        f.len = t.len;
        ok = collect(&f, o);
    }
    for (uint32_t k = 0; k < OUT_COUNT; k++)
        outs[k] = value_none();
    for (uint32_t k = 0; ok && k < wanted; k++)
        ok = output(&f, o->order[k], o->once, &outs[k]);
    found_free(&f);
    regex_free(&regex);
    chars_close(in, &t);
    chars_close(in, &p);
    if (!ok)
        value_drop_all(in, outs, OUT_COUNT);
    return ok;
}

/* Cells of texts or patterns: each output is a cell of theirs. */
static bool match_cells(Interp *in, BuiltinCall *call, const Options *o, uint32_t wanted) {
    Value text = call->args[0], pattern = call->args[1], outs[OUT_COUNT], cells[OUT_COUNT];
    bool both = text.kind == VALUE_CELL && pattern.kind == VALUE_CELL;
    Value shaped = text.kind == VALUE_CELL && !(both && value_count(text) == 1) ? text : pattern;
    if (both && value_count(text) != 1 && value_count(pattern) != 1 &&
        value_count(text) != value_count(pattern))
        return interp_fail(in, "%s: cell array arguments must be scalar or equal size", call->name);
    Shape shape = VALUE_CELL_OF(shaped)->shape;
    bool ok = true;
    uint32_t made = 0;
    for (; ok && made < wanted; made += ok)
        ok = value_cell_new(in, &shape, &cells[made]);
    for (int64_t k = 0; ok && k < value_count(shaped); k++) {
        Value t = text.kind != VALUE_CELL ? text
                                          : VALUE_CELL_OF(text)->at[value_count(text) == 1 ? 0 : k];
        Value p = pattern.kind != VALUE_CELL
                      ? pattern
                      : VALUE_CELL_OF(pattern)->at[value_count(pattern) == 1 ? 0 : k];
        ok = match_one(in, call, o, t, p, outs, wanted);
        for (uint32_t w = 0; ok && w < wanted; w++)
            VALUE_CELL_OF(cells[w])->at[k] = outs[w];
    }
    for (uint32_t w = 0; w < made; w++) {
        if (ok)
            give_value(in, call, w, cells[w]);
        else
            value_drop(in, cells[w]);
    }
    return ok;
}

bool script_regexp(Interp *in, BuiltinCall *call) {
    Options o = {.regex = {.fold = call->row->code == 1}};
    TRY(read_options(in, call, 2, &o));
    uint32_t wanted = call->nout > 0 ? call->nout : 1;
    if (call->args[0].kind == VALUE_CELL || call->args[1].kind == VALUE_CELL)
        return match_cells(in, call, &o, wanted);
    Value outs[OUT_COUNT];
    TRY(match_one(in, call, &o, call->args[0], call->args[1], outs, wanted));
    for (uint32_t k = 0; k < wanted; k++)
        give_value(in, call, k, outs[k]);
    return true;
}
