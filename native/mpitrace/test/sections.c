/* sections N: N exchanges with itself, each after a short section of computation. In the second half another thread of the
 * process computes too. Prints the CPU time of the process in the sections of each half, in ns. */
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define SECTION_NS 4000

static atomic_int ended;

static uint64_t read_clock(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void *compute(void *unused)
{
	while (!ended)
		;
	return unused;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 20000, rank, a = 1, b, level;
	uint64_t cpu[2] = { 0 };
	pthread_t helper;

	MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	for (int i = 0; i < n; i++) {
		uint64_t begin = read_clock(CLOCK_MONOTONIC);

		if (i == n / 2 && pthread_create(&helper, NULL, compute, NULL))
			return 1;
		cpu[i >= n / 2] -= read_clock(CLOCK_PROCESS_CPUTIME_ID);
		while (read_clock(CLOCK_MONOTONIC) - begin < SECTION_NS)
			;
		cpu[i >= n / 2] += read_clock(CLOCK_PROCESS_CPUTIME_ID);
		MPI_Sendrecv(&a, 1, MPI_INT, rank, 0, &b, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	}
	ended = 1;
	pthread_join(helper, NULL);
	printf("sections: %llu %llu\n", (unsigned long long)cpu[0], (unsigned long long)cpu[1]);
	MPI_Finalize();
	return 0;
}
