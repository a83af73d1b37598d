/* What the files of a rank say about themselves. */
#ifndef RUNBENCH_METADATA_H
#define RUNBENCH_METADATA_H

#include "../base/text.h"
#include "state.h"

/* The header of this thread's file; format: what kind of file it is, in words. */
void metadata_header(struct text *json, const char *format, const struct rb_thread *thread);

/* Its trailer: totals of the thread, those of the process with thread 0; records: in the file, without seals. */
void metadata_trailer(struct text *json, const struct rb_thread *thread, uint64_t records);

const char *metadata_environment(const char *name); /* "" when it is not set */

#endif
