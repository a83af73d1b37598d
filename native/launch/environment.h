/*
 * The environment, without the C library's functions for it: this runs within other programs, and some (bash) have functions
 * of the same names, which are not ready before main().
 */
#ifndef RUNBENCH_LAUNCH_ENVIRONMENT_H
#define RUNBENCH_LAUNCH_ENVIRONMENT_H

#include <stdbool.h>

/* NULL where it is not set. */
const char *environment_get(const char *name);

/* Whether it is set to 1. */
bool environment_on(const char *name);

/* Adds "NAME=VALUE", of static storage; without effect when memory runs out. */
void environment_add(char *assignment);

/* Takes one out, for the program that this process will become. */
void environment_remove(const char *name);

#endif
