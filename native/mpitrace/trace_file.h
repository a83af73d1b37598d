/* A rank's trace file: a container_map with the layout of runbench/mpitrace.h. */
#ifndef RUNBENCH_TRACE_FILE_H
#define RUNBENCH_TRACE_FILE_H

#include "../base/container.h"
#include "runbench/mpitrace.h"

/* Creates an empty file. Returns 0, EEXIST if there is one, or another errno. */
int trace_file_claim(const char *path);

/* Replaces a file. Returns 0, or an errno; then there is no file. */
int trace_file_create(struct container_map *file, const char *path, uint32_t rank, uint32_t ranks, const char *json);

/* Does the same for the cuts of a signature, which are a subset of a trace's records. */
int cuts_file_create(struct container_map *file, const char *path, uint32_t rank, uint32_t ranks, const char *json);

/* Completes the file at now_ns and closes it. Returns 0 or an errno. */
int trace_file_end(struct container_map *file, uint64_t now_ns, const char *json);

#endif
