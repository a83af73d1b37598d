/*
 * The order in which recorder_drain takes records out of many rings, compared with a scan of all rings for each record.
 * drain_test --bench RINGS prints its speed instead. The linker's --wrap passes each record to this file first.
 */
#include "../base/check.h"
#include "../base/clock_ns.h"
#include "../sampler/sample_recorder.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_RINGS    256
#define MAX_RECORDS  100000
#define BENCH_DRAINS 10

/* PERF_RECORD_LOST with the sample id that ends every record (sample_id_all). */
struct lost {
	struct perf_event_header header;
	uint64_t id, lost;
	uint32_t pid, tid;
	uint64_t time;
	uint32_t cpu, reserved;
};

/* One simulated ring and the times of all records ever written into it. */
struct simulated_ring {
	struct ring ring;
	uint64_t   *time_ns;
	unsigned    written, taken;
};

static struct simulated_ring rings[MAX_RINGS];
static unsigned ring_count;
static struct source sources[MAX_RINGS];
static struct counters counters = { .format_lost = true };
static struct recorder recorder;

/* The records of one drain: ring and number within the ring. */
static struct taken { unsigned ring, number; } taken[MAX_RECORDS], expected[MAX_RECORDS];
static unsigned taken_count;

static bool benchmarking;
static unsigned arrivals; /* records that are still to be written while the next drain runs */

void __real_kernel_record_take(struct recorder *r, const struct source *s, const struct perf_event_header *h);
void __wrap_kernel_record_take(struct recorder *r, const struct source *s, const struct perf_event_header *h);

/* Writes a record as the kernel does: data, then data_head. Returns false if the ring is full. */
static bool write_record(unsigned index, uint64_t time_ns)
{
	struct simulated_ring *s = &rings[index];
	struct perf_event_mmap_page *page = s->ring.page;
	struct lost record = { .header = { .type = PERF_RECORD_LOST, .size = sizeof record }, .lost = s->written,
		.time = time_ns, .cpu = index };

	if (page->data_head + sizeof record - page->data_tail > s->ring.bytes)
		return false;
	for (size_t i = 0; i < sizeof record; i++)
		s->ring.data[(page->data_head + i) & (s->ring.bytes - 1)] = ((const uint8_t *)&record)[i];
	__atomic_store_n(&page->data_head, page->data_head + sizeof record, __ATOMIC_RELEASE);
	if (s->time_ns)
		s->time_ns[s->written] = time_ns;
	s->written++;
	return true;
}

void __wrap_kernel_record_take(struct recorder *r, const struct source *s, const struct perf_event_header *h)
{
	struct lost record;
	unsigned index = (unsigned)(s - sources);

	if (benchmarking) {
		__real_kernel_record_take(r, s, h);
		return;
	}
	memcpy(&record, h, sizeof record);
	taken[taken_count++] = (struct taken){ index, (unsigned)record.lost };
	if (arrivals) {
		arrivals--;
		write_record(index, record.time);
		write_record((index + 1) % ring_count, record.time + 1);
	}
}

static void make_rings(unsigned count, size_t bytes, bool remembers)
{
	ring_count = count;
	for (unsigned i = 0; i < count; i++) {
		rings[i] = (struct simulated_ring){ .ring = { .bytes = bytes } };
		rings[i].ring.page = calloc(1, sizeof *rings[i].ring.page);
		rings[i].ring.data = calloc(1, bytes);
		rings[i].time_ns = remembers ? calloc(MAX_RECORDS, sizeof(uint64_t)) : NULL;
		sources[i] = (struct source){ .ring = &rings[i].ring };
	}
	recorder = (struct recorder){ .counters = &counters, .sources = sources, .source_count = count };
	recorder.heads = calloc(count, sizeof *recorder.heads);
	recorder.lost_pending = calloc(1, sizeof *recorder.lost_pending);
}

static void free_rings(void)
{
	for (unsigned i = 0; i < ring_count; i++) {
		free(rings[i].ring.page);
		free(rings[i].ring.data);
		free(rings[i].ring.copy);
		free(rings[i].time_ns);
	}
	free(recorder.heads);
	free(recorder.lost_pending);
}

/* The expected records of the next drain: the earliest first record of all rings, the first ring's of equal ones. */
static unsigned expect(uint64_t until_ns)
{
	unsigned next[MAX_RINGS], end[MAX_RINGS], count = 0;

	for (unsigned i = 0; i < ring_count; i++) {
		next[i] = rings[i].taken;
		end[i] = rings[i].written;
	}
	for (;;) {
		unsigned first = ring_count;

		for (unsigned i = 0; i < ring_count; i++)
			if (next[i] < end[i] && (first == ring_count || rings[i].time_ns[next[i]] < rings[first].time_ns[next[first]]))
				first = i;
		if (first == ring_count)
			return count;
		if (rings[first].time_ns[next[first]] > until_ns
		    && (end[first] - next[first]) * sizeof(struct lost) < rings[first].ring.bytes / 2)
			return count;
		expected[count++] = (struct taken){ first, next[first]++ };
	}
}

/* Drains once; returns the number of records that differ from the expected ones. */
static unsigned drain_and_compare(uint64_t until_ns)
{
	unsigned count = expect(until_ns), wrong = 0, unreleased = 0;

	taken_count = 0;
	recorder_drain(&recorder, until_ns);
	wrong += count != taken_count;
	for (unsigned i = 0; i < count && i < taken_count; i++)
		wrong += expected[i].ring != taken[i].ring || expected[i].number != taken[i].number;
	for (unsigned i = 0; i < taken_count; i++)
		rings[taken[i].ring].taken++;
	for (unsigned i = 0; i < ring_count; i++)
		unreleased += rings[i].ring.page->data_tail != rings[i].taken * sizeof(struct lost);
	return wrong + unreleased;
}

static unsigned pending(void)
{
	unsigned count = 0;

	for (unsigned i = 0; i < ring_count; i++)
		count += rings[i].written - rings[i].taken;
	return count;
}

/* Rings of different rates, some of them empty, over many drains; steps from 0 on make times equal. */
static void check_random_times(unsigned count, unsigned min_step_ns, unsigned max_step_ns)
{
	uint64_t now[MAX_RINGS] = { 0 };
	unsigned wrong = 0, left = 0;

	make_rings(count, 4096, true);
	for (unsigned round = 0; round < 200; round++) {
		for (unsigned i = 0; i < count; i++)
			for (unsigned n = (unsigned)rand() % (i % 3 ? 8 : 40); n; n--)
				if (write_record(i, now[i] * count + (min_step_ns ? i : 0)))
					now[i] += min_step_ns + (unsigned)rand() % (max_step_ns - min_step_ns + 1);
		wrong += drain_and_compare(round % 4 ? now[(unsigned)rand() % count] * count : UINT64_MAX - 1);
		left += pending() != 0;
	}
	wrong += drain_and_compare(UINT64_MAX - 1);
	CHECK(!wrong, "%u rings, steps of %u to %u ns: %u differ", count, min_step_ns, max_step_ns, wrong);
	CHECK(count == 1 || !max_step_ns || left, "no drain left a record");
	CHECK(!pending(), "%u records remain", pending());
	free_rings();
}

static void check_equal_times(void)
{
	unsigned wrong;

	make_rings(5, 4096, true);
	for (unsigned n = 0; n < 4; n++)
		for (unsigned i = 0; i < 5; i++)
			if (i != 2 || n == 0) /* a ring that becomes empty first */
				write_record(i, 7);
	wrong = drain_and_compare(7);
	CHECK(!wrong && taken_count == 17, "%u differ of %u", wrong, taken_count);
	for (unsigned i = 1; i < taken_count; i++)
		wrong += taken[i].ring < taken[i - 1].ring;
	CHECK(!wrong, "%u records of equal time not in the order of the rings", wrong);
	free_rings();
}

/* A record younger than the limit remains, unless its ring is half full. */
static void check_limit(void)
{
	make_rings(3, 4096, true);
	write_record(0, 10);
	write_record(1, 20);
	write_record(2, 30);
	CHECK(!drain_and_compare(20) && taken_count == 2, "%u taken up to 20 ns", taken_count);
	CHECK(!drain_and_compare(29) && taken_count == 0, "%u taken up to 29 ns", taken_count);
	while (write_record(1, 40))
		;
	CHECK(!drain_and_compare(35) && taken_count == 44 && pending() == 42, "%u taken, %u remain of a full ring", taken_count, pending());
	CHECK(!drain_and_compare(35) && taken_count == 0, "%u taken of a ring less than half full", taken_count);
	free_rings();
}

/* A record that arrives during a drain is taken by the next one, from a ring that became empty too. */
static void check_arrivals(void)
{
	unsigned wrong = 0, total = 0;

	make_rings(4, 4096, true);
	for (unsigned round = 0; round < 50; round++) {
		for (unsigned i = 0; i < 4; i++)
			write_record(i, 1000 * round + i % 2);
		arrivals = 5;
		wrong += drain_and_compare(UINT64_MAX - 1);
		CHECK(pending() == 2 * (5 - arrivals), "%u pending", pending());
		total += taken_count;
	}
	wrong += drain_and_compare(UINT64_MAX - 1);
	total += taken_count;
	CHECK(!wrong && !pending(), "%u differ, %u remain", wrong, pending());
	CHECK(total == rings[0].written + rings[1].written + rings[2].written + rings[3].written,
	      "%u taken", total);
	free_rings();
}

/* Full rings of 64 KiB, drained through to the recording, which is discarded. */
static int bench(unsigned count)
{
	struct container_stream writer;
	uint64_t now[MAX_RINGS] = { 0 }, spent_ns = 0, records = 0;

	benchmarking = true;
	make_rings(count, 65536, false);
	for (unsigned i = 0; i < BENCH_DRAINS; i++) {
		uint64_t begin_ns;

		if (recording_create(&writer, "/dev/shm/runbench-drain-bench"))
			return 1;
		unlink("/dev/shm/runbench-drain-bench");
		recording_header(&writer, "{}", 2, 1);
		recorder.writer = &writer;
		for (unsigned r = 0; r < count; r++)
			while (write_record(r, now[r] += (unsigned)rand() % 1000))
				records++;
		begin_ns = clock_ns();
		recorder_drain(&recorder, UINT64_MAX - 1);
		spent_ns += clock_ns() - begin_ns;
		container_stream_free(&writer);
	}
	free_rings();
	printf("%u rings: %.2f million records per second, %.0f ns per record\n", count, (double)records * 1e3 / (double)spent_ns,
	       (double)spent_ns / (double)records);
	return 0;
}

int main(int argc, char **argv)
{
	if (argc == 3 && !strcmp(argv[1], "--bench")) {
		unsigned count = (unsigned)atoi(argv[2]);

		return bench(count < 1 ? 1 : count > MAX_RINGS ? MAX_RINGS : count);
	}
	srand(1);
	check_random_times(1, 0, 100);
	check_random_times(7, 1, 100);
	check_random_times(128, 1, 1000);
	check_random_times(7, 0, 100);
	check_random_times(64, 0, 1000);
	check_random_times(128, 0, 0);
	check_random_times(33, 0, 1);
	check_equal_times();
	check_limit();
	check_arrivals();
	return summary("drain");
}
