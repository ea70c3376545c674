/* Modules, functions, blocks, constants, and how all of it is spelled. */
#include "emit/llvm/ir.h"

#include <inttypes.h>
#include <string.h>

#include "emit/llvm/ir_print.h"
#include "op/math/ops.h"

/* ---- failure sticks */

void ir_mistake(Ir *ir, const char *what) {
    if (!ir->failed && ir->env->error->status == FRIT_OK)
        env_set_error(ir->env, FRIT_ERR_INTERNAL, FRIT_STAGE_EMIT, "LLVM IR: %s", what);
    ir->failed = true;
}

bool ir_ok(const Ir *ir) {
    return !ir->failed && str_ok(&ir->text) && str_ok(&ir->head) && str_ok(&ir->body) &&
           str_ok(&ir->declares) && str_ok(&ir->debug);
}

void ir_begin(Ir *ir, Env *env, const Target *target, const LlvmDialect *dialect) {
    *ir = (Ir){.env = env, .target = target, .dialect = dialect, .flags = ""};
    ir->text = str_make(env);
    ir->head = str_make(env);
    ir->body = str_make(env);
    ir->declares = str_make(env);
    ir->debug = str_make(env);
    ir->failed = !vec_push(env, &ir->values, (IrValue){0}); /* number 0 */
    str_puts(&ir->text, "target triple = \"");
    str_puts(&ir->text, target->triple);
    str_puts(&ir->text, "\"\n");
}

void ir_free(Ir *ir) {
    const frit_allocator *allocator = ir->env->allocator;
    str_free(&ir->text);
    str_free(&ir->head);
    str_free(&ir->body);
    str_free(&ir->declares);
    str_free(&ir->debug);
    vec_free(allocator, &ir->values);
    vec_free(allocator, &ir->lines);
}

/* The first numbers of the metadata. */
enum {
    META_RARE = META_PAST + 1,
    META_UNIT,
    META_FILE,
    META_DEBUG_VERSION,
    META_DWARF_VERSION,
    META_SIGNATURE,
    META_NEXT
};

/* Code for any CPU like the target, that needs no tables for unwinding and no help from a library. */
static void put_attributes(Ir *ir) {
    const Target *target = ir->target;
    str_format(&ir->text, "attributes #0 = { nounwind \"target-cpu\"=\"%s\"", target->cpu);
    if (strncmp(target->triple, "x86_64", 6) == 0)
        str_format(&ir->text, " \"prefer-vector-width\"=\"%u\" \"min-legal-vector-width\"=\"%u\"",
                   8 * target->vector_bytes, 8 * target->vector_bytes);
    /* Masks of 32 lanes would be put together and taken apart again for vectors of 16. */
    if (ir->short_masks && target->vector_bytes == 64)
        str_puts(&ir->text, " \"target-features\"=\"-avx512bw\"");
    str_puts(&ir->text, " }\n");
}

bool ir_finish(Ir *ir, Str *out) {
    bool ok = ir_ok(ir);
    if (ok) {
        str_put(&ir->text, ir->declares.data ? ir->declares.data : "", ir->declares.len);
        put_attributes(ir);
        if (ir->has_rare)
            str_format(&ir->text, "!%d = !{!\"branch_weights\", i32 1, i32 2000}\n", META_RARE);
        if (ir->has_past)
            str_format(&ir->text, "!%d = !{i32 1}\n", META_PAST);
        str_put(&ir->text, ir->debug.data ? ir->debug.data : "", ir->debug.len);
        ok = str_ok(&ir->text);
    }
    if (ok) {
        *out = ir->text;
        ir->text = str_make(ir->env);
    }
    ir_free(ir);
    return ok;
}

/* ---- line tables */

static void put_quoted(Str *s, const char *text, size_t len) {
    str_putc(s, '"');
    for (size_t k = 0; k < len; k++) {
        unsigned char c = (unsigned char)text[k];
        if (c < ' ' || c > '~' || c == '"' || c == '\\')
            str_format(s, "\\%02X", c);
        else
            str_putc(s, text[k]);
    }
    str_putc(s, '"');
}

void ir_debug_file(Ir *ir, const char *name) {
    Str *s = &ir->debug;
    str_format(s, "!llvm.dbg.cu = !{!%d}\n!llvm.module.flags = !{!%d, !%d}\n", META_UNIT,
               META_DEBUG_VERSION, META_DWARF_VERSION);
    str_format(s,
               "!%d = distinct !DICompileUnit(language: DW_LANG_C11, file: !%d, producer: "
               "\"frit\", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)\n",
               META_UNIT, META_FILE);
    str_format(s, "!%d = !DIFile(filename: ", META_FILE);
    put_quoted(s, name, strlen(name));
    /* No folder: the line table itself then has the whole path. */
    str_format(s,
               ", directory: \"\")\n!%d = !{i32 2, !\"Debug Info Version\", i32 3}\n"
               "!%d = !{i32 7, !\"Dwarf Version\", i32 4}\n"
               "!%d = !DISubroutineType(types: !{})\n",
               META_DEBUG_VERSION, META_DWARF_VERSION, META_SIGNATURE);
    ir->n_debug = META_NEXT;
}

static void open_scope(Ir *ir, const char *name) {
    ir->lines.len = 0;
    if (!ir->n_debug)
        return;
    ir->scope = ir->n_debug++;
    str_format(&ir->debug,
               "!%u = distinct !DISubprogram(name: \"%s\", scope: !%d, file: !%d, line: 1, type: "
               "!%d, scopeLine: 1, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !%d)\n",
               ir->scope, name, META_FILE, META_FILE, META_SIGNATURE, META_UNIT);
}

/* Neighbours mostly have the same line, so the last lines are looked at first. */
static uint32_t line_number(Ir *ir) {
    for (uint32_t k = ir->lines.len; k-- > 0;)
        if (ir->lines.at[k].line == ir->line)
            return ir->lines.at[k].number;
    uint32_t number = ir->n_debug++;
    str_format(&ir->debug, "!%u = !DILocation(line: %u, column: 1, scope: !%u)\n", number, ir->line,
               ir->scope);
    ir->failed |= !vec_push(ir->env, &ir->lines, ((IrLine){ir->line, number}));
    return number;
}

void ir_close(Ir *ir) {
    if (ir->line && ir->n_debug) {
        str_puts(&ir->body, ", !dbg !");
        str_uint(&ir->body, line_number(ir));
    }
    str_putc(&ir->body, '\n');
}

/* ---- functions and blocks */

void ir_function(Ir *ir, const char *name, unsigned n_params, Val *params) {
    open_scope(ir, name);
    ir->head.len = ir->body.len = 0;
    str_format(&ir->head, "\ndefine i32 @%s(", name);
    for (unsigned k = 0; k < n_params; k++) {
        params[k] = ir_new(ir, k ? IR_I(64, 1) : IR_P);
        str_puts(&ir->head, k ? ", " : "");
        ir_put_typed(ir, &ir->head, params[k]);
    }
    str_puts(&ir->head, ") #0 ");
    if (ir->n_debug)
        str_format(&ir->head, "!dbg !%u ", ir->scope);
    str_puts(&ir->head, "{\n");
    Label first = ir_label(ir);
    ir_put_label(&ir->head, first);
    str_puts(&ir->head, ":\n");
    ir_block(ir, ir_label(ir));
}

/* The first block, which has only what must stand there, goes on to the second. */
void ir_function_end(Ir *ir) {
    if (!ir_ok(ir))
        return;
    for (unsigned k = 0; k < IR_SCRATCH; k++) {
        if (ir->scratch[k].at)
            ir_put_alloca(ir, ir->scratch[k].at, ir->scratch[k].bytes);
        ir->scratch[k] = (IrScratch){0};
    }
    str_put(&ir->text, ir->head.data, ir->head.len);
    str_puts(&ir->text, "  br label %");
    str_put(&ir->text, ir->body.data, strcspn(ir->body.data, ":"));
    str_putc(&ir->text, '\n');
    str_put(&ir->text, ir->body.data, ir->body.len);
    str_puts(&ir->text, "}\n");
    ir->head.len = ir->body.len = 0;
}

Label ir_label(Ir *ir) {
    return ++ir->n_labels;
}

void ir_put_label(Str *s, Label label) {
    str_putc(s, 'b');
    str_uint(s, label);
}

void ir_block(Ir *ir, Label label) {
    ir_put_label(&ir->body, label);
    str_puts(&ir->body, ":\n");
    ir->block = label;
}

void ir_put_target(Ir *ir, Label label) {
    str_puts(&ir->body, "label %");
    ir_put_label(&ir->body, label);
}

void ir_jump(Ir *ir, Label to) {
    str_puts(&ir->body, "  br ");
    ir_put_target(ir, to);
    ir_close(ir);
}

static void put_branch(Ir *ir, Val condition, Label yes, Label no) {
    str_puts(&ir->body, "  br ");
    ir_put_typed(ir, &ir->body, condition);
    str_puts(&ir->body, ", ");
    ir_put_target(ir, yes);
    str_puts(&ir->body, ", ");
    ir_put_target(ir, no);
}

void ir_branch(Ir *ir, Val condition, Label yes, Label no) {
    put_branch(ir, condition, yes, no);
    ir_close(ir);
}

void ir_branch_rarely(Ir *ir, Val condition, Label rare, Label usual) {
    put_branch(ir, condition, rare, usual);
    str_format(&ir->body, ", !prof !%d", META_RARE);
    ir_close(ir);
    ir->has_rare = true;
}

void ir_return(Ir *ir, int32_t code) {
    ir_return_value(ir, ir_int(ir, IR_I(32, 1), (uint64_t)code));
}

void ir_return_value(Ir *ir, Val code) {
    str_puts(&ir->body, "  ret ");
    ir_put_typed(ir, &ir->body, code);
    ir_close(ir);
}

/* ---- types */

bool ir_same_type(IrType a, IrType b) {
    return a.kind == b.kind && a.bits == b.bits && a.lanes == b.lanes;
}

static void put_scalar_type(Str *s, IrType type) {
    if (type.kind == IR_PTR) {
        str_puts(s, "ptr");
    } else if (type.kind == IR_FLOAT) {
        str_puts(s, type.bits == 64 ? "double" : type.bits == 32 ? "float" : "half");
    } else {
        str_putc(s, 'i');
        str_uint(s, type.bits);
    }
}

void ir_put_type(Str *s, IrType type) {
    if (type.lanes == 0) {
        str_puts(s, "void");
        return;
    }
    if (type.lanes > 1) {
        str_putc(s, '<');
        str_uint(s, type.lanes);
        str_puts(s, " x ");
    }
    put_scalar_type(s, type);
    if (type.lanes > 1)
        str_putc(s, '>');
}

/* ---- values */

static Val push_value(Ir *ir, IrValue value) {
    if (ir->failed || !vec_push(ir->env, &ir->values, value)) {
        ir->failed = true;
        return 0;
    }
    return ir->values.len - 1;
}

/* Constants have no place in the count, so that the text does not depend on when they are asked for. */
Val ir_new(Ir *ir, IrType type) {
    return push_value(ir, (IrValue){.type = type, .bits = ++ir->n_names});
}

static void put_name(Ir *ir, Str *s, Val v) {
    str_puts(s, "%v");
    str_uint(s, v ? ir->values.at[v].bits : 0);
}

Val ir_open(Ir *ir, IrType type) {
    Val v = ir_new(ir, type);
    str_puts(&ir->body, "  ");
    put_name(ir, &ir->body, v);
    str_puts(&ir->body, " = ");
    return v;
}

/* What is not there looks like a number, so that builders that go on after a failure find nothing
 * strange. */
static IrValue value_of(const Ir *ir, Val v) {
    return v && v < ir->values.len ? ir->values.at[v] : (IrValue){.type = IR_I(32, 1)};
}

IrType ir_type(const Ir *ir, Val v) {
    return value_of(ir, v).type;
}

bool ir_is_constant(const Ir *ir, Val v, uint64_t *bits) {
    IrValue value = value_of(ir, v);
    *bits = value.bits;
    return v && value.what == IR_CONSTANT;
}

static Val new_constant(Ir *ir, IrType type, IrWhat what, uint64_t bits) {
    bits = type.bits < 64 ? bits & (((uint64_t)1 << type.bits) - 1) : bits;
    return push_value(ir, (IrValue){.type = type, .what = (uint8_t)what, .bits = bits});
}

Val ir_int(Ir *ir, IrType type, uint64_t value) {
    return new_constant(ir, type, IR_CONSTANT, value);
}

Val ir_float(Ir *ir, IrType type, uint64_t bits) {
    return new_constant(ir, type, IR_CONSTANT, bits);
}

Val ir_zero(Ir *ir, IrType type) {
    return new_constant(ir, type, IR_CONSTANT, 0);
}

Val ir_ones(Ir *ir, IrType type) {
    return new_constant(ir, type, IR_CONSTANT, UINT64_MAX);
}

Val ir_count(Ir *ir, IrType type) {
    return new_constant(ir, type, type.lanes > 1 ? IR_COUNT : IR_CONSTANT, 0);
}

/* IR has no hexadecimal f32: its constants are written as the bits of an f64. By hand, so that no NaN
 * changes on the way. */
static uint64_t widened_bits(uint32_t bits) {
    uint64_t sign = (uint64_t)(bits >> 31) << 63, fraction = bits & 0x7fffff;
    uint32_t exponent = bits >> 23 & 0xff;
    if (exponent == 0xff)
        return sign | (uint64_t)0x7ff << 52 | fraction << 29;
    return d_bits((double)f_of(bits));
}

static void put_number(Str *s, IrType type, uint64_t bits) {
    if (type.kind == IR_PTR)
        str_puts(s, "null");
    else if (type.kind == IR_FLOAT && type.bits == 16)
        str_format(s, "0xH%04" PRIX64, bits);
    else if (type.kind == IR_FLOAT)
        str_format(s, "0x%016" PRIX64, type.bits == 32 ? widened_bits((uint32_t)bits) : bits);
    else if (type.bits == 1)
        str_puts(s, bits ? "true" : "false");
    else if (type.bits >= 64)
        str_int(s, (int64_t)bits);
    else
        str_int(s, (int64_t)(bits << (64 - type.bits)) >> (64 - type.bits));
}

/* Lane k has the number first + k * step. */
static void put_lanes(Str *s, IrType type, uint64_t first, uint64_t step) {
    for (unsigned k = 0; k < type.lanes; k++) {
        str_puts(s, k ? ", " : "<");
        put_scalar_type(s, type);
        str_putc(s, ' ');
        put_number(s, type, first + k * step);
    }
    str_putc(s, '>');
}

static void put_constant(const Ir *ir, Str *s, const IrValue *value) {
    IrType one = value->type;
    if (one.lanes <= 1) {
        put_number(s, one, value->bits);
    } else if (value->bits == 0) {
        str_puts(s, "zeroinitializer");
    } else if (!ir->dialect->splats) {
        put_lanes(s, one, value->bits, 0);
    } else {
        str_puts(s, "splat (");
        put_scalar_type(s, one);
        str_putc(s, ' ');
        put_number(s, one, value->bits);
        str_putc(s, ')');
    }
}

void ir_put_value(Ir *ir, Str *s, Val v) {
    if (!v) {
        ir_mistake(ir, "no value");
        return;
    }
    IrValue value = value_of(ir, v);
    if (value.what == IR_TABLE) {
        str_puts(s, "@t");
        str_uint(s, value.bits);
    } else if (value.what == IR_COUNT) {
        put_lanes(s, value.type, 0, 1);
    } else if (value.what == IR_CONSTANT) {
        put_constant(ir, s, &value);
    } else {
        put_name(ir, s, v);
    }
}

/* Among the declarations, which stand behind all functions. */
Val ir_table_begin(Ir *ir, IrType type, uint32_t count) {
    IrValue table = {.type = IR_P, .what = IR_TABLE, .bits = ++ir->n_tables};
    str_format(&ir->declares, "@t%u = private unnamed_addr constant [%u x ", ir->n_tables, count);
    ir_put_type(&ir->declares, type);
    str_puts(&ir->declares, "] [");
    return push_value(ir, table);
}

void ir_table_put(Ir *ir, IrType type, Val constant, uint32_t k) {
    str_puts(&ir->declares, k ? ", " : "");
    ir_put_type(&ir->declares, type);
    str_putc(&ir->declares, ' ');
    ir_put_value(ir, &ir->declares, constant);
}

void ir_table_end(Ir *ir) {
    str_puts(&ir->declares, "], align 64\n");
}

void ir_put_typed(Ir *ir, Str *s, Val v) {
    ir_put_type(s, ir_type(ir, v));
    str_putc(s, ' ');
    ir_put_value(ir, s, v);
}

Val ir_reserve(Ir *ir, IrType type) {
    return ir_new(ir, type);
}

/*
 * The same number as a pointer of which LLVM knows nothing. A loop's index that has gone round through
 * it is not seen as one, so that loop strength reduction leaves the loop alone: it would take a third
 * of the compile and more, for addresses no better than those that are written here.
 */
static Val hide(Ir *ir, Val v) {
    Val pointer = ir_convert(ir, "inttoptr", v, IR_P);
    return ir_call(ir, "llvm.launder.invariant.group.p0", IR_P, 1, &pointer);
}

/*
 * The move is a freeze, not a bitcast to the type it has: codegen's preparation moves casts to where they are
 * used, and never ends with one that goes round a loop whose value stays the same.
 */
void ir_become(Ir *ir, Val reserved, Val v) {
    IrType type = ir_type(ir, reserved);
    if (!ir_same_type(type, ir_type(ir, v)))
        ir_mistake(ir, "a reserved value becomes one of another type");
    bool index = ir_same_type(type, IR_I(64, 1));
    if (index)
        v = hide(ir, v);
    str_puts(&ir->body, "  ");
    ir_put_value(ir, &ir->body, reserved);
    str_puts(&ir->body, index ? " = ptrtoint " : " = freeze ");
    ir_put_typed(ir, &ir->body, v);
    if (index) {
        str_puts(&ir->body, " to ");
        ir_put_type(&ir->body, type);
    }
    ir_close(ir);
}

Val ir_phi(Ir *ir, unsigned n, const Val *values, const Label *from) {
    IrType type = ir_type(ir, values[0]);
    Val v = ir_open(ir, type);
    str_puts(&ir->body, "phi ");
    ir_put_type(&ir->body, type);
    for (unsigned k = 0; k < n; k++) {
        if (!ir_same_type(type, ir_type(ir, values[k])))
            ir_mistake(ir, "a phi of several types");
        str_puts(&ir->body, k ? ", [" : " [");
        ir_put_value(ir, &ir->body, values[k]);
        str_puts(&ir->body, ", %");
        ir_put_label(&ir->body, from[k]);
        str_putc(&ir->body, ']');
    }
    ir_close(ir);
    return v;
}
