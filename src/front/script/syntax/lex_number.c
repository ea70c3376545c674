/* Numbers of scripts: 12, 1.5e3, 1d3, 2i, 1_000, 0x1F, 0b101, 0x1Fs8. */
#include "front/script/syntax/lex.h"

static bool is_hex_digit(char c) {
    return script_is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static bool is_digit_of(char c, unsigned base) {
    return base == 16 ? is_hex_digit(c) : c == '0' || c == '1';
}

static unsigned digit_value(char c) {
    return script_is_digit(c) ? (unsigned)(c - '0') : (unsigned)((c | 0x20) - 'a') + 10;
}

/* ---- hexadecimal and binary */

/* Bits that a suffix asks for: u8, s16, …; 0: there is none. */
static unsigned take_suffix(ScriptLexer *l, bool *is_signed) {
    static const struct {
        const char *digits;
        unsigned bits;
    } sizes[] = {{"8", 8}, {"16", 16}, {"32", 32}, {"64", 64}};
    char c = script_peek(l, 0);
    if (c != 'u' && c != 's')
        return 0;
    for (unsigned i = 0; i < 4; i++) {
        uint32_t n = (uint32_t)strlen(sizes[i].digits);
        if (l->len - l->at > n && memcmp(l->text + l->at + 1, sizes[i].digits, n) == 0 &&
            !script_is_digit(script_peek(l, 1 + n))) {
            *is_signed = c == 's';
            l->at += 1 + n;
            return sizes[i].bits;
        }
    }
    return 0;
}

/* How many bits digits make that nobody gave a size: those of the smallest integer with room for as many digits. */
static unsigned natural_bits(unsigned digits, unsigned base) {
    unsigned bits = digits * (base == 16 ? 4 : 1);
    return bits <= 8 ? 8 : bits <= 16 ? 16 : bits <= 32 ? 32 : 64;
}

static ScriptNumberClass integer_class(unsigned bits, bool is_signed) {
    unsigned size = bits == 8 ? 0 : bits == 16 ? 1 : bits == 32 ? 2 : 3;
    return (ScriptNumberClass)((is_signed ? NUMBER_INT8 : NUMBER_UINT8) + size);
}

static bool lex_based(ScriptLexer *l, unsigned base, Token *out) {
    uint32_t begin = l->at;
    l->at += 2;
    uint64_t bits = 0;
    unsigned digits = 0, step = base == 16 ? 4 : 1;
    bool room = true;
    for (; is_digit_of(script_peek(l, 0), base) || script_peek(l, 0) == '_'; l->at++) {
        if (script_peek(l, 0) == '_')
            continue;
        room = room && ++digits * step <= 64;
        bits = bits << step | digit_value(script_peek(l, 0));
    }
    bool is_signed = false;
    unsigned size = take_suffix(l, &is_signed);
    if (!room || (size && digits * step > size && bits >> (size - 1) >> 1)) {
        out->kind = TK_BAD;
        return script_lex_error(l, begin, l->at, "too many digits for this number");
    }
    if (!size)
        size = natural_bits(digits, base);
    out->number_class = integer_class(size, is_signed);
    out->bits = bits;
    return true;
}

/* ---- decimal */

static bool take_digits(ScriptLexer *l) {
    for (; script_is_digit(script_peek(l, 0)) || script_peek(l, 0) == '_'; l->at++)
        if (script_peek(l, 0) != '_')
            TRY(vec_push(l->env, &l->bytes, script_peek(l, 0)));
    return true;
}

/* Is the point behind the digits that of an operator (1./x, 1.', 2...)? */
static bool point_is_of_operator(const ScriptLexer *l) {
    char c = script_peek(l, 1);
    return c == '*' || c == '/' || c == '\\' || c == '^' || c == '\'' ||
           (c == '.' && script_peek(l, 2) == '.');
}

static bool take_exponent(ScriptLexer *l) {
    char c = script_peek(l, 0);
    if (c != 'e' && c != 'E' && c != 'd' && c != 'D')
        return true;
    bool with_sign = script_peek(l, 1) == '+' || script_peek(l, 1) == '-';
    if (!script_is_digit(script_peek(l, with_sign ? 2 : 1)))
        return true;
    TRY(vec_push(l->env, &l->bytes, 'e'));
    l->at++;
    if (with_sign)
        TRY(vec_push(l->env, &l->bytes, script_peek(l, 0)));
    l->at += with_sign;
    return take_digits(l);
}

static bool lex_decimal(ScriptLexer *l, Token *out) {
    l->bytes.len = 0;
    TRY(take_digits(l));
    if (script_peek(l, 0) == '.' && !(l->bytes.len > 0 && point_is_of_operator(l))) {
        if (l->bytes.len == 0)
            TRY(vec_push(l->env, &l->bytes, '0'));
        l->at++;
        if (script_is_digit(script_peek(l, 0)))
            TRY(vec_push(l->env, &l->bytes, '.'));
        TRY(take_digits(l));
    }
    TRY(take_exponent(l));
    TRY(vec_push(l->env, &l->bytes, '\0'));
    out->number_class = NUMBER_DOUBLE;
    if (!parse_f64(l->bytes.at, l->bytes.len - 1, &out->number)) {
        out->kind = TK_BAD;
        return script_lex_error(l, out->begin, l->at, "this number has too many digits");
    }
    char c = script_peek(l, 0);
    out->imaginary = c == 'i' || c == 'I' || c == 'j' || c == 'J';
    l->at += out->imaginary;
    return true;
}

bool script_lex_number(ScriptLexer *l, Token *out) {
    uint32_t begin = l->at;
    char c = script_peek(l, 1), digit = script_peek(l, 2);
    out->kind = TK_NUMBER;
    bool zero = script_peek(l, 0) == '0';
    if (zero && (c == 'x' || c == 'X') && is_hex_digit(digit))
        TRY(lex_based(l, 16, out));
    else if (zero && (c == 'b' || c == 'B') && is_digit_of(digit, 2))
        TRY(lex_based(l, 2, out));
    else
        TRY(lex_decimal(l, out));
    uint32_t end = l->at;
    if (out->kind == TK_NUMBER &&
        (script_is_letter(script_peek(l, 0)) || script_is_digit(script_peek(l, 0)))) {
        while (script_is_letter(script_peek(l, 0)) || script_is_digit(script_peek(l, 0)))
            l->at++;
        out->kind = TK_BAD;
        return script_lex_error(l, begin, l->at, "`%.*s` is neither a number nor a name",
                                (int)(l->at - begin < 60 ? l->at - begin : 60), l->text + begin);
    }
    if (!l->keep_spelling || out->kind != TK_NUMBER)
        return true;
    out->name = script_name(l->env, l->tree->names, l->text + begin, end - begin);
    return out->name != 0;
}
