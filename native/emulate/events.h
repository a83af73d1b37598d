/* What the emulated machine counts, and in which order a recording holds it. */
#ifndef RUNBENCH_EMULATE_EVENTS_H
#define RUNBENCH_EMULATE_EVENTS_H

#include "segment.h"

#include <stdbool.h>

struct emulated_event {
	const char *name, *unit;
};

extern const struct emulated_event emulated_events[COUNTS];

/* Whether a recording speaks of it: always of the references, of a model's events where that was asked for. */
bool event_recorded(const struct model_shapes *m, unsigned event);

/* The recorded ones, in order; returns how many. */
unsigned events_recorded(const struct model_shapes *m, unsigned list[COUNTS]);

#endif
