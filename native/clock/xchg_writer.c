/* See xchg_writer.h. */
#include "xchg_writer.h"

#include <stdbool.h>

#include "../base/text.h"
#include "external.h"
#include "hardware.h"
#include "source.h"

/* UDP, IPv4 and Ethernet headers. */
#define FRAME_OVERHEAD 42

static const char *const reason_names[REASONS - RB_VERDICTS] = { "other_session", "not_awaited" };

void rb_xchg_write_text(FILE *f, const char *s)
{
	struct text json = { 0 };
	text_add_json(&json, s);
	fputs(text_string(&json), f);
	text_free(&json);
}

static void write_node_clock(const struct node *n, FILE *f)
{
	if (n->source_code == 0)
		return;
	bool is_virtual = n->source_code & RB_CODE_VIRTUAL;
	fprintf(f, ",\"node_clock\":{\"source\":\"%s%s%s\"", is_virtual ? "virtual(" : "",
		rb_source_name(n->source_code & ~RB_CODE_VIRTUAL), is_virtual ? ")" : "");
	if (n->source_hertz > 0)
		fprintf(f, ",\"hertz\":%.3f,\"hertz_error\":%.3f", n->source_hertz, n->source_hertz_error);
	fprintf(f, "}");
}

/* Returns the slack of both clocks: a bound uses one stamp of each side. Converted stamps of an interface add theirs. */
static int64_t stamp_slack_ns(const struct exchange *x, const struct node *n)
{
	return rb_clock_slack(x->clock) + (n->hardware_stamps ? RB_HARDWARE_SLACK_NS : 0)
		+ (n->node_hardware_stamps ? RB_HARDWARE_SLACK_NS : 0)
		+ (n->source_code ? rb_source_slack(rb_source_name(n->source_code & ~RB_CODE_VIRTUAL)) : 0);
}

/* Writes one row for each beat that reached the node. */
static void write_beats(const struct exchange *x, const struct node *n, FILE *f)
{
	if (x->plan.beats == 0)
		return;
	fprintf(f, ",\"beats\":{\"declared\":%d,\"sent\":%u,\"columns\":[\"sent_t_ns\",\"sent_k_ns\",\"arrived_ns\","
		"\"arrived_by_kernel\",\"group\"],\"rows\":[", x->plan.beats, x->beat_sends);
	const char *comma = "";
	for (uint32_t i = 0; i < x->beat_sends; i++)
		if (n->arrivals[i].there) {
			fprintf(f, "%s[%lld,%lld,%lld,%d,%u]", comma, (long long)x->beats[i].t, (long long)x->beats[i].k,
				(long long)n->arrivals[i].at, n->arrivals[i].by_kernel, i / RB_BEATS_PER_GROUP);
			comma = ",";
		}
	fprintf(f, "]}");
}

void rb_xchg_write(const struct exchange *x, const struct node *n, const char *reference, const char *clock, FILE *f)
{
	int rows = 0;
	uint64_t declared = rb_engine_packets(&x->plan), size = x->key ? RB_SEALED_SIZE : RB_PACKET_SIZE;
	fprintf(f, "# runbench exchanges 1\n# {\"node\":");
	rb_xchg_write_text(f, n->name);
	fprintf(f, ",\"address\":");
	rb_xchg_write_text(f, n->address_text);
	fprintf(f, ",\"reference\":");
	rb_xchg_write_text(f, reference);
	fprintf(f, ",\"clock\":%s,\"slack_ns\":%lld,\"session\":%u,\"bursts\":%d,\"exchanges_per_burst\":%d,\"window_ns\":%lld,"
		"\"declared_packets\":%llu,\"declared_bytes\":%llu,\"sent\":%llu,\"received\":%llu,\"answered_open\":%s,"
		"\"dropped_stamps\":%llu,\"key\":%s,\"ignored\":{", clock, (long long)stamp_slack_ns(x, n), n->session,
		x->plan.bursts, x->plan.exchanges, (long long)x->plan.window_ns, (unsigned long long)declared,
		(unsigned long long)declared * (size + FRAME_OVERHEAD), (unsigned long long)n->sent,
		(unsigned long long)n->received, n->is_open ? "true" : "false",
		(unsigned long long)n->dropped_stamps, x->key ? "true" : "false");
	for (int v = RB_GOOD + 1; v < REASONS; v++)
		fprintf(f, "%s\"%s\":%llu", v > RB_GOOD + 1 ? "," : "",
			v < RB_VERDICTS ? rb_verdict_names[v] : reason_names[v - RB_VERDICTS], (unsigned long long)n->ignored[v]);
	fprintf(f, "}");
	fprintf(f, ",\"hardware_stamps\":{\"reference\":%llu,\"node\":%llu,\"interface\":",
		(unsigned long long)n->hardware_stamps, (unsigned long long)n->node_hardware_stamps);
	rb_xchg_write_text(f, rb_hardware_describe());
	fprintf(f, "}");
	if (n->failure[0]) {
		fprintf(f, ",\"trouble\":");
		rb_xchg_write_text(f, n->failure);
	}
	if (*x->stopping)
		fprintf(f, ",\"interrupted\":true");
	write_node_clock(n, f);
	rb_external_write(&x->begin, &x->end, f);
	write_beats(x, n, f);
	fprintf(f, "}\nburst,seq,t1_ns,t2_ns,t3_ns,t4_ns,k1_ns,k2_ns,k3_ns,k4_ns\n");
	for (int i = 0; i < x->plan.bursts * x->plan.exchanges; i++) {
		const struct row *r = &n->rows[i];
		if (!r->answered)
			continue;
		rows++;
		fprintf(f, "%d,%d,%lld,%lld,%lld,%lld,%lld,%lld,%lld,%lld\n", i / x->plan.exchanges, i % x->plan.exchanges,
			(long long)r->t1, (long long)r->t2, (long long)r->t3, (long long)r->t4,
			(long long)r->k1, (long long)r->k2, (long long)r->k3, (long long)r->k4);
	}
	fprintf(f, "# end rows=%d\n", rows);
}
