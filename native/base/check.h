/* Checks that count, skips that say why, and the line that each C test program ends with: "name: N passed, ...". */
#ifndef RUNBENCH_BASE_CHECK_H
#define RUNBENCH_BASE_CHECK_H

#include <stdio.h>

static int passed, failed, skipped;

/* What may follow the condition is a format, written as a literal, and its values: what was found instead. */
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

#define SKIP(...) \
	do { \
		skipped++; \
		printf("skipped: "); \
		printf(__VA_ARGS__); \
		printf("\n"); \
	} while (0)

/* Prints the line; returns the program's exit code. */
static inline int summary(const char *name)
{
	printf("%s: %d passed, %d failed, %d skipped\n", name, passed, failed, skipped);
	fflush(stdout);
	return failed != 0;
}

#endif
