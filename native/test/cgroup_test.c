/* Tests of control groups: mounts, counts of groups, and removal of the groups of runs. */
#include "../base/check.h"
#include "../sampler/calibrate.h"
#include "../sampler/scope.h"
#include "helper_run.h"
#include "recording_check.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define LOAD "build/test/load"
#define OUT "build/test/cgroup.rec"
#define NONE (const char *const []){ NULL }
#define ARGS(...) (const char *const []){ __VA_ARGS__, NULL }
#define KIDS 200

static void check_mounts(void)
{
	struct cgroup_mount m;

	CHECK(cgroup_mount_of("31 24 0:27 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n", &m) && m.v2
	      && !strcmp(m.at, "/sys/fs/cgroup") && !strcmp(m.root, "/"), "version 2");
	CHECK(cgroup_mount_of("33 24 0:29 /docker/ab /sys/fs/cgroup/perf_event ro - cgroup cgroup rw,perf_event\n", &m) && !m.v2
	      && !strcmp(m.root, "/docker/ab"), "version 1");
	CHECK(cgroup_mount_of("33 24 0:29 / /my\\040groups rw - cgroup2 none rw\n", &m) && !strcmp(m.at, "/my groups"), "%s", m.at);
	CHECK(!cgroup_mount_of("33 24 0:29 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct\n", &m), "another controller");
	CHECK(!cgroup_mount_of("33 24 0:29 / / rw - ext4 /dev/vda rw\n", &m) && !cgroup_mount_of("", &m), "a disk");
}

static void check_own_paths(void)
{
	static const char text[] = "9:name=systemd:/a\n4:cpu,perf_event:/docker/ab/x\n0::/user.slice/u\n";
	struct cgroup_mount v2 = { .v2 = true, .root = "/", .at = "/m" }, v1 = { .root = "/docker/ab", .at = "/m" };
	char path[PATH_MAX];

	CHECK(cgroup_own_path(text, &v2, path) && !strcmp(path, "/user.slice/u"), "%s", path);
	CHECK(cgroup_own_path(text, &v1, path) && !strcmp(path, "/x"), "%s", path);
	CHECK(cgroup_own_path("0::/\n", &v2, path) && !*path, "the root: %s", path);
	CHECK(!cgroup_own_path("0::/../b\n", &v2, path), "beyond the namespace: %s", path);
	strcpy(v2.root, "/docker/a");
	CHECK(!cgroup_own_path("0::/docker/ab\n", &v2, path), "a neighbour: %s", path);
}

/* Compares the page faults reported by the program (getrusage) with the counted ones, in a scope. */
static void brood(const char *scope, unsigned pages, long *known, long *counted)
{
	struct recording_facts facts;
	struct helper h;
	char count[16], line[64] = "";
	FILE *f;

	snprintf(count, sizeof count, "%u", pages);
	helper_start(&h, OUT, "1000000", ARGS("--stderr", OUT ".err", "--scope", scope), ARGS(LOAD, "brood", "200", count, "0"));
	CHECK(helper_end(&h) == 0, "%s", h.output);
	CHECK(!recording_check(OUT, &facts) && facts.complete && facts.sum_mismatches == 0 && facts.decreases == 0 && facts.back_in_time == 0,
	      "%lu sums differ", facts.sum_mismatches);
	CHECK(helper_number(&h, "lost") == 0 && helper_number(&h, "tasks_incomplete") == 0, "%s", h.output);
	f = fopen(OUT ".err", "re");
	*known = -1;
	if (f && fgets(line, sizeof line, f))
		sscanf(line, "%*d %ld", known);
	if (f)
		fclose(f);
	*counted = (long)facts.total[0];
}

/* Few faults occur before exec and after the program's last getrusage: far fewer than one per child. */
static void check_totals(void)
{
	static const char *const scope[] = { "task", "cgroup" };

	for (unsigned i = 0; i < 2; i++)
		for (unsigned pages = 0; pages <= 64; pages += 64) {
			long known, counted;

			brood(scope[i], pages, &known, &counted);
			CHECK(known >= KIDS * (long)pages && labs(known - counted) < KIDS / 4, "%s, %u pages: %ld counted, %ld known", scope[i], pages,
			      counted, known);
		}
}

/* Creates a group. Returns 0 with its directory, or -1 if groups cannot be created here. */
static int make_group(const char *name, char path[PATH_MAX])
{
	struct cgroup_mount m;
	char line[8192];
	FILE *f = fopen("/proc/self/mountinfo", "re");
	bool found = false;

	while (f && !found && fgets(line, sizeof line, f))
		found = cgroup_mount_of(line, &m);
	if (f)
		fclose(f);
	snprintf(path, PATH_MAX, "%.3900s/rb-test-%d-%.100s", found ? m.at : "", (int)getpid(), name);
	return found && !mkdir(path, 0755) ? 0 : -1;
}

static void enter(const char *group)
{
	char path[PATH_MAX + 16];
	int fd;

	snprintf(path, sizeof path, "%s/cgroup.procs", group);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0 || write(fd, "0", 1) != 1)
		_exit(99);
	close(fd);
}

/* Moves a process into a group and waits until it is there: a group that never had a process does not end. */
static pid_t start_in(const char *group, const char *pages, int gate)
{
	int entered[2];
	char byte;
	pid_t pid;

	if (pipe2(entered, O_CLOEXEC))
		exit(99);
	pid = fork();
	if (pid) {
		close(entered[1]);
		while (read(entered[0], &byte, 1) < 0 && errno == EINTR)
			;
		close(entered[0]);
		return pid;
	}
	enter(group);
	if (write(entered[1], "e", 1) != 1)
		_exit(96);
	if (read(gate, &byte, 1) != 1)
		_exit(98);
	if (!freopen("/dev/null", "w", stderr))
		_exit(97);
	execl(LOAD, LOAD, "brood", "20", pages, "0", (char *)NULL);
	_exit(97);
}

static void check_moved_task(void)
{
	char other[PATH_MAX], command[PATH_MAX + 128];
	struct helper h;

	if (make_group("other", other))
		return;
	snprintf(command, sizeof command, "echo $$ > '%s/cgroup.procs'; " LOAD " brood 4 4 50000000", other);
	helper_start(&h, OUT, "1000000", ARGS("--scope", "cgroup"), ARGS("sh", "-c", command));
	CHECK(helper_end(&h) == 0 && strstr(h.output, "some of them moved to another group"), "%s", h.output);
	rmdir(other);
}

/* --scope auto chooses by the previous run. */
static void check_auto_scope(void)
{
	static const struct { const char *forks, *run_ns, *chosen; } known[] = {
		{ "1000000", "1000000000", "\"chosen\":\"cgroup\",\"reason\":\"dear\"" },
		{ "1", "60000000000", "\"chosen\":\"task\",\"reason\":\"cheap\"" },
		{ "0", "0", "\"chosen\":\"task\",\"reason\":\"no run before\"" } };

	CHECK(fork_cost_of_inherited(128 * 5) == 128 * fork_cost_of_inherited(5) && fork_cost_of_inherited(128 * 5) > 500000, "128 CPUs");
	CHECK(scope_share(2000, 1000000000, 50000) == 0.1 && scope_share(5, 0, 1) < 0, "shares");
	for (unsigned i = 0; i < 3; i++) {
		char text[16384] = "";
		struct helper h;
		FILE *f;

		helper_start(&h, OUT, "1000000", ARGS("--scope", "auto", "--forks-before", known[i].forks, "--run-before", known[i].run_ns), ARGS("true"));
		CHECK(helper_end(&h) == 0, "%s", h.output);
		f = fopen(OUT, "re");
		if (f) {
			size_t n = fread(text, 1, sizeof text - 1, f);

			for (size_t k = 0; k < n; k++)
				text[k] = text[k] ? text[k] : ' ';
			fclose(f);
		}
		CHECK(strstr(text, known[i].chosen), "%s", known[i].chosen);
	}
}

/* Two existing groups: each has its own counts, and the observation ends with them. */
static void check_foreign_groups(void)
{
	char few[PATH_MAX], many[PATH_MAX];
	struct recording_facts f;
	struct helper h;
	int gate[2], status;
	pid_t pid[2];

	if (make_group("few", few) || make_group("many", many) || pipe2(gate, O_CLOEXEC)) {
		SKIP("control groups of others: none can be made here");
		rmdir(few);
		return;
	}
	pid[0] = start_in(few, "10", gate[0]);
	pid[1] = start_in(many, "1000", gate[0]);
	helper_start(&h, OUT, "1000000", ARGS("--cgroup", few, "--cgroup", strrchr(many, '/')), NONE);
	CHECK(helper_wait_for(&h, "\"exec\"") && write(gate[1], "gg", 2) == 2, "%s", h.output);
	for (int i = 0; i < 2; i++)
		CHECK(waitpid(pid[i], &status, 0) == pid[i] && status == 0, "the load failed: %d", status);
	CHECK(helper_end(&h) == 0 && strstr(h.output, "\"left\":\"exited\""), "%s", h.output);
	CHECK(!recording_check(OUT, &f) && f.complete && f.sum_mismatches == 0, "%lu sums differ", f.sum_mismatches);
	CHECK(f.total[0] > 20 * 1010 && f.total[0] < 20 * 1010 + 4000, "%llu page faults", (unsigned long long)f.total[0]);
	CHECK((long)f.tasks == 2 * sysconf(_SC_NPROCESSORS_ONLN), "%lu series", f.tasks);
	rmdir(few);
	rmdir(many);
	close(gate[0]);
	close(gate[1]);
}

/* A process that enters and leaves between two checks makes the group one that has ended. */
static void check_short_lived_member(void)
{
	char group[PATH_MAX];
	struct helper h;
	int status;
	pid_t pid;

	if (make_group("short", group)) {
		SKIP("members that come and go: no control group can be made here");
		return;
	}
	helper_start(&h, OUT, "1000000", ARGS("--cgroup", group, "--timeout", "20000000000"), NONE);
	CHECK(helper_wait_for(&h, "\"exec\""), "%s", h.output);
	kill(h.pid, SIGSTOP);
	waitpid(h.pid, &status, WUNTRACED);
	pid = fork();
	if (!pid) {
		enter(group);
		_exit(0);
	}
	CHECK(waitpid(pid, &status, 0) == pid && status == 0, "could not enter the group: %d", status);
	kill(h.pid, SIGCONT);
	CHECK(helper_end(&h) == 0 && strstr(h.output, "\"left\":\"exited\""), "%s", h.output);
	rmdir(group);
}

static void check_invalid_groups(void)
{
	struct helper h;

	helper_start(&h, OUT, "1000000", ARGS("--cgroup", "/no/such/group"), NONE);
	CHECK(helper_end(&h) == 2 && strstr(h.output, "there is no control group /no/such/group") && strstr(h.output, "/proc/PID/cgroup"), "%s",
	      h.output);
	helper_start(&h, OUT, "1000000", ARGS("--cgroup", "/proc/self"), NONE);
	CHECK(helper_end(&h) == 2 && strstr(h.output, "is no control group"), "%s", h.output);
	helper_start(&h, OUT, "1000000", ARGS("--scope", "cgroup", "--cpus", "0"), ARGS("true"));
	CHECK(helper_end(&h) == 2 && strstr(h.output, "exclude one another"), "%s", h.output);
}

/* The group of a killed helper remains while it contains processes; the next run removes it. */
static void check_leftovers(void)
{
	struct helper h;
	char group[128] = "", program[64], path[PATH_MAX];
	const char *at;

	helper_start(&h, OUT, "1000000", ARGS("--scope", "cgroup", "--stdout", OUT ".out"), ARGS("sh", "-c", "cat /proc/self/cgroup; exec sleep 60"));
	CHECK(helper_wait_for(&h, "\"exec\""), "%s", h.output);
	at = strstr(h.output, "\"pid\":");
	snprintf(program, sizeof program, "/proc/%d/exe", at ? atoi(at + strlen("\"pid\":")) : 0);
	CHECK(readlink(program, path, sizeof path) > 0, "%s: %s", program, h.output);
	usleep(200000);
	kill(h.pid, SIGKILL);
	CHECK(helper_end(&h) == -SIGKILL, "%s", h.output);
	for (int i = 0; i < 1000 && readlink(program, path, sizeof path) > 0; i++)
		usleep(10000); /* until the guardian has ended the program */
	helper_start(&h, OUT, "1000000", ARGS("--scope", "cgroup", "--stdout", OUT ".out"), ARGS("cat", "/proc/self/cgroup"));
	CHECK(helper_end(&h) == 0, "%s", h.output);
	FILE *f = fopen(OUT ".out", "re");
	char line[512];
	struct cgroup g;

	while (f && fgets(line, sizeof line, f))
		if ((at = strstr(line, "/runbench.")))
			snprintf(group, sizeof group, "%.*s", (int)strcspn(at, "\n"), at);
	if (f)
		fclose(f);
	CHECK(*group, "the program ran in no group of its own");
	pid_t waits = fork();

	if (!waits) {
		pause();
		_exit(0);
	}
	char why[CGROUP_REASON_BYTES];

	CHECK(!cgroup_make(&g, waits, why), "%s", why);
	snprintf(line, sizeof line, "/proc/self/fd/%d", g.fd);
	ssize_t n = readlink(line, path, sizeof path - 1);
	path[n > 0 ? n : 0] = 0;
	*strrchr(path, '/') = 0;
	kill(waits, SIGKILL);
	waitpid(waits, NULL, 0);
	cgroup_close(&g);
	snprintf(line, sizeof line, "ls -d '%.300s'/runbench.%d 2>/dev/null", path, (int)h.pid);
	CHECK(system(line) != 0, "the group of a run that ended is still there");
	snprintf(line, sizeof line, "for g in '%.300s'/runbench.*; do test -d \"$g\" && ! kill -0 ${g##*.} 2>/dev/null && exit 1; done; exit 0", path);
	CHECK(system(line) == 0, "the group of the killed run is still there");
}

/* Returns whether this user may count on CPUs and create groups; otherwise only the refusals are tested. */
static bool can_create_groups(void)
{
	struct helper h;
	int status;

	helper_start(&h, OUT, "1000000", ARGS("--scope", "cgroup"), ARGS("true"));
	status = helper_end(&h);
	if (status == 3)
		SKIP("control groups: %.200s", strstr(h.output, "\"message\"") ? strstr(h.output, "\"message\"") : h.output);
	else
		CHECK(status == 0, "%s", h.output);
	return status == 0;
}

int main(void)
{
	check_mounts();
	check_own_paths();
	check_invalid_groups();
	if (can_create_groups()) {
		check_totals();
		check_auto_scope();
		check_moved_task();
		check_foreign_groups();
		check_short_lived_member();
		check_leftovers();
	}
	return summary("cgroup");
}
