/* Executable memory of the processes that are sampled: as the kernel reports it, or as it was before; see struct rb_map. */
#ifndef RUNBENCH_MAPPINGS_H
#define RUNBENCH_MAPPINGS_H

#include "../base/container.h"

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { MAPPING_NAME = 4096, MAX_BUILD_ID_BYTES = 20 };

struct mapping {
	uint32_t pid, tid;
	uint64_t start, bytes, offset;
	const char *name;      /* a path, or what stands for one: "[vdso]", "//anon" */
	uint8_t  build_id[MAX_BUILD_ID_BYTES];
	unsigned build_id_bytes; /* 0: not known */
};

/* The files that a recording has told of. */
struct mapped_files {
	struct mapped_file {
		uint64_t hash;
		char    *name;
	} *file;
	unsigned count, capacity;
};

void mapped_files_free(struct mapped_files *f);

/*
 * Reads a PERF_RECORD_MMAP2 that ends with id_bytes of sample_id_all. m->name points to name then. False where the memory
 * cannot be executed.
 */
bool mapping_reported(struct mapping *m, const struct perf_event_header *h, size_t id_bytes, char name[MAPPING_NAME]);

/* Writes the mapping, after its file where that is new. */
void mapping_record(struct container_stream *s, struct mapped_files *f, const struct mapping *m, uint32_t task, uint64_t wall_ns);

/* Writes what a process that runs already can execute now. Nothing where /proc does not tell. */
void mappings_present(struct container_stream *s, struct mapped_files *f, pid_t pid, uint32_t task, uint64_t wall_ns);

#endif
