/* A recording as a container stream with the records of runbench/recording.h. */
#ifndef RUNBENCH_RECORDING_WRITER_H
#define RUNBENCH_RECORDING_WRITER_H

#include "../base/container.h"
#include "../base/text.h"

#include <runbench/recording.h>

extern const struct container_format recording_format;

/* Creates the file of a recording. Returns 0, or an exit code after reporting the error. */
int recording_create(struct container_stream *s, const char *path);

/* Adds the start of the metadata: {"format":..., the version, the clock and its offset to CLOCK_REALTIME. */
void recording_begin_metadata(struct text *t);

/* Writes the header; value_count >= 1. */
void recording_header(struct container_stream *s, const char *json, size_t json_bytes, unsigned value_count);

/* Checks that the header was written. Returns 0, or an exit code after reporting the error and removing the file. */
int recording_begun(const struct container_stream *s, const char *path);

/* Returns a zeroed record. On a full disk samples and context switches are left out, and samples are counted as unwritten. */
struct rb_record *recording_add(struct container_stream *s, unsigned kind);

/* Ends the recording; members: of the trailer's object. Returns whether the whole end was written. */
bool recording_end(struct container_stream *s, uint64_t wall_ns, const struct text *members);

#endif
