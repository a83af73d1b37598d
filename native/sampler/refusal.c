/* Reports of a measurement that is not possible; see refusal.h. */
#include "refusal.h"
#include "agreement.h"
#include "calibrate.h"
#include "machine.h"
#include "../base/say.h"

#include <errno.h>
#include <string.h>

static int too_large(const struct counters *c)
{
	const struct event_option *e = &c->options->events[c->too_large];
	const struct event_option *greedy = NULL;
	unsigned place = 0;

	for (int i = 0; i <= c->too_large; i++) {
		const struct event_option *other = &c->options->events[i];

		place += i < c->too_large && other->group == e->group && c->event[i].counted;
		if (other->group == e->group && agreement_counters_of(other) > 1)
			greedy = other;
	}
	if (greedy)
		return say_error(ERROR_USAGE, "type --groups to multiplex them (estimates), or --exact for one run per group",
				      "%s takes two counters and disturbs other events of its group", greedy->name);
	if (c->options->limit)
		return say_error(ERROR_USAGE, "type --groups to multiplex them (estimates), or --exact for one run per group",
				      "%s cannot be counted in addition to the %u events before it: only %u of the %u hardware counters that "
				      "this machine offers count when all are in use", e->name, place,
				      c->options->agreement.agree, c->options->agreement.offered);
	return say_error(ERROR_USAGE, e->together ? "take events out of the braces, or add --exact for one run per group"
			      : "type --groups to multiplex them (estimates), or --exact for one run per group",
			      "the processor has no counter left for %s in addition to the %u events before it in its group",
			      e->name, place);
}

int refuse_counters(const struct counters *c)
{
	const char *remedy = "type: runbench doctor";
	const char *why = strerror(c->fatal);

	if (c->too_large >= 0)
		return too_large(c);
	if (c->rings_refused)
		return say_error(ERROR_MACHINE, "end other programs of this user that count; or type: sudo sysctl kernel.perf_event_mlock_kb=2048; or count "
				 "fewer events", "%s failed: no locked memory is left for the smallest buffers", c->fatal_what);
	if (c->fatal == ESRCH)
		return say_error(ERROR_USAGE, "list the tasks: ps -eLf", "the task to attach to does not exist (any more)");
	if ((c->fatal == EPERM || c->fatal == ENOSYS) && machine_filtered()) {
		why = "the seccomp filter of this container or service refuses perf_event_open";
		remedy = "allow it: docker or podman run --security-opt seccomp=unconfined --cap-add=PERFMON ...; "
			 "systemd: SystemCallFilter=perf_event_open";
	} else if ((c->fatal == EACCES || c->fatal == EPERM) && c->cpu_wide) {
		return say_error(ERROR_MACHINE, "type: sudo sysctl kernel.perf_event_paranoid=0, or run as root",
				      "counting on CPUs for all tasks is not permitted: "
				      "kernel.perf_event_paranoid is %d", machine_paranoid());
	} else if ((c->fatal == EACCES || c->fatal == EPERM) && (c->options->attach_pid || c->options->attach_tid)) {
		return say_error(ERROR_MACHINE, "run as its owner, or as root",
				      "the task %d belongs to another user or protects itself: attaching is not permitted",
				      c->options->attach_pid ? c->options->attach_pid : c->options->attach_tid);
	} else if (c->fatal == EMFILE) {
		remedy = "type: ulimit -n 65536";
	} else if (c->fatal == EACCES || c->fatal == EPERM) {
		remedy = "type: sudo sysctl kernel.perf_event_paranoid=1, or run as root";
	} else if (c->fatal == ENOSYS) {
		why = "this kernel has no perf_event_open";
		remedy = "use a kernel with CONFIG_PERF_EVENTS";
	}
	return say_error(ERROR_MACHINE, remedy, "cannot sample here: %s failed: %s", c->fatal_what, why);
}

int refuse_calibration(const struct counters *c)
{
	if (c->rings_refused || (c->fatal != EACCES && (c->fatal != EPERM || machine_filtered())))
		return refuse_counters(c);
	return say_error(ERROR_MACHINE, c->options->cpu_list ? "type: sudo sysctl kernel.perf_event_paranoid=0, or run as root"
			      : "type: sudo sysctl kernel.perf_event_paranoid=1, or run as root",
			      "kernel.perf_event_paranoid is %d, which does not permit this user to count: %s failed: %s",
			      machine_paranoid(), c->fatal_what, strerror(c->fatal));
}

int refuse_empty(const struct counters *c)
{
	struct text words = { 0 };
	int status;

	for (int i = 0; i < c->options->event_count; i++)
		text_add(&words, "%s%s: %s", i ? "; " : "", c->options->events[i].name, c->event[i].reason);
	status = say_error(ERROR_MACHINE, "choose events that this machine has; type: runbench doctor",
				"none of the events can be counted here: %s", words.data);
	text_free(&words);
	return status;
}

int refuse_cost(const struct options *o, const struct costs *costs)
{
	uint64_t cost_ns = costs->sample_ns;
	double share = (double)cost_ns / (double)o->period_ns;
	uint64_t better = round_up_period((uint64_t)((double)cost_ns / o->max_cost + 0.5));
	struct text t = { 0 };

	text_add(&t, "\"cost_per_sample_ns\":%llu,\"share\":%.6f,\"cost_per_fork_ns\":%llu", (unsigned long long)cost_ns, share,
		 (unsigned long long)costs->fork_ns);
	text_add(&t, ",\"reuse\":\"");
	calibration_add(&t, o, costs);
	text_add(&t, "\"");
	say("calibrated", t.data);
	text_free(&t);
	if (share <= o->max_cost || o->force)
		return 0;
	text_add(&t, "choose a period of %llu ns or longer, or add --force", (unsigned long long)better);
	say_error(ERROR_USAGE, t.data, "a sample takes %.1f us on this machine, which is %.0f %% of the period of "
		       "%.1f us and would slow the benchmark too much (at most %.0f %% are accepted)",
		       (double)cost_ns / 1e3, share * 100, (double)o->period_ns / 1e3,
		       o->max_cost * 100);
	text_free(&t);
	return EXIT_USAGE;
}
