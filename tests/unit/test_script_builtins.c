/* Builtins about cells, structs, maps, calls, types and state, with every allocation failing once. */
#include <string.h>

#include "front/script/vm/vm.h"
#include "harness.h"

static const char text[] =
    "c = {1, 'two', [3 4]; struct('f', {{5}}), @sin, {}};\n"
    "n = cellfun(@numel, c); e = cellfun('isempty', c);\n"
    "u = cellfun(@(x) {x}, c, 'UniformOutput', false);\n"
    "[m, k] = cellfun(@max, {[1 5 2], [7 3]});\n"
    "a = arrayfun(@(x) x ^ 2, [1 2; 3 4]);\n"
    "h = cellfun(@(x) error('my:id', 'no %d', x), {1, 2}, 'ErrorHandler', @(err, x) err.index);\n"
    "s = struct('a', {1, 2, 3}, 'b', 'q'); t = rmfield(s, 'a'); o = orderfields(struct('z', 1, "
    "'y', 2));\n"
    "g = struct2cell(s); back = cell2struct({1; 2}, {'p'; 'q'}, 1); names = fieldnames(s);\n"
    "has = isfield(s, {'a', 'x'}); w = structfun(@(v) v * 2, back, 'UniformOutput', false);\n"
    "map = containers.Map({'x', 'y'}, {1, [2 3]}); map('z') = 'new'; ks = map.keys(); vs = "
    "values(map);\n"
    "yes = map.isKey('x'); remove(map, 'x'); other = containers.Map('KeyType', 'double', "
    "'ValueType', 'any');\n"
    "other(3) = 1; other(1) = {2}; both = [other; other];\n"
    "t1 = char('a', 'bcd', {'e'}); t2 = cellstr(t1); t3 = typecast(single([1 2]), 'uint32'); t4 = "
    "int8([100 200]);\n"
    "q = num2cell([1 2; 3 4]); r = isequal(q, num2cell([1 2; 3 4])); i = isa(1, {'double', "
    "'float'});\n"
    "d = cell(2, 3); [d{1, :}] = deal(7, 8, 9); d(:, 2) = []; z = mat2str(size(d));\n"
    "x = 1:5; x(8) = 2; x([1 3]) = []; x(end + 1) = 1i; x(logical([1 0 1])) = 9;\n"
    "p.q(3).r{2}.s = 4; p.q(2).r = 'text'; p.q(1) = []; v = p.q(2).r{2}.s;\n"
    "try, error('some:id', 'text %s', 'here'); catch err, l = lasterr(); rethrow_to = err.message; "
    "end\n"
    "warning('off', 'a:b'); warning('a:b', 'silent'); st = warning('query', 'a:b'); [lw, id] = "
    "lastwarn();\n"
    "ev = eval('1 + 1'); ec = evalc('disp(5)'); eval('error(\"x\")', 'caught = 1;'); ex = "
    "exist('x');\n"
    "f = str2func('@(x) x + 1'); fs = func2str(f); fe = feval(f, 2); nt = nargin(f); wh = "
    "who('x*');\n"
    "clear -x wh fe\n";

static void ignore(void *user, const char *bytes, size_t len) {
    (void)user, (void)bytes, (void)len;
}

/* Gives whether all of it ran; what it failed with is told where that was not memory. */
static bool run_text(const frit_allocator *allocator, frit_context *context) {
    SessionOptions options = {.allocator = allocator, .context = context, .write = ignore};
    frit_error error;
    Session *session = session_open(&options, &error);
    if (!session)
        return false;
    Diagnostics told = {0};
    SessionText source = {.name = "test", .text = text, .len = sizeof text - 1};
    Interp *in = session_interp(session);
    bool ok = session_run(session, &source, &told);
    CHECK_EQ_UINT(told.errors, 0);
    if (!ok && !in->failure.no_memory)
        test_note("%s", interp_message(in));
    diagnostics_free(allocator, &told);
    session_close(session);
    return ok;
}

static frit_context *new_context(void) {
    frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = 1, .cache_dir = "",
                                    .compile = FRIT_COMPILE_OFF};
    frit_error error;
    frit_context *context;
    CHECK(frit_context_new_with(NULL, &options, &context, &error) == FRIT_OK);
    return context;
}

TEST(all_of_it_runs) {
    struct test_alloc a = TEST_ALLOC(0);
    frit_allocator allocator = {test_alloc_fn, &a};
    frit_context *context = new_context();
    bool ok = run_text(&allocator, context);
    frit_context_free(context);
    CHECK_ALLOC(&a);
    CHECK(ok);
}

/* Every allocation of the first part of them, and then one in a few. */
TEST(allocations_may_fail) {
    frit_context *context = new_context();
    struct test_alloc whole = TEST_ALLOC(0);
    frit_allocator counting = {test_alloc_fn, &whole};
    CHECK(run_text(&counting, context));
    size_t step = whole.calls / test_scaled(600) + 1;
    for (size_t n = 1; n <= whole.calls; n += step) {
        struct test_alloc a = TEST_ALLOC(n);
        a.fail_after = true;
        frit_allocator allocator = {test_alloc_fn, &a};
        test_note("allocation %zu", n);
        bool ok = run_text(&allocator, context);
        CHECK_ALLOC(&a);
        CHECK(!ok);
    }
    frit_context_free(context);
}
