/* The helper's event loop: from the start of the benchmark until there is nothing more to observe. */
#ifndef RUNBENCH_LOOP_H
#define RUNBENCH_LOOP_H

#include "deadlines.h"
#include "observed.h"
#include "sample_recorder.h"
#include "sockets.h"
#include "supervision.h"

struct loop {
	struct supervision *supervision;
	struct recorder    *recorder;
	const struct observed *observed; /* whose end, where it was attached to, is the end */
	struct sockets     *sockets;
	struct deadlines    deadlines; /* fd -1: nothing is read at deadlines */
	int                 epoll_fd;
	uint64_t            flushed_ns;
};

void loop_init(struct loop *l, struct supervision *v, struct recorder *r, const struct observed *b);
void loop_run(struct loop *l);

#endif
