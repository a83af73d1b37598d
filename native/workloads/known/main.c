/*
 * runbench-kernels [KERNEL ROUNDS] - runs a kernel of known counts and reports its work in one line of JSON.
 *
 * Without arguments it lists the kernels, one line each. With 0 rounds it only prepares: the difference between a run of n
 * rounds and a run of 0 rounds is the kernel's count, with any counting tool. See known.h.
 */
#include "known.h"
#include "../../base/say.h"
#include "../../base/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define REMEDY      "runbench-kernels lists them, and runbench-kernels adds 1000 runs one"
#define MAX_ROUNDS 1000000000000u

static const struct kernel *const families[] = { compute_kernels, branch_kernels, chase_kernels, memory_kernels, system_kernels };

static const char *missing(const struct kernel *k, const struct caches *c)
{
	return k->missing ? k->missing(c) : NULL;
}

/* Adds the expected counts per unit; the output is independent of the rounds, so that its cost is equal in each run. */
static void add_expected(struct text *t, const struct kernel *k)
{
	text_add(t, ",\"per_unit\":[");
	for (const struct expected_count *q = k->expected; q->quantity; q++) {
		text_add(t, "%s{\"quantity\":\"%s\",\"low\":%.17g,\"expected\":%.17g,\"high\":%.17g", q == k->expected ? "" : ",", q->quantity,
			 q->low, q->expected, q->high);
		text_add_member(t, "why", q->why);
		text_add(t, "}");
	}
	text_add(t, "]");
}

static void list(const struct kernel *k, const struct caches *c)
{
	struct text t = { 0 };
	const char *why = missing(k, c);

	text_add(&t, "\"name\":\"%s\"", k->name);
	text_add_member(&t, "unit", k->unit);
	text_add_member(&t, "meaning", k->meaning);
	if (why)
		text_add_member(&t, "skipped", why);
	add_expected(&t, k);
	say("kernel", t.data);
	text_free(&t);
}

static uint64_t nanoseconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void report(const struct kernel *k, uint64_t rounds, uint64_t ns, size_t bytes)
{
	struct text t = { 0 };

	text_add(&t, "\"kernel\":\"%s\"", k->name);
	text_add_member(&t, "unit", k->unit);
	text_add(&t, ",\"rounds\":%llu,\"units\":%llu,\"ns\":%llu,\"bytes\":%zu", (unsigned long long)rounds,
		 (unsigned long long)(rounds * k->units), (unsigned long long)ns, bytes);
	add_expected(&t, k);
	say("known", t.data);
	text_free(&t);
}

static int run(const struct kernel *k, const struct caches *c, uint64_t rounds)
{
	const char *why = missing(k, c);
	size_t bytes = 0;
	void *prepared = NULL;
	uint64_t start;

	if (why)
		return say_error(ERROR_MACHINE, "choose another kernel: runbench-kernels lists them", "%s cannot run here: %s", k->name, why);
	if (k->prepare)
		prepared = k->prepare(c, &bytes);
	start = nanoseconds();
	if (rounds)
		k->run(prepared, rounds);
	report(k, rounds, nanoseconds() - start, bytes);
	return 0;
}

int main(int argc, char **argv)
{
	struct caches c = caches_find();
	unsigned long long rounds = 0;
	char *end = NULL;

	if (argc == 3) {
		errno = 0;
		rounds = strtoull(argv[2], &end, 10);
	}
	if (argc == 2 || argc > 3 || (end && (errno || *end || end == argv[2] || *argv[2] == '-' || rounds > MAX_ROUNDS)))
		return say_error(ERROR_USAGE, REMEDY, "write a kernel and a whole number of rounds, or nothing");
	for (size_t f = 0; f < sizeof families / sizeof *families; f++)
		for (const struct kernel *k = families[f]; k->name; k++) {
			if (argc == 1)
				list(k, &c);
			else if (!strcmp(argv[1], k->name))
				return run(k, &c, rounds);
		}
	return argc == 1 ? 0 : say_error(ERROR_USAGE, REMEDY, "there is no kernel '%s'", argv[1]);
}
