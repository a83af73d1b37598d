/*
 * Counting in regions of the program only: the event log of the program tells when its first counted region begins and when its
 * last one ends, and waits until the counters are switched (../eventlog/counted.h). Processes connect independently: counting is
 * enabled while a region is open in any of them. A process that ends closes its regions.
 */
#ifndef RUNBENCH_REGIONS_H
#define RUNBENCH_REGIONS_H

#include "control.h"

struct region_process {
	int  fd;
	bool is_open;        /* a region is open */
};

struct regions {
	int      wait_fd;    /* readable if regions_take has something to do; -1: not in use */
	int      listen_fd;
	struct region_process *process;
	unsigned count, capacity;
	unsigned open;       /* number of processes with an open region */
};

/*
 * Listens, and sets the environment of programs that are started afterwards; names: separated by line feeds, NULL: not in use.
 * Returns 0, or an exit code after reporting the error.
 */
int  regions_open(struct regions *g, const char *names);

/* Handles new processes, begins, ends and closed connections. */
void regions_take(struct regions *g, struct control *c, struct recorder *r, struct sockets *s);

void regions_close(struct regions *g);

#endif
