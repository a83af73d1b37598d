/* What the callbacks for accesses share. */
#ifndef RUNBENCH_TOUCH_H
#define RUNBENCH_TOUCH_H

#include "plugin.h"

/* One access, decoded. A read-modify-write made in a helper of QEMU arrives once, as both. */
struct access {
	unsigned size, reads, writes;
};

/*
 * The memory information word is opaque, but asking QEMU about it twice for each access costs more than counting it.
 * All versions so far keep log2 of the size from bit 4 on and the direction in bits 16 (reads) and 17 (writes).
 * Whether this one does is tried when we are loaded; if not, its answers are remembered for each word that occurs.
 */
static inline struct access decode_word(uint32_t info)
{
	return (struct access){ 1u << (info >> 4 & 7), info >> 16 & 1, info >> 17 & 1 };
}

struct touch_callbacks {
	qemu_plugin_vcpu_mem_cb_t touch, modify;
};

/* For a cache of this shape, alone or with what is modelled behind it. */
struct touch_callbacks touch_callbacks(unsigned ways, unsigned line_shift, bool behind);
struct touch_callbacks touch_callbacks_avx2(unsigned ways, unsigned line_shift, bool behind);

#endif
