/*
 * The counters of one recording, opened on one process and, by inheritance, on all it starts.
 *
 * Kernel mode: for each CPU and each group a leader, the task clock with a sample period, and as siblings the events.
 * Inherited per-task values need one event per CPU. With PERF_SAMPLE_READ each sample holds the values of its own task
 * (Linux 6.12 or later).
 *
 * inherit_stat makes the kernel report the final values of each task that ends, for all CPUs at once and therefore
 * into the rings of other CPUs. Two CPUs writing into one ring would corrupt it - the kernel expects one writer -
 * but final values of one event are written under a lock of that event. So every sibling has a small ring of its own
 * that holds nothing else, and the leader, whose ring takes the samples, does not report its final value. It is not
 * missed: a task clock counts the time in which it is counting, which the final value of a sibling comes with.
 *
 * Poll mode: the same members without sampling, one group for all CPUs, read from outside. (Where CPUs differ in what
 * counts an event, one group for each CPU.) The final values of tasks that end are reported here as well. An inherited
 * event for all CPUs may not have a ring, because many could write into it at once; final values, under their lock, may
 * be sent into the ring of an event that is not inherited.
 *
 * Some events count only behind a leader of their own kind, which must not be sampled (Intel's topdown-* behind slots). There
 * the task clock is a sibling like the others, and samples all the same: a sample holds its whole group, whoever took it.
 */
#ifndef RUNBENCH_PERF_COUNTERS_H
#define RUNBENCH_PERF_COUNTERS_H

#include "options.h"
#include "ring.h"

#include <linux/perf_event.h>
#include <sys/types.h>

enum { MEMBER_LEADER, MEMBER_VALUES }; /* the task clock; the events follow from MEMBER_VALUES on */

struct event_state {
	bool        counted, user_only;
	bool        silent;      /* of hardware: it was on while the calibration's child worked, and counted nothing */
	int         error;       /* errno when not counted; 0 when it opened but counted nothing at all */
	char        reason[256]; /* when not counted; with what to type where that is known */
	unsigned    group, value; /* place in a record */
};

struct counter {
	int         fd;   /* -1: not open */
	int         ring_fd; /* of an event that lends its ring, because this one may have none of its own; -1: none */
	uint64_t    id;   /* the kernel's, in samples */
	struct ring ring;
};

#define NO_COUNTER ((struct counter){ .fd = -1, .ring_fd = -1 })

struct group {
	unsigned  values;
	int      *events;        /* indices of the options' events, by value */
	bool      failed;        /* it cannot be read: pinned, and there was no room for it */
	bool      led;           /* by its first event: the kernel has that in front of the task clock */
};

struct unit {
	unsigned target, cpu; /* indices */
};

struct counters {
	const struct options *options;
	bool      poll;
	bool      pointers;      /* samples hold the instruction pointer; executable mappings are reported */
	bool      build_ids;     /* ... with the build id of what is mapped (Linux >= 5.12) */
	bool      format_lost;   /* the kernel tells how many records it dropped (Linux >= 6.0) */
	bool      cpu_wide, waits_for_exec, enabled_at_open;
	bool      finals;        /* the kernel reports the final values of tasks that end */
	bool      cgroups;       /* CPU-wide, but only while tasks of control groups run there */
	unsigned  targets;       /* tasks (or, CPU-wide, CPUs; or CPUs of the first group, of the second ...) on which counters were opened */
	pid_t    *target;        /* -1 CPU-wide; of control groups a descriptor of their directory */
	unsigned  cpus;
	int      *cpu;           /* numbers; poll mode has the single entry -1, unless core types differ */
	unsigned  units;         /* pairs of target and CPU: each has all groups */
	struct unit *unit;
	unsigned  groups;        /* those that have an open event */
	struct group *group;
	unsigned  socket_values; /* of the group behind them, which sockets.h keeps; 0: there is none */
	unsigned  places, members; /* room for groups and their members */
	struct counter *counter; /* [units][places][members] */
	struct perf_event_attr *attr; /* [places][members]: what is opened on each unit */
	struct event_state *event;
	bool      user_only;     /* the leaders see user mode only */
	unsigned  tracks;        /* dummy events that report tasks in poll mode, one per target and real CPU */
	struct counter *track;
	unsigned  track_cpus;    /* 0: none are needed */
	int      *track_cpu;
	bool      rings_refused; /* fatal: there is no room for rings of this size */
	int       fatal;         /* errno of a failed leader or ring, with ... */
	const char *fatal_what;
	int       too_large;     /* event for which there was no room beside those before it; -1: none */
};

/* What to count on. */
struct targets {
	pid_t        pid;      /* a task ... */
	const int   *cpu;      /* ... or, if not NULL, CPUs */
	unsigned     count;    /* how many of these */
	const int   *cgroup;   /* only while tasks of these control groups run there; NULL: whoever does */
	unsigned     cgroups;
	bool         on_exec;  /* counting starts by itself when the task calls exec, ... */
	bool         enabled_at_open;  /* ... or when the counters are opened; otherwise with counters_switch */
};

/*
 * The kernel reports final values through rings, and keeps a page up to date for each event that has one, at every switch
 * of groups: between polls that are closer than this the program would mostly wait for that.
 */
#define FINALS_FROM_NS 1000000u

/* One member's count. The times are those of its group. */
struct reading {
	uint64_t value, enabled_ns, running_ns, lost;
};

/*
 * Opens what can be opened; counters->event says what counts. Returns 0 even if no event counts; -1 when there is no
 * way to sample at all (fatal, fatal_what), or an event finds no room in its group (too_large).
 */
int  counters_open(struct counters *c, const struct options *o, bool poll, const struct targets *t, uint64_t period_ns);
void counters_close(struct counters *c);

/* Opens the same on one more task. Returns 0, or -1 with errno: nothing has changed then; ESRCH: the task has ended. */
int  counters_add(struct counters *c, pid_t pid);

/* Closes what is open on a task, and what was inherited from it; the last target takes the place of this one. */
void counters_drop(struct counters *c, unsigned target);

/* Maps the rings, when all targets are there. -1: fatal, fatal_what. */
int  counters_map(struct counters *c);

struct counter *counters_at(const struct counters *c, unsigned unit, unsigned group, unsigned member);

/* Where the kernel has a member in its group: what it reports, and the order in which members have to be opened. */
unsigned counters_position(const struct group *g, unsigned member);
/* False where the unit's CPU is not one that can count the event. */
bool counters_counts_on(const struct counters *c, const struct event_option *e, unsigned unit);

/* False for what the kernel counts in software, and for breakpoints: there a 0 is a 0. */
bool counters_is_hardware(const struct event_option *e);

unsigned counters_value_count(const struct counters *c);

/* Reads a group of one unit, with all that its task started, into members[]; -1 with errno. */
int  counters_read_group(const struct counters *c, unsigned unit, unsigned group, struct reading *members);

/* Records of an event on its own (not a leader) that the kernel had to drop. */
uint64_t counters_lost(const struct counters *c, const struct counter *k);

/* Turns all groups on or off without waiting for an exec. */
void counters_switch(const struct counters *c, bool on);

/* True if this kernel gives per-task values in samples of inherited events (Linux >= 6.12). */
bool counters_can_inherit_reads(void);

#endif
