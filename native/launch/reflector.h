/* The reflector of a node, which is used to measure its clock before and after the run. */
#ifndef RUNBENCH_LAUNCH_REFLECTOR_H
#define RUNBENCH_LAUNCH_REFLECTOR_H

#include "place.h"

/* Starts it in a session of its own, because it must outlive the rank that starts it. It ends when the run's folder
 * contains "end", or $RB_CLUSTER_LINGER seconds (60) after alive_fd has reached its end. Returns 0, or -1 with
 * errno. */
int node_reflector_start(const struct place *p, int alive_fd);

#endif
