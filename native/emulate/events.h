/* The events of the emulated machine, in the order of a recording. */
#ifndef RUNBENCH_EMULATE_EVENTS_H
#define RUNBENCH_EMULATE_EVENTS_H

#include "segment.h"

#include <stdbool.h>

struct emulated_event {
	const char *name, *unit;
};

extern const struct emulated_event emulated_events[COUNTS];

/* Returns whether an event is recorded: references always, a model's events if the model was requested. */
bool event_recorded(const struct model_shapes *m, unsigned event);

/* Lists the recorded events in order and returns their number. */
unsigned events_recorded(const struct model_shapes *m, unsigned list[COUNTS]);

#endif
