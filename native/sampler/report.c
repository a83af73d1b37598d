/* The JSON of a recording and of the messages to the parent; see report.h. */
#include "report.h"
#include "agreement.h"
#include "../base/clock_ns.h"
#include "deadlines.h"
#include "machine.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Adds "status":...,"reason":...,"errno":... of an event. */
static void add_status(struct text *t, const struct event_state *s)
{
	text_add(t, "\"status\":\"%s\"", s->counted ? "counted" : "not counted");
	if (s->counted)
		return;
	text_add_member(t, "reason", s->reason);
	if (s->error)
		text_add_member(t, "errno", strerrorname_np(s->error) ? strerrorname_np(s->error) : strerror(s->error));
}

static const char *scope_of(const struct event_state *s, const struct event_option *e)
{
	if (e->modes.hypervisor)
		return e->modes.user || e->modes.kernel ? "hypervisor and more" : "hypervisor";
	return s->user_only || !e->modes.kernel ? "user" : !e->modes.user ? "kernel" : "user+kernel";
}

/* Adds the encodings of an event by core type. */
static void add_core_types(struct text *t, const struct event_option *e)
{
	text_add(t, ",\"on\":[");
	for (unsigned i = 0; i < e->encodings; i++) {
		text_add(t, "%s{\"type\":%u,\"config\":%llu", i ? "," : "", e->on[i].perf.type, (unsigned long long)e->on[i].perf.config);
		text_add_member(t, "cpus", e->on[i].cpus ? e->on[i].cpus : "all");
		text_add(t, "}");
	}
	text_add(t, "]");
}

static void add_events(struct text *t, const struct counters *c)
{
	const struct options *o = c->options;

	text_add(t, ",\"events\":[");
	for (int i = 0; i < o->event_count; i++) {
		const struct event_option *e = &o->events[i];
		const struct event_state *s = &c->event[i];

		text_add(t, "%s{\"name\":", i ? "," : "");
		text_add_json(t, e->name);
		text_add_member(t, "unit", e->unit);
		text_add_member(t, "source", e->source);
		text_add(t, ",\"type\":%u,\"config\":%llu,\"config1\":%llu,\"config2\":%llu", e->on->perf.type,
			 (unsigned long long)e->on->perf.config, (unsigned long long)e->on->perf.config1,
			 (unsigned long long)e->on->perf.config2);
		if (e->on->cpus)
			add_core_types(t, e);
		if (e->socket)
			text_add_member(t, "domain", "socket");
		if (s->counted)
			text_add(t, ",\"group\":%u,\"value\":%u,\"scope\":\"%s\",", s->group, s->value,
				 scope_of(s, e));
		else
			text_add(t, ",\"group\":null,\"value\":null,");
		add_status(t, s);
		text_add(t, "}");
	}
	text_add(t, "]");
}

/* Adds notes, and the hardware counters if they are used. */
static void add_notes(struct text *t, const struct options *o, const struct run_start *b)
{
	struct text words = { 0 };

	agreement_describe(&words, o->agreement);
	if (b->note)
		text_add(&words, "%s%s", words.size ? "; " : "", b->note);
	if (words.size)
		text_add_member(t, "note", words.data);
	text_free(&words);
	if (o->agreement.offered) {
		text_add(t, ",\"hardware_counters\":{");
		agreement_add(t, o->agreement);
		text_add(t, "}");
	}
}

static void add_attached(struct text *t, const struct run_start *b)
{
	if (b->tasks)
		text_add(t, ",\"attached_processes\":%u,\"attached_tasks\":%u", b->processes, b->tasks);
}

static void add_socket_group(struct text *t, const struct counters *c)
{
	const char *comma = "";

	if (!c->socket_values)
		return;
	text_add(t, "%s{\"group\":%u,\"domain\":\"socket\",\"events\":[", c->groups ? "," : "", c->groups);
	for (int i = 0; i < c->options->event_count; i++)
		if (sockets_have(c, &c->options->events[i]) && c->event[i].counted) {
			text_add(t, "%s%d", comma, i);
			comma = ",";
		}
	text_add(t, "]}");
}

void report_metadata(struct text *t, const struct counters *c, const struct run_start *b)
{
	const struct options *o = c->options;

	recording_begin_metadata(t);
	text_add(t, ",\"mode\":\"%s\",\"period_ns\":%llu,\"axis\":\"%s\",\"inherit\":%s,\"scope\":\"%s\"",
		 c->poll ? "poll" : "kernel", (unsigned long long)o->period_ns,
		 c->poll || (c->cpu_wide && !c->cgroups) ? "wall_time" : "run_time",
		 o->inherit ? "true" : "false", c->user_only ? "user" : "user+kernel");
	text_add(t, ",\"cost_per_sample_ns\":%llu", (unsigned long long)b->costs.sample_ns);
	if (b->costs.wall_ns)
		text_add(t, ",\"calibrated_wall_ns\":%llu", (unsigned long long)b->costs.wall_ns);
	text_add(t, ",\"realtime_priority\":%s", b->realtime ? "true" : "false");
	text_add(t, ",\"instruction_pointers\":%s", c->pointers ? "true" : "false");
	if (c->stacks)
		text_add(t, ",\"call_graph\":{\"mode\":\"%s\",\"max_frames\":%u,\"value\":%u,\"stack_bytes\":%u}", o->stack_bytes ? "dwarf" : "fp",
			 stacks_depth_of_machine(), counters_value_count(c) - 1, o->stack_bytes);
	if (c->poll)
		text_add(t, ",\"deadline_offset_ns\":%llu", (unsigned long long)deadlines_offset(o->period_ns));
	text_add(t, ",\"switches\":%s,\"counters_follow\":\"%s\",\"observed\":\"%s\"", options_record_switches(o) ? "true" : "false",
		 c->cgroups ? "cgroup" : c->cpu_wide ? "cpu" : "task",
		 o->own_cgroup ? "command" : c->cgroups ? "cgroups" : c->cpu_wide ? "cpus" : o->program.command[0] ? "command" : o->attach_pid ? "process" : o->attach_tid ? "thread" : "command");
	observed_describe(t, b->observed);
	if (o->program.command[0] && !c->options->cpu_list && !o->cgroup_count)
		scope_describe(t, b->scope, o);
	budget_describe(t, b->budget);
	if ((o->attach_pid || o->attach_tid) && !o->program.command[0])
		text_add(t, ",\"observed_id\":%d", o->attach_pid ? o->attach_pid : o->attach_tid);
	if (o->counting.control || o->counting.regions) {
		text_add(t, ",\"control\":{\"starts\":\"%s\"", o->counting.starts_disabled ? "disabled" : "enabled");
		if (o->counting.regions)
			text_add_member(t, "regions", o->counting.regions);
		text_add(t, "}");
	}
	if (b->delay_ns)
		text_add(t, ",\"delay_ns\":%llu", (unsigned long long)b->delay_ns);
	add_attached(t, b);
	machine_describe(t);
	add_notes(t, o, b);
	text_add_words(t, "command", o->program.command);
	text_add(t, ",\"groups\":[");
	for (unsigned g = 0; g < c->groups; g++) {
		text_add(t, "%s{\"group\":%u,\"events\":[", g ? "," : "", g);
		for (unsigned i = 0; i < c->group[g].values; i++)
			text_add(t, "%s%d", i ? "," : "", c->group[g].events[i]);
		text_add(t, "]}");
	}
	add_socket_group(t, c);
	text_add(t, "]");
	add_events(t, c);
	text_add(t, ",\"run\":%s}", b->meta ? b->meta : "{}");
}

void report_started(struct text *t, const struct counters *c, const struct run_start *b)
{
	text_add(t, "\"pid\":%d,\"mode\":\"%s\",\"realtime\":%s", (int)b->pid, c->poll ? "poll" : "kernel",
		 b->realtime ? "true" : "false");
	add_attached(t, b);
	add_notes(t, c->options, b);
	text_add(t, ",\"counters\":[");
	for (int i = 0; i < c->options->event_count; i++) {
		text_add(t, "%s{\"name\":", i ? "," : "");
		text_add_json(t, c->options->events[i].name);
		text_add(t, ",");
		add_status(t, &c->event[i]);
		text_add(t, "}");
	}
	text_add(t, "]");
}

/* Marks an event as not counted if it was never scheduled: its value is unknown, not 0. */
static void check_count(struct event_state *s, const struct reading *total, bool failed)
{
	if (!failed && (total->running_ns || !total->enabled_ns))
		return;
	s->counted = false;
	s->error = 0;
	snprintf(s->reason, sizeof s->reason, "the event was never scheduled: other programs use the counters, or its group "
		 "has too many events; type --groups");
}

static void set_never_enabled(struct event_state *s)
{
	s->counted = false;
	s->error = 0;
	snprintf(s->reason, sizeof s->reason, "counting was never enabled");
}

static void add_totals(struct text *t, struct recorder *r, bool never_enabled)
{
	struct counters *c = r->counters;

	text_add(t, ",\"totals\":[");
	for (int i = 0; i < c->options->event_count; i++) {
		struct event_state *s = &c->event[i];
		const struct reading *total = &r->totals[s->group * c->members];

		text_add(t, "%s{\"name\":", i ? "," : "");
		text_add_json(t, c->options->events[i].name);
		if (s->counted && never_enabled)
			set_never_enabled(s);
		else if (s->counted)
			check_count(s, total, c->group[s->group].failed);
		/* A 0 of an event that the calibration did not raise either: it did not occur, or the processor does not support it. */
		if (s->counted)
			text_add(t, ",\"value\":%llu,\"enabled_ns\":%llu,\"running_ns\":%llu,%s",
				 (unsigned long long)total[MEMBER_VALUES + s->value].value,
				 (unsigned long long)total->enabled_ns, (unsigned long long)total->running_ns,
				 s->silent && !total[MEMBER_VALUES + s->value].value ? "\"seen_in_trial\":false," : "");
		else
			text_add(t, ",\"value\":null,");
		add_status(t, s);
		text_add(t, "}");
	}
	text_add(t, "]");
}

void report_counts(struct text *t, const struct recorder *r, const struct sockets *s)
{
	const struct counters *c = r->counters;

	text_add(t, ",\"run_ns\":%llu,\"totals\":[", (unsigned long long)r->readings[MEMBER_LEADER].value);
	for (int i = 0; i < c->options->event_count; i++) {
		const struct event_state *state = &c->event[i];
		bool wide = state->group >= c->groups; /* of sockets, which count all the time */
		const struct reading *now = &r->readings[wide ? 0 : state->group * c->members];

		text_add(t, "%s{\"name\":", i ? "," : "");
		text_add_json(t, c->options->events[i].name);
		if (state->counted)
			text_add(t, ",\"value\":%llu,\"enabled_ns\":%llu,\"running_ns\":%llu}",
				 (unsigned long long)(wide ? s->event[state->value].value : now[MEMBER_VALUES + state->value].value),
				 (unsigned long long)now->enabled_ns, (unsigned long long)(wide ? now->enabled_ns : now->running_ns));
		else
			text_add(t, ",\"value\":null}");
	}
	text_add(t, "]");
}

static void add_statistics(struct text *t, const struct recorder *r, uint64_t cost_ns)
{
	text_add(t, ",\"samples\":%llu,\"lost\":%llu,\"throttled\":%llu,\"late\":%llu,\"tasks\":%u,\"tasks_incomplete\":%llu",
		 (unsigned long long)(r->samples - r->writer->unwritten),
		 (unsigned long long)(r->lost + r->writer->unwritten), (unsigned long long)r->throttled,
		 (unsigned long long)r->late, r->tasks.count, (unsigned long long)r->incomplete);
	text_add(t, ",\"run_ns\":%llu,\"cost_per_sample_ns\":%llu,\"helper_cpu_ns\":%llu",
		 (unsigned long long)r->run_ns, (unsigned long long)cost_ns,
		 (unsigned long long)clock_of(CLOCK_PROCESS_CPUTIME_ID));
	if (r->counters->stacks)
		text_add(t, ",\"call_stacks\":{\"samples\":%llu,\"cut\":%llu,\"not_unwound\":%llu,\"missing\":%llu,\"dropped\":%llu,\"frames\":%u}",
			 (unsigned long long)r->stacks.samples, (unsigned long long)r->stacks.cut, (unsigned long long)r->stacks.not_unwound,
			 (unsigned long long)r->stacks.missing, (unsigned long long)r->stacks.dropped, r->stacks.count);
}

void report_finished(struct text *t, struct recorder *r, const struct outcome *o, const struct control *control,
		     const struct costs *costs)
{
	outcome_add(t, o);
	add_statistics(t, r, costs->sample_ns);
	text_add(t, ",\"forks\":%llu,\"cost_per_fork_ns\":%llu", (unsigned long long)r->forks, (unsigned long long)costs->fork_ns);
	if (o->note)
		text_add_member(t, "note", o->note);
	if (control->active)
		control_add(t, control);
	add_totals(t, r, control->active && !control->stretches);
}
