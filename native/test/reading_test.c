/* Reading inherited counters of which the kernel gives a wrong sum now and then. The linker's --wrap lets the test answer reads. */
#include "../base/check.h"
#include "../sampler/perf_counters.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define REFUSED UINT64_MAX

static const uint64_t *answers; /* the values of the one event in successive readings; the last one is repeated */
static unsigned answer_count, readings;

ssize_t __wrap_read(int fd, void *buffer, size_t size);

ssize_t __wrap_read(int fd, void *buffer, size_t size)
{
	unsigned i = readings < answer_count ? readings : answer_count - 1;
	const uint64_t numbers[] = { 2, 1000, 1000, 500, 1, answers[i], 2 }; /* the clock leads, with IDs */

	(void)fd;
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
	/* Counters without heirs are read once. */
	CHECK(VALUE_OF(false, 174, 101) == 174 && readings == 1);
	return summary("reading");
}
