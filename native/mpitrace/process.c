/* Begin and end of the trace. */
#include "state.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gather.h"
#include "metadata.h"
#include "signature.h"

struct rb_process rb_process = {
	.consumers[RB_CONSUMER_WRITE] = &rb_trace_writer,
	.threads = { .lock = PTHREAD_MUTEX_INITIALIZER, .untraced.depth = 1 },
	.comms = { .lock = PTHREAD_MUTEX_INITIALIZER, .local_names = 1 },
	.requests = { .lock = PTHREAD_MUTEX_INITIALIZER },
	.files = { .lock = PTHREAD_MUTEX_INITIALIZER },
};

static void after_fork_in_child(void)
{
	rb_process.active = 0;
}

/* Ends the trace of a program that did not call MPI_Finalize: the files stay readable and sealed. */
static void at_exit(void)
{
	if (rb_process.active && getpid() == rb_process.pid)
		rb_finish(1);
}

/* Returns whether the process was spawned: its files would overwrite those of its parents' world. */
static int was_spawned(void)
{
	MPI_Comm parent = MPI_COMM_NULL;

	PMPI_Comm_get_parent(&parent);
	return parent != MPI_COMM_NULL;
}

static void report_untraced(const char *what, const char *why)
{
	fprintf(stderr, "runbench: rank %d is not traced: %s: %s\n", rb_process.rank, what, why);
}

/* Returns whether the loaded MPI library is the one this library was built for. Handles are addresses in Open MPI and
 * numbers in MPICH and its derivatives. The other library's handles would be misinterpreted, and addresses truncated,
 * so that the program could not continue. */
static int is_of_this_mpi(void)
{
	char version[MPI_MAX_LIBRARY_VERSION_STRING * 4] = "";
	int n = 0, open;

	PMPI_Get_library_version(version, &n);
	open = strstr(version, "Open MPI") != NULL;
#ifdef OPEN_MPI
	if (!open)
		fprintf(stderr, "runbench: not traced: the program uses \"%.60s\", not Open MPI; use --mpi mpich\n", version);
	return open;
#else
	if (open) {
		fprintf(stderr, "runbench: the program uses \"%.60s\", not MPICH; use --mpi openmpi\n", version);
		_exit(1);
	}
	return 1;
#endif
}

/* A process records one trace: its files hold one period from MPI_Init to MPI_Finalize. */
static int is_wanted(void)
{
	rb_process.users++;
	if (!*metadata_environment("RB_MPITRACE_DIR") || rb_process.active)
		return 0;
	if (rb_process.ended) {
		if (rb_process.rank == 0 && rb_process.ended++ == 1)
			fprintf(stderr, "runbench: MPI was initialised again after it was finalised: later calls are not traced\n");
		return 0;
	}
	return is_of_this_mpi();
}

/* world: the group of all ranks, whose ranks events name; op: the call that initialised MPI. */
static void begin(uint64_t init_t0, MPI_Group world, int provided, enum rb_mpi_op op)
{
	struct rb_thread *t = &rb_process.threads.main;
	char what[4096] = "communicators";
	uint64_t begin_t = rb_now();
	int failure;

	rb_process.pid = getpid();
	rb_process.comms.world = world;
	PMPI_Group_rank(world, &rb_process.rank);
	PMPI_Group_size(world, &rb_process.ranks);
	rb_process.multiple = provided == MPI_THREAD_MULTIPLE;
	rb_process.cpu_clock = strcmp(metadata_environment("RB_MPITRACE_CPU_CLOCK"), "0") != 0;
	failure = rb_comms_prepare() == MPI_SUCCESS && rb_windows_prepare() == MPI_SUCCESS ? 0 : ENOMEM;
	if (!failure) {
		failure = rb_threads_prepare();
		if (!failure)
			failure = rb_thread_begin(t, what, sizeof what);
		if (failure)
			rb_comms_abandon();
	}
	if (failure)
		report_untraced(what, strerror(failure));
	if (rb_process.counting)
		signature_begin(failure != 0);
	if (failure)
		return;
	t->depth = 1;
	pthread_atfork(NULL, NULL, after_fork_in_child);
	atexit(at_exit);
	if (op == RB_OP_MPI_Init)
		rb_comm_of(t, MPI_COMM_WORLD);
	struct rb_mpi_record r = { .kind = RB_MPI_INIT, .op = (uint8_t)op, .peer = -1, .t0_ns = init_t0,
		.t1_ns = rb_now() };
	rb_process.begin_ns = r.t1_ns - begin_t;
	rb_append(t, &r);
	if (rb_process.counting)
		rb_restart_compute(t);
	t->depth = 0;
	cpu_use_read(&rb_process.cpu_at_begin);
	rb_process.active = 1;
}

void rb_begin(uint64_t init_t0)
{
	MPI_Group world;
	int provided = 0;

	if (!is_wanted() || was_spawned())
		return;
	signature_prepare();
	PMPI_Query_thread(&provided);
	PMPI_Comm_group(MPI_COMM_WORLD, &world);
	begin(init_t0, world, provided, RB_OP_MPI_Init);
}

#if MPI_VERSION >= 4
/* Returns the thread level of a session, which its info contains as a word. */
static int level_of(MPI_Session session)
{
	char value[MPI_MAX_INFO_VAL] = "";
	int n = sizeof value, found = 0;
	MPI_Info info;

	if (PMPI_Session_get_info(session, &info) == MPI_SUCCESS) {
		PMPI_Info_get_string(info, "thread_level", &n, value, &found);
		PMPI_Info_free(&info);
	}
	return found && strcmp(value, "MPI_THREAD_MULTIPLE") != 0 ? MPI_THREAD_SERIALIZED : MPI_THREAD_MULTIPLE;
}

void rb_begin_session(uint64_t init_t0, MPI_Session session)
{
	MPI_Group world;

	if (!is_wanted())
		return;
	if (*metadata_environment("RB_SIGNATURE")) {
		report_untraced("MPI_Session_init", "a signature ends its ranks on MPI_COMM_WORLD, which sessions do not have");
		return;
	}
	if (PMPI_Group_from_session_pset(session, "mpi://WORLD", &world) != MPI_SUCCESS) {
		report_untraced("MPI_Session_init", "this MPI has no process set mpi://WORLD");
		return;
	}
	begin(init_t0, world, level_of(session), RB_OP_MPI_Session_init);
}
#endif

void rb_end_use(void)
{
	if (--rb_process.users == 0)
		rb_finish(0);
}

void rb_finish(int aborted)
{
	struct rb_call call;

	if (!rb_enter(&call, aborted ? RB_OP_MPI_Abort : RB_OP_MPI_Finalize, NULL))
		return;
	rb_process.active = 0;
	rb_process.ended = 1;
	rb_threads_end(call.t0, aborted);
	if (rb_process.counting && !aborted) {
		signature_wait_for_all_ranks();
		gather_cuts();
	}
	if (!aborted)
		PMPI_Group_free(&rb_process.comms.world);
	call.thread->depth = 0;
}

void rb_end_at_stop(void)
{
	rb_process.active = 0;
	rb_threads_end(rb_now(), 0);
	signature_stop();
}
