/* The types of events that this process has declared, found without a lock. */
#ifndef RUNBENCH_EVENTLOG_TYPES_H
#define RUNBENCH_EVENTLOG_TYPES_H

#include <stdint.h>

struct log_type {
	uint8_t  kind; /* enum rb_log_kind */
	uint32_t colour;
	char     name[];
};

/* Its number, from 1; 0 where there is no room. Also in a signal handler. */
int types_declare(const char *name, uint8_t kind, uint32_t colour);

/* NULL where nobody declared it. */
const struct log_type *types_get(int number);

#endif
