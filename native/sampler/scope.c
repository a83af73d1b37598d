/* The choice between counters on tasks and of a control group; see scope.h. */
#include "scope.h"
#include "calibrate.h"
#include "machine.h"
#include "worker.h"
#include "../base/say.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

double scope_share(uint64_t forks, uint64_t run_ns, uint64_t fork_ns)
{
	return run_ns ? (double)forks * (double)fork_ns / (double)run_ns : -1;
}

/* Returns whether this user may count on CPUs, which needs more privilege than counting own tasks. */
static bool may_count_on_cpus(char why[CGROUP_REASON_BYTES])
{
	struct perf_event_attr attr = perf_attr(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY);
	int fd, *cpus;

	attr.disabled = 1;
	machine_cpus(&cpus);
	fd = perf_open(&attr, -1, *cpus, -1);
	free(cpus);
	if (fd < 0)
		snprintf(why, CGROUP_REASON_BYTES, "counting on CPUs is not permitted: kernel.perf_event_paranoid is %d (%s)", machine_paranoid(),
			 strerror(errno));
	else
		close(fd);
	return fd >= 0;
}

void scope_choose(struct scope_choice *s, struct options *o, struct observed *b, uint64_t fork_ns)
{
	*s = (struct scope_choice){ .reason = SCOPE_REQUESTED, .predicted = scope_share(o->forks_before, o->run_before_ns, fork_ns) };
	if (o->scope != SCOPE_AUTO)
		return;
	if (s->predicted < 0) {
		s->reason = SCOPE_NO_RUN_BEFORE;
	} else if (s->predicted <= SCOPE_MAX_SHARE) {
		s->reason = SCOPE_CHEAP;
	} else if (!may_count_on_cpus(s->why) || observed_own_cgroup(b, s->why)) {
		s->reason = SCOPE_REFUSED;
	} else {
		s->reason = SCOPE_EXPENSIVE;
		o->own_cgroup = true;
	}
}

void scope_describe(struct text *t, const struct scope_choice *s, const struct options *o)
{
	static const char *const requested[] = { "task", "cgroup", "auto" };
	static const char *const reason[] = { "asked", "no run before", "cheap", "dear", "refused" };

	text_add(t, ",\"scope_choice\":{\"asked\":\"%s\",\"chosen\":\"%s\",\"reason\":\"%s\"", requested[o->scope],
		 o->own_cgroup ? "cgroup" : "task", reason[s->reason]);
	if (s->predicted >= 0)
		text_add(t, ",\"predicted_share\":%.6f", s->predicted);
	if (*s->why)
		text_add_member(t, "why", s->why);
	text_add(t, "}");
}

/* Measures a fork with software events, which every machine has: all inherited events cost the same. */
static uint64_t cost_of_a_fork(void)
{
	static const uint64_t config[] = { PERF_COUNT_SW_PAGE_FAULTS, PERF_COUNT_SW_CONTEXT_SWITCHES, PERF_COUNT_SW_CPU_MIGRATIONS,
		PERF_COUNT_SW_PAGE_FAULTS_MAJ };
	struct event_option events[sizeof config / sizeof *config];
	struct options o = { .events = events, .event_count = sizeof config / sizeof *config, .inherit = true, .period_ns = NS_PER_MS,
		.rings = options_largest_rings };

	for (int i = 0; i < o.event_count; i++)
		events[i] = (struct event_option){ .name = "", .unit = "", .source = "software", .counters = 1, .encodings = 1,
			.on = { { .perf = { .type = PERF_TYPE_SOFTWARE, .config = config[i] } } },
			.modes = { .user = true, .kernel = true, .idle = true, .guest = true, .host = true } };
	return fork_cost(&o, false);
}

int scope_report(void)
{
	char why[CGROUP_REASON_BYTES] = "";
	struct worker inside;
	struct cgroup group;
	struct text t = { 0 };
	bool on_cpus = may_count_on_cpus(why), own = false;
	int *cpus;

	if (on_cpus && !worker_start(&inside)) {
		own = !cgroup_make(&group, inside.pid, why);
		worker_end(&inside);
		if (own)
			cgroup_close(&group);
	}
	text_add(&t, "\"cpus\":%u,\"cgroup\":%s,\"cost_per_fork_ns\":%llu", machine_cpus(&cpus), own ? "true" : "false",
		 (unsigned long long)cost_of_a_fork());
	if (!own)
		text_add_member(&t, "why", why);
	free(cpus);
	say("scopes", t.data);
	text_free(&t);
	return 0;
}
