/* Blocks of elements that get a larger shape. */
#include "front/script/value/index.h"
#include "front/script/value/objects.h"

void grow_copy(size_t item, void *to, const Shape *to_shape, const void *from,
               const Shape *from_shape) {
    int64_t at[VALUE_RANK_MAX] = {0}, count = shape_count(from_shape);
    int64_t row = from_shape->at[0];
    if (count <= 0)
        return;
    for (int64_t done = 0; done < count; done += row) {
        int64_t offset = 0, stride = 1;
        for (uint32_t d = 0; d < from_shape->rank; d++) {
            offset += at[d] * stride;
            stride *= shape_at(to_shape, d);
        }
        memcpy((char *)to + (size_t)offset * item, (const char *)from + (size_t)done * item,
               (size_t)row * item);
        for (uint32_t d = 1; d < from_shape->rank && ++at[d] == from_shape->at[d]; d++)
            at[d] = 0;
    }
}

bool grow_keeps_places(const Shape *from, const Shape *to) {
    uint32_t rank = from->rank > to->rank ? from->rank : to->rank;
    bool grown = false;
    for (uint32_t d = 0; d < rank; d++) {
        if (grown && shape_at(from, d) != 1)
            return shape_count(from) == 0;
        grown = grown || shape_at(from, d) != shape_at(to, d);
    }
    return true;
}

int64_t grow_room(int64_t count, int64_t needed) {
    int64_t room = count + count / 2 + 8;
    return room > needed ? room : needed;
}

bool values_grow(Interp *in, Value **at, int64_t *room, const Shape *from, const Shape *to) {
    int64_t old = shape_count(from), count;
    uint64_t bytes;
    TRY(shape_bytes(in, to, 2 * sizeof(Value), &count, &bytes));
    bool keeps = grow_keeps_places(from, to);
    if (keeps && count <= *room) {
        for (int64_t k = old; k < count; k++)
            (*at)[k] = value_none();
        return true;
    }
    int64_t wanted = old ? grow_room(old, count) : count;
    Value *block = interp_alloc(in, (size_t)wanted * sizeof(Value));
    if (!block)
        return false;
    memset(block, 0, (size_t)wanted * sizeof(Value));
    if (keeps && old)
        memcpy(block, *at, (size_t)old * sizeof(Value));
    else
        grow_copy(sizeof(Value), block, to, *at, from);
    interp_release(in, *at, (size_t)*room * sizeof(Value));
    *at = block;
    *room = wanted;
    return true;
}
