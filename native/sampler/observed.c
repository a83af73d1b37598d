/* What a session observes; see observed.h. */
#include "observed.h"
#include "attach.h"
#include "protocol.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int no_such_task(const struct options *o)
{
	return protocol_error("usage", "look for it with: ps -eLf", "there is no %s %d", o->attach_pid
			      ? "process" : "thread", o->attach_pid ? o->attach_pid : o->attach_tid);
}

int observed_choose(struct observed *b, const struct options *o, pid_t first)
{
	char error[160] = "";

	*b = (struct observed){ 0 };
	if (o->cpu_list) {
		unsigned count = attach_cpus(o->cpu_list, &b->cpus, error);

		if (!count)
			return protocol_error("usage", "write for example 0-3,7 or all", "%s", error);
		b->targets = (struct targets){ .count = count, .cpu = b->cpus };
		return 0;
	}
	if (o->attach_pid) {
		b->targets.count = attach_threads(o->attach_pid, &b->tids);
		b->targets.pid = b->tids;
		b->pid = attach_process_of(o->attach_pid);
		return b->targets.count && b->pid ? 0 : no_such_task(o);
	}
	b->tids = malloc(sizeof *b->tids);
	if (!b->tids)
		abort();
	*b->tids = o->attach_tid ? o->attach_tid : first;
	b->targets = (struct targets){ .pid = b->tids, .count = 1, .on_exec = first != 0 };
	if (o->attach_tid && !(b->pid = attach_process_of(o->attach_tid)))
		return no_such_task(o);
	return 0;
}

static bool same_threads(const struct observed *b, const struct options *o)
{
	pid_t *now;
	unsigned count = attach_threads(o->attach_pid, &now);
	bool same = count == b->targets.count && !memcmp(now, b->tids, count * sizeof *now);

	free(now);
	return same;
}

static int gone_for_good(struct counters *c)
{
	*c = (struct counters){ .fatal = ESRCH, .too_large = -1 };
	return -1;
}

/*
 * A process may start threads meanwhile, of which one cannot know whether they inherited all counters, some or none:
 * then everything is opened again, until nothing has changed between.
 */
int observed_open(struct observed *b, struct counters *c, const struct options *o, bool poll, const char **note)
{
	for (int attempt = 1; ; attempt++) {
		int status = counters_open(c, o, poll, &b->targets, o->period_ns);
		/* ENODEV: a thread ended between the first of its counters and the next. */
		bool gone = status && (c->fatal == ESRCH || c->fatal == ENODEV);

		if (!o->attach_pid || (!gone && (status || same_threads(b, o))))
			return status;
		/* One that has ended leaves nothing to accept: as long as the process lives, the next try may be luckier. */
		if (gone && attempt == 1000)
			return status;
		if (!gone && attempt >= 20) {
			*note = "threads kept starting while the counters were being opened: the latest ones may be missing";
			return status;
		}
		counters_close(c);
		free(b->tids);
		b->tids = NULL;
		b->targets.count = attach_threads(o->attach_pid, &b->tids);
		b->targets.pid = b->tids;
		if (!b->targets.count)
			return gone_for_good(c);
	}
}

void observed_name(const struct observed *b, struct recorder *r, uint64_t wall_ns)
{
	for (unsigned t = 0; t < b->targets.count && !b->targets.on_exec; t++) {
		char name[32] = "";

		if (r->counters->cpu_wide)
			snprintf(name, sizeof name, "CPU %d", b->cpus[t]);
		else
			attach_name(b->tids[t], name);
		recorder_name(r, r->root[t], name, wall_ns);
	}
}

void observed_free(struct observed *b)
{
	free(b->tids);
	free(b->cpus);
}
