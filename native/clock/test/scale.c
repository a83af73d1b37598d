/* Programs that start simultaneously use exactly the same scale, also without the kernel's scale. Values that another
 * user may have written are rejected. */
#include "../scale.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runbench/clock.h"
#include "../../base/check.h"

#define PROGRAMS 8

static char home[] = "/tmp/runbench-scale-XXXXXX", published[128];

#if RB_HAVE_TSC && !defined(__aarch64__)
/* Makes perf_event_open fail from here on, as in a container: the scale must be measured. */
static int deny_perf_events(void)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_perf_event_open, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { sizeof code / sizeof *code, code };
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) : -1;
}

static struct rb_scale find(const char *folder)
{
	struct rb_scale_folder one = { folder, geteuid() };
	struct rb_scale scale = { 0, 0, "" };
	rb_scale_from_folders(&one, 1, &scale);
	return scale;
}

static void agree(void)
{
	struct rb_scale *each = mmap(NULL, PROGRAMS * sizeof *each, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
		0);
	int gate[2];
	char nothing;
	CHECK(each != MAP_FAILED && pipe(gate) == 0);
	for (int i = 0; i < PROGRAMS; i++)
		if (fork() == 0) {
			close(gate[1]);
			if (read(gate[0], &nothing, 1) == 0)
				each[i] = find(home);
			_exit(0);
		}
	close(gate[0]);
	close(gate[1]);
	while (wait(NULL) > 0)
		;
	for (int i = 0; i < PROGRAMS; i++)
		CHECK(each[i].hertz > 1000000 && each[i].hertz == each[0].hertz
			&& strcmp(each[i].origin, geteuid() == 0 ? "boot" : "user") == 0);
	CHECK(each[0].error > 0 && each[0].error < each[0].hertz * 1e-4);
	struct rb_scale later = find(home);
	CHECK(later.hertz == each[0].hertz && later.error < each[0].error + 0.01);
}

static void put(const char *text, mode_t mode)
{
	unlink(published);
	int fd = open(published, O_WRONLY | O_CREAT | O_EXCL, 0600);
	CHECK(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text) && fchmod(fd, mode) == 0);
	close(fd);
}

/* Each of these files is replaced by this program's own value, which a second call then finds. */
static void test_untrusted_files(void)
{
	struct rb_scale good = find(home);
	char text[128], fast[128], elsewhere[160];
	snprintf(text, sizeof text, "runbench tsc 1 %llu 1.0\n", (unsigned long long)good.hertz + 12345);
	snprintf(fast, sizeof fast, "runbench tsc 1 %llu 1.0\n", (unsigned long long)good.hertz / 10 * 11);
	put(text, 0644);
	CHECK(find(home).hertz == good.hertz + 12345, "a file that only the owner can write is used");

	const char *const wrong[] = { "", "runbench tsc 2 2600000000 1.0\n", "runbench tsc 1 0 1.0\n",
		"runbench tsc 1 -1 1.0\n",
		"runbench tsc 1 2600000000", "runbench tsc 1 nan nan\n", fast };
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		put(wrong[i], 0644);
		struct rb_scale mine = find(home);
		CHECK(mine.hertz != good.hertz + 12345 && mine.hertz / 1e3 - good.hertz / 1e3 < good.hertz / 1e6);
		CHECK(strcmp(mine.origin, "process") != 0 && find(home).hertz == mine.hertz);
	}
	const mode_t open_to[] = { 0664, 0646 };
	for (int i = 0; i < 2; i++) {
		put(text, open_to[i]);
		CHECK(find(home).hertz != good.hertz + 12345);
	}
	put(text, 0644);
	snprintf(elsewhere, sizeof elsewhere, "%s.elsewhere", published);
	CHECK(rename(published, elsewhere) == 0 && symlink(elsewhere, published) == 0);
	CHECK(find(home).hertz != good.hertz + 12345, "a link is not followed");
	unlink(elsewhere);
	if (geteuid() == 0) {
		put(text, 0644);
		CHECK(chown(published, 65534, 65534) == 0 && find(home).hertz != good.hertz + 12345);
		put(text, 0644);
		CHECK(chown(home, 65534, 65534) == 0);
		struct rb_scale_folder foreign = { home, geteuid() };
		struct rb_scale alone;
		rb_scale_from_folders(&foreign, 1, &alone);
		CHECK(strcmp(alone.origin, "process") == 0 && alone.hertz != good.hertz + 12345);
		CHECK(chown(home, 0, 0) == 0);
	} else
		SKIP("giving files to other users needs root");
	put(text, 0644);
	CHECK(chmod(home, 0777) == 0);
	CHECK(strcmp(find(home).origin, "process") == 0, "a folder that all users can write is not used");
	CHECK(chmod(home, 0700) == 0);
	CHECK(strcmp(find("/nonexistent/folder").origin, "process") == 0);
}

/* Other programs' stamps lie between two of this program's, and their divisor is identical. */
static void test_stamps_of_many_programs(void)
{
	char error[256], described[256], line[128];
	struct rb_clock *c = rb_clock_open("tsc", error, sizeof error);
	if (!c) {
		SKIP("%s", error);
		return;
	}
	rb_clock_describe(c, described, sizeof described);
	if (strstr(described, "\"scale\":\"process\"")) {
		SKIP("no folder for the scale can be written here");
		return;
	}
	for (int i = 0; i < 3; i++) {
		long long there = 0;
		double hertz = 0;
		int64_t before = rb_clock_now(c);
		FILE *other = popen("build/test/clock-scale now", "r");
		CHECK(other && fgets(line, sizeof line, other) && sscanf(line, "%lld %lf", &there, &hertz) == 2);
		CHECK(other && pclose(other) == 0);
		CHECK(before <= there && there <= rb_clock_now(c) && hertz == rb_clock_hertz(c));
	}
	rb_clock_close(c);
}

static int print_now(void)
{
	char error[256];
	struct rb_clock *c = rb_clock_open("tsc", error, sizeof error);
	if (c)
		printf("%lld %.0f\n", (long long)rb_clock_now(c), rb_clock_hertz(c));
	rb_clock_close(c);
	return c == NULL;
}
#endif

int main(int argc, char **argv)
{
#if RB_HAVE_TSC && !defined(__aarch64__)
	(void)argv;
	if (argc > 1)
		return print_now();
	char boot[40] = "";
	FILE *f = fopen("/proc/sys/kernel/random/boot_id", "r");
	CHECK(f && fscanf(f, "%39s", boot) == 1 && mkdtemp(home));
	if (f)
		fclose(f);
	snprintf(published, sizeof published, "%s/tsc-%s", home, boot);
	test_stamps_of_many_programs();
	if (deny_perf_events() != 0)
		SKIP("no seccomp: the kernel's scale could not be kept away");
	agree();
	test_untrusted_files();
	unlink(published);
	CHECK(rmdir(home) == 0, "no other file is left");
#else
	(void)argc, (void)argv, (void)home, (void)published;
	SKIP("the architecture defines the counter's frequency");
#endif
	return summary("clock-scale");
}
