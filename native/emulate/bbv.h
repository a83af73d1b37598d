/*
 * Vectors of basic blocks: how often a task executed each block of code, per interval of so many instructions.
 *
 * A block is what QEMU translates in one go, known by its address and how many instructions it has: translated again,
 * it is the same block. Its number counts within the process; the files in the segment's folder tell what it stands for:
 *
 *   image-N.blocks      struct bbv_block, one after the other: block 0, 1, ...
 *   image-N.maps        what was mapped where a block was found: START END OFFSET FILE, hexadecimal, a line each
 *   task-N.intervals    struct bbv_interval, each followed by its struct bbv_executions; N: serial of the slot's task
 *
 * Each file is opened, appended to and closed again within a callback: the program never sees a descriptor of ours, and
 * what was written outlives it. Only the interval under way is lost when a process is killed.
 */
#ifndef RUNBENCH_BBV_H
#define RUNBENCH_BBV_H

#include "qemu_plugin.h"
#include "segment.h"

#include <stdbool.h>

#define BBV_MAGIC 0x31564242u

struct bbv_block {
	uint64_t address;
	uint32_t instructions;
	uint32_t unused;
};

struct bbv_executions {
	uint32_t block, times;
};

struct bbv_interval {
	uint32_t magic, image;
	uint32_t values, blocks;  /* how many of each */
	uint64_t count[COUNTS];   /* of the task since it began, or since its process began the program */
};

struct vcpu;

/* Once the segment is there; nothing happens where no vectors were asked for. */
void bbv_init(qemu_plugin_id_t id);

/* Whether vectors were asked for. */
bool bbv_asked(void);

/* The number of this block in this process. Called by whoever translates. */
uint32_t bbv_block(uint64_t address, uint32_t instructions);

/* The vCPU has its slot: it executed nothing yet. Gives it v->executed and v->interval_end. */
void bbv_enter(struct vcpu *v);

/* At v->interval_end or behind it: writes the interval, sets the end of the next one. */
void bbv_interval(struct vcpu *v);

/* Writes what has been executed since the last interval; frees v->executed. */
void bbv_leave(struct vcpu *v);

/* The same of all vCPUs, which may go on (exec may fail); last: whatever they still execute is left out. */
void bbv_flush(bool last);

void bbv_after_fork(void);

#endif
