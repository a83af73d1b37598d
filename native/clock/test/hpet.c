/* A simulated timer block: capabilities, a halted counter, and a 32-bit counter that wraps. */
#include "../hpet.h"

#include <stdlib.h>
#include <string.h>

#include "../../base/check.h"

#define PERIOD_FS 69841279ULL /* 14.318180 MHz */
#define SECOND 1000000000LL

static uint64_t block[1024 / 8];
static int64_t time_ns;

static int64_t now(void)
{
	return time_ns;
}

/* Sets the registers: revision 1, three timers, vendor 8086. */
static void set(uint64_t period_fs, bool wide, bool enabled, uint64_t counter)
{
	memset(block, 0, sizeof block);
	block[0] = period_fs << 32 | 0x8086ULL << 16 | (uint64_t)wide << 13 | 2 << 8 | 1;
	block[0x10 / 8] = enabled;
	block[0xf0 / 8] = counter;
}

static void check_capabilities(void)
{
	struct rb_hpet h;
	char error[256];

	set(PERIOD_FS, true, true, 14318180);
	CHECK(rb_hpet_start(&h, block, 0, error, sizeof error) == 0);
	CHECK(h.timers == 3 && h.wide && h.period_fs == PERIOD_FS);
	CHECK(llabs(rb_hpet_ns(&h, NULL) - SECOND) < 100, "%lld", (long long)rb_hpet_ns(&h, NULL));
	/* Years of a 64-bit counter: no product overflows. */
	block[0xf0 / 8] = 14318180ULL * 86400 * 3650;
	CHECK(llabs(rb_hpet_ns(&h, NULL) / SECOND - 86400LL * 3650) <= 10);

	set(PERIOD_FS, true, false, 5);
	CHECK(rb_hpet_start(&h, block, 0, error, sizeof error) == -1 && strstr(error, "halted"), "%s", error);
	set(0, true, true, 5);
	CHECK(rb_hpet_start(&h, block, 0, error, sizeof error) == -1 && strstr(error, "period of 0 fs"), "%s", error);
	set(100000001, true, true, 5);
	CHECK(rb_hpet_start(&h, block, 0, error, sizeof error) == -1);
	memset(block, 0xff, sizeof block);
	CHECK(rb_hpet_start(&h, block, 0, error, sizeof error) == -1);
}

/* Reads the counter at irregular distances for some days, with the other clock up to 100 ppm faster or slower. */
static void check_wraps(double ppm, int64_t most_ns)
{
	struct rb_hpet h;
	char error[256];
	uint64_t ticks = 0xfffff000;
	int64_t begin, last, worst = 0;
	int back = 0;

	time_ns = 1000 * SECOND + 999999999;
	set(PERIOD_FS, false, true, (uint32_t)ticks);
	CHECK(rb_hpet_start(&h, block, time_ns, error, sizeof error) == 0);
	CHECK(!h.wide);
	begin = last = rb_hpet_ns(&h, now);
	for (uint64_t i = 0, total = 0; total < 4 * 86400ULL * SECOND; i++) {
		int64_t step = (int64_t)(i * 2654435761u % (uint64_t)most_ns), here, off;

		total += (uint64_t)step;
		time_ns += step + (int64_t)((double)step * ppm * 1e-6);
		block[0xf0 / 8] = (uint32_t)(ticks + (uint64_t)((double)total * 1e6 / PERIOD_FS));
		here = rb_hpet_ns(&h, now);
		off = llabs(here - begin - (int64_t)total);
		back += here < last;
		worst = off > worst ? off : worst;
		last = here;
	}
	CHECK(back == 0 && worst < 1000, "%g ppm, steps to %lld s: %d backward, %lld ns off", ppm, (long long)(most_ns / SECOND),
		back, (long long)worst);
}

int main(void)
{
	check_capabilities();
	check_wraps(0, SECOND / 2);
	check_wraps(100, SECOND / 2);
	check_wraps(-100, 100 * SECOND);
	check_wraps(100, 3600 * SECOND);
	return summary("clock-hpet");
}
