#include "kernel/limits.h"

/*
 * A step of plain_long that is not interrupted even NumPy's users wait for; the memory for a copy of a very large
 * array may not be there. dear_element: interpreted by one thread; even where compiled code on several threads
 * computes it, the copy is little: that took a third more at 10.
 */
const Limits limits_of_cpu = {.instructions = 512,
                              .arguments = 48,
                              .live = 96,
                              .cheap = 2,
                              .uniform = 16,
                              .tree = 64,
                              .dear_long = 20e6,
                              .plain_long = 500e6,
                              .dear_element = 25,
                              .product = 0.1,
                              .panel = 4 << 20,
                              .panel_rows = 64};
