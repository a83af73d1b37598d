/* A library for LD_PRELOAD that replaces a program's CLOCK_MONOTONIC by the virtual clock of $RB_CLUSTER_CLOCK
 * (clock/clock.c). With $RB_CLUSTER_CLOCK_STEP, AT,STEP in ns, the clock steps when the real clock reaches AT. It
 * simulates a host with a known clock error, for tests and rehearsals. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int (*real)(clockid_t, struct timespec *);
static long long offset, epoch, step_at, step;
static double ppm;

static __attribute__((constructor)) void begin(void)
{
	const char *spec = getenv("RB_CLUSTER_CLOCK");

	real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
	if (getenv("RB_CLUSTER_CLOCK_STEP") && sscanf(getenv("RB_CLUSTER_CLOCK_STEP"), "%lld,%lld", &step_at, &step) != 2)
		_Exit(2);
	if (spec && sscanf(spec, "virtual(monotonic,offset=%lld,ppm=%lf,epoch=%lld)", &offset, &ppm, &epoch) != 3) {
		fprintf(stderr, "virtual clock: not understood: %s\n", spec);
		_Exit(2);
	}
}

int clock_gettime(clockid_t id, struct timespec *t)
{
	int64_t ns;
	double drift;
	int status;

	if (!real)
		begin();
	status = real(id, t);
	if (status || id != CLOCK_MONOTONIC)
		return status;
	ns = t->tv_sec * 1000000000ll + t->tv_nsec;
	drift = (double)(ns - epoch) * ppm * 1e-6;
	ns += (step && ns >= step_at ? step : 0) + offset + (int64_t)(drift < 0 ? drift - 0.5 : drift + 0.5);
	t->tv_sec = ns / 1000000000;
	t->tv_nsec = ns % 1000000000;
	return 0;
}
