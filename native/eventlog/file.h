/* The file of a writer: made and ended with system calls alone, as either may happen in a signal handler. */
#ifndef RUNBENCH_EVENTLOG_FILE_H
#define RUNBENCH_EVENTLOG_FILE_H

#include "writer.h"

/* Reads what the headers of all files have in common; in normal context, once. 0, or an errno. */
int file_prepare(const char *folder);

/* Makes the file after the first `before` ones of this process; 0, or an errno. */
int file_make(struct writer *w, unsigned before);

/* Writes the end of the file. homeless: dropped events of this process that belong to no file. */
void file_end(struct writer *w, uint64_t homeless);

/* Writes a line to standard error: of this process, its parts one behind the other, up to NULL. */
void file_report(const char *const parts[]);

/* The reason for an errno in words. */
const char *file_reason(int error);

/* A number in decimal digits; returns the end of the text, where it puts a 0. At most 21 bytes. */
char *file_decimal(char *to, int64_t number);

#endif
