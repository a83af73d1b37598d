/*
 * The stop of a signature. Each rank ends behind its last event of a consistent cut, and no rank needs what others do behind theirs -
 * but for one thing: a message that was sent before the cut may be received behind it, and a sender of a large one waits until it is. So
 * who has come to the stop receives whatever arrives, on all communicators that it knows, into memory that nobody reads, until
 * everybody has come. A rank does not end right at its cut, but where it would next communicate or wait: until then it goes on as the
 * program would, and disturbs those that are still measured no more than that.
 */
#include "signature.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "home.h"
#include "state.h"

#define EAGER_ROUNDS 200     /* without anything to do, before it sleeps */
#define ROUND_NS     100000
#define QUIET_ROUNDS 20      /* asleep: what was on its way has arrived by then */
#define LAST_ROUNDS  10000   /* asleep: then a message that does not end must not keep the rank from ending */
#define CHUNK        (1 << 20)

struct taken {
	MPI_Request request;
	void *block;
};

static struct taken *taken;
static size_t taken_count, taken_slots;

static _Noreturn void no_memory(MPI_Count bytes)
{
	fprintf(stderr, "runbench: rank %d: no memory to receive a message of %lld bytes at the stop of the signature\n",
		rb_process.rank, (long long)bytes);
	PMPI_Abort(MPI_COMM_WORLD, 1);
	_exit(1);
}

static void receive(MPI_Message message, MPI_Count bytes)
{
	MPI_Datatype type = MPI_BYTE;
	int count = (int)bytes;

	if (taken_count == taken_slots) {
		size_t slots = taken_slots ? taken_slots * 2 : 16;
		void *grown = realloc(taken, slots * sizeof *taken);

		if (!grown)
			no_memory(bytes);
		taken = grown;
		taken_slots = slots;
	}
	void *block = malloc(((size_t)bytes / CHUNK + 1) * CHUNK);
	if (!block)
		no_memory(bytes);
	if (bytes > INT_MAX) {
		PMPI_Type_contiguous(CHUNK, MPI_BYTE, &type);
		PMPI_Type_commit(&type);
		count = (int)(bytes / CHUNK + 1);
	}
	taken[taken_count].block = block;
	PMPI_Imrecv(block, count, type, &message, &taken[taken_count].request);
	taken_count++;
}

/* Whether anything came or moved. */
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
			receive(message, bytes > 0 ? bytes : 0);
			moved = true;
		}
	}
	for (size_t i = 0; i < taken_count; i++) {
		int done = 0;
		PMPI_Test(&taken[i].request, &done, MPI_STATUS_IGNORE);
		if (done)
			free(taken[i].block);
		else
			taken[left++] = taken[i];
		moved |= done;
	}
	taken_count = left;
	return moved;
}

/* Ranks that have stopped leave the processors to those that are still measured. */
static void pause_after(unsigned idle_rounds)
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
			pause_after(idle);
	}
}

static void drain_until_quiet(void)
{
	for (unsigned quiet = 0, rounds = 0; quiet < QUIET_ROUNDS && rounds < LAST_ROUNDS; rounds++) {
		quiet = drain() || taken_count ? 0 : quiet + 1;
		pause_after(EAGER_ROUNDS);
	}
}

void signature_meet(void)
{
	if (!rb_process.signature_stops)
		return;
	wait_for_all();
	/* From here on nobody sends any more; what is under way arrives, so that no sender's MPI_Finalize waits for it. */
	drain_until_quiet();
	wait_for_all();
	drain_until_quiet();
}

/* Of requests that the program would have ended behind the stop, MPI may complain: nobody is to read that. */
static void be_silent(void)
{
	int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);

	if (nowhere >= 0) {
		dup2(nowhere, STDOUT_FILENO);
		dup2(nowhere, STDERR_FILENO);
	}
}

void signature_stop(void)
{
	void (*flush_fortran)(const int *unit) = (void (*)(const int *))dlsym(RTLD_DEFAULT, "_gfortran_flush_i4");

	signature_meet();
	home_bring();
	if (flush_fortran)
		flush_fortran(NULL);
	fflush(NULL);
	be_silent();
	PMPI_Finalize();
	_exit(0);
}
