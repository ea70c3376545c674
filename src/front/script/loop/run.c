/* Runs the code of a loop on the variables of its function. */
#include <math.h>
#include <string.h>

#include "front/script/builtin/random.h"
#include "front/script/loop/known.h"
#include "front/script/value/objects.h"

typedef void AnyFn(void);

static double word_double(int64_t word) {
    double x;
    memcpy(&x, &word, sizeof x);
    return x;
}

static int64_t double_word(double x) {
    int64_t word;
    memcpy(&word, &x, sizeof word);
    return word;
}

static void put_pointer(int64_t *word, const void *pointer) {
    *word = (int64_t)(intptr_t)pointer;
}

static void put_function(int64_t *word, AnyFn *function) {
    *word = 0;
    memcpy(word, &function, sizeof function);
}

/* ---- what code calls */

static void put_array(const LoopCode *code, uint32_t k, const Array *array) {
    int64_t *words = code->frame + code->arrays[k].word;
    put_pointer(&words[0], array->data);
    words[1] = array->count;
    for (uint32_t axis = 0; axis < code->arrays[k].rank; axis++)
        words[2 + axis] = array->shape.at[axis];
    words[2 + code->arrays[k].rank] = array->room;
}

/* A vector with one more element, which is not written yet. False: it is no vector, or there is no memory. */
static bool grown(Interp *in, Array **array, ValueClass class_) {
    Array *old = *array, *more;
    Shape shape = old->shape;
    bool empty = shape.at[0] == 0 && shape.at[1] == 0;
    if (shape.rank != 2 || (!empty && shape.at[0] != 1 && shape.at[1] != 1))
        return false;
    if (empty)
        shape = shape_make(1, 1);
    else
        shape.at[shape.at[0] == 1 ? 1 : 0]++;
    if (shape_count(&shape) != old->count + 1)
        return false;
    if (old->count < old->room) {
        old->shape = shape;
        old->count++;
        return true;
    }
    int64_t room = old->count < 8 ? 16 : 2 * old->count;
    if (!array_new_raw(in, class_, false, &shape, room, &more)) {
        interp_clear_error(in);
        return false;
    }
    more->quoted = old->quoted;
    memcpy(more->data, old->data, (size_t)old->count * class_size(class_));
    array_drop(in, old);
    *array = more;
    return true;
}

/* Code has used room of the array. */
static void take_extents(const LoopCode *code, uint32_t k, Array *array) {
    const int64_t *words = code->frame + code->arrays[k].word;
    array->count = words[1];
    for (uint32_t axis = 0; axis < code->arrays[k].rank; axis++)
        array->shape.at[axis] = words[2 + axis];
}

static int32_t grow(void *frame, int64_t which) {
    LoopRun *run = (LoopRun *)(intptr_t)((int64_t *)frame)[FRAME_RUN];
    const CodeArray *a = &run->code->arrays[which];
    Value *slot = loop_value(run->offer, a->place);
    Array *array = VALUE_ARRAY_OF(*slot);
    take_extents(run->code, (uint32_t)which, array);
    if (!grown(run->in, &array, (ValueClass)a->class_))
        return 1;
    slot->as.object = &array->head;
    put_array(run->code, (uint32_t)which, array);
    return 0;
}

/* Notes where the random numbers of a statement begin. */
static void begin_draw(LoopRun *run) {
    int64_t *drawn = &run->code->frame[FRAME_DRAWN];
    if (!*drawn)
        run->first_draw = run->in->random_draw;
    *drawn = 1;
}

static double draw(void *frame, int64_t code) {
    LoopRun *run = (LoopRun *)(intptr_t)((int64_t *)frame)[FRAME_RUN];
    begin_draw(run);
    RandomStream stream = random_stream(run->in);
    double x = code == RANDOM_NORMAL ? random_normal(&stream) : random_uniform(&stream);
    return code == RANDOM_EXPONENTIAL ? -log(x) : x;
}

static int32_t call(void *frame, int64_t which, double *operands) {
    LoopRun *run = (LoopRun *)(intptr_t)((int64_t *)frame)[FRAME_RUN];
    const LoopCall *c = &run->code->calls[which];
    Value args[LOOP_CALL_ARGUMENTS], out = value_none();
    uint32_t outc = 0;
    if (c->draws)
        begin_draw(run);
    for (uint32_t k = 0; k < c->n; k++)
        args[k] = (Value){.kind = VALUE_NUMBER, .class_ = c->classes[k], .as.number = operands[k]};
    bool ok = c->builtin ? builtin_call(run->in, c->builtin, args, c->n, 1, &out, &outc)
                         : value_binary(run->in, c->op, args[0], args[1], &out);
    if (!ok)
        interp_clear_error(run->in);
    if (!ok || out.kind != VALUE_NUMBER || out.class_ != c->result) {
        value_drop(run->in, out);
        return 1;
    }
    operands[0] = out.as.number;
    return 0;
}

/* Turns of a range; negative: only the interpreter knows. */
static int64_t count_turns(double base, double step, double limit) {
    if (base != base || step != step || limit != limit || isinf(base) || isinf(step))
        return -1;
    return range_count(base, step, limit);
}

/* Of a base that has a real power. Squares, cubes and reciprocals are the interpreter's too. */
static double power(double x, double y) {
    return y == 2 ? x * x : y == 3 ? x * x * x : y == -1 ? 1 / x : pow(x, y);
}

/* ---- before */

static bool put_over(Interp *in, LoopCode *code, const LoopOffer *offer, uint32_t k) {
    Array *array = VALUE_ARRAY_OF(offer->over.over);
    TRY(value_data(in, array));
    put_array(code, k, array);
    return true;
}

static Value captured_value(const LoopCode *code, const LoopOffer *offer, uint32_t capture) {
    const CodeCapture *c = &code->captures[capture];
    LoopHandle handle;
    return loop_handle(offer, code->handles[c->handle].slot, &handle) ? handle.captured[c->index]
                                                                      : value_none();
}

static bool put_captured(Interp *in, LoopCode *code, const LoopOffer *offer, uint32_t k) {
    Array *array = VALUE_ARRAY_OF(captured_value(code, offer, code->arrays[k].capture));
    TRY(value_data(in, array));
    put_array(code, k, array);
    return true;
}

/* Structs whose fields are written belong to their variables alone. */
static bool own_structs(Interp *in, const LoopCode *code, const LoopOffer *offer) {
    Struct *s;
    for (uint32_t k = 0; k < code->n_vars; k++)
        if (code->vars[k].place.field && code->vars[k].assigned)
            TRY(value_own_struct(in, &offer->slots[code->vars[k].place.slot], &s));
    for (uint32_t k = 0; k < code->n_arrays; k++) {
        const CodeArray *a = &code->arrays[k];
        if (a->is_over || a->capture != UINT32_MAX || !a->place.field)
            continue;
        if (a->written || loop_value(offer, a->place)->kind == VALUE_RANGE) /* becomes an array */
            TRY(value_own_struct(in, &offer->slots[a->place.slot], &s));
    }
    return true;
}

/* Elements in memory, the array's own where they are written. */
static bool put_arrays(Interp *in, LoopCode *code, const LoopOffer *offer) {
    for (uint32_t k = 0; k < code->n_arrays; k++) {
        const CodeArray *a = &code->arrays[k];
        if (a->is_over) {
            TRY(put_over(in, code, offer, k));
            continue;
        }
        if (a->capture != UINT32_MAX) {
            TRY(put_captured(in, code, offer, k));
            continue;
        }
        Value *slot = loop_value(offer, a->place);
        Array *array;
        if (slot->kind == VALUE_RANGE) {
            TRY(value_to_array(in, *slot, &array));
            value_drop(in, *slot);
            *slot = value_of_array(array);
        }
        array = VALUE_ARRAY_OF(*slot);
        TRY(a->written ? value_make_own(in, &array) : value_data(in, array));
        slot->as.object = &array->head;
    }
    for (uint32_t k = 0; k < code->n_arrays; k++) /* places settle when all are their own */
        if (!code->arrays[k].is_over && code->arrays[k].capture == UINT32_MAX)
            put_array(code, k, VALUE_ARRAY_OF(*loop_value(offer, code->arrays[k].place)));
    return true;
}

static void put_numbers(LoopCode *code, const LoopOffer *offer) {
    int64_t *frame = code->frame;
    for (uint32_t k = 0; k < code->n_given; k++) {
        const Given *given = &code->given[k];
        uint32_t word = code->vars[k].word;
        frame[word] = given->kind;
        bool number = given->kind >= KIND_CLASS && given->kind < KIND_EMPTY;
        frame[word + 1] = number ? double_word(loop_value(offer, given->place)->as.number) : 0;
    }
    for (uint32_t k = 0; k < code->n_captures; k++) {
        const CodeCapture *c = &code->captures[k];
        bool number = c->given.kind >= KIND_CLASS && c->given.kind < KIND_EMPTY;
        frame[c->word] = c->given.kind;
        frame[c->word + 1] = number ? double_word(captured_value(code, offer, k).as.number) : 0;
    }
    for (uint32_t k = 0; k < code->n_directs; k++)
        put_function(&frame[code->directs[k].word],
                     (AnyFn *)loop_direct(code->directs[k].direct)->function);
}

static void put_head(LoopCode *code, LoopRun *run, const int *never) {
    int64_t *frame = code->frame;
    const LoopOffer *offer = run->offer;
    const LoopOver *over = &offer->over;
    put_pointer(&frame[FRAME_RUN], run);
    frame[FRAME_INTERRUPTED] =
        offer->interrupted ? (int64_t)(intptr_t)offer->interrupted : (int64_t)(intptr_t)never;
    put_function(&frame[FRAME_GROW], (AnyFn *)grow);
    put_function(&frame[FRAME_CALL], (AnyFn *)call);
    put_function(&frame[FRAME_COUNT], (AnyFn *)count_turns);
    put_function(&frame[FRAME_POWER], (AnyFn *)power);
    put_function(&frame[FRAME_DRAW], (AnyFn *)draw);
    frame[FRAME_DRAWN] = 0;
    frame[FRAME_NEXT] = over->turn;
    frame[FRAME_TURNS] = over->count;
    frame[FRAME_BASE] = double_word(over->base);
    frame[FRAME_STEP] = double_word(over->step);
    if (code->over.whole) {
        frame[FRAME_BASE_WHOLE] = (int64_t)over->base;
        frame[FRAME_STEP_WHOLE] = (int64_t)over->step;
    }
}

/* ---- afterwards */

static bool take_variable(Interp *in, const LoopCode *code, const CodeVar *var, Value *slot) {
    int64_t tag = code->frame[var->word];
    if (tag == KIND_ARRAY || tag == KIND_OTHER)
        return true;
    Value old = *slot, made = value_none();
    bool ok = true;
    if (tag == KIND_EMPTY) {
        Shape shape = shape_make(1, 0);
        ok = value_zeros(in, CLASS_DOUBLE, &shape, &made);
    } else if (tag != KIND_UNSET) {
        made = (Value){.kind = VALUE_NUMBER,
                       .class_ = (uint8_t)(tag - KIND_CLASS),
                       .as.number = word_double(code->frame[var->word + 1])};
    }
    *slot = made;
    value_drop(in, old);
    return ok;
}

static bool take_variables(Interp *in, const LoopCode *code, const LoopOffer *offer) {
    bool ok = true;
    for (uint32_t k = 0; k < code->n_arrays; k++)
        if (code->arrays[k].grows)
            take_extents(code, k, VALUE_ARRAY_OF(*loop_value(offer, code->arrays[k].place)));
    for (uint32_t k = 0; k < code->n_vars; k++)
        if (code->vars[k].assigned)
            ok = take_variable(in, code, &code->vars[k], loop_value(offer, code->vars[k].place)) &&
                 ok;
    for (uint32_t k = 0; k < code->n_arrays; k++) {
        const CodeArray *a = &code->arrays[k];
        Value *slot = a->grows ? loop_value(offer, a->place) : NULL;
        if (slot && slot->kind == VALUE_ARRAY && value_count(*slot) == 1)
            ok = value_simplify(in, slot) && ok;
    }
    return ok;
}

static void take_place(const LoopCode *code, const LoopOffer *offer, LoopResult *result) {
    int64_t number = code->frame[FRAME_POINT];
    if (number == 0) {
        result->end = LOOP_DONE;
        return;
    }
    const CodePoint *p = &code->points[number - 1];
    result->end = LOOP_LEFT;
    result->point = p->point;
    result->at = p->at;
    result->n_turns = p->n_fors;
    for (uint32_t k = 0; k < p->n_fors; k++) {
        const CodeFor *f = &code->fors[p->fors[k]];
        const int64_t *words = code->frame + f->word;
        result->turns[k] = (LoopTurn){
            .loop = f->node,
            .over = {.turn = words[0],
                     .count = words[1],
                     .base = word_double(words[2]),
                     .step = word_double(words[3])},
        };
        if (f->over_array)
            result->turns[k].over.over = value_hold(*loop_value(offer, f->over));
    }
}

bool loop_run(Interp *in, LoopCode *code, const LoopOffer *offer, LoopResult *result) {
    static const int never = 0;
    LoopRun run = {in, code, offer, 0};
    TRY(own_structs(in, code, offer));
    TRY(put_arrays(in, code, offer));
    put_numbers(code, offer);
    put_head(code, &run, &never);
    frit_loop_run(code->loop, code->frame);
    if (code->frame[FRAME_POINT] && code->frame[FRAME_DRAWN])
        in->random_draw = run.first_draw;
    bool ok = take_variables(in, code, offer);
    take_place(code, offer, result);
    return ok;
}
