/* Executable mappings of sampled processes, reported by the kernel or read from /proc at the start; see struct rb_map. */
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
	const char *name;      /* path, or a substitute: "[vdso]", "//anon" */
	uint8_t  build_id[MAX_BUILD_ID_BYTES];
	unsigned build_id_bytes; /* 0: unknown */
};

struct unwinder;

/* The files written to a recording so far. */
struct mapped_files {
	struct unwinder *unwinder; /* follows the mappings, too; NULL: none */
	struct mapped_file {
		uint64_t hash;
		char    *name;
	} *file;
	unsigned count, capacity;
};

void mapped_files_free(struct mapped_files *f);

/*
 * Parses a PERF_RECORD_MMAP2 that ends with id_bytes of sample_id_all; m->name then points to name. Returns false if the
 * mapping is not executable.
 */
bool mapping_reported(struct mapping *m, const struct perf_event_header *h, size_t id_bytes, char name[MAPPING_NAME]);

/* Writes a mapping, preceded by its file if the file is new. */
void mapping_record(struct container_stream *s, struct mapped_files *f, const struct mapping *m, uint32_t task, uint64_t wall_ns);

/* Writes the executable mappings of a running process; none if /proc does not show them. */
void mappings_present(struct container_stream *s, struct mapped_files *f, pid_t pid, uint32_t task, uint64_t wall_ns);

/* Opens a mapped file as its process sees it, or after the process's end by the same name. Returns -1 if it is no file. */
int mapping_open(const struct mapping *m);

/* Computes the address of the first segment of a mapped 64-bit ELF file. Returns false if the file is none. */
bool mapping_base(const struct mapping *m, int fd, uint64_t *base);

#endif
