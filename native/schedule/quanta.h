/* The quanta: at the start of each one the helper requests the selection of programs, and applies the answer. */
#ifndef RUNBENCH_SCHEDULE_QUANTA_H
#define RUNBENCH_SCHEDULE_QUANTA_H

#include "gang.h"

struct quanta {
	const struct gang_settings *settings;
	struct gang **gang;
	unsigned    gangs;
	uint64_t    quantum_ns;  /* 0: not started */
	uint64_t    number;      /* of the current or requested quantum */
	uint64_t    due_ns;      /* start of the next quantum, CLOCK_MONOTONIC; while requested, of this one */
	bool        requested;   /* the answer is awaited */
	bool        free_run;    /* programs are no longer stopped */
};

/* Starts the quanta with the first request. */
void quanta_begin(struct quanta *q, uint64_t quantum_ns);

/*
 * Applies an answer. words: NUMBER, and PROGRAM:CPU,CPU:FROM:TO for each selected program, from and to in millionths of the
 * quantum. Returns false if the words are invalid.
 */
bool quanta_answer(struct quanta *q, char **words, size_t count);

/* Performs due actions. Returns the time of the next one, UINT64_MAX if there is none. */
uint64_t quanta_on_time(struct quanta *q, uint64_t now);

/* Ends the quantum early after the end of a program; ran: the program was selected. */
void quanta_ended(struct quanta *q, bool ran);

/* Ends the quanta: all programs continue on all CPUs. */
void quanta_end(struct quanta *q);

/* Stops all programs and this process, until it is continued. */
void quanta_pause(struct quanta *q);

/* Returns the running program with this number, NULL if there is none. */
struct gang *quanta_find(const struct quanta *q, unsigned number);

#endif
