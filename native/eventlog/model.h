/* A clock model of `runbench sync measure` in memory: the windows since the last step of the clock. The Java class
 * runbench.sync.model.ModelFile writes the file, and ClockStretch has the derivation of the bounds. */
#ifndef RUNBENCH_EVENTLOG_MODEL_H
#define RUNBENCH_EVENTLOG_MODEL_H

#include <runbench/sync.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MODEL_NAME_BYTES 256

/* Offsets are node minus reference. Those in double are ns relative to base_ns, because a double has a resolution of 256 ns for
 * times since 1970. */
struct model_window {
	int64_t x0_ns, base_ns;
	double  offset_ns, slope, err_ns, slope_err, lo_ns, hi_ns, slope_lo, slope_hi;
	double  hertz, hertz_error; /* of the node's counter; 0: the clock counts ns */
};

struct model {
	char   node[MODEL_NAME_BYTES], reference[MODEL_NAME_BYTES];
	char   source[MODEL_NAME_BYTES], reference_source[MODEL_NAME_BYTES];
	double wander;       /* maximum change of the rate, ns per ns */
	double tolerance_ns; /* infinite: none */
	double valid_ns;     /* distance from the newest window up to which a prediction keeps the tolerance */
	double valid_before_ns; /* the same before the first window */
	bool   stepped;      /* the clock was set before these windows */
	size_t windows;
	struct model        *older; /* replaced models, which other threads may still read */
	struct model_window  window[];
};

/* Reads a model of the given size. Returns NULL with the reason in error; name: of the file, for the reason. */
struct model *model_parse(const char *name, const char *json, size_t size, char *error, size_t error_size);

/* Converts a stamp of the node, ns. Returns false if the model does not cover it. */
bool model_locate(const struct model *model, int64_t stamp_ns, struct rb_sync_time *time);

/* Returns the ticks per second of the node's counter; 0 if the clock counts ns or the number was not recorded. */
double model_hertz(const struct model *model);

#endif
