/* The consumer that times the cuts of a signature: it counts a thread's sends and collectives and keeps the records at
 * the cuts. */
#include "signature.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "content.h"
#include "gather.h"
#include "metadata.h"
#include "trace_file.h"

#define PLAN "RB_SIGNATURE"
#define GO   "RB_SIGNATURE_GO"
#define LOOK_NS  2000000

struct cut_timer {
	struct rb_thread *thread;
	struct signature_plan plan;
	const struct signature_cut *next;
	struct container_map file;
	struct content content;
};

static const char *plan;
static int plan_errno;

/* Advances to the next cut and sets the calls that are timed until then. A cut that is found by content may come at any
 * call. */
static void advance(struct cut_timer *m)
{
	m->thread->clock_from = m->next->clocked || m->next[1].sought ? 0 : m->next[1].number;
	m->thread->at_stop = m->next->number == m->plan.stop;
	m->thread->at_pause = m->next->pause;
	if (m->next->pause)
		m->thread->clock_from = SIGNATURE_NEVER;
	m->next++;
	if (m->next->number == SIGNATURE_NEVER)
		cpu_use_read(&rb_process.cpu_at_end);
}

static int create_cuts_file(struct cut_timer *m, bool first, char *path, size_t path_bytes)
{
	struct text json = { .survives = true };
	int failure;

	failure = gather_cuts_file(first, path, path_bytes);
	if (failure)
		return failure;
	metadata_header(&json, "runbench signature cuts", m->thread);
	failure = cuts_file_create(&m->file, path, (uint32_t)rb_process.rank, (uint32_t)rb_process.ranks,
				   json.failed ? "{}" : text_string(&json));
	text_free(&json);
	return failure;
}

static int begin(struct rb_thread *thread, void **state, char *what, size_t what_bytes)
{
	struct cut_timer *m = calloc(1, sizeof *m);
	int failure;

	snprintf(what, what_bytes, "its state");
	if (!m)
		return ENOMEM;
	m->thread = thread;
	failure = plan ? signature_plan_read(&m->plan, plan, rb_process.rank, thread->number, what, what_bytes)
		: plan_errno;
	if (!plan)
		snprintf(what, what_bytes, "the plan %s", metadata_environment(PLAN));
	if (!failure && thread->number) {
		snprintf(what, what_bytes, "a signature supports one thread per rank that calls MPI; this is an additional one");
		failure = ENOTSUP;
		signature_report_thread();
	}
	if (!failure) /* also if the run does not match the plan: the header records the difference */
		failure = create_cuts_file(m, true, what, what_bytes);
	if (failure) {
		signature_plan_free(&m->plan);
		free(m);
		return failure;
	}
	rb_process.signature_fits = m->plan.listed && m->plan.ranks == rb_process.ranks;
	rb_process.signature_stops = m->plan.stops;
	m->next = m->plan.cuts;
	thread->clock_from = m->next ? m->next->number : SIGNATURE_NEVER;
	*state = m;
	return 0;
}

static void write_cut(struct cut_timer *m, const struct rb_mpi_record *event)
{
	struct rb_mpi_record cut = *event;

	cut.number = m->next->number;
	cut.bytes = content_hash(&m->content);
	if (cut.t0_ns) /* a landmark may reveal the cut too late for a clock read */
		container_map_append(&m->file, &cut);
	advance(m);
}

/* Sets the number of the current event. A cut with this number is still ahead. */
static void set_event_number(struct cut_timer *m, uint32_t number)
{
	bool clocked;

	m->thread->events = number;
	m->thread->at_stop = number > m->plan.stop;
	m->next = m->plan.cuts;
	while (m->next->number < number)
		m->next++;
	m->thread->at_pause = m->next > m->plan.cuts ? m->next[-1].pause : 0;
	clocked = m->next > m->plan.cuts && m->next[-1].clocked;
	m->thread->clock_from = clocked || m->next->sought ? 0 : m->next->number;
}

static bool is_numbered_event(const struct rb_mpi_record *r)
{
	return r->kind == RB_MPI_SEND || r->kind == RB_MPI_COLL_START
		|| (r->kind == RB_MPI_COLL && !(r->flags & RB_MPI_F_NONBLOCKING));
}

static void event(void *state, const void *event, const struct rb_mpi_counts *counts)
{
	struct cut_timer *m = state;
	const struct rb_mpi_record *r = event;
	uint32_t landmark;

	(void)counts;
	if (__builtin_expect(r->kind >= RB_MPI_COMM, 0)) {
		if (r->kind == RB_MPI_COMM) {
			content_communicator(&m->content, event);
			return;
		}
		container_map_append(&m->file, event);
		if (r->kind == RB_MPI_INIT && m->next && m->next->number == 0)
			advance(m);
		return;
	}
	if (!is_numbered_event(r))
		return;
	content_add(&m->content, r);
	if (!m->next)
		return;
	landmark = signature_landmark(&m->plan, content_hash(&m->content));
	if (__builtin_expect(landmark && landmark != r->number, 0))
		set_event_number(m, landmark);
	if (m->next->sought ? landmark == m->next->number || content_hash(&m->content) == m->next->content
			    : (landmark ? landmark : r->number) == m->next->number) {
		m->thread->events = m->next->number;
		write_cut(m, r);
	}
}

/* Writes a cut that the location had reached when it received the plan, with the current time. */
static void write_reached_cut(struct cut_timer *m, const struct signature_cut *cut)
{
	uint64_t now = rb_now();
	struct rb_mpi_record here = { .kind = RB_MPI_SEND, .peer = -1, .number = cut->number,
		.bytes = content_hash(&m->content), .t0_ns = now,
				      .t1_ns = now, .compute_ns = m->thread->compute, .mpi_ns = m->thread->mpi };

	container_map_append(&m->file, &here);
	m->next = cut;
	advance(m);
}

int signature_resume(struct rb_thread *thread, const char *text, char *what, size_t what_bytes)
{
	struct cut_timer *m = thread->consumer_states[RB_CONSUMER_SIGNATURE];
	struct signature_plan after = { 0 };
	uint64_t now = rb_now();
	struct rb_mpi_record init = { .kind = RB_MPI_INIT, .peer = -1, .t0_ns = now, .t1_ns = now };
	int failure = signature_plan_read(&after, text, rb_process.rank, thread->number, what, what_bytes);
	const struct signature_cut *cut;

	if (failure)
		return failure;
	signature_plan_free(&m->plan);
	m->plan = after;
	container_map_abandon(&m->file);
	failure = create_cuts_file(m, false, what, what_bytes);
	if (failure)
		return failure;
	container_map_append(&m->file, &init);
	rb_restart_compute(thread);
	cpu_use_read(&rb_process.cpu_at_begin);
	thread->at_pause = 0;
	for (cut = m->plan.cuts; cut->number < thread->events; cut++)
		;
	m->next = cut;
	thread->at_stop = m->plan.stop != SIGNATURE_NEVER && thread->events >= m->plan.stop;
	if (cut->number != SIGNATURE_NEVER && cut > m->plan.cuts && cut[-1].clocked)
		thread->clock_from = 0;
	else
		thread->clock_from = cut->number;
	if (cut->number == thread->events)
		write_reached_cut(m, cut);
	return 0;
}

static void end(const struct rb_thread *thread, void *state, bool complete)
{
	struct cut_timer *m = state;
	struct text json = { .survives = true };

	if (m->file.error)
		fprintf(stderr, "runbench: rank %d: some cuts could not be written: %s\n", rb_process.rank,
			strerror(m->file.error));
	if (complete) {
		metadata_trailer(&json, thread, m->file.records);
		trace_file_end(&m->file, rb_now(), json.failed ? "{}" : text_string(&json));
		text_free(&json);
	} else {
		container_map_abandon(&m->file);
	}
	signature_plan_free(&m->plan);
	content_free(&m->content);
	free(m);
}

void signature_prepare(void)
{
	static const struct rb_consumer consumer = { .begin = begin, .event = event, .end = end };

	if (!*metadata_environment(PLAN))
		return;
	rb_process.counting = 1;
	plan = gather_read_plan(metadata_environment(PLAN));
	plan_errno = errno;
	rb_set_consumer(RB_CONSUMER_WRITE, NULL);
	rb_set_consumer(RB_CONSUMER_SIGNATURE, &consumer);
}

/* Ends a run that does not match the plan. The files stay; their headers describe the run. */
static void end_mismatch(const char *why, bool begun)
{
	if (rb_process.rank == 0)
		fprintf(stderr, "runbench: %s: the run ends\n", why);
	if (begun) {
		rb_threads_end(rb_now(), 1);
		gather_cuts();
	}
	signature_end_process();
}

/* Only the root checks the file: a network file system may show it to other hosts a minute later. */
static void wait_for_go(void)
{
	MPI_Request all;
	int done = 0;

	if (gather_is_root())
		signature_wait_for_keeper(metadata_environment(GO));
	PMPI_Ibarrier(MPI_COMM_WORLD, &all);
	while (PMPI_Test(&all, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && !done)
		nanosleep(&(struct timespec){ .tv_nsec = LOOK_NS }, NULL);
}

void signature_begin(bool failed)
{
	int mine = failed ? 0 : rb_process.signature_fits ? 2 : 1, all = mine;

	PMPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
	if (all == 0)
		end_mismatch("at least one rank could not begin the signature", !failed);
	if (all == 1)
		end_mismatch("this run and the signature differ in their number of ranks", true);
	gather_cuts();
	signature_detect_keeper();
	wait_for_go();
	if (rb_process.signature_stops)
		PMPI_Comm_dup(MPI_COMM_WORLD, &rb_process.meeting);
	PMPI_Barrier(MPI_COMM_WORLD);
}
