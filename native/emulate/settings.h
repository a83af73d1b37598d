/* What runbench-emulator is asked to do. */
#ifndef RUNBENCH_EMULATE_SETTINGS_H
#define RUNBENCH_EMULATE_SETTINGS_H

#include "segment.h"
#include "../sampler/options.h"

struct settings {
	struct options run;        /* output, meta, stdio, chdir, timeout, command: that of the emulator with the program */
	const char *qemu, *plugin, *cpu;
	char      **program;       /* the program and its arguments; ends with NULL */
	uint64_t    period;        /* instructions between samples */
	uint32_t    cache_bytes, ways, line_bytes; /* ways = 0: no cache is modelled */
	const char *bbv;           /* folder for vectors of blocks, absolute; NULL: none */
	uint64_t    bbv_length;    /* instructions of an interval; 0: such that a run has a few thousand at most */
	struct model_shapes models; /* besides it */
	const char *tlb_source;    /* where the sizes of the TLBs are from */
	bool        check;         /* each instruction's accesses against what is known of it; see check.c */
};

/* Returns 0, or an exit code after having said what is wrong. */
int settings_parse(struct settings *s, int argc, char **argv);

/* The command that runs the program under QEMU with the plugin and this shared memory, in s->run.program. */
void settings_compose(struct settings *s, const char *segment_path);

#endif
