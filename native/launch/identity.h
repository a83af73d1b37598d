/* The rank of this process in its parallel program, according to the launcher's environment variables. The meaning of a
 * launcher's options is never guessed. */
#ifndef RUNBENCH_LAUNCH_IDENTITY_H
#define RUNBENCH_LAUNCH_IDENTITY_H

#include "../base/text.h"

#include <stdbool.h>

/* The variable that the head's template sets for launchers without ranks, such as ssh. */
#define RANK_BY_TEMPLATE "RB_CLUSTER_RANK"

struct identity {
	int         rank;
	int         size; /* 0: unknown */
	const char *from; /* the variable with the rank */
};

/* Returns false if no launcher gave this process a rank. */
bool identity_find(struct identity *id);

/* Returns whether this program belongs to a launcher: it may inherit a rank variable, but is not a rank. */
bool identity_of_launcher(const char *executable);

/* Returns this machine's name for folders: characters other than letters, digits, ".", "_" and "-" become "_". */
void identity_host(char *name, int size);

/* Returns an identifier of this process's CLOCK_MONOTONIC: boot and time namespace. Processes with the same identifier
 * share the clock. A rehearsal's virtual clock ($RB_CLUSTER_CLOCK) is an identifier of its own. */
void identity_clock(char *id, int size);

/* Adds the JSON member processor: the type of the first processor in /proc/cpuinfo, one line each ("model" also selects
 * "model name"). */
void identity_processor(struct text *t);

#endif
