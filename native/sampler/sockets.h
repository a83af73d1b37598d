/*
 * Events of whole sockets, such as energy meters and memory controllers, which count for all tasks there. Such an event cannot
 * follow a task. It is counted on one CPU of each socket, from the start of the program to its end, and read periodically. In the
 * recording these events form one group after those of the tasks. Its values are sums over all sockets, its run_ns is the
 * running time of all tasks so far. If CPUs are observed, the groups of each CPU contain these events instead.
 */
#ifndef RUNBENCH_SOCKETS_H
#define RUNBENCH_SOCKETS_H

#include "resctrl.h"
#include "sample_recorder.h"

struct socket_event {
	int       index;    /* in the options' events */
	unsigned  fds;      /* number of descriptors, one per socket */
	int      *fd;
	struct resctrl_event *monitored; /* resctrl event instead of descriptors, of the program's tasks only; NULL: none */
	uint64_t  before;   /* sum at the start of the program */
	uint64_t  value, enabled_ns, running_ns; /* sums since then, at the last read */
};

struct sockets {
	struct socket_event *event;
	unsigned  count;    /* number of counted events: the values of their group */
	uint64_t  period_ns, due_ns;
	struct resctrl_group monitor;
};

/* Returns whether an event belongs here, not to the groups of tasks or CPUs. */
bool sockets_have(const struct counters *c, const struct event_option *e);

/*
 * Opens the events as the group after those of c; first: the program that waits at its gate, 0: none. Sets the state of each
 * event in c->event.
 */
void sockets_open(struct sockets *s, struct counters *c, uint64_t period_ns, pid_t first);

/* Begins counting. */
void sockets_begin(struct sockets *s, uint64_t now_ns);

/* Returns the time of the next sockets_sample, UINT64_MAX if there is none. */
uint64_t sockets_due(const struct sockets *s);

/* Reads the events and writes a sample. */
void sockets_sample(struct sockets *s, struct recorder *r);

/* Enables or disables the counters. */
void sockets_enable(const struct sockets *s, bool on);

/* Writes a sample, the last one until sockets_resume, after the counters were disabled. */
void sockets_pause(struct sockets *s, struct recorder *r);
void sockets_resume(struct sockets *s, uint64_t now_ns);

/* Reads the events without writing a sample. */
void sockets_read(struct sockets *s);

/* Ends counting; to be called before recorder_finish. */
void sockets_end(struct sockets *s);

/* Writes the last records and the totals; to be called after recorder_finish. */
void sockets_close(struct sockets *s, struct recorder *r, uint64_t wall_ns);

void sockets_free(struct sockets *s);

#endif
