/* The High Precision Event Timer (IA-PC HPET specification 1.0a, section 2.3). */
#ifndef RB_HPET_H
#define RB_HPET_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An open timer block. The main counter may have 32 bits only, which last for 300 s at 14.3 MHz; rb_hpet_ns continues beyond
 * them, if it knows the time to half of that. */
struct rb_hpet {
	volatile const uint64_t *registers;
	uint32_t                 period_fs; /* of the main counter */
	unsigned                 timers;    /* comparators of the block */
	bool                     wide;      /* the main counter has 64 bits */
	_Atomic uint64_t         anchor;    /* 32-bit counter: ticks / 2^24 of a reading << 32 | time of that reading, s */
};

/* Reads the capabilities of a mapped block. Returns 0, or -1 with the reason in error: no HPET, or its counter is halted. */
int rb_hpet_start(struct rb_hpet *h, volatile const uint64_t *registers, int64_t now_ns, char *error, size_t size);

/* Returns the main counter's time in ns. now_ns: any clock that never steps, for the wraps of a 32-bit counter; it is read only
 * if that is not NULL. */
int64_t rb_hpet_ns(struct rb_hpet *h, int64_t (*now_ns)(void));

#endif
