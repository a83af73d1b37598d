/* Threads that compete for memory; see contest.h. */
#include "contest.h"
#include "pace.h"
#include "../known/known.h"
#include "../../base/clock_ns.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

#define CHASE_LOADS   256
#define COMPUTE_UNITS (1u << 16)

/* A thread without a beat for this time does not run: slices take a few us, at most as long as a slow chase. */
#define LATE_NS 150000u

/* Time of an uninterrupted slice that the kernel's accounting and interrupts may take. */
#define LOST_NS 20000u

struct runner {
	struct contest *contest;
	unsigned        index;
	pthread_t       thread;
	pthread_barrier_t *start;
};

static bool all_run(const struct contest *c, unsigned but, uint64_t now)
{
	for (unsigned i = 0; i < c->count; i++) {
		uint64_t beat = __atomic_load_n(&c->contestants[i].beat, __ATOMIC_RELAXED);

		if (i != but && beat + LATE_NS < now)
			return false;
	}
	return true;
}

static void beat(struct contestant *me, uint64_t now)
{
	__atomic_store_n(&me->beat, now, __ATOMIC_RELAXED);
}

/* Executes dependent additions, which the compiler cannot compute in advance. */
static void compute(uint64_t n)
{
	uint64_t sum = 0, one = 1;

	for (; n; n--)
		__asm__ volatile("" : "+r"(sum) : "r"(sum += one));
}

static uint64_t slice(struct contestant *me, struct pace *p)
{
	switch (me->work) {
	case STREAM:
	case CACHED:
		return pace_slice(p, &me->mover);
	case CHASE:
		me->ring = known_follow(me->ring, CHASE_LOADS);
		return CHASE_LOADS;
	default:
		compute(COMPUTE_UNITS);
		return COMPUTE_UNITS;
	}
}

static void settle(int cpu)
{
	cpu_set_t own;

	CPU_ZERO(&own);
	CPU_SET(cpu, &own);
	sched_setaffinity(0, sizeof own, &own);
}

static void *run(void *of)
{
	struct runner *r = of;
	struct contest *c = r->contest;
	struct contestant *me = &c->contestants[r->index];
	uint64_t begun, now, cpu, warmed = 0, counted_from = 0;
	struct pace p;
	bool together = false;

	settle(me->cpu);
	beat(me, clock_ns());
	pthread_barrier_wait(r->start);
	pace_begin(&p, me->rate, me->kind);
	begun = now = clock_ns();
	cpu = clock_of(CLOCK_THREAD_CPUTIME_ID);
	while (!c->stop) {
		uint64_t from = now, cpu_from = cpu, units = slice(me, &p);
		bool before = together;

		for (now = clock_ns(); !pace_due(&p, now) && !c->stop; now = clock_ns()) {
			beat(me, now);
			pace_rest();
		}
		beat(me, now);
		cpu = clock_of(CLOCK_THREAD_CPUTIME_ID);
		together = all_run(c, r->index, now) && now - from < cpu - cpu_from + LOST_NS;
		if (together && before) {
			if (warmed < c->warm_ns) {
				warmed += now - from;
			} else {
				counted_from = counted_from ? counted_from : from;
				me->units += units;
				me->together_ns += now - from;
				me->all_ns = now - counted_from;
			}
		}
		if (r->index == 0 && ((c->wanted_ns && me->together_ns >= c->wanted_ns) || (c->max_ns && now - begun >= c->max_ns)))
			c->stop = true;
	}
	return NULL;
}

int contest_run(struct contest *c)
{
	struct runner runners[MAX_CONTESTANTS];
	pthread_barrier_t start;
	int error = 0;

	c->stop = false;
	pthread_barrier_init(&start, NULL, c->count);
	for (unsigned i = 0; i < c->count; i++) {
		struct contestant *one = &c->contestants[i];

		one->units = one->together_ns = one->all_ns = 0;
		runners[i] = (struct runner){ .contest = c, .index = i, .start = &start };
		/* The started threads wait at the barrier for ever: the process must end. */
		if (!error && (error = pthread_create(&runners[i].thread, NULL, run, &runners[i]))) {
			errno = error;
			return -1;
		}
	}
	for (unsigned i = 0; i < c->count; i++)
		pthread_join(runners[i].thread, NULL);
	pthread_barrier_destroy(&start);
	return 0;
}
