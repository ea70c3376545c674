/*
 * What a report is made of: the steps of a plan and of the plans inside it in one list, what each
 * reads and writes, and why neighbours stayed apart. Figures in bytes need shapes.
 */
#ifndef FRIT_PLAN_REPORT_H
#define FRIT_PLAN_REPORT_H

#include "plan/panels_size.h"

#define NO_ENTRY UINT32_MAX

/* A plan: the outermost, or what a step that the host runs has as body. */
typedef struct ReportPlan {
    const Plan *plan;
    uint32_t host;             /* the entry it is a body of, or NO_ENTRY */
    uint32_t arm;              /* which body */
    uint32_t entry, n_entries; /* its own; those inside stand between them */
    uint32_t *owners;          /* by instruction: the first entry that computes it, or NO_ENTRY */
    VarId *vars;               /* by buffer: what it holds; NO_VAR: something without a name */
    int64_t *extents;          /* NULL until shapes are known; of panels: where nothing is cut */
    /* Of panels: places of one along each cut axis, and bytes of what its steps hand on to each other. */
    int64_t block[MAX_CUTS];
    uint64_t at_once;
} ReportPlan;

/* What runs a kernel on given arguments; see run/bind/engines.h. */
typedef struct ReportEngine {
    const char *tier;          /* "compiled", "interpreted"; NULL: not known */
    const char *target, *walk; /* of compiled code, there or to come; NULL: there can be none */
    char note[240];            /* why it is not compiled, or not as it should be; empty: it is */
    unsigned lanes;
} ReportEngine;

/* What a step took, in all runs together. */
typedef struct ReportTime {
    uint64_t runs, ns; /* ns: nanoseconds, with those of its bodies */
    uint64_t turns;    /* of a loop or map: how often its body ran */
} ReportTime;

/* A step of one of the plans: a kernel, a contraction, or a loop, branch or map that the host runs.
 * What is in its bodies comes right after it. */
typedef struct ReportEntry {
    uint32_t plan; /* in Report.plans */
    uint32_t step; /* in its steps */
    uint32_t depth;
    uint32_t use, n_read, n_written; /* in Report.uses: what it reads, then what it writes */
    ReportEngine engine;
} ReportEntry;

typedef struct ReportUse {
    BufferId buffer;
    uint64_t bytes; /* of its elements that are read or written, each once */
} ReportUse;

typedef struct ReportApart {
    const Apart *apart;
    uint32_t plan;
    uint32_t producer, consumer; /* entries, or NO_ENTRY */
} ReportApart;

typedef struct Report {
    frit_allocator allocator;
    VEC(ReportPlan) plans; /* a plan comes before those inside it */
    VEC(ReportEntry) entries;
    VEC(ReportUse) uses;
    VEC(ReportApart) apart;
    bool has_cost; /* else only the launches */
    PlanCost cost;
    bool has_copied;         /* of a run, or of one that could be: */
    uint64_t copied;         /* bytes copied beside what kernels read and write */
    const ReportTime *times; /* by entry, the caller's; NULL: nobody has looked at the clock */
    /* Of recorded work, the caller's: the lines of its steps by number (LOC_STEP). */
    const uint32_t *step_lines;
    uint32_t n_step_lines;
} Report;

bool report_new(Env *env, const Plan *plan, Report *out);
void report_free(Report *report);
/* Adds the figures, for inputs of these shapes (as plan_extents takes them); NULL: only how often
 * something is launched. */
bool report_add_cost(Env *env, Report *report, const int64_t *const *input_shapes);

/* ---- reading */

const Plan *entry_plan(const Report *r, const ReportEntry *e);
const PlanStep *entry_step(const Report *r, const ReportEntry *e);
/* The kernel, or NULL. */
const Kernel *entry_slang(const Report *r, const ReportEntry *e);
/* "map", ..., "contraction"; of steps that the host runs "host-for", ... */
const char *entry_schedule(const Report *r, const ReportEntry *e);
bool entry_is_host(const Report *r, const ReportEntry *e);
/* The program's instructions that it computes. */
const uint32_t *entry_instrs(const Report *r, const ReportEntry *e, uint32_t *n);
/* Where in a text an instruction comes from; 0: not known. A line without a column is a number that the host gave
 * (frit_set_place). */
Loc entry_loc(const Report *r, const ReportEntry *e, uint32_t instr);
/* Is the instruction one of them? */
bool entry_computes(const Report *r, const ReportEntry *e, uint32_t instr);
/* The instruction that makes a variable of the plan's program; NO_ENTRY: none, it is an input. */
uint32_t report_maker(const Plan *plan, VarId var);
/* The variable that output number index shows to people. */
VarId report_output(const Plan *plan, uint32_t index);
uint64_t entry_bytes_read(const Report *r, const ReportEntry *e);
uint64_t entry_bytes_written(const Report *r, const ReportEntry *e);

/* The plan that the panels of an entry run; NULL: it is none. */
const ReportPlan *report_panels(const Report *r, uint32_t entry);
/* The extent of axis number j that panels are cut along. */
ExtentId report_cut(const Plan *plan, const PlanStep *step, uint32_t j);

/* ---- pieces of text */

/* "e = exp(d)": literals and views stand where they are used. */
void report_put_instr(Str *out, const Plan *plan, uint32_t instr);
bool report_is_literal(const Plan *plan, uint32_t instr);
/* The names of what an instruction makes: "e". */
void report_put_results(Str *out, const Plan *plan, uint32_t instr);
/* One side of two steps that stayed apart: what the step makes, and its kernel where it has one. */
void report_put_side(Str *out, const Report *r, const ReportApart *a, uint32_t instr,
                     uint32_t entry);
/* A shape as its names: "[m, n]"; the axes from `bar` on behind a bar: "[m | n]". */
void report_put_shape(Str *out, const Plan *plan, uint32_t shape, uint32_t rank, uint32_t bar);
void report_put_extent(Str *out, const Plan *plan, ExtentId extent);
/* The name of what a buffer of plan number k holds. */
void report_put_buffer(Str *out, const Report *r, uint32_t k, BufferId buffer);
/* "1.5 MB", in units of 1,000. */
void report_put_bytes(Str *out, uint64_t bytes);

/* ---- whole reports */

void report_text(Str *out, const Report *r);
void report_json(Str *out, const Report *r);
void report_dot(Str *out, const Report *r);
void report_svg(Str *out, const Report *r);
void report_html(Str *out, const Report *r);

#endif
