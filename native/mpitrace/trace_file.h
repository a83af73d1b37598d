/* A rank's trace file: a container_map whose layout is runbench/mpitrace.h. */
#ifndef RUNBENCH_TRACE_FILE_H
#define RUNBENCH_TRACE_FILE_H

#include "../base/container.h"
#include "runbench/mpitrace.h"

/* Creates an empty file that no other process has. 0, EEXIST where there is one, or another errno. */
int trace_file_claim(const char *path);

/* Replaces a file. 0, or an errno, and then there is no file. */
int trace_file_create(struct container_map *file, const char *path, uint32_t rank, uint32_t ranks, const char *json);

/* The same for the cuts of a signature: records of a trace, but not all of them. */
int cuts_file_create(struct container_map *file, const char *path, uint32_t rank, uint32_t ranks, const char *json);

/* Ends a complete file at now_ns and closes it. 0, or an errno. */
int trace_file_end(struct container_map *file, uint64_t now_ns, const char *json);

#endif
