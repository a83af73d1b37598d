/* Shapes of models, from the command line. */
#ifndef RUNBENCH_MODEL_SETTINGS_H
#define RUNBENCH_MODEL_SETTINGS_H

#include "segment.h"

#include <stdint.h>

/* "32768,8,64": bytes, ways, bytes of a line. Returns 0, or -1: it is no cache that can be modelled. */
int cache_shape_parse(struct shape *s, const char *text);

/*
 * "l1i=BYTES,WAYS,LINE", "l2=BYTES,WAYS,LINE", "tlb" with the sizes of this machine or "tlb=DATA:CODE:SECOND[:SECOND CODE]",
 * each ENTRIES,WAYS; "branch". source: becomes where the TLBs' sizes are from. Returns 0 or -1.
 */
int model_parse(struct model_shapes *m, const char **source, const char *text);

/* This machine's TLBs for pages of 4 KiB, as CPUID tells them; returns where from, in words. */
const char *tlb_shapes_of_machine(struct model_shapes *m);

/* Of so many entries; the number of sets is made a power of two by more ways. Returns 0 or -1. */
int tlb_shape(struct shape *s, unsigned entries, unsigned ways);

#endif
