/* What one lane of a warp has, for another. All 32 call it. */
MATH_FN uint32_t frit_lane_u32(uint32_t x, int from) {
    return __shfl_sync(0xffffffffu, x, from);
}

MATH_FN uint64_t frit_lane_u64(uint64_t x, int from) {
    return __shfl_sync(0xffffffffu, x, from);
}
