/* selfsend N: N exchanges with itself. Prints nanoseconds per exchange on rank 0, to measure the cost of a traced
 * event. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 100000, rank, a = 1, b;
	double start;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	for (int i = 0; i < n / 10; i++)
		MPI_Sendrecv(&a, 1, MPI_INT, rank, 0, &b, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	start = MPI_Wtime();
	for (int i = 0; i < n; i++)
		MPI_Sendrecv(&a, 1, MPI_INT, rank, 0, &b, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	if (rank == 0)
		printf("%.1f\n", (MPI_Wtime() - start) / n * 1e9);
	MPI_Finalize();
	return 0;
}
