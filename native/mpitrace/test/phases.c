/* phases OUTER INNER MS: a program with known phases. Each of OUTER rounds has INNER exchanges with both neighbours of
 * a ring around MS milliseconds of sleep, then two reductions after MS / 2 milliseconds of work. Prints its own time in
 * seconds. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void rest(double ms)
{
	struct timespec t = { (time_t)(ms / 1000), (long)(ms * 1e6) % 1000000000 };

	nanosleep(&t, NULL);
}

static void exchange(char *out, char *in, int bytes, int to, int from, int tag)
{
	MPI_Request r;
	MPI_Status s;

	/* A blocking receive, because EZTrace 2.0 does not record the end of non-blocking ones and its traces are
	 * compared. */
	MPI_Isend(out, bytes, MPI_CHAR, to, tag, MPI_COMM_WORLD, &r);
	MPI_Recv(in, bytes, MPI_CHAR, from, tag, MPI_COMM_WORLD, &s);
	MPI_Wait(&r, &s);
}

int main(int argc, char **argv)
{
	int outer = argc > 1 ? atoi(argv[1]) : 4, inner = argc > 2 ? atoi(argv[2]) : 5;
	double ms = argc > 3 ? atof(argv[3]) : 2, start, x = 1, sum;
	char a[4096] = { 0 }, b[4096];
	int rank, ranks;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	start = MPI_Wtime();
	for (int o = 0; o < outer; o++) {
		for (int i = 0; i < inner; i++) {
			exchange(a, b, sizeof a, (rank + 1) % ranks, (rank + ranks - 1) % ranks, 1);
			rest(ms);
			exchange(a, b, 1024, (rank + ranks - 1) % ranks, (rank + 1) % ranks, 2);
		}
		for (int i = 0; i < 2; i++) {
			rest(ms / 2);
			MPI_Allreduce(&x, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
		}
	}
	if (rank == 0)
		printf("phases: %.6f s\n", MPI_Wtime() - start);
	MPI_Finalize();
	return 0;
}
