/* unordered ROUNDS: calls with and without a place in the logical order. Each round has one MPI_Put between two
 * MPI_Win_fence, an MPI_Allreduce, and a message on a duplicate from MPI_Comm_idup. Before the rounds there is one
 * MPI_File_open of a file that is deleted on close. Non-blocking barriers of several communicators end in the order of
 * MPI_Waitany. Prints "unordered: ok" on rank 0. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	int rounds = argc > 1 ? atoi(argv[1]) : 3, rank, ranks, shared[2] = { 0 }, one = 1, sum, in[8], index;
	char name[] = "unordered-XXXXXX";
	MPI_Comm comms[3], twin;
	MPI_Request r[3];
	MPI_Win window;
	MPI_File file;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	if (rank == 0)
		close(mkstemp(name));
	MPI_Bcast(name, sizeof name, MPI_CHAR, 0, MPI_COMM_WORLD);
	MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
	MPI_File_close(&file);
	for (int i = 0; i < 3; i++)
		MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
	MPI_Win_create(shared, sizeof shared, sizeof *shared, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
	for (int i = 0; i < rounds; i++) {
		MPI_Win_fence(0, window);
		MPI_Put(&one, 1, MPI_INT, (rank + 1) % ranks, 0, 1, MPI_INT, window);
		MPI_Win_fence(0, window);
		MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);

		/* One tag with different sizes, so that confused messages are detected. */
		MPI_Comm_idup(MPI_COMM_WORLD, &twin, &r[0]);
		MPI_Wait(&r[0], MPI_STATUS_IGNORE);
		MPI_Isend(in, 2, MPI_INT, (rank + 1) % ranks, 7, MPI_COMM_WORLD, &r[0]);
		MPI_Isend(in + 2, 4, MPI_INT, (rank + 1) % ranks, 7, twin, &r[1]);
		int late[8];
		MPI_Recv(late, 8, MPI_INT, (rank + ranks - 1) % ranks, 7, twin, MPI_STATUS_IGNORE);
		MPI_Recv(late, 8, MPI_INT, (rank + ranks - 1) % ranks, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
		MPI_Comm_free(&twin);

		if (rank == i % ranks)
			usleep(300);
		for (int c = 0; c < 3; c++)
			MPI_Ibarrier(comms[(c + rank) % 3], &r[(c + rank) % 3]);
		for (int c = 0; c < 3; c++)
			MPI_Waitany(3, r, &index, MPI_STATUS_IGNORE);
	}
	MPI_Win_free(&window);
	for (int i = 0; i < 3; i++)
		MPI_Comm_free(&comms[i]);
	if (rank == 0)
		puts("unordered: ok");
	MPI_Finalize();
	return 0;
}
