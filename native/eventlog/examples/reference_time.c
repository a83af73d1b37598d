/* A program in steps that keeps the reference's time to a tolerance: it measures the clocks between two steps, when the network is
 * free, and only if the guaranteed interval has become too wide.
 *   reference-time FOLDER [STEPS [TOLERANCE_US]]
 * With MPI, all processes call rb_sync_window after a barrier, because calls during a window share it. */
#include <runbench/sync.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *const origin[] = { "reference", "interpolated", "predicted", "expired" };

int main(int argc, char **argv)
{
	int                 steps = argc > 2 ? atoi(argv[2]) : 3;
	double              tolerance_ns = argc > 3 ? atof(argv[3]) * 1e3 : 100e3;
	char                error[1024];
	struct rb_sync     *sync = rb_sync_open(argc > 1 ? argv[1] : NULL, error, sizeof error);
	struct rb_sync_time t;

	if (!sync) {
		fprintf(stderr, "%s\n", error);
		return 2;
	}
	printf("clock %s, the error grows by at most %.3f us per s\n", rb_sync_clock(sync), rb_sync_drift_bound(sync));
	for (int step = 1; step <= steps; step++) {
		nanosleep(&(struct timespec){ 0, 200000000 }, NULL); /* the program's own work */
		/* MPI_Barrier(MPI_COMM_WORLD); */
		if (rb_sync_now(sync, &t)) {
			perror("rb_sync_now");
			return 3;
		}
		if (t.hi_ns - t.lo_ns > 2 * tolerance_ns && rb_sync_window(sync, 30000, error, sizeof error))
			fprintf(stderr, "%s\n", error); /* the program continues with the old model, whose bounds remain true */
		if (rb_sync_now(sync, &t)) {
			perror("rb_sync_now");
			return 3;
		}
		printf("step %d: %lld ns, error %+.1f .. %+.1f us, %s\n", step, (long long)t.ref_ns, t.lo_ns / 1e3, t.hi_ns / 1e3,
			origin[t.how]);
	}
	rb_sync_close(sync);
	return 0;
}
