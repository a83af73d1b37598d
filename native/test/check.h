/* A few words for C test programs: checks that count, skips that say why, and the line that each program ends with. */
#ifndef RUNBENCH_TEST_CHECK_H
#define RUNBENCH_TEST_CHECK_H

#include <stdio.h>

static int passed, failed, skipped;

#define CHECK(condition, ...) \
	do { \
		if (condition) { \
			passed++; \
		} else { \
			failed++; \
			printf("%s:%d: %s: ", __FILE__, __LINE__, #condition); \
			printf(__VA_ARGS__); \
			printf("\n"); \
		} \
	} while (0)

#define SKIP(...) \
	do { \
		skipped++; \
		printf("skipped: "); \
		printf(__VA_ARGS__); \
		printf("\n"); \
	} while (0)

static inline int summary(const char *name)
{
	printf("%s: %d passed, %d failed, %d skipped\n", name, passed, failed, skipped);
	fflush(stdout);
	return failed != 0;
}

#endif
