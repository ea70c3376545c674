/* BLAKE2b with 256 bits (RFC 7693): names entries and sees every change of their bytes. */
#ifndef FRIT_RUN_CACHE_DIGEST_H
#define FRIT_RUN_CACHE_DIGEST_H

#include <stddef.h>
#include <stdint.h>

enum { DIGEST_BYTES = 32 };

void digest_of(const void *bytes, size_t len, uint8_t out[DIGEST_BYTES]);

#endif
