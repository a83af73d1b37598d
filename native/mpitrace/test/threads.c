/* threads THREADS ROUNDS: pairs of ranks (0 with 1, 2 with 3...) whose threads communicate concurrently in every way
 * that MPI_THREAD_MULTIPLE allows: on separate communicators, on one shared communicator with separate tags, and with
 * one tag for all. Prints "threads: ok" on rank 0, or a message if MPI has no MPI_THREAD_MULTIPLE. */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_THREADS = 64 };

static int rank, rounds, partner;
static MPI_Comm own[MAX_THREADS];

static void check(int good, const char *what)
{
	if (!good) {
		fprintf(stderr, "threads: rank %d: wrong data in %s\n", rank, what);
		MPI_Abort(MPI_COMM_WORLD, 1);
	}
}

static void message(MPI_Comm comm, int to, int tag, int words)
{
	int out[64] = { words }, in[64];
	MPI_Request r;

	MPI_Isend(out, words, MPI_INT, to, tag, comm, &r);
	MPI_Recv(in, 64, MPI_INT, to, tag, comm, MPI_STATUS_IGNORE);
	check(in[0] == words, "a message");
	MPI_Wait(&r, MPI_STATUS_IGNORE);
}

static void requests(int tag, int words)
{
	int out[64] = { words }, in[4][64], index, done, flag;
	MPI_Request r[4], s[4];
	MPI_Status status[4];
	MPI_Message m;

	for (int i = 0; i < 4; i++)
		MPI_Irecv(in[i], 64, MPI_INT, partner, tag + i, MPI_COMM_WORLD, &r[i]);
	for (int i = 0; i < 4; i++)
		MPI_Isend(out, words + i, MPI_INT, partner, tag + i, MPI_COMM_WORLD, &s[i]);
	MPI_Waitany(4, r, &index, status);
	MPI_Wait(&r[index == 3 ? 0 : 3], status);
	for (int left = 2; left > 0; left -= done > 0 ? done : 0) {
		int indices[4];
		MPI_Testsome(4, r, &done, indices, status);
	}
	do
		MPI_Testall(4, s, &flag, status);
	while (!flag);

	MPI_Sendrecv(out, words, MPI_INT, partner, tag, in, 64, MPI_INT, partner, tag, MPI_COMM_WORLD, status);
	MPI_Isend(out, words, MPI_INT, partner, tag + 1, MPI_COMM_WORLD, s);
	MPI_Mprobe(partner, tag + 1, MPI_COMM_WORLD, &m, status);
	MPI_Mrecv(in, 64, MPI_INT, &m, MPI_STATUS_IGNORE);
	MPI_Wait(s, MPI_STATUS_IGNORE);
}

static void persistent(int tag, int words)
{
	int out[64] = { 0 }, in[64];
	MPI_Request r[2];

	MPI_Send_init(out, words, MPI_INT, partner, tag, MPI_COMM_WORLD, &r[0]);
	MPI_Recv_init(in, 64, MPI_INT, partner, tag, MPI_COMM_WORLD, &r[1]);
	for (int i = 0; i < 2; i++) {
		MPI_Startall(2, r);
		MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
	}
	MPI_Request_free(&r[0]);
	MPI_Request_free(&r[1]);
}

static void collectives(MPI_Comm comm)
{
	MPI_Request r[2];
	int one = 1, sum;

	MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
	check(sum == 2, "Allreduce");
	MPI_Ibarrier(comm, &r[0]);
	MPI_Iallreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm, &r[1]);
	MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
}

static void communicators(MPI_Comm comm, int thread, int words)
{
	MPI_Comm made, again;
	MPI_Group group;
	MPI_Request r;

	MPI_Comm_dup(comm, &made);
	message(made, !(rank & 1), 5, words);
	MPI_Comm_idup(made, &again, &r);
	message(made, !(rank & 1), 5, words + 1);
	MPI_Wait(&r, MPI_STATUS_IGNORE);
	message(again, !(rank & 1), 5, words + 2);
	MPI_Comm_free(&again);
	MPI_Comm_free(&made);
	MPI_Comm_group(comm, &group);
	MPI_Comm_create_group(comm, group, thread, &made);
	message(made, !(rank & 1), 5, words + 3);
	MPI_Comm_free(&made);
	MPI_Group_free(&group);
}

static void *communicate(void *argument)
{
	int thread = (int)(size_t)argument;

	for (int i = 0; i < rounds; i++) {
		int words = 1 + (i * 7 + thread * 13) % 50;
		message(own[thread], !(rank & 1), 1, words);
		message(MPI_COMM_WORLD, partner, 100 + thread, words);
		message(MPI_COMM_WORLD, partner, 99, 8); /* received by any thread */
		requests(200 + 10 * thread, words);
		persistent(100 + thread, words);
		collectives(own[thread]);
		communicators(own[thread], thread, words);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	int threads = argc > 1 ? atoi(argv[1]) : 4, provided;
	pthread_t t[MAX_THREADS];
	MPI_Comm pair;

	rounds = argc > 2 ? atoi(argv[2]) : 10;
	if (threads > MAX_THREADS)
		return 2;
	MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (provided != MPI_THREAD_MULTIPLE) {
		if (rank == 0)
			puts("threads: no MPI_THREAD_MULTIPLE");
		MPI_Finalize();
		return 0;
	}
	partner = rank ^ 1;
	MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &pair);
	for (int i = 0; i < threads; i++)
		MPI_Comm_dup(pair, &own[i]);
	/* Repeated, so that new threads replace ended ones. */
	for (int again = 0; again < 2; again++) {
		for (int i = 0; i < threads; i++)
			pthread_create(&t[i], NULL, communicate, (void *)(size_t)i);
		for (int i = 0; i < threads; i++)
			pthread_join(t[i], NULL);
	}
	for (int i = 0; i < threads; i++)
		MPI_Comm_free(&own[i]);
	MPI_Comm_free(&pair);
	if (rank == 0)
		puts("threads: ok");
	MPI_Finalize();
	return 0;
}
