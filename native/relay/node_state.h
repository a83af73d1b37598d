/* The state of this node's machine and network. */
#ifndef RUNBENCH_RELAY_NODE_STATE_H
#define RUNBENCH_RELAY_NODE_STATE_H

#include "../base/text.h"

#include <stdint.h>

struct node_state {
	double   load;                /* mean number of runnable tasks in the last minute; -1: unknown */
	int      cpus;                /* online */
	int64_t  memory_total_bytes;  /* -1: unknown, as the next one */
	int64_t  memory_available_bytes;
	int64_t  network_lost;        /* packets dropped or erroneous since the boot, on all interfaces but lo; -1: unknown */
};

/* Reads the state. proc: folder of the process file system, /proc. */
struct node_state node_state_read(const char *proc);

/* Appends the state as a JSON object. */
void node_state_add_json(struct text *t, const struct node_state *m);

#endif
