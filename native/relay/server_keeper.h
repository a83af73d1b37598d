/* The process that stays with a command on its node: it starts the command, logs its output as events and records how
 * it ended. It uses no connection and no terminal, so neither a receiver that ends nor a broken connection affects the
 * command.
 *
 *   SPOOL/log/       event logs of the command's processes and of its output
 *   SPOOL/control    named pipe for the lines "go", "stop", "cancel"; without a keeper it has no reader
 *   SPOOL/ended      the command's end state, JSON, written last; before that ended.new, which is allocated */
#ifndef RUNBENCH_RELAY_KEEPER_H
#define RUNBENCH_RELAY_KEEPER_H

#include <stdbool.h>

#define KEEPER_LOG     "log"
#define KEEPER_CONTROL "control"
#define KEEPER_ENDED   "ended"
#define KEEPER_ENDING  KEEPER_ENDED ".new"

struct keeper_job {
	char *const *command;   /* ends with NULL */
	const char  *directory; /* working directory, if it exists; NULL: here */
	const char  *node;      /* the command's $RB_NODE; NULL: not set */
	int          here;      /* an open folder */
};

/* Starts the keeper. The working directory is SPOOL, which contains log/ and control. Returns 0 or an errno, in the
 * caller only. */
int keeper_start(const struct keeper_job *job);

/* Sends a line to the spool's keeper. Returns false if there is no keeper any more. */
bool keeper_send(int spool_fd, const char *line);

bool keeper_alive(int spool_fd);

#endif
