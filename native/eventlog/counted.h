/*
 * Counting in regions only: a sampler that runs this program gives it the names of regions and the name of an abstract Unix socket
 * (unix(7)). Before the first open region of these names goes on, and when the last one ends, the process tells the sampler and
 * waits until the counters are switched.
 *
 * RB_COUNT_REGIONS: names, separated by line feeds; RB_COUNT_SOCKET: the socket's name without the leading zero. The process sends
 * one byte, '+' or '-', and receives one byte when the counters are switched.
 */
#ifndef RUNBENCH_EVENTLOG_COUNTED_H
#define RUNBENCH_EVENTLOG_COUNTED_H

#include <stdbool.h>

/* Whether regions control counters. Only read it. */
extern int counted_on;

/* Reads the environment. */
void counted_begin(void);

/* Takes note of the begin or end of a region of a type, and waits if it is a counted one. Async-signal-safe; changes errno. */
void counted_change(int type, bool begins);

#endif
