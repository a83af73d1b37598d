/*
 * alternate [SECONDS [FIRST_MS [SECOND_MS]]] - two alternating functions, each with a known share of the running time.
 *
 * SECONDS is the total running time; FIRST_MS and SECOND_MS are the turns of the functions. The shares are printed at the end: a
 * profile must show them. The functions call nothing; the clock is read between calls of about 0.5 ms.
 */
#include "workload.h"

#include <time.h>

#define ROUNDS 100000

static uint64_t running_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

__attribute__((noinline, noclone)) uint64_t mix_integers(uint64_t state)
{
	for (int i = 0; i < ROUNDS; i++) {
		state ^= state << 13;
		state ^= state >> 7;
		state ^= state << 17;
	}
	return state;
}

__attribute__((noinline, noclone)) double sum_fractions(double sum)
{
	for (int i = 1; i <= ROUNDS; i++)
		sum = sum * 0.999 + 1.0 / i;
	return sum;
}

int main(int argc, char **argv)
{
	uint64_t all = 1000000000u * (uint64_t)argument(argc, argv, 1, "SECONDS", 1, 1, 3600);
	uint64_t turn[2] = { 1000000u * (uint64_t)argument(argc, argv, 2, "FIRST_MS", 70, 1, 100000),
		1000000u * (uint64_t)argument(argc, argv, 3, "SECOND_MS", 30, 1, 100000) };
	uint64_t spent[2] = { 0, 0 }, begun = running_ns(), now = begun, state = 88172645463325252u;
	double sum = 0;

	for (int which = 0; now - begun < all; which = !which) {
		uint64_t from = now;

		while (now - from < turn[which]) {
			if (which)
				sum = sum_fractions(sum);
			else
				state = mix_integers(state);
			now = running_ns();
		}
		spent[which] += now - from;
	}
	printf("mix_integers %.6f\nsum_fractions %.6f\n", (double)spent[0] / (double)(spent[0] + spent[1]),
	       (double)spent[1] / (double)(spent[0] + spent[1]));
	return state == 0 && sum < 0;
}
