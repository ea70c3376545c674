/* What one thread of a group has, for another: by way of memory that the group shares. All of them call it. */
MATH_FN uint32_t frit_room_u32(FRIT_LOCAL_PART uint64_t *room, uint32_t x, int from) {
    FRIT_BARRIER;
    room[FRIT_MEMBER] = x;
    FRIT_BARRIER;
    return (uint32_t)room[from];
}

MATH_FN uint64_t frit_room_u64(FRIT_LOCAL_PART uint64_t *room, uint64_t x, int from) {
    FRIT_BARRIER;
    room[FRIT_MEMBER] = x;
    FRIT_BARRIER;
    return room[from];
}
