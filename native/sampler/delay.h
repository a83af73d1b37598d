/* The time for which a program or an attached object runs before its counters are opened. */
#ifndef RUNBENCH_DELAY_H
#define RUNBENCH_DELAY_H

#include "supervision.h"

/*
 * Starts the program, if there is one, and waits until options->delay_ns after that. Counters are opened afterwards, as on a
 * running process: enabling counters that were opened before would miss a task that starts at that moment. *started_ns: set to
 * the start. Returns 0, or an exit code after reporting that the program could not be started or has ended.
 */
int delay_pass(struct supervision *v, uint64_t *started_ns);

#endif
