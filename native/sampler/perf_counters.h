/*
 * The counters of one recording, opened on one process and, by inheritance, on its descendants.
 *
 * Kernel mode: each CPU and each group has a leader, the task clock with a sample period, and the events as its siblings.
 * Inherited per-task values need one event per CPU. With PERF_SAMPLE_READ each sample contains the values of its own task
 * (Linux 6.12 or later).
 *
 * With inherit_stat the kernel reports the final values of each ended task, for all CPUs together and therefore into the rings
 * of other CPUs. Two CPUs that write into one ring would corrupt it, because the kernel expects one writer. Final values of one
 * event are, however, written under a lock of that event. Therefore every sibling has its own small ring that contains nothing
 * else. The leader, whose ring contains the samples, reports no final value. It is not needed: the task clock is the running
 * time, which is part of a sibling's final value.
 *
 * Poll mode: the same members without sampling, one group for all CPUs, read by this process. (If core types differ, one group
 * for each CPU.) The kernel reports the final values of ended tasks in this mode, too. An inherited event of all CPUs may not
 * have a ring, because several CPUs could write simultaneously. Its final values, under their lock, may go into the ring of an
 * event that is not inherited.
 *
 * Some events count only with a leader of their own kind, which must not be sampled (Intel's topdown-* with slots). The task
 * clock is then a sibling that samples: a sample contains its whole group, whichever member takes it.
 */
#ifndef RUNBENCH_PERF_COUNTERS_H
#define RUNBENCH_PERF_COUNTERS_H

#include "options.h"
#include "ring.h"

#include <linux/perf_event.h>
#include <sys/types.h>

enum { MEMBER_LEADER, MEMBER_VALUES }; /* the task clock; the events from MEMBER_VALUES on */

struct event_state {
	bool        counted, user_only;
	bool        silent;      /* a hardware event that counted nothing during the calibration */
	int         error;       /* errno if not counted; 0 if it was opened but never counted */
	char        reason[256]; /* if not counted; with the command to type if it is known */
	unsigned    group, value; /* place in a record */
};

struct counter {
	int         fd;   /* -1: not open */
	int         ring_fd; /* dummy event whose ring is used, because this event may not have one; -1: none */
	uint64_t    id;   /* the kernel's event ID, as in samples */
	struct ring ring;
};

#define NO_COUNTER ((struct counter){ .fd = -1, .ring_fd = -1 })

struct group {
	unsigned  values;
	int      *events;        /* [value]: index in the options' events */
	bool      failed;        /* it cannot be read: pinned, and it did not fit */
	bool      led;           /* its first event is the leader in the kernel, before the task clock */
};

struct unit {
	unsigned target, cpu; /* indices of struct counters */
};

struct counters {
	const struct options *options;
	bool      poll;
	bool      pointers;      /* samples contain the instruction pointer; executable mappings are reported */
	bool      stacks;        /* samples contain the call chain; their last value is the number of their innermost frame */
	bool      build_ids;     /* mappings are reported with build IDs (Linux >= 5.12) */
	bool      format_lost;   /* the kernel reports the number of dropped records (Linux >= 6.0) */
	bool      cpu_wide, waits_for_exec, enabled_at_open;
	bool      held;          /* the groups are opened disabled, and only counters_enable enables them */
	bool      heirs;         /* a task has inherited the counters */
	bool      finals;        /* the kernel reports the final values of ended tasks */
	bool      cgroups;       /* CPU-wide, but only while tasks of control groups run there */
	unsigned  targets;       /* number of tasks with counters; CPU-wide: of CPUs, for each control group in turn */
	pid_t    *target;        /* thread ID; -1 CPU-wide; for control groups a descriptor of the directory */
	unsigned  cpus;
	int      *cpu;           /* CPU numbers; poll mode has the single entry -1 unless core types differ */
	unsigned  units;         /* pairs of target and CPU, each with all groups */
	struct unit *unit;
	unsigned  groups;        /* number of groups with an open event */
	struct group *group;
	unsigned  socket_values; /* number of values of the group of sockets (sockets.h), which follows; 0: no such group */
	unsigned  places, members; /* allocated groups, and members of each */
	struct counter *counter; /* [units][places][members] */
	struct perf_event_attr *attr; /* [places][members]: as opened on each unit */
	struct event_state *event;
	bool      user_only;     /* the leaders count user mode only */
	bool      tracked;       /* tracks report the tasks: always if polled, and while counters may be disabled */
	unsigned  tracks;        /* dummy events that report tasks, one per target and real CPU */
	struct counter *track;
	unsigned  track_cpus;    /* 0: no such events */
	int      *track_cpu;
	bool      rings_refused; /* fatal: rings of this size do not fit */
	int       fatal;         /* errno of a failed leader or ring */
	const char *fatal_what;  /* the failed step */
	int       too_large;     /* index of the event that did not fit with the events before it; -1: none */
};

/* The object to count. */
struct targets {
	pid_t        pid;      /* a task */
	const int   *cpu;      /* CPUs instead of a task; NULL: a task */
	unsigned     count;    /* number of CPUs */
	const int   *cgroup;   /* count only tasks of these control groups on the CPUs; NULL: all tasks */
	unsigned     cgroups;
	bool         on_exec;  /* counting starts when the task calls exec */
	bool         held;     /* counting starts by counters_enable, although the tasks are followed before */
	bool         enabled_at_open; /* counting starts when the counters are opened; otherwise by counters_switch */
};

/*
 * Minimum poll period with final values. The kernel updates a page for each event with a ring at every switch of groups. With a
 * shorter period the program would mostly wait for these updates.
 */
#define FINALS_FROM_NS 1000000u

/* The count of one member, with the times of its group. */
struct reading {
	uint64_t value, enabled_ns, running_ns, lost;
};

/*
 * Opens the events that can be opened and sets the state of each in c->event. Returns 0, even if no event is counted; or -1 if
 * sampling is impossible (fatal, fatal_what) or an event does not fit its group (too_large).
 */
int  counters_open(struct counters *c, const struct options *o, bool poll, const struct targets *t, uint64_t period_ns);
void counters_close(struct counters *c);

/* Opens the same events on one more task. Returns 0, or -1 with errno without a change; ESRCH: the task has ended. */
int  counters_add(struct counters *c, pid_t pid);

/* Closes the counters of a target and those inherited from it; the last target takes its index. */
void counters_drop(struct counters *c, unsigned target);

/* Maps the rings after all targets were added. Returns 0, or -1 (fatal, fatal_what). */
int  counters_map(struct counters *c);

struct counter *counters_at(const struct counters *c, unsigned unit, unsigned group, unsigned member);

/* Returns the position of a member in the kernel's group: the order of its reports, and of opening. */
unsigned counters_position(const struct group *g, unsigned member);

/* Returns whether the unit's CPU can count the event. */
bool counters_counts_on(const struct counters *c, const struct event_option *e, unsigned unit);

/* Returns whether hardware counts the event, so that a 0 may mean that it is not supported; false for breakpoints. */
bool counters_is_hardware(const struct event_option *e);

unsigned counters_value_count(const struct counters *c);

/*
 * Reads a group of one unit, including its heirs, into members[]. Returns 0, or -1 with errno. The kernel sums over tasks that end and
 * exchange their counters meanwhile, so that a reading is rarely too large. Counters with heirs are therefore read again: a value that
 * exceeds a later one is dropped, and none exceeds the final count.
 */
int  counters_read_group(const struct counters *c, unsigned unit, unsigned group, struct reading *members);

/* Returns the number of dropped records of an event that is no leader. */
uint64_t counters_lost(const struct counters *c, const struct counter *k);

/* Enables or disables all groups, and the events that follow tasks, without waiting for an exec. */
void counters_switch(const struct counters *c, bool on);

/* Enables or disables all groups with their heirs. Tasks are still followed. */
void counters_enable(const struct counters *c, bool on);

/* Returns whether samples of inherited events contain per-task values (Linux >= 6.12). */
bool counters_can_inherit_reads(void);

#endif
