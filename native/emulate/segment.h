/* The memory that the processes of the emulated program share with the helper. Each task (a thread under emulation)
 * owns a slot. The slot holds the task's counts, which the task increments in place, so that they survive it, and a
 * ring of samples, which the helper empties. */
#ifndef RUNBENCH_SEGMENT_H
#define RUNBENCH_SEGMENT_H

#include <stdatomic.h>
#include <stdint.h>

/* Pages are allocated when they are written: 100 MB of slots cost nothing until they are used. */
#define SEGMENT_MAGIC 0x34474d4542554552u /* changes with the layout */
#define SEGMENT_SLOTS 4096
#define RING_SAMPLES  512 /* a power of two */

/* Counts of the models other than the L1D, see models.h. */
enum { MODEL_L1I_MISSES, MODEL_L2_REFERENCES, MODEL_L2_MISSES, MODEL_L1_DTLB_MISSES, MODEL_DTLB_LOAD_WALKS,
       MODEL_DTLB_STORE_WALKS,
       MODEL_ITLB_WALKS, MODEL_BRANCHES, MODEL_BRANCH_MISSES, MODEL_EVENTS,
       /* Counts without an event, for comparison with other tools: */
       MODEL_CONDITIONALS = MODEL_EVENTS, MODEL_CONDITIONAL_MISSES, MODEL_INDIRECTS, MODEL_INDIRECT_MISSES,
       MODEL_COUNTS };

enum { COUNT_LOADS, COUNT_STORES, COUNT_READ_MISSES, COUNT_WRITE_MISSES, COUNT_INSTRUCTIONS, COUNT_MODELS,
       COUNTS = COUNT_MODELS + MODEL_EVENTS };

enum slot_state {
	SLOT_FREE,
	SLOT_TAKEN, /* is being initialised */
	SLOT_LIVE,
	SLOT_ENDED, /* its task has ended: the helper empties the ring and frees the slot */
};

struct ring_sample {
	uint64_t wall_ns; /* CLOCK_MONOTONIC */
	uint64_t count[COUNTS];
};

/* Counts of whole blocks of code, in one word that is updated by one addition. It has fields of 15 bits above bit 0,
 * which selects the valid one of two sums. Carrying the fields over writes the other sum and then, in one store, an
 * empty word that selects it. The sum and the word therefore match whenever the task is killed. */
enum { BLOCK_LOADS, BLOCK_STORES, BLOCK_MODIFIES, BLOCK_INSTRUCTIONS, BLOCK_COUNTS };
#define BLOCK_FIELD 15
#define BLOCK_MAX_INSTRUCTIONS  (1u << 14) /* maximum instructions before a block of the same maximum is added */

static inline uint64_t block_field(unsigned which, uint64_t count)
{
	return count << (1 + which * BLOCK_FIELD);
}

static inline uint64_t block_count(uint64_t word, unsigned which)
{
	return word >> (1 + which * BLOCK_FIELD) & ((1u << BLOCK_FIELD) - 1);
}

/* Accesses that are counted one by one: some or all of them. */
enum { ACCESS_LOADS, ACCESS_STORES, ACCESS_READ_MISSES, ACCESS_WRITE_MISSES, ACCESS_MODIFIES, ACCESS_MODIFY_MISSES,
       /* Statistics of repeated string instructions: rounds after the first, and accesses to a line already touched. */
       ACCESS_ROUNDS, ACCESS_ROUND_LOADS, ACCESS_ROUND_STORES, ACCESSES };

struct slot {
	uint32_t pid, tid;
	uint32_t image;                       /* number of the process's program: changes with fork and exec */
	uint64_t serial;                      /* serial of the slot's task, unique in the segment */
	uint64_t parent;                      /* serial of the task that created this one; 0: unknown */
	char     name[32];
	_Atomic uint64_t head;                /* number of samples put into the ring; written by the task */
	_Alignas(64) _Atomic uint64_t blocks; /* see block_field() */
	uint64_t sum[2][BLOCK_COUNTS];
	uint64_t access[ACCESSES];
	uint64_t model[MODEL_COUNTS];
	_Alignas(64) _Atomic uint64_t tail;   /* number of samples taken out; written by the helper */
	_Alignas(64) struct ring_sample ring[RING_SAMPLES];
};

/* Returns all counts of a task. Read-modify-write instructions are in loads and in stores. */
static inline void slot_counts(const struct slot *s, uint64_t count[COUNTS], uint64_t *modifies)
{
	uint64_t word = atomic_load_explicit(&s->blocks, memory_order_acquire);
	const uint64_t *sum = s->sum[word & 1];

	count[COUNT_LOADS] = sum[BLOCK_LOADS] + block_count(word, BLOCK_LOADS) + s->access[ACCESS_LOADS];
	count[COUNT_STORES] = sum[BLOCK_STORES] + block_count(word, BLOCK_STORES) + s->access[ACCESS_STORES];
	count[COUNT_READ_MISSES] = s->access[ACCESS_READ_MISSES];
	count[COUNT_WRITE_MISSES] = s->access[ACCESS_WRITE_MISSES];
	count[COUNT_INSTRUCTIONS] = sum[BLOCK_INSTRUCTIONS] + block_count(word, BLOCK_INSTRUCTIONS);
	for (unsigned i = 0; i < MODEL_EVENTS; i++)
		count[COUNT_MODELS + i] = s->model[i];
	if (modifies)
		*modifies = sum[BLOCK_MODIFIES] + block_count(word, BLOCK_MODIFIES) + s->access[ACCESS_MODIFIES];
}

/* The shape of a cache, or of a TLB with pages as lines. sets is a power of two; ways = 0: not modelled. */
struct shape {
	uint32_t sets, ways, line_shift;
};

struct model_shapes {
	struct shape l1i, l2;
	struct shape dtlb, itlb, second_tlb; /* all three or none */
	struct shape second_itlb;            /* ways = 0: the second one is for data and code */
	uint32_t     branches;               /* 1: a branch predictor is modelled */
};

struct segment {
	uint64_t magic;
	uint64_t period;                  /* instructions between samples */
	uint32_t sets, ways, line_shift;  /* of the L1D; ways = 0: only references are counted */
	uint64_t bbv_length;              /* instructions of an interval of the basic-block vectors; 0: none */
	uint32_t bbv_fixed;               /* intervals keep that length */
	char     bbv_folder[4096];
	struct model_shapes models;
	_Atomic uint32_t images;
	_Atomic uint64_t serials;
	_Atomic uint64_t uncounted_tasks; /* tasks without a slot */
	_Atomic uint64_t native_programs; /* programs that were started but could not be emulated */
	_Atomic uint32_t native_named;
	char     native_name[256];        /* the first of them */
	_Atomic uint32_t avx512;          /* an AVX-512 instruction was reached */
	_Atomic uint32_t slots_used;      /* all used slots are below */
	/* enum slot_state; separate from the slots, so that scanning them is cheap */
	_Atomic uint32_t state[SEGMENT_SLOTS];
	_Alignas(4096) struct slot slot[SEGMENT_SLOTS];
};

#endif
