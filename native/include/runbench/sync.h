/*
 * sync.h - the reference's time inside a program, with its error bounds, from a clock model of `runbench sync measure`.
 *
 *   struct rb_sync *sync = rb_sync_open("clocks", error, sizeof error);    a folder of models, or NODE.model.json
 *   struct rb_sync_time t;
 *   rb_sync_now(sync, &t);                  the true time is within t.ref_ns + t.lo_ns .. t.ref_ns + t.hi_ns
 *   MPI_Barrier(MPI_COMM_WORLD);
 *   rb_sync_window(sync, 30000, error, sizeof error);     the network is free now: measure the clocks here
 *
 * Link with librunbench-eventlog.a -lpthread, or the shared library. After the newest window a time is a prediction, and its error
 * grows with the distance from that window. Between two windows it is interpolated. Nothing is sent outside rb_sync_window, and no
 * clock is set. rb_sync_at and rb_sync_now may be called in any thread and in signal handlers: they take no lock and allocate no
 * memory. The other functions may not be called in signal handlers.
 */
#ifndef RUNBENCH_SYNC_H
#define RUNBENCH_SYNC_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct rb_sync;

enum rb_sync_how {
	RB_SYNC_REFERENCE    = 0, /* this host is the reference: its clock has no error against itself */
	RB_SYNC_INTERPOLATED = 1, /* between two windows */
	RB_SYNC_PREDICTED    = 2, /* outside the windows */
	RB_SYNC_EXPIRED      = 3, /* outside the windows, and the predicted error exceeds the tolerance of the model */
};

struct rb_sync_time {
	int64_t ref_ns; /* the reference's clock, ns */
	double  err_ns; /* statistical standard error plus wander, ns; NaN: unknown, the window was too short */
	double  lo_ns;  /* guaranteed interval, relative to ref_ns; infinite if no straight clock fitted the window. It assumes that the
	                   rate of this clock changes by no more than the model's wander */
	double  hi_ns;
	int     how;    /* enum rb_sync_how */
};

/*
 * Opens the model of this host's clock. path: the file NODE.model.json, or the folder of `runbench sync measure -o`, in which
 * the model of this host is selected by the host name (the complete name, then the name up to its first dot); if this host is the
 * reference of the models, its own clock is used. NULL: $RB_SYNC. Returns NULL on failure, with the reason in error.
 */
struct rb_sync *rb_sync_open(const char *path, char *error, size_t error_size);
void rb_sync_close(struct rb_sync *sync);

/*
 * Reads the model's clock and converts it. Returns 0, or -1 with errno: ENOTSUP (the clock of the model cannot be read in a
 * program: hpet, a virtual clock; use rb_sync_at), ERANGE (see rb_sync_at).
 */
int rb_sync_now(const struct rb_sync *sync, struct rb_sync_time *time);

/*
 * Converts a stamp of the model's clock, ns. Event logs and recordings have stamps of CLOCK_MONOTONIC: measure with
 * --clock monotonic.
 * Returns 0, or -1 with errno ERANGE: the clock was set, or its counter changed frequency, after the stamp, or the stamp is of
 * another clock.
 */
int rb_sync_at(const struct rb_sync *sync, int64_t stamp_ns, struct rb_sync_time *time);

/* Returns the name of the model's clock: monotonic, realtime, raw, tsc, ... */
const char *rb_sync_clock(const struct rb_sync *sync);

/*
 * Returns the rate by which the guaranteed interval grows at each side after the newest window, in ppm (1 ppm: 1 us per second): the
 * uncertainty of the measured rate plus the assumed wander. Infinite if the window does not bound the rate, 0 for the reference.
 */
double rb_sync_drift_bound(const struct rb_sync *sync);

/*
 * Measures the clocks now, and continues with the new model. It needs `runbench sync measure --on-demand=programs -o FOLDER`, whose
 * file FOLDER/windows.service is beside the model. The call returns after the window, which takes the time of --window. Exchanges
 * take place only inside it. All processes call it after a barrier; calls that arrive during a window share that window.
 * Returns 0, or -1 on failure or after timeout_ms, with the reason in error; the model is then the old one.
 */
int rb_sync_window(struct rb_sync *sync, int timeout_ms, char *error, size_t error_size);

/* Reads the model file again, after windows that this process did not request. Returns 0, or -1 with the reason in error. */
int rb_sync_reload(struct rb_sync *sync, char *error, size_t error_size);

#ifdef __cplusplus
}
#endif

#endif
