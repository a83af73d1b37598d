/*
 * On which CPUs a control group is counted: those that its tasks may run on, as far as that is known - by the program's affinity,
 * or by the group's cpuset. Both can change. So there is a watch on each of the other CPUs, one event for each group that takes
 * no part in samples and sums: it tells afterwards for how long tasks of the group were there all the same, uncounted.
 */
#ifndef RUNBENCH_PLACES_H
#define RUNBENCH_PLACES_H

#include "../base/text.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct places {
	int      *cpu;         /* counted on */
	unsigned  count;
	const char *by;        /* "all", "affinity", "cpuset" */
	int      *other;       /* the CPUs besides */
	unsigned  others;
	int      *watch;       /* [group * others + other]: descriptors */
	unsigned  watches;
	uint64_t *elsewhere_ns; /* [other], after places_end */
	uint64_t  uncounted_ns; /* their sum */
};

/* Those of a process that may be moved by nobody but itself. */
void places_of_process(struct places *p, pid_t pid);

/* Those of groups, by the directories' descriptors. */
void places_of_groups(struct places *p, const int *group, unsigned groups);

/* Watches the other CPUs; where that is not possible, all CPUs are counted on instead. */
void places_watch(struct places *p, const int *group, unsigned groups);
void places_begin(const struct places *p);
void places_end(struct places *p);

/* What was missed, in words; nothing where nothing was. run_ns: what was counted. */
void places_warn(struct text *t, const struct places *p, uint64_t run_ns);

/* "0-3,7" as a set; bits: room for so many CPUs, of which others are passed over. Returns how many there are, 0 for no list. */
unsigned places_parse(const char *list, bool *set, unsigned bits);

void places_free(struct places *p);

#endif
