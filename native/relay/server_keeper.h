/*
 * What stays with a command on its node: it starts it, turns its output into events and knows how it ended. It belongs to no
 * connection and no terminal, so that a receiver that dies, or a line that breaks, costs the command nothing.
 *
 *   SPOOL/log/       the event logs of the command's processes, and of its output
 *   SPOOL/control    a pipe with a name: lines "go", "stop", "cancel"; nobody reads from it once the keeper is gone
 *   SPOOL/ended      how the command ended, JSON, written last; until then ended.new, which is allocated
 */
#ifndef RUNBENCH_RELAY_KEEPER_H
#define RUNBENCH_RELAY_KEEPER_H

#include <stdbool.h>

#define KEEPER_LOG     "log"
#define KEEPER_CONTROL "control"
#define KEEPER_ENDED   "ended"
#define KEEPER_ENDING  KEEPER_ENDED ".new"

struct keeper_job {
	char *const *command;   /* ends with NULL */
	const char  *directory; /* where it runs, if it is there; NULL: in here */
	const char  *node;      /* $RB_NODE of the command; NULL: none */
	int          here;      /* a folder that is open */
};

/* In SPOOL as the working folder, which holds log/ and control. Returns in the caller only: 0, or an errno. */
int keeper_start(const struct keeper_job *job);

/* A line for the keeper of the spool; false: there is none any more. */
bool keeper_tell(int spool_fd, const char *line);

bool keeper_alive(int spool_fd);

#endif
