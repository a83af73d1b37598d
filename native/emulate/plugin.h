/* What the parts of the plugin share. */
#ifndef RUNBENCH_PLUGIN_H
#define RUNBENCH_PLUGIN_H

#include "l1d.h"
#include "qemu_plugin.h"
#include "segment.h"

/* What QEMU said about a memory information word; size 0: not asked yet. */
struct access_kind {
	uint32_t info;
	uint16_t size;
	uint8_t  reads, writes;
};

/* A vCPU: QEMU gives one to each thread of the program. Private to its process, its counts are in the segment. */
struct vcpu {
	uint64_t    *count;      /* [COUNTS], in the slot */
	uint64_t     next;       /* instructions at which the next sample is due */
	uint64_t     insn;       /* the instruction that made the last reference; 0: none in this block */
	uint64_t     start, end; /* addresses of that reference, and behind it */
	uint8_t      wrote, missed;
	struct access_kind kind[16];
	struct l1d   cache;
	struct slot *slot;
	uint32_t     image;
	uint64_t     parent;
	uint64_t     lines[];
};

/* tasks.c */
extern struct segment *segment;
extern __thread struct vcpu *this_vcpu;

int          tasks_attach(const char *path);
struct vcpu *vcpu_new(void);
void         vcpu_enter(struct vcpu *v);   /* gives it a slot of its own */
void         vcpu_sample(struct vcpu *v);  /* puts its counts into the ring; waits while that is full */
void         vcpu_end(struct vcpu *v);
void         tasks_after_fork(void);
uint32_t     tasks_image(void);

/* follow.c: programs that the emulated program starts are emulated as well. command: that of this emulator. */
void follow_init(qemu_plugin_id_t id, const char *target, const char *const *command);

#endif
