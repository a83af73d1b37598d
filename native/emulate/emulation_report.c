/* The JSON that goes into an emulated recording and to the parent. */
#include "emulation_report.h"
#include "events.h"
#include "branch.h"
#include "tlb.h"
#include "../base/clock_ns.h"
#include "../sampler/machine.h"

static void add_cache(struct text *t, const char *name, const struct shape *s, const char *of)
{
	if (s->ways)
		text_add(t, ",\"%s\":{\"bytes\":%llu,\"ways\":%u,\"line_bytes\":%u,\"replacement\":\"LRU\",\"of\":\"%s\",\"per\":\"thread\"}", name,
			 (unsigned long long)s->sets * s->ways << s->line_shift, s->ways, 1u << s->line_shift, of);
}

static void add_tlb(struct text *t, const char *name, const struct shape *s)
{
	if (s->ways)
		text_add(t, ",\"%s\":{\"entries\":%u,\"ways\":%u}", name, s->sets * s->ways, s->ways);
}

/* Adds members of "emulator" in the metadata: the models other than the L1D, with their sizes. */
static void add_model_shapes(struct text *t, const struct settings *s)
{
	const struct model_shapes *m = &s->models;

	add_cache(t, "l1i", &m->l1i, "code");
	add_cache(t, "l2", &m->l2, "data and code");
	if (m->dtlb.ways) {
		text_add(t, ",\"tlb\":{\"page_bytes\":%u,\"replacement\":\"LRU\",\"per\":\"thread\"", 1u << TLB_PAGE_SHIFT);
		text_add_member(t, "sizes", s->tlb_source);
		add_tlb(t, "data", &m->dtlb);
		add_tlb(t, "code", &m->itlb);
		add_tlb(t, m->second_itlb.ways ? "second_data" : "second", &m->second_tlb);
		add_tlb(t, "second_code", &m->second_itlb);
		text_add(t, "}");
	}
	if (m->branches)
		text_add(t, ",\"branch\":{\"conditional\":\"bimodal %u, gshare %u with %u bits of history, chooser %u\",\"indirect\":\"target cache %u\","
			 "\"returns\":\"stack of %u\",\"per\":\"thread\"}", 1u << BRANCH_BIMODAL_BITS, 1u << BRANCH_GSHARE_BITS,
			 BRANCH_GSHARE_BITS,
			 1u << BRANCH_CHOICE_BITS, 1u << BRANCH_TARGET_BITS, BRANCH_STACK);
}

/* Adds members of the trailer: counts that other tools list separately. */
static void add_model_counts(struct text *t, const struct settings *s, const struct collector *c)
{
	if (s->models.branches)
		text_add(t, ",\"conditional_branches\":%llu,\"conditional_misses\":%llu,\"indirect_branches\":%llu,\"indirect_misses\":%llu",
			 (unsigned long long)c->model[MODEL_CONDITIONALS], (unsigned long long)c->model[MODEL_CONDITIONAL_MISSES],
			 (unsigned long long)c->model[MODEL_INDIRECTS], (unsigned long long)c->model[MODEL_INDIRECT_MISSES]);
}

static bool is_counted(const struct settings *s, unsigned event)
{
	return s->ways || (event != COUNT_READ_MISSES && event != COUNT_WRITE_MISSES);
}

static void add_status(struct text *t, const struct settings *s, unsigned event)
{
	if (is_counted(s, event))
		text_add(t, "\"status\":\"counted\"");
	else
		text_add(t, "\"status\":\"not counted\",\"reason\":\"no cache was modelled\"");
}

static void add_events(struct text *t, const struct settings *s)
{
	unsigned event[COUNTS], events = events_recorded(&s->models, event);

	text_add(t, ",\"groups\":[{\"group\":0,\"events\":[");
	for (unsigned i = 0, n = 0; i < events; i++)
		if (is_counted(s, event[i]))
			text_add(t, "%s%u", n++ ? "," : "", i);
	text_add(t, "]}],\"events\":[");
	for (unsigned i = 0; i < events; i++) {
		text_add(t, "%s{\"name\":\"%s\",\"unit\":\"%s\",\"source\":\"%s\",", i ? "," : "",
			emulated_events[event[i]].name,
			 emulated_events[event[i]].unit, EMULATED);
		if (is_counted(s, event[i]))
			text_add(t, "\"group\":0,\"value\":%u,\"scope\":\"user\",", i);
		else
			text_add(t, "\"group\":null,\"value\":null,");
		add_status(t, s, event[i]);
		text_add(t, "}");
	}
	text_add(t, "]");
}

static void add_emulator(struct text *t, const struct settings *s)
{
	text_add(t, ",\"emulator\":{\"qemu\":");
	text_add_json(t, s->qemu);
	if (s->cpu)
		text_add_member(t, "cpu", s->cpu);
	if (s->ways)
		text_add(t, ",\"l1d\":{\"bytes\":%u,\"ways\":%u,\"line_bytes\":%u,\"replacement\":\"LRU\","
			 "\"write\":\"allocate, back\",\"per\":\"thread\"}", s->cache_bytes, s->ways, s->line_bytes);
	else
		text_add(t, ",\"l1d\":null");
	add_model_shapes(t, s);
	text_add(t, ",\"reference\":\"an access of one instruction; over two lines: one reference, at most one miss\"}");
}

void emulated_metadata(struct text *t, const struct settings *s, const char *meta)
{
	recording_begin_metadata(t);
	/* period_ns and every run_ns of this recording count instructions, as "axis" states. */
	text_add(t, ",\"mode\":\"emulated\",\"period_ns\":%llu,\"axis\":\"instructions\",\"inherit\":true,"
		 "\"scope\":\"user\",\"cost_per_sample_ns\":0,\"realtime_priority\":false",
		 (unsigned long long)s->period);
	machine_describe(t);
	text_add_member(t, "note", "counts are " EMULATED "; period_ns, run_ns, enabled_ns and running_ns count instructions");
	text_add_words(t, "command", s->program);
	add_emulator(t, s);
	add_events(t, s);
	text_add(t, ",\"run\":%s}", meta ? meta : "{}");
}

void emulated_started(struct text *t, const struct settings *s, pid_t pid)
{
	unsigned event[COUNTS], events = events_recorded(&s->models, event);

	text_add(t, "\"pid\":%d,\"mode\":\"emulated\",\"realtime\":false,\"counters\":[", (int)pid);
	for (unsigned i = 0; i < events; i++) {
		text_add(t, "%s{\"name\":\"%s\",", i ? "," : "", emulated_events[event[i]].name);
		add_status(t, s, event[i]);
		text_add(t, "}");
	}
	text_add(t, "]");
}

static void add_totals(struct text *t, const struct settings *s, const struct collector *c)
{
	unsigned long long instructions = c->total[COUNT_INSTRUCTIONS];

	text_add(t, ",\"totals\":[");
	for (unsigned i = 0; i < c->events; i++) {
		unsigned event = c->event[i];

		text_add(t, "%s{\"name\":\"%s\",", i ? "," : "", emulated_events[event].name);
		if (is_counted(s, event))
			text_add(t, "\"value\":%llu,\"enabled_ns\":%llu,\"running_ns\":%llu,",
				 (unsigned long long)c->total[event], instructions, instructions);
		else
			text_add(t, "\"value\":null,");
		add_status(t, s, event);
		text_add(t, "}");
	}
	text_add(t, "]");
}

void emulated_finished(struct text *t, const struct settings *s, const struct collector *c, const struct outcome *o)
{
	struct segment *g = c->segment;

	outcome_add(t, o);
	text_add(t, ",\"samples\":%llu,\"lost\":%llu,\"throttled\":0,\"tasks\":%u,\"run_ns\":%llu,\"cost_per_sample_ns\":0,"
		 "\"helper_cpu_ns\":%llu", (unsigned long long)(c->samples - c->writer->unwritten),
		 (unsigned long long)c->writer->unwritten, c->tasks,
		 (unsigned long long)c->total[COUNT_INSTRUCTIONS],
		 (unsigned long long)clock_of(CLOCK_PROCESS_CPUTIME_ID));
	/* Callgrind counts a read-modify-write as a write only, and each round of a string instruction. These members make
	 * the counts comparable. */
	text_add(t, ",\"modifies\":%llu,\"modify_misses\":%llu", (unsigned long long)c->modifies,
		 (unsigned long long)c->modify_misses);
	text_add(t, ",\"string_rounds\":%llu,\"string_round_loads\":%llu,\"string_round_stores\":%llu",
		(unsigned long long)c->rounds,
		 (unsigned long long)c->round_loads, (unsigned long long)c->round_stores);
	add_model_counts(t, s, c);
	text_add(t, ",\"uncounted_tasks\":%llu,\"native_programs\":%llu",
		 (unsigned long long)atomic_load(&g->uncounted_tasks),
		 (unsigned long long)atomic_load(&g->native_programs));
	if (atomic_load(&g->native_programs)) {
		g->native_name[sizeof g->native_name - 1] = 0;
		text_add_member(t, "first_native_program", g->native_name);
	}
	if (o->note)
		text_add_member(t, "note", o->note);
	add_totals(t, s, c);
}
