/* Why an event is not counted, and what to type. */
#include "counters_opening.h"
#include "machine.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const char *explain(const struct event_option *e, int error)
{
	switch (error) {
	case ENOENT:
		return e->on->perf.type == PERF_TYPE_SOFTWARE || e->on->perf.type == PERF_TYPE_TRACEPOINT
			? "this kernel does not know the event"
			: e->encodings > 1
			? "not all core types have a counter for it; ask for one of them, e.g. cpu_core/EVENT/"
			: "no hardware counter for it on this machine (in a virtual machine: let the host pass its PMU through)";
	case ENOSPC:
		return "all of the processor's breakpoints are in use (most have 4); with --exact each run takes some";
	case ENODEV:
		return "the processor does not support it";
	case EOPNOTSUPP:
		return "the processor's counters cannot do this (precise counting, most often)";
	case EINVAL:
		return "the kernel refuses the event: not for this processor, or its group is full";
	case EBUSY:
		return "the counter is in use (NMI watchdog? type: sudo sysctl kernel.nmi_watchdog=0)";
	case EMFILE:
		return "too many open files; type: ulimit -n 65536";
	default:
		return strerror(error);
	}
}

void counters_not_counted(struct event_state *s, const struct event_option *e, int error)
{
	s->counted = false;
	s->error = error;
	if (error == ENXIO)
		snprintf(s->reason, sizeof s->reason, "only CPUs %s count it, and none of them is observed", e->on->cpus);
	else if (error == EACCES || error == EPERM)
		snprintf(s->reason, sizeof s->reason, "not permitted: kernel.perf_event_paranoid is %d; "
			 "type: sudo sysctl kernel.perf_event_paranoid=1", machine_paranoid());
	else
		snprintf(s->reason, sizeof s->reason, "%s", explain(e, error));
}
