/* The replacements of events of a simulated PMU: other events, which a test can cause in any number. */
#ifndef RUNBENCH_SIMULATED_ANSWERS_H
#define RUNBENCH_SIMULATED_ANSWERS_H

#include <linux/perf_event.h>
#include <stdint.h>
#include <sys/types.h>

#define RAW_EVENT (1ull << 62) /* flag of a raw event's code; other events are identified by type << 24 | config */

/* Parses EVENT:TYPE:CONFIG, for multiplexed events or for all. Returns 0, or -1 if it is invalid. */
int answers_add(const char *text, int raw, int in_turns);

/* Returns whether an event has a replacement. */
int answers_have(uint64_t event);

/*
 * Sets the replacement of an event in attr, if there is one. The events of a process that has opened more different events than
 * there are counters are multiplexed.
 */
void answers_put(struct perf_event_attr *attr, uint64_t event, pid_t process, int counters);

#endif
