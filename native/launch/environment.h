/* Access to the environment without the C library's functions. This code runs inside other programs, and some (bash)
 * define functions of the same names, which do not work before main(). */
#ifndef RUNBENCH_LAUNCH_ENVIRONMENT_H
#define RUNBENCH_LAUNCH_ENVIRONMENT_H

#include <stdbool.h>

/* Returns NULL if the variable is not set. */
const char *environment_get(const char *name);

/* Returns whether the variable is 1. */
bool environment_is_on(const char *name);

/* Adds "NAME=VALUE", which must stay valid; has no effect if memory runs out. */
void environment_add(char *assignment);

/* Removes a variable before the process executes its program. */
void environment_remove(const char *name);

#endif
