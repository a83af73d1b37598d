/* The settings of runbench-emulator. */
#ifndef RUNBENCH_EMULATE_SETTINGS_H
#define RUNBENCH_EMULATE_SETTINGS_H

#include "segment.h"
#include "../sampler/options.h"

struct settings {
	struct options run;        /* output, meta, stdio, chdir, timeout; command: the emulator's, with the program */
	const char *qemu, *plugin, *cpu;
	char      **program;       /* the program and its arguments; ends with NULL */
	uint64_t    period;        /* instructions between samples */
	uint32_t    cache_bytes, ways, line_bytes; /* ways = 0: no cache is modelled */
	const char *bbv;           /* folder for basic-block vectors, absolute; NULL: none */
	/* instructions of an interval; 0: automatic, at most a few thousand intervals per task */
	uint64_t    bbv_length;
	struct model_shapes models; /* the other models */
	const char *tlb_source;    /* origin of the TLBs' sizes */
	bool        check;         /* compares each instruction's accesses with the decoding; see check.c */
};

/* Parses the command line. Returns 0, or an exit code after reporting the error. */
int settings_parse(struct settings *s, int argc, char **argv);

/* Sets s->run.program to the command that runs the program under QEMU with the plugin and this segment. */
void settings_compose(struct settings *s, const char *segment_path);

#endif
