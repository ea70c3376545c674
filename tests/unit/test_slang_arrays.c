/* Local arrays that a run indexes, and constant tables: what is copied, what is clamped, arrays in arrays and in structs. */
#include <stdio.h>
#include <stdlib.h>

#include "slang_fixture.h"

enum { ELEMENTS = 41 };

typedef int32_t Want(int32_t a, int32_t b);

static void check(const char *source, Want *want) {
    frit_context *context = run_context(1);
    int32_t in[2][ELEMENTS], got[ELEMENTS];
    for (int k = 0; k < ELEMENTS; k++) {
        in[0][k] = k % 13 - 2;
        in[1][k] = k % 7 - 1;
    }
    char *text = slang_text(source, "f");
    slang_run_text(context, text, ELEMENTS, (void *[]){in[0], in[1]}, 2, (void *[]){got}, 1);
    for (int k = 0; k < ELEMENTS; k++)
        CHECK_MSG(got[k] == want(in[0][k], in[1][k]), "f(%d, %d) is %d, should be %d\n%s", in[0][k],
                  in[1][k], got[k], want(in[0][k], in[1][k]), source);
    free(text);
    frit_context_free(context);
}

static int clamped(int32_t i, int n) {
    return i < 0 ? 0 : i >= n ? n - 1 : i;
}

/* Both arrays live on: the assignment is a copy, in branches and turns as well. */
static int32_t want_copies(int32_t a, int32_t b) {
    int x[6] = {0, 1, 2, 3, 4, 5}, y[6];
    memcpy(y, x, sizeof y);
    x[clamped(a, 6)] = 10;
    if (b > 2)
        memcpy(y, x, sizeof y);
    else
        y[clamped(b, 6)] += 20;
    for (int k = 0; k < a; k++) { /* they change places */
        int t[6];
        memcpy(t, x, sizeof t);
        memcpy(x, y, sizeof x);
        memcpy(y, t, sizeof y);
        x[clamped(b, 6)] += k;
    }
    return x[clamped(b, 6)] * 100 + y[clamped(a, 6)];
}

TEST(what_lives_on_is_copied) {
    check("int f(int a, int b) {\n"
          "    int x[6], y[6], t[6];\n"
          "    for (int i = 0; i < 6; i++) x[i] = i;\n"
          "    y = x;\n"
          "    x[a] = 10;\n"
          "    if (b > 2) y = x; else y[b] += 20;\n"
          "    for (int k = 0; k < a; k++) { t = x; x = y; y = t; x[b] += k; }\n"
          "    return x[b] * 100 + y[a];\n"
          "}\n",
          want_copies);
}

static int32_t want_nested(int32_t a, int32_t b) {
    int grid[5][7] = {{0}};
    for (int k = 0; k < 9; k++)
        grid[clamped(a + k, 5)][clamped(b - k + 3, 7)] += k + 1;
    int row[7];
    memcpy(row, grid[clamped(a, 5)], sizeof row);
    row[0] += 1000;
    return grid[clamped(b, 5)][clamped(a, 7)] + row[clamped(b, 7)];
}

TEST(arrays_in_arrays) {
    check("int f(int a, int b) {\n"
          "    int grid[5][7];\n"
          "    for (int i = 0; i < 5; i++) for (int j = 0; j < 7; j++) grid[i][j] = 0;\n"
          "    for (int k = 0; k < 9; k++) grid[a + k][b - k + 3] += k + 1;\n"
          "    int row[7] = grid[a];\n"
          "    row[0] += 1000;\n"
          "    return grid[b][a] + row[b];\n"
          "}\n",
          want_nested);
}

typedef struct Entry {
    int key;
    int8_t weight;
} Entry;

static int32_t want_structs(int32_t a, int32_t b) {
    Entry entries[8] = {{0, 0}};
    int top = 0;
    for (int k = 0; k < 12; k++)
        if ((k + a) % 3) {
            if (top < 8)
                entries[top++] = (Entry){k * a, (int8_t)(k + b)};
        } else if (top > 0) {
            top--;
            entries[top].weight = (int8_t)(entries[top].weight + 1);
        }
    return entries[clamped(b, 8)].key * 100 + entries[clamped(a, 8)].weight + top;
}

TEST(a_stack_of_structs) {
    check("struct Entry { int key; int8_t weight; }\n"
          "struct Stack {\n"
          "    Entry entries[8];\n"
          "    int top;\n"
          "    [mutating] void push(Entry e) { if (top < 8) { entries[top] = e; top++; } }\n"
          "}\n"
          "int f(int a, int b) {\n"
          "    Stack s;\n"
          "    s.top = 0;\n"
          "    for (int k = 0; k < 12; k++) {\n"
          "        if ((k + a) % 3 != 0) {\n"
          "            Entry e;\n"
          "            e.key = k * a;\n"
          "            e.weight = int8_t(k + b);\n"
          "            s.push(e);\n"
          "        } else if (s.top > 0) {\n"
          "            s.top--;\n"
          "            s.entries[s.top].weight = int8_t(s.entries[s.top].weight + 1);\n"
          "        }\n"
          "    }\n"
          "    return s.entries[b].key * 100 + int(s.entries[a].weight) + s.top;\n"
          "}\n",
          want_structs);
}

static int32_t want_table(int32_t a, int32_t b) {
    static const int table[9] = {5, 3, 8, 1, 9, 2, 7, 6, 4};
    int own[9];
    memcpy(own, table, sizeof own);
    own[clamped(a, 9)] = -1;
    return own[clamped(b, 9)] * 100 + table[clamped(a, 9)] + table[clamped(a * b, 9)];
}

TEST(a_table_is_read_and_its_copy_changed) {
    check("static const int table[9] = {5, 3, 8, 1, 9, 2, 7, 6, 4};\n"
          "int f(int a, int b) {\n"
          "    int own[9] = table;\n"
          "    own[a] = -1;\n"
          "    return own[b] * 100 + table[a] + table[a * b];\n"
          "}\n",
          want_table);
}
