/* Uses every kind of traced call with known partners: calls ITERATIONS. Prints "calls: ok" on rank 0; needs at least 2
 * ranks. InterposerTest of runbench.pas2p has the expected counts of its trace. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 64

static int rank, ranks, left, right;
static int out[N], in[N];

static void check(int good, const char *what)
{
	if (!good) {
		fprintf(stderr, "calls: rank %d: wrong data in %s\n", rank, what);
		MPI_Abort(MPI_COMM_WORLD, 1);
	}
}

static void fill(int value)
{
	for (int i = 0; i < N; i++)
		out[i] = rank * 1000 + value;
}

static void point_to_point(void)
{
	MPI_Request r[4];
	MPI_Status s[4];
	int done, index, indices[4], count;

	fill(1);
	MPI_Isend(out, N, MPI_INT, right, 1, MPI_COMM_WORLD, &r[0]);
	MPI_Recv(in, N, MPI_INT, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	check(in[3] == left * 1000 + 1, "Recv");
	MPI_Wait(&r[0], MPI_STATUS_IGNORE);

	/* Two receives of one channel, completed in the reverse order of their posting. */
	int first[N], second[N];
	MPI_Irecv(first, N, MPI_INT, left, 2, MPI_COMM_WORLD, &r[0]);
	MPI_Irecv(second, N, MPI_INT, left, 2, MPI_COMM_WORLD, &r[1]);
	fill(21);
	MPI_Send(out, N, MPI_INT, right, 2, MPI_COMM_WORLD);
	fill(22);
	MPI_Send(out, N / 2, MPI_INT, right, 2, MPI_COMM_WORLD);
	MPI_Wait(&r[1], &s[1]);
	MPI_Wait(&r[0], &s[0]);
	check(first[0] == left * 1000 + 21 && second[0] == left * 1000 + 22, "Irecv in posting order");

	MPI_Irecv(in, N, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &r[0]);
	MPI_Irecv(first, N, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD, &r[1]);
	MPI_Issend(out, N, MPI_INT, right, 3, MPI_COMM_WORLD, &r[2]);
	MPI_Isend(out, N, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD, &r[3]);
	MPI_Waitall(4, r, MPI_STATUSES_IGNORE);

	MPI_Irecv(in, N, MPI_INT, left, 4, MPI_COMM_WORLD, &r[0]);
	MPI_Irecv(first, N, MPI_INT, left, 5, MPI_COMM_WORLD, &r[1]);
	MPI_Send(out, N, MPI_INT, right, 5, MPI_COMM_WORLD);
	MPI_Send(out, N, MPI_INT, right, 4, MPI_COMM_WORLD);
	MPI_Waitany(2, r, &index, MPI_STATUS_IGNORE);
	do {
		MPI_Testsome(2, r, &count, indices, s);
	} while (count == 0);

	MPI_Sendrecv(out, N, MPI_INT, right, 6, in, N, MPI_INT, left, 6, MPI_COMM_WORLD, &s[0]);
	MPI_Sendrecv_replace(in, N, MPI_INT, right, 7, left, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);

	MPI_Irecv(in, N, MPI_INT, left, 8, MPI_COMM_WORLD, &r[0]);
	MPI_Send(out, N, MPI_INT, right, 8, MPI_COMM_WORLD);
	do {
		MPI_Test(&r[0], &done, MPI_STATUS_IGNORE);
	} while (!done);

	/* A receive without a message. */
	MPI_Irecv(in, N, MPI_INT, left, 99, MPI_COMM_WORLD, &r[0]);
	MPI_Cancel(&r[0]);
	MPI_Wait(&r[0], MPI_STATUS_IGNORE);

	MPI_Message message;
	MPI_Isend(out, N, MPI_INT, right, 9, MPI_COMM_WORLD, &r[0]);
	MPI_Mprobe(MPI_ANY_SOURCE, 9, MPI_COMM_WORLD, &message, &s[0]);
	MPI_Mrecv(in, N, MPI_INT, &message, MPI_STATUS_IGNORE);
	MPI_Wait(&r[0], MPI_STATUS_IGNORE);

	MPI_Isend(out, N, MPI_INT, right, 10, MPI_COMM_WORLD, &r[0]);
	MPI_Probe(left, 10, MPI_COMM_WORLD, &s[0]);
	MPI_Recv(in, N, MPI_INT, s[0].MPI_SOURCE, 10, MPI_COMM_WORLD, &s[0]);
	MPI_Wait(&r[0], MPI_STATUS_IGNORE);
}

static void persistent(void)
{
	MPI_Request r[2];

	MPI_Send_init(out, N, MPI_INT, right, 11, MPI_COMM_WORLD, &r[0]);
	MPI_Recv_init(in, N, MPI_INT, left, 11, MPI_COMM_WORLD, &r[1]);
	for (int i = 0; i < 3; i++) {
		MPI_Startall(2, r);
		MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
	}
	MPI_Request_free(&r[0]);
	MPI_Request_free(&r[1]);
}

static void collectives(void)
{
	MPI_Request r[3];
	double sum, x = 1;
	int *all = malloc(sizeof *all * (size_t)ranks * N);

	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Bcast(in, N, MPI_INT, ranks - 1, MPI_COMM_WORLD);
	MPI_Allreduce(&x, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	check(sum == ranks, "Allreduce");
	MPI_Gather(out, N, MPI_INT, all, N, MPI_INT, 0, MPI_COMM_WORLD);
	MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, N, MPI_INT, MPI_COMM_WORLD);
	MPI_Ibarrier(MPI_COMM_WORLD, &r[0]);
	MPI_Iallreduce(&x, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &r[1]);
	MPI_Ibcast(in, N, MPI_INT, 0, MPI_COMM_WORLD, &r[2]);
	MPI_Waitall(3, r, MPI_STATUSES_IGNORE);
	free(all);
}

static void communicators(void)
{
	MPI_Comm half, again, between;
	int in_half, half_size, token = 7;

	MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
	MPI_Comm_dup(half, &again);
	MPI_Comm_rank(again, &in_half);
	MPI_Comm_size(again, &half_size);
	MPI_Sendrecv(&rank, 1, MPI_INT, (in_half + 1) % half_size, 1, &token, 1, MPI_INT,
		     (in_half + half_size - 1) % half_size, 1, again, MPI_STATUS_IGNORE);
	MPI_Barrier(half);
	MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank % 2 ? (ranks - 1) / 2 * 2 : (ranks - 2) / 2 * 2 + 1, 12,
		&between);
	if (in_half == 0) {
		MPI_Request r;
		MPI_Isend(&rank, 1, MPI_INT, 0, 13, between, &r);
		MPI_Recv(&token, 1, MPI_INT, 0, 13, between, MPI_STATUS_IGNORE);
		MPI_Wait(&r, MPI_STATUS_IGNORE);
	}
	MPI_Barrier(between);
	MPI_Comm_free(&between);
	MPI_Comm_free(&again);
	MPI_Comm_free(&half);
}

int main(int argc, char **argv)
{
	int iterations = argc > 1 ? atoi(argv[1]) : 3;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	left = (rank + ranks - 1) % ranks;
	right = (rank + 1) % ranks;
	for (int i = 0; i < iterations; i++) {
		point_to_point();
		persistent();
		collectives();
		communicators();
	}
	if (rank == 0)
		puts("calls: ok");
	MPI_Finalize();
	return 0;
}
