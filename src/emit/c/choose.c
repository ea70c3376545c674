/* Which threads take what of a kernel's space, by its sizes and by how memory lies. */
#include "emit/c/choose.h"

#include <string.h>

#include "emit/c/fold.h"
#include "emit/c/walks.h"
#include "kernel/axes.h"
#include "op/op.h"

enum {
    LANES = REDUCE_LANES,
    GROUP = 256,      /* threads */
    SMALL_GROUP = 64, /* of threads that take rows each for itself */
    GROUPS_A_UNIT = 256,
    SHORT_ROW = 32,     /* elements that a thread takes alone */
    CHUNKS_A_UNIT = 64, /* that threads take side by side before one takes several */
    MOST_TEAM = 1024,   /* threads */
    MOST_SHARED = 32768 /* bytes of memory that a group shares */
};

static const char *const names[TEXT_WALKS] = {"rows", "map", "teams", "chunks", "columns"};

const char *text_walk_name(TextWalk walk) {
    return names[walk];
}

TextWalk text_walk_named(const char *name) {
    unsigned walk = 0;
    while (walk < TEXT_WALKS && !(name && strcmp(name, names[walk]) == 0))
        walk++;
    return (TextWalk)walk;
}

/* ---- sizes */

static int64_t product(const TextSpace *s, uint32_t from, uint32_t to) {
    int64_t n = 1;
    for (uint32_t axis = from; axis < to; axis++)
        n *= s->extents[axis];
    return n;
}

typedef struct Choice {
    const BoundKernel *bound;
    TextSpace *space;
    TextForm *form;
    const Analysis *known; /* NULL: of a map */
    uint64_t rows, length, chunks;
    unsigned units;
    bool wished;
} Choice;

/* Are 31 bits enough for the number of every element, and for where it is in its row? There may be a group's worth of
 * numbers beyond the last. */
static bool is_narrow(const Choice *c) {
    const uint64_t most = (1ULL << 31) - (1ULL << 22);
    uint32_t n = c->form->n_outer + c->form->n_inner;
    uint64_t elements = 1;
    for (uint32_t axis = 0; axis < n; axis++) {
        uint64_t extent = (uint64_t)c->space->extents[axis];
        if (extent > most || elements > most / (extent ? extent : 1))
            return false;
        elements *= extent ? extent : 1;
    }
    for (uint32_t k = 0; k < c->bound->kernel->accesses.len; k++) {
        uint64_t reach = 0;
        for (uint32_t axis = c->form->n_outer; axis < n; axis++) {
            int64_t stride = c->space->strides[(size_t)k * n + axis];
            uint64_t size = stride < 0 ? 0 - (uint64_t)stride : (uint64_t)stride;
            if (size > most)
                return false;
            reach += size * (uint64_t)c->space->extents[axis];
        }
        if (reach > most)
            return false;
    }
    return true;
}

static uint64_t parts_of(uint64_t n, uint64_t size) {
    return n / size + (n % size != 0);
}

static uint32_t power_above(uint64_t n) {
    uint32_t p = 1;
    while (p < n)
        p *= 2;
    return p;
}

/* ---- how memory lies */

/* Are neighbouring rows neighbours in memory, and those of a row not? */
static bool prefers_columns(const Choice *c) {
    const TextForm *f = c->form;
    uint32_t n = f->n_outer + f->n_inner;
    int votes = 0;
    if (f->n_outer == 0 || f->n_inner == 0)
        return false;
    for (uint32_t k = 0; k < c->bound->kernel->accesses.len; k++) {
        int64_t size = (int64_t)c->bound->accesses[k].elem_size;
        const int64_t *strides = c->space->strides + (size_t)k * n;
        if (c->bound->accesses[k].pointer == UINT32_MAX || strides[n - 1] == 0)
            continue;
        votes += (strides[f->n_outer - 1] == size) - (strides[n - 1] == size);
    }
    return votes > 0;
}

/* ---- what a kernel allows */

/* Must elements or rows be taken in order, or are there none to share? */
static bool is_ordered(const Kernel *kernel) {
    return kernel_has(kernel, K_SCATTER) || kernel_has(kernel, K_SCAN);
}

static uint64_t shared_bytes(const Kernel *kernel, uint64_t chunks) {
    uint64_t bytes = 0;
    for (uint32_t n = 0; n < kernel->body.len; n++)
        if (kernel->body.at[n].code == K_REDUCE) {
            Folding f = folding_of_kernel(kernel, n);
            bytes += chunks * (dtype_info(f.acc)->bits / 8 + 1 + 8 * (f.fold->kind == FOLD_BEST));
        }
    return bytes;
}

/* Does it store something that there is one of, whatever the size? */
static bool has_uniform_store(const Kernel *kernel) {
    for (uint32_t n = 0; n < kernel->body.len; n++)
        if (kernel->body.at[n].code == K_STORE && kernel->body.at[n].flags == LEVEL_UNIFORM)
            return true;
    return false;
}

static bool can(const Choice *c, TextWalk walk) {
    const Kernel *kernel = c->bound->kernel;
    const uint64_t most_groups = (1ULL << 31) - 1;
    if (walk != TEXT_ROWS && c->rows * c->length == 0 && has_uniform_store(kernel))
        return false; /* a thread is needed for that */
    switch (walk) {
    case TEXT_ROWS: return true;
    case TEXT_MAP: return c->form->map && !is_ordered(kernel) && c->length <= most_groups * GROUP;
    default: break;
    }
    if (c->form->map || is_ordered(kernel) || !kernel_has(kernel, K_REDUCE))
        return false;
    if (walk == TEXT_TEAMS)
        return c->rows <= most_groups &&
               shared_bytes(kernel, power_above(c->chunks)) <= MOST_SHARED;
    return 2 * c->known->n_phases <= TEXT_MOST_LAUNCHES &&
           shared_bytes(kernel, CHUNKS_TOTALS) <= MOST_SHARED && c->rows <= most_groups &&
           c->rows * (c->chunks + 1) <= most_groups;
}

static TextWalk choose(const Choice *c) {
    if (can(c, TEXT_MAP))
        return TEXT_MAP;
    if (c->length <= SHORT_ROW || !can(c, TEXT_CHUNKS))
        return c->length <= SHORT_ROW || !can(c, TEXT_TEAMS) ? TEXT_ROWS : TEXT_TEAMS;
    if (prefers_columns(c) && c->rows >= LANES / 2)
        return TEXT_COLUMNS;
    uint64_t team = LANES * (uint64_t)power_above(c->chunks);
    uint64_t threads = c->rows * (team < MOST_TEAM ? team : MOST_TEAM);
    bool fills = threads >= (uint64_t)c->units * GROUP || c->chunks <= 2;
    return fills && can(c, TEXT_TEAMS) ? TEXT_TEAMS : TEXT_CHUNKS;
}

/* ---- the form of each */

/* Loads of a map in flight: elements that a thread takes. */
static uint32_t elements_of_map(const Choice *c) {
    const Kernel *kernel = c->bound->kernel;
    uint32_t words = 0, weight = 0;
    for (uint32_t n = 0; n < kernel->body.len; n++) {
        const KernelInstr *i = &kernel->body.at[n];
        weight += text_weight(i);
        if (i->code == K_LOAD)
            words += dtype_info((Dtype)kernel->values.at[i->value].dtype)->bits > 32 ? 2 : 1;
    }
    uint32_t n = words == 0 || weight > 400 ? 1 : 8;
    while (n > 1 && (n * words > 16 || n * weight > 800))
        n /= 2;
    /* Small arrays are shared by as many threads as there are. */
    while (n > 1 && c->length < (uint64_t)c->units * GROUP * n)
        n /= 2;
    return n;
}

static void form_map(const Choice *c, TextPlan *plan) {
    c->form->threads = GROUP;
    c->form->turns = elements_of_map(c);
    uint64_t groups = parts_of(c->length, (uint64_t)GROUP * c->form->turns);
    plan->n_launches = 1;
    plan->launches[0] = (TextLaunch){groups, GROUP};
}

/* Turns of a chunk, where a row has but one; few different numbers, so that sources are few. */
static uint32_t turns_of(uint64_t length) {
    static const uint8_t steps[] = {1, 2, 3, 4, 6, 8, 12, 16, 24, 32};
    for (size_t k = 0; k < sizeof steps; k++)
        if (length <= (uint64_t)steps[k] * LANES)
            return steps[k];
    return REDUCE_CHUNK / LANES;
}

static void form_teams(const Choice *c, TextPlan *plan) {
    TextForm *f = c->form;
    uint64_t width = power_above(c->chunks);
    f->most = (uint32_t)width;
    width = width > MOST_TEAM / LANES ? MOST_TEAM / LANES : width;
    f->team = (uint32_t)width * LANES;
    f->threads = f->team > LANES ? f->team : 4 * LANES;
    uint64_t rounds = parts_of(c->chunks, width);
    f->rounds = rounds <= 1 ? 1 : rounds <= 2 ? 2 : 0;
    f->turns = c->chunks > 1 ? REDUCE_CHUNK / LANES : turns_of(c->length);
    f->whole = c->length > 0 && c->length % (f->turns * LANES * width) == 0;
    plan->n_launches = 1;
    plan->launches[0] = (TextLaunch){parts_of(c->rows, f->threads / f->team), f->threads};
}

static void form_chunks(const Choice *c, TextPlan *plan) {
    TextForm *f = c->form;
    bool columns = f->walk == TEXT_COLUMNS;
    f->threads = columns ? LANES * LANES : GROUP;
    f->turns = c->chunks > 1 ? REDUCE_CHUNK / LANES : turns_of(c->length);
    f->rounds = !columns && c->wished && c->chunks > 1 ? 4 : 1; /* tests wish for walks */
    while (!columns && f->rounds < LANES &&
           c->rows * c->chunks >= 2ULL * f->rounds * c->units * CHUNKS_A_UNIT &&
           2 * f->rounds <= c->chunks)
        f->rounds *= 2;
    f->whole = c->length > 0 && c->length % ((uint64_t)f->turns * LANES * f->rounds) == 0;
    uint64_t shares = parts_of(c->chunks, f->rounds);
    bool totals[TEXT_MOST_LAUNCHES];
    plan->n_launches = chunks_functions(c->known, totals);
    uint64_t blocks = parts_of(c->rows, LANES);
    uint64_t parts = columns ? blocks * shares : parts_of(c->rows * shares, GROUP / LANES);
    uint64_t rows = columns ? blocks : c->rows;
    for (uint32_t k = 0; k < plan->n_launches; k++)
        plan->launches[k] = (TextLaunch){totals[k] ? rows : parts,
                                         totals[k] && !columns ? CHUNKS_TOTALS : f->threads};
    plan->scratch = chunks_scratch(c->bound->kernel, c->rows, shares);
}

/* One for each row (of a map, each element), as long as the device has use for them. */
static void form_rows(const Choice *c, TextPlan *plan) {
    uint64_t most = (uint64_t)c->units * GROUPS_A_UNIT * SMALL_GROUP;
    uint64_t n = c->form->map ? c->length : c->rows;
    n = n < 1 ? 1 : n > most ? most : n;
    uint32_t threads = n < SMALL_GROUP ? (uint32_t)n : SMALL_GROUP;
    plan->n_launches = 1;
    plan->launches[0] = (TextLaunch){parts_of(n, threads), threads};
}

bool text_plan(Env *env, Arena **arena, const TextDialect *dialect, const BoundKernel *bound,
               unsigned units, TextWalk wish, TextSpace *space, TextPlan *out) {
    TextForm *f = &space->form;
    Analysis known;
    AnalysisOptions options = {.rows = ROWS_OF_KERNEL, .stores_last = true};
    Choice c = {bound, space, f, .units = units, .wished = wish != TEXT_WALKS};
    c.rows = (uint64_t)product(space, 0, f->n_outer);
    c.length = (uint64_t)product(space, f->n_outer, f->n_outer + f->n_inner);
    c.chunks = parts_of(c.length, REDUCE_CHUNK);
    *out = (TextPlan){0};
    if (!f->map) {
        TRY(analyse(env, arena, &known, bound->kernel, &options));
        c.known = &known;
    }
    f->walk = !dialect->threads                     ? TEXT_ROWS
              : wish != TEXT_WALKS && can(&c, wish) ? wish
                                                    : choose(&c);
    f->narrow = f->walk != TEXT_ROWS && is_narrow(&c);
    switch (f->walk) {
    case TEXT_MAP: form_map(&c, out); break;
    case TEXT_TEAMS: form_teams(&c, out); break;
    case TEXT_CHUNKS:
    case TEXT_COLUMNS: form_chunks(&c, out); break;
    default: form_rows(&c, out); break;
    }
    return true;
}
