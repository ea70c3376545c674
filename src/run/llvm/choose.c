/*
 * How compiled code walks a kernel's space. A form is chosen by strides, by which extents are 1, and as
 * little as possible by sizes and threads: another form is another compile. Whatever was chosen, the
 * forms that would have been chosen for other sizes can run the kernel too, more slowly: see Choice.
 */
#include "emit/llvm/analyse.h"
#include "emit/llvm/llvm.h"
#include "run/llvm/driver.h"

enum {
    SHORT_LINE = 24,          /* of a map: shorter lines are taken as one */
    SHORT_LENGTH = 12,        /* shorter rows are taken side by side even if they lie end to end */
    COLUMNS_MIN = 4,          /* rows that it pays to take side by side */
    COLUMNS_MAX = 2048,       /* rows side by side */
    BATCH_MAX = 16,           /* long rows that are shared out together */
    NEAR_BYTES = 24 * 1024,   /* that stay in the first cache */
    STAGED_BYTES = 16 * 1024, /* of what is on its way: the same */
    PLACES_BYTES = 1 << 20,   /* of tables */
    PIECE_MAX = 4096,         /* elements that are staged at once; at least PIECE_MIN */
    TILE_MIN = 8              /* lines, and elements of a line, that tiles pay for */
};

/* What compiled code takes of the interpreter's time, roughly. */
static const double share_of_interpreter = 0.5;

static int64_t smaller(int64_t x, int64_t y) {
    return x < y ? x : y;
}

static int64_t larger(int64_t x, int64_t y) {
    return x > y ? x : y;
}

static int64_t size_of(int64_t stride) {
    return stride < 0 ? -stride : stride;
}

static int64_t rounded_up(int64_t x, int64_t unit) {
    return (x + unit - 1) / unit * unit;
}

/* ---- accesses */

static void set_levels(CompiledKernel *k, const Analysis *analysis) {
    const Kernel *kernel = k->bound->kernel;
    for (uint32_t a = 0; a < k->n; a++)
        k->reach[a].level = analysis->access_level[a];
    for (uint32_t n = 0; n < kernel->body.len; n++) {
        const KernelInstr *i = &kernel->body.at[n];
        if (i->code != K_STORE && i->code != K_SCATTER)
            continue;
        bool once = analysis->access_level[i->access] == LEVEL_UNIFORM;
        k->reach[i->access].store = i->code == K_STORE;
        k->uniform_stores |= once;
        k->lines_stores |= !once;
    }
}

/* At which level accesses are used: what the code knows decides, not what the planner says. */
static bool find_levels(Env *env, CompiledKernel *k, bool map) {
    Arena *arena = NULL;
    Analysis analysis;
    for (uint32_t a = 0; a < k->n; a++)
        k->along[a] = ALONG_ANY;
    k->form.along = k->along;
    k->form.walk = map ? WALK_MAP : WALK_ROWS;
    AnalysisOptions options = form_options(&k->form);
    bool done = analyse(env, &arena, &analysis, k->bound->kernel, &options);
    if (done)
        set_levels(k, &analysis);
    arena_free(env->allocator, &arena);
    return done;
}

static bool bind_reaches(Env *env, CompiledKernel *k, const Axes *axes) {
    const Kernel *kernel = k->bound->kernel;
    k->n = kernel->accesses.len;
    TRY(k->reach = arena_new(env, &k->arena, (k->n + 1) * sizeof *k->reach));
    TRY(k->along = arena_new(env, &k->arena, k->n + 1));
    TRY(k->grid = arena_new(env, &k->arena, (axes->n + 1) * sizeof *k->grid));
    for (uint32_t a = 0; a < k->n; a++) {
        const Access *access = &kernel->accesses.at[a];
        const BoundAccess *bound = &k->bound->accesses[a];
        Reach *r = &k->reach[a];
        bool number = bound->pointer == UINT32_MAX;
        *r = (Reach){.pointer = bound->pointer, .offset = bound->offset, .size = 1};
        if (!number) {
            r->size = dtype_info(access->dtype)->bits / 8;
            r->offset += (int64_t)access->leaf;
        }
        int64_t *indexed =
            arena_new(env, &k->arena, (2 * (size_t)access->n_indexed + 1) * sizeof *indexed);
        TRY(indexed);
        for (uint32_t x = 0; x < access->n_indexed; x++) {
            indexed[2 * x] = bound->strides[x];
            indexed[2 * x + 1] = bound->indexed[x];
        }
        r->index = indexed;
        TRY(r->grid = arena_new(env, &k->arena, (axes->n + 1) * sizeof *r->grid));
    }
    return true;
}

/* Is it neither in memory nor found by strides alone? Then its elements cannot be copied. */
static bool has_no_copy(const CompiledKernel *k, uint32_t a) {
    return k->reach[a].pointer == UINT32_MAX || k->bound->kernel->accesses.at[a].n_indexed > 0;
}

/* ---- lines */

/* Can axis `next` be walked together with the last of the grid, for all accesses? */
static bool continues(const CompiledKernel *k, const Axes *axes, uint32_t next) {
    if (k->n_grid == 0)
        return false;
    for (uint32_t a = 0; a < k->n; a++)
        if (k->reach[a].grid[k->n_grid - 1] !=
            axis_strides(k->bound, a)[axes->order[next]] * axes->extents[next])
            return false;
    return true;
}

static void merge_axes(CompiledKernel *k, const Axes *axes, uint32_t from, uint32_t to) {
    k->n_grid = 0;
    for (uint32_t x = from; x < to; x++) {
        if (axes->extents[x] == 1 && !k->choice.ones)
            continue;
        if (continues(k, axes, x))
            k->grid[k->n_grid - 1] *= axes->extents[x];
        else
            k->grid[k->n_grid++] = axes->extents[x];
        for (uint32_t a = 0; a < k->n; a++)
            k->reach[a].grid[k->n_grid - 1] = axis_strides(k->bound, a)[axes->order[x]];
    }
}

/* The elements of a line, along axes from .. to. */
static bool make_lines(Env *env, CompiledKernel *k, const Axes *axes, uint32_t from, uint32_t to) {
    for (uint32_t a = 0; a < k->n; a++) {
        Reach *r = &k->reach[a];
        Axis *room = arena_new(env, &k->arena, (to - from + 1) * sizeof *room);
        TRY(room);
        r->line = line_make(room, axes->extents, axis_strides(k->bound, a), axes->order, from, to);
        /* Of a single element: as it would be if there were more. */
        r->inner = r->line.n ? r->line.axes[r->line.n - 1].stride
                   : to > 0  ? axis_strides(k->bound, a)[axes->order[to - 1]]
                             : 0;
    }
    return true;
}

static bool is_crooked(const Reach *r) {
    return r->line.n > 1;
}

/* What is no straight line is staged, or its places are written down. False: nothing is. */
static bool stage_crooked(CompiledKernel *k) {
    bool some = false;
    for (uint32_t a = 0; a < k->n; a++) {
        Reach *r = &k->reach[a];
        if (!is_crooked(r))
            continue;
        some = true;
        r->staging = has_no_copy(k, a) ? STAGE_PLACES : r->store ? STAGE_STORE : STAGE_LOAD;
    }
    return some;
}

static uint64_t staged_bytes(const CompiledKernel *k) {
    uint64_t bytes = 0;
    for (uint32_t a = 0; a < k->n; a++) {
        const Reach *r = &k->reach[a];
        bytes += r->staging == STAGE_PLACES ? sizeof(int64_t) : r->staging ? r->size : 0;
    }
    return bytes;
}

static void choose_piece(CompiledKernel *k) {
    uint64_t bytes = staged_bytes(k);
    k->piece = 0;
    if (bytes == 0)
        return;
    k->piece = PIECE_MAX;
    while (k->piece > PIECE_MIN && (uint64_t)k->piece * bytes > STAGED_BYTES)
        k->piece /= 2;
}

static Along along_stride(int64_t stride, uint32_t size) {
    return stride == 0 ? ALONG_ONE : stride == (int64_t)size ? ALONG_NEXT : ALONG_ANY;
}

/* Is it a neighbour only because the other axis has one element? Of more, it would not be. */
static bool only_of_ones(const CompiledKernel *k, const Reach *r) {
    bool columns = k->form.walk == WALK_COLUMNS;
    int64_t row = k->n_grid ? r->grid[k->n_grid - 1] : 0;
    int64_t rows = k->n_grid ? k->grid[k->n_grid - 1] : 0;
    return k->choice.ones && r->inner == row && (columns ? k->length : rows) == 1;
}

/* Lanes go along the lines' elements; in columns along lines. */
static void choose_along(CompiledKernel *k) {
    bool columns = k->form.walk == WALK_COLUMNS;
    for (uint32_t a = 0; a < k->n; a++) {
        const Reach *r = &k->reach[a];
        int64_t stride = !columns ? r->inner : k->n_grid ? r->grid[k->n_grid - 1] : 0;
        Along along = along_stride(stride, r->size);
        if (r->pointer == UINT32_MAX ||
            (along == ALONG_NEXT && (has_no_copy(k, a) || only_of_ones(k, r))))
            along = ALONG_ANY;
        else if (r->staging && r->staging != STAGE_PLACES)
            along = ALONG_NEXT;
        else if (r->level == LEVEL_UNIFORM)
            along = ALONG_ONE;
        if (r->staging == STAGE_PLACES && !columns)
            along = ALONG_PLACES;
        k->along[a] = (uint8_t)along;
    }
    k->form.along = k->along;
}

/* ---- maps */

/* Stages also what would be crooked if axes of one element were longer. */
static void stage_ones(CompiledKernel *k, const Axes *axes) {
    for (uint32_t a = 0; a < k->n; a++) {
        const int64_t *strides = axis_strides(k->bound, a);
        Reach *r = &k->reach[a];
        for (uint32_t x = 1; x < axes->n && !has_no_copy(k, a); x++)
            if (strides[axes->order[x - 1]] != strides[axes->order[x]] * axes->extents[x])
                r->staging = r->store ? STAGE_STORE : STAGE_LOAD;
    }
}

/* One line of everything there is, if what is crooked then can be copied. */
static bool take_one_line(Env *env, CompiledKernel *k, const Axes *axes, bool *done) {
    TRY(make_lines(env, k, axes, 0, axes->n));
    *done = true;
    for (uint32_t a = 0; a < k->n; a++)
        *done &= !is_crooked(&k->reach[a]) || !has_no_copy(k, a);
    if (!*done)
        return true;
    k->n_grid = 0;
    k->n_lines = 1;
    k->length = axes->length;
    (void)stage_crooked(k);
    if (k->choice.ones)
        stage_ones(k, axes);
    return true;
}

static bool map_lines(Env *env, CompiledKernel *k, const Axes *axes) {
    bool one_line = false, forced = k->choice.forced;
    merge_axes(k, axes, 0, axes->n);
    if (k->n_grid > 1 &&
        (forced ? k->choice.map == MAP_ONE_LINE : k->grid[k->n_grid - 1] < SHORT_LINE))
        TRY(take_one_line(env, k, axes, &one_line));
    if (one_line)
        return true;
    if (forced && k->choice.map == MAP_ONE_LINE)
        return false; /* it cannot be, or is one anyway */
    k->length = k->n_grid ? k->grid[k->n_grid - 1] : 1;
    k->n_lines = axes->length / k->length;
    for (uint32_t a = 0; a < k->n; a++) {
        Reach *r = &k->reach[a];
        r->inner = k->n_grid ? r->grid[k->n_grid - 1]
                   : axes->n ? axis_strides(k->bound, a)[axes->n - 1]
                             : 0;
        r->line = (Line){0, NULL};
    }
    k->n_grid -= k->n_grid > 0;
    return true;
}

/* Stores of much memory without gaps go past the cache. */
static void choose_streams(CompiledKernel *k) {
    for (uint32_t a = 0; a < k->n; a++) {
        Reach *r = &k->reach[a];
        if (!r->store || r->level == LEVEL_UNIFORM || r->staging || r->inner != (int64_t)r->size ||
            k->length < PIECE_MIN || LINE_BYTES % r->size != 0 ||
            (uint64_t)(k->length * k->n_lines) * r->size < k->host->stream_bytes)
            continue;
        r->past = k->streams = true;
    }
}

/* Loads that repeat a few elements: where pieces are a multiple of these, they are staged once. */
static void choose_period(CompiledKernel *k) {
    int64_t period = 1;
    bool some = false;
    for (uint32_t a = 0; a < k->n; a++) {
        Reach *r = &k->reach[a];
        const Line *line = &r->line;
        if (r->staging != STAGE_LOAD || line->n != 2 || line->axes[0].stride != 0 ||
            period * line->axes[1].extent > PIECE_MIN)
            continue;
        r->periodic = some = true;
        if (period % line->axes[1].extent != 0)
            period *= line->axes[1].extent;
    }
    if (!some)
        return;
    k->period = period;
    k->piece = k->piece / period * period;
}

/* Does it go across the lines, while neighbours in memory are on neighbouring lines? */
bool compiled_goes_across(const CompiledKernel *k, uint32_t a) {
    const Reach *r = &k->reach[a];
    int64_t row = k->n_grid ? size_of(r->grid[k->n_grid - 1]) : 0;
    return !has_no_copy(k, a) && row > 0 && row < LINE_BYTES && size_of(r->inner) >= LINE_BYTES;
}

/* The same of arrays so small that it does not matter. */
static bool leans_across(const CompiledKernel *k, uint32_t a) {
    int64_t row = size_of(k->reach[a].grid[k->n_grid - 1]);
    return !has_no_copy(k, a) && row > 0 && row < size_of(k->reach[a].inner);
}

static void choose_tiles(CompiledKernel *k) {
    bool across = false, forced = k->choice.forced && k->choice.map == MAP_TILES;
    if (k->n_grid == 0 || (k->choice.forced && !forced))
        return;
    if (!forced && (k->grid[k->n_grid - 1] < TILE_MIN || k->length < TILE_MIN))
        return;
    for (uint32_t a = 0; a < k->n; a++) {
        Reach *r = &k->reach[a];
        if (forced ? !leans_across(k, a) : !compiled_goes_across(k, a))
            continue;
        across = true;
        if (r->store)
            continue;
        r->staging = STAGE_TILE;
        k->tile_rows = larger(k->tile_rows, LINE_BYTES / r->size);
    }
    k->block = across ? TILE_WIDTH : 0;
}

static bool choose_map(Env *env, CompiledKernel *k, const Axes *axes) {
    TRY(map_lines(env, k, axes));
    k->form.walk = WALK_MAP;
    choose_tiles(k);
    if (k->choice.forced && k->choice.map == MAP_TILES && !k->block)
        return false; /* nothing goes across */
    if (!k->block)
        choose_streams(k);
    if (!k->block)
        choose_piece(k);
    choose_period(k);
    choose_along(k);
    return llvm_needs(env, k->bound->kernel, &k->form, &k->needs);
}

/* ---- rows */

static bool can_split(const CompiledKernel *k) {
    const Kernel *kernel = k->bound->kernel;
    return !k->in_order && !kernel_has(kernel, K_SCAN) && kernel_has(kernel, K_REDUCE);
}

/* Tables of places, if something is crooked: then all elements are found by them. */
static bool place_columns(CompiledKernel *k) {
    uint64_t tables = 0;
    bool crooked = false;
    for (uint32_t a = 0; a < k->n; a++) {
        tables += k->reach[a].level == LEVEL_FULL;
        crooked |= is_crooked(&k->reach[a]);
    }
    if (!crooked)
        return true;
    if (tables * (uint64_t)k->length * sizeof(int64_t) > PLACES_BYTES && !k->choice.forced)
        return false;
    for (uint32_t a = 0; a < k->n; a++)
        if (k->reach[a].level == LEVEL_FULL)
            k->reach[a].staging = STAGE_PLACES;
    k->form.placed = true;
    return true;
}

/* Of a few rows side by side several workers can have parts, not rows. */
static bool too_few_columns(const CompiledKernel *k) {
    return k->n_lines < BATCH_MAX && workers_count(k->host->workers) > 1 && can_split(k) &&
           k->cost * (double)k->length * (double)k->n_lines > 2 * PAYS_NS;
}

static bool fits_columns(CompiledKernel *k, const Axes *axes) {
    if (k->choice.forced)
        return k->choice.walk == WALK_COLUMNS && !k->in_order && k->n_grid > 0 && place_columns(k);
    return !too_few_columns(k) && !k->in_order && k->n_grid > 0 &&
           k->grid[k->n_grid - 1] >= COLUMNS_MIN &&
           axes_prefer_columns(k->bound, axes, SHORT_LENGTH) && place_columns(k);
}

/* Needs of the form with values kept, if they fit in `room` bytes for so many rows; else without. */
static bool choose_keeps(Env *env, CompiledKernel *k, int64_t rows) {
    const Kernel *kernel = k->bound->kernel;
    k->form.keeps = !k->choice.forced || k->choice.keeps;
    TRY(llvm_needs(env, kernel, &k->form, &k->needs));
    if (k->choice.forced)
        return !k->choice.keeps || k->needs.element_bytes > 0;
    double bytes = (double)k->needs.element_bytes * (double)k->length * (double)rows;
    if (k->needs.element_bytes > 0 && bytes <= ROW_BYTES)
        return true;
    k->form.keeps = false;
    return llvm_needs(env, kernel, &k->form, &k->needs);
}

/* Bytes of lines of memory that a row has for itself: they are to stay near until the whole row has
 * been read. */
static double touched_by_row(const CompiledKernel *k) {
    double bytes = 0;
    for (uint32_t a = 0; a < k->n; a++) {
        const Reach *r = &k->reach[a];
        if (r->level == LEVEL_FULL && !has_no_copy(k, a) && size_of(r->inner) < LINE_BYTES &&
            size_of(r->grid[k->n_grid - 1]) >= LINE_BYTES / 2)
            bytes += (double)size_of(r->inner) * (double)k->length;
    }
    return bytes;
}

static bool choose_columns(Env *env, CompiledKernel *k) {
    int64_t rows = k->grid[k->n_grid - 1];
    k->form.walk = WALK_COLUMNS;
    choose_along(k);
    TRY(choose_keeps(env, k, smaller(2 * SHORT_LINE, rows)));
    int64_t lanes = k->needs.lanes;
    double bytes = (double)k->needs.row_bytes + 1;
    if (k->needs.element_bytes > 0)
        bytes += (double)k->needs.element_bytes * (double)k->length;
    int64_t most = smaller((int64_t)(ROW_BYTES / bytes), COLUMNS_MAX);
    /* Something for everybody, but no line of memory for two. */
    unsigned threads = workers_count(k->host->workers);
    double all = k->cost * (double)k->length * (double)k->n_lines;
    if (all > PAYS_NS && k->n_lines == rows)
        most = smaller(most, rounded_up((rows + threads - 1) / threads, LINE_BYTES / 4));
    most = smaller(most, larger((int64_t)(NEAR_BYTES / (touched_by_row(k) + 1)), 2 * lanes));
    k->tile_rows = larger(smaller(most, rows) / lanes * lanes, lanes);
    return true;
}

/* Parts of a row for several workers: where rows are few and long, or there is one and nothing would
 * be kept, so that one form does for all its lengths; and where a row is too long to be staged. */
static bool splits(const CompiledKernel *k) {
    double row_ns = k->cost * (double)k->length;
    unsigned threads = workers_count(k->host->workers);
    if (!can_split(k))
        return false;
    if (k->choice.forced)
        return k->choice.walk == WALK_PHASES;
    bool few = threads > 1 && k->n_lines < 4 * (int64_t)threads && row_ns > 2 * TASK_NS;
    bool alone = k->n_lines == 1 && !k->form.keeps;
    bool crooked = (double)staged_bytes(k) * (double)k->length > ROW_BYTES;
    return few || alone || crooked || too_few_columns(k) || row_ns > 100.0 * TASK_NS;
}

static bool choose_rows(Env *env, CompiledKernel *k, const Axes *axes) {
    uint32_t outer = axes->n - axes->n_inner;
    merge_axes(k, axes, 0, outer);
    TRY(make_lines(env, k, axes, outer, axes->n));
    k->n_lines = axes->n_rows;
    k->length = axes->length;
    if (fits_columns(k, axes))
        return choose_columns(env, k);
    if (k->choice.forced &&
        (k->choice.walk == WALK_COLUMNS || (k->choice.walk == WALK_PHASES && !can_split(k))))
        return false;
    k->form.walk = WALK_ROWS;
    if (stage_crooked(k))
        k->piece = k->length;
    choose_along(k);
    for (uint32_t a = 0; a < k->n; a++)
        if (k->reach[a].level == LEVEL_ROW && k->reach[a].pointer != UINT32_MAX)
            k->along[a] = ALONG_ONE;
    TRY(choose_keeps(env, k, 1));
    if (!splits(k))
        return true;
    k->form.walk = WALK_PHASES;
    k->form.keeps = false;
    k->batch = smaller(k->n_lines, BATCH_MAX);
    choose_piece(k);
    return llvm_needs(env, k->bound->kernel, &k->form, &k->needs);
}

/* ---- all of it */

/* After the one that sizes ask for, the quickest first. */
static const Choice map_choices[] = {
    {.forced = false},
    {.forced = true, .map = MAP_LINES},
    {.forced = true, .map = MAP_TILES},
    {.forced = true, .map = MAP_ONE_LINE},
    {.forced = true, .map = MAP_LINES, .ones = true},
    {.forced = true, .map = MAP_TILES, .ones = true},
    {.forced = true, .map = MAP_ONE_LINE, .ones = true},
};
static const Choice row_choices[COMPILED_CHOICES] = {
    {.forced = false},
    {.forced = true, .walk = WALK_ROWS, .keeps = true},
    {.forced = true, .walk = WALK_ROWS},
    {.forced = true, .walk = WALK_PHASES},
    {.forced = true, .walk = WALK_COLUMNS, .keeps = true},
    {.forced = true, .walk = WALK_COLUMNS},
    {.forced = true, .walk = WALK_COLUMNS, .keeps = true, .ones = true},
    {.forced = true, .walk = WALK_COLUMNS, .ones = true},
    {.forced = true, .walk = WALK_ROWS, .keeps = true, .ones = true},
    {.forced = true, .walk = WALK_ROWS, .ones = true},
    {.forced = true, .walk = WALK_PHASES, .ones = true},
};

static bool has_ones(const BoundKernel *bound) {
    for (uint32_t x = 0; x < bound->kernel->n_axes; x++)
        if (bound->extents[x] == 1)
            return true;
    return false;
}

/* False: there is no such alternative. */
static bool take_choice(CompiledKernel *k, bool map, unsigned choice) {
    unsigned n = map ? sizeof map_choices / sizeof *map_choices : COMPILED_CHOICES;
    if (choice >= n)
        return false;
    k->choice = map ? map_choices[choice] : row_choices[choice];
    return !k->choice.ones || has_ones(k->bound);
}

bool compiled_choose(Env *env, CompiledKernel *k, frit_numerics numerics, unsigned choice) {
    Axes axes;
    bool map = kernel_is_map(k->bound->kernel);
    if (!take_choice(k, map, choice))
        return false;
    k->in_order = kernel_has(k->bound->kernel, K_SCATTER);
    k->batch = 1;
    k->form.numerics = numerics;
    axes_choose(k->bound, map, k->in_order, &axes);
    if (axes.n_rows == 0 || axes.length == 0)
        return false; /* the interpreter knows what to do where there is nothing */
    TRY(axes_cost(env, k->bound, &axes, &k->cost));
    k->cost *= share_of_interpreter;
    TRY(bind_reaches(env, k, &axes) && find_levels(env, k, map));
    TRY(map ? choose_map(env, k, &axes) : choose_rows(env, k, &axes));
    compiled_share(k);
    return true;
}
