/* A steady rate; see pace.h. */
#include "pace.h"
#include "../../base/clock_ns.h"

#define SLICE_NS    50000.0
#define MIN_LINES 8
#define MAX_LINES  1024 /* 3 us of a fast core: a clock read per slice is negligible */

/* Maximum delay that is made up after an interruption; more would be a burst. */
#define MAX_DELAY_NS 200000.0

void pace_begin(struct pace *p, double bytes_per_s, enum traffic kind)
{
	double lines;

	*p = (struct pace){ .bytes_per_ns = bytes_per_s / 1e9, .line_bytes = traffic_line_bytes(kind), .due = (double)clock_ns() };
	lines = bytes_per_s > 0 ? p->bytes_per_ns * SLICE_NS / p->line_bytes : MAX_LINES;
	p->slice = lines < MIN_LINES ? MIN_LINES : lines > MAX_LINES ? MAX_LINES : (size_t)lines / MIN_LINES * MIN_LINES;
}

void pace_rest(void)
{
#if defined(__x86_64__)
	__builtin_ia32_pause();
#elif defined(__aarch64__)
	__asm__ volatile("yield");
#endif
}

size_t pace_slice(struct pace *p, struct mover *m)
{
	size_t moved = mover_move(m, p->slice);

	if (p->bytes_per_ns > 0)
		p->due += (double)(moved * p->line_bytes) / p->bytes_per_ns;
	return moved;
}

bool pace_due(struct pace *p, uint64_t now_ns)
{
	if (p->bytes_per_ns <= 0)
		return true;
	if ((double)now_ns - p->due > MAX_DELAY_NS)
		p->due = (double)now_ns - MAX_DELAY_NS;
	return (double)now_ns >= p->due;
}
