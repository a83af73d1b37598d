/* Decodes the number of memory references of an instruction from its bytes, so that the references of a block can be
 * added in one step instead of being counted one by one.
 *
 * A decoding is known only if it holds for each execution: at most one reference per direction, always the same, in the
 * order and number of QEMU's accesses. All other instructions (single string instructions, locked ones, those in QEMU's
 * helpers, ...) are unknown, and their accesses are counted one by one. With the plugin's argument check=1 it counts
 * both ways and stops at the first difference. */
#ifndef RUNBENCH_REFERENCES_H
#define RUNBENCH_REFERENCES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct references {
	bool known;
	bool partial; /* bytes are missing */
	uint8_t repeats; /* accesses of a round of a string instruction with a repeat prefix, see plugin.c; otherwise 0 */
	bool pieces;  /* QEMU may split a reference into several accesses */
	bool load, store;
	bool modify;  /* a load and then a store at the same address */
};

/* Returns the decoder of a processor, or NULL if there is none. target: QEMU's name of the processor. */
typedef struct references references_of(const uint8_t *insn, size_t size);
references_of *references_for(const char *target);

#endif
