/* The base clocks of this machine. */
#include "source.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "hpet.h"
#include "runbench/clock.h"
#include "scale.h"

#define SECOND 1000000000LL

static int64_t read_clock(clockid_t id)
{
	struct timespec t;
	clock_gettime(id, &t);
	return t.tv_sec * SECOND + t.tv_nsec;
}

int64_t rb_realtime(void)
{
	return read_clock(CLOCK_REALTIME);
}

static int64_t read_monotonic(void)
{
	return read_clock(CLOCK_MONOTONIC);
}

static int64_t read_raw(void)
{
	return read_clock(CLOCK_MONOTONIC_RAW);
}

static int64_t read_gettimeofday(void)
{
	struct timeval t;
	gettimeofday(&t, NULL);
	return t.tv_sec * SECOND + t.tv_usec * 1000LL;
}

static int64_t read_syscall(void)
{
	struct timespec t;
	syscall(SYS_clock_gettime, CLOCK_REALTIME, &t);
	return t.tv_sec * SECOND + t.tv_nsec;
}

static int open_always(char *error, size_t size)
{
	(void)error;
	(void)size;
	return 0;
}

#if RB_HAVE_TSC
static struct rb_scale tsc_scale;
static pthread_once_t tsc_scaled = PTHREAD_ONCE_INIT;

static void find_tsc_scale(void)
{
	rb_scale_get(&tsc_scale);
}

#if defined(__x86_64__) || defined(__i386__)
static bool flag_set(const char *flags, const char *flag)
{
	size_t n = strlen(flag);
	for (const char *at = flags; (at = strstr(at, flag)) != NULL; at += n)
		if (at > flags && at[-1] == ' ' && (at[n] == ' ' || at[n] == '\n'))
			return true;
	return false;
}
#endif

static int tsc_open(char *error, size_t size)
{
#if defined(__x86_64__) || defined(__i386__)
	char *line = NULL;
	size_t capacity = 0;
	bool steady = false;
	FILE *f = fopen("/proc/cpuinfo", "r");
	while (f && getline(&line, &capacity, f) > 0)
		if (strncmp(line, "flags", 5) == 0) {
			steady = flag_set(line, "constant_tsc") && flag_set(line, "nonstop_tsc");
			break;
		}
	free(line);
	if (f)
		fclose(f);
	if (!steady) {
		snprintf(error, size, "the TSC changes rate or stops with the power state "
			"(constant_tsc or nonstop_tsc is missing in /proc/cpuinfo)");
		return -1;
	}
#else
	(void)error;
	(void)size;
#endif
	pthread_once(&tsc_scaled, find_tsc_scale);
	return 0;
}

static double get_tsc_hertz(double *error)
{
	*error = tsc_scale.error;
	return (double)tsc_scale.hertz;
}

const char *rb_tsc_origin(void)
{
	return tsc_scale.origin;
}

/* Converts whole seconds and the remainder separately: no digit is lost, and no product overflows below 18 GHz. */
static int64_t cycles_to_ns(uint64_t cycles)
{
	uint64_t hz = tsc_scale.hertz;
	return (int64_t)(cycles / hz * SECOND + cycles % hz * SECOND / hz);
}

static int64_t read_tsc(void)
{
	return cycles_to_ns(rb_tsc());
}

static int64_t read_tscp(void)
{
	return cycles_to_ns(rb_tscp(NULL));
}
#endif

static struct rb_hpet hpet;
static bool hpet_is_open;

static int hpet_open(char *error, size_t size)
{
	if (hpet_is_open)
		return 0;
	int fd = open("/dev/hpet", O_RDONLY | O_CLOEXEC);
	if (fd < 0) {
		snprintf(error, size, "absent: /dev/hpet: %m");
		return -1;
	}
	void *page = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
	if (page == MAP_FAILED) {
		snprintf(error, size, "/dev/hpet cannot be mapped (%m): the kernel needs CONFIG_HPET_MMAP and hpet_mmap=1");
		close(fd);
		return -1;
	}
	close(fd);
	hpet_is_open = rb_hpet_start(&hpet, page, read_raw(), error, size) == 0;
	if (!hpet_is_open)
		munmap(page, 4096);
	return hpet_is_open ? 0 : -1;
}

static int64_t read_hpet(void)
{
	return rb_hpet_ns(&hpet, read_raw);
}

static double hpet_hertz(double *error)
{
	double period_fs = hpet_is_open ? (double)hpet.period_fs : 0;
	*error = period_fs > 0 ? 1e15 / period_fs / period_fs / 2 : 0;
	return period_fs > 0 ? 1e15 / period_fs : 0;
}

unsigned rb_hpet_timers(bool *wide)
{
	*wide = hpet_is_open && hpet.wide;
	return hpet_is_open ? hpet.timers : 0;
}

/* The first hardware clock of the machine, usually that of a network interface. Its file descriptor is a clock of its
 * own (clock_gettime(2), dynamic clocks). */
static clockid_t phc;
static bool phc_is_open;

static int phc_open(char *error, size_t size)
{
	char path[32], why[128] = "";
	for (int i = 0; i < 16 && !phc_is_open; i++) {
		struct timespec t;
		snprintf(path, sizeof path, "/dev/ptp%d", i);
		int fd = open(path, O_RDONLY | O_CLOEXEC);
		if (fd < 0) {
			if (!why[0] || errno != ENOENT)
				snprintf(why, sizeof why, "%s: %s", path, strerror(errno));
			continue;
		}
		phc = (clockid_t)(~(unsigned)fd << 3 | 3);
		phc_is_open = clock_gettime(phc, &t) == 0;
		if (!phc_is_open) {
			snprintf(why, sizeof why, "%s: %s", path, strerror(errno));
			close(fd);
		}
	}
	if (!phc_is_open)
		snprintf(error, size, "absent: no hardware clock: %s", why);
	return phc_is_open ? 0 : -1;
}

static int64_t read_phc(void)
{
	return read_clock(phc);
}

const struct rb_source rb_sources[] = {
#if RB_HAVE_TSC
	{ "tsc", read_tsc, tsc_open, get_tsc_hertz },
	{ "tscp", read_tscp, tsc_open, get_tsc_hertz },
#endif
	{ "monotonic", read_monotonic, open_always, NULL },
	{ "raw", read_raw, open_always, NULL },
	{ "realtime", rb_realtime, open_always, NULL },
	{ "gettimeofday", read_gettimeofday, open_always, NULL },
	{ "syscall", read_syscall, open_always, NULL },
	{ "hpet", read_hpet, hpet_open, hpet_hertz },
	{ "phc", read_phc, phc_open, NULL },
};
const size_t rb_source_count = sizeof rb_sources / sizeof *rb_sources;

/* Wire codes are positions in this list: new names are appended, and no name moves. */
static const char *const wire_names[] = {
	"tsc", "tscp", "monotonic", "raw", "realtime", "gettimeofday", "syscall", "hpet", "phc",
};

uint16_t rb_source_code(const struct rb_source *source)
{
	for (size_t i = 0; i < sizeof wire_names / sizeof *wire_names; i++)
		if (strcmp(wire_names[i], source->name) == 0)
			return (uint16_t)(i + 1);
	return 0;
}

const char *rb_source_name(uint16_t code)
{
	return code >= 1 && code <= sizeof wire_names / sizeof *wire_names ? wire_names[code - 1] : "unknown";
}

int64_t rb_source_slack(const char *name)
{
	if (strcmp(name, "realtime") == 0)
		return 1;
	return strcmp(name, "gettimeofday") == 0 || strcmp(name, "hpet") == 0 ? 1000 : 100;
}

const struct rb_source *rb_source_named(const char *name, size_t length)
{
	for (size_t i = 0; i < rb_source_count; i++)
		if (strlen(rb_sources[i].name) == length && memcmp(rb_sources[i].name, name, length) == 0)
			return &rb_sources[i];
	return NULL;
}
