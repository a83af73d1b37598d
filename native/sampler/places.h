/*
 * The CPUs on which a control group is counted: those that its tasks may use, by the program's affinity or the group's cpuset.
 * Both can change. Therefore each of the other CPUs has a watch, one event for each group that is not sampled. It measures how
 * long tasks of the group ran there uncounted.
 */
#ifndef RUNBENCH_PLACES_H
#define RUNBENCH_PLACES_H

#include "../base/text.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct places {
	int      *cpu;         /* counted CPUs */
	unsigned  count;
	const char *by;        /* source of the list: "all", "affinity", "cpuset" */
	int      *other;       /* the other CPUs */
	unsigned  others;
	int      *watch;       /* [group * others + other]: descriptors */
	unsigned  watches;
	uint64_t *elsewhere_ns; /* [other]: uncounted time, after places_end */
	uint64_t  uncounted_ns; /* sum of elsewhere_ns */
};

/* Takes the CPUs from the affinity of a process. */
void places_of_process(struct places *p, pid_t pid);

/* Takes the CPUs from the cpusets of groups, given by descriptors of their directories. */
void places_of_groups(struct places *p, const int *group, unsigned groups);

/* Opens the watches on the other CPUs; if that fails, all CPUs are counted instead. */
void places_watch(struct places *p, const int *group, unsigned groups);
void places_begin(const struct places *p);
void places_end(struct places *p);

/* Adds a warning as text if time was uncounted; run_ns: counted time. */
void places_warn(struct text *t, const struct places *p, uint64_t run_ns);

/* Parses "0-3,7" into set[bits]; ignores CPUs from bits on. Returns the number of CPUs, 0 if it is no list. */
unsigned places_parse(const char *list, bool *set, unsigned bits);

void places_free(struct places *p);

#endif
