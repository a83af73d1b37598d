/* Parses the shapes of models from the command line. */
#ifndef RUNBENCH_MODEL_SETTINGS_H
#define RUNBENCH_MODEL_SETTINGS_H

#include "segment.h"

#include <stdint.h>

/* Parses "32768,8,64": bytes, ways, bytes of a line. Returns 0, or -1 if such a cache cannot be modelled. */
int cache_shape_parse(struct shape *s, const char *text);

/* Parses "l1i=BYTES,WAYS,LINE", "l2=BYTES,WAYS,LINE", "tlb" with the sizes of this machine,
 * "tlb=DATA:CODE:SECOND[:SECOND CODE]" with ENTRIES,WAYS each, or "branch". Sets source to the origin of the TLBs'
 * sizes. Returns 0 or -1. */
int model_parse(struct model_shapes *m, const char **source, const char *text);

/* Reads this machine's TLBs for pages of 4 KiB by CPUID. Returns a description of the origin. */
const char *tlb_shapes_of_machine(struct model_shapes *m);

/* Sets the shape for a number of entries; more ways make the number of sets a power of two. Returns 0 or -1. */
int tlb_shape(struct shape *s, unsigned entries, unsigned ways);

#endif
