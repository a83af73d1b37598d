/* The helper's event loop; see loop.h. */
#include "loop.h"
#include "attach.h"
#include "../base/clock_ns.h"

#include <sys/epoll.h>
#include <sys/syscall.h>
#include <unistd.h>

#define FLUSH_NS (80 * NS_PER_MS)
#define HOLD_NS  NS_PER_MS /* an older record may still follow a record younger than this */

enum wake { WAKE_SUPERVISION, WAKE_DEADLINE, WAKE_TARGET, WAKE_CONTROL, WAKE_REGION, WAKE_RING };

static void watch(const struct loop *l, int fd, enum wake what, uint32_t events)
{
	struct epoll_event e = { .events = events, .data.u32 = what };

	epoll_ctl(l->epoll_fd, EPOLL_CTL_ADD, fd, &e);
}

/* Edge-triggered: after the end of the first task its events report a hangup permanently, while others still deliver records. */
static void watch_rings(const struct loop *l)
{
	for (unsigned i = 0; i < l->recorder->source_count; i++)
		watch(l, l->recorder->sources[i].fd, WAKE_RING, EPOLLIN | EPOLLET);
}

void loop_init(struct loop *l, struct supervision *v, struct recorder *r, const struct observed *b)
{
	pid_t pid = b->pid;

	l->supervision = v;
	l->recorder = r;
	l->observed = b;
	l->flushed_ns = clock_ns();
	l->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	watch(l, v->wait_fd, WAKE_SUPERVISION, EPOLLIN);
	if (!v->launches && pid) {
		int fd = (int)syscall(SYS_pidfd_open, pid, 0);

		if (fd >= 0)
			watch(l, fd, WAKE_TARGET, EPOLLIN);
		else
			supervision_detach(v, "exited");
	}
	if (l->deadlines.fd >= 0)
		watch(l, l->deadlines.fd, WAKE_DEADLINE, EPOLLIN);
	watch_rings(l);
}

static void on_deadline(struct loop *l)
{
	uint64_t deadline = deadlines_passed(&l->deadlines);

	if (!deadline)
		return;
	if (l->supervision->ended)
		return;
	recorder_drain(l->recorder, clock_ns());
	if (l->control->enabled && l->recorder->counters->poll)
		poll_mode_sample(l->recorder, deadline, l->deadlines.period_ns);
	else if (l->control->enabled)
		poll_mode_fill(l->recorder, l->deadlines.period_ns);
	deadlines_next(&l->deadlines, l->recorder->multiplexed);
}

static void read_run_delay(struct loop *l)
{
	struct supervision *v = l->supervision;
	pid_t pid = v->launches ? v->tree.first : l->observed->pid;

	/* After the end of the process the last value remains. */
	if (pid && !v->ended && outcome_run_delay(pid, &v->outcome.run_delay_ns))
		v->outcome.knows_run_delay = true;
}

static uint64_t interval_due(struct loop *l)
{
	const struct supervision *v = l->supervision;

	return intervals_due(&l->intervals, l->recorder->counters->options, v->executed ? v->outcome.exec_ns : 0);
}

static void on_time(struct loop *l)
{
	struct recorder *r = l->recorder;
	const struct options *o = r->counters->options;
	uint64_t now = clock_ns();

	if (o->attach_tid && !attach_is_alive(o->attach_tid))
		supervision_detach(l->supervision, "exited");
	if (now >= sockets_due(l->sockets) && !l->supervision->ended)
		sockets_sample(l->sockets, r);
	if (now - l->flushed_ns >= FLUSH_NS) {
		recorder_drain(r, now - HOLD_NS);
		container_stream_seal(r->writer, now);
		read_run_delay(l);
		if (!l->supervision->launches && observed_ended(l->observed))
			supervision_detach(l->supervision, "exited");
		l->flushed_ns = now;
	}
	if (now >= interval_due(l) && !l->supervision->ended) {
		recorder_drain(r, clock_ns()); /* a task without heirs is read once */
		intervals_report(&l->intervals, r, l->sockets, l->control);
	}
	control_on_time(l->control, r->counters, now);
	supervision_on_time(l->supervision, r->writer, now, r->samples, r->run_ns);
}

static int milliseconds_to_wait(struct loop *l)
{
	uint64_t due = l->flushed_ns + FLUSH_NS, end = supervision_due(l->supervision);

	if (end < due)
		due = end;
	if (interval_due(l) < due)
		due = interval_due(l);
	if (control_due(l->control) < due)
		due = control_due(l->control);
	if (sockets_due(l->sockets) < due)
		due = sockets_due(l->sockets);
	return clock_ms_until(due);
}

void loop_watch_regions(struct loop *l, struct regions *regions)
{
	l->regions = regions;
	if (regions->wait_fd >= 0)
		watch(l, regions->wait_fd, WAKE_REGION, EPOLLIN);
}

static void take_commands(struct loop *l)
{
	struct control *c = l->control;

	control_take(c, l->recorder, l->sockets, l->supervision);
	if (c->closed)
		epoll_ctl(l->epoll_fd, EPOLL_CTL_DEL, c->fd, NULL);
}

/* Commands before exec wait: the exec would enable counters that they disabled. */
static void await_commands(struct loop *l)
{
	if (l->takes_commands || l->control->fd < 0 || !l->supervision->executed)
		return;
	l->takes_commands = true;
	watch(l, l->control->fd, WAKE_CONTROL, EPOLLIN);
	take_commands(l);
}

void loop_run(struct loop *l)
{
	struct supervision *v = l->supervision;

	while (!v->ended) {
		struct epoll_event events[32];
		bool ring = false;
		int n;

		await_commands(l);
		n = epoll_wait(l->epoll_fd, events, 32, milliseconds_to_wait(l));

		for (int i = 0; i < n; i++) {
			switch (events[i].data.u32) {
			case WAKE_SUPERVISION:
				/* Deadlines that passed while the run was stopped are not missed samples. */
				if (supervision_take(v) && l->recorder->counters->poll)
					deadlines_start(&l->deadlines);
				break;
			case WAKE_TARGET: supervision_detach(v, "exited"); break;
			case WAKE_DEADLINE: on_deadline(l); break;
			case WAKE_REGION: regions_take(l->regions, l->control, l->recorder, l->sockets); break;
			case WAKE_CONTROL: take_commands(l); break;
			default: ring = true; break;
			}
		}
		if (ring)
			recorder_drain(l->recorder, clock_ns() - HOLD_NS);
		on_time(l);
	}
}
