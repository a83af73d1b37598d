/*
 * Tests of the container with an artificial format: both writers follow the format, seals are numbered, and records appended
 * to a map survive kill -9.
 */
#include "../base/check.h"
#include "../base/container.h"
#include "../base/crc32c.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define PATH "build/test/container.bin"
#define META "{\"of\":\"a test\"}"
#define TRAILER "{\"good\":true}"

struct made_up_header {
	char     magic[8];
	uint32_t version, header_bytes, record_bytes, json_crc32c;
	uint8_t  reserved[32];
	uint32_t json_bytes, header_crc32c;
};

struct made_up {
	uint8_t  kind, reserved[3];
	uint32_t crc32c;
	uint64_t sequence, count, time_ns, payload[3];
	uint32_t self_crc32c, last;
};

static const struct container_format format = {
	.magic = "RUNBTST\n", .version = 7, .seal_records = 100,
	.header = { .json_bytes = offsetof(struct made_up_header, json_bytes),
		    .json_crc32c = offsetof(struct made_up_header, json_crc32c) },
	.time_ns = offsetof(struct made_up, time_ns),
	.seal = { .records = offsetof(struct made_up, count), .records_size = 8, .sequence = offsetof(struct made_up, sequence),
		  .crc32c = offsetof(struct made_up, crc32c), .self_crc32c = offsetof(struct made_up, self_crc32c) },
	.end = { .json_bytes = offsetof(struct made_up, count), .json_crc32c = offsetof(struct made_up, payload),
		 .json_crc32c_size = 8 },
};

_Static_assert(sizeof(struct made_up) == CONTAINER_MAP_RECORD, "record");

static uint8_t bytes[1 << 20];

struct content {
	size_t records, seals, sealed, end; /* end: offset after the end record, 0: none */
};

/* Checks header, seals and trailer, and the payloads 0, 1, 2 ... of the records. */
static struct content read_back(void)
{
	FILE *f = fopen(PATH, "rb");
	size_t size = f ? fread(bytes, 1, sizeof bytes, f) : 0, at, first;
	struct made_up_header *h = (struct made_up_header *)bytes;
	struct content c = { 0 };
	struct made_up r = { 0 };

	if (f)
		fclose(f);
	CHECK(size >= 128 && !memcmp(h->magic, "RUNBTST\n", 8) && h->version == 7 && h->header_bytes % 64 == 0
	      && h->record_bytes == sizeof r && h->header_crc32c == crc32c(0, h, 60));
	CHECK(h->json_bytes == strlen(META) && !memcmp(bytes + 64, META, h->json_bytes)
	      && h->json_crc32c == crc32c(0, META, strlen(META)));
	for (at = first = h->header_bytes; at + sizeof r <= size; at += sizeof r) {
		memcpy(&r, bytes + at, sizeof r);
		if (r.kind == 1) {
			CHECK(r.payload[0] == c.records && r.last == 5);
			c.records++;
		} else if (r.kind == CONTAINER_SEAL) {
			uint32_t self = r.self_crc32c;
			r.self_crc32c = 0;
			CHECK(self == crc32c(0, &r, sizeof r) && r.sequence == c.seals && r.count == (at - first) / sizeof r
			      && r.crc32c == crc32c(0, bytes + first, at - first), "seal %zu", c.seals);
			c.seals++;
			c.sealed += r.count;
			first = at + sizeof r;
		} else {
			break;
		}
	}
	if (r.kind == CONTAINER_END) {
		c.end = at + sizeof r;
		CHECK(first == at && r.count == strlen(TRAILER) && c.end + r.count == size && r.time_ns == 77
		      && r.payload[0] == crc32c(0, bytes + c.end, r.count) && !memcmp(bytes + c.end, TRAILER, r.count));
	}
	return c;
}

static void check_stream(void)
{
	struct container_stream s;
	struct made_up_header own = { 0 };
	struct content c;

	CHECK(!container_stream_create(&s, &format, PATH));
	container_stream_header(&s, &own, sizeof(struct made_up), META, strlen(META));
	for (unsigned i = 0; i < 5000; i++) {
		struct made_up *r = container_stream_add(&s);
		*r = (struct made_up){ .kind = 1, .time_ns = i, .payload = { i }, .last = 5 };
		if (i % 1000 == 500)
			container_stream_seal(&s, i);
	}
	CHECK(!container_stream_end(&s, 77, TRAILER, strlen(TRAILER)));
	c = read_back();
	CHECK(c.records == 5000 && c.sealed == 5000 && c.seals >= 6 && c.end, "%zu records, %zu seals", c.records, c.seals);
}

static void append(struct container_map *m, unsigned count)
{
	struct made_up_header own = { 0 };

	CHECK(!container_map_create(m, &format, PATH, &own, META, strlen(META)));
	for (unsigned i = 0; i < count; i++) {
		struct made_up r = { .kind = 1, .payload = { i }, .last = 5 };
		if (!container_map_append(m, &r))
			CHECK(0, "record %u", i);
	}
}

static void check_map(void)
{
	struct container_map m;
	struct made_up end = { .time_ns = 77 };
	struct content c;

	append(&m, 5050);
	CHECK(!container_map_end(&m, &end, TRAILER, strlen(TRAILER)) && m.fd < 0);
	c = read_back();
	CHECK(c.records == 5050 && c.sealed == 5050 && c.seals == 51 && c.end, "%zu records, %zu seals", c.records, c.seals);

	append(&m, 250);
	container_map_abandon(&m);
	c = read_back();
	CHECK(c.records == 250 && c.sealed == 250 && c.seals == 3 && !c.end, "%zu records, %zu seals", c.records, c.seals);
}

static void check_kill(void)
{
	struct container_map m;
	struct content c;
	int status;
	pid_t child = fork();

	if (!child) {
		append(&m, 250);
		kill(getpid(), SIGKILL);
	}
	CHECK(waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
	c = read_back();
	CHECK(c.records == 250 && c.sealed == 200 && c.seals == 2 && !c.end, "%zu records, %zu sealed", c.records, c.sealed);
}

int main(void)
{
	check_stream();
	check_map();
	check_kill();
	unlink(PATH);
	return summary("container");
}
