/* The helper's event loop, from the start of the benchmark to the end of the observation. */
#ifndef RUNBENCH_LOOP_H
#define RUNBENCH_LOOP_H

#include "control.h"
#include "deadlines.h"
#include "intervals.h"
#include "observed.h"
#include "regions.h"
#include "sample_recorder.h"
#include "sockets.h"
#include "supervision.h"

struct loop {
	struct supervision *supervision;
	struct recorder    *recorder;
	const struct observed *observed; /* the end of an attached object ends the loop */
	struct sockets     *sockets;
	struct regions     *regions;
	struct control     *control;  /* its descriptor is -1 without control */
	bool                takes_commands; /* the program has called exec, which would enable counters again */
	struct intervals    intervals;
	struct deadlines    deadlines; /* fd -1: no deadlines */
	int                 epoll_fd;
	uint64_t            flushed_ns; /* time of the last seal */
};

void loop_init(struct loop *l, struct supervision *v, struct recorder *r, const struct observed *b);
void loop_watch_regions(struct loop *l, struct regions *regions);
void loop_run(struct loop *l);

#endif
