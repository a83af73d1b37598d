/* The helper's command line. */
#ifndef RUNBENCH_OPTIONS_H
#define RUNBENCH_OPTIONS_H

#include "../base/perf_attr.h"
#include "../base/process_tree.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Core types that one event may have to be opened on; no machine has more than three. */
enum { MAX_ENCODINGS = 8 };

/* An event on one core type. */
struct encoding {
	struct perf_encoding perf;
	const char *cpus;   /* the only CPUs that count it ("0-7+16"); NULL: all */
};

struct event_option {
	const char *name, *unit, *source;
	struct encoding on[MAX_ENCODINGS]; /* by core type; where no CPU list has a CPU, nothing is counted on it */
	unsigned    encodings;
	unsigned    group;  /* events of one group are read together and multiplexed together */
	struct perf_modes modes;
	bool        pinned, exclusive; /* its group has to be on the counters at all times; alone */
	unsigned    precise; /* precise_ip, 0-3 */
	unsigned    counters; /* of the processor that it takes; what takes more than one disturbs its neighbours; 0: a register of its own */
	bool        leads;    /* the kernel opens the others of its group only behind it: Intel's slots */
	bool        socket;   /* counts for a whole socket, on the CPUs that it names: it follows no task */
	const char *resctrl;  /* no perf event: this file of a monitoring group; a socket's otherwise */
	bool        together; /* its group was asked for as one: never split */
};

/* Counters that the kernel offers at once, and how many of them count then. */
struct agreement {
	unsigned offered, agree;
};

/* Sizes of rings, powers of two, without the page that each begins with. */
struct ring_bytes {
	size_t samples, finals, follower; /* of a CPU; of an event's final values; of an event that only reports tasks */
};

extern const struct ring_bytes options_largest_rings;

/* Counters follow each task, or count on CPUs whatever of a control group runs there. */
enum scope { SCOPE_TASK, SCOPE_CGROUP, SCOPE_AUTO };

struct options {
	const char *output, *meta_path;
	const char *control;       /* a socket to be told on, where the program gets the standard input; NULL: that is the control pipe */
	struct program program;    /* the benchmark; its command is empty where something else is observed */
	uint64_t    period_ns;
	uint64_t    timeout_ns;    /* 0: none */
	double      max_cost;      /* share of the period that one sample may cost */
	bool        poll, inherit, switches, force;
	bool        pointers;      /* samples say where in the program they were taken */
	bool        split;         /* a group that does not fit the processor's counters becomes several */
	bool        plan;          /* only say which events fit together */
	bool        reports_scopes;     /* only say what counting scopes are possible here, and what a fork costs */
	bool        reports_counters;  /* only say how many counters count at once */
	struct agreement agreement; /* as found before the run */
	struct ring_bytes rings;   /* as the limits of this machine allow */
	unsigned    limit;         /* of hardware counters in use at once; 0: what the kernel accepts */
	int32_t     attach_pid, attach_tid; /* a process or a thread that runs already; 0: none */
	const char *cpu_list;      /* count on these CPUs, whoever runs there; "all"; NULL: count tasks */
	const char **cgroup;       /* count the tasks of these control groups, on all CPUs */
	unsigned    cgroup_count;
	const char *resctrl;       /* where resctrl is mounted */
	enum scope  scope;         /* of a program that is started */
	bool        own_cgroup;    /* it runs in a control group of its own, and that is counted: asked for, or chosen */
	uint64_t    forks_before, run_before_ns; /* for SCOPE_AUTO, of the run before: tasks started, running time; 0: unknown */
	struct event_option *events;
	int         event_count;
};

/* What of an event is to be opened on a CPU (below 0: any); NULL where none of its CPUs is meant. */
const struct encoding *options_encoding(const struct event_option *e, int cpu);

/* Counters are opened on CPUs, not on tasks. */
bool options_cpu_wide(const struct options *o);

/* A whole number, decimal or with 0x, and nothing behind it. Returns 0, or -1. */
int options_number(const char *s, uint64_t *value);

/* Returns 0, or an exit code after having said what is wrong. */
int options_parse(struct options *o, int argc, char **argv);

/* Names the control socket and gives the program this process's standard input. */
void options_control(struct options *o, const char *path);

/* The JSON object of --meta, to be freed; NULL without. Returns 0, or an exit code after having said what is wrong. */
int options_read_meta(const struct options *o, char **meta);

#endif
