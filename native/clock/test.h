/* Counting checks; prints what failed and the one line that make test wants. */
#ifndef RB_TEST_H
#define RB_TEST_H

#include <stdio.h>

static int passed, failed, skipped;

#define CHECK(condition) ((condition) ? (void)passed++ \
	: (void)(failed++, fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition)))
#define SKIP(reason) ((void)(skipped++, fprintf(stderr, "%s:%d: skipped: %s\n", __FILE__, __LINE__, reason)))

static inline int test_end(const char *name)
{
	printf("%s: %d passed, %d failed, %d skipped\n", name, passed, failed, skipped);
	return failed != 0;
}

#endif
