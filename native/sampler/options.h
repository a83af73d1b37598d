/* The helper's command line. */
#ifndef RUNBENCH_OPTIONS_H
#define RUNBENCH_OPTIONS_H

#include "../base/perf_attr.h"
#include "../base/process_tree.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Maximum number of core types of one event; known machines have up to three. */
enum { MAX_ENCODINGS = 8 };

/* An event on one core type. */
struct encoding {
	struct perf_encoding perf;
	const char *cpus;   /* list of the CPUs that count it ("0-7+16"); NULL: all */
};

/* An event of the command line. */
struct event_option {
	const char *name, *unit, *source;
	struct encoding on[MAX_ENCODINGS]; /* by core type; a CPU in no list does not count the event */
	unsigned    encodings;
	unsigned    group;    /* events of one group are read and multiplexed together */
	struct perf_modes modes;
	bool        pinned, exclusive; /* its group must always be on the counters; must be alone on them */
	unsigned    precise;  /* precise_ip, 0-3 */
	unsigned    counters; /* hardware counters that it occupies; with more than one it disturbs its neighbours; 0: a fixed register */
	bool        leads;    /* it must be the leader of its group in the kernel: Intel's slots */
	bool        socket;   /* counts for a whole socket, on the listed CPUs; follows no task */
	const char *resctrl;  /* file of a monitoring group instead of a perf event; socket is set, too */
	bool        silent;   /* a hardware event that counted nothing during the calibration */
	bool        together; /* its group was requested with braces and is never split */
};

/* The number of counters that the kernel offers simultaneously, and the number of them that agree. */
struct agreement {
	unsigned offered, agree;
};

/* The costs of counting, and the time of their measurement (CLOCK_MONOTONIC; 0: not measured). */
struct costs {
	uint64_t sample_ns, fork_ns; /* of a sample; added to a fork by inherited counters */
	uint64_t wall_ns;
};

/* Sizes of rings in bytes, powers of two, without the first page of each. */
struct ring_bytes {
	size_t samples;  /* of the samples of a CPU */
	size_t finals;   /* of the final values of an event */
	size_t follower; /* of an event that only reports tasks */
	unsigned large;  /* factor of all sizes of the samples' rings: samples with a copied stack are larger */
};

extern const struct ring_bytes options_largest_rings;

/* The objects of the counters of a started program: its tasks, or its control group on each CPU. */
enum scope { SCOPE_TASK, SCOPE_CGROUP, SCOPE_AUTO };

/* The recorded context switches. SWITCHES_AUTO: if counters follow tasks, and as long as they are not too frequent. */
enum switches { SWITCHES_NONE, SWITCHES_AUTO, SWITCHES_ALL };

/* Counting under control; see control.h. */
struct counting {
	const char *control;       /* fifo:PATH[,ACK] or fd:N[,M]; NULL: none */
	const char *regions;       /* names of the only counted regions, separated by line feeds; NULL: none */
	bool        starts_disabled;
};

struct options {
	const char *output, *meta_path;
	const char *control;       /* path of the control socket; NULL: standard input is the control pipe */
	struct program program;    /* the benchmark; its command is empty if another object is observed */
	uint64_t    period_ns;
	uint64_t    timeout_ns;    /* 0: none */
	uint64_t    delay_ns;      /* from the start of the program to that of counting */
	uint64_t    interval_ns;   /* of reports of the counts; 0: none */
	struct counting counting;
	double      max_cost;      /* maximum cost of a sample as a share of the period */
	struct costs known;        /* of an earlier run with the same counters, which are not measured again; wall_ns 0: none */
	bool        poll, inherit, force;
	enum switches switches;
	bool        pointers;      /* samples contain the instruction pointer */
	bool        call_graph;    /* samples contain the call stack */
	uint32_t    stack_bytes;   /* copied part of the stack for call frame information; 0: by frame pointers */
	bool        split;         /* a group that does not fit the processor's counters is split */
	bool        plan;          /* only report the events that fit together */
	bool        reports_scopes;   /* only report the possible scopes, and the cost of a fork */
	bool        reports_counters; /* only report the number of counters that agree */
	struct agreement agreement; /* found before the run */
	struct ring_bytes rings;   /* within the limits of this machine */
	unsigned    limit;         /* maximum number of hardware counters in use; 0: the kernel's */
	int32_t     attach_pid, attach_tid; /* a running process or thread; 0: none */
	const char *cpu_list;      /* CPUs to count on, for all tasks; "all"; NULL: count tasks */
	const char **cgroup;       /* control groups to count, on all CPUs */
	unsigned    cgroup_count;
	const char *resctrl;       /* mount point of resctrl */
	enum scope  scope;         /* of a started program */
	bool        own_cgroup;    /* the program runs in its own control group, which is counted: requested, or chosen */
	uint64_t    forks_before, run_before_ns; /* for SCOPE_AUTO, of the previous run: tasks started, running time; 0: unknown */
	struct event_option *events;
	int         event_count;
};

/* Returns the encoding of an event on a CPU (below 0: any CPU), NULL if that CPU does not count it. */
const struct encoding *options_encoding(const struct event_option *e, int cpu);

/* Returns whether counters are opened on CPUs, not on tasks. */
bool options_cpu_wide(const struct options *o);

/* Returns whether context switches are recorded. */
bool options_record_switches(const struct options *o);

/* Parses a whole number, decimal or with 0x, without other characters. Returns 0, or -1. */
int options_number(const char *s, uint64_t *value);

/* Parses the command line. Returns 0, or an exit code after reporting the error. */
int options_parse(struct options *o, int argc, char **argv);

/* Sets the control socket and passes this process's standard input to the program. */
void options_control(struct options *o, const char *path);

/* Reads the JSON object of --meta; the caller frees *meta, NULL without --meta. Returns 0, or an exit code after reporting the error. */
int options_read_meta(const struct options *o, char **meta);

#endif
