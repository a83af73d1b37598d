/* The stop of a signature. Each rank ends after its last event before a consistent cut, and no rank needs the events of
 * others after their cut, with one exception: a message sent before the cut may be received after it, and the sender of
 * a large one waits for that. A rank at its stop therefore receives all arriving messages, on all communicators it has
 * seen, into scratch memory, until all ranks have arrived. A rank stops where it would next communicate or wait, not
 * directly at its cut: until then it runs as the program would and disturbs ranks that are still measured no more than
 * that. */
#include "signature.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "gather.h"
#include "state.h"

#define EAGER_ROUNDS 200 /* idle rounds before it sleeps */
#define ROUND_NS     100000
#define QUIET_ROUNDS 20  /* sleeping rounds without a message, after which all messages in transit have arrived */
/* maximum sleeping rounds, so that an endless message does not keep the rank from ending */
#define MAX_ROUNDS  10000
#define CHUNK        (1 << 20)

struct received {
	MPI_Request request;
	void *block;
};

static struct received *received;
static size_t received_count, received_slots;

static _Noreturn void no_memory(MPI_Count bytes)
{
	fprintf(stderr, "runbench: rank %d: no memory to receive a message of %lld bytes at the stop of the signature\n",
		rb_process.rank, (long long)bytes);
	PMPI_Abort(MPI_COMM_WORLD, 1);
	_exit(1);
}

static void receive_message(MPI_Message message, MPI_Count bytes)
{
	MPI_Datatype type = MPI_BYTE;
	int count = (int)bytes;

	if (received_count == received_slots) {
		size_t slots = received_slots ? received_slots * 2 : 16;
		void *grown = realloc(received, slots * sizeof *received);

		if (!grown)
			no_memory(bytes);
		received = grown;
		received_slots = slots;
	}
	void *block = malloc(((size_t)bytes / CHUNK + 1) * CHUNK);
	if (!block)
		no_memory(bytes);
	if (bytes > INT_MAX) {
		PMPI_Type_contiguous(CHUNK, MPI_BYTE, &type);
		PMPI_Type_commit(&type);
		count = (int)(bytes / CHUNK + 1);
	}
	received[received_count].block = block;
	PMPI_Imrecv(block, count, type, &message, &received[received_count].request);
	received_count++;
}

/* Receives and completes messages. Returns whether there was progress. */
static bool drain(void)
{
	size_t left = 0;
	bool moved = false;

	for (size_t i = 0; i < rb_process.comms.handle_count; i++) {
		MPI_Message message;
		MPI_Status status;
		MPI_Count bytes = 0;
		int found = 0;
		PMPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, rb_process.comms.handles[i], &found, &message, &status);
		if (found) {
			PMPI_Get_elements_x(&status, MPI_BYTE, &bytes);
			receive_message(message, bytes > 0 ? bytes : 0);
			moved = true;
		}
	}
	for (size_t i = 0; i < received_count; i++) {
		int done = 0;
		PMPI_Test(&received[i].request, &done, MPI_STATUS_IGNORE);
		if (done)
			free(received[i].block);
		else
			received[left++] = received[i];
		moved |= done;
	}
	received_count = left;
	return moved;
}

/* Yields or sleeps: stopped ranks leave the processors to those that are still measured. */
static void back_off(unsigned idle_rounds)
{
	if (idle_rounds < EAGER_ROUNDS)
		sched_yield();
	else
		nanosleep(&(struct timespec){ .tv_nsec = ROUND_NS }, NULL);
}

static void wait_for_all(void)
{
	MPI_Request barrier;
	int all = 0;

	PMPI_Ibarrier(rb_process.meeting, &barrier);
	for (unsigned idle = 0; !all; idle++) {
		if (drain())
			idle = 0;
		PMPI_Test(&barrier, &all, MPI_STATUS_IGNORE);
		if (!all)
			back_off(idle);
	}
}

static void drain_until_quiet(void)
{
	for (unsigned quiet = 0, rounds = 0; quiet < QUIET_ROUNDS && rounds < MAX_ROUNDS; rounds++) {
		quiet = drain() || received_count ? 0 : quiet + 1;
		back_off(EAGER_ROUNDS);
	}
}

void signature_wait_for_all_ranks(void)
{
	if (!rb_process.signature_stops)
		return;
	wait_for_all();
	/* No rank sends any more; messages in transit arrive, so that no sender's MPI_Finalize waits. */
	drain_until_quiet();
	wait_for_all();
	drain_until_quiet();
}

/* Redirects the output: MPI may report requests that the program would have completed after the stop. */
static void silence_output(void)
{
	int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);

	if (nowhere >= 0) {
		dup2(nowhere, STDOUT_FILENO);
		dup2(nowhere, STDERR_FILENO);
	}
}

void signature_end_process(void)
{
	PMPI_Finalize();
	rb_process.active = 0;
#if defined MPICH_NUMVERSION && MPICH_NUMVERSION >= 40100000
	exit(0);
#else
	_exit(0);
#endif
}

void signature_stop(void)
{
	void (*flush_fortran)(const int *unit) = (void (*)(const int *))dlsym(RTLD_DEFAULT, "_gfortran_flush_i4");

	signature_wait_for_all_ranks();
	gather_cuts();
	if (flush_fortran)
		flush_fortran(NULL);
	fflush(NULL);
	silence_output();
	signature_end_process();
}
