/* The engine of regular expressions, with every allocation failing once and with patterns of random bytes. */
#include "front/script/builtin/regex.h"
#include "script_fixture.h"

typedef struct Match {
    const char *pattern, *text;
    int begin, end; /* -1: no match */
    int group[4];   /* of the first two groups; -1 */
} Match;

static const Match matches[] = {
    {"b", "abc", 1, 2, {-1, -1, -1, -1}},
    {"x", "abc", -1, -1, {-1, -1, -1, -1}},
    {"a*", "aaa", 0, 3, {-1, -1, -1, -1}},
    {"a*?b", "aab", 0, 3, {-1, -1, -1, -1}},
    {"(a)(b)?", "ac", 0, 1, {0, 1, -1, -1}},
    {"(\\w+) (\\w+)", "one two", 0, 7, {0, 3, 4, 7}},
    {"(a|ab)(c|bcd)", "abcd", 0, 4, {0, 1, 1, 4}},
    {"a{2,3}", "aaaa", 0, 3, {-1, -1, -1, -1}},
    {"a{2,3}?", "aaaa", 0, 2, {-1, -1, -1, -1}},
    {"a{,2}", "a{,2}", 0, 5, {-1, -1, -1, -1}},
    {"a++a", "aaa", -1, -1, {-1, -1, -1, -1}},
    {"(?>a+)b", "aab", 0, 3, {-1, -1, -1, -1}},
    {"foo(?=bar)", "foobar", 0, 3, {-1, -1, -1, -1}},
    {"foo(?!bar)", "foobar", -1, -1, {-1, -1, -1, -1}},
    {"(?<=ab)c", "abc", 2, 3, {-1, -1, -1, -1}},
    {"(?<!a)b", "abb", 2, 3, {-1, -1, -1, -1}},
    {"(a)\\1", "baa", 1, 3, {1, 2, -1, -1}},
    {"(?<n>a)\\k<n>", "aa", 0, 2, {0, 1, -1, -1}},
    {"[a-c]+", "xabcx", 1, 4, {-1, -1, -1, -1}},
    {"[^a-c]+", "abx", 2, 3, {-1, -1, -1, -1}},
    {"[]a]+", "]a", 0, 2, {-1, -1, -1, -1}},
    {"[[:digit:]]+", "ab12", 2, 4, {-1, -1, -1, -1}},
    {"\\<c", "a c", 2, 3, {-1, -1, -1, -1}},
    {"c\\>", "cc c", 1, 2, {-1, -1, -1, -1}},
    {"^b", "a\nb", -1, -1, {-1, -1, -1, -1}},
    {"b$", "ab\n", 1, 2, {-1, -1, -1, -1}},
    {"(?i)AB", "ab", 0, 2, {-1, -1, -1, -1}},
    {"(?i:A)b", "aB", -1, -1, {-1, -1, -1, -1}},
    {"a.b", "a\nb", 0, 3, {-1, -1, -1, -1}},
    {"(a*)*b", "aab", 0, 3, {2, 2, -1, -1}},
    {"(?#note)b", "ab", 1, 2, {-1, -1, -1, -1}},
    {"\\x41\\o102", "AB", 0, 2, {-1, -1, -1, -1}},
    {"\\Qa.b\\E", "a.b", 0, 3, {-1, -1, -1, -1}},
    {"", "abc", 0, 0, {-1, -1, -1, -1}},
};

TEST(matches) {
    ScriptFixture f;
    Interp *in = script_open(&f);
    for (size_t k = 0; k < sizeof matches / sizeof *matches; k++) {
        const Match *m = &matches[k];
        test_note("pattern %s, text %s", m->pattern, m->text);
        Regex re;
        RegexSearch s;
        bool found;
        CHECK(regex_compile(in, "regexp", m->pattern, strlen(m->pattern), (RegexOptions){0}, &re));
        CHECK(search_open(&s, &re, m->text, strlen(m->text)));
        CHECK(search_next(&s, 0, &found));
        CHECK(found == (m->begin >= 0));
        if (found) {
            CHECK_EQ_INT(s.slots[0], m->begin);
            CHECK_EQ_INT(s.slots[1], m->end);
        }
        for (uint32_t g = 0; found && g < 4 && g < 2 * re.groups; g++)
            if (m->group[g] >= 0 || g % 2 == 0)
                CHECK_EQ_INT(s.slots[2 + g], m->group[g]);
        search_close(&s);
        regex_free(&re);
    }
    script_close(&f);
}

TEST(wrong_patterns) {
    static const struct {
        const char *pattern, *message;
    } rows[] = {
        {"(", "regexp: missing ) at position 1 of expression"},
        {"[a", "regexp: missing terminating ] for character class at position 2 of expression"},
        {"*a", "regexp: nothing to repeat at position 0 of expression"},
        {"a)", "regexp: unmatched parentheses at position 1 of expression"},
        {"a**", "regexp: nothing to repeat at position 2 of expression"},
        {"a{2,1}", "regexp: numbers out of order in {} quantifier at position 1 of expression"},
        {"[z-a]", "regexp: range out of order in character class at position 3 of expression"}};
    ScriptFixture f;
    Interp *in = script_open(&f);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        Regex re;
        CHECK(!regex_compile(in, "regexp", rows[k].pattern, strlen(rows[k].pattern),
                             (RegexOptions){0}, &re));
        CHECK_STR(interp_message(in), rows[k].message);
    }
    script_close(&f);
}

/* Patterns that would take for ever end with an error. */
TEST(steps_are_bounded) {
    ScriptFixture f;
    Interp *in = script_open(&f);
    char text[41];
    memset(text, 'a', 40);
    text[40] = '\0';
    Regex re;
    RegexSearch s;
    bool found;
    CHECK(regex_compile(in, "regexp", "(a|aa|a+)+b", 11, (RegexOptions){0}, &re));
    CHECK(search_open(&s, &re, text, 40));
    CHECK(!search_next(&s, 0, &found));
    CHECK(strstr(interp_message(in), "too many steps"));
    search_close(&s);
    regex_free(&re);
    CHECK(!regex_compile(in, "regexp", "((((a{1000}){1000}){1000}){1000})", 33, (RegexOptions){0},
                         &re));
    script_close(&f);
}

static bool search_all(Interp *in) {
    static const char pattern[] = "(?<k>[a-c]+|x)(\\d{1,2})?(?=y)y*+";
    Regex re = {.in = in};
    RegexSearch s = {0};
    bool found,
        ok = regex_compile(in, "regexp", pattern, sizeof pattern - 1, (RegexOptions){0}, &re);
    ok = ok && search_open(&s, &re, "--abc12yyyy", 11) && search_next(&s, 0, &found);
    search_close(&s);
    regex_free(&re);
    return ok;
}

TEST(out_of_memory) {
    for (size_t n = 1;; n++) {
        ScriptFixture f;
        Interp *in = script_open(&f);
        f.alloc.fail_at = f.alloc.calls + n;
        bool done = search_all(in);
        CHECK(done == (f.alloc.failures == 0));
        script_close(&f);
        if (done)
            break;
    }
}

TEST(random_patterns_do_no_harm) {
    static const char letters[] = "ab()[]{}|*+?.^$\\<>=!:,-12dwsbQEk";
    ScriptFixture f;
    Interp *in = script_open(&f);
    uint64_t state = test_seed();
    for (size_t k = 0; k < test_scaled(20000); k++) {
        char pattern[24], text[16];
        size_t n = test_random_below(&state, sizeof pattern), m = test_random_below(&state, 16);
        for (size_t i = 0; i < n; i++)
            pattern[i] = letters[test_random_below(&state, sizeof letters - 1)];
        for (size_t i = 0; i < m; i++)
            text[i] = "ab12 \n"[test_random_below(&state, 6)];
        Regex re;
        RegexSearch s;
        bool found;
        if (!regex_compile(in, "regexp", pattern, n, (RegexOptions){0}, &re))
            continue;
        CHECK(search_open(&s, &re, text, m));
        if (search_next(&s, 0, &found) && found)
            CHECK(s.slots[0] >= 0 && s.slots[0] <= s.slots[1] && s.slots[1] <= (int64_t)m);
        search_close(&s);
        regex_free(&re);
    }
    script_close(&f);
}
