/* Cross-core skew of the TSC. One thread on each CPU; a stamps, hands a cache line over, b stamps and hands it back, a
 * stamps again. b's stamp lies between a's two whatever the way takes: every round bounds the skew from both sides. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>

#include "characterise.h"

#if RB_HAVE_TSC
struct court {
	_Alignas(64) atomic_uint ball;
	_Alignas(64) uint64_t stamp;
	int cpu, rounds;
	atomic_int failed;
};

static int stay_on(int cpu)
{
	cpu_set_t set;
	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	return pthread_setaffinity_np(pthread_self(), sizeof set, &set);
}

/* Spins, but gives the CPU away now and then: on a busy machine the other side may not be running at all. */
static void wait_for(atomic_uint *ball, unsigned value)
{
	for (unsigned spins = 0; atomic_load_explicit(ball, memory_order_acquire) != value; spins++)
		if (spins > 100000) {
			sched_yield();
			spins = 0;
		}
}

static void *far_side(void *argument)
{
	struct court *c = argument;
	if (stay_on(c->cpu) != 0)
		atomic_store(&c->failed, 1);
	for (int i = 0; i < c->rounds; i++) {
		wait_for(&c->ball, 2 * (unsigned)i + 1);
		c->stamp = rb_tscp(NULL);
		atomic_store_explicit(&c->ball, 2 * (unsigned)i + 2, memory_order_release);
	}
	return NULL;
}

static int play(struct court *c, double bounds[2])
{
	int64_t lo = INT64_MIN, hi = INT64_MAX;
	pthread_t thread;
	if (pthread_create(&thread, NULL, far_side, c) != 0)
		return -1;
	for (int i = 0; i < c->rounds; i++) {
		uint64_t before = rb_tscp(NULL);
		atomic_store_explicit(&c->ball, 2 * (unsigned)i + 1, memory_order_release);
		wait_for(&c->ball, 2 * (unsigned)i + 2);
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
	struct court court = { .cpu = cpu_b, .rounds = rounds };
	cpu_set_t before;
	int status = -1;
	if (!tsc)
		return -1;
	pthread_getaffinity_np(pthread_self(), sizeof before, &before);
	if (stay_on(cpu_a) == 0)
		status = play(&court, bounds);
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
