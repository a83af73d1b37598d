/* The helper's command line. */
#ifndef RUNBENCH_OPTIONS_H
#define RUNBENCH_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct event_option {
	const char *name, *unit, *source;
	uint32_t    type;   /* of struct perf_event_attr, as are the three numbers that follow */
	uint64_t    config, config1, config2; /* a breakpoint's: what (HW_BREAKPOINT_R ...), address, length */
	unsigned    group;  /* events of one group are read together and multiplexed together */
	bool        user, kernel, hypervisor, pinned;
	unsigned    precise; /* precise_ip, 0-3 */
	bool        together; /* its group was asked for as one: never split */
};

struct options {
	const char *output, *meta_path, *chdir;
	const char *stdio[3];      /* files for the benchmark's standard input, output, error */
	uint64_t    period_ns;
	uint64_t    timeout_ns;    /* 0: none */
	double      max_cost;      /* share of the period that one sample may cost */
	bool        poll, inherit, switches, force;
	bool        split;         /* a group that does not fit the processor's counters becomes several */
	bool        plan;          /* only say which events fit together */
	int32_t     attach_pid, attach_tid; /* a process or a thread that runs already; 0: none */
	const char *cpu_list;      /* count on these CPUs, whoever runs there; "all"; NULL: count tasks */
	struct event_option *events;
	int         event_count;
	char      **command;       /* ends with NULL; empty where something else is observed */
};

/* Returns 0, or an exit code after having said what is wrong. */
int options_parse(struct options *o, int argc, char **argv);

/* The JSON object of --meta, to be freed; NULL without. Returns 0, or an exit code after having said what is wrong. */
int options_read_meta(const struct options *o, char **meta);

#endif
