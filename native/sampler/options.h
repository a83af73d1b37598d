/* The helper's command line. */
#ifndef RUNBENCH_OPTIONS_H
#define RUNBENCH_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct event_option {
	const char *name, *unit, *source;
	uint32_t    type;   /* of struct perf_event_attr, as are the three numbers that follow */
	uint64_t    config, config1, config2;
	unsigned    group;  /* events of one group are read together and multiplexed together */
	bool        user, kernel;
};

struct options {
	const char *output, *meta_path, *chdir;
	const char *stdio[3];      /* files for the benchmark's standard input, output, error */
	uint64_t    period_ns;
	uint64_t    timeout_ns;    /* 0: none */
	double      max_cost;      /* share of the period that one sample may cost */
	bool        poll, inherit, switches, force;
	struct event_option *events;
	int         event_count;
	char      **command;       /* ends with NULL */
};

/* Returns 0, or an exit code after having said what is wrong. */
int options_parse(struct options *o, int argc, char **argv);

#endif
