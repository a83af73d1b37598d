/* Checks and skips of the C tests, and the last line of each test program: "name: N passed, N failed, N skipped". */
#ifndef RUNBENCH_BASE_CHECK_H
#define RUNBENCH_BASE_CHECK_H

#include <stdio.h>

static int passed, failed, skipped;

/* Counts a condition. The optional arguments are a literal format and its values: they are printed if the condition is false. */
#define CHECK(condition, ...) \
	do { \
		if (condition) { \
			passed++; \
		} else { \
			failed++; \
			printf("%s:%d: %s", __FILE__, __LINE__, #condition); \
			printf(": " __VA_ARGS__); \
			printf("\n"); \
		} \
	} while (0)

/* Counts a check that this machine cannot run; the arguments are a format and its values: the reason. */
#define SKIP(...) \
	do { \
		skipped++; \
		printf("skipped: "); \
		printf(__VA_ARGS__); \
		printf("\n"); \
	} while (0)

/* Prints the last line; returns the exit code of the program: 0, or 1 if a check failed. */
static inline int summary(const char *name)
{
	printf("%s: %d passed, %d failed, %d skipped\n", name, passed, failed, skipped);
	fflush(stdout);
	return failed != 0;
}

#endif
