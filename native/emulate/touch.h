/* Declarations shared by the callbacks for accesses. */
#ifndef RUNBENCH_TOUCH_H
#define RUNBENCH_TOUCH_H

#include "plugin.h"

/* A decoded access. A read-modify-write in one of QEMU's helpers arrives once, with both directions. */
struct access {
	unsigned size, reads, writes;
};

/* The memory information word is opaque, but asking QEMU about it twice per access costs more than counting the access.
 * All versions so far hold log2 of the size from bit 4 on and the direction in bits 16 (reads) and 17 (writes). This
 * layout is checked when the plugin is loaded; if it differs, QEMU's answers are cached per word. */
static inline struct access decode_word(uint32_t info)
{
	return (struct access){ 1u << (info >> 4 & 7), info >> 16 & 1, info >> 17 & 1 };
}

struct touch_callbacks {
	qemu_plugin_vcpu_mem_cb_t touch, modify; /* accesses of instructions that are counted with their block */
	/* makes a reference; returns whether it missed in the L1D */
	bool (*refer)(struct vcpu *v, uint64_t address, unsigned size, bool reads);
};

/* Returns the callbacks for a cache of this shape; behind: further models follow it. */
struct touch_callbacks touch_callbacks(unsigned ways, unsigned line_shift, bool behind);
struct touch_callbacks touch_callbacks_avx2(unsigned ways, unsigned line_shift, bool behind);

#endif
