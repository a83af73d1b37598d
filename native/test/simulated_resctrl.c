/*
 * A preloaded library that simulates resctrl in a directory of monitoring groups. It adds the files of two caches to each new
 * group, and removes a group with its content. The test writes the values into the files.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int is_group(const char *path)
{
	return strstr(path, "/mon_groups/") != NULL;
}

static void put(const char *group, const char *name, const char *text)
{
	char path[4096];
	int fd;

	snprintf(path, sizeof path, "%s/%s", group, name);
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	if (fd >= 0) {
		if (write(fd, text, strlen(text)) < 0)
			perror(path);
		close(fd);
	}
}

int mkdir(const char *path, mode_t mode)
{
	int (*real)(const char *, mode_t) = (int (*)(const char *, mode_t))dlsym(RTLD_NEXT, "mkdir");
	static const char *const domain[] = { "mon_data/mon_L3_00", "mon_data/mon_L3_01" };
	char inner[4096];
	int status = real(path, mode);

	if (status || !is_group(path))
		return status;
	snprintf(inner, sizeof inner, "%s/mon_data", path);
	real(inner, 0755);
	put(path, "tasks", "");
	for (int i = 0; i < 2; i++) {
		snprintf(inner, sizeof inner, "%s/%s", path, domain[i]);
		real(inner, 0755);
		put(inner, "llc_occupancy", "1000000\n");
		put(inner, "mbm_total_bytes", i ? "Unavailable\n" : "4096\n");
		put(inner, "mbm_local_bytes", "0\n");
	}
	return 0;
}

static int drop(const char *path, const struct stat *s, int kind, struct FTW *at)
{
	(void)s, (void)kind, (void)at;
	return remove(path);
}

int rmdir(const char *path)
{
	int (*real)(const char *) = (int (*)(const char *))dlsym(RTLD_NEXT, "rmdir");

	return is_group(path) && !strstr(path, "mon_data") ? nftw(path, drop, 16, FTW_DEPTH | FTW_PHYS) : real(path);
}
