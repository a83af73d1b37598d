/* Decodes from its bytes whether an instruction branches, and how. */
#ifndef RUNBENCH_BRANCH_KIND_H
#define RUNBENCH_BRANCH_KIND_H

#include <stddef.h>
#include <stdint.h>

enum branch_kind {
	BRANCH_NONE,
	BRANCH_DIRECT,   /* jump with an encoded target */
	BRANCH_CONDITIONAL,
	BRANCH_CALL,     /* call with an encoded target */
	BRANCH_INDIRECT, /* jump to a target in a register or in memory */
	BRANCH_INDIRECT_CALL,
	BRANCH_RETURN,
};

/* Returns the decoder of a processor, or NULL if there is none. target: QEMU's name of the processor. */
typedef enum branch_kind branch_kind_of(const uint8_t *insn, size_t size);
branch_kind_of *branch_kinds_for(const char *target);

#endif
