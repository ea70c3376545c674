/* The environment, as far as it can be trusted. */
#ifndef FRIT_BASE_GETENV_H
#define FRIT_BASE_GETENV_H

/* A variable; NULL where it is not set, and in a program with more rights than its user (setuid): it
 * could name a library to load or a file to write. */
const char *base_getenv(const char *name);

#endif
