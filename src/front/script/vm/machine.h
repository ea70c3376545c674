/* Inside the machine: what its files share. */
#ifndef FRIT_SCRIPT_VM_MACHINE_H
#define FRIT_SCRIPT_VM_MACHINE_H

#include <string.h>

#include "front/script/value/turn.h"
#include "front/script/vm/code.h"
#include "front/script/vm/vm.h"

/* A register that stands for a variable elsewhere: a global one, a persistent one, one of a function around this one. */
#define VALUE_REFERENCE 255

typedef struct Box {
    Object head;
    Value value;
} Box;

#define BOX_OF(v) ((Box *)(v).as.object)

typedef struct Frame Frame;

/* The variables of a call, or of the session. Text that is evaluated in it has them in its own frame meanwhile. */
typedef struct Scope {
    Frame *owner, *holder; /* whose they are; where they are now */
    ScriptScope *names;
    uint32_t base; /* slots from here on came later and are in `more` */
    VEC(Value) more;
    uint32_t nargin, nout;
    uint64_t ignored; /* bits of outputs that nobody wants */
} Scope;

struct Frame {
    Session *session; /* while a loop is offered */
    Frame *caller;
    const Code *code;
    Value *registers;
    const Instr *pc;
    Scope *scope; /* own, or that of the text's */
    Scope own;
    uint32_t lists, marks; /* of the machine, when it began */
    uint32_t want;         /* of WANT */
    Value *outs;           /* where results go */
    uint32_t *outc, nout;
    bool done;
};

typedef struct Mark {
    uint32_t begin, cursor;
} Mark;

typedef struct Global {
    NameId name;
    Box *box;
} Global;

typedef struct Known {
    NameId name;
    FunctionEntry *entry;
} Known;

/* A file that was found, or of the library. */
typedef struct KnownFile {
    NameId name;         /* of a file; 0: of the library */
    const void *library; /* its lines */
    char *path;          /* of a file */
    Unit *unit;          /* NULL: it is one of statements, which is read whenever it runs */
} KnownFile;

/* What a name was, wherever it is called from, when the session was at that generation. */
typedef struct KnownName {
    uint32_t generation;
    Callee callee;
} KnownName;

/* A call that an error has passed. */
typedef struct TraceEntry {
    NameId name, file; /* of a script's own statements both are its path */
    uint32_t line, column;
} TraceEntry;

typedef struct StackChunk {
    struct StackChunk *before;
    uint32_t used, room;
    Value at[];
} StackChunk;

/* Stop now; or count turns and calls and stop when there are too many. */
enum { INTERRUPT_NOT, INTERRUPT_NOW, INTERRUPT_COUNT };

enum { MAX_RECURSION = 256, CHUNK_VALUES = 1 << 14 };

/* What kernels took, by the first line whose steps they computed. */
typedef struct LineTime {
    uint32_t line, kernels;
    uint64_t nanoseconds;
} LineTime;

struct Session {
    Interp in;
    frit_allocator allocator;
    frit_context *own_context;
    SessionFiles files;
    ScriptNames names;
    ScriptScope base_names;
    Frame base; /* has the outermost variables */
    Frame *frame;
    uint32_t depth;
    uint64_t ignored; /* of the next call */
    VEC(Value) list;
    VEC(Mark) marks;
    StackChunk *stack;
    VEC(Global) globals;
    VEC(Known) functions; /* that scripts defined */
    VEC(KnownFile) files_known;
    VEC(KnownName) names_known; /* by NameId */
    VEC(char *) path;
    char *folder; /* of the script that runs */
    VEC(char *) arguments;
    uint32_t generation;
    volatile int interrupt; /* INTERRUPT_* */
    uint64_t most_turns, turns_left;
    bool interrupted; /* nothing catches that */
    bool exited;
    int exit_status;
    Value error_stack;
    VEC(TraceEntry) trace; /* of the error that is on its way */
    const Frame *noted;    /* is in the trace already */
    Str failed_at;
    bool explains, profiles, notes_lines; /* recorded steps carry their lines */
    Str explained;
    VEC(LineTime) line_times;
    bool failing;             /* failed_at grows */
    VEC(const char *) sorted; /* names of variables that are set, since the first was asked for */
};

#define SESSION(in) ((Session *)(in)->vm)

/* ---- variables.c: references, variables by name, globals */
void machine_drop(Interp *in, Value v);
/* The value of a register that is not a reference any more. */
static inline Value *machine_behind(Value *v) {
    return v->kind == VALUE_REFERENCE ? &BOX_OF(*v)->value : v;
}
/* Takes the reference. */
void machine_store(Interp *in, Value *reg, Value v);
Box *box_new(Interp *in, Value v); /* takes the reference; NULL: dropped it */
void box_drop(Interp *in, Box *box);
/* The register becomes a reference to a box that others may share. */
Box *machine_box(Interp *in, Value *reg);
/* Where a slot of a scope is now. NULL: past the end, or out of memory where it shall be made. */
Value *scope_slot(Interp *in, Scope *scope, uint32_t slot, bool make);
Scope *scope_up(Session *s, uint32_t up);
bool scope_get(Interp *in, Scope *scope, NameId name, Value *out);
bool scope_set(Interp *in, Scope *scope, const char *name, Value v);
void scope_clear(Interp *in, Scope *scope, NameId name);
const char *scope_variable(Session *s, Scope *scope, uint32_t index);
void scope_drop(Interp *in, Scope *scope);
Box *machine_global(Interp *in, NameId name, bool *made);

/* ---- units.c: texts that were read */
bool unit_read(Interp *in, const SessionText *text, ScriptScope *scope, bool function_file,
               Diagnostics *told, Unit **out); /* NULL with told->errors: it is wrong */
void unit_hold(Unit *unit);
void unit_drop(Interp *in, Unit *unit);
bool entry_code(Interp *in, FunctionEntry *entry, const ScriptScope *scope, Code **out);

/* ---- offer.c: is a loop taken by other means? Its variables and its place are set then, and *taken. */
bool machine_offer(Interp *in, Frame *f, const Instr *i, bool *taken);
/* loop_plan.c. The turns up to the last one as one `for` of the IR, if they can be; false: there was no attempt. */
bool machine_plan_loop(Interp *in, Frame *f, const Instr *next, CodeLoop *loop);
/* A line for each loop that was offered: what became of it. */
void machine_explain_loops(const Code *code, Str *out);
/* do_flow.c: the four registers of a loop over numbers. */
/* Over columns of v, whose reference is taken. */
void for_set_over(Interp *in, Value *state, int64_t count, Value v);
void for_set_range(Interp *in, Value *state, int64_t count, double base, double step);

/* ---- lookup.c: functions by name */
/* CALLEE_NONE with *out: there is none. */
/* frame: NULL, or whose nested functions count too. */
bool machine_lookup(Interp *in, const Frame *frame, Unit *from, NameId name, Callee *out);
/* Looked up again where something has changed; fails where there is none. */
bool machine_site(Interp *in, const Frame *frame, CallSite *site);
bool machine_define(Interp *in, NameId name, FunctionEntry *entry);
/* The function of a builtin that is known. */
bool machine_builtin(Interp *in, const Builtin *found, Callee *out);
/* pkg.name of the package that a value is: a handle of the function, or the package inside. */
bool machine_package_member(Interp *in, Value package, const char *name, Value *out);
bool value_is_package(Value v);
/* Runs a file of statements in the variables of a scope. */
bool machine_run_file(Interp *in, Scope *scope, const char *path);
char *text_of(Interp *in, const char *text); /* a copy */
void text_drop(Interp *in, char *text);
/* "parse error: ..." of what was told. */
bool machine_parse_error(Interp *in, const Diagnostics *told);

/* What a handle calls. */
typedef struct Closure {
    FunctionEntry *entry; /* NULL: looked up by name */
    CallSite site;
    Unit *from; /* where the name is looked up first; may be NULL */
    uint32_t n; /* values that were captured, or boxes of the functions around a nested one */
    Value captured[];
} Closure;

/* Of handles that the machine made. */
const FunctionCalls *closure_table(void);

/* ---- call.c */
/*
 * Calls. args are the caller's; their references are taken (each is NONE after). outs has room for max(nout, 1), none before.
 */
bool machine_call(Interp *in, const Callee *callee, Value *args, uint32_t argc, uint32_t nout,
                  Value *outs, uint32_t *outc);
bool machine_call_value(Interp *in, Value f, Value *args, uint32_t argc, uint32_t nout, Value *outs,
                        uint32_t *outc);
bool machine_call_closure(Interp *in, Closure *closure, Value *args, uint32_t argc, uint32_t nout,
                          Value *outs, uint32_t *outc);
/* Runs a text whose names are resolved to the scope's. */
bool machine_run_text(Interp *in, Scope *scope, Unit *unit, uint32_t nout, Value *outs,
                      uint32_t *outc);
bool machine_undefined(Interp *in, const Frame *frame, NameId name);
Value *stack_take(Interp *in, uint32_t n);
void stack_give(Session *s, uint32_t n);

/* ---- closures.c: handles */
bool closure_new(Interp *in, Frame *frame, FunctionEntry *entry, Value *out);
bool handle_new(Interp *in, Frame *frame, Unit *from, NameId name, Value *out);
/* Shall it stop? That is the error then, which nothing catches. */
bool machine_interrupted(Interp *in);

/* ---- run.c, operands.c, do_*.c */
bool machine_run(Interp *in, Frame *frame);
typedef bool Handler(Interp *in, Frame *f, const Instr *i);
extern Handler *const machine_handlers[OP_COUNT];
#define OP(name, x, a, b, c) Handler do_##name;
#include "front/script/vm/ops.def"
#undef OP

/* The value of an operand, lent: of a variable that is not set, what its function gives, which is kept until release. */
typedef struct Operand {
    Value v, own;
} Operand;
bool operand_get(Interp *in, Frame *f, uint32_t reg, Operand *out);
void operand_release(Interp *in, Frame *f, uint32_t reg, Operand *operand);
/* Gives up a temporary. */
static inline void machine_give_up(Interp *in, Frame *f, uint32_t reg) {
    if (reg >= f->code->first_temp) {
        Value *v = &f->registers[reg];
        if (VALUE_IS_OBJECT(*v)) {
            Value old = *v;
            *v = value_none();
            machine_drop(in, old);
        }
    }
}
void machine_set(Interp *in, Frame *f, uint32_t reg, Value v); /* takes the reference */
/* The arguments of an instruction: a block of values whose references the callee may take. */
Value *machine_arguments(Interp *in, Frame *f, const Instr *i, uint32_t *n);
void machine_arguments_done(Interp *in, Frame *f, const Instr *i);
bool list_push(Interp *in, Value v); /* takes the reference */
void list_cut(Interp *in, uint32_t lists, uint32_t marks);
NameId machine_name_of(const Frame *f, uint32_t reg);
/* Puts the name of the variable into the error of an index that began with it, where none is in it. */
void machine_name_index(Interp *in, const Frame *f);                     /* 0: no variable */
const char *machine_name_text(Interp *in, const Frame *f, uint32_t reg); /* NULL: none */

/* ---- report.c: what became of statements on arrays */
void report_open(Session *s, bool explains, bool profiles);
void report_close(Session *s);
void report_note_line(Interp *in, const Frame *f);

/* ---- trace.c: where things happen */
void machine_place(const Frame *f, uint32_t *line, uint32_t *column);
/* Argument k of the call that the frame is in, where it is a variable's name; NULL. */
const char *machine_argument_name(Interp *in, const Frame *caller, uint32_t k);
/* The error that f has caught goes on from where it was. */
void machine_resume_trace(Interp *in, Frame *f, Value error);
void machine_note_frame(Interp *in, Frame *f);
/* What err.stack of the error is that f has caught: in failure.stack. */
bool machine_stack(Interp *in, const Frame *f);
/* callbacks.c */
void callbacks_fill(InterpCalls *calls);
/* files.c */
bool system_read(Interp *in, const char *folder, const char *name, char **text, size_t *len);
bool system_is_folder(const char *path);

#endif
