/* leaves: a program whose rank 1 exits with status 0 between two reductions, without MPI_Finalize. */
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	double x = 1, sum;
	int rank;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Allreduce(&x, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	usleep(300000);
	if (rank == 1)
		_exit(0);
	MPI_Allreduce(&x, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	MPI_Finalize();
	return 0;
}
