/* An opened clock model: its files, its clock, and its replacement by a newer one. */
#ifndef RUNBENCH_EVENTLOG_REFERENCE_H
#define RUNBENCH_EVENTLOG_REFERENCE_H

#include "model.h"

#include <limits.h>
#include <pthread.h>

struct rb_sync {
	struct model   *model;       /* the newest; NULL on the reference */
	pthread_mutex_t replacing;
	int             clock;       /* enum source */
	uint64_t        hertz;       /* of the counter, rounded as in the clock library */
	char            name[MODEL_NAME_BYTES];   /* of the clock */
	char            node[MODEL_NAME_BYTES];
	char            file[PATH_MAX];           /* the model's; empty on the reference */
	char            service[PATH_MAX];        /* the file windows.service */
};

/* Reads a file of at most limit bytes. Returns the bytes, with a NUL after them, or NULL with the reason in error. */
char *reference_read_file(const char *path, size_t limit, size_t *size, char *error, size_t error_size);

/* Replaces the model by a newer one of the same node and clock. Frees next and returns -1, with the reason in error, otherwise. */
int reference_replace(struct rb_sync *sync, struct model *next, char *error, size_t error_size);

#endif
