/* Declarations shared by the parts of the plugin. */
#ifndef RUNBENCH_PLUGIN_H
#define RUNBENCH_PLUGIN_H

#include "bbv.h"
#include "cache.h"
#include "qemu_plugin.h"
#include "references.h"
#include "segment.h"

/* QEMU's decoding of a memory information word; size 0: not decoded yet. */
struct access_kind {
	uint32_t info;
	uint16_t size;
	uint8_t  reads, writes;
};

/* The current instruction, for check.c. */
struct checked {
	const struct checked_insn *insn;
	uint64_t loads, stores, modifies; /* counts before the instruction */
	uint64_t executed;                /* executed instructions, including this one */
};

/* A vCPU: QEMU gives one to each thread of the program. It is private to its process; its counts are in the segment. */
struct vcpu {
	_Atomic uint64_t *blocks; /* in the slot */
	uint64_t     limit;      /* limit of that word: at the limit its fields must be carried over, or a sample is due */
	uint64_t    *access;     /* ACCESSES values in the slot */
	struct cache   cache;
	uint64_t     last;       /* the last touched line, the most recently used one: touching it again changes nothing */
	/* State of accesses that are counted one by one: */
	uint64_t     insn;       /* instruction of the last access; 0: none in this block */
	uint64_t     start, end; /* first address of that reference, and the address after it */
	uint8_t      wrote, missed;
	/* State of the last repeated string instruction: */
	uint64_t     string;      /* its address; 0: none */
	uint64_t     string_accesses;
	uint64_t     string_word; /* value of *blocks after it: unchanged if no other block has run */
	uint64_t     string_line[3]; /* last lines read (two for cmps) and written, plus 1 */
	struct access_kind kind[16];
	uint64_t     next;       /* number of instructions at which the next sample is due */
	/* State of the basic-block vectors, see bbv.h: */
	uint32_t    *executed;   /* executions by block in this interval; NULL: not requested */
	uint64_t     interval, interval_end; /* instructions of the interval, and the count at its end */
	struct slot *slot;
	uint32_t     image;
	uint64_t     parent;
	struct checked check;
	struct models *models;   /* NULL: only the L1D */
	uint64_t     lines[];
};

#define likely(x)   __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)

/* plugin.c */
/* The bytes of an instruction; no instruction of a supported processor is longer. */
struct insn_bytes {
	size_t  size;
	uint8_t bytes[16];
};
struct insn_bytes insn_bytes(const struct qemu_plugin_insn *insn);
extern struct vcpu *vcpus[];
extern unsigned vcpu_count; /* all used indexes are below */
extern _Atomic uintptr_t program_base; /* host address of the program's address 0; known when a block is translated */
struct vcpu *on_limit(unsigned index); /* makes room in a vCPU's block word; returns the vCPU, which may be new */

/* tasks.c */
extern struct segment *segment;
extern __thread struct vcpu *this_vcpu;

int          tasks_attach(const char *path);
struct vcpu *vcpu_new(void);
void         vcpu_enter(struct vcpu *v);   /* assigns a slot to the vCPU */
/* Carries the fields over at the limit. Puts counts into the ring if a sample is due, and waits while the ring is full.
 * Returns the instructions so far. */
uint64_t     vcpu_carry(struct vcpu *v);
void         vcpu_end(struct vcpu *v);
void         tasks_after_fork(void);
uint32_t     tasks_image(void);

/* Counts a translated block before it runs. Samples are taken between blocks, so their counts are consistent. */
static inline __attribute__((always_inline)) struct vcpu *count_block(unsigned index, uint64_t counts)
{
	struct vcpu *v = vcpus[index];
	uint64_t word = atomic_load_explicit(v->blocks, memory_order_relaxed);

	if (unlikely(word >= v->limit)) {
		v = on_limit(index);
		word = atomic_load_explicit(v->blocks, memory_order_relaxed);
	}
	atomic_store_explicit(v->blocks, word + counts, memory_order_relaxed);
	return v;
}

/* access.c: callbacks for the accesses of instructions. */
struct access_callbacks {
	qemu_plugin_vcpu_mem_cb_t count;  /* accesses that are counted one by one */
	/* accesses that are counted with their block; NULL: no cache is modelled */
	qemu_plugin_vcpu_mem_cb_t touch, modify;
	qemu_plugin_vcpu_mem_cb_t string; /* accesses of repeated string instructions */
	bool layout_known;                /* the layout of the memory information word is known */
};
struct access_callbacks access_callbacks(void);

/* check.c: counts an instruction's accesses in both ways and stops at a difference. */
void check_insn(struct qemu_plugin_insn *insn, struct references expected);
void check_blocks(const struct vcpu *v, uint64_t instructions); /* the number that the vCPU should have executed */

/* follow.c: emulates programs that the emulated program starts. own: number of words of this emulator's command line
 * before the program's. */
void follow_init(qemu_plugin_id_t id, const char *target, int own);

#endif
