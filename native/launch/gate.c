/* The gate of a rank; see gate.h. */
#include "gate.h"
#include "../base/clock_ns.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

/* Maximum delay of a wakeup; the rank polls the clock for the rest. */
#define SPIN_NS 100000

/* Duplicates a descriptor to a number above those of the keeper's ends. */
static int move_descriptor(int fd)
{
	int high = fcntl(fd, F_DUPFD_CLOEXEC, 10);

	close(fd);
	return high;
}

int gate_make(struct gate *g)
{
	int ends[2];

	if (pipe2(ends, O_CLOEXEC))
		return -1;
	g->wait_fd = move_descriptor(ends[0]);
	g->opener_fd = move_descriptor(ends[1]);
	g->note_fd = memfd_create("runbench-gate", MFD_CLOEXEC);
	if (g->note_fd >= 0)
		g->note_fd = move_descriptor(g->note_fd);
	g->note = MAP_FAILED;
	if (g->note_fd >= 0 && !ftruncate(g->note_fd, sizeof *g->note))
		g->note = mmap(NULL, sizeof *g->note, PROT_READ | PROT_WRITE, MAP_SHARED, g->note_fd, 0);
	if (g->wait_fd >= 0 && g->opener_fd >= 0 && g->note != MAP_FAILED)
		return 0;
	close(g->wait_fd);
	close(g->opener_fd);
	close(g->note_fd);
	return -1;
}

void gate_wait(struct gate *g)
{
	char byte;

	close(g->opener_fd);
	while (read(g->wait_fd, &byte, 1) < 0 && errno == EINTR)
		;
	while (clock_ns() < g->note->start_ns)
		;
	g->note->released_ns = clock_ns();
	munmap(g->note, sizeof *g->note);
	close(g->wait_fd);
	close(g->note_fd);
}

void gate_open(struct gate *g, uint64_t at_ns)
{
	uint64_t wake = at_ns > SPIN_NS ? at_ns - SPIN_NS : 0;
	struct timespec t = { .tv_sec = (time_t)(wake / NS_PER_S), .tv_nsec = (long)(wake % NS_PER_S) };

	while (wake > clock_ns() && clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR)
		;
	g->note->start_ns = at_ns;
	while (write(g->opener_fd, "", 1) < 0 && errno == EINTR)
		;
	close(g->opener_fd);
	g->opener_fd = -1;
}
