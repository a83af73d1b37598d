/* Witness events; see witness.h. */
#include "witness.h"
#include "machine.h"
#include "../base/perf_attr.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define RING_PAGES 64 /* for 10,000 switches on a CPU, with 24 bytes per record */

struct switched {
	struct perf_event_header header;
	uint32_t pid, tid;
	uint64_t id;
};

static struct perf_event_attr dummy(void)
{
	return (struct perf_event_attr){
		.size = sizeof(struct perf_event_attr), .type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_DUMMY,
		.sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_ID, .sample_id_all = 1, .sample_period = 1,
		.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_ID, .exclude_kernel = 1, .watermark = 1,
		.wakeup_watermark = UINT32_MAX };
}

static void *zeroed(size_t count, size_t size)
{
	void *memory = calloc(count, size);

	if (!memory)
		abort();
	return memory;
}

/* The rings belong to events of this process, which outlive those of tasks. */
int switch_rings_open(struct switch_rings *t)
{
	struct perf_event_attr attr = dummy();
	size_t pages = RING_PAGES;

	attr.disabled = 1;
	*t = (struct switch_rings){ 0 };
	t->cpus = machine_cpus(&t->cpu);
	t->fd = zeroed(t->cpus, sizeof *t->fd);
	t->ring = zeroed(t->cpus, sizeof *t->ring);
	memset(t->fd, -1, t->cpus * sizeof *t->fd);
	for (unsigned i = 0; i < t->cpus; i++) {
		t->fd[i] = perf_open(&attr, 0, t->cpu[i], -1);
		if (t->fd[i] < 0)
			return -1;
		while (ring_map(&t->ring[i], t->fd[i], pages)) {
			if ((errno != EPERM && errno != ENOMEM) || pages == 1)
				return -1;
			pages /= 2;
		}
	}
	return 0;
}

void switch_rings_close(struct switch_rings *t)
{
	for (unsigned i = 0; i < t->cpus; i++) {
		ring_unmap(&t->ring[i]);
		if (t->fd[i] >= 0)
			close(t->fd[i]);
	}
	free(t->cpu);
	free(t->fd);
	free(t->ring);
	*t = (struct switch_rings){ 0 };
}

bool switch_rings_next(struct switch_rings *t, struct thread *task, uint64_t *id)
{
	for (unsigned i = 0; i < t->cpus; i++) {
		const struct perf_event_header *h;
		struct ring *r = &t->ring[i];
		bool found = false;

		ring_look(r);
		while (!found && (h = ring_peek(r))) {
			t->missed |= h->type == PERF_RECORD_LOST;
			if (h->type == PERF_RECORD_SWITCH) {
				const struct switched *s = (const void *)h;

				*task = (struct thread){ .tid = (pid_t)s->tid, .pid = (pid_t)s->pid };
				*id = s->id;
				found = true;
			}
			ring_consume(r, h);
		}
		ring_release(r);
		if (found)
			return true;
	}
	return false;
}

int witness_begin(struct witness *w, struct switch_rings *t, pid_t tid)
{
	struct perf_event_attr attr = dummy();

	*w = (struct witness){ .keeper = -1, .last = -1, .cpus = t->cpus };
	w->first = zeroed(t->cpus, sizeof *w->first);
	w->id = zeroed(t->cpus, sizeof *w->id);
	memset(w->first, -1, t->cpus * sizeof *w->first);
	/* Not inherited, so that no child has an equal context. */
	w->keeper = perf_open(&attr, tid, -1, -1);
	attr.inherit = 1;
	attr.context_switch = 1;
	for (unsigned i = 0; i < t->cpus && w->keeper >= 0; i++) {
		w->first[i] = perf_open(&attr, tid, t->cpu[i], -1);
		if (w->first[i] < 0 || ioctl(w->first[i], PERF_EVENT_IOC_ID, &w->id[i]) < 0
		    || ioctl(w->first[i], PERF_EVENT_IOC_SET_OUTPUT, t->fd[i]) < 0)
			break;
		if (i == t->cpus - 1)
			return 0;
	}
	return -1;
}

int witness_complete(struct witness *w, struct switch_rings *t, pid_t tid)
{
	struct perf_event_attr attr = dummy();

	attr.inherit = 1;
	w->last = perf_open(&attr, tid, *t->cpu, *w->first);
	return w->last < 0 ? -1 : 0;
}

bool witness_owns(const struct witness *w, uint64_t id)
{
	for (unsigned i = 0; i < w->cpus; i++)
		if (w->id[i] == id)
			return true;
	return false;
}

bool witness_knows_partial(const struct witness *w)
{
	uint64_t group[8];

	return read(*w->first, group, sizeof group) < 0 && errno == ECHILD;
}

void witness_end(struct witness *w)
{
	int error = errno;

	for (unsigned i = 0; i < w->cpus; i++)
		if (w->first[i] >= 0)
			close(w->first[i]);
	if (w->last >= 0)
		close(w->last);
	if (w->keeper >= 0)
		close(w->keeper);
	free(w->first);
	free(w->id);
	*w = (struct witness){ .keeper = -1, .last = -1 };
	errno = error;
}
