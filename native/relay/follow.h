/* Sends the event logs of a folder in frames while programs write them. */
#ifndef RUNBENCH_RELAY_FOLLOW_H
#define RUNBENCH_RELAY_FOLLOW_H

#include <stdbool.h>
#include <stdint.h>

/* Starts to watch the folder. Returns 0 or an errno. */
int follow_begin(const char *folder);

/* Continues a file from this offset, including bytes that were sent before. */
void follow_from(const char *file, uint64_t offset);

/* Sends the complete and unsent records and returns their bytes. Records that are being written are left to the next
 * call; if there are any, *unfinished is set, and an event stamped before now may follow.
 * now: CLOCK_MONOTONIC before the call, ns. */
uint64_t follow_send_new(uint64_t now, bool *unfinished);

/* Sends a frame without payload with the length of each file, by which a receiver detects missing bytes at the end.
 * Returns false if the reader has closed. */
bool follow_send_lengths(void);

#endif
