#include "run/code/lines.h"

/* Bytes that are left: at <= end, always. Reading past their end gives 0 and `bad`. */
typedef struct Reader {
    const unsigned char *at, *end;
    bool bad;
} Reader;

static uint64_t read_uint(Reader *r, unsigned count) {
    if ((size_t)(r->end - r->at) < count) {
        r->bad = true;
        return 0;
    }
    uint64_t value = 0;
    for (unsigned k = 0; k < count; k++)
        value |= (uint64_t)r->at[k] << (8 * k);
    r->at += count;
    return value;
}

static void skip(Reader *r, uint64_t count) {
    if ((uint64_t)(r->end - r->at) < count)
        r->bad = true;
    else
        r->at += count;
}

/* Seven bits a byte, the lowest first; *shift counts the bits. */
static uint64_t read_sevens(Reader *r, unsigned *shift, unsigned *last) {
    uint64_t value = 0;
    *shift = 0;
    do {
        *last = (unsigned)read_uint(r, 1);
        if (*shift < 64)
            value |= (uint64_t)(*last & 0x7f) << *shift;
        *shift += 7;
    } while ((*last & 0x80) && !r->bad);
    return value;
}

static uint64_t read_uleb(Reader *r) {
    unsigned shift, last;
    return read_sevens(r, &shift, &last);
}

static int64_t read_sleb(Reader *r) {
    unsigned shift, last;
    uint64_t value = read_sevens(r, &shift, &last);
    if ((last & 0x40) && shift < 64)
        value |= ~(uint64_t)0 << shift;
    return (int64_t)value;
}

typedef struct Table {
    uint8_t step; /* bytes of the shortest instruction */
    int8_t line_base;
    uint8_t line_range, opcode_base;
    uint8_t lengths[256]; /* of the standard opcodes: how many operands */
    uint64_t address;     /* the state of the program */
    uint32_t line;
} Table;

static void advance(Table *t, uint64_t operation) {
    t->address += operation * t->step;
}

static void reset(Table *t) {
    t->address = 0;
    t->line = 1;
}

static void run_extended(Reader *r, Table *t) {
    uint64_t len = read_uleb(r);
    if (r->bad || len == 0 || len > (uint64_t)(r->end - r->at)) {
        r->bad = true;
        return;
    }
    const unsigned char *next = r->at + len;
    unsigned opcode = (unsigned)read_uint(r, 1);
    if (opcode == 1) /* DW_LNE_end_sequence */
        reset(t);
    else if (opcode == 2 && len == 9) /* DW_LNE_set_address */
        t->address = read_uint(r, 8);
    r->at = next;
}

/* True: a row is complete. */
static bool run_standard(Reader *r, Table *t, unsigned opcode) {
    switch (opcode) {
    case 1: return true;                                                /* DW_LNS_copy */
    case 2: advance(t, read_uleb(r)); break;                            /* DW_LNS_advance_pc */
    case 3: t->line += (uint32_t)read_sleb(r); break;                   /* DW_LNS_advance_line */
    case 8: advance(t, (255u - t->opcode_base) / t->line_range); break; /* DW_LNS_const_add_pc */
    case 9: t->address += read_uint(r, 2); break; /* DW_LNS_fixed_advance_pc */
    default:
        for (unsigned k = 0; k < t->lengths[opcode]; k++)
            read_uleb(r);
    }
    return false;
}

static void run_program(Reader *r, Table *t, LineFn *row, void *user) {
    reset(t);
    while (r->at < r->end && !r->bad) {
        unsigned opcode = (unsigned)read_uint(r, 1);
        bool complete = false;
        if (opcode == 0) {
            run_extended(r, t);
        } else if (opcode < t->opcode_base) {
            complete = run_standard(r, t, opcode);
        } else {
            unsigned special = opcode - t->opcode_base;
            advance(t, special / t->line_range);
            t->line += (uint32_t)(t->line_base + (int)(special % t->line_range));
            complete = true;
        }
        if (complete && !r->bad)
            row(user, t->address, t->line);
    }
}

/* The head of a table up to the names of files, which are what is left of it then. `program`: what comes
 * after those. */
static unsigned read_head(Reader *r, Table *t, Reader *program) {
    unsigned version = (unsigned)read_uint(r, 2);
    if (version < 2 || version > 5)
        r->bad = true;
    if (version >= 5)
        skip(r, 2); /* sizes of addresses and selectors */
    uint64_t head = read_uint(r, 4);
    *program = *r;
    skip(program, head);
    r->end = program->at; /* the head may say that it ends before what it must have */
    t->step = (uint8_t)read_uint(r, 1);
    if (version >= 4)
        skip(r, 1); /* operations of an instruction */
    skip(r, 1);     /* is a row a statement? */
    t->line_base = (int8_t)read_uint(r, 1);
    t->line_range = (uint8_t)read_uint(r, 1);
    t->opcode_base = (uint8_t)read_uint(r, 1);
    for (unsigned k = 1; k < t->opcode_base; k++)
        t->lengths[k] = (uint8_t)read_uint(r, 1);
    r->bad = r->bad || program->bad || t->line_range == 0 || t->opcode_base == 0;
    return version;
}

/* Cuts the next table out of all; false at the end, or where the rest is none. */
static bool next_table(Reader *all, Reader *one) {
    if (all->at == all->end)
        return false;
    uint64_t len = read_uint(all, 4);
    *one = *all;
    skip(all, len); /* that of 64-bit tables is larger than any section */
    one->end = all->at;
    return !all->bad;
}

bool lines_read(const unsigned char *bytes, size_t size, LineFn *row, void *user) {
    Reader all = {bytes, bytes + size, false}, one, program;
    while (!all.bad && next_table(&all, &one)) {
        Table t = {0};
        read_head(&one, &t, &program);
        all.bad = one.bad;
        if (!one.bad) {
            run_program(&program, &t, row, user);
            all.bad = program.bad;
        }
    }
    return !all.bad;
}

/* "" at the end of a list. */
static const char *read_name(Reader *r) {
    const char *name = (const char *)r->at;
    while (r->at < r->end && *r->at != '\0')
        r->at++;
    skip(r, 1);
    return r->bad ? "" : name;
}

bool lines_file(const unsigned char *bytes, size_t size, Str *path) {
    Reader all = {bytes, bytes + size, false}, one, program;
    Table t = {0};
    if (!next_table(&all, &one) || read_head(&one, &t, &program) > 4 || one.bad)
        return false;
    Reader folders = one;
    while (read_name(&one)[0] != '\0') {}
    const char *name = read_name(&one);
    uint64_t number = read_uleb(&one);
    if (one.bad || name[0] == '\0')
        return false;
    const char *folder = "";
    for (uint64_t k = 0; k < number && (k == 0 || folder[0] != '\0'); k++)
        folder = read_name(&folders);
    if (folder[0] != '\0')
        str_format(path, "%s/", folder);
    str_puts(path, name);
    return str_ok(path);
}
