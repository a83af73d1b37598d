/* The cuts of ranks on different hosts, gathered in one folder. The root is the first rank that can read the plan; it
 * broadcasts the plan. Ranks that see the same plan in their file system write their cuts there. The others send theirs
 * to the root: after all have begun, so that the starter of the run can compare the headers, and at the end. If such a
 * rank is killed, its cuts are lost. */
#ifndef RUNBENCH_GATHER_H
#define RUNBENCH_GATHER_H

#include <stdbool.h>
#include <stddef.h>

/* Reads the plan; collective over all ranks, after MPI_Init. Returns its text, which stays valid, or NULL with errno if
 * no rank can read it. */
const char *gather_read_plan(const char *path);
bool gather_is_root(void);
/* Chooses the file for this rank's cuts; first: its first file. Returns 0, or an errno with the failed file in path.
 * EEXIST: another process has the same rank, which happens if the launcher did not connect the processes. */
int  gather_cuts_file(bool first, char *path, size_t path_bytes);
/* Sends the current files to the root; collective, after all ranks have written. */
void gather_cuts(void);

#endif
