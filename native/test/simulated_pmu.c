/*
 * Starts a program on a machine with simulated PMUs. This process answers perf_event_open(2) of the program and its
 * descendants (seccomp user notification) by the kernel's rules for hybrid CPUs, sockets and full groups. Software events
 * replace hardware events: the CPU clock for cycles and instructions (config 0 and 1 of the generic events) and for sockets,
 * page faults for the others.
 *
 *   simulated_pmu [--others off] [--counters N] [--dead N [--dead-from FILE] [--dead-times N]] [--pair CODE] [--silent CODE] [--socket TYPE:CPU]...
 *                 [--slots on] [--answer EVENT:TYPE:CONFIG]... [--answer-in-turns EVENT:TYPE:CONFIG]...
 *                 --core TYPE:CPUS... -- PROGRAM [ARGUMENT...]
 *
 * --others off     the processor has no other events than cycles, instructions and those with an --answer or --raw
 * --core 4:0-1,3   a core PMU and its CPUs; the first one takes raw events
 * --socket 20:0    a PMU of a socket: CPU-wide only, on that CPU only, no modes
 * --counters N     maximum number of events of a core PMU in a group
 * --dead N         the Nth event of a group is opened, is always on, and counts nothing
 * --pair CODE      a raw event that occupies two counters; later events of its group count nothing
 * --dead-from FILE the dead counter is dead only once this file exists
 * --dead-times N   the dead counter is dead in the first N groups that use it
 * --silent CODE    a raw event that the processor does not support: it is opened and counts nothing
 * --slots on       raw events 0x8000 to 0x8700 are opened only after 0x0400, which then must not sample (Intel's topdown-*)
 * --answer 4:2:77  a generic event (type << 24 | config) counts tracepoint 77; -in-turns: only if events are multiplexed
 * --raw 0xc0:2:77  the same for a raw event
 * /sys and /proc are not changed: bind another tree over /sys/bus/event_source/devices to change the names of events.
 */
#include "simulated_answers.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/filter.h>
#include <linux/perf_event.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_PMUS = 8, MAX_LEADERS = 65536, UNAVAILABLE = 77, NO_CODE = -1 };

struct pmu {
	uint32_t    type;
	const char *cpus;
	bool        socket;
};

static struct pmu pmus[MOST_PMUS];
static int pmu_count, counters_per_group = 1000;
static int dead_counter, pair_code = NO_CODE, silent_code = NO_CODE;
static const char *dead_from;
static int dead_times = INT_MAX;
static bool slots_lead, others = true;
static bool of_slots[MAX_LEADERS]; /* by the kernel's ID of a group leader */
static unsigned char taken[MAX_LEADERS]; /* by the kernel's ID of a group leader */
static bool disturbed[MAX_LEADERS];

static int unavailable(const char *what)
{
	fprintf(stderr, "simulated_pmu: %s: %s\n", what, strerror(errno));
	return UNAVAILABLE;
}

static bool holds(const char *list, int cpu)
{
	for (const char *p = list; *p; p += *p == ',') {
		char *end;
		long first = strtol(p, &end, 10), last = first;

		if (*end == '-')
			last = strtol(end + 1, &end, 10);
		if (first <= cpu && cpu <= last)
			return true;
		p = end;
	}
	return false;
}

/* Returns the simulated PMU of an event, NULL if the kernel handles it, and the event's number in *event. */
static const struct pmu *pmu_of(const struct perf_event_attr *a, int cpu, uint64_t *event)
{
	bool generic = a->type == PERF_TYPE_HARDWARE || a->type == PERF_TYPE_HW_CACHE;
	uint32_t type = generic ? (uint32_t)(a->config >> 32) : a->type;

	*event = generic ? a->type << 24 | (uint32_t)a->config : RAW_EVENT | a->config;
	for (int i = 0; i < pmu_count; i++) {
		bool any = generic && !type && !pmus[i].socket && (cpu < 0 || holds(pmus[i].cpus, cpu));

		if (any || pmus[i].type == type || (type == PERF_TYPE_RAW && i == 0))
			return &pmus[i];
	}
	return NULL;
}

static int thread_group(pid_t tid)
{
	char path[64], line[128];
	int group = tid;
	FILE *f;

	snprintf(path, sizeof path, "/proc/%d/status", tid);
	f = fopen(path, "re");
	while (f && fgets(line, sizeof line, f) && sscanf(line, "Tgid: %d", &group) != 1)
		;
	if (f)
		fclose(f);
	return group;
}

/* Duplicates a descriptor of the calling process. */
static int fetch(pid_t caller, int fd)
{
	int process = (int)syscall(SYS_pidfd_open, thread_group(caller), 0), here;

	if (process < 0)
		return -1;
	here = (int)syscall(SYS_pidfd_getfd, process, fd, 0);
	close(process);
	return here;
}

static bool is_slots(const struct perf_event_attr *a)
{
	return slots_lead && a->type == PERF_TYPE_RAW && a->config == 0x400;
}

/* Returns whether an event is a part of the slots: the fixed event 0 with a mask from 0x80 on. */
static bool is_part(const struct perf_event_attr *a)
{
	return slots_lead && a->type == PERF_TYPE_RAW && a->config >= 0x8000 && a->config <= 0x8700 && !(a->config & 0xff);
}

static int refused(const struct pmu *p, const struct perf_event_attr *a, pid_t pid, int cpu)
{
	bool modes = a->exclude_user || a->exclude_kernel || a->exclude_hv || a->exclude_idle || a->exclude_host || a->exclude_guest;

	if (p->socket)
		return pid != -1 || modes || a->sample_period || !holds(p->cpus, cpu) ? EINVAL : 0;
	return cpu >= 0 && !holds(p->cpus, cpu) ? ENOENT : 0;
}

static void became_leader(int fd, bool slots)
{
	uint64_t id = 0;

	if (ioctl(fd, PERF_EVENT_IOC_ID, &id))
		return;
	taken[id % MAX_LEADERS] = !slots;
	disturbed[id % MAX_LEADERS] = false;
	of_slots[id % MAX_LEADERS] = slots;
}

/* Returns the replacement of an event. */
static uint64_t substitute(const struct perf_event_attr *a, const struct pmu *p, uint64_t event, uint64_t leader)
{
	bool dies = dead_counter && (!dead_from || !access(dead_from, F_OK));

	if (!p->socket && (disturbed[leader] || (dies && taken[leader] + 1 >= dead_counter && dead_times-- > 0)))
		return PERF_COUNT_SW_DUMMY;
	if (!p->socket && a->type == PERF_TYPE_RAW && (int)a->config == silent_code)
		return PERF_COUNT_SW_DUMMY;
	if (!p->socket && a->type == PERF_TYPE_RAW && (int)a->config == pair_code)
		return PERF_COUNT_SW_PAGE_FAULTS;
	return p->socket || event <= 1 ? PERF_COUNT_SW_CPU_CLOCK : PERF_COUNT_SW_PAGE_FAULTS;
}

/* Opens the replacement of an event. Returns a descriptor, or the negative errno. */
static int open_substitute(const struct seccomp_notif *n, struct perf_event_attr *a, const struct pmu *p, uint64_t event)
{
	pid_t pid = (pid_t)n->data.args[1];
	int cpu = (int)n->data.args[2], leader = (int)n->data.args[3], fd;
	int error = refused(p, a, pid, cpu);
	bool slots = is_slots(a) && !a->sample_period, part = is_part(a);
	bool pair = !p->socket && a->type == PERF_TYPE_RAW && (int)a->config == pair_code;
	uint64_t id = 0;

	if (!error && !others && !p->socket && event > PERF_COUNT_HW_INSTRUCTIONS && !answers_have(event))
		error = ENOENT;
	if (error || (part && (leader < 0 || a->sample_period)))
		return error ? -error : -EINVAL;
	if (leader >= 0) {
		leader = fetch((pid_t)n->pid, leader);
		if (leader < 0 || ioctl(leader, PERF_EVENT_IOC_ID, &id))
			return -EBADF;
		if (part && !of_slots[id % MAX_LEADERS]) {
			close(leader);
			return -EINVAL;
		}
		if (!part && !p->socket && taken[id % MAX_LEADERS] + pair >= counters_per_group) {
			close(leader);
			return -EINVAL;
		}
	}
	a->config = substitute(a, p, event, id % MAX_LEADERS);
	a->type = PERF_TYPE_SOFTWARE;
	a->config1 = a->config2 = 0;
	a->precise_ip = 0;
	answers_put(a, event, thread_group((pid_t)n->pid), counters_per_group);
	fd = (int)syscall(SYS_perf_event_open, a, pid ? pid : (pid_t)n->pid, cpu, leader, n->data.args[4]);
	error = errno;
	if (fd >= 0 && leader < 0) /* an event alone may become a leader */
		became_leader(fd, slots);
	if (fd >= 0 && leader >= 0 && !p->socket && !part) {
		taken[id % MAX_LEADERS] += 1 + pair;
		disturbed[id % MAX_LEADERS] |= pair;
	}
	if (leader >= 0)
		close(leader);
	return fd < 0 ? -error : fd;
}

static void answer(int listener, const struct seccomp_notif *n)
{
	struct perf_event_attr a = { 0 };
	struct iovec here = { &a, sizeof a }, there = { (void *)(uintptr_t)n->data.args[0], sizeof a };
	struct seccomp_notif_resp reply = { .id = n->id };
	const struct pmu *p = NULL;
	uint64_t event;
	int fd;

	/* Callers with older headers have a shorter struct; the kernel must not read beyond it. */
	if (process_vm_readv((pid_t)n->pid, &here, 1, &there, 1, 0) >= PERF_ATTR_SIZE_VER0 && a.size <= sizeof a) {
		memset((char *)&a + a.size, 0, sizeof a - a.size);
		p = pmu_of(&a, (int)n->data.args[2], &event);
	}
	if (!p) {
		reply.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
		ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &reply);
		return;
	}
	fd = open_substitute(n, &a, p, event);
	if (fd < 0) {
		reply.error = fd;
		ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &reply);
		return;
	}
	ioctl(listener, SECCOMP_IOCTL_NOTIF_ADDFD, &(struct seccomp_notif_addfd){ .id = n->id, .srcfd = (uint32_t)fd,
	      .flags = SECCOMP_ADDFD_FLAG_SEND, .newfd_flags = n->data.args[4] & PERF_FLAG_FD_CLOEXEC ? O_CLOEXEC : 0 });
	close(fd);
}

/* Installs the filter and executes the program, in the child. */
static int run(char **command, int to_parent, int from_parent)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_perf_event_open, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { sizeof filter / sizeof *filter, filter };
	int listener;
	char go;

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		return unavailable("no_new_privs");
	listener = (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
	if (listener < 0)
		return unavailable("installing the filter");
	if (write(to_parent, &listener, sizeof listener) != sizeof listener || read(from_parent, &go, 1) != 1)
		return UNAVAILABLE;
	close(listener);
	execvp(command[0], command);
	fprintf(stderr, "simulated_pmu: %s: %s\n", command[0], strerror(errno));
	return 127;
}

static int serve(pid_t child, int listener)
{
	struct pollfd watched[] = { { .fd = listener, .events = POLLIN },
		{ .fd = (int)syscall(SYS_pidfd_open, child, 0), .events = POLLIN } };
	int status;

	while (poll(watched, 2, -1) > 0 || errno == EINTR) {
		struct seccomp_notif n = { 0 };

		if (watched[0].revents & POLLIN && !ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &n))
			answer(listener, &n);
		if (watched[1].revents & POLLIN && waitpid(child, &status, 0) == child)
			return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
	}
	return unavailable("waiting");
}

int main(int argc, char **argv)
{
	int there[2], back[2], listener, i = 1;
	pid_t child;

	for (; i + 1 < argc && strcmp(argv[i], "--"); i += 2) {
		char *colon = strchr(argv[i + 1], ':');

		if (!strcmp(argv[i], "--counters"))
			counters_per_group = atoi(argv[i + 1]);
		else if (!strcmp(argv[i], "--dead"))
			dead_counter = atoi(argv[i + 1]);
		else if (!strcmp(argv[i], "--dead-from"))
			dead_from = argv[i + 1];
		else if (!strcmp(argv[i], "--dead-times"))
			dead_times = atoi(argv[i + 1]);
		else if (!strcmp(argv[i], "--silent"))
			silent_code = (int)strtol(argv[i + 1], NULL, 0);
		else if (!strcmp(argv[i], "--slots"))
			slots_lead = !strcmp(argv[i + 1], "on");
		else if (!strcmp(argv[i], "--others"))
			others = strcmp(argv[i + 1], "off") != 0;
		else if (!strncmp(argv[i], "--answer", 8) || !strcmp(argv[i], "--raw")) {
			if (answers_add(argv[i + 1], !strcmp(argv[i], "--raw"), !strcmp(argv[i], "--answer-in-turns")))
				return 2;
		}
		else if (!strcmp(argv[i], "--pair"))
			pair_code = (int)strtol(argv[i + 1], NULL, 0);
		else if (colon && pmu_count < MOST_PMUS)
			pmus[pmu_count++] = (struct pmu){ (uint32_t)atoi(argv[i + 1]), colon + 1, !strcmp(argv[i], "--socket") };
	}
	if (i + 1 >= argc || !pmu_count) {
		fprintf(stderr, "usage: simulated_pmu [--counters N] [--dead N] [--dead-from FILE] [--dead-times N] [--pair CODE] [--silent CODE] [--socket TYPE:CPU] "
			"--core TYPE:CPUS -- PROGRAM [ARGUMENT...]\n");
		return 2;
	}
	if (pipe2(there, O_CLOEXEC) || pipe2(back, O_CLOEXEC))
		return unavailable("pipes");
	child = fork();
	if (child == 0)
		_exit(run(argv + i + 1, there[1], back[0]));
	close(there[1]);
	if (read(there[0], &listener, sizeof listener) != sizeof listener) {
		int status;

		return waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : UNAVAILABLE;
	}
	listener = fetch(child, listener);
	if (listener < 0)
		return unavailable("fetching the filter's descriptor");
	/* The program handles Ctrl-C. */
	signal(SIGINT, SIG_IGN);
	if (write(back[1], "", 1) != 1)
		return UNAVAILABLE;
	return serve(child, listener);
}
