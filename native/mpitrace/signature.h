/* Signature mode: RB_SIGNATURE names a plan. Instead of a trace, each location writes the times at which it passed the
 * cuts of the plan to rank-00000.cuts: the records of the trace at those places, and no others.
 *
 *   runbench signature plan 2
 *   ranks 4
 *   0 0 +12 20 +32 44!
 *   1 0 +12 21 +33 45!
 *
 * A plan has one line per location: rank, thread, and its cuts. A cut is the number of a send or collective, ascending;
 * 0 is the exit of MPI_Init. After a "+" clocks are read at each call until the next cut, to separate compute time from
 * MPI time. At the "!" the location ends as soon as all others have reached theirs (stop.c); without it the program
 * runs on.
 *
 *   0 0 +12 20 +32 ?96:7f00ac12 +102 120!
 *
 * "?96:7f00ac12" ("?96:7f00ac12+": with clocks): the number of events between the previous cut and this one depends on
 * timing and differs between runs. Events are not counted there. The first event at which the hash of the latest events
 * (content.h) has this value is number 96, and counting continues from it. Each written record holds the hash at its
 * cut in place of bytes, for comparison with the trace.
 *
 *   landmarks 0 0 40:11d8730c 90:9b01
 *
 * Further lines list landmarks: hashes that occurred exactly once in a location's trace. At a landmark the location's
 * event number is set to the landmark's, whatever it was. Later cuts that were passed before are passed again.
 *
 *   0 0 20=1
 *
 * After a cut "=1" the location pauses where it would next communicate or wait (pause.c): it makes the file
 * PLAN.paused-1-RANK and waits for the plan PLAN.resume-1. With that plan it starts again: a new file of cuts, whose
 * MPI_Init is this moment. If PLAN.keeper links to the program of a process, the ranks end when that process ends
 * (keeper.c). */
#ifndef RUNBENCH_SIGNATURE_H
#define RUNBENCH_SIGNATURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SIGNATURE_NEVER UINT32_MAX

struct rb_thread;

struct signature_cut {
	uint32_t number;
	bool     clocked; /* clocks are read until the next cut */
	bool     sought;  /* found by its content, not by its number */
	uint32_t pause;   /* number of the pause after it; 0: none */
	uint64_t content;
};

/* The part of a plan for one location. */
struct signature_plan {
	int      ranks;
	bool     listed;            /* the plan contains this location */
	bool     stops;             /* some location stops or pauses: all ranks wait for one another before they end */
	uint32_t stop;              /* SIGNATURE_NEVER: it does not stop */
	size_t   count;
	struct signature_cut *cuts; /* cuts[count].number is SIGNATURE_NEVER */
	/* by content, open addressing; number 0: free */
	struct signature_landmark { uint64_t content; uint32_t number; } *landmarks;
	size_t   landmark_slots;    /* a power of 2, or 0 */
};

/* Parses the plan's text. Returns 0, or an errno with the reason; then nothing has to be freed. */
int  signature_plan_read(struct signature_plan *plan, const char *text, int rank, int thread, char *what,
	size_t what_bytes);
void signature_plan_free(struct signature_plan *plan);
/* Returns the landmark's number; 0: none. */
uint32_t signature_landmark(const struct signature_plan *plan, uint64_t content);

/* Registers the consumer if RB_SIGNATURE is set; before MPI_Init returns to the program. */
void signature_prepare(void);
/* Runs after signature_prepare on all ranks; failed: this rank could not begin. Waits for the file RB_SIGNATURE_GO if
 * the variable is set. Does not return if the run does not match the plan. */
void signature_begin(bool failed);
/* Waits for all ranks, at their stops or in MPI_Finalize, and receives the messages still in transit. */
void signature_wait_for_all_ranks(void);
/* In MPI_Init: determines whether the run has a keeper whose end is visible on this host. */
void signature_detect_keeper(void);
/* Returns whether the keeper has ended; false if that is unknown. */
bool signature_keeper_ended(void);
/* Waits until the keeper has compared the headers and made this file; not during a measurement. */
void signature_wait_for_keeper(const char *path);
/* Reports an additional thread of this rank that calls MPI, by a file. If the plan's folder is not visible here, only
 * the trailer reports it. */
void signature_report_thread(void);
/* Pauses this location after a cut: waits for the next plan, with MPI progress, and applies it. */
void signature_pause(struct rb_thread *thread);
/* Continues with a new plan and a new file. Returns 0, or an errno with the failed step. */
int  signature_resume(struct rb_thread *thread, const char *text, char *what, size_t what_bytes);
/* Stops this location: waits for all ranks, ends MPI and the process, with status 0. */
void signature_stop(void) __attribute__((noreturn));
/* Finalizes MPI and ends the process without the program's own exit handlers, which do not expect it here. MPICH 4.1 and
 * later leave the process manager in an exit handler, and the process manager kills all ranks if one has not left: there
 * the handlers run. */
void signature_end_process(void) __attribute__((noreturn));

#endif
