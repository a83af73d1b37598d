/* Whether an instruction branches, and how, told from its bytes. */
#ifndef RUNBENCH_BRANCH_KIND_H
#define RUNBENCH_BRANCH_KIND_H

#include <stddef.h>
#include <stdint.h>

enum branch_kind {
	BRANCH_NONE,
	BRANCH_DIRECT,        /* jumps to what it names */
	BRANCH_CONDITIONAL,
	BRANCH_CALL,          /* of what it names */
	BRANCH_INDIRECT,      /* jumps to what a register or the memory names */
	BRANCH_INDIRECT_CALL,
	BRANCH_RETURN,
};

/* NULL: for this processor nothing is known. target: as QEMU calls it. */
typedef enum branch_kind branch_kind_of(const uint8_t *insn, size_t size);
branch_kind_of *branch_kinds_for(const char *target);

#endif
