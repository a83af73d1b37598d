/* What the parts of the plugin share. */
#ifndef RUNBENCH_PLUGIN_H
#define RUNBENCH_PLUGIN_H

#include "bbv.h"
#include "cache.h"
#include "qemu_plugin.h"
#include "references.h"
#include "segment.h"

/* What QEMU said about a memory information word; size 0: not asked yet. */
struct access_kind {
	uint32_t info;
	uint16_t size;
	uint8_t  reads, writes;
};

/* For check.c: the instruction under way. */
struct checked {
	const struct checked_insn *insn;
	uint64_t loads, stores, modifies; /* counted before it */
	uint64_t executed;                /* instructions, this one too */
};

/* A vCPU: QEMU gives one to each thread of the program. Private to its process, its counts are in the segment. */
struct vcpu {
	_Atomic uint64_t *blocks; /* in the slot */
	uint64_t     limit;      /* of the word there: then its fields have to be carried over, or a sample is due */
	uint64_t    *access;     /* [ACCESSES], in the slot */
	struct cache   cache;
	/* Of accesses that are counted one by one: */
	uint64_t     insn;       /* the instruction that made the last one; 0: none in this block */
	uint64_t     start, end; /* addresses of that reference, and behind it */
	uint8_t      wrote, missed;
	/* Of the repeated string instruction that ran last: */
	uint64_t     string;      /* its address; 0: none */
	uint64_t     string_word; /* *blocks behind it: nothing else has run while it is still the same */
	uint64_t     string_line[3]; /* + 1; those that it read (cmps reads two) and wrote last */
	struct access_kind kind[16];
	uint64_t     next;       /* instructions at which the next sample is due */
	/* Vectors of blocks, see bbv.h: */
	uint32_t    *executed;   /* times, by block, in this interval; NULL: not asked for */
	uint64_t     interval, interval_end; /* its instructions, and those at which it ends */
	struct slot *slot;
	uint32_t     image;
	uint64_t     parent;
	struct checked check;
	struct models *models;   /* NULL: nothing but the cache */
	uint64_t     lines[];
};

#define likely(x)   __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)

/* plugin.c */
extern struct vcpu *vcpus[];
extern unsigned vcpu_count; /* no index from here on was ever used */

/* tasks.c */
extern struct segment *segment;
extern __thread struct vcpu *this_vcpu;

int          tasks_attach(const char *path);
struct vcpu *vcpu_new(void);
void         vcpu_enter(struct vcpu *v);   /* gives it a slot of its own */
/* At its limit; puts counts into the ring if due, and waits while that is full. Returns instructions so far. */
uint64_t     vcpu_carry(struct vcpu *v);
void         vcpu_end(struct vcpu *v);
void         tasks_after_fork(void);
uint32_t     tasks_image(void);

/* access.c: callbacks for the accesses of instructions. */
struct access_callbacks {
	qemu_plugin_vcpu_mem_cb_t count;        /* that are counted one by one */
	qemu_plugin_vcpu_mem_cb_t touch, modify; /* that are counted with their block; NULL: no cache is modelled */
	qemu_plugin_vcpu_mem_cb_t string;       /* of repeated string instructions */
	bool layout_known;                      /* of the memory information word */
};
struct access_callbacks access_callbacks(void);

/* check.c: counts an instruction's accesses in both ways and stops at a difference. */
void check_insn(struct qemu_plugin_insn *insn, struct references expected);
void check_blocks(const struct vcpu *v, uint64_t instructions); /* that the vCPU should have executed */

/* follow.c: programs that the emulated program starts are emulated as well. own: how many words of this emulator's command line
 * stand before the program's. */
void follow_init(qemu_plugin_id_t id, const char *target, int own);

#endif
