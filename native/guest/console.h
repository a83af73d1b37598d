/* Results of the guest's tests, printed to the console in lines that guest/run reads on the host. */
#ifndef RUNBENCH_GUEST_CONSOLE_H
#define RUNBENCH_GUEST_CONSOLE_H

#include <stdbool.h>

/* Prints "pass|FAIL WORDS". */
void check(bool good, const char *words, ...) __attribute__((format(printf, 2, 3)));

/* Prints "figure WORDS": a measured value that is not checked. */
void figure(const char *words, ...) __attribute__((format(printf, 1, 2)));

/* Sends a file to the host, as base64 between "file NAME" and "end SIZE". */
void send_file(const char *name, const void *bytes, unsigned long size);

/* cases.c: runs all cases, or the one with this name. inherited_reads: samples of inherited counters have per-task
 * values in this kernel (Linux 6.12 or later). */
void run_cases(bool inherited_reads, const char *only);

#endif
