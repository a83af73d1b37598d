/* Counts at regular intervals; see intervals.h. */
#include "intervals.h"
#include "report.h"
#include "../base/clock_ns.h"
#include "../base/say.h"

uint64_t intervals_due(struct intervals *i, const struct options *o, uint64_t start_ns)
{
	if (!o->interval_ns || !start_ns)
		return UINT64_MAX;
	if (!i->due_ns) {
		i->start_ns = start_ns;
		i->due_ns = start_ns + o->interval_ns;
	}
	return i->due_ns;
}

void intervals_report(struct intervals *i, struct recorder *r, struct sockets *s, const struct control *control)
{
	const struct options *o = r->counters->options;
	struct text t = { 0 };
	uint64_t before = clock_ns(), after, read_ns;

	poll_mode_read(r);
	sockets_read(s);
	after = clock_ns();
	/* The values were read at a time between the two. */
	read_ns = before + (after - before) / 2;
	text_add(&t, "\"wall_ns\":%llu", (unsigned long long)(read_ns - i->start_ns));
	if (control->active)
		text_add(&t, ",\"counted_ns\":%llu", (unsigned long long)control_counted(control, read_ns));
	report_counts(&t, r, s);
	say_if_read("interval", t.data);
	text_free(&t);
	i->due_ns += ((after - i->due_ns) / o->interval_ns + 1) * o->interval_ns;
}
