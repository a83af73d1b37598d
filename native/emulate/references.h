/*
 * How often an instruction refers to memory, told from its bytes: so that a block's references can be added in one go
 * instead of being counted one by one.
 *
 * Only what holds for each execution is told: one reference of each direction at most, the same every time, in the
 * order and number in which QEMU makes them. Whatever else there is (string instructions that do not repeat, locked ones, those made by
 * QEMU's helpers, ...) is unknown, and its accesses are counted as they come. The plugin's argument check=1 lets it
 * count both ways and stop at the first difference.
 */
#ifndef RUNBENCH_REFERENCES_H
#define RUNBENCH_REFERENCES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct references {
	bool known;
	bool partial;  /* bytes are missing */
	bool repeats;  /* a string instruction with a repeat prefix: any number of references, see plugin.c */
	bool pieces;   /* QEMU may split a reference into several accesses */
	bool load, store;
	bool modify;   /* load and then store of the same place */
};

/* NULL: for this processor nothing is known. target: as QEMU calls it. */
typedef struct references references_of(const uint8_t *insn, size_t size);
references_of *references_for(const char *target);

#endif
