/* Readiness of a program of a plan: it listens on a TCP port. The kernel's table of sockets is read, so that the server
 * sees no connection. */
#ifndef RUNBENCH_LAUNCH_READY_H
#define RUNBENCH_LAUNCH_READY_H

#include "place.h"

#include <stdbool.h>
#include <sys/types.h>

/* Returns whether the plan names a port (RB_CLUSTER_PORT). */
bool ready_is_awaited(void);

/* Before the program starts: appends the member "port_owner" if a process listens on the port already. The value is
 * its name and pid, or empty if they are not visible. */
void ready_add_obstacle(struct text *t, pid_t program);

/* Writes ready.json and returns true if a process listens on the port in the network namespace of the program. */
bool ready_check(const struct place *p, pid_t program);

/* Returns the inode of the socket that listens on a port, from a table of the form of /proc/PID/net/tcp; 0: none. */
unsigned long ready_listener(const char *table, int port);

#endif
