/* The layout of packs, for those who read and those who write them. */
#ifndef FRIT_RUN_CACHE_PACK_PARTS_H
#define FRIT_RUN_CACHE_PACK_PARTS_H

#include "run/cache/entry.h"

enum { PACK_HEAD = 32, PACK_NAME = ENTRY_NAME / 2, PACK_LINE = PACK_NAME + 16, PACK_ALIGN = 16 };

void pack_put_head(Str *out, uint32_t count, uint64_t index_at);
void pack_name_bytes(const char *name, unsigned char out[PACK_NAME]);

#endif
