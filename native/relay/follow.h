/* The event logs of a folder while programs write them: what is new in them goes out in frames. */
#ifndef RUNBENCH_RELAY_FOLLOW_H
#define RUNBENCH_RELAY_FOLLOW_H

#include <stdbool.h>
#include <stdint.h>

/* 0, or an errno: the folder cannot be watched. */
int follow_begin(const char *folder);

/* The next bytes of this file go out from here on, also if they went out before. */
void follow_from(const char *file, uint64_t offset);

/* Sends what is complete and has not been sent; returns the bytes. What is being written meanwhile waits for the next call. */
uint64_t follow_all(void);

/* Frames without bytes that say how long each file is: who lacks the last of one learns it by them. False: nobody reads. */
bool follow_tell_lengths(void);

#endif
