/* The guest's tests: each says what it found on the console, in lines that guest/run on the host reads. */
#ifndef RUNBENCH_GUEST_CONSOLE_H
#define RUNBENCH_GUEST_CONSOLE_H

#include <stdbool.h>

/* A line "pass|FAIL WORDS". */
void check(bool good, const char *words, ...) __attribute__((format(printf, 2, 3)));

/* A line "figure WORDS": measured, not judged. */
void figure(const char *words, ...) __attribute__((format(printf, 1, 2)));

/* Sends a file to the host, as base64 between "file NAME" and "end SIZE". */
void send_file(const char *name, const void *bytes, unsigned long size);

/*
 * cases.c: all cases, or the one of this name. inherited_reads: the samples of inherited counters hold per-task values
 * on this kernel (Linux 6.12 or later).
 */
void run_cases(bool inherited_reads, const char *only);

#endif
