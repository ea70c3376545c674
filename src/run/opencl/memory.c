/* Memory of an OpenCL device: blocks, kept for reuse, and copies. */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include <string.h>
#include <sys/mman.h>

#include "run/host/transfer.h"
#include "run/opencl/opencl.h"

enum { PAGE = 4096 };

static OpenCl *cl_of(Device *device) {
    return (OpenCl *)device;
}

/* ---- blocks */

/* The first block whose address is above `address`. */
static uint32_t place_above(const OpenCl *cl, const char *address) {
    uint32_t low = 0, high = cl->n_blocks;
    while (low < high) {
        uint32_t mid = (low + high) / 2;
        if (cl->blocks[mid].address <= address)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

const ClBlock *cl_block_of(const OpenCl *cl, const char *address, uint64_t *offset) {
    uint32_t at = place_above(cl, address);
    if (at == 0)
        return NULL;
    const ClBlock *block = &cl->blocks[at - 1];
    *offset = (uint64_t)(address - block->address);
    return *offset <= block->size ? block : NULL;
}

static void release(OpenCl *cl, const ClBlock *block) {
    cl->api.clReleaseMemObject(block->memory);
    munmap(block->address, block->size + PAGE);
}

static void remove_block(OpenCl *cl, uint32_t at) {
    cl->use.kept -= cl->blocks[at].size;
    release(cl, &cl->blocks[at]);
    memmove(cl->blocks + at, cl->blocks + at + 1, (cl->n_blocks - at - 1) * sizeof *cl->blocks);
    cl->n_blocks--;
}

/* Gives back what is kept. */
static void drop_free(OpenCl *cl) {
    for (uint32_t k = cl->n_blocks; k-- > 0;)
        if (cl->blocks[k].free)
            remove_block(cl, k);
}

void cl_free_blocks(OpenCl *cl) {
    for (uint32_t k = 0; k < cl->n_blocks; k++)
        release(cl, &cl->blocks[k]);
    if (cl->blocks)
        env_free(&cl->device.allocator, cl->blocks, cl->room * sizeof *cl->blocks);
    cl->blocks = NULL;
    cl->n_blocks = cl->room = 0;
}

static ClBlock *reuse(OpenCl *cl, uint64_t size) {
    ClBlock *best = NULL;
    for (uint32_t k = 0; k < cl->n_blocks; k++) {
        ClBlock *b = &cl->blocks[k];
        if (b->free && b->size >= size && b->size / 2 <= size && (!best || b->size < best->size))
            best = b;
    }
    return best;
}

static bool fail_full(Env *env, uint64_t size) {
    return env_fail(env, FRIT_ERR_NOMEM, FRIT_STAGE_RUN, "out of memory on the device: %llu bytes",
                    (unsigned long long)size);
}

static bool make_room(Env *env, OpenCl *cl) {
    if (cl->n_blocks < cl->room)
        return true;
    uint32_t room = cl->room ? 2 * cl->room : 16;
    Env own = {&cl->device.allocator, env->error};
    ClBlock *blocks =
        env_resize(&own, cl->blocks, cl->room * sizeof *blocks, room * sizeof *blocks);
    TRY(blocks);
    cl->blocks = blocks;
    cl->room = room;
    return true;
}

/* What OpenCL gives, behind addresses of our own. One page more: an address at the end is the block's, too. */
static ClBlock *new_block(Env *env, OpenCl *cl, uint64_t size) {
    cl_int code = CL_OK;
    if (!make_room(env, cl))
        return NULL;
    if (cl->cap && cl->use.used + cl->use.kept + size > cl->cap)
        drop_free(cl);
    if (cl->cap && cl->use.used + size > cl->cap) {
        fail_full(env, size);
        return NULL;
    }
    cl_handle memory = cl->api.clCreateBuffer(cl->context, CL_MEM_READ_WRITE, size, NULL, &code);
    if (!memory) {
        drop_free(cl);
        memory = cl->api.clCreateBuffer(cl->context, CL_MEM_READ_WRITE, size, NULL, &code);
    }
    void *address = MAP_FAILED;
    if (memory)
        address =
            mmap(NULL, size + PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (address == MAP_FAILED) {
        if (memory)
            cl->api.clReleaseMemObject(memory);
        fail_full(env, size);
        return NULL;
    }
    uint32_t at = place_above(cl, address);
    memmove(cl->blocks + at + 1, cl->blocks + at, (cl->n_blocks - at) * sizeof *cl->blocks);
    cl->n_blocks++;
    cl->blocks[at] = (ClBlock){.address = address, .size = size, .memory = memory, .free = true};
    cl->use.kept += size;
    return &cl->blocks[at];
}

char *cl_take(Env *env, Device *device, uint64_t size) {
    OpenCl *cl = cl_of(device);
    uint64_t rounded = (size + PAGE) / PAGE * PAGE;
    pthread_mutex_lock(&cl->lock);
    ClBlock *block = reuse(cl, rounded);
    if (!block)
        block = new_block(env, cl, rounded);
    char *address = NULL;
    if (block) {
        block->free = false;
        cl->use.kept -= block->size;
        cl->use.used += block->size;
        if (cl->use.used > cl->use.peak)
            cl->use.peak = cl->use.used;
        address = block->address;
    }
    pthread_mutex_unlock(&cl->lock);
    return address;
}

/* The queue is in order: whoever takes it next writes after all that uses it now. */
void cl_give(Device *device, char *address, uint64_t size) {
    OpenCl *cl = cl_of(device);
    (void)size;
    if (!address)
        return;
    pthread_mutex_lock(&cl->lock);
    uint32_t at = place_above(cl, address);
    ClBlock *block = &cl->blocks[at - 1];
    block->free = true;
    cl->use.used -= block->size;
    cl->use.kept += block->size;
    pthread_mutex_unlock(&cl->lock);
}

MemoryUse cl_use(const Device *device) {
    return ((const OpenCl *)device)->use;
}

/* ---- a run of bytes */

static bool fail_foreign(Env *env, const char *what) {
    return env_fail(env, FRIT_ERR_INTERNAL, FRIT_STAGE_RUN,
                    "%s was given memory that is not the OpenCL device's", what);
}

static bool find_block(Env *env, OpenCl *cl, const char *address, uint64_t size, const char *what,
                       cl_handle *memory, uint64_t *offset) {
    pthread_mutex_lock(&cl->lock);
    const ClBlock *block = cl_block_of(cl, address, offset);
    bool fits = block && *offset + size <= block->size;
    *memory = fits ? block->memory : NULL;
    pthread_mutex_unlock(&cl->lock);
    return fits || fail_foreign(env, what);
}

bool cl_read(Env *env, Device *device, void *to, const char *from, size_t size) {
    OpenCl *cl = cl_of(device);
    cl_handle memory;
    uint64_t offset;
    if (size == 0)
        return true;
    TRY(find_block(env, cl, from, size, "a read", &memory, &offset));
    cl_int code =
        cl->api.clEnqueueReadBuffer(cl->queue, memory, 1, offset, size, to, 0, NULL, NULL);
    return code == CL_OK || opencl_fail(env, "a read", code);
}

bool cl_write(Env *env, Device *device, char *to, const void *from, size_t size) {
    OpenCl *cl = cl_of(device);
    cl_handle memory;
    uint64_t offset;
    if (size == 0)
        return true;
    TRY(find_block(env, cl, to, size, "a write", &memory, &offset));
    cl_int code =
        cl->api.clEnqueueWriteBuffer(cl->queue, memory, 1, offset, size, from, 0, NULL, NULL);
    return code == CL_OK || opencl_fail(env, "a write", code);
}

bool cl_fill(Env *env, Device *device, char *to, uint8_t byte, uint64_t size) {
    OpenCl *cl = cl_of(device);
    cl_handle memory;
    uint64_t offset;
    if (size == 0)
        return true;
    TRY(find_block(env, cl, to, size, "a fill", &memory, &offset));
    cl_int code =
        cl->api.clEnqueueFillBuffer(cl->queue, memory, &byte, 1, offset, size, 0, NULL, NULL);
    return code == CL_OK || opencl_fail(env, "a fill", code);
}

bool cl_wait(Env *env, Device *device) {
    OpenCl *cl = cl_of(device);
    cl_int code = cl->api.clFinish(cl->queue);
    return code == CL_OK || opencl_fail(env, "to finish what was begun", code);
}

/* ---- copies of any strides: by way of the host, where the side on the device is not one run of bytes */

typedef struct Span {
    char *first;   /* of its bytes */
    uint64_t size; /* from there to the end of the last element */
    int64_t start; /* bytes from there to element 0 */
} Span;

static Span span_of(const Copy *copy, const CopySide *side) {
    int64_t low = 0, high = (int64_t)copy->elem_size;
    for (uint32_t k = 0; k < copy->rank; k++) {
        int64_t reach = (copy->shape[k] - 1) * side->strides[k];
        if (reach < 0)
            low += reach;
        else
            high += reach;
    }
    return (Span){side->data + low, (uint64_t)(high - low), -low};
}

/* Where the host can read and write what the side covers: its own, or a copy of what lies on the device. */
static bool open_side(Env *env, OpenCl *cl, const Copy *copy, const CopySide *side, char **room,
                      Span *span) {
    *room = NULL;
    *span = span_of(copy, side);
    if (side->host)
        return true;
    Env own = {&cl->device.allocator, env->error};
    TRY(*room = env_resize(&own, NULL, 0, span->size));
    return cl_read(env, &cl->device, *room, span->first, span->size);
}

static void close_side(OpenCl *cl, char *room, const Span *span) {
    if (room)
        env_free(&cl->device.allocator, room, span->size);
}

bool cl_copy(Env *env, Device *device, const Copy *copy) {
    OpenCl *cl = cl_of(device);
    if (copy_bytes(copy) == 0)
        return true;
    char *to_room = NULL, *from_room = NULL;
    Span to, from;
    bool ok = open_side(env, cl, copy, &copy->from, &from_room, &from) &&
              open_side(env, cl, copy, &copy->to, &to_room, &to);
    if (ok) {
        char *into = to_room ? to_room + to.start : copy->to.data;
        const char *out_of = from_room ? from_room + from.start : copy->from.data;
        transfer_copy(NULL, copy->rank, copy->shape, copy->elem_size,
                      (TransferSide){into, copy->to.strides},
                      (TransferSource){out_of, copy->from.strides});
        ok = !to_room || cl_write(env, device, to.first, to_room, to.size);
    }
    close_side(cl, from_room, &from);
    close_side(cl, to_room, &to);
    return ok;
}
