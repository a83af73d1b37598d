/* The JSON that goes into a recording and to the parent. */
#ifndef RUNBENCH_REPORT_H
#define RUNBENCH_REPORT_H

#include "counters.h"
#include "outcome.h"
#include "recorder.h"
#include "text.h"

/* The metadata in the header of a recording; meta is the JSON object of the caller or NULL. */
void report_metadata(struct text *t, const struct counters *c, uint64_t cost_ns, bool realtime, const char *meta,
		     const char *note);

/* Members of the "started" object. */
void report_started(struct text *t, const struct counters *c, pid_t pid, bool realtime, const char *note);

/* Members of the "finished" object, which is the trailer as well. */
void report_finished(struct text *t, struct recorder *r, const struct outcome *o, uint64_t cost_ns);

#endif
