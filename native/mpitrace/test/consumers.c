/* consumers ROUNDS: registers a counting consumer in the place of the signature's, and compares its counts with the
 * calls made and with the trace files. Every consumer must get every event of every thread once, in order.
 * consumers fail: the consumer cannot begin; no event is consumed, and the program continues.
 * It is linked with the recorder. Prints "consumers: ok" on rank 0. */
#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "state.h"

enum { KINDS = 16 };

struct counted {
	unsigned long kinds[KINDS];
	uint64_t last_t1;
	uint32_t number;       /* number of its last event */
	uint32_t comm, serial; /* of the last collective; serial: number of the next one on comm */
	int      tag;          /* tag of all messages of its thread */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned long begun, ended, complete_ends, backwards, wrong, kinds[KINDS];
static int failing, rank, rounds;

static void check(int good, const char *what)
{
	if (!good) {
		fprintf(stderr, "consumers: rank %d: %s\n", rank, what);
		exit(1);
	}
}

static int begin(struct rb_thread *thread, void **state, char *what, size_t what_bytes)
{
	struct counted *c;

	if (failing) {
		snprintf(what, what_bytes, "a consumer that fails");
		return EDOM;
	}
	*state = c = calloc(1, sizeof *c);
	if (!c)
		return ENOMEM;
	c->tag = thread->number + 1; /* identifies the thread: this rank's first or second */
	begun++; /* threads begin under a lock */
	return 0;
}

/* Returns whether an event is fully described: partner, kind, size, and number of the collective on its
 * communicator. */
static int is_described(struct counted *c, const struct rb_mpi_record *r)
{
	int counts = r->kind == RB_MPI_SEND || r->kind == RB_MPI_COLL_START
		     || (r->kind == RB_MPI_COLL && !(r->flags & RB_MPI_F_NONBLOCKING));

	if (r->kind != RB_MPI_SEND && r->kind != RB_MPI_RECV && r->kind != RB_MPI_COLL && r->kind != RB_MPI_COLL_START)
		return 1;
	if (r->number != c->number + (uint32_t)counts || r->t0_ns > r->t1_ns)
		return 0;
	c->number = r->number;
	if (r->kind == RB_MPI_SEND || r->kind == RB_MPI_RECV)
		return r->peer == rank && r->tag == c->tag && RB_MPI_SIZE(r->bytes) == sizeof(int);
	if (!counts)
		return 1;
	if (r->comm != c->comm)
		c->serial = r->post;
	c->comm = r->comm;
	return r->post == c->serial++;
}

static void event(void *state, const void *event, const struct rb_mpi_counts *counts)
{
	struct counted *c = state;
	const struct rb_mpi_record *r = event;

	c->kinds[r->kind % KINDS]++;
	c->kinds[RB_MPI_COUNTERS] += counts != NULL;
	if (r->kind == RB_MPI_SITE) /* has no time: it precedes the first event of its call site */
		return;
	if (r->t1_ns < c->last_t1 || failing || !is_described(c, r)) {
		pthread_mutex_lock(&lock);
		backwards += r->t1_ns < c->last_t1 || failing;
		wrong++;
		pthread_mutex_unlock(&lock);
	}
	c->last_t1 = r->t1_ns;
}

static void end(const struct rb_thread *thread, void *state, bool complete)
{
	struct counted *c = state;

	(void)thread;
	ended++;
	complete_ends += complete;
	for (int i = 0; i < KINDS; i++)
		kinds[i] += c->kinds[i];
	free(c);
}

/* Makes three messages and three collectives, one of which has two events. */
static void communicate(MPI_Comm comm, int tag)
{
	int out = 1, in, sum;
	MPI_Request r[2];

	for (int i = 0; i < rounds; i++) {
		MPI_Sendrecv(&out, 1, MPI_INT, 0, tag, &in, 1, MPI_INT, 0, tag, comm, MPI_STATUS_IGNORE);
		for (int n = 0; n < 2; n++) {
			MPI_Irecv(&in, 1, MPI_INT, 0, tag, comm, &r[0]);
			MPI_Isend(&out, 1, MPI_INT, 0, tag, comm, &r[1]);
			MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
		}
		MPI_Barrier(comm);
		MPI_Allreduce(&out, &sum, 1, MPI_INT, MPI_SUM, comm);
		MPI_Iallreduce(&out, &sum, 1, MPI_INT, MPI_SUM, comm, &r[0]);
		MPI_Wait(&r[0], MPI_STATUS_IGNORE);
	}
}

static void *run_second_thread(void *comm)
{
	communicate(*(MPI_Comm *)comm, 2);
	return NULL;
}

/* Adds up the records of this rank's files, without seals and end records. */
static void count_files(unsigned long *sums)
{
	const char *directory = getenv("RB_MPITRACE_DIR");
	char name[32], path[4096];
	DIR *d = opendir(directory);
	struct dirent *e;

	snprintf(name, sizeof name, "rank-%05d", rank);
	check(d != NULL, "no directory of traces");
	while ((e = readdir(d))) {
		struct rb_mpi_header h;
		struct rb_mpi_record r;
		FILE *f;
		if (strncmp(e->d_name, name, strlen(name)))
			continue;
		snprintf(path, sizeof path, "%s/%s", directory, e->d_name);
		f = fopen(path, "rb");
		check(f && fread(&h, sizeof h, 1, f) == 1 && !fseek(f, h.header_bytes, SEEK_SET), "a trace without a header");
		while (fread(&r, sizeof r, 1, f) == 1 && r.kind && r.kind != RB_MPI_END)
			sums[r.kind % KINDS] += r.kind != RB_MPI_SEAL;
		fclose(f);
	}
	closedir(d);
}

int main(int argc, char **argv)
{
	static const struct rb_consumer counting = { .begin = begin, .event = event, .end = end };
	unsigned long written[KINDS] = { 0 };
	int provided, threads = 1;
	MPI_Comm own;
	pthread_t thread;

	failing = argc > 1 && !strcmp(argv[1], "fail");
	rounds = failing ? 1 : argc > 1 ? atoi(argv[1]) : 3;
	rb_set_consumer(RB_CONSUMER_SIGNATURE, &counting);
	MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_dup(MPI_COMM_SELF, &own);
	communicate(MPI_COMM_SELF, 1);
	if (provided == MPI_THREAD_MULTIPLE) {
		threads = 2;
		check(!pthread_create(&thread, NULL, run_second_thread, &own), "no thread");
		pthread_join(thread, NULL);
	}
	MPI_Comm_free(&own);
	MPI_Finalize();

	if (failing) {
		check(!begun && !ended && !backwards, "a consumer that failed got something");
	} else {
		unsigned long n = (unsigned long)(rounds * threads);
		count_files(written);
		check(begun == (unsigned long)threads && ended == begun && complete_ends == begun,
			"not begun and ended once a thread");
		check(!backwards, "events out of order");
		check(!wrong, "events without their place, partner, size or number");
		check(kinds[RB_MPI_SEND] == 3 * n && kinds[RB_MPI_RECV] == 3 * n, "messages");
		check(kinds[RB_MPI_COLL] == 3 * n + 1 && kinds[RB_MPI_COLL_START] == n, "collectives");
		check(kinds[RB_MPI_INIT] == (unsigned long)threads && kinds[RB_MPI_FINALIZE] == (unsigned long)threads,
			"begin and end");
		check(!memcmp(kinds, written, sizeof kinds), "the trace writer got other events");
	}
	if (rank == 0)
		printf("consumers: ok\n");
	return 0;
}
