/* When polling reads the counters; see deadlines.h. */
#include "deadlines.h"
#include "clock.h"

#include <sched.h>
#include <sys/mman.h>
#include <sys/timerfd.h>
#include <unistd.h>

/* Every period from the next deadline on. */
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

bool deadlines_become_realtime(struct deadlines *d)
{
	struct sched_param p = { .sched_priority = 50 };
	cpu_set_t allowed;
	bool realtime = sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &p) == 0;

	d->gives_way = realtime && !sched_getaffinity(0, sizeof allowed, &allowed) && CPU_COUNT(&allowed) == 1;
	mlockall(MCL_CURRENT | MCL_FUTURE);
	return realtime;
}

void deadlines_start(struct deadlines *d)
{
	d->next_ns = clock_ns() + d->period_ns;
	arm(d);
}

uint64_t deadlines_passed(struct deadlines *d)
{
	if (read(d->fd, &d->passed, sizeof d->passed) != sizeof d->passed)
		return 0;
	d->next_ns += (d->passed - 1) * d->period_ns;
	return d->next_ns;
}

void deadlines_next(struct deadlines *d)
{
	d->next_ns += d->period_ns;
	if (d->passed > 1 && d->gives_way) {
		/* The program gets as long as it was kept waiting. */
		d->next_ns += d->passed * d->period_ns;
		arm(d);
	}
}
