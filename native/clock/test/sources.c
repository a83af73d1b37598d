/* Sources run forward at one rate, virtual clocks have exactly the requested values, and invalid specifications are
 * rejected. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../characterise.h"
#include "../source.h"
#include "../../base/check.h"

/* Writes never exceed the given size, and truncated text is a prefix of the whole. */
static void check_small_buffers(const struct rb_clock *c)
{
	char whole[512], part[512];
	rb_clock_describe(c, whole, sizeof whole);
	CHECK(whole[strlen(whole) - 1] == '}');
	for (size_t size = 0; size <= strlen(whole) + 1; size++) {
		memset(part, '#', sizeof part);
		rb_clock_describe(c, part, size);
		size_t written = size ? size - 1 : 0;
		CHECK(strncmp(part, whole, written < strlen(whole) ? written : strlen(whole)) == 0);
		CHECK(size == 0 || part[written] == '\0');
		CHECK(part[size] == '#' && part[sizeof part - 1] == '#');
	}
}

static void check_source(const char *name)
{
	char error[256] = "", json[256];
	struct rb_clock *c = rb_clock_open(name, error, sizeof error);
	if (!c) {
		fprintf(stderr, "%s: %s\n", name, error);
		CHECK(error[0] != '\0');
		SKIP("this machine lacks the source");
		return;
	}
	int64_t last = rb_clock_now(c), first = last, m = rb_realtime();
	int back = 0;
	for (int i = 0; i < 100000; i++) {
		int64_t now = rb_clock_now(c);
		back += now < last;
		last = now;
	}
	usleep(20000);
	double ratio = (double)(rb_clock_now(c) - first) / (double)(rb_realtime() - m);
	CHECK(back == 0);
	CHECK(fabs(ratio - 1) < 0.01);
	int64_t stamp = rb_realtime(), here = rb_clock_now(c);
	CHECK(llabs(rb_clock_from_realtime(c, stamp) - here) < 5000000);
	rb_clock_describe(c, json, sizeof json);
	CHECK(strstr(json, name) != NULL);
	check_small_buffers(c);
	rb_clock_close(c);
}

static void check_virtual(void)
{
	char error[256], table[] = "/tmp/runbench-table-XXXXXX", spec[400];
	/* 1000 s after an epoch of 5 s: 1 s + 1000 s * 100 ppm */
	struct rb_clock *c = rb_clock_open("virtual(realtime,offset=1000000000,ppm=100,epoch=5000000000)", error,
		sizeof error);
	CHECK(c && rb_clock_from_realtime(c, 1005000000000) == 1005000000000 + 1000000000 + 100000000);
	CHECK(c && rb_clock_from_realtime(c, 5000000000) == 6000000000);
	if (c)
		check_small_buffers(c);
	rb_clock_close(c);

	int fd = mkstemp(table);
	const char text[] = "# seconds ns\n0 0\n10 1000\n20 -1000\n";
	CHECK(write(fd, text, sizeof text - 1) == (ssize_t)sizeof text - 1);
	close(fd);
	snprintf(spec, sizeof spec, "virtual(realtime,epoch=0,table=%s)", table);
	c = rb_clock_open(spec, error, sizeof error);
	CHECK(c && rb_clock_from_realtime(c, 5000000000) == 5000000500);
	CHECK(c && rb_clock_from_realtime(c, 15000000000) == 15000000000);
	CHECK(c && rb_clock_from_realtime(c, 99000000000) == 98999999000);
	rb_clock_close(c);
	unlink(table);

	static const char *const wrong[] = { "", "sundial", "virtual(realtime", "virtual(realtime,ofset=1)", "virtual()",
		"virtual(realtime,offset=)", "virtual(realtime,ppm=1x)", "virtual(realtime,table=/nonexistent)" };
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		error[0] = '\0';
		CHECK(rb_clock_open(wrong[i], error, sizeof error) == NULL && error[0] != '\0');
	}
}

int main(void)
{
	for (size_t i = 0; i < rb_source_count; i++)
		check_source(rb_sources[i].name);
	check_virtual();
	int64_t utc[6];
	CHECK(rb_utc_status(utc) == 0 && utc[2] >= 0);
	double frequency[3], bounds[2];
	if (rb_tsc_frequency(0.05, frequency) == 0)
		CHECK(frequency[0] > 1e6 && frequency[1] > 0 && frequency[1] < 1e-2);
	else
		SKIP("no TSC");
	if (sysconf(_SC_NPROCESSORS_ONLN) > 1 && rb_tsc_skew(0, 1, 2000, bounds) == 0)
		CHECK(bounds[0] <= bounds[1]);
	else
		SKIP("no second CPU with a steady TSC");
	return summary("clock-sources");
}
