/* One run of a benchmark under counters; see session.h. */
#include "session.h"
#include "agreement.h"
#include "budget.h"
#include "calibrate.h"
#include "control.h"
#include "delay.h"
#include "../base/clock_ns.h"
#include "../base/time_namespace.h"
#include "loop.h"
#include "observed.h"
#include "plan.h"
#include "../base/say.h"
#include "refusal.h"
#include "regions.h"
#include "report.h"
#include "scope.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Minimum period of polling; without real-time priority shorter periods are irregular. */
#define MIN_POLL_PERIOD_NS (500 * 1000ull)

struct session {
	struct options *options;
	struct scope_choice scope;
	struct budget budget;
	struct supervision supervision;
	struct observed observed;
	struct counters counters;
	struct container_stream writer;
	struct recorder recorder;
	struct loop     loop;
	struct sockets  sockets;
	struct control  control;
	struct regions  regions;
	struct costs costs;
	uint64_t started_ns;     /* of a program or observation that runs before it is counted */
	bool     poll, fill, realtime;
	int64_t  namespace_ns;   /* of the time namespace */
	const char *note;
};

/* Returns whether the benchmark failed before its counters were opened, usually because of its streams or directory. */
static bool failed_at_gate(struct session *s)
{
	struct supervision *v = &s->supervision;
	struct pollfd result = { .fd = v->tree.exec_fd, .events = POLLIN };

	return v->launches && s->counters.fatal == ESRCH && poll(&result, 1, 1000) == 1
		&& read(v->tree.exec_fd, &v->exec_failure, sizeof v->exec_failure) == sizeof v->exec_failure;
}

static void choose_mode(struct session *s)
{
	s->poll = s->options->poll;
	if (options_cpu_wide(s->options)) {
		s->poll = false; /* the clock of each CPU samples at any period */
		return;
	}
	if (s->poll || !s->options->inherit || counters_can_inherit_reads())
		return;
	s->poll = true;
	s->note = "this kernel gives no per-task values in samples of inherited counters (Linux 6.12 or later does): "
		  "the counters are polled instead; totals include all tasks";
}

/* Adds a warning if the hardware counters changed. A busy machine may disturb one check: hence two. */
static void warn_of_changed_counters(const struct options *o, struct text *words)
{
	struct agreement after = o->agreement;

	for (int i = 0; i < 2 && agreement_is_needed(o); i++) {
		after = agreement_find();
		if (after.agree == o->agreement.agree)
			return;
	}
	agreement_warn(words, o->agreement, after);
}

static int finish(struct session *s)
{
	struct text t = { 0 }, doubt = { 0 };
	struct outcome *outcome = &s->supervision.outcome;
	bool whole;
	int status;

	sockets_end(&s->sockets);
	observed_end(&s->observed);
	if (s->control.active)
		control_end(&s->control, &s->recorder, clock_ns());
	outcome->end_ns = recorder_finish(&s->recorder, outcome->end_ns);
	sockets_close(&s->sockets, &s->recorder, outcome->end_ns);
	/* The kernel's time of exec is more precise than that of a helper that waited for a CPU. */
	if (s->supervision.launches && s->recorder.exec_ns && s->recorder.exec_ns < outcome->exec_ns)
		outcome->exec_ns = s->recorder.exec_ns;
	/* Linux 5.13 to about 6.17 omit some final values. */
	if (!outcome->note && s->recorder.incomplete && !s->recorder.lost)
		outcome->note = "this kernel did not report the final values of all tasks: the first task includes what "
				"they counted after their last sample";
	warn_of_changed_counters(s->options, &doubt);
	/* Counters under control miss time on purpose. */
	if (!s->control.active)
		observed_warn(&doubt, &s->observed, s->recorder.run_ns);
	if (s->options->own_cgroup && !s->control.active)
		outcome_warn(&doubt, outcome, s->recorder.run_ns + s->observed.places.uncounted_ns);
	report_finished(&t, &s->recorder, outcome, &s->control, &s->costs);
	if (doubt.size)
		text_add_member(&t, "doubt", doubt.data);
	if (s->observed.places.others)
		text_add(&t, ",\"uncounted_ns\":%llu", (unsigned long long)s->observed.places.uncounted_ns);
	whole = recording_end(&s->writer, clock_ns(), &t);
	status = supervision_conclude(&s->supervision, &s->writer, s->recorder.samples, whole, t.data);
	text_free(&t);
	text_free(&doubt);
	return status;
}

/* Halves the rings if they were refused: another run of this user may use the limit. Returns whether to try again. */
static bool shrink_rings(struct session *s)
{
	bool again = s->counters.rings_refused && budget_shrink(&s->options->rings, s->budget.allowed.page_bytes);

	if (again)
		counters_close(&s->counters);
	return again;
}

/* Sets the way to count kernel mode without the privilege to sample it. */
static void choose_fill(struct session *s)
{
	const struct options *o = s->options;

	if (!s->counters.user_only || s->poll)
		return;
	s->note = "kernel.perf_event_paranoid permits sampling in user mode only: no samples while the program is in the kernel; "
		  "type: sudo sysctl kernel.perf_event_paranoid=1";
	if (options_cpu_wide(o) || o->period_ns < MIN_POLL_PERIOD_NS)
		return;
	s->fill = true;
	s->note = "kernel.perf_event_paranoid permits sampling in user mode only: while the program is in the kernel the sums over all "
		  "tasks are read instead, and the next sample of each task is late; type: sudo sysctl "
		  "kernel.perf_event_paranoid=1";
}

/* Measures the cost of a sample unless it is known, and determines the events that can be counted. */
static int calibrate_events(struct session *s)
{
	struct options *o = s->options;

	s->costs = o->known;
	if (o->known.wall_ns)
		return refuse_cost(o, &s->costs);
	while (calibrate(&s->counters, o, s->poll, &s->costs.sample_ns))
		if (!shrink_rings(s))
			return refuse_calibration(&s->counters);
	s->costs.wall_ns = clock_ns();
	for (int i = 0; i < o->event_count; i++)
		o->events[i].silent = s->counters.event[i].silent;
	/* fork_cost only if needed: the kernel frees its children's counters with a delay, which delays the first samples. */
	if (o->program.command[0] && !o->cpu_list && !o->cgroup_count)
		s->costs.fork_ns = o->scope == SCOPE_AUTO ? fork_cost(o, s->poll) : fork_cost_at_least(&s->counters);
	/* Events of sockets cannot be calibrated on a child. */
	if (!s->counters.groups && !options_cpu_wide(o))
		return refuse_empty(&s->counters);
	choose_fill(s);
	return refuse_cost(o, &s->costs);
}

/* Chooses the scope while the program waits at its gate. */
static int choose_scope(struct session *s)
{
	bool before = s->options->own_cgroup;

	scope_choose(&s->scope, s->options, &s->observed, s->costs.fork_ns);
	if (s->options->own_cgroup == before)
		return 0;
	s->poll = s->fill = false;
	return budget_for_run(&s->budget, s->options, false, s->observed.cpu_count);
}

/* Replaces the counters of the calibration's child by those of the run; keeps the marks of silent events. */
static int open_counters(struct session *s)
{
	const struct options *o = s->options;
	int status;

	counters_close(&s->counters);
	do
		status = observed_open(&s->observed, &s->counters, s->poll, &s->note);
	while (status && shrink_rings(s));
	for (int i = 0; !status && i < o->event_count; i++)
		s->counters.event[i].silent = o->events[i].silent;
	if (!status && o->known.wall_ns)
		choose_fill(s);
	if (!status)
		sockets_open(&s->sockets, &s->counters, o->period_ns, s->observed.first);
	if (!status)
		return s->counters.groups ? 0 : refuse_empty(&s->counters);
	return failed_at_gate(s) ? supervision_not_started(&s->supervision) : refuse_counters(&s->counters);
}

/* Lets the program run uncounted. It is then attached to as a running process is, unless CPUs are counted. */
static int pass_delay(struct session *s)
{
	struct supervision *v = &s->supervision;
	int status;

	if (!s->options->delay_ns)
		return 0;
	status = delay_pass(v, &s->started_ns);
	if (status || !v->launches)
		return status;
	v->outcome.before = outcome_usage(v->tree.guardian);
	if (options_cpu_wide(s->options))
		return 0;
	s->options->attach_pid = s->observed.pid = v->tree.first;
	/* Each task that runs by now needs counters of its own. */
	return budget_for_run(&s->budget, s->options, s->poll, s->observed.cpu_count);
}

/* Sets the time at which counting begins. */
static void end_delay(struct session *s)
{
	struct outcome *o = &s->supervision.outcome;

	if (!s->options->delay_ns)
		return;
	o->stops = 0; /* a stop before is no part of the times */
	o->delay_ns = (s->observed.pid ? s->observed.family.opened_ns : clock_ns()) - s->started_ns;
}

static void write_header(struct session *s, const char *meta)
{
	struct run_start b = { .costs = s->costs, .realtime = s->realtime, .meta = meta, .note = s->note,
		.pid = s->observed.pid ? s->observed.pid : s->supervision.tree.first, .observed = &s->observed, .scope = &s->scope, .budget = &s->budget };
	struct text t = { 0 };

	b.delay_ns = s->supervision.outcome.delay_ns;
	s->budget.rings = s->options->rings; /* the rings may be smaller than planned */
	if (s->observed.pid)
		family_size(&s->observed.family, &b.processes, &b.tasks);
	report_metadata(&t, &s->counters, &b);
	recording_header(&s->writer, t.data, t.size, counters_value_count(&s->counters));
	t.size = 0;
	report_started(&t, &s->counters, &b);
	say("started", t.data);
	text_free(&t);
}

static void observe(struct session *s)
{
	struct supervision *v = &s->supervision;
	/* An attached object has been counted and sampled since its counters were opened. */
	uint64_t since = s->observed.pid ? s->observed.family.opened_ns : clock_ns();
	struct usage at_gate = { 0 };

	v->outcome.exec_ns = since;
	recorder_init(&s->recorder, &s->counters, &s->writer);
	s->recorder.namespace_ns = s->namespace_ns;
	observed_introduce(&s->observed, &s->recorder, since);
	loop_init(&s->loop, v, &s->recorder, &s->observed);
	s->loop.control = &s->control;
	loop_watch_regions(&s->loop, &s->regions);
	if (s->control.active)
		control_begin(&s->control, &s->recorder, since);
	if (s->counters.cpu_wide && s->control.enabled)
		counters_switch(&s->counters, true);
	s->loop.sockets = &s->sockets;
	sockets_begin(&s->sockets, clock_ns());
	if (!s->control.enabled) {
		sockets_enable(&s->sockets, false);
		s->sockets.due_ns = UINT64_MAX;
	}
	observed_begin(&s->observed);
	outcome_run_delay(v->launches ? v->tree.first : s->observed.pid, &v->outcome.run_delay_before_ns);
	if (v->launches && !s->options->delay_ns) {
		outcome_add_usage(&at_gate, v->tree.first, true);
		v->outcome.before.faults = at_gate.faults;
		tree_release(&v->tree);
	} else {
		supervision_begin(v, since);
	}
	if (s->poll || s->fill)
		deadlines_start(&s->loop.deadlines);
	loop_run(&s->loop);
}

/* Measures with the benchmark, if there is one, held at its gate; after any failure the guardian ends it with the helper. */
static int measure(struct session *s, const char *meta)
{
	const struct options *o = s->options;
	int status, error;

	choose_mode(s);
	error = time_namespace_offset(&s->namespace_ns);
	if (error)
		return say_error(ERROR_MACHINE, "start runbench as a child of the process that entered the time namespace: unshare --time --fork",
				 "the clock of the kernel's records and that of this time namespace cannot be compared: %s", strerror(error));
	status = observed_choose(&s->observed, o, s->supervision.tree.first);
	if (!status)
		status = budget_for_run(&s->budget, s->options, s->poll, s->observed.cpu_count);
	if (!status)
		status = calibrate_events(s);
	if (!status)
		status = choose_scope(s);
	if (!status)
		status = pass_delay(s);
	if (!status)
		status = open_counters(s);
	if (status)
		return status;
	end_delay(s);
	status = recording_create(&s->writer, o->output);
	if (status)
		return status;
	s->loop.deadlines.fd = -1;
	if (s->poll || s->fill)
		deadlines_init(&s->loop.deadlines, o->period_ns);
	/* Also without deadlines: rings must be drained in time on busy CPUs. */
	s->realtime = deadlines_become_realtime(&s->loop.deadlines);
	write_header(s, meta);
	status = recording_begun(&s->writer, o->output);
	if (status) {
		container_stream_free(&s->writer);
		return status;
	}
	observe(s);
	if (s->supervision.exec_failure.error) {
		unlink(o->output);
		status = supervision_not_started(&s->supervision);
	} else {
		status = finish(s);
	}
	recorder_free(&s->recorder);
	container_stream_free(&s->writer);
	return status;
}

int session_run(const struct options *given)
{
	struct options checked = *given, *o = &checked;
	struct session s = { .options = o };
	char *meta;
	int status = options_read_meta(o, &meta);

	if (status)
		return status;
	if (o->reports_counters)
		return agreement_report();
	if (o->reports_scopes)
		return scope_report();
	if (agreement_is_needed(o)) {
		o->agreement = agreement_find();
		o->limit = agreement_limit(o->agreement);
	}
	if (o->plan)
		return plan_report(o);
	status = o->stack_bytes ? unwind_check() : 0;
	if (status)
		return status;
	status = control_open(&s.control, o->counting.control, getppid(), o->counting.starts_disabled);
	if (status)
		return status;
	status = regions_open(&s.regions, o->counting.regions);
	if (status)
		return status;
	status = supervision_start(&s.supervision, o, o->program.command[0] != NULL);
	if (status)
		return status;
	status = measure(&s, meta);
	sockets_free(&s.sockets);
	counters_close(&s.counters);
	supervision_end(&s.supervision);
	observed_free(&s.observed);
	control_close(&s.control);
	regions_close(&s.regions);
	free(meta);
	return status;
}
