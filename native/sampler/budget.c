/* Demand of file descriptors and locked memory; see budget.h. */
#include "budget.h"
#include "attach.h"
#include "machine.h"
#include "perf_counters.h"
#include "../base/say.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define SPARE_DESCRIPTORS 32        /* pipes, timers, temporarily open files of /proc */
#define SOCKETS           8         /* most machines have fewer */
#define GOOD_SAMPLE_RING_BYTES (64u << 10) /* with less, records are lost while the helper waits for a CPU */
#define MIN_SAMPLE_RING_BYTES  (16u << 10)
#define STACK_SAMPLES     128       /* with copied stacks, in a ring: more than between two drains at 1 ms */
#define OTHER_SAMPLE_BYTES 1024     /* counters, registers and the kernel's part of the stack */
#define UNWINDER_FILES    512       /* programs and libraries that are open while stacks are unwound */
#define CAP_IPC_LOCK_BIT  14
#define KIB               1024u

static uint64_t sets(const struct demand *d)
{
	return (uint64_t)d->targets * d->cpus;
}

static uint64_t ring_and_page_bytes(size_t bytes, size_t page)
{
	return (bytes > page ? bytes : page) + page;
}

static void compute_rings(struct budget *b, const struct demand *d, size_t page)
{
	uint64_t of_samples = d->poll ? 0 : d->cpus, of_finals = d->finals ? sets(d) * d->events : 0;
	uint64_t of_followers = (uint64_t)d->targets * d->followers;

	b->ring_count = of_samples + of_finals + of_followers;
	b->locked_bytes = of_samples * ring_and_page_bytes(b->rings.samples, page) + of_finals * ring_and_page_bytes(b->rings.finals, page)
		+ of_followers * ring_and_page_bytes(b->rings.follower, page);
}

bool budget_shrink(struct ring_bytes *r, size_t page_bytes)
{
	if (r->samples > r->large * GOOD_SAMPLE_RING_BYTES && r->samples > page_bytes) {
		r->samples /= 2;
	} else if (r->finals > page_bytes) {
		r->finals /= 2;
		r->follower /= 2;
	} else if (r->samples > r->large * MIN_SAMPLE_RING_BYTES && r->samples > page_bytes) {
		r->samples /= 2;
	} else {
		return false;
	}
	return true;
}

/* Returns the factor by which the rings of samples with a copied stack are larger: a power of two. */
static unsigned factor_of(size_t stack_bytes)
{
	unsigned factor = 1;

	while (stack_bytes && factor * options_largest_rings.samples < STACK_SAMPLES * (stack_bytes + OTHER_SAMPLE_BYTES))
		factor *= 2;
	return factor;
}

struct budget budget_plan(const struct demand *d, const struct allowance *a)
{
	struct budget b = { .rings = options_largest_rings, .allowed = *a };
	uint64_t borrowed = d->poll && d->finals && d->cpus == 1 ? sets(d) * d->events : 0;

	b.rings.large = factor_of(d->stack_bytes);
	b.rings.samples *= b.rings.large;
	b.descriptors = sets(d) * (d->groups + d->events) + borrowed + (uint64_t)d->targets * (d->followers + d->witnesses) + d->others;
	b.descriptors_fit = b.descriptors <= a->descriptors;
	/* All programs of a user share a limit: a run leaves some of it. */
	if (a->locked_bytes != UINT64_MAX)
		b.rings.samples /= 2;
	do
		compute_rings(&b, d, a->page_bytes);
	while (b.locked_bytes > a->locked_bytes && budget_shrink(&b.rings, a->page_bytes));
	b.rings_fit = b.locked_bytes <= a->locked_bytes;
	return b;
}

static unsigned open_now(void)
{
	DIR *d = opendir("/proc/self/fd");
	unsigned n = 0;

	while (d && readdir(d))
		n++;
	if (d)
		closedir(d);
	return n;
}

struct demand budget_demand(const struct options *o, bool poll, unsigned tasks, unsigned cpus)
{
	bool wide = options_cpu_wide(o), seen[256] = { false }, differ = false;
	struct demand d = { .targets = wide ? o->cgroup_count + (o->cgroup_count == 0) : tasks, .poll = poll,
		.others = open_now() + SPARE_DESCRIPTORS };
	unsigned set;

	for (int i = 0; i < o->event_count; i++) {
		const struct event_option *e = &o->events[i];

		if (e->socket && (!wide || e->resctrl)) {
			d.others += SOCKETS;
			continue;
		}
		differ |= e->on->cpus != NULL;
		d.groups += !seen[e->group];
		seen[e->group] = true;
		d.events++;
	}
	d.stack_bytes = poll || wide ? 0 : o->stack_bytes;
	d.others += d.stack_bytes ? UNWINDER_FILES : 0;
	d.cpus = wide || !poll || differ ? cpus : 1;
	d.followers = poll && !wide ? cpus : 0;
	d.finals = o->inherit && !wide && (!poll || o->period_ns >= FINALS_FROM_NS);
	if (o->attach_pid && o->inherit) {
		d.witnesses = cpus + 2;
		d.others += cpus;
	}
	/* The calibration's counters are open while a second set measures the cost of a fork. */
	set = d.cpus * (d.groups + d.events);
	if (o->scope == SCOPE_AUTO)
		d.others += set;
	return d;
}

static uint64_t raise_limit(int which)
{
	struct rlimit limit;

	if (getrlimit(which, &limit))
		return UINT64_MAX;
	if (limit.rlim_cur < limit.rlim_max) {
		limit.rlim_cur = limit.rlim_max;
		setrlimit(which, &limit);
		getrlimit(which, &limit);
	}
	return limit.rlim_cur == RLIM_INFINITY ? UINT64_MAX : limit.rlim_cur;
}

static uint64_t read_number(const char *path, uint64_t otherwise)
{
	FILE *f = fopen(path, "re");
	unsigned long long n;
	bool read = f && fscanf(f, "%llu", &n) == 1;

	if (f)
		fclose(f);
	return read ? n : otherwise;
}

static bool may_lock_unlimited(void)
{
	FILE *f = fopen("/proc/self/status", "re");
	unsigned long long capabilities = 0;
	char line[256];

	while (f && fgets(line, sizeof line, f))
		if (sscanf(line, "CapEff: %llx", &capabilities) == 1)
			break;
	if (f)
		fclose(f);
	return capabilities >> CAP_IPC_LOCK_BIT & 1 || machine_paranoid() < 0;
}

struct allowance budget_allowed(void)
{
	struct allowance a = { .descriptors = raise_limit(RLIMIT_NOFILE), .max_descriptors = read_number("/proc/sys/fs/nr_open", 1048576),
		.page_bytes = (size_t)sysconf(_SC_PAGESIZE), .locked_bytes = raise_limit(RLIMIT_MEMLOCK) };
	int *cpus = NULL;
	uint64_t each = read_number("/proc/sys/kernel/perf_event_mlock_kb", 512 + (uint64_t)a.page_bytes / KIB) * KIB;

	/* Each user may lock this much per CPU; the rest counts against the limit of the process. */
	if (may_lock_unlimited() || a.locked_bytes == UINT64_MAX)
		a.locked_bytes = UINT64_MAX;
	else
		a.locked_bytes += each * machine_cpus(&cpus);
	free(cpus);
	return a;
}

void budget_describe(struct text *t, const struct budget *b)
{
	const struct allowance *a = &b->allowed;

	text_add(t, ",\"budget\":{\"descriptors\":%llu,\"descriptors_allowed\":%llu,\"rings\":%llu,\"sample_ring_bytes\":%zu,"
		 "\"final_ring_bytes\":%zu,\"locked_bytes\":%llu", (unsigned long long)b->descriptors, (unsigned long long)a->descriptors,
		 (unsigned long long)b->ring_count, b->rings.samples, b->rings.finals, (unsigned long long)b->locked_bytes);
	if (a->locked_bytes != UINT64_MAX)
		text_add(t, ",\"locked_bytes_allowed\":%llu", (unsigned long long)a->locked_bytes);
	text_add(t, "}");
}

/* Adds other ways to count: fewer events, or poll mode, which needs one set of counters for all CPUs. */
static void add_alternatives(struct text *t, const struct budget *b, const struct allowance *a, const struct demand *d)
{
	struct demand polled = *d;
	struct budget less;

	text_add(t, "; or count fewer events");
	if (d->poll || !d->finals)
		return;
	polled.poll = true;
	polled.cpus = 1;
	polled.followers = d->cpus;
	less = budget_plan(&polled, a);
	if (less.descriptors <= b->descriptors && less.descriptors_fit && less.rings_fit)
		text_add(t, "; or type --mode poll, which needs fewer");
}

static int refuse_descriptors(const struct budget *b, const struct demand *d)
{
	const struct allowance *a = &b->allowed;
	struct text remedy = { 0 };
	unsigned long long need = b->descriptors;
	int status;

	text_add(&remedy, "type: ");
	if (need > a->max_descriptors)
		text_add(&remedy, "sudo sysctl fs.nr_open=%llu; ", need);
	if (geteuid() == 0)
		text_add(&remedy, "ulimit -n %llu", need);
	else
		text_add(&remedy, "sudo prlimit --pid $$ --nofile=%llu:%llu, and the same command again in this shell", need, need);
	add_alternatives(&remedy, b, a, d);
	status = say_error(ERROR_MACHINE, remedy.data, "counting here takes %llu open files (on each of %u CPUs %u events and %u that lead them%s), and this "
			   "process may have %llu", need, d->cpus, d->events, d->groups, d->targets > 1 ? ", for each task or control group" : "",
			   (unsigned long long)a->descriptors);
	text_free(&remedy);
	return status;
}

static int refuse_demand(const struct budget *b, const struct demand *d)
{
	const struct allowance *a = &b->allowed;
	struct text remedy = { 0 };
	uint64_t each;
	int status;

	if (!b->descriptors_fit)
		return refuse_descriptors(b, d);
	each = b->locked_bytes / KIB / (d->cpus > d->followers ? d->cpus : d->followers) + 1;
	text_add(&remedy, "type: sudo sysctl kernel.perf_event_mlock_kb=%llu", (unsigned long long)each);
	add_alternatives(&remedy, b, a, d);
	status = say_error(ERROR_MACHINE, remedy.data, "the smallest buffers for %u events on each of %u CPUs take %llu KiB of locked memory, and this "
			   "user may have %llu KiB (kernel.perf_event_mlock_kb for each CPU, and ulimit -l)", d->events, d->cpus,
			   (unsigned long long)b->locked_bytes / KIB, (unsigned long long)a->locked_bytes / KIB);
	text_free(&remedy);
	return status;
}

int budget_for_run(struct budget *b, struct options *o, bool poll, unsigned cpus)
{
	struct thread *running = NULL;
	struct allowance a = budget_allowed();
	int *all;
	unsigned tasks = o->attach_pid ? attach_tasks(o->attach_pid, o->inherit, &running) : 1, count = machine_cpus(&all);
	struct demand d = budget_demand(o, poll, tasks ? tasks : 1, cpus ? cpus : count);

	free(running);
	free(all);
	*b = budget_plan(&d, &a);
	o->rings = b->rings;
	return b->descriptors_fit && b->rings_fit ? 0 : refuse_demand(b, &d);
}
