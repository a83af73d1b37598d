/*
 * runbench-roofs [ROOF THREADS REPETITIONS MILLISECONDS] - measures one roof of this machine and reports the work and the time
 * of each repetition in a line of JSON.
 *
 * Without arguments it lists the roofs for THREADS = 1 and for all CPUs, one line each, with the reason if one cannot be measured
 * here. See roofs.h.
 */
#include "roofs.h"
#include "team.h"
#include "../known/known.h"
#include "../../base/say.h"
#include "../../base/text.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define REMEDY "runbench-roofs lists them, and runbench-roofs dram_read 1 10 20 measures one"
#define MIN_DRAM_BYTES ((size_t)64 << 20)

/* Number of parts of a large array: each repetition uses the next part, which the nearer caches have evicted, to be shorter. */
#define WINDOWS 16

enum { MAX_THREADS = 1024, MAX_REPETITIONS = 1000, MAX_MS = 60000 };

static const char *const levels[] = { "", "L1", "L2", "L3", "DRAM" };

static struct roof memory_roofs[9];

/* Fills memory_roofs: two kernels for each level, with the widest loops of this processor. */
static void describe_memory(void)
{
	static const char *const names[][2] = { { "l1_read", "l1_triad" }, { "l2_read", "l2_triad" }, { "l3_read", "l3_triad" },
						{ "dram_read", "dram_triad" } };
	struct movers m = widest_movers();
	struct roof *r = memory_roofs;

	for (int level = L1; level <= DRAM; level++, r += 2) {
		r[0] = (struct roof){ names[level - 1][0], "loads of all bytes in order", m.vector, NULL, level, 1, NULL, m.read, 0 };
		r[1] = (struct roof){ names[level - 1][1], "a = b + s * c: two loads and a store", m.vector, NULL, level, 3, NULL, m.triad, 0 };
	}
}

/* Returns the part of a cache per thread that shares it, in bytes. */
static size_t share(size_t cache, int level, unsigned threads)
{
	return cache / team_sharing(level, threads);
}

/* Returns the bytes per thread that fit into a level and into no nearer one; 0 with the reason if that is impossible. */
static size_t working_set(enum level level, const struct caches *c, unsigned threads, const char **why)
{
	size_t l2 = share(c->l2, 2, threads), l3 = c->l3 ? share(c->l3, 3, threads) : 0;
	size_t beyond = (c->l3 > c->l2 ? c->l3 : c->l2) * 4, memory;

	switch (level) {
	case L1:
		return share(c->l1d, 1, threads) / 2;
	case L2:
		return l2 / 2;
	case L3:
		*why = !l3 ? "this processor has no third-level cache" : "each CPU's share of the third-level cache is at most twice its second-level cache";
		return l3 / 2 >= 2 * l2 ? l3 / 2 : 0;
	default:
		/* A processor may have several third-level caches. */
		beyond = beyond * ((threads + team_sharing(3, threads) - 1) / team_sharing(3, threads)) / threads;
		beyond = beyond * threads < MIN_DRAM_BYTES ? MIN_DRAM_BYTES / threads : beyond;
		memory = (size_t)sysconf(_SC_AVPHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
		*why = "not enough free memory for arrays larger than the caches";
		return beyond < memory / threads / 2 ? beyond : 0;
	}
}

static size_t bytes_of(const struct roof *r, const struct caches *c, unsigned threads, const char **why)
{
	*why = NULL;
	if (r->possible && !r->possible()) {
		*why = "this processor has no such instructions";
		return 0;
	}
	return r->level == NO_LEVEL ? 0 : working_set(r->level, c, threads, why);
}

static bool missing(const struct roof *r, size_t bytes, const char *why)
{
	return r->level == NO_LEVEL ? why != NULL : bytes == 0;
}

static void list(const struct roof *r, const struct caches *c, unsigned threads)
{
	struct text t = { 0 };
	const char *why;
	size_t bytes = bytes_of(r, c, threads, &why);

	text_add(&t, "\"name\":\"%s\",\"threads\":%u,\"bytes\":%zu", r->name, threads, bytes);
	text_add_member(&t, "vector", r->vector);
	text_add_member(&t, "meaning", r->meaning);
	if (r->precision)
		text_add_member(&t, "precision", r->precision);
	else
		text_add_member(&t, "level", levels[r->level]);
	if (missing(r, bytes, why))
		text_add_member(&t, "skipped", why);
	say("roof", t.data);
	text_free(&t);
}

/* The context of a report. */
struct measurement {
	const struct roof *roof;
	unsigned           threads;
	size_t             bytes; /* moved by a thread in a round */
};

static void report(void *context, uint64_t rounds, uint64_t ns)
{
	const struct measurement *m = context;
	struct text t = { 0 };
	double turns = m->roof->flops ? roof_operations(rounds) : (double)rounds;
	double each = m->roof->flops ? m->roof->flops : (double)m->bytes;

	text_add(&t, "\"roof\":\"%s\",\"threads\":%u,\"work\":%.17g,\"ns\":%llu", m->roof->name, m->threads,
		 turns * each * m->threads, (unsigned long long)ns);
	say("repetition", t.data);
	text_free(&t);
}

static int measure(const struct roof *r, const struct caches *c, unsigned threads, unsigned repetitions, unsigned ms)
{
	const char *why;
	size_t bytes = bytes_of(r, c, threads, &why);
	unsigned windows = r->level >= L3 ? WINDOWS : 1;
	size_t of_window = r->arrays ? bytes / r->arrays / windows / BYTES_PER_TURN * BYTES_PER_TURN : 0;
	struct measurement measurement = { r, threads, of_window * r->arrays };
	struct team_task task = { r->run, of_window, r->arrays, threads, repetitions, windows, (uint64_t)ms * 1000000u, report, &measurement };

	if (missing(r, bytes, why))
		return say_error(ERROR_MACHINE, REMEDY, "%s cannot be measured here: %s", r->name, why);
	if (threads > team_cpus())
		return say_error(ERROR_USAGE, "use at most as many threads as CPUs", "%u threads, but this process may run on %u CPUs", threads, team_cpus());
	if (team_run(&task))
		return say_error(ERROR_MACHINE, "free some memory, or allow more threads (ulimit -u)", "cannot start %u threads with %zu bytes each: %s",
				 threads, bytes, strerror(errno));
	return 0;
}

/* Parses a whole number from 1 to max; returns 0 if it is none. */
static unsigned number(const char *word, unsigned max)
{
	char *end;
	unsigned long n;

	errno = 0;
	n = strtoul(word, &end, 10);
	return errno || *end || end == word || *word == '-' || n > max ? 0 : (unsigned)n;
}

int main(int argc, char **argv)
{
	const struct roof *const kinds[] = { compute_roofs, memory_roofs };
	struct caches c = caches_find();
	unsigned threads = 0, repetitions = 0, ms = 0, cpus = team_cpus();

	describe_memory();
	if (argc == 5) {
		threads = number(argv[2], MAX_THREADS);
		repetitions = number(argv[3], MAX_REPETITIONS);
		ms = number(argv[4], MAX_MS);
	}
	if (argc != 1 && !(threads && repetitions && ms))
		return say_error(ERROR_USAGE, REMEDY, "write a roof, threads, repetitions and milliseconds, or nothing");
	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
		for (const struct roof *r = kinds[k]; r->name; r++) {
			if (argc == 1) {
				list(r, &c, 1);
				if (cpus > 1)
					list(r, &c, cpus);
			} else if (!strcmp(argv[1], r->name))
				return measure(r, &c, threads, repetitions, ms);
		}
	return argc == 1 ? 0 : say_error(ERROR_USAGE, REMEDY, "there is no roof '%s'", argv[1]);
}
