/* Creation and end of a writer's file, with system calls only, because both can happen in a signal handler. */
#ifndef RUNBENCH_EVENTLOG_FILE_H
#define RUNBENCH_EVENTLOG_FILE_H

#include "writer.h"

/* Prepares the metadata that all files share. Not for signal handlers; called once. Returns 0 or an errno. */
int file_prepare(const char *folder);

/* Makes the file that follows the first `before` files of this process. Returns 0 or an errno. */
int file_make(struct writer *w, unsigned before);

/* Writes the end of the file. homeless: dropped events of this process that belong to no file. */
void file_end(struct writer *w, uint64_t homeless);

/* Writes the concatenated parts, up to NULL, to standard error. */
void file_report(const char *const parts[]);

/* Returns the text of an errno. */
const char *file_reason(int error);

/* Writes a number in decimal digits with a terminating 0, at most 21 bytes. Returns the position of the 0. */
char *file_decimal(char *to, int64_t number);

#endif
