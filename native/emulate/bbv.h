/* Basic-block vectors: the number of executions of each block of code per task and interval of instructions.
 *
 * A block is the unit that QEMU translates, identified by its address and its number of instructions; a repeated
 * translation is the same block. Its number is local to the process. The files in the segment's folder describe the
 * numbers:
 *
 *   image-N.blocks      struct bbv_block, in order: block 0, 1, ...
 *   image-N.maps        mappings in which blocks were found: START END OFFSET FILE, hexadecimal, one per line
 *   task-N.intervals    struct bbv_interval, each followed by its struct bbv_executions; N: serial of the slot's task
 *
 * Each file is opened, appended to and closed within a callback. The program therefore never sees these descriptors,
 * and the files survive it. If a process is killed, only the current interval is lost. */
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
	uint32_t values, blocks; /* number of counts and of executions that follow */
	uint64_t count[COUNTS];  /* counts of the task since it began, or since its process began the program */
};

struct vcpu;

/* Initialises the vectors once the segment exists; does nothing if they were not requested. */
void bbv_init(qemu_plugin_id_t id);

/* Returns whether vectors were requested. */
bool bbv_is_requested(void);

/* Returns the number of a block in this process. Called by the translating thread. */
uint32_t bbv_block(uint64_t address, uint32_t instructions);

/* Begins the vectors of a vCPU that has just got its slot: sets v->executed and v->interval_end. */
void bbv_enter(struct vcpu *v);

/* Writes the interval and sets the end of the next one; called at or after v->interval_end. */
void bbv_interval(struct vcpu *v);

/* Writes the executions since the last interval and frees v->executed. */
void bbv_leave(struct vcpu *v);

/* Writes the executions of all vCPUs, which may continue (exec may fail); last: later executions are dropped. */
void bbv_flush(bool last);

void bbv_after_fork(void);

#endif
