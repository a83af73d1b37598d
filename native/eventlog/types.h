/* The types of events that this process has declared, in a table without locks. */
#ifndef RUNBENCH_EVENTLOG_TYPES_H
#define RUNBENCH_EVENTLOG_TYPES_H

#include <stdint.h>

struct log_type {
	uint8_t  kind; /* enum rb_log_kind */
	uint32_t colour;
	char     name[];
};

/* Returns the type's number, from 1, or 0 if the table is full. Async-signal-safe. */
int types_declare(const char *name, uint8_t kind, uint32_t colour);

/* Returns NULL for an undeclared number. */
const struct log_type *types_get(int number);

#endif
