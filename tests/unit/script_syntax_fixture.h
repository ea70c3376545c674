/* A text of a script, read and resolved, for tests of its syntax. */
#ifndef TESTS_SCRIPT_SYNTAX_FIXTURE_H
#define TESTS_SCRIPT_SYNTAX_FIXTURE_H

#include "harness.h"

#include "front/script/syntax/tree.h"

typedef struct ScriptRead {
    struct test_alloc alloc;
    frit_allocator allocator;
    frit_error error;
    Env env;
    Source *source;
    ScriptNames names;
    ScriptTree tree;
    Diagnostics told;
} ScriptRead;

/* False: no memory. scope NULL: the tree's own. */
bool script_read_bytes(ScriptRead *r, size_t fail_at, const char *text, size_t len,
                       const ScriptScope *scope);
void script_read_done(ScriptRead *r); /* all memory is given back */
/* A text without errors. */
void script_read_good(ScriptRead *r, const char *text);
/* The statements as (= x (+ 1 2)), one behind the other with a blank between. The test's own buffer. */
const char *script_shape(const ScriptRead *r, char *buffer, size_t size);

#endif
