/* efficiency KIND ROUNDS MS [BYTES]: a program with known efficiencies. All computation is sleep.
 *   imbalance  rank r computes (r + 1) * MS, then a barrier
 *   chain      rank r computes MS after rank r - 1, then a barrier
 *   transfer   each rank computes MS, then sends BYTES to the next one and receives BYTES from the previous one, then a
 *              barrier */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void compute(double ms)
{
	struct timespec t = { (time_t)(ms / 1000), (long)(ms * 1e6) % 1000000000 };

	nanosleep(&t, NULL);
}

int main(int argc, char **argv)
{
	const char *kind = argc > 1 ? argv[1] : "imbalance";
	int rounds = argc > 2 ? atoi(argv[2]) : 10;
	double ms = argc > 3 ? atof(argv[3]) : 20, out = 1, in;
	int rank, ranks, bytes = argc > 4 ? atoi(argv[4]) : 8;
	char *to = calloc(1, bytes), *from = calloc(1, bytes);

	if (!to || !from)
		return 1;
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	for (int i = 0; i < rounds; i++) {
		if (!strcmp(kind, "imbalance")) {
			compute((rank + 1) * ms);
			MPI_Barrier(MPI_COMM_WORLD);
		} else if (!strcmp(kind, "chain")) {
			if (rank > 0)
				MPI_Recv(&in, 1, MPI_DOUBLE, rank - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
			compute(ms);
			if (rank + 1 < ranks)
				MPI_Send(&out, 1, MPI_DOUBLE, rank + 1, 1, MPI_COMM_WORLD);
			MPI_Barrier(MPI_COMM_WORLD);
		} else {
			compute(ms);
			MPI_Sendrecv(to, bytes, MPI_BYTE, (rank + 1) % ranks, 2, from, bytes, MPI_BYTE, (rank + ranks - 1) % ranks,
				     2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
			MPI_Barrier(MPI_COMM_WORLD);
		}
	}
	if (rank == 0)
		printf("efficiency: %s ok\n", kind);
	MPI_Finalize();
	free(to);
	free(from);
	return 0;
}
