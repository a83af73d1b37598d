/* The metadata of a rank's files. */
#ifndef RUNBENCH_METADATA_H
#define RUNBENCH_METADATA_H

#include "../base/text.h"
#include "state.h"

/* Writes the header of this thread's file; format: the name of the file format. */
void metadata_header(struct text *json, const char *format, const struct rb_thread *thread);

/* Writes its trailer: totals of the thread, and with thread 0 those of the process; records: in the file, without
 * seals. */
void metadata_trailer(struct text *json, const struct rb_thread *thread, uint64_t records);

const char *metadata_environment(const char *name); /* returns "" if the variable is not set */

#endif
