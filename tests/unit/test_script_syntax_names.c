/* What names of scripts are: slots, functions, captures; to what `end` belongs; dumps and printed expressions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "script_syntax_fixture.h"

static void check_dump(const char *text, const char *want) {
    ScriptRead r;
    script_read_good(&r, text);
    Str out = str_make(&r.env);
    script_dump(&out, &r.tree);
    CHECK(str_ok(&out));
    CHECK_STR(out.data, want);
    str_free(&out);
    script_read_done(&r);
}

TEST(functions_and_variables) {
    check_dump("function r = f(a, varargin)\n"
               "  r = sin(a) + k;\n"
               "  k = numel(varargin);\n"
               "end\n",
               "functions\n"
               "  block\n"
               "    function f (a, varargin) -> r\n"
               "      block\n"
               "        evaluate\n"
               "          value: assign\n"
               "            value: binary +\n"
               "              left: index\n"
               "                of: name sin function\n"
               "                name a slot 0\n"
               "              right: name k slot 3\n"
               "            name r slot 2\n"
               "        evaluate\n"
               "          value: assign\n"
               "            value: index\n"
               "              of: name numel function\n"
               "              name varargin slot 1\n"
               "            name k slot 3\n");
}

TEST(nested_functions_share) {
    check_dump("function r = outer(a)\n"
               "  n = a;\n"
               "  r = inner(2);\n"
               "  function s = inner(b)\n"
               "    n = n + b;\n"
               "    s = @(x) x + n + b + a;\n"
               "    own = 1;\n"
               "  end\n"
               "end\n",
               "functions\n"
               "  block\n"
               "    function outer (a) -> r\n"
               "      block\n"
               "        evaluate\n"
               "          value: assign\n"
               "            value: name a slot 0\n"
               "            name n slot 2\n"
               "        evaluate\n"
               "          value: assign\n"
               "            value: index\n"
               "              of: name inner function\n"
               "              number 2.0\n"
               "            name r slot 1\n"
               "      nested: function inner (b) -> s\n"
               "        block\n"
               "          evaluate\n"
               "            value: assign\n"
               "              value: binary +\n"
               "                left: name n slot 2, 1 out\n"
               "                right: name b slot 0\n"
               "              name n slot 2, 1 out\n"
               "          evaluate\n"
               "            value: assign\n"
               "              value: anonymous (x) takes n, b, a\n"
               "                body: binary +\n"
               "                  left: binary +\n"
               "                    left: binary +\n"
               "                      left: name x slot 0\n"
               "                      right: name n slot 1\n"
               "                    right: name b slot 2\n"
               "                  right: name a slot 3\n"
               "              name s slot 1\n"
               "          evaluate\n"
               "            value: assign\n"
               "              value: number 1.0\n"
               "              name own slot 2\n");
}

TEST(ends) {
    check_dump("x(min(end, 3), f(1)(end)) = y{end}.z(end - 1);\n",
               "script\n"
               "  block\n"
               "    evaluate\n"
               "      value: assign\n"
               "        value: index has-end\n"
               "          of: field z\n"
               "            of: brace-index has-end\n"
               "              of: name y slot 0\n"
               "              end of argument 1\n"
               "          binary -\n"
               "            left: end of argument 1\n"
               "            right: number 1.0\n"
               "        index has-end\n"
               "          of: name x slot 3\n"
               "          index has-end\n"
               "            of: name min slot 1\n"
               "            end of argument 1\n"
               "            number 3.0\n"
               "          index has-end\n"
               "            of: index\n"
               "              of: name f slot 2\n"
               "              number 1.0\n"
               "            end of argument 1\n");
}

TEST(names_that_may_be_either) {
    check_dump("function g(x)\n"
               "  eval('q = 1');\n"
               "  disp(q(min(end, x(end))));\n"
               "end\n"
               "function h(x)\n"
               "  x(min(end, y(end))) = @(z) z(x(end), w);\n"
               "end\n"
               "function tell\n"
               "  helper\n"
               "  v\n"
               "end\n",
               "functions\n"
               "  block\n"
               "    function g (x) dynamic\n"
               "      block\n"
               "        evaluate\n"
               "          value: index\n"
               "            of: name eval slot 1\n"
               "            text \"q = 1\"\n"
               "        evaluate\n"
               "          value: index has-end\n"
               "            of: name disp slot 2\n"
               "            index has-end\n"
               "              of: name q slot 3\n"
               "              index has-end\n"
               "                of: name min slot 4\n"
               "                end of argument 1\n"
               "                index has-end\n"
               "                  of: name x slot 0\n"
               "                  end of argument 1\n"
               "    function h (x)\n"
               "      block\n"
               "        evaluate\n"
               "          value: assign\n"
               "            value: anonymous (z) takes x\n"
               "              body: index\n"
               "                of: name z slot 0\n"
               "                index has-end\n"
               "                  of: name x slot 1\n"
               "                  end of argument 1\n"
               "                name w function\n"
               "            index has-end\n"
               "              of: name x slot 0\n"
               "              index\n"
               "                of: name min function\n"
               "                end of argument 1\n"
               "                index\n"
               "                  of: name y function\n"
               "                  end of argument 1\n"
               "    function tell () dynamic\n"
               "      block\n"
               "        evaluate print\n"
               "          value: name helper slot 0\n"
               "        evaluate print\n"
               "          value: name v slot 1\n");
}

/* ---- what the tree says */

static const ScriptNode *statement(const ScriptRead *r, uint32_t i) {
    CHECK(i < r->tree.body->body->n_items);
    return r->tree.body->body->items[i]->a;
}

/* x(min(end, 3)): `end` is that of x where min is no variable. */
TEST(end_of_what_may_be_a_call) {
    ScriptRead r;
    script_read_good(&r, "x(1, min(end, 3))");
    const ScriptNode *outer = statement(&r, 0), *inner = outer->items[1];
    const ScriptNode *end = inner->items[0];
    CHECK(end->kind == SN_END && end->target == inner && end->position == 0);
    CHECK(inner->target == outer && inner->position == 1);
    CHECK(!outer->target);
    script_read_done(&r);
    script_read_good(&r, "min = 3; x(1, min(end, 3))");
    CHECK(!statement(&r, 1)->items[1]->target);
    script_read_done(&r);
}

TEST(slots_of_parameters_come_first) {
    ScriptRead r;
    script_read_good(&r, "function [p, q, varargout] = f(a, ~, b, varargin)\n z = 1;\nend");
    const ScriptFunction *f = r.tree.functions[0];
    CHECK(f->n_params == 3 && f->n_outputs == 2 && f->varargin && f->varargout);
    CHECK(f->params[0]->slot == 0 && f->params[2]->slot == 1 && f->varargin_slot == 2);
    CHECK(f->outputs[0]->slot == 3 && f->outputs[1]->slot == 4 && f->varargout_slot == 5);
    CHECK_EQ_UINT(f->scope.slots.len, 7);
    CHECK(!f->dynamic && r.tree.function_file);
    script_read_done(&r);
}

/* What is a variable where a text is evaluated is no command in it; names that are only mentioned are. */
TEST(commands_and_scopes) {
    ScriptRead r;
    ScriptScope scope = {0};
    script_read_good(&r, "x = 1; hold('on');");
    CHECK(script_resolve(&r.env, &r.tree, &scope, &r.told));
    ScriptParse options = {.names = &r.names, .scope = &scope};
    const char *const texts[] = {"x -1", "hold -1"};
    const uint8_t kinds[] = {SN_BINARY, SN_COMMAND};
    for (int i = 0; i < 2; i++) {
        ScriptTree tree;
        Source *source = source_new(&r.env, "again", texts[i], strlen(texts[i]));
        CHECK(source && script_parse(&r.env, &options, source, &r.told, &tree));
        CHECK_EQ_UINT(tree.body->body->items[0]->a->kind, kinds[i]);
        script_tree_free(&r.allocator, &tree);
        source_free(source);
    }
    script_scope_free(&r.allocator, &scope);
    script_read_done(&r);
}

TEST(help_of_functions) {
    ScriptRead r;
    const char *text =
        "% above\n% two\nfunction f\n x = 1;\nend\n\n% far\n\nfunction g\n\n # inside\n "
        "# more\n\n # else\nend\nfunction h, end\n";
    static const char *const helps[] = {"% above\n% two", "# inside\n # more", ""};
    script_read_good(&r, text);
    for (uint32_t i = 0; i < 3; i++) {
        const ScriptFunction *f = r.tree.functions[i];
        uint32_t len = f->help_end ? f->help_end - f->help : 0;
        CHECK_EQ_UINT(len, strlen(helps[i]));
        CHECK_EQ_MEM(text + (len ? f->help : 0), helps[i], len);
    }
    script_read_done(&r);
}

/* ---- anonymous functions, printed */

static void check_print(const char *text, const char *want) {
    ScriptRead r;
    script_read_good(&r, text);
    Str out = str_make(&r.env);
    script_print_expression(&out, &r.names, statement(&r, 0));
    CHECK_STR(out.data, want);
    str_free(&out);
    script_read_done(&r);
}

TEST(printed_expressions) {
    check_print("@(x)sin(x)+1e3*0x1F-[1 2;3 4](1,:)'",
                "@(x) sin (x) + 1e3 * 0x1F - [1, 2; 3, 4] (1, :)'");
    check_print("@(x) ~x & !x ~= 3", "@(x) !x & !x != 3");
    check_print("@(x,varargin) {1,'a''b',\"c\\n\\td\"}",
                "@(x, varargin) {1, 'a''b', \"c\\n\\td\"}");
    check_print("@() x.a(3).(\"b\"){2}", "@() x.a (3).(\"b\") {2}");
    check_print("@(x) @(y) x+y", "@(x) @(y)x + y");
    check_print("@(x) (x+1)*2", "@(x) (x + 1) * 2");
    check_print("@(x) 1:2:x", "@(x) 1:2:x");
    check_print("@(x) x.'+x'", "@(x) x.' + x'");
    check_print("@(x) x(:,end)", "@(x) x (:, end)");
    check_print("@(x) x**2+x.**2", "@(x) x ^ 2 + x .^ 2");
    check_print("@(x,~) x", "@(x, ~) x");
    check_print("@(x) x&&1||0", "@(x) x && 1 || 0");
    check_print("@(x) []", "@(x) []");
    check_print("@(x) {}", "@(x) {}");
    check_print("@(x) [1,2\n3]", "@(x) [1, 2; 3]");
    check_print("@(x) 1i*1e-3", "@(x) 1i * 1e-3");
    check_print("@(x) f(1){2}(3).d", "@(x) f (1) {2} (3).d");
    check_print("@(x) @sin", "@(x) @sin");
    check_print("@(x) ((x))", "@(x) ((x))");
    check_print("@(x) \"a\"\"b\"", "@(x) \"a\\\"b\"");
    check_print("@(x) -x", "@(x) -x");
    check_print("@(a, b = 3) a", "@(a, b = 3) a");
}
