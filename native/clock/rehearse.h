/* Injected faults for tests and rehearsals: the reflector treats its replies as a bad network would. */
#ifndef RB_REHEARSE_H
#define RB_REHEARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum rb_fault { RB_NO_FAULT, RB_LOSS, RB_DUPLICATE, RB_STALE, RB_REORDER, RB_CORRUPT, RB_FAULTS };

struct rb_rehearsal {
	double share[RB_FAULTS];
	uint64_t random;
	uint64_t done[RB_FAULTS];
};

extern const char *const rb_fault_names[RB_FAULTS];

/* Parses "loss=0.1,duplicate=0.05,stale=0.02,reorder=0.02,corrupt=0.01,seed=7". Returns -1 with the reason in error. */
int rb_rehearsal_parse(struct rb_rehearsal *r, const char *text, char *error, size_t size);

/* Draws the fault of the next reply. */
enum rb_fault rb_rehearsal_draw(struct rb_rehearsal *r);

#endif
