/* The JSON that goes into a recording and to the parent. */
#ifndef RUNBENCH_REPORT_H
#define RUNBENCH_REPORT_H

#include "counters.h"
#include "process_tree.h"
#include "recorder.h"
#include "text.h"

/* What is known about a run when it is over. */
struct outcome {
	struct tree_report first, tree; /* as reported; kind 0 if it never came */
	uint64_t exec_ns, end_ns;
	bool     timed_out, interrupted;
	bool     attached;              /* nothing was started: there is no status, and no usage */
	const char *left;               /* what ended the observation then: "exited", "stopped", "time" */
	const char *note;               /* what else should be known, or NULL */
};

/* The metadata in the header of a recording; meta is the JSON object of the caller or NULL. */
void report_metadata(struct text *t, const struct counters *c, uint64_t cost_ns, bool realtime, const char *meta,
		     const char *note);

/* Members of the "started" object. */
void report_started(struct text *t, const struct counters *c, pid_t pid, bool realtime, const char *note);

/* Members of the "finished" object, which is the trailer as well. */
void report_finished(struct text *t, struct recorder *r, const struct outcome *o, uint64_t cost_ns);

#endif
