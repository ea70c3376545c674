/*
 * Arrays of a context and the steps recorded on them.
 *
 * An array is a view (offset, strides) of a storage. A storage is memory, or is still to be computed:
 * then `whole` is the recorded variable it will hold, row-major. While nothing was written to its
 * storage since, an array may also stand for a variable of the recording; that is what later steps
 * use. Steps are recorded in a program whose inputs are arrays in memory (they are read when the
 * recording runs, all before anything is written), so three rules keep everything sequential:
 *  - an assignment is recorded as a pending store, and makes every array that shares the memory
 *    forget its variable
 *  - an array without a variable is read from memory; if a pending store overlaps it, the recording
 *    runs first
 *  - pending stores do not overlap each other, unless one replaces the other
 *
 * A storage may also stand for an argument (frit_array_placeholder): it is an input of the recording and
 * never gets memory. While there are such storages nothing runs; views keep the array they were made
 * of, so that what they stand for can be recorded anew after an assignment, and an assignment to a view
 * is recorded as a new value of the whole (part.c).
 */
#ifndef FRIT_API_RECORD_H
#define FRIT_API_RECORD_H

#include "api/api.h"

typedef struct Recorder Recorder;

typedef struct Storage {
    Recorder *recorder;
    uint32_t refs; /* arrays */
    char *data;    /* on its device; NULL: not computed yet */
    uint64_t size; /* bytes; of what was wrapped: as far as its arrays may reach */
    char *lowest;  /* of what was wrapped: its first byte, data may point behind it */
    bool external; /* somebody else's memory */
    bool host;     /* the host's memory, and not that of the recorder's device */
    bool read_only;
    void (*release)(void *user);
    void *release_user;
    uint64_t version; /* of its contents; grows with every recorded write */
    VarId whole;      /* while data is NULL */
    uint32_t place;   /* in Recorder.storages */
    uint32_t waits;   /* in Recorder.waiting; UINT32_MAX: nothing is to be computed for it */
    VarId argument;   /* the input it stands for; NO_VAR: none */
    uint32_t parts;   /* assignments to parts of it while it had no memory */
    /* Of an argument: no steps express what was assigned to a part of it, so it cannot be read any
     * more; no places express where all that was assigned to it goes. Never both. */
    bool lost, unplaced;
} Storage;

struct frit_array {
    Recorder *recorder;
    Storage *storage;
    uint32_t refs;  /* of the host, and of recordings, views and exports */
    uint32_t users; /* of these, the host's */
    uint32_t rank;
    TypeId elem; /* in Recorder.tables and every module made from it */
    uint32_t item_size;
    bool read_only;
    int64_t offset; /* bytes from storage->data */
    int64_t *shape, *strides;
    const char *type; /* of the elements, as text */
    size_t bytes;     /* of this object, for the allocator */
    VarId var;        /* what it stands for, if epoch and version still hold */
    uint64_t epoch, version;
    /* While there are placeholders: what it is a view of (a reference, or NULL), and the instruction
     * that made it so. */
    frit_array *base;
    uint32_t view, depth;
    frit_array *next_dropped; /* in Recorder.dropped */
    /* Its scope, numbered from 1 (0: none), and its neighbours there. */
    uint32_t scope;
    frit_array *scope_before, *scope_after;
};

typedef struct RecordedInput {
    frit_array *array; /* a reference */
    VarId var;
} RecordedInput;

/* An instruction whose shape attribute follows from others, whatever their sizes. */
typedef struct Follow {
    uint32_t instr;
    VarId like; /* has the same shape; NO_VAR: the operand's without the axes that follow */
    uint32_t n_axes;
    uint32_t axes; /* first, in Recorder.follow_axes */
} Follow;

typedef struct PendingStore {
    frit_array *array; /* a reference: where it goes */
    VarId var;
} PendingStore;

/* One axis of a slice: x[start:stop:step], LIST_SKIPPED where nothing was said. */
typedef struct Range {
    int64_t start, stop, step;
    bool integer; /* the one element x[start], which must be there */
} Range;

typedef struct ArraySlice {
    uint32_t rank;
    Range axes[MAX_RANK];
} ArraySlice;

/* A value that was assigned to a part of a placeholder; those of a placeholder are in order. */
typedef struct PlacedStore {
    Storage *storage;
    VarId value;     /* it has all axes of the placeholder */
    uint32_t ranges; /* first, in Recorder.ranges: one for each axis of the placeholder */
} PlacedStore;

/* A plan for a recording of that structure; see flush_key. */
typedef struct PlanEntry {
    char *key;
    size_t key_len;
    frit_plan *plan; /* NULL: cannot be planned without its sizes */
    frit_call *call;
    uint64_t last_use;
} PlanEntry;

/* Extents that have names in a program, one for each size. */
typedef struct Size {
    int64_t extent;
    Dim dim; /* once sizes_name gave it one */
} Size;
typedef struct Sizes {
    VEC(Size) at;
} Sizes;
/* Notes an extent above 1 that is to have a name. */
bool sizes_note(Env *env, Sizes *sizes, int64_t extent);
/* It is not to have one after all. */
void sizes_forget(Sizes *sizes, int64_t extent);
/* Gives all that are noted names in the module. */
bool sizes_name(Env *env, Sizes *sizes, Module *m);
/* The name of an extent, or the number itself. */
Dim sizes_named(const Sizes *sizes, int64_t extent);

/* Types of one table as those of another; see Recorder.shared. */
typedef struct TypeMap {
    VEC(TypeId) at; /* by type, from the first that is not shared; NO_TYPE: not asked for yet */
} TypeMap;

/* What a flush works with; its lists keep their memory for the next. */
typedef struct Flush {
    Env *env;
    Recorder *r;
    bool sized;               /* extents stay numbers */
    bool calls;               /* a program is called */
    VEC(uint8_t) live;        /* by variable of the tape */
    VEC(VarId) vars;          /* by variable of the tape: that of the program */
    VEC(VarId) operands;      /* scratch */
    Sizes sizes;              /* that have names */
    VEC(int64_t) key;         /* see key.c */
    VEC(Storage *) fresh;     /* storages to be computed */
    VEC(uint32_t) inputs;     /* live ones, by number in the recorder */
    VEC(frit_tensor) in, out; /* for the call */
    VEC(int64_t) dims;        /* shapes of `fresh`, one after another */
} Flush;

struct Recorder {
    frit_context *context;    /* NULL: it was freed, and only its arrays are left */
    frit_allocator allocator; /* the context's */
    Machine *machine;         /* a reference: arrays may outlive the context */
    uint32_t n_arrays;        /* alive */
    /* Work runs: callbacks of the host may be on the stack, and what is used here must not change. */
    bool busy;
    uint32_t ending;          /* ends of scopes in progress: the context cannot be freed within */
    VEC(frit_array *) scopes; /* that are open, the innermost last: the array each got last */
    frit_array *dropped;      /* nobody refers to them, but the work that runs may use them */
    Module *tables;           /* element types of arrays, for good */
    Module *module;           /* of the recording, or kept for the next; NULL: none yet */
    TypeId scalars[DTYPE_COUNT]; /* by dtype, in tables; NO_TYPE: not asked for yet */
    uint32_t shared;             /* types below this have the same ids in tables and module */
    TypeMap recorded, lasting;   /* of tables in module, of module in tables */
    Program *tape;               /* its inputs stand anywhere; see RecordedInput */
    Program *spare;              /* an empty tape for the next recording, or NULL */
    uint64_t epoch;              /* grows when a recording ends */
    Index ops;                   /* names of ops */
    Flush flush;
    VEC(RecordedInput) inputs;
    VEC(PendingStore) stores;
    VEC(Storage *) storages; /* all, in no order */
    uint32_t n_external;     /* of them */
    VEC(Storage *) waiting;  /* those that the recording will compute */
    uint32_t n_arguments;    /* inputs that are placeholders */
    /* While there are: a reshape may share memory or not, by the sizes at hand; something was
     * assigned to. Both together hold for these sizes alone. */
    bool uncertain, assigned;
    VEC(Follow) follows; /* in the order of their instructions */
    VEC(uint32_t) follow_axes;
    VEC(uint8_t) in_parts; /* by variable of the tape: a part that was captured computes it */
    VEC(PlacedStore) placed;
    VEC(Range) ranges; /* of the placed stores */
    VEC(PlanEntry) plans;
    Index plan_index;
    uint64_t clock, plans_made, plan_hits;
    uint32_t failed; /* instruction of the tape that the last flush stopped at; UINT32_MAX: none */
    VEC(int64_t) last_shapes; /* of the inputs of what ran last: rank and extents of each */
    VEC(uint32_t) last_lines; /* of the steps of what ran last, where that was profiled */
    uint32_t last;            /* entry that ran last; UINT32_MAX: none */
    uint32_t mismatch;        /* entry that showed one last; UINT32_MAX: none */
};

/* The context's, made when first needed. */
Recorder *recorder_get(Env *env, frit_context *context);
/* Of a context that is being freed. While arrays are alive what they need stays. */
void recorder_free(Recorder *r);
/* The last array of a freed context is gone. */
void recorder_bury(Recorder *r);

/*
 * What public functions begin with: they make the env and tell misuse, with an error, before anything is
 * touched. No context or array; an array whose context was freed; a call from within a callback of the
 * work that runs. (guard.c)
 */
Recorder *recorder_open(Env *env, frit_context *context, frit_error *error, frit_error *scratch);
bool array_open(Env *env, const frit_array *a, frit_error *error, frit_error *scratch);
/* Is what the context would run at work, in a callback of it for instance? */
bool recorder_is_busy(const frit_context *context);
/* Makes module and tape if there are none. */
bool recorder_begin(Env *env, Recorder *r);
/* Runs a recording that has grown long. */
bool recorder_keep_short(Env *env, Recorder *r);
/* Does the array stand for a variable of the recording? */
bool array_stands(const frit_array *a);
/* Where the tape ends, to go back there after a failure. */
typedef struct Mark {
    uint32_t vars, instrs, operands, attrs, inputs;
} Mark;
Mark tape_mark(const Recorder *r);
void tape_restore(Recorder *r, Mark mark);
/* One instruction, typed, at the end of the tape; on failure the tape is as it was. */
bool recorder_append(Env *env, Recorder *r, Op op, const VarId *in, uint32_t n_in,
                     const Attrs *attrs, VarId *out);
/* The same, of an op whose shape is that of another variable. */
bool recorder_append_like(Env *env, Recorder *r, Op op, VarId in, VarId like, VarId *out);
/* Its shape attribute is the operand's shape without those axes. */
bool recorder_append_without(Env *env, Recorder *r, VarId in, const uint32_t *axes, uint32_t n,
                             VarId *out);
/* An element type of the tables in the module of the recording, and the other way round. */
bool recorded_type(Env *env, Recorder *r, TypeId lasting, TypeId *out);
bool lasting_type(Env *env, Recorder *r, TypeId recorded, TypeId *out);
/* Runs what is recorded, or forgets it where nobody can see it. */
bool recorder_flush(Env *env, Recorder *r);
/*
 * The key of what is about to run: words that are the same for recordings of the same structure. False
 * on failure, and where programs are called (f->calls): then the key is that of the program's encoded
 * form.
 */
bool flush_key(Flush *f);
void flush_free(const frit_allocator *allocator, Flush *f);
/* Forgets the recording, its inputs and its stores. */
void recorder_reset(Recorder *r);

/* ---- arrays (array.c) */

/* A new view of storage, which gets a reference. */
frit_array *array_make(Env *env, Recorder *r, Storage *storage, TypeId elem, uint32_t rank,
                       const int64_t *shape, const int64_t *strides, int64_t offset);
/* A reference of the library's own more, or less. While work runs, what nobody refers to any more waits. */
void array_hold(frit_array *a);
void array_drop(frit_array *a);
/* Puts a new array into the innermost scope, which there is; takes it out of its own, if any. (scope.c) */
void array_enter_scope(frit_array *a);
void array_leave_scope(frit_array *a);
/* Ends all that are open. */
void scopes_end(Recorder *r);
/* Frees what waited. */
void recorder_sweep(Recorder *r);
/* A storage that nothing refers to yet. */
Storage *storage_make(Env *env, Recorder *r, uint64_t size);
/* It will hold what the recording computes for the variable. */
bool storage_wait(Env *env, Storage *s, VarId whole);
/* It has been computed, or never will be. */
void storage_settle(Storage *s);
void storage_drop(Storage *s); /* one reference less */
/* The array of a recorded variable. NULL on failure. */
frit_array *array_of_var(Env *env, Recorder *r, VarId var);
/* The variable the array stands for; runs the recording first where memory must be up to date. */
bool array_var(Env *env, frit_array *a, VarId *out);
/* The same, also where its value is lost: then only the variable's type is right. */
bool array_last_var(Env *env, frit_array *a, VarId *out);
/* It has memory, or something recorded says what it holds. */
bool array_check_alive(Env *env, const frit_array *a);
/* Its elements are in memory and up to date after this. */
bool array_sync(Env *env, frit_array *a);
/* The same, and nothing recorded will read it any more: its memory may be written to. */
bool array_settle(Env *env, frit_array *a);
/* Notes the variable an array stands for as long as its storage does not change. */
void array_set_var(frit_array *a, VarId var);
/* Bytes it touches: [*lo, *hi), relative to nothing but each other across storages. */
void array_range(const frit_array *a, const char **lo, const char **hi);
bool array_is_whole(const frit_array *a);
bool array_overlaps(const frit_array *a, const frit_array *b);
bool array_same_place(const frit_array *a, const frit_array *b);
/* An element type by its name: it has a size, and no axes. */
bool array_element_type(Env *env, Recorder *r, const char *text, TypeId *out);
bool array_check_shape(Env *env, uint32_t rank, const int64_t *shape);
/* How far below and above its first element an array reaches, in bytes. False where that is more than
 * there is, in all or around the address. */
bool array_reach(uint32_t rank, const int64_t *shape, const int64_t *strides, int64_t item,
                 const void *data, int64_t *below, int64_t *above);
bool array_fail_size(Env *env);
/*
 * The memory itself, without copying: the host's, or that of the recorder's device. (wrap.c)
 */
bool array_wrap(Env *env, Recorder *r, const char *type, uint32_t rank, const int64_t *shape,
                const int64_t *strides, void *data, bool read_only, bool host, frit_array **out);
/* Called once nobody uses that memory any more; release may be NULL. */
void array_on_release(frit_array *a, void (*release)(void *user), void *user);
/* Its type in the recording. */
bool array_type(Env *env, const frit_array *a, TypeId *out);
uint64_t array_count(const frit_array *a);

/* ---- parts of what has no memory (part.c) */

/* Records what the view stands for, from what it is a view of. */
bool view_var(Env *env, frit_array *a);
/* Records a[...] = var, of the same shape, as a new value of the whole. */
bool part_assign(Env *env, frit_array *a, VarId var);
void slice_read(const Program *p, const Instr *i, uint32_t rank, ArraySlice *out);
/* *value in the order in which the axes were before the transpose. */
bool part_transpose_back(Env *env, Recorder *r, const Instr *transpose, VarId *value);
/* Of the instruction, or NULL. */
const Follow *find_follow(const Recorder *r, uint32_t instr);

/* ---- where assignments go (placed.c) */

/* Notes a[...] = var, of the same shape, as a store to a part of a placeholder. *placed is false where
 * it is none, or where the place cannot be said; then nothing is noted. */
bool placed_add(Env *env, frit_array *a, VarId var, bool *placed);

/* Memory for a storage that has none. */
bool storage_alloc(Env *env, Storage *s);
void storage_release(Storage *s);
/* Where its memory is: see frit_device. */
frit_device storage_device(const Storage *s);
/* The array's elements, row-major, to the host's memory. */
bool array_copy_out(Env *env, const frit_array *a, char *to);
/* `size` bytes of a scalar that lies there. */
bool array_read_scalar(Env *env, const frit_array *a, void *to, size_t size);
/* Row-major strides. False when the size passes 2^63-1 bytes. */
bool row_major(uint32_t rank, const int64_t *shape, int64_t item, int64_t *strides, uint64_t *size);

#endif
