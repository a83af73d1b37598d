/*
 * The folder that a signature is measured into, and ranks that do not see it. Home is the first rank that can read the plan: it tells
 * the plan to all, and of ranks whose host has another folder, or none, it writes the files, which they send to it: once they have
 * begun, so that who started them can compare their headers, and at the end. What such a rank passed is lost where it is killed.
 */
#ifndef RUNBENCH_HOME_H
#define RUNBENCH_HOME_H

#include <stdbool.h>
#include <stddef.h>

/* All ranks, behind MPI_Init. The plan's text, which stays, or NULL with errno: nobody can read it. */
const char *home_plan(const char *path);
bool home_is_here(void);
/*
 * Where this rank is to write; first: for the first time. 0, or an errno with what could not be made in path: EEXIST where another process
 * has this rank, too, as processes have that their launcher did not connect.
 */
int  home_file(bool first, char *path, size_t path_bytes);
/* All ranks, when all have written: files as they are now. */
void home_bring(void);

#endif
