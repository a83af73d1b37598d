/* The JSON of a recording and of the messages to the parent. */
#ifndef RUNBENCH_REPORT_H
#define RUNBENCH_REPORT_H

#include "budget.h"
#include "control.h"
#include "perf_counters.h"
#include "observed.h"
#include "scope.h"
#include "outcome.h"
#include "sample_recorder.h"
#include "sockets.h"
#include "../base/text.h"

/* The facts about a run at its start, apart from its counters. */
struct run_start {
	struct costs costs;
	bool        realtime;
	uint64_t    delay_ns;         /* from the start of the program to the start of counting; 0: none */
	pid_t       pid;              /* the benchmark, or the attached process */
	unsigned    processes, tasks; /* attached and counted; 0: none */
	const char *meta;             /* the caller's JSON object, or NULL */
	const char *note;             /* note for the user, or NULL */
	const struct observed *observed;
	const struct scope_choice *scope;
	const struct budget *budget;
};

/* Adds the metadata of the header of a recording. */
void report_metadata(struct text *t, const struct counters *c, const struct run_start *b);

/* Adds the members of the "started" object. */
void report_started(struct text *t, const struct counters *c, const struct run_start *b);

/* Adds ,"run_ns":...,"totals":[...] of the counts since the start: r->readings, and those of s as last read. */
void report_counts(struct text *t, const struct recorder *r, const struct sockets *s);

/* Adds the members of the "finished" object, which is also the trailer. */
void report_finished(struct text *t, struct recorder *r, const struct outcome *o, const struct control *control,
		     const struct costs *costs);

#endif
