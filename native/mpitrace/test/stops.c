/* stops KIND ROUNDS [naive ROUND]: programs that are difficult to stop at a consistent cut, each with about 4 events
 * per round.
 *   pipeline    a wave from the first rank to the last and back, as in LU: after its cut a rank waits for a message that never
 *               arrives
 *   rendezvous  4 MB from even to odd ranks and back: before its cut a rank's send waits for a receive after another's
 *   requests    unmatched receives and sends of 4 MB without a wait, on communicators of half the ranks
 *   uneven      the first rank is far ahead of the others: it only sends
 * "naive ROUND" ends in the middle of that round, as a tool does that stops each rank before its first send after the
 * cut: this hangs. Prints "stops: ran to its end". */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LARGE (4 << 20)

static int rank, ranks;
static char *out, *in;

static void end_naively(void)
{
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Finalize();
	exit(0);
}

/* A wave from the first rank to the last, and back. */
static void pipeline(int ends)
{
	if (rank > 0)
		MPI_Recv(in, 64, MPI_CHAR, rank - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	usleep(500);
	/* The cut is before any rank's second send of the round: ranks that reach their cut after a message wait for one
	 * after the cut. */
	if (ends && rank == 0)
		end_naively();
	if (rank + 1 < ranks)
		MPI_Send(out, 64, MPI_CHAR, rank + 1, 1, MPI_COMM_WORLD);
	if (rank + 1 < ranks)
		MPI_Recv(in, 64, MPI_CHAR, rank + 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	if (ends)
		end_naively();
	if (rank > 0)
		MPI_Send(out, 64, MPI_CHAR, rank - 1, 2, MPI_COMM_WORLD);
}

static void rendezvous(int ends)
{
	int other = rank ^ 1;

	MPI_Barrier(MPI_COMM_WORLD);
	if (ends && rank % 2)
		end_naively();
	if (other >= ranks)
		return;
	if (rank % 2 == 0)
		MPI_Send(out, LARGE, MPI_CHAR, other, 1, MPI_COMM_WORLD);
	MPI_Recv(in, LARGE, MPI_CHAR, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	if (rank % 2)
		MPI_Send(out, LARGE, MPI_CHAR, other, 1, MPI_COMM_WORLD);
}

static void requests(MPI_Comm half)
{
	static char never[64];
	MPI_Request r[2], lost;
	int size, own;

	MPI_Comm_rank(half, &own);
	MPI_Comm_size(half, &size);
	MPI_Irecv(never, sizeof never, MPI_CHAR, MPI_ANY_SOURCE, 99, half, &lost);
	MPI_Isend(out, LARGE, MPI_CHAR, (own + 1) % size, 1, half, &r[0]);
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Irecv(in, LARGE, MPI_CHAR, (own + size - 1) % size, 1, half, &r[1]);
	MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
	MPI_Cancel(&lost);
	MPI_Wait(&lost, MPI_STATUS_IGNORE);
}

static void uneven(int round)
{
	if (rank == 0) {
		for (int other = 1; other < ranks; other++)
			MPI_Send(&round, 1, MPI_INT, other, round % 1000, MPI_COMM_WORLD);
	} else {
		usleep(500);
		MPI_Recv(&round, 1, MPI_INT, 0, round % 1000, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	}
}

int main(int argc, char **argv)
{
	const char *kind = argc > 1 ? argv[1] : "pipeline";
	int rounds = argc > 2 ? atoi(argv[2]) : 10, naive = argc > 4 ? atoi(argv[4]) : -1;
	MPI_Comm half;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
	out = calloc(1, LARGE);
	in = calloc(1, LARGE);
	for (int i = 0; i < rounds; i++) {
		if (!strcmp(kind, "rendezvous"))
			rendezvous(i == naive);
		else if (!strcmp(kind, "requests"))
			requests(half);
		else if (!strcmp(kind, "uneven"))
			uneven(i);
		else
			pipeline(i == naive);
	}
	MPI_Comm_free(&half);
	if (rank == 0)
		printf("stops: ran to its end\n");
	MPI_Finalize();
	return 0;
}
