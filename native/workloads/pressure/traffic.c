/* Traffic between caches and memory; see traffic.h. */
#include "traffic.h"
#include "../workload.h"

#include <sys/mman.h>

#define PER_TURN 8

/* Size of a huge page: it avoids page walks, which are no bus traffic. */
#define LARGE_PAGE ((size_t)2 << 20)

unsigned traffic_line_bytes(enum traffic kind)
{
	return kind == READS ? LINE_BYTES : kind == WRITES ? 2 * LINE_BYTES : LINE_BYTES * 3 / 2;
}

bool traffic_of(const char *word, enum traffic *kind)
{
	static const char *const words[] = { "read", "write", "mix" };

	for (int i = 0; i < 3; i++)
		if (!strcmp(word, words[i])) {
			*kind = (enum traffic)i;
			return true;
		}
	return false;
}

int mover_make(struct mover *m, size_t bytes, enum traffic kind)
{
	*m = (struct mover){ .lines = bytes / LINE_BYTES / PER_TURN * PER_TURN, .kind = kind };
	m->memory = mmap(NULL, m->lines * LINE_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (m->memory == MAP_FAILED) {
		m->memory = NULL;
		return -1;
	}
	if (bytes >= LARGE_PAGE)
		madvise(m->memory, m->lines * LINE_BYTES, MADV_HUGEPAGE);
	for (size_t i = 0; i < m->lines; i++)
		m->memory[i].words[0] = i;
	return 0;
}

void mover_free(struct mover *m)
{
	if (m->memory)
		munmap(m->memory, m->lines * LINE_BYTES);
	m->memory = NULL;
}

/* Adds into four sums, so that no load waits for an addition. */
static uint64_t read_lines(const struct line *p, size_t n)
{
	uint64_t a = 0, b = 0, c = 0, d = 0;

	for (size_t i = 0; i < n; i += PER_TURN) {
		a += p[i].words[0] + p[i + 4].words[0];
		b += p[i + 1].words[0] + p[i + 5].words[0];
		c += p[i + 2].words[0] + p[i + 6].words[0];
		d += p[i + 3].words[0] + p[i + 7].words[0];
	}
	return a + b + c + d;
}

static void write_lines(struct line *p, size_t n, uint64_t value)
{
	for (size_t i = 0; i < n; i++)
		p[i].words[0] = value;
}

static uint64_t mix_lines(struct line *p, size_t n, uint64_t value)
{
	uint64_t a = 0, b = 0;

	for (size_t i = 0; i < n; i += 4) {
		a += p[i].words[0];
		p[i + 1].words[0] = value;
		b += p[i + 2].words[0];
		p[i + 3].words[0] = value;
	}
	return a + b;
}

/* Returns the value that a pass writes into lines. */
static uint64_t written_by(uint64_t pass)
{
	return ~pass;
}

static size_t within_pass(struct mover *m, size_t lines)
{
	struct line *p = m->memory + m->at;
	size_t n = m->lines - m->at < lines ? m->lines - m->at : lines;

	if (m->kind == READS)
		m->sum += read_lines(p, n);
	else if (m->kind == WRITES)
		write_lines(p, n, written_by(m->pass));
	else
		m->sum += mix_lines(p, n, written_by(m->pass));
	m->at += n;
	if (m->at == m->lines) {
		m->at = 0;
		m->pass++;
	}
	return n;
}

size_t mover_move(struct mover *m, size_t lines)
{
	size_t done = 0;

	lines = lines < PER_TURN ? PER_TURN : lines / PER_TURN * PER_TURN;
	while (done < lines)
		done += within_pass(m, lines - done);
	/* Prevents the compiler from merging the writes of several passes. */
	__asm__ volatile("" : : "r"(m->memory) : "memory");
	return done;
}

/* Returns the sum of all line numbers below n that are read. */
static uint64_t sum_below(enum traffic kind, uint64_t n)
{
	if (kind == WRITES)
		return 0;
	return kind == READS ? n * (n - 1) / 2 : (n / 2) * (n / 2 - 1);
}

bool mover_check(const struct mover *m)
{
	uint64_t read = m->pass * sum_below(m->kind, m->lines) + (m->at ? sum_below(m->kind, m->at) : 0);

	if (m->sum != read)
		return false;
	for (size_t i = 0; i < m->lines; i++) {
		bool written = m->kind == WRITES || (m->kind == MIX && i % 2);
		bool now = i < m->at;

		if (m->memory[i].words[0] != (written && (now || m->pass) ? written_by(now ? m->pass : m->pass - 1) : i))
			return false;
	}
	return true;
}

uint64_t mover_checksum(const struct mover *m)
{
	uint64_t sum = checksum(checksum(CHECKSUM_START, m->sum), m->pass * m->lines + m->at);

	for (size_t i = 0; i < m->lines; i += m->lines / 16)
		sum = checksum(sum, m->memory[i].words[0]);
	return sum;
}
