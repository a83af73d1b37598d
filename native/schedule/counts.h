/* What a program did so far, with all that it started: running time, switches and migrations, and the events asked for. */
#ifndef RUNBENCH_SCHEDULE_COUNTS_H
#define RUNBENCH_SCHEDULE_COUNTS_H

#include "../base/text.h"
#include "../sampler/options.h"
#include "../sampler/resctrl.h"

#include <sys/types.h>

struct count {
	int  fd[MAX_ENCODINGS]; /* -1: not counted */
	bool user_only;
	int  error;              /* errno of what is not counted */
	uint64_t last[MAX_ENCODINGS][3]; /* value, enabled, running when it was last on the counters */
	double   sum;
	struct resctrl_event *monitored;  /* no perf event, but a file of the program's monitoring group */
	char     why[RESCTRL_REASON_BYTES];        /* that is not counted */
};

struct process_clock {
	pid_t    pid;
	uint64_t ns;
};

struct counts {
	const struct options *options;
	struct resctrl_group monitor; /* its descriptor is -1 where nothing of resctrl was asked for, or there is none */
	struct count own[3];     /* task clock, context switches, migrations */
	struct count *event;     /* in the order of the options */
	struct process_clock *clock; /* where the task clock may not be opened: processes seen, and their CPU time when last looked at */
	unsigned clocks;
	uint64_t ended_ns;       /* of processes whose number came back */
};

/* Opens what can be, on a process that waits to exec: counting begins with that. o: may have no events. number: of the program. */
void counts_open(struct counts *c, const struct options *o, pid_t pid, unsigned number);

/*
 * Takes in what the descriptors of an event say, and says its count so far: what it missed while others had the counters is made
 * up for. False: not counted, since none is open, or since it was on none of them while the program ran.
 */
bool count_update(struct count *k, const uint64_t now[MAX_ENCODINGS][3], uint64_t *value);

/* ,"run_ns":N,"switches":N,"migrations":N,"values":[N,...] since the program began; null: not counted. pid: its guardian. */
void counts_describe(struct text *t, struct counts *c, pid_t guardian);

/* ,"counted":[{"name":"...","counted":true,"user_only":false},...] */
void counts_list(struct text *t, const struct counts *c);

void counts_close(struct counts *c);

#endif
