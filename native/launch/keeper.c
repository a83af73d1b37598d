/* The keeper of a rank; see keeper.h. */
#include "keeper.h"
#include "../base/clock_ns.h"
#include "../base/spawn.h"
#include "ended.h"
#include "environment.h"
#include "collect.h"
#include "ready.h"
#include "reflector.h"
#include "sampler.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define WAIT_S       300 /* for the head's "go" */
#define CHECK_FAST_MS 2
#define CHECK_SLOW_MS 50
#define CHECK_STOP_MS 1000
#define CHECK_PLAN_MS 50 /* the head of a plan ends programs one by one */
#define CHECK_READY_MS 5
#define STARTED_MS   30000
#define FINISH_MS    30000
#define KILL_NS      (2 * NS_PER_S)
#define WRAPPER_STATUS_NS      NS_PER_S

/* Returns false if the head cannot be informed of this rank, for instance on a full disk. */
static bool write_rank(const struct keeper *k)
{
	const struct place *p = &k->place;
	struct text t = { .survives = true };
	char clock[512];
	bool written;

	identity_clock(clock, sizeof clock);
	text_add(&t, "{\"v\":1,\"rank\":%d,\"size\":%d", p->id.rank, p->id.size);
	text_add_member(&t, "rank_from", p->id.from);
	text_add_member(&t, "host", p->host);
	text_add_member(&t, "clock_id", clock);
	text_add(&t, ",\"pid\":%d", k->program);
	text_add_member(&t, "exe", k->executable);
	text_add_member(&t, "form", k->form);
	identity_processor(&t);
	ready_add_obstacle(&t, k->program);
	text_add(&t, ",\"leader\":%s,\"realtime_minus_clock_ns\":%lld}\n", p->leader ? "true" : "false",
		 (long long)(clock_realtime_ns() - (int64_t)clock_ns()));
	written = !place_write(p->folder, "rank.json", &t);
	text_free(&t);
	/* A file without content needs no space. The head would wait for the missing report. */
	if (!written)
		place_write(p->folder, "unreported", &(struct text){ .survives = true });
	return written;
}

/* Reads the sampler's lines until it has started or failed, it has ended, or the time is over. */
static void wait_for_sampler_start(struct keeper *k, struct rank_sampler *s)
{
	uint64_t until = clock_ns() + STARTED_MS * NS_PER_MS;
	struct pollfd fd = { .fd = s->lines_fd, .events = POLLIN };

	while (!s->started && s->lines_fd >= 0 && clock_ns() < until)
		if (poll(&fd, 1, CHECK_SLOW_MS) > 0 && !rank_sampler_read(s))
			break;
	if (s->failed)
		place_problem(&k->place, "this rank is not sampled", rank_sampler_error(s), "runbench doctor, on that host");
	else if (!s->started)
		place_problem(&k->place, "this rank is sampled late or not at all", "its sampler did not start in time",
			"runbench doctor, on that host");
}

/* Reads the start time of this host from the lines "HOST NANOS" of go, or from "*"; 0: immediately. */
static bool read_go(const struct place *p, uint64_t *at)
{
	char path[PATH_MAX], line[512], host[256];
	unsigned long long ns;
	FILE *f = fopen(place_file(path, place_is_planned(p) ? p->folder : p->run, "go"), "re");

	if (!f)
		return false;
	*at = 0;
	while (fgets(line, sizeof line, f))
		if (sscanf(line, "%255s %llu", host, &ns) == 2 && (!strcmp(host, p->host) || !strcmp(host, "*")))
			*at = ns;
	fclose(f);
	return true;
}

static bool has_ended(pid_t pid)
{
	return kill(pid, 0) && errno == ESRCH;
}

/* The group of a program of a plan is its own and may outlive its first process. */
static void end_program(const struct keeper *k, int signal)
{
	bool own_group = place_is_planned(&k->place) || getpgid(k->program) == k->program;

	kill(own_group ? -k->program : k->program, signal);
}

/* Returns the number of requests to end the program, or all programs of the run; 0: none. */
static int stop_requests(const struct place *p)
{
	char path[PATH_MAX];
	FILE *f = place_is_planned(p) ? fopen(place_file(path, p->folder, "stop"), "re") : NULL;
	int times = 0;

	if (!f)
		f = fopen(place_file(path, p->run, "stop"), "re");

	if (!f)
		return 0;
	if (fscanf(f, "%d", &times) != 1)
		times = 1;
	fclose(f);
	return times;
}

/* Waits for the head's "go". The program may be killed meanwhile, or the head may have ended. */
static uint64_t wait_for_go(struct keeper *k)
{
	const char *seconds = environment_get("RB_CLUSTER_WAIT");
	uint64_t begin = clock_ns(), until = begin + (uint64_t)(seconds ? atol(seconds) : WAIT_S) * NS_PER_S, at = 0;
	int pause_ms = CHECK_FAST_MS;

	while (!read_go(&k->place, &at)) {
		if (has_ended(k->program))
			return 0;
		/* A program of a plan never starts without its head, because nothing would end it. */
		if (place_is_planned(&k->place) && (stop_requests(&k->place) || clock_ns() > until)) {
			kill(k->program, SIGKILL);
			k->stop_requested = true;
			return 0;
		}
		if (clock_ns() > until) {
			place_problem(&k->place, "this rank started without the others", "the head did not release it in time",
				      "check that the run's folder is on a file system shared by all nodes");
			return 0;
		}
		poll(NULL, 0, pause_ms);
		/* Frequent checks at first, for short programs; later fewer, for the file server. */
		if (clock_ns() - begin > NS_PER_S)
			pause_ms = CHECK_SLOW_MS;
	}
	return at;
}

static void write_released(const struct keeper *k, uint64_t requested_ns)
{
	struct text t = { .survives = true };

	for (int i = 0; i < 100 && !k->gate.note->released_ns && !has_ended(k->program); i++)
		poll(NULL, 0, 1);
	text_add(&t, "{\"v\":1,\"monotonic_ns\":%llu,\"asked_ns\":%llu}\n", (unsigned long long)k->gate.note->released_ns,
		 (unsigned long long)requested_ns);
	place_write(k->place.folder, "released.json", &t);
	text_free(&t);
}

static int pid_fd(pid_t pid)
{
	return (int)syscall(SYS_pidfd_open, pid, 0);
}

/* Reads the number of stop requests to the head from the file "stop". At the first one launchers end their ranks
 * themselves, except ssh, which does not signal the remote side. The second one kills ranks that survived their
 * launcher. */
static void check_stop_file(struct keeper *k)
{
	bool by_template = !strcmp(k->place.id.from, RANK_BY_TEMPLATE);
	int times = stop_requests(&k->place);

	if (times == 0)
		return;
	if (times > 1)
		end_program(k, SIGKILL);
	else if (by_template && !k->stop_requested)
		end_program(k, SIGTERM);
	k->stop_requested = true;
}

/* Returns the status that the wrapper reported for its child; false if the wrapper was killed before. */
static bool wrapper_status(const struct keeper *k, int *status)
{
	uint64_t until = clock_ns() + WRAPPER_STATUS_NS;

	while (k->wrapper && !__atomic_load_n(&k->gate.note->is_status_valid, __ATOMIC_ACQUIRE)) {
		if (has_ended(k->wrapper) || clock_ns() > until)
			return false;
		poll(NULL, 0, CHECK_FAST_MS);
	}
	*status = k->gate.note->status;
	return k->wrapper;
}

/* Waits until the program's first process has ended and reads the sampler's lines meanwhile. Returns its status, -1 if
 * unknown. */
static int wait_for_program(struct keeper *k, struct rank_sampler *s)
{
	int fd = pid_fd(k->program), status = -1;
	bool is_ready = !place_is_planned(&k->place) || !ready_is_awaited();
	int check_ms = place_is_planned(&k->place) ? CHECK_PLAN_MS : CHECK_STOP_MS;
	struct pollfd fds[2] = { { .fd = fd, .events = POLLIN }, { .events = POLLIN } };

	for (;;) {
		fds[1].fd = s->lines_fd;
		/* A signal for the program interrupts this call. */
		int n = poll(fds, 2, !is_ready ? CHECK_READY_MS : fd < 0 ? CHECK_SLOW_MS : check_ms);

		if (n > 0 && fds[1].revents)
			rank_sampler_read(s);
		is_ready = is_ready || ready_check(&k->place, k->program);
		check_stop_file(k);
		if ((n > 0 && fds[0].revents) || has_ended(k->program))
			break;
	}
	k->ended_ns = clock_ns();
	if (!wrapper_status(k, &status))
		status = ended_status(fd, k->program);
	close(fd);
	return status;
}

static void wait_for_sampler(struct keeper *k, struct rank_sampler *s, bool node)
{
	struct pollfd fd = { .fd = s->lines_fd, .events = POLLIN };
	int status = 0;
	char killed[64];

	if (!s->pid)
		return;
	if (node) {
		while (place_other_ranks(&k->place))
			poll(NULL, 0, CHECK_SLOW_MS);
		rank_sampler_stop(s);
	}
	/* Children may outlive the first process; the sampler ends with the last one. The head of a plan ends them. */
	while (s->lines_fd >= 0) {
		int n = poll(&fd, 1, node ? FINISH_MS : place_is_planned(&k->place) ? CHECK_PLAN_MS : -1);

		if (n == 0 && place_is_planned(&k->place))
			check_stop_file(k);
		else if (n == 0 || !rank_sampler_read(s))
			break;
	}
	spawn_wait_until(s->pid, clock_ns() + KILL_NS, &status);
	if (WIFSIGNALED(status)) {
		s->failed = true;
		snprintf(killed, sizeof killed, "its sampler was killed by signal %d", WTERMSIG(status));
		place_problem(&k->place, "the recording of this rank is cut off", killed,
			"the sealed part is kept and used");
	} else if (s->started && s->failed) {
		place_problem(&k->place, "the recording of this rank is cut off", rank_sampler_error(s),
			"the written part is kept");
	}
}

static void write_ended(const struct keeper *k, const struct rank_sampler *s, int status, const char *left_at)
{
	struct text t = { .survives = true };

	text_add(&t, "{\"v\":1,\"monotonic_ns\":%llu,\"program_ended_ns\":%llu", (unsigned long long)clock_ns(),
		(unsigned long long)k->ended_ns);
	if (status != -1 && WIFSIGNALED(status))
		text_add(&t, ",\"exit_status\":null,\"signal\":%d", WTERMSIG(status));
	else if (status != -1)
		text_add(&t, ",\"exit_status\":%d,\"signal\":null", WEXITSTATUS(status));
	else
		text_add(&t, ",\"exit_status\":null,\"signal\":null");
	text_add(&t, ",\"sampled\":%s,\"cut_off\":%s", s->started ? "true" : "false",
		s->started && s->failed ? "true" : "false");
	if (left_at)
		text_add_member(&t, "left_at", left_at);
	text_add(&t, "}\n");
	place_write(k->place.folder, "ended.json", &t);
	text_free(&t);
}

static void start_sampler(struct keeper *k, struct rank_sampler *s, bool per_node)
{
	if (rank_sampler_start(s, &k->place, k->program, per_node))
		place_problem(&k->place, "this rank is not sampled", strerror(errno),
			"check the bundle on this host (RB_CLUSTER_BUNDLE)");
	else
		wait_for_sampler_start(k, s);
}

void keeper_run(struct keeper *k)
{
	bool per_node = environment_is_on("RB_CLUSTER_PER_NODE");
	struct rank_sampler s = { .control_fd = -1, .lines_fd = -1, .log_fd = -1 };
	int alive[2] = { -1, -1 }, status;
	const char *left_at = NULL;
	bool reported;
	uint64_t at;

	signal(SIGPIPE, SIG_IGN);
	reported = write_rank(k);
	if (k->place.leader && environment_is_on("RB_CLUSTER_REFLECT") && !pipe2(alive, O_CLOEXEC)) {
		node_reflector_start(&k->place, alive[0]);
		close(alive[0]);
	}
	if (!place_is_planned(&k->place) && (!per_node || k->place.leader))
		start_sampler(k, &s, per_node);
	at = reported ? wait_for_go(k) : 0;
	/* A program of a plan may wait long for its predecessors: that time is no part of its recording. */
	if (place_is_planned(&k->place) && !k->stop_requested && !has_ended(k->program))
		start_sampler(k, &s, false);
	gate_open(&k->gate, at);
	write_released(k, at);
	status = wait_for_program(k, &s);
	wait_for_sampler(k, &s, per_node);
	if (s.pid)
		left_at = collect_recording(&k->place, s.output);
	collect_event_logs(&k->place);
	write_ended(k, &s, status, left_at);
	close(alive[1]);
}
