/* Who runs in which quantum: asked for at its beginning, done when the answer comes, at times of the monotonic clock. */
#ifndef RUNBENCH_SCHEDULE_QUANTA_H
#define RUNBENCH_SCHEDULE_QUANTA_H

#include "gang.h"

struct quanta {
	const struct gang_settings *settings;
	struct gang **gang;
	unsigned    gangs;
	uint64_t    quantum_ns;  /* 0: not begun */
	uint64_t    number;      /* of the quantum that runs, or is asked for */
	uint64_t    due_ns;      /* when the next is to begin; while asked, when this one was */
	bool        asked;       /* an answer is awaited */
	bool        free_run;    /* nobody is stopped any more */
};

void quanta_begin(struct quanta *q, uint64_t quantum_ns);

/* words: NUMBER and PROGRAM:CPU,CPU:FROM:TO of each that runs, from and to in millionths of the quantum. False: they make no sense. */
bool quanta_answer(struct quanta *q, char **words, size_t count);

/* What is due now; the next time at which something is. */
uint64_t quanta_on_time(struct quanta *q, uint64_t now);

/* A program has ended: what is left of its quantum goes to another. */
void quanta_ended(struct quanta *q, bool ran);

/* Everybody goes on, wherever they like; there are no more quanta. */
void quanta_end(struct quanta *q);

/* All stop, this process with them, until it is continued. */
void quanta_pause(struct quanta *q);

struct gang *quanta_find(const struct quanta *q, unsigned number);

#endif
