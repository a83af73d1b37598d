/* Tests of events: breakpoints, tracepoints, modifiers, and groups on simulated machines. */
#include "../base/check.h"
#include "helper_run.h"

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#define WRITER "build/test/writer"
#define OUT "build/test/event.rec"
#define NONE (const char *const []){ NULL }
#define ARGS(...) (const char *const []){ __VA_ARGS__, NULL }

/* Returns the final count of an event as reported by the helper; -1 if it was not counted. */
static long long count_of(const struct helper *h, const char *name)
{
	const char *last = strstr(h->output, "\"totals\"");
	char key[64];

	snprintf(key, sizeof key, "{\"name\":\"%s\",\"value\":", name);
	last = last ? strstr(last, key) : NULL;
	return last && strncmp(last + strlen(key), "null", 4) ? atoll(last + strlen(key)) : -1;
}

static unsigned long address_of(const char *symbol)
{
	unsigned long address = 0;
	char command[128];
	FILE *p;

	snprintf(command, sizeof command, "nm " WRITER " 2>/dev/null | grep ' %s$'", symbol);
	p = popen(command, "r");
	if (p && fscanf(p, "%lx", &address) != 1)
		address = 0;
	if (p)
		pclose(p);
	return address;
}

static void check_breakpoints(void)
{
	char event[5][128];
	unsigned long address = address_of("written");
	struct helper h;

	if (!address) {
		SKIP("breakpoints: no nm (binutils) to find the address");
		return;
	}
	for (int i = 0; i < 5; i++)
		snprintf(event[i], sizeof event[i], "type=5,config=2,config1=0x%lx,config2=8,source=breakpoint,unit=hits,name=w%d",
			 address, i);
	setenv("RUNBENCH_TEST_SILENT_BREAKPOINTS", "1", 1);
	helper_start(&h, OUT, "1000000", ARGS("--event", event[0]), ARGS(WRITER));
	CHECK(helper_end(&h) == 0 && strstr(h.output, "\"name\":\"w0\",\"value\":null") && strstr(h.output, "never counts them"),
	      "%s", h.output);
	unsetenv("RUNBENCH_TEST_SILENT_BREAKPOINTS");
	helper_start(&h, OUT, "1000000", ARGS("--event", event[0]), ARGS(WRITER));
	helper_end(&h);
	if (strstr(h.output, "\"name\":\"w0\",\"status\":\"not counted\"")) {
		SKIP("breakpoints: this machine has none: %s", h.output);
		return;
	}
	CHECK(count_of(&h, "w0") == 1000, "%lld writes counted: %s", count_of(&h, "w0"), h.output);
	/* Most processors have four debug registers; more breakpoints are reported as not counted. */
	helper_start(&h, OUT, "1000000", ARGS("--event", event[0], "--event", event[1], "--event", event[2], "--event",
		     event[3], "--event", event[4], "--plan"), NONE);
	CHECK(helper_end(&h) == 0 && strstr(h.output, "\"runs\":[["), "%s", h.output);
	for (int i = 0; i < 5; i++)
		CHECK(strchr(strstr(h.output, "\"runs\""), '0' + i), "event %d is in no run: %s", i, h.output);
}

/* Mounts tracefs in a private mount namespace if the machine has not mounted it. */
static void mount_tracefs(void)
{
	if (access("/sys/kernel/tracing/events", F_OK) && !unshare(CLONE_NEWNS) && !mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL))
		mount("nodev", "/sys/kernel/tracing", "tracefs", 0, NULL);
}

static void check_tracepoints(void)
{
	mount_tracefs();

	FILE *f = fopen("/sys/kernel/tracing/events/sched/sched_process_exec/id", "r");
	char event[96];
	struct helper h;
	int id = 0;

	if (!f || fscanf(f, "%d", &id) != 1) {
		SKIP("tracepoints: /sys/kernel/tracing cannot be read here");
	} else {
		snprintf(event, sizeof event, "type=2,config=%d,source=tracepoint,name=exec", id);
		helper_start(&h, OUT, "1000000", ARGS("--event", event), ARGS("sh", "-c", "/bin/true; /bin/true; exec /bin/true"));
		helper_end(&h);
		CHECK(count_of(&h, "exec") == 4 || count_of(&h, "exec") == 3, "%lld execs: %s", count_of(&h, "exec"), h.output);
	}
	if (f)
		fclose(f);
}

static void check_modifiers(void)
{
	struct helper h;

	helper_start(&h, OUT, "1000000", ARGS(
		     "--event", "type=1,config=2,user=1,kernel=0,source=software,name=user",
		     "--event", "type=1,config=2,user=0,kernel=1,source=software,name=kernel",
		     "--event", "type=1,config=2,hypervisor=1,source=software,name=hypervisor",
		     "--event", "type=1,config=2,group=1,pinned=1,source=software,name=pinned",
		     "--event", "type=1,config=2,group=2,precise=2,source=software,name=precise"),
		     ARGS("build/test/load", "spin", "100"));
	CHECK(helper_end(&h) == 0, "%s", h.output);
	if (!helper_kernel_mode_allowed())
		SKIP("what happened in user and in kernel mode: this user may count user mode only");
	else
		CHECK(count_of(&h, "user") > 0 && count_of(&h, "user") + count_of(&h, "kernel") == count_of(&h, "page-faults"),
		      "%lld user + %lld kernel, %lld in all", count_of(&h, "user"), count_of(&h, "kernel"), count_of(&h, "page-faults"));
	CHECK(count_of(&h, "hypervisor") == count_of(&h, "page-faults"), "%s", h.output);
	CHECK(count_of(&h, "pinned") > 0, "%s", h.output);
	helper_start(&h, OUT, "1000000", ARGS(
		     "--event", "type=1,config=2,idle=0,guest=0,source=software,name=not-idle",
		     "--event", "type=1,config=2,group=1,exclusive=1,source=software,name=exclusive"), ARGS("build/test/load", "spin", "50"));
	CHECK(helper_end(&h) == 0 && count_of(&h, "not-idle") > 0 && count_of(&h, "exclusive") > 0, "%s", h.output);
	helper_start(&h, OUT, "1000000", ARGS("--event", "type=1,config=2,cpus=0-,name=x"), ARGS("true"));
	CHECK(helper_end(&h) == 2, "%s", h.output);
	helper_start(&h, OUT, "1000000", ARGS("--event", "type=1,config=2,precise=4,name=x"), ARGS("true"));
	CHECK(helper_end(&h) == 2, "%s", h.output);
}

#define CYCLES "type=0,config=0x400000000,cpus=0,or=0,config=0xa00000000,cpus=1"

/* A program that runs on CPU 0, of one core type, and then on CPU 1, of another. */
static void on_two_core_types(const char *mode)
{
	long long clock, all, big, small;
	struct helper h;

	helper_start(&h, OUT, "1000000", ARGS("--mode", mode, "--event", CYCLES ",unit=cycles,name=cycles",
		     "--event", "type=0,config=0x400000000,cpus=0,name=big", "--event", "type=0,config=0xa00000000,cpus=1,name=small",
		     "--event", "type=1,config=0,source=software,name=clock"),
		     ARGS("sh", "-c", "taskset -c 0 build/test/load spin 200; taskset -c 1 build/test/load spin 100"));
	CHECK(helper_end(&h) == 0, "%s", h.output);
	clock = count_of(&h, "clock");
	all = count_of(&h, "cycles");
	big = count_of(&h, "big");
	small = count_of(&h, "small");
	/* Siblings are enabled one after the other: some microseconds at each task switch, of which a busy machine has many. */
	CHECK(clock > 250000000 && llabs(all - clock) < clock / 20, "%s: %lld counted in %lld ns: %s", mode, all, clock, h.output);
	CHECK(big > 190000000 && small > 95000000 && llabs(big + small - all) < clock / 20, "%s: %lld + %lld of %lld", mode, big,
	      small, all);
	CHECK(strstr(h.output, "\"name\":\"small\",\"value\"") && !strstr(h.output, "not counted"), "%s", h.output);
}

/* An event of one core type did not occur on that type: its count is 0, not unknown. */
static void check_single_core_type(void)
{
	struct helper h;

	helper_start(&h, OUT, "1000000", ARGS("--event", "type=0,config=0xa00000000,cpus=1,name=small"),
		     ARGS("taskset", "-c", "0", "build/test/load", "spin", "50"));
	CHECK(helper_end(&h) == 0 && count_of(&h, "small") >= 0 && count_of(&h, "small") < 40000000, "%s", h.output);
	/* Without its list of CPUs it cannot be opened on all CPUs. */
	helper_start(&h, OUT, "1000000", ARGS("--event", "type=0,config=0xa00000000,name=small"), ARGS("true"));
	CHECK(helper_end(&h) == 0 && count_of(&h, "small") == -1 && strstr(h.output, "ENOENT"), "%s", h.output);
}

static void check_socket(void)
{
	struct helper h;

	helper_start(&h, OUT, "1000000", ARGS("--cpus", "all", "--event", "type=20,config=4,cpus=0,group=1,name=memory"),
		     ARGS("sleep", "0.2"));
	CHECK(helper_end(&h) == 0 && count_of(&h, "memory") > 190000000, "%s", h.output);
	helper_start(&h, OUT, "1000000", ARGS("--cpus", "1", "--event", "type=20,config=4,cpus=0,group=1,name=memory"),
		     ARGS("true"));
	CHECK(helper_end(&h) == 0 && strstr(h.output, "only CPUs 0 count it"), "%s", h.output);
}

/* A socket's event counts during a program, but for no task. */
static void of_a_socket_beside_a_program(const char *mode)
{
	struct helper h;

	helper_start(&h, OUT, "1000000", ARGS("--mode", mode, "--event", "type=20,config=4,cpus=0,group=1,socket=1,name=memory"),
		     ARGS("sh", "-c", "sleep 0.2; build/test/load spin 50"));
	CHECK(helper_end(&h) == 0 && count_of(&h, "memory") > 240000000, "%s", h.output);
	CHECK(count_of(&h, "page-faults") > 0 && strstr(h.output, "\"tasks_incomplete\":0"), "%s", h.output);
	helper_start(&h, OUT, "1000000", ARGS("--event", "type=21,config=4,cpus=0,group=1,socket=1,name=none"), ARGS("true"));
	CHECK(helper_end(&h) == 0 && strstr(h.output, "not available: this processor's sockets do not count it"), "%s", h.output);
}

static void check_full_groups(void)
{
	struct helper h;

	helper_start(&h, OUT, "1000000", ARGS("--event", CYCLES ",name=a", "--event", CYCLES ",name=b", "--event", CYCLES ",name=c"),
		     ARGS("true"));
	CHECK(helper_end(&h) == 2 && strstr(h.output, "no counter left for c in addition to the 2 events"), "%s", h.output);
	helper_start(&h, OUT, "1000000", ARGS("--plan", "--event", CYCLES ",name=a", "--event", CYCLES ",name=b",
		     "--event", CYCLES ",name=c"), NONE);
	CHECK(helper_end(&h) == 0 && strstr(h.output, "\"runs\":[[0,1,3,4,5],[2]]"), "%s", h.output);
	/* A group in braces is not split if another order is possible. */
	helper_start(&h, OUT, "1000000", ARGS("--plan", "--event", CYCLES ",name=a", "--event", CYCLES ",group=1,together=1,name=b",
		     "--event", CYCLES ",group=1,together=1,name=c"), NONE);
	CHECK(helper_end(&h) == 0 && strstr(h.output, "\"runs\":[[0,3,4,5],[1,2]]"), "%s", h.output);
}

#define INSTRUCTIONS(NAME) "type=0,config=1,name=" NAME
#define SIX "--event", INSTRUCTIONS("a"), "--event", INSTRUCTIONS("b"), "--event", INSTRUCTIONS("c"), \
	"--event", INSTRUCTIONS("d"), "--event", INSTRUCTIONS("e"), "--event", INSTRUCTIONS("f")

/* Six counters are offered; if all are in use, the last one does not count, although it runs 100 % of the time. */
static void check_dead_counter(void)
{
	struct helper h;

	helper_inside = ARGS("build/test/simulated_pmu", "--counters", "6", "--dead", "6", "--core", "4:0-1", "--");
	helper_start(&h, OUT, "1000000", ARGS("--counters"), NONE);
	CHECK(helper_end(&h) == 0 && strstr(h.output, "\"offered\":6,\"agree\":5"), "%s", h.output);
	helper_start(&h, OUT, "1000000", ARGS(SIX), ARGS("true"));
	CHECK(helper_end(&h) == 2 && strstr(h.output, "f cannot be counted in addition to the 5 events before it: only 5 of the 6"), "%s", h.output);
	helper_start(&h, OUT, "1000000", ARGS(SIX, "--plan"), NONE);
	CHECK(helper_end(&h) == 0 && strstr(h.output, "\"runs\":[[0,1,2,3,4,6,7,8],[5]]"), "%s", h.output);
	helper_start(&h, OUT, "1000000", ARGS(SIX, "--split"), ARGS("build/test/load", "spin", "60"));
	CHECK(helper_end(&h) == 0 && strstr(h.output, "only 5 of the 6 hardware counters")
	      && strstr(h.output, "\"hardware_counters\":{\"offered\":6,\"agree\":5}"), "%s", h.output);
	for (const char *name = "a\0b\0c\0d\0e\0f\0"; *name; name += 2)
		CHECK(count_of(&h, name) > 50000000, "%s: %lld in 60 ms: %s", name, count_of(&h, name), h.output);
	CHECK(!strstr(h.output, "\"doubt\""), "%s", h.output);
}

/* A disturbance between two of the three readings is no faulty counter: the repeated readings agree. */
static void check_disturbed_counter(void)
{
	struct helper h;

	helper_inside = ARGS("build/test/simulated_pmu", "--counters", "4", "--dead", "3", "--dead-times", "2", "--core", "4:0-1", "--");
	helper_start(&h, OUT, "1000000", ARGS("--counters"), NONE);
	CHECK(helper_end(&h) == 0 && strstr(h.output, "\"offered\":4,\"agree\":4"), "%s", h.output);
}

static void check_counter_failing_in_run(void)
{
	static const char sign[] = "build/test/dead.sign";
	struct helper h;

	unlink(sign);
	helper_inside = ARGS("build/test/simulated_pmu", "--counters", "4", "--dead", "3", "--dead-from", sign, "--core", "4:0-1", "--");
	helper_start(&h, OUT, "1000000", ARGS("--event", INSTRUCTIONS("a")), ARGS("touch", sign));
	CHECK(helper_end(&h) == 0 && strstr(h.output, "\"agree\":4") && strstr(h.output, "\"doubt\":\"the hardware counters changed")
	      && strstr(h.output, "after it 2 of 4"), "%s", h.output);
	unlink(sign);
}

/* Page faults represent an event: plain work has none, the calibration provokes them, and the program waits forever. */
static void check_silent_events(void)
{
	pid_t idle = fork();
	struct helper h;
	char id[16];

	if (!idle)
		for (;;)
			pause();
	snprintf(id, sizeof id, "%d", (int)idle);
	helper_inside = ARGS("build/test/simulated_pmu", "--silent", "0x99", "--core", "4:0-1", "--");
	helper_start(&h, OUT, "1000000", ARGS("--pid", id, "--timeout", "200000000", "--event", "type=0,config=3,name=misses",
		     "--event", "type=4,config=0x99,name=unknown", "--event", "type=4,config=0x98,name=known"), NONE);
	CHECK(helper_end(&h) == 0, "%s", h.output);
	CHECK(count_of(&h, "misses") == 0 && count_of(&h, "known") == 0 && count_of(&h, "unknown") == 0, "%s", h.output);
	CHECK(strstr(h.output, "{\"name\":\"unknown\",\"value\":0") && !strstr(h.output, "does not know it"), "%s", h.output);
	const char *unknown = strstr(strstr(h.output, "\"totals\""), "{\"name\":\"unknown\"");
	CHECK(unknown && strstr(unknown, "\"seen_in_trial\":false") && strstr(unknown, "\"seen_in_trial\":false") < strchr(unknown, '}'),
	      "%s", h.output);
	CHECK(strstr(strstr(h.output, "\"totals\""), "seen_in_trial") > unknown && !strstr(strchr(unknown, '}'), "seen_in_trial"),
	      "the others were seen in the trial: %s", h.output);
	kill(idle, SIGKILL);
	waitpid(idle, NULL, 0);
}

#define FLOPS(COUNTERS) "type=4,config=0x0f03," COUNTERS "name=flops"

/* An event that occupies two counters disturbs its neighbours: it is always alone. */
static void check_event_of_two_counters(void)
{
	struct helper h;

	helper_inside = ARGS("build/test/simulated_pmu", "--counters", "6", "--pair", "0x0f03", "--core", "4:0-1", "--");
	helper_start(&h, OUT, "1000000", ARGS("--event", FLOPS(""), "--event", INSTRUCTIONS("a")), ARGS("build/test/load", "spin", "20"));
	CHECK(helper_end(&h) == 0 && count_of(&h, "a") <= 0, "the simulated neighbour counts %lld", count_of(&h, "a"));
	helper_start(&h, OUT, "1000000", ARGS("--event", FLOPS("counters=2,"), "--event", INSTRUCTIONS("a")), ARGS("true"));
	CHECK(helper_end(&h) == 2 && strstr(h.output, "flops takes two counters") && strstr(h.output, "--exact"), "%s", h.output);
	helper_start(&h, OUT, "1000000", ARGS("--event", FLOPS("counters=2,"), "--event", INSTRUCTIONS("a"),
		     "--event", INSTRUCTIONS("b"), "--plan"), NONE);
	CHECK(helper_end(&h) == 0 && strstr(h.output, "\"runs\":[[0,3,4,5],[1,2]]"), "%s", h.output);
	helper_start(&h, OUT, "1000000", ARGS("--event", INSTRUCTIONS("a"), "--event", FLOPS("counters=2,"), "--split"),
		     ARGS("build/test/load", "spin", "20"));
	CHECK(helper_end(&h) == 0 && count_of(&h, "a") > 15000000 && count_of(&h, "flops") > 0, "%s", h.output);
}

#define PART(CODE, NAME) "--event", "type=4,config=" CODE ",group=1,together=1,counters=0,name=" NAME
#define TOPDOWN "--event", "type=4,config=0x400,group=1,together=1,counters=0,leads=1,name=slots", PART("0x8000", "retiring"), PART("0x8300", "backend")

/* Only slots leads the topdown events, in each mode; they take no counter from others, and are never split. */
static void a_leader_that_is_not_the_clock(const char *mode)
{
	struct helper h;

	helper_inside = ARGS("build/test/simulated_pmu", "--counters", "2", "--slots", "on", "--raw", "0x400:1:0", "--raw", "0x8000:1:0",
			     "--raw", "0x8300:1:2", "--core", "4:0-1", "--");
	helper_start(&h, OUT, "1000000", ARGS("--mode", mode, "--event", INSTRUCTIONS("a"), "--event", INSTRUCTIONS("b"), TOPDOWN,
		     "--event", "type=1,config=1,group=1,source=software,name=clock"), ARGS("sh", "-c", "build/test/load spin 60; build/test/load spin 60"));
	CHECK(helper_end(&h) == 0 && !strstr(h.output, "not counted"), "%s", h.output);
	for (const char *name = "a\0b\0slots\0retiring\0clock\0"; *name; name += strlen(name) + 1)
		CHECK(count_of(&h, name) > 110000000 && llabs(count_of(&h, name) - count_of(&h, "clock")) < count_of(&h, "clock") / 20,
		      "%s: %s: %lld: %s", mode, name, count_of(&h, name), h.output);
	CHECK(count_of(&h, "backend") > 50 && count_of(&h, "backend") < 100000, "%s: %lld", mode, count_of(&h, "backend"));
	helper_start(&h, OUT, "1000000", ARGS("--plan", TOPDOWN, "--event", INSTRUCTIONS("a"), "--event", INSTRUCTIONS("b"), "--event", INSTRUCTIONS("c")), NONE);
	CHECK(helper_end(&h) == 0 && strstr(h.output, "\"runs\":[[0,1,2,3,4,6,7,8],[5]]"), "%s", h.output);
	/* With the clock as leader the kernel refuses them, and all other events are counted. */
	helper_start(&h, OUT, "1000000", ARGS("--event", INSTRUCTIONS("a"), PART("0x8000", "retiring")), ARGS("build/test/load", "spin", "20"));
	CHECK(helper_end(&h) == 0 && count_of(&h, "a") > 15000000 && count_of(&h, "retiring") == -1, "%s", h.output);
}

static void check_simulated_machines(void)
{
	struct helper h;

	if (sysconf(_SC_NPROCESSORS_ONLN) != 2) {
		SKIP("core types: the simulated machine has two CPUs");
		return;
	}
	if (!helper_kernel_mode_allowed()) {
		SKIP("core types, sockets and full groups: this user may count neither kernel mode nor whole CPUs");
		return;
	}
	helper_inside = ARGS("build/test/simulated_pmu", "--counters", "2", "--core", "4:0", "--core", "10:1", "--socket", "20:0", "--");
	helper_start(&h, OUT, "1000000", NONE, ARGS("true"));
	if (helper_end(&h) == 77) {
		SKIP("core types: no seccomp user notification here: %s", h.output);
	} else {
		helper_inside = ARGS("build/test/simulated_pmu", "--core", "4:0", "--core", "10:1", "--socket", "20:0", "--");
		on_two_core_types("kernel");
		on_two_core_types("poll");
		check_single_core_type();
		check_socket();
		of_a_socket_beside_a_program("kernel");
		of_a_socket_beside_a_program("poll");
		helper_inside = ARGS("build/test/simulated_pmu", "--counters", "2", "--core", "4:0", "--core", "10:1", "--");
		check_full_groups();
		check_dead_counter();
		check_disturbed_counter();
		check_counter_failing_in_run();
		check_event_of_two_counters();
		a_leader_that_is_not_the_clock("kernel");
		a_leader_that_is_not_the_clock("poll");
		check_silent_events();
	}
	helper_inside = NULL;
}

int main(void)
{
	struct helper h;

	helper_start(&h, OUT, "1000000", NONE, ARGS("true"));
	if (helper_end(&h) == 3) {
		SKIP("perf events cannot be sampled here: %s", h.output);
		return summary("event");
	}
	check_breakpoints();
	check_tracepoints();
	check_modifiers();
	check_simulated_machines();
	unlink(OUT);
	return summary("event");
}
