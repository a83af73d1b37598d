/* What events of a simulated PMU answer: counts of other things, which a test can bring about in any number. */
#ifndef RUNBENCH_SIMULATED_ANSWERS_H
#define RUNBENCH_SIMULATED_ANSWERS_H

#include <linux/perf_event.h>
#include <stdint.h>
#include <sys/types.h>

#define RAW_EVENT (1ull << 62) /* and its code; other events are known by type << 24 | config */

/* text: EVENT:TYPE:CONFIG. In turns, or all the time? Returns -1 where it cannot be understood. */
int answers_add(const char *text, int raw, int in_turns);

/*
 * Puts what counts in place of an event into attr, where that was said. A process that has opened more different events than
 * there are counters has them take turns.
 */
void answers_put(struct perf_event_attr *attr, uint64_t event, pid_t process, int counters);

#endif
