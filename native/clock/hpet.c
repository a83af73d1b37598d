/* See hpet.h. */
#include "hpet.h"

#include <stdio.h>

/* Registers, in words of 64 bits. */
#define CAPABILITIES  (0x00 / 8)
#define CONFIGURATION (0x10 / 8)
#define MAIN_COUNTER  (0xf0 / 8)

#define TIMERS_SHIFT 8
#define TIMERS_MASK  0x1f
#define WIDE_BIT     13
#define PERIOD_SHIFT 32
#define ENABLED      1
/* The specification's limit: 10 MHz or more. */
#define MAX_PERIOD_FS 100000000u

#define SECOND 1000000000LL
#define FS_PER_NS 1000000u
/* A part of the anchor has 32 bits: ticks in units of 2^24 are about a second, and last for centuries. */
#define ANCHOR_SHIFT 24
/* The anchor is renewed after this time, so that the two clocks cannot part by half of the counter's range. */
#define RENEW_S 60

static int64_t ns(const struct rb_hpet *h, uint64_t ticks)
{
	return (int64_t)((unsigned __int128)ticks * h->period_fs / FS_PER_NS);
}

static uint64_t anchor(uint64_t ticks, uint32_t seconds)
{
	return (ticks >> ANCHOR_SHIFT) << 32 | seconds;
}

int rb_hpet_start(struct rb_hpet *h, volatile const uint64_t *registers, int64_t now_ns, char *error, size_t size)
{
	uint64_t capabilities = registers[CAPABILITIES];

	h->period_fs = (uint32_t)(capabilities >> PERIOD_SHIFT);
	h->timers = (unsigned)(capabilities >> TIMERS_SHIFT & TIMERS_MASK) + 1;
	h->wide = capabilities >> WIDE_BIT & 1;
	if (h->period_fs == 0 || h->period_fs > MAX_PERIOD_FS) {
		snprintf(error, size, "no HPET: its capabilities state a period of %u fs", h->period_fs);
		return -1;
	}
	if (!(registers[CONFIGURATION] & ENABLED)) {
		snprintf(error, size, "the main counter of the HPET is halted (the kernel does not use it)");
		return -1;
	}
	h->registers = registers;
	atomic_store(&h->anchor, anchor((uint32_t)registers[MAIN_COUNTER], (uint32_t)(now_ns / SECOND)));
	return 0;
}

/* Returns the value whose lower half is the counter's, nearest to the one that the time since the anchor suggests. */
static uint64_t extended(struct rb_hpet *h, uint32_t counter, int64_t now_ns)
{
	uint64_t last = atomic_load_explicit(&h->anchor, memory_order_relaxed);
	uint32_t seconds = (uint32_t)(now_ns / SECOND), since = seconds - (uint32_t)last;
	uint64_t expected = (last >> 32 << ANCHOR_SHIFT) + (uint64_t)((double)since * 1e15 / h->period_fs);
	uint64_t value = expected + (uint64_t)(int64_t)(int32_t)(counter - (uint32_t)expected);

	if (since > RENEW_S)
		atomic_store_explicit(&h->anchor, anchor(value, seconds), memory_order_relaxed);
	return value;
}

int64_t rb_hpet_ns(struct rb_hpet *h, int64_t (*now_ns)(void))
{
	uint64_t counter = h->registers[MAIN_COUNTER];

	return ns(h, h->wide ? counter : extended(h, (uint32_t)counter, now_ns()));
}
