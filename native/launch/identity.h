/*
 * Which rank of a parallel program this process is, as its launcher says in the environment. What a launcher's options
 * mean is never guessed.
 */
#ifndef RUNBENCH_LAUNCH_IDENTITY_H
#define RUNBENCH_LAUNCH_IDENTITY_H

#include "../base/text.h"

#include <stdbool.h>

/* The variable that the head's template sets where the launcher tells no ranks, as ssh. */
#define RANK_BY_TEMPLATE "RB_CLUSTER_RANK"

struct identity {
	int         rank;
	int         size; /* 0: the launcher does not say */
	const char *from; /* the variable that told the rank */
};

/* False where no launcher gave this process a rank. */
bool identity_find(struct identity *id);

/* Whether this program belongs to a launcher: it may carry a rank variable of the launcher that started it, but is no rank. */
bool identity_of_launcher(const char *executable);

/* This machine's name for folders: other characters than letters, digits, ".", "_" and "-" become "_". */
void identity_host(char *name, int size);

/*
 * Whose CLOCK_MONOTONIC this process reads: boot and time namespace. Processes of one id share the clock. A rehearsal's
 * virtual clock ($RB_CLUSTER_CLOCK) is an id of its own.
 */
void identity_clock(char *id, int size);

/* Adds the JSON member processor: what /proc/cpuinfo says of the first one's kind, a line each ("model" takes "model name" in). */
void identity_processor(struct text *t);

#endif
