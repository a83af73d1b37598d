/* The deadlines of poll mode; see deadlines.h. */
#include "deadlines.h"
#include "../base/clock_ns.h"

#include <sched.h>
#include <sys/mman.h>
#include <sys/timerfd.h>
#include <unistd.h>

#define MAX_OFFSET_NS (100 * 1000ull)

/* Arms the timer for each period from the next deadline on. */
static void arm(const struct deadlines *d)
{
	struct itimerspec t = {
		.it_interval = { .tv_sec = (time_t)(d->period_ns / NS_PER_S), .tv_nsec = (long)(d->period_ns % NS_PER_S) },
		.it_value = { .tv_sec = (time_t)(d->next_ns / NS_PER_S), .tv_nsec = (long)(d->next_ns % NS_PER_S) } };

	timerfd_settime(d->fd, TFD_TIMER_ABSTIME, &t, NULL);
}

void deadlines_init(struct deadlines *d, uint64_t period_ns)
{
	*d = (struct deadlines){ .period_ns = period_ns,
		.fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK) };
}

uint64_t deadlines_offset(uint64_t period_ns)
{
	uint64_t part = period_ns / 8;

	return part < MAX_OFFSET_NS ? part : MAX_OFFSET_NS;
}

static uint64_t whole_millisecond_from(uint64_t ns)
{
	return (ns + NS_PER_MS - 1) / NS_PER_MS * NS_PER_MS;
}

bool deadlines_become_realtime(struct deadlines *d)
{
	struct sched_param p = { .sched_priority = 50 };
	cpu_set_t allowed;
	bool realtime = sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &p) == 0;

	d->yields_cpu = realtime && !sched_getaffinity(0, sizeof allowed, &allowed) && CPU_COUNT(&allowed) == 1;
	mlockall(MCL_CURRENT | MCL_FUTURE);
	return realtime;
}

void deadlines_start(struct deadlines *d)
{
	uint64_t earliest = clock_ns() + d->period_ns / 2, offset = deadlines_offset(d->period_ns);

	d->next_ns = whole_millisecond_from(earliest) + offset;
	if (d->next_ns - earliest > d->period_ns)
		d->next_ns -= (d->next_ns - earliest) / d->period_ns * d->period_ns;
	arm(d);
}

uint64_t deadlines_passed(struct deadlines *d)
{
	if (read(d->fd, &d->passed, sizeof d->passed) != sizeof d->passed)
		return 0;
	d->next_ns += (d->passed - 1) * d->period_ns;
	return d->next_ns;
}

void deadlines_next(struct deadlines *d, bool multiplexed)
{
	uint64_t rotation_ns = whole_millisecond_from(clock_ns());

	d->next_ns += d->period_ns;
	if (d->passed <= 1 || !d->yields_cpu)
		return;
	/* The program gets as much time as it lost; with multiplexed groups until the next rotation. */
	d->next_ns += d->passed * d->period_ns;
	if (multiplexed && d->next_ns < rotation_ns)
		d->next_ns += (rotation_ns - d->next_ns + d->period_ns - 1) / d->period_ns * d->period_ns;
	arm(d);
}
