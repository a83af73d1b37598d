/* The JSON that goes into a recording and to the parent. */
#ifndef RUNBENCH_REPORT_H
#define RUNBENCH_REPORT_H

#include "budget.h"
#include "perf_counters.h"
#include "observed.h"
#include "scope.h"
#include "outcome.h"
#include "sample_recorder.h"
#include "../base/text.h"

/* What is known about a run when it begins, besides its counters. */
struct beginning {
	uint64_t    cost_ns, fork_ns; /* of a sample; that following tasks adds to each */
	bool        realtime;
	pid_t       pid;              /* of the benchmark, or what was attached to */
	unsigned    processes, tasks; /* that were there and are counted; 0: nothing was attached to */
	const char *meta;             /* the JSON object of the caller, or NULL */
	const char *note;             /* what should be known, or NULL */
	const struct observed *observed;
	const struct scope_choice *scope;
	const struct budget *budget;
};

/* The metadata in the header of a recording. */
void report_metadata(struct text *t, const struct counters *c, const struct beginning *b);

/* Members of the "started" object. */
void report_started(struct text *t, const struct counters *c, const struct beginning *b);

/* Members of the "finished" object, which is the trailer as well. */
void report_finished(struct text *t, struct recorder *r, const struct outcome *o, uint64_t cost_ns, uint64_t fork_ns);

#endif
