/* The reflector of a node, by which its clock is measured before and after the run. */
#ifndef RUNBENCH_LAUNCH_REFLECTOR_H
#define RUNBENCH_LAUNCH_REFLECTOR_H

#include "place.h"

/*
 * Starts it beside the run, in a session of its own: it must outlive the rank that started it. It ends when the run's folder
 * holds "end", or so many seconds ($RB_CLUSTER_LINGER, 60) after the descriptor in the last argument has reached its end.
 * Returns 0, or -1 with errno.
 */
int node_reflector_start(const struct place *p, int alive_fd);

#endif
