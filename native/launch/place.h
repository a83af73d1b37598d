/* A rank's place in the folder of its run. The process that claims it is measured, once. */
#ifndef RUNBENCH_LAUNCH_PLACE_H
#define RUNBENCH_LAUNCH_PLACE_H

#include "../base/text.h"
#include "identity.h"

#include <limits.h>
#include <stdbool.h>

#define PLACE_EVENTLOG "eventlog" /* folder of the program's event logs */

struct place {
	struct identity id;
	char            host[256];
	char            run[PATH_MAX];    /* the run's folder, which all nodes see */
	char            folder[PATH_MAX]; /* the rank's own folder in it */
	char            node[PATH_MAX];   /* the host's folder in it */
	bool            leader;           /* the first rank on its host */
	char            program[256];     /* name of a program of a plan (RB_CLUSTER_PROGRAM); empty: a rank */
};

/* Claims the place of this rank. Returns false if there is none: no run, no rank, or another process has claimed this
 * rank. claim: without a rank from a launcher, claim the first free one. */
bool place_claim(struct place *p, bool claim);

/* Returns whether this is a program of a plan, not a rank of a parallel program. */
static inline bool place_is_planned(const struct place *p)
{
	return p->program[0] != 0;
}

/* Sets the name of a program of a plan from the environment. place_claim does so too. */
void place_name_program(struct place *p);

/* Returns the number of other running ranks of this host: they have reported, their end is not recorded, and their
 * process exists. */
int place_other_ranks(const struct place *p);

/* Writes FOLDER/NAME to path. */
const char *place_file(char path[PATH_MAX], const char *folder, const char *name);

/* Writes a whole file atomically. Returns 0, or -1 with errno. */
int place_write(const char *folder, const char *name, const struct text *content);

/* Returns the path of a file that this rank writes while it runs. With a local disk ($RB_CLUSTER_LOCAL) the name
 * contains the rank and `ending`, and the file is moved to the run's folder at the end; otherwise it is NAME in the
 * rank's folder. */
const char *place_output(char path[PATH_MAX], const struct place *p, const char *name, const char *ending);

/* Sets RB_EVENTLOG for the program that this process will execute. */
void place_set_eventlog(const struct place *p);

/* Sets RB_SYNC for the program: the clock model of this host or, on the reference, the folder of the models. It stays
 * unset if the clocks of the run were not measured, and a value of the user stays. Call it after the gate opens, because
 * the models are written before. */
void place_set_sync(const struct place *p);

/* Reports a problem on this host to the head, as {"v":1,"what":...}. The program runs nevertheless. */
void place_problem(const struct place *p, const char *what, const char *why, const char *remedy);

#endif
