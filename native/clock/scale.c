/* See scale.h. */
#include "scale.h"

#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "characterise.h"

#define CALIBRATION_S 0.1
#define CHECK_S 0.002
/* Maximum relative difference between a published frequency and a check. A virtual machine that migrated to another
 * host may have a faster counter. */
#define MAX_RELATIVE_DIFFERENCE 1e-3

#if RB_HAVE_TSC
#if defined(__aarch64__)
/* The architecture defines the frequency, so all programs agree. */
void rb_scale_from_folders(const struct rb_scale_folder *folders, size_t count, struct rb_scale *scale)
{
	uint64_t hertz;
	(void)folders, (void)count;
	__asm__ volatile("mrs %0, cntfrq_el0" : "=r"(hertz));
	*scale = (struct rb_scale){ hertz, 0.5, "boot" };
}
#else
/* Reads the kernel's own scale from the page of any perf event, provided that the kernel's clock uses the TSC. It does
 * not call base/perf_attr: this library is linked into programs and must add no other names. */
static bool read_perf_page_scale(struct rb_scale *scale)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE, .size = sizeof attr, .config = PERF_COUNT_SW_DUMMY, .exclude_kernel = 1,
	};
	double hertz = 0;
	int fd = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);
	if (fd < 0)
		return false;
	struct perf_event_mmap_page *page = mmap(NULL, (size_t)sysconf(_SC_PAGESIZE), PROT_READ, MAP_SHARED, fd, 0);
	if (page != MAP_FAILED) {
		if (page->cap_user_time && page->time_mult) {
			hertz = 1e9 * (double)(1ULL << page->time_shift) / page->time_mult;
			/* The factor in the page is rounded to half a unit. */
			scale->error = hertz / page->time_mult / 2 + 0.5;
			scale->hertz = (uint64_t)(hertz + 0.5);
		}
		munmap(page, (size_t)sysconf(_SC_PAGESIZE));
	}
	close(fd);
	return hertz > 0;
}

static void measure_scale(struct rb_scale *scale)
{
	double measured[3];
	scale->origin = "process";
	if (read_perf_page_scale(scale))
		return;
	rb_tsc_frequency(CALIBRATION_S, measured);
	scale->hertz = (uint64_t)(measured[0] + 0.5);
	scale->error = measured[0] * measured[1] + 0.5;
}

static bool is_plausible(double hertz)
{
	double measured[3];
	if (!(hertz > 1e6 && hertz < 1e10))
		return false;
	rb_tsc_frequency(CHECK_S, measured);
	double off = hertz / measured[0] - 1;
	return (off < 0 ? -off : off) < MAX_RELATIVE_DIFFERENCE + measured[1];
}

/* The file name contains the boot ID, so files of earlier boots are never read. */
static bool file_name(char name[64])
{
	char boot[40] = "";
	FILE *f = fopen("/proc/sys/kernel/random/boot_id", "re");
	bool known = f && fscanf(f, "%39[0-9a-f-]", boot) == 1;
	if (f)
		fclose(f);
	snprintf(name, 64, "tsc-%s", boot);
	return known;
}

static bool is_trusted(int fd, uid_t owner, mode_t type)
{
	struct stat s;
	return fstat(fd, &s) == 0 && (s.st_mode & S_IFMT) == type && s.st_uid == owner
		&& !(s.st_mode & (S_IWGRP | S_IWOTH));
}

/* Returns -1 if the folder is missing, cannot be made, or is writable by other users. */
static int open_folder(const struct rb_scale_folder *folder, bool make)
{
	if (make && folder->owner == geteuid())
		mkdir(folder->path, 0755);
	int fd = open(folder->path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd >= 0 && !is_trusted(fd, folder->owner, S_IFDIR)) {
		close(fd);
		fd = -1;
	}
	return fd;
}

static bool read_published(int folder, uid_t owner, const char *name, struct rb_scale *scale)
{
	char text[128] = "";
	int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		return false;
	bool trusted = is_trusted(fd, owner, S_IFREG) && read(fd, text, sizeof text - 1) > 0;
	close(fd);
	unsigned long long hertz = 0;
	double error = 0;
	char end = 0;
	if (!trusted || sscanf(text, "runbench tsc 1 %llu %lf%c", &hertz, &error, &end) != 3 || end != '\n'
			|| !(error >= 0) || !is_plausible((double)hertz))
		return false;
	*scale = (struct rb_scale){ hertz, error, owner == 0 ? "boot" : "user" };
	return true;
}

/* The first link wins; an existing file that was rejected is replaced. Then every program reads the winner's value. */
static bool publish(int folder, uid_t owner, const char *name, struct rb_scale *scale)
{
	char text[128], half[64];
	bool written = false;
	int length = snprintf(text, sizeof text, "runbench tsc 1 %llu %.3f\n", (unsigned long long)scale->hertz,
		scale->error);
	snprintf(half, sizeof half, ".tsc-%ld", (long)getpid());
	unlinkat(folder, half, 0);
	int fd = openat(folder, half, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
	if (fd >= 0) {
		/* Independent of the umask: readable by all, writable by the owner only. */
		written = write(fd, text, (size_t)length) == length && fchmod(fd, 0644) == 0;
		close(fd);
	}
	if (written && linkat(folder, half, folder, name, 0) != 0 && !read_published(folder, owner, name, scale))
		written = renameat(folder, half, folder, name) == 0;
	unlinkat(folder, half, 0);
	return written && read_published(folder, owner, name, scale);
}

void rb_scale_from_folders(const struct rb_scale_folder *folders, size_t count, struct rb_scale *scale)
{
	char name[64];
	bool known = file_name(name), done = false;
	for (int may_make = 0; may_make < 2 && known && !done; may_make++) {
		if (may_make)
			measure_scale(scale);
		for (size_t i = 0; i < count && !done; i++) {
			int folder = open_folder(&folders[i], may_make);
			if (folder < 0)
				continue;
			done = may_make ? folders[i].owner == geteuid() && publish(folder, folders[i].owner, name, scale)
				: read_published(folder, folders[i].owner, name, scale);
			close(folder);
		}
	}
	if (!known)
		measure_scale(scale);
}
#endif

void rb_scale_get(struct rb_scale *scale)
{
	uid_t me = geteuid();
	char session_folder[512] = "", memory_folder[64];
	const char *session = secure_getenv("XDG_RUNTIME_DIR");
	if (session && session[0] == '/' && strlen(session) < sizeof session_folder - sizeof "/runbench")
		snprintf(session_folder, sizeof session_folder, "%s/runbench", session);
	snprintf(memory_folder, sizeof memory_folder, "/dev/shm/runbench-%ld", (long)me);
	struct rb_scale_folder folders[3] = { { "/run/runbench", 0 } };
	size_t count = 1;
	if (session_folder[0])
		folders[count++] = (struct rb_scale_folder){ session_folder, me };
	folders[count++] = (struct rb_scale_folder){ memory_folder, me };
	rb_scale_from_folders(folders, count, scale);
}
#endif
