/* Events at a fixed rate: ticks PER_SECOND SECONDS logs points and sleeps in between. ticks --work PER_SECOND SECONDS
 * computes a fixed amount in the same number of regions and prints its CPU time. */
#include <runbench/eventlog.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ROUNDS_A_SECOND 200000000ull

static uint64_t now(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void tick(int rate, int seconds)
{
	int type = rb_log_declare("tick", RB_LOG_POINT, RB_LOG_NO_COLOUR);
	uint64_t begin = now(CLOCK_MONOTONIC), all = (uint64_t)rate * (uint64_t)seconds, done = 0;

	while (done < all) {
		struct timespec pause = { .tv_nsec = 500000 };
		uint64_t due = (now(CLOCK_MONOTONIC) - begin) / 1000 * (uint64_t)rate / 1000000;

		for (; done < due && done < all; done++)
			rb_log_point(type, "a comment of the usual length");
		nanosleep(&pause, NULL);
	}
}

static void work(int regions, int seconds)
{
	int type = rb_log_declare("work", RB_LOG_REGION, 0x0072b2);
	uint64_t x = 1;

	for (int i = 0; i < regions * seconds; i++) {
		rb_log_begin(type, NULL);
		for (uint64_t k = 0; k < ROUNDS_A_SECOND / (uint64_t)regions; k++)
			x = x * 6364136223846793005u + 1442695040888963407u;
		rb_log_end(type, NULL);
	}
	printf("cpu %.4f\n", (double)now(CLOCK_PROCESS_CPUTIME_ID) * 1e-9);
	fprintf(stderr, "%llu\n", (unsigned long long)x);
}

int main(int argc, char **argv)
{
	int busy = argc == 4 && !strcmp(argv[1], "--work");

	if (argc != 3 + busy || atoi(argv[1 + busy]) < 1)
		return 2;
	if (busy)
		work(atoi(argv[2]), atoi(argv[3]));
	else
		tick(atoi(argv[1]), atoi(argv[2]));
	return 0;
}
