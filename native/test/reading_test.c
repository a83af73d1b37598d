/*
 * Reading inherited counters: the kernel's sum is wrong now and then, and the CPUs are read one after the other. The linker's --wrap
 * lets the test answer reads.
 */
#include "../base/check.h"
#include "../base/clock_ns.h"
#include "../sampler/sample_recorder.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define REFUSED UINT64_MAX

static const uint64_t *answers; /* the values of the one event in successive readings; the last one is repeated */
static unsigned answer_count, readings;
static uint64_t delay_ns, enabled_ns = 1000; /* time that a reading takes; enabled time of the CPU with this descriptor: 1 */

ssize_t __wrap_read(int fd, void *buffer, size_t size);

ssize_t __wrap_read(int fd, void *buffer, size_t size)
{
	unsigned i = readings < answer_count ? readings : answer_count - 1;
	const uint64_t numbers[] = { 2, fd ? enabled_ns : 1000, fd ? 0 : 1000, 500, 1, answers[i], 2 }; /* the clock leads, with IDs */
	uint64_t until_ns = clock_ns() + delay_ns;

	while (clock_ns() < until_ns)
		;
	readings++;
	if (answers[i] == REFUSED) {
		errno = ECHILD;
		return -1;
	}
	memcpy(buffer, numbers, sizeof numbers < size ? sizeof numbers : size);
	return sizeof numbers;
}

/* Returns the value that the sampler reads from these answers, REFUSED if it reads none. */
static uint64_t value_of(bool heirs, const uint64_t *list, unsigned count)
{
	struct counter counter[2] = { { .fd = 0 }, { .fd = 0 } };
	struct group group = { .values = 1 };
	struct counters c = { .heirs = heirs, .group = &group, .groups = 1, .places = 1, .members = 2, .units = 1, .counter = counter };
	struct reading members[2] = { { 0 } };

	answers = list;
	answer_count = count;
	readings = 0;
	return counters_read_group(&c, 0, 0, members) ? REFUSED : members[1].value;
}

/* Returns the share of time for which a group that runs on CPU 0 of two CPUs is read as running. */
static double share(uint64_t unlike_ns)
{
	static const uint64_t value = 7;
	struct counter counter[4] = { { .fd = 0 }, { .fd = 0 }, { .fd = 1 }, { .fd = 1 } };
	struct group group = { .values = 1 };
	struct unit unit[2] = { { .cpu = 0 }, { .cpu = 1 } };
	struct counters c = { .group = &group, .groups = 1, .places = 1, .members = 2, .units = 2, .unit = unit, .cpus = 2, .counter = counter };
	struct reading readings_of[2] = { { 0 } }, scratch[4];
	struct recorder r = { .counters = &c, .readings = readings_of, .scratch = scratch };

	answers = &value;
	answer_count = 1;
	delay_ns = 100000;
	enabled_ns = 1000 + unlike_ns;
	poll_mode_read(&r);
	delay_ns = 0;
	return (double)readings_of[1].running_ns / (double)readings_of[1].enabled_ns;
}

#define VALUE_OF(heirs, ...) \
	value_of(heirs, (const uint64_t[]){ __VA_ARGS__ }, sizeof((const uint64_t[]){ __VA_ARGS__ }) / sizeof(uint64_t))

int main(void)
{
	CHECK(VALUE_OF(true, 100, 103, 106) == 100 && readings == 2);
	/* The counts of an ending task were added twice. */
	CHECK(VALUE_OF(true, 174, 101, 103) == 101);
	CHECK(VALUE_OF(true, 174, 180, 103) == 174);
	CHECK(VALUE_OF(true, 174, 160, 101, 103) == 101);
	/* A group that changes is read when the change is over, or not at all. */
	CHECK(VALUE_OF(true, REFUSED, REFUSED, 101) == 101);
	CHECK(VALUE_OF(true, REFUSED, REFUSED, REFUSED, REFUSED, REFUSED, REFUSED, REFUSED, 174, REFUSED, 101) == 101);
	CHECK(VALUE_OF(true, REFUSED) == REFUSED && errno == ECHILD);
	CHECK(VALUE_OF(true, 101, REFUSED) == 101);
	/* Values that never become steady are read a limited number of times. */
	CHECK(VALUE_OF(true, 109, 108, 107, 106, 105, 104, 103, 102, 101, 100) != REFUSED && readings < 10);
	/* CPU 1 was read 100 us later, in which the task ran on CPU 0; the rest of a difference is multiplexing. */
	CHECK(share(0) == 1);
	CHECK(share(90000) == 1);
	CHECK(share(1000000000) < 0.01);
	/* Counters without heirs are read once. */
	CHECK(VALUE_OF(false, 174, 101) == 174 && readings == 1);
	return summary("reading");
}
