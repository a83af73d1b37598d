/*
 * Call stacks by call frame information: the kernel copies registers and a part of the stack into each sample, and this unwinds
 * the copy with the .eh_frame or .debug_frame sections of the mapped files. elfutils' libdw, which is loaded at run time, does the
 * work; code without such sections is unwound by frame pointers if possible.
 */
#ifndef RUNBENCH_UNWIND_H
#define RUNBENCH_UNWIND_H

#include "mappings.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* The maximum part of the stack in a sample, by the kernel; a multiple of 8. */
enum { UNWIND_MAX_BYTES = 65528 };

/* The mappings of all sampled processes, and the state of libdw for the latest ones. */
struct unwinder;

/* Checks that stacks can be unwound on this machine. Returns 0, or an exit code after reporting the missing part. */
int unwind_check(void);

/* Returns the registers of a sample, as a mask of perf_event_attr.sample_regs_user. */
uint64_t unwind_registers(void);

/* depth: maximum number of frames of a stack. */
struct unwinder *unwind_create(unsigned depth);
void unwind_free(struct unwinder *u);

/* Follow the executable mappings of processes. name must remain valid as long as the unwinder. */
void unwind_map(struct unwinder *u, const struct mapping *m, const char *name);
void unwind_fork(struct unwinder *u, uint32_t parent, uint32_t child);
void unwind_exec(struct unwinder *u, uint32_t pid);
void unwind_exit(struct unwinder *u, uint32_t pid);

/* A call chain as reported by PERF_SAMPLE_CALLCHAIN, and the reason of its end. */
struct unwound {
	const uint64_t *chain;  /* valid until the next call */
	uint64_t entries;
	uint32_t outermost;     /* caller of the outermost frame: RB_OUTERMOST, RB_CUT, RB_NOT_UNWOUND */
};

/*
 * Unwinds a sample. kernel: its chain of kernel frames, preceded by their number; registers and stack follow it as with
 * PERF_SAMPLE_REGS_USER and PERF_SAMPLE_STACK_USER.
 */
struct unwound unwind_sample(struct unwinder *u, uint32_t pid, const uint64_t *kernel);

#endif
