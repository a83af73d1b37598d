/*
 * Signature mode: RB_SIGNATURE names a plan, and instead of a trace each location writes when it passed the cuts that the plan
 * wants, into rank-00000.cuts: the records of the trace at those places, and no others.
 *
 *   runbench signature plan 2
 *   ranks 4
 *   0 0 +12 20 +32 44!
 *   1 0 +12 21 +33 45!
 *
 * One line a location: rank, thread, and its cuts, each the number of a send or collective, ascending; 0 is the exit of MPI_Init.
 * Behind a "+" clocks are read at each call until the next cut, so that time can be told apart into compute and MPI. Behind the "!"
 * the location ends, as soon as all others have come to theirs (stop.c); without it the program runs on.
 *
 *   0 0 +12 20 +32 ?96:7f00ac12 +102 120!
 *
 * "?96:7f00ac12" ("?96:7f00ac12+": clocked): how many events lie between the cut before it and this one hangs on time, and differs
 * between runs. Events are not counted there; the first one at which the content of the latest events (content.h) has that hash is
 * number 96, and from there on they are. Each record written holds, in place of bytes, the content at its cut: what is to be compared
 * with the trace's.
 *
 *   landmarks 0 0 40:11d8730c 90:9b01
 *
 * Further lines: contents that a location's events had once in the whole trace. Whatever number was counted up to where one is seen, it is
 * this; cuts behind it that were passed before are passed again.
 *
 *   0 0 20=1
 *
 * Behind a cut "=1" the location pauses, where it would next communicate or wait (pause.c): it makes the file PLAN.paused-1-RANK,
 * and waits for the plan PLAN.resume-1. With that it begins anew: another file of cuts, whose MPI_Init is now. Where PLAN.keeper links to
 * the program of a process, the ranks end when that process does (keeper.c).
 */
#ifndef RUNBENCH_SIGNATURE_H
#define RUNBENCH_SIGNATURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SIGNATURE_NEVER UINT32_MAX

struct rb_thread;

struct signature_cut {
	uint32_t number;
	bool     clocked; /* up to the next */
	bool     sought;  /* not by its number, by content */
	uint32_t pause;   /* number of the pause behind it; 0: none */
	uint64_t content;
};

/* The part of a plan that is about one location. */
struct signature_plan {
	int      ranks;
	bool     listed;             /* the plan has this location */
	bool     stops;              /* some location does, or pauses: then all meet before they end */
	uint32_t stop;               /* SIGNATURE_NEVER: it runs on */
	size_t   count;
	struct signature_cut *cuts;  /* cuts[count].number is SIGNATURE_NEVER */
	struct signature_landmark { uint64_t content; uint32_t number; } *landmarks; /* by content, open addressing; number 0: none */
	size_t   landmark_slots;     /* a power of 2, or 0 */
};

/* 0, or an errno with what is wrong; then nothing is to be freed. */
int  signature_plan_read(struct signature_plan *plan, const char *text, int rank, int thread, char *what, size_t what_bytes);
void signature_plan_free(struct signature_plan *plan);
/* Its number; 0: none. */
uint32_t signature_landmark(const struct signature_plan *plan, uint64_t content);

/* Before MPI_Init returns to the program: registers the consumer when RB_SIGNATURE is set. */
void signature_prepare(void);
/* Behind it, on all ranks; failed: this one could not begin. Waits for the file RB_SIGNATURE_GO, if that is set, and does not return
 * when the run is none of the plan's. */
void signature_begin(bool failed);
/* All ranks are to come here, at their stops or in MPI_Finalize: waits for them, and receives what others still send. */
void signature_meet(void);
/* In MPI_Init: whether somebody looks after the run whose end can be seen from here. */
void signature_meet_keeper(void);
/* Nobody does any more: false where that cannot be told. */
bool signature_keeper_ended(void);
/* It compares what the headers say, and then makes this file: not while anything is measured. */
void signature_wait_for_keeper(const char *path);
/* One more thread of this rank calls MPI: it is told by a file. Where its folder is another one, only the trailer says it. */
void signature_tell_of_thread(void);
/* This location's pause, behind a cut: waits for the plan that it goes on with, makes MPI progress meanwhile, and hands that over. */
void signature_pause(struct rb_thread *thread);
/* The consumer goes on with a plan that it frees, in a new file. An errno: what cannot be made. */
int  signature_resume(struct rb_thread *thread, const char *text, char *what, size_t what_bytes);
/* This location's stop: meets, ends MPI and the process, with status 0. */
void signature_stop(void) __attribute__((noreturn));

#endif
