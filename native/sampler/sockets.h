/*
 * What a whole socket counts, whoever runs there: energy meters, memory controllers. Such an event cannot follow a task; beside
 * a program it is counted on one CPU of each socket, from the moment the program begins to its end, and read at times. In the
 * recording these events make one more group behind those of the tasks, whose values are sums over all sockets and whose
 * run_ns is the running time of all tasks by then. Where CPUs are observed, the groups of each CPU hold them instead.
 */
#ifndef RUNBENCH_SOCKETS_H
#define RUNBENCH_SOCKETS_H

#include "resctrl.h"
#include "sample_recorder.h"

struct socket_event {
	int       index;    /* of the options' events */
	unsigned  fds;      /* one for each socket */
	int      *fd;
	struct resctrl_event *monitored; /* by resctrl: no descriptors then; of the program's tasks only */
	uint64_t  before;   /* sum when the program began */
	uint64_t  value, enabled_ns, running_ns; /* sums when last read, since then */
};

struct sockets {
	struct socket_event *event;
	unsigned  count;    /* of those that count: so many values does their group have */
	uint64_t  period_ns, due_ns;
	struct resctrl_group monitor;
};

/* True for an event that is not to be opened with the groups of tasks or CPUs. */
bool sockets_have(const struct counters *c, const struct event_option *e);

/* Opens them behind the counters' groups; first: the program that waits at its gate, 0: none. Says of each in c->event whether it counts, and why not. */
void sockets_open(struct sockets *s, struct counters *c, uint64_t period_ns, pid_t first);

/* Counting begins. */
void sockets_begin(struct sockets *s, uint64_t now_ns);

/* When sockets_sample is to be called next; UINT64_MAX: never. */
uint64_t sockets_due(const struct sockets *s);
void sockets_sample(struct sockets *s, struct recorder *r);

/* Counting ends: before the recorder finishes, ... */
void sockets_end(struct sockets *s);

/* ... and, when all else is recorded, what came of it. */
void sockets_close(struct sockets *s, struct recorder *r, uint64_t wall_ns);

void sockets_free(struct sockets *s);

#endif
