#include "run/cache/table.h"

/* How many lines in use are passed over, at most, to find one to let go. They become the newest of
 * their list, so that the next search begins behind them. */
enum { PASSED_OVER = 8 };

static LineList list_of(LineState state) {
    return state == LINE_READY                             ? LIST_READY
           : state == LINE_MISSING || state == LINE_FAILED ? LIST_REST
                                                           : LIST_BUSY;
}

static void unlink_line(Table *table, CodeLine *line) {
    LineList list = list_of(line->state);
    *(line->newer ? &line->newer->older : &table->newest[list]) = line->older;
    *(line->older ? &line->older->newer : &table->oldest[list]) = line->newer;
    table->len[list]--;
}

static void link_line(Table *table, CodeLine *line) {
    LineList list = list_of(line->state);
    line->newer = NULL;
    line->older = table->newest[list];
    *(line->older ? &line->older->newer : &table->oldest[list]) = line;
    table->newest[list] = line;
    table->len[list]++;
}

void table_init(Table *table, const StoreHooks *hooks) {
    *table = (Table){.hooks = hooks};
}

CodeLine *table_find(const Table *table, StoreKey key) {
    for (IndexCursor c = index_find(&table->index, key.hash); index_next(&table->index, &c);) {
        CodeLine *line = table->lines.at[c.id];
        if (line->hash == key.hash && line->key_len == key.len &&
            memcmp(line->key, key.bytes, key.len) == 0)
            return line;
    }
    return NULL;
}

/* Room for one more, so that adding and removing cannot fail half-way. */
static bool reserve(Env *env, Table *table) {
    return index_reserve(env, &table->index, 1) &&
           vec_reserve(env, &table->lines, (uint64_t)table->lines.len + 1) &&
           vec_reserve(env, &table->free, (uint64_t)table->lines.len + 1);
}

CodeLine *table_add(Env *env, Table *table, StoreKey key) {
    if (!reserve(env, table))
        return NULL;
    CodeLine *line = env_new(env, sizeof *line + key.len);
    if (!line)
        return NULL;
    line->hash = key.hash;
    line->key_len = key.len;
    memcpy(line->key, key.bytes, key.len);
    if (table->free.len > 0)
        line->id = table->free.at[--table->free.len];
    else
        line->id = table->lines.len++;
    table->lines.at[line->id] = line;
    index_add(env, &table->index, key.hash, line->id);
    link_line(table, line);
    return line;
}

void table_touch(Table *table, CodeLine *line) {
    if (table->newest[list_of(line->state)] == line)
        return;
    unlink_line(table, line);
    link_line(table, line);
}

static void forget_result(const frit_allocator *allocator, Table *table, CodeLine *line) {
    if (line->code) {
        table->code_bytes -= line->code_bytes;
        code_unref(line->code);
        line->code = NULL;
    }
    env_free(allocator, line->why, line->why_size);
    line->why = NULL;
    line->why_size = 0;
}

void table_set(const frit_allocator *allocator, Table *table, CodeLine *line, LineState state) {
    unlink_line(table, line);
    forget_result(allocator, table, line);
    line->state = state;
    link_line(table, line);
}

void table_set_ready(const frit_allocator *allocator, Table *table, CodeLine *line, Code *code) {
    table_set(allocator, table, line, LINE_READY);
    line->code = code;
    line->code_bytes = code_size(code);
    table->code_bytes += line->code_bytes;
}

void table_set_failed(Env *env, Table *table, CodeLine *line, const char *why) {
    table_set(env->allocator, table, line, LINE_FAILED);
    size_t size = strlen(why) + 1;
    line->why = env_resize(env, NULL, 0, size);
    if (line->why) {
        memcpy(line->why, why, size);
        line->why_size = size;
    }
}

static void remove_line(const frit_allocator *allocator, Table *table, CodeLine *line) {
    unlink_line(table, line);
    forget_result(allocator, table, line);
    index_remove(&table->index, line->hash, line->id);
    table->lines.at[line->id] = NULL;
    table->free.at[table->free.len++] = line->id;
    env_free(allocator, line, sizeof *line + line->key_len);
}

void table_trim(const frit_allocator *allocator, Table *table, uint64_t code_bytes,
                uint32_t kernels, uint32_t rest) {
    while (table->len[LIST_REST] > rest)
        remove_line(allocator, table, table->oldest[LIST_REST]);
    unsigned passed = 0;
    while (passed < PASSED_OVER && table->len[LIST_READY] > 0 &&
           (table->len[LIST_READY] > kernels || table->code_bytes > code_bytes)) {
        CodeLine *line = table->oldest[LIST_READY];
        if (table->hooks->in_use(table->hooks->user, line->code)) {
            table_touch(table, line);
            passed++;
        } else {
            remove_line(allocator, table, line);
            table->evicted++;
        }
    }
}

void table_free(const frit_allocator *allocator, Table *table) {
    for (int list = 0; list < LIST_COUNT; list++)
        while (table->newest[list])
            remove_line(allocator, table, table->newest[list]);
    index_free(allocator, &table->index);
    vec_free(allocator, &table->lines);
    vec_free(allocator, &table->free);
}
