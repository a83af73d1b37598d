/* Libraries that a kernel opens at run time, so that the build needs no header of them. */
#ifndef RUNBENCH_LIBRARY_H
#define RUNBENCH_LIBRARY_H

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

/* Returns a library that dlopen() returned. Exits with 3 if there is none, and names the packages to install. */
static inline void *opened(void *library, const char *name, const char *packages)
{
	if (!library) {
		fprintf(stderr, "no %s on this machine: %s\ninstall it: apt-get install -y %s\n", name, dlerror(), packages);
		exit(3);
	}
	return library;
}

/* Returns a function of a library. Exits with 3 if there is none. */
static inline void *function_of(void *library, const char *name, const char *function_name)
{
	void *function = dlsym(library, function_name);
	if (!function) {
		fprintf(stderr, "%s has no function %s\n", name, function_name);
		exit(3);
	}
	return function;
}

#endif
