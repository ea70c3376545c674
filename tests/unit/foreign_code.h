/* Tests that load code which others have compiled. */
#ifndef TESTS_UNIT_FOREIGN_CODE_H
#define TESTS_UNIT_FOREIGN_CODE_H

/* Skips the test in builds with sanitizers, which find what is wrong in drivers that are not ours. */
void skip_foreign_code(void);

#endif
