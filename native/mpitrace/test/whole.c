/* whole ROUNDS: calls that order ranks, other than messages and plain collectives. A window and a file are opened
 * before the rounds and closed after them, with an MPI_Bcast: 5 collectives. Per round and rank:
 *   3 sends:        post and complete of an epoch with the neighbours, a message of 4 bytes
 *   7 collectives:  two fences; a file's view, a collective write, a read in two halves, a non-blocking write and a sync
 * MPI 4 adds one message and 7 collectives per round, with large counts and persistent ones. Ranks start the persistent
 * ones in different orders. Prints "whole: ok" on rank 0, and "whole: MPI 4" if available. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int rank, ranks, next, previous;

static void epoch(MPI_Win window, MPI_Group from, MPI_Group to)
{
	int value = rank, flag = 0;

	MPI_Win_post(from, 0, window);
	MPI_Win_start(to, 0, window);
	MPI_Put(&value, 1, MPI_INT, next, 0, 1, MPI_INT, window);
	MPI_Win_complete(window);
	if (rank % 2)
		MPI_Win_wait(window);
	else
		while (!flag)
			MPI_Win_test(window, &flag);
	MPI_Win_fence(0, window);
	MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
}

static void halves(MPI_File file)
{
	int out[2] = { rank, rank }, in[2] = { -1, -1 };
	MPI_Request r;

	MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
	MPI_File_write_at_all(file, 2 * rank, out, 2, MPI_INT, MPI_STATUS_IGNORE);
	MPI_File_read_at_all_begin(file, 2 * rank, in, 2, MPI_INT);
	MPI_File_read_at_all_end(file, in, MPI_STATUS_IGNORE);
	if (in[1] != rank)
		MPI_Abort(MPI_COMM_WORLD, 1);
	MPI_File_iwrite_at_all(file, 2 * rank, out, 2, MPI_INT, &r);
	MPI_Wait(&r, MPI_STATUS_IGNORE);
	MPI_File_sync(file);
}

static void message(void)
{
	int out = rank, in;
	MPI_Request r;

	MPI_Isend(&out, 1, MPI_INT, next, 3, MPI_COMM_WORLD, &r);
	MPI_Recv(&in, 1, MPI_INT, previous, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Wait(&r, MPI_STATUS_IGNORE);
}

#if MPI_VERSION >= 4
static void large(void)
{
	int out[3] = { 1, 2, 3 }, in[64 * 3];
	MPI_Count counts[64];
	MPI_Aint places[64];
	MPI_Request r;

	for (int i = 0; i < ranks; i++) {
		counts[i] = 3;
		places[i] = 3 * i;
	}
	MPI_Isend_c(out, 3, MPI_INT, next, 4, MPI_COMM_WORLD, &r);
	MPI_Recv_c(in, 3, MPI_INT, previous, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Wait(&r, MPI_STATUS_IGNORE);
	MPI_Allgatherv_c(out, 3, MPI_INT, in, counts, places, MPI_INT, MPI_COMM_WORLD);
	MPI_Ibcast_c(out, 3, MPI_INT, 0, MPI_COMM_WORLD, &r);
	MPI_Wait(&r, MPI_STATUS_IGNORE);
}

static void persistent(void)
{
	int one = 1, sums[2];
	MPI_Request r[2];

	for (int i = 0; i < 2; i++)
		MPI_Allreduce_init(&one, &sums[i], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &r[i]);
	for (int again = 0; again < 2; again++) {
		MPI_Start(&r[rank % 2]);
		MPI_Start(&r[1 - rank % 2]);
		MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
		if (sums[0] != ranks || sums[1] != ranks)
			MPI_Abort(MPI_COMM_WORLD, 1);
	}
	MPI_Request_free(&r[0]);
	MPI_Request_free(&r[1]);
	MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &r[0]);
	MPI_Startall(1, r);
	MPI_Wait(r, MPI_STATUS_IGNORE);
	MPI_Request_free(r);
}
#endif

int main(int argc, char **argv)
{
	int rounds = argc > 1 ? atoi(argv[1]) : 3, memory = 0;
	char name[] = "whole-XXXXXX";
	MPI_Group all, from, to;
	MPI_Win window;
	MPI_File file;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	if (ranks > 64)
		return 2;
	next = (rank + 1) % ranks;
	previous = (rank + ranks - 1) % ranks;
	MPI_Comm_group(MPI_COMM_WORLD, &all);
	MPI_Group_incl(all, 1, &previous, &from);
	MPI_Group_incl(all, 1, &next, &to);
	if (rank == 0)
		close(mkstemp(name));
	MPI_Bcast(name, sizeof name, MPI_CHAR, 0, MPI_COMM_WORLD);
	MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
	MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
	for (int i = 0; i < rounds; i++) {
		epoch(window, from, to);
		halves(file);
		message();
#if MPI_VERSION >= 4
		large();
		persistent();
#endif
	}
	MPI_Win_free(&window);
	MPI_File_close(&file);
	MPI_Group_free(&all);
	MPI_Group_free(&from);
	MPI_Group_free(&to);
	if (rank == 0)
		puts(MPI_VERSION >= 4 ? "whole: ok\nwhole: MPI 4" : "whole: ok");
	MPI_Finalize();
	return 0;
}
