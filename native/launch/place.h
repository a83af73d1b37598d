/* A rank's place in the folder of its run: who takes it is measured, once. */
#ifndef RUNBENCH_LAUNCH_PLACE_H
#define RUNBENCH_LAUNCH_PLACE_H

#include "../base/text.h"
#include "identity.h"

#include <limits.h>
#include <stdbool.h>

#define PLACE_EVENTLOG "eventlog" /* folder of what the rank's program logs */

struct place {
	struct identity id;
	char            host[256];
	char            run[PATH_MAX];    /* the run's folder, which all nodes see */
	char            folder[PATH_MAX]; /* the rank's own in it */
	char            node[PATH_MAX];   /* its host's in it */
	bool            leader;           /* the first rank on its host */
};

/*
 * Takes the place of this rank. False where there is none to take: no run, no rank, or another process of this rank has it
 * already. claim: without a rank from a launcher, take the first that nobody has.
 */
bool place_take(struct place *p, bool claim);

/*
 * Other ranks of this host that run: they have reported, and neither has their end been written down, nor is their process
 * gone.
 */
int place_others(const struct place *p);

/* A file of the place, FOLDER/NAME, into path. */
const char *place_file(char path[PATH_MAX], const char *folder, const char *name);

/* Writes a whole file, beside the old one first. Returns 0, or -1 with errno. */
int place_write(const char *folder, const char *name, const struct text *content);

/*
 * Where this rank writes to while it runs: its own name and ending on the node's own disk where one was named
 * ($RB_CLUSTER_LOCAL), to come home at the end; otherwise NAME in its folder.
 */
const char *place_output(char path[PATH_MAX], const struct place *p, const char *name, const char *ending);

/* For the program that this process will become: where the library that applications log with writes to. */
void place_tell_eventlog(const struct place *p);

/* {"v":1,"what":...} for the head: something did not work out here. The program runs all the same. */
void place_problem(const struct place *p, const char *what, const char *why, const char *remedy);

#endif
