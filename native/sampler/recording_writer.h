/* A recording is a container stream whose layout is runbench/recording.h. */
#ifndef RUNBENCH_RECORDING_WRITER_H
#define RUNBENCH_RECORDING_WRITER_H

#include "../base/container.h"
#include "../base/text.h"

#include <runbench/recording.h>

extern const struct container_format recording_format;

/* Begins a recording in a new file. Returns 0, or an exit code after having said why it cannot. */
int recording_create(struct container_stream *s, const char *path);

/* Adds what the metadata start with: {"format":..., the version, the clock and how it stands to the time of day. */
void recording_begin_metadata(struct text *t);

/* Writes the header; value_count >= 1. */
void recording_header(struct container_stream *s, const char *json, size_t json_bytes, unsigned value_count);

/* Returns 0, or an exit code after having said that not even the header fits; the file is removed then. */
int recording_begun(const struct container_stream *s, const char *path);

/* Room for a record, all zero. When the disk is full, samples and context switches are left out, and samples counted as unwritten. */
struct rb_record *recording_add(struct container_stream *s, unsigned kind);

/* Ends it; members: those of the trailer's object. Returns true if all of it found room. */
bool recording_end(struct container_stream *s, uint64_t wall_ns, const struct text *members);

#endif
