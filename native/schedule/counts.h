/* The counts of a program and its descendants so far: running time, switches, migrations, and the selected events. */
#ifndef RUNBENCH_SCHEDULE_COUNTS_H
#define RUNBENCH_SCHEDULE_COUNTS_H

#include "../base/text.h"
#include "../sampler/options.h"
#include "../sampler/resctrl.h"

#include <sys/types.h>

struct count {
	int  fd[MAX_ENCODINGS]; /* -1: not counted */
	bool user_only;
	int  error;              /* errno if the event is not counted */
	uint64_t last[MAX_ENCODINGS][3];    /* value, enabled and running time when it was last on the counters */
	double   sum;                       /* scaled count so far */
	struct resctrl_event *monitored;    /* file of the program's monitoring group instead of a perf event; NULL: none */
	char     why[RESCTRL_REASON_BYTES]; /* reason why it is not counted */
};

struct process_clock {
	pid_t    pid;
	uint64_t ns;
};

struct counts {
	const struct options *options;
	struct resctrl_group monitor; /* its descriptor is -1 without resctrl events, or if there is no group */
	struct count own[3];     /* task clock, context switches, migrations */
	struct count *event;     /* in the order of the options */
	struct process_clock *clock; /* processes and their last CPU time, if the task clock may not be opened */
	unsigned clocks;
	uint64_t ended_ns;       /* CPU time of processes whose PID was reused */
};

/*
 * Opens the available events on a process that waits for exec, with which counting starts. o: may have no events. number: of the
 * program.
 */
void counts_open(struct counts *c, const struct options *o, pid_t pid, unsigned number);

/*
 * Adds the readings of an event's descriptors and returns its count so far in *value, scaled for multiplexing. Returns false if
 * it is not counted: no descriptor is open, or it was never scheduled while the program ran.
 */
bool count_update(struct count *k, const uint64_t now[MAX_ENCODINGS][3], uint64_t *value);

/* Adds ,"run_ns":N,"switches":N,"migrations":N,"values":[N,...] since the start of the program; null: not counted. */
void counts_describe(struct text *t, struct counts *c, pid_t guardian);

/* Adds ,"counted":[{"name":"...","counted":true,"user_only":false},...]. */
void counts_list(struct text *t, const struct counts *c);

void counts_close(struct counts *c);

#endif
