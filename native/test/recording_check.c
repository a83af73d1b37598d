/* A reader of recordings that verifies everything; see recording_check.h. */
#include "recording_check.h"
#include "../base/crc32c.h"

#include <runbench/recording.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct key {
	uint32_t task, cpu, group;
	uint64_t wall_ns, run_ns, value[32];
};

struct state {
	struct key *series;
	size_t      count, capacity;
	uint64_t    run_sum[256], sum[256][32];
	uint64_t    run_total[256], total[256][32];
	bool        has_total[256];
	unsigned    values;
};

static struct key *series_of(struct state *s, const struct rb_record *r)
{
	/* The latest task first: tests have thousands of consecutive tasks. */
	for (size_t i = s->count; i-- > 0; )
		if (s->series[i].task == r->task && s->series[i].cpu == r->cpu && s->series[i].group == r->group)
			return &s->series[i];
	if (s->count == s->capacity) {
		s->capacity = s->capacity * 2 + 64;
		s->series = realloc(s->series, s->capacity * sizeof *s->series);
	}
	s->series[s->count] = (struct key){ .task = r->task, .cpu = r->cpu, .group = r->group };
	return &s->series[s->count++];
}

static void take(struct state *s, struct recording_facts *f, const struct rb_record *r)
{
	if (!f->first_ns)
		f->first_ns = r->wall_ns;
	f->kinds[r->kind & 31]++;
	f->lost_flags += (r->flags & RB_F_LOST) != 0;
	if (r->kind == RB_TASK)
		f->tasks++;
	if (r->kind == RB_TOTAL) {
		f->groups++;
		s->has_total[r->group] = true;
		s->run_total[r->group] = r->run_ns;
		memcpy(s->total[r->group], r->value, 8 * s->values);
	}
	if (r->kind == RB_FINAL && !r->group) {
		f->finals++;
		f->final_run_ns += r->run_ns;
		for (unsigned i = 0; i < s->values && i < 8; i++)
			f->final_sum[i] += r->value[i];
	}
	if (r->kind == RB_SAMPLE || r->kind == RB_CLOSE) {
		struct key *k = series_of(s, r);

		f->derived += (r->flags & RB_F_DERIVED) != 0;
		f->early += r->wall_ns < f->first_ns;
		f->back_in_time += r->wall_ns < k->wall_ns;
		k->wall_ns = r->wall_ns;
		f->decreases += r->run_ns < k->run_ns;
		s->run_sum[r->group] += r->run_ns - k->run_ns;
		k->run_ns = r->run_ns;
		for (unsigned i = 0; i < s->values; i++) {
			f->decreases += r->value[i] < k->value[i];
			s->sum[r->group][i] += r->value[i] - k->value[i];
			k->value[i] = r->value[i];
		}
	}
}

static void compare(const struct state *s, struct recording_facts *f)
{
	for (unsigned g = 0; g < 256; g++) {
		if (!s->has_total[g])
			continue;
		f->sum_mismatches += s->run_sum[g] != s->run_total[g];
		for (unsigned i = 0; i < s->values; i++)
			f->sum_mismatches += s->sum[g][i] != s->total[g][i];
	}
	for (unsigned i = 0; i < s->values && i < 8; i++)
		f->total[i] = s->total[0][i];
}

static void read_records(const uint8_t *bytes, size_t size, const struct rb_file_header *h, struct recording_facts *f)
{
	struct state *s = calloc(1, sizeof *s);
	size_t at = h->header_bytes, first = at;
	uint64_t last_seal_ns = 0;

	/* The last value of a sample with a call stack is no count. */
	s->values = h->value_count - (memmem(bytes, first, "\"call_graph\":", 13) != NULL);
	for (; at + h->record_bytes <= size; at += h->record_bytes) {
		struct rb_seal seal;
		struct rb_record end;

		memcpy(&end, bytes + at, sizeof end);
		if (end.kind == RB_END) {
			f->complete = at == first && at + h->record_bytes + end.aux == size
				&& crc32c(0, bytes + at + h->record_bytes, end.aux) == end.enabled_ns;
			snprintf(f->trailer, sizeof f->trailer, "%.*s", (int)end.aux, bytes + at + h->record_bytes);
			break;
		}
		if (end.kind != RB_SEAL)
			continue;
		uint8_t *copy = malloc(h->record_bytes);

		memcpy(copy, bytes + at, h->record_bytes);
		memcpy(&seal, copy, sizeof seal);
		memset(copy + offsetof(struct rb_seal, self_crc32c), 0, 4);
		bool good = crc32c(0, copy, h->record_bytes) == seal.self_crc32c && seal.sequence == f->seals
			&& seal.records * h->record_bytes == at - first
			&& crc32c(0, bytes + first, at - first) == seal.crc32c;
		free(copy);
		if (!good)
			break;
		for (size_t p = first; p < at; p += h->record_bytes)
			take(s, f, (const struct rb_record *)(bytes + p));
		f->seals_backwards += seal.wall_ns < last_seal_ns;
		if (f->seals && seal.wall_ns > last_seal_ns && seal.wall_ns - last_seal_ns > f->longest_gap_ns)
			f->longest_gap_ns = seal.wall_ns - last_seal_ns;
		last_seal_ns = seal.wall_ns;
		f->seals++;
		f->sealed_records += seal.records;
		first = at + h->record_bytes;
	}
	f->trailing_bytes = f->complete ? 0 : size - first;
	compare(s, f);
	free(s->series);
	free(s);
}

int recording_check(const char *path, struct recording_facts *f)
{
	FILE *file = fopen(path, "rb");
	struct rb_file_header h;
	uint8_t *bytes;
	long size;

	*f = (struct recording_facts){ 0 };
	if (!file)
		return -1;
	fseek(file, 0, SEEK_END);
	size = ftell(file);
	rewind(file);
	bytes = malloc((size_t)size + 1);
	if (fread(bytes, 1, (size_t)size, file) != (size_t)size || size < (long)sizeof h) {
		fclose(file);
		free(bytes);
		return -1;
	}
	fclose(file);
	memcpy(&h, bytes, sizeof h);
	f->header_good = !memcmp(h.magic, RB_MAGIC, 8) && h.version == RB_VERSION && h.header_bytes % 64 == 0
		&& h.record_bytes == sizeof(struct rb_record) + 8 * h.value_count && h.value_count <= 32
		&& h.header_bytes <= size && sizeof h + h.json_bytes <= h.header_bytes
		&& crc32c(0, &h, offsetof(struct rb_file_header, header_crc32c)) == h.header_crc32c
		&& crc32c(0, bytes + sizeof h, h.json_bytes) == h.json_crc32c;
	if (f->header_good)
		read_records(bytes, (size_t)size, &h, f);
	free(bytes);
	return 0;
}
