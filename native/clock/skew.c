/* Cross-core skew of the TSC, measured by one thread on each CPU. Thread a stamps and passes a cache line; thread b
 * stamps and returns it; thread a stamps again. The stamp of b lies between the two of a for any transfer time, so each
 * round bounds the skew from both sides. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>

#include "characterise.h"

#if RB_HAVE_TSC
struct handoff {
	_Alignas(64) atomic_uint turn;
	_Alignas(64) uint64_t stamp;
	int cpu, rounds;
	atomic_int failed;
};

static int pin_to_cpu(int cpu)
{
	cpu_set_t set;
	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	return pthread_setaffinity_np(pthread_self(), sizeof set, &set);
}

/* Spins, but yields the CPU periodically: on a busy machine the other thread may not be running. */
static void wait_for(atomic_uint *turn, unsigned value)
{
	for (unsigned spins = 0; atomic_load_explicit(turn, memory_order_acquire) != value; spins++)
		if (spins > 100000) {
			sched_yield();
			spins = 0;
		}
}

static void *stamp_on_peer(void *argument)
{
	struct handoff *c = argument;
	if (pin_to_cpu(c->cpu) != 0)
		atomic_store(&c->failed, 1);
	for (int i = 0; i < c->rounds; i++) {
		wait_for(&c->turn, 2 * (unsigned)i + 1);
		c->stamp = rb_tscp(NULL);
		atomic_store_explicit(&c->turn, 2 * (unsigned)i + 2, memory_order_release);
	}
	return NULL;
}

static int measure(struct handoff *c, double bounds[2])
{
	int64_t lo = INT64_MIN, hi = INT64_MAX;
	pthread_t thread;
	if (pthread_create(&thread, NULL, stamp_on_peer, c) != 0)
		return -1;
	for (int i = 0; i < c->rounds; i++) {
		uint64_t before = rb_tscp(NULL);
		atomic_store_explicit(&c->turn, 2 * (unsigned)i + 1, memory_order_release);
		wait_for(&c->turn, 2 * (unsigned)i + 2);
		uint64_t after = rb_tscp(NULL);
		int64_t top = (int64_t)(c->stamp - before), bottom = (int64_t)(c->stamp - after);
		hi = top < hi ? top : hi;
		lo = bottom > lo ? bottom : lo;
	}
	pthread_join(thread, NULL);
	bounds[0] = (double)lo;
	bounds[1] = (double)hi;
	return atomic_load(&c->failed) ? -1 : 0;
}

int rb_tsc_skew(int cpu_a, int cpu_b, int rounds, double bounds[2])
{
	char error[256];
	struct rb_clock *tsc = rb_clock_open("tsc", error, sizeof error);
	struct handoff handoff = { .cpu = cpu_b, .rounds = rounds };
	cpu_set_t before;
	int status = -1;
	if (!tsc)
		return -1;
	pthread_getaffinity_np(pthread_self(), sizeof before, &before);
	if (pin_to_cpu(cpu_a) == 0)
		status = measure(&handoff, bounds);
	pthread_setaffinity_np(pthread_self(), sizeof before, &before);
	bounds[0] *= 1e9 / rb_clock_hertz(tsc);
	bounds[1] *= 1e9 / rb_clock_hertz(tsc);
	rb_clock_close(tsc);
	return status;
}
#else
int rb_tsc_skew(int cpu_a, int cpu_b, int rounds, double bounds[2])
{
	(void)cpu_a, (void)cpu_b, (void)rounds, (void)bounds;
	return -1;
}
#endif
