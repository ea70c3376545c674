#define _GNU_SOURCE /* secure_getenv */
#include "base/getenv.h"

#include <stdlib.h>
#include <unistd.h>

const char *base_getenv(const char *name) {
#ifdef __GLIBC__
    return secure_getenv(name);
#else
    return geteuid() == getuid() && getegid() == getgid() ? getenv(name) : NULL;
#endif
}
