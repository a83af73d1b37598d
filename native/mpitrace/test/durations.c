/* durations KIND ITERATIONS MS [NOISE SEED [anew]]: a program with phases of known duration, independent of the
 * machine's load: ranks sleep until the times of one schedule, so that a delay in one phase is made up in the next.
 * KIND:
 *   regular     one phase of MS
 *   nested      five of MS, then one of another kind of 2 MS
 *   drifting    from MS to 3 MS over the run
 *   rare        one of MS, and every 25th iteration one of another kind of 10 MS
 *   imbalanced  the first rank a quarter of MS, the last one MS
 *   bimodal     MS or 4 MS, at random (one in four)
 * With "anew" each phase starts its own time, and a delay is not made up: required for programs that are paused.
 * NOISE is the relative standard deviation of a phase's duration; SEED determines the schedule, the same on all ranks.
 * Prints the scheduled and the actual duration of the phases, in seconds. */
#include <errno.h>
#include <math.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int rank, ranks;
static double planned_s, noise;
static uint64_t state;
static struct timespec begun;
static int anew;
static char out[8192], in[8192];

/* Returns a random number in [0, 1): splitmix64. */
static double chance(void)
{
	uint64_t z = state += 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return (double)((z ^ z >> 31) >> 11) / (double)(1ull << 53);
}

static double add_noise(double ms)
{
	double normal = sqrt(-2 * log(1 - chance())) * cos(2 * M_PI * chance());

	return ms * fmax(0.1, 1 + noise * normal);
}

static void sleep_until(double s)
{
	struct timespec at = begun;

	at.tv_sec += (time_t)s;
	at.tv_nsec += (long)((s - floor(s)) * 1e9);
	if (at.tv_nsec >= 1000000000) {
		at.tv_sec++;
		at.tv_nsec -= 1000000000;
	}
	while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, NULL) == EINTR)
		continue;
}

/* Runs the next ms of the schedule, of which this rank computes a share. */
static void work(double ms, double share)
{
	ms = add_noise(ms);
	if (anew) {
		clock_gettime(CLOCK_MONOTONIC, &begun);
		sleep_until(ms * share / 1e3);
		planned_s += ms / 1e3;
		return;
	}
	sleep_until(planned_s + ms * share / 1e3);
	planned_s += ms / 1e3;
}

static void halo(int bytes)
{
	int right = (rank + 1) % ranks, left = (rank + ranks - 1) % ranks;
	MPI_Request r[2];

	MPI_Irecv(in, bytes, MPI_CHAR, left, 1, MPI_COMM_WORLD, &r[0]);
	MPI_Isend(out, bytes, MPI_CHAR, right, 1, MPI_COMM_WORLD, &r[1]);
	MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
}

/* The phase that all kinds have. */
static void step(double ms, double share)
{
	double x = 1, sum;

	work(ms, share);
	halo(4096);
	MPI_Allreduce(&x, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static void other(double ms)
{
	char all[64] = { 0 };

	work(ms, 1);
	MPI_Bcast(all, sizeof all, MPI_CHAR, 0, MPI_COMM_WORLD);
	halo(256);
	halo(256);
	MPI_Barrier(MPI_COMM_WORLD);
}

static void iteration(const char *kind, int i, int n, double ms)
{
	if (!strcmp(kind, "nested")) {
		for (int k = 0; k < 5; k++)
			step(ms, 1);
		other(2 * ms);
	} else if (!strcmp(kind, "drifting")) {
		step(ms * (1 + 2.0 * i / n), 1);
	} else if (!strcmp(kind, "rare")) {
		step(ms, 1);
		if (i % 25 == 24)
			other(10 * ms);
	} else if (!strcmp(kind, "imbalanced")) {
		step(ms, ranks == 1 ? 1 : 0.25 + 0.75 * rank / (ranks - 1));
	} else if (!strcmp(kind, "bimodal")) {
		step(chance() < 0.25 ? 4 * ms : ms, 1);
	} else {
		step(ms, 1);
	}
}

int main(int argc, char **argv)
{
	const char *kind = argc > 1 ? argv[1] : "regular";
	int n = argc > 2 ? atoi(argv[2]) : 100;
	double ms = argc > 3 ? atof(argv[3]) : 2, start;

	noise = argc > 4 ? atof(argv[4]) : 0;
	state = argc > 5 ? strtoull(argv[5], NULL, 10) : 1;
	anew = argc > 6 && !strcmp(argv[6], "anew");
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	MPI_Barrier(MPI_COMM_WORLD);
	clock_gettime(CLOCK_MONOTONIC, &begun);
	start = MPI_Wtime();
	for (int i = 0; i < n; i++)
		iteration(kind, i, n, ms);
	if (rank == 0)
		printf("durations: %s: %.6f s planned, %.6f s taken\n", kind, planned_s, MPI_Wtime() - start);
	MPI_Finalize();
	return 0;
}
