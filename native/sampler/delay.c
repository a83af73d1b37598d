/* A delay before counting; see delay.h. */
#include "delay.h"
#include "../base/clock_ns.h"
#include "../base/say.h"

#include <poll.h>

static uint64_t earlier(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

int delay_pass(struct supervision *v, uint64_t *started_ns)
{
	static const struct container_stream nothing; /* no recording exists yet */
	uint64_t due = UINT64_MAX;
	struct pollfd wake = { .fd = v->wait_fd, .events = POLLIN };

	*started_ns = clock_ns();
	if (v->launches)
		tree_release(&v->tree);
	while (!v->ended && clock_ns() < due) {
		uint64_t now = clock_ns();

		if (v->executed)
			*started_ns = v->outcome.exec_ns;
		if (v->executed || !v->launches)
			due = *started_ns + v->options->delay_ns;
		poll(&wake, 1, clock_ms_until(earlier(now + 100 * NS_PER_MS, earlier(due, supervision_due(v)))));
		supervision_take(v);
		supervision_on_time(v, &nothing, clock_ns(), 0, 0);
	}
	if (!v->ended)
		return 0;
	if (v->exec_failure.error)
		return supervision_not_started(v);
	return say_error(v->outcome.interrupted ? ERROR_INTERRUPTED : ERROR_BENCHMARK, "choose a shorter --delay",
			 "the %s ended after %.3f s, before counting started: the delay is %.3f s",
			 v->launches ? "program" : "observation", (double)(v->outcome.end_ns - *started_ns) / NS_PER_S,
			 (double)v->options->delay_ns / NS_PER_S);
}
