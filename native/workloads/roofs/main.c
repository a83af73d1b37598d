/*
 * runbench-roofs [ROOF THREADS REPETITIONS MILLISECONDS] - measures one roof of this machine and says each repetition in a
 * line of JSON: what was done, and in how long.
 *
 * Without a roof it lists them for THREADS = 1 and all CPUs, one line each, those that cannot be measured here with the reason.
 * See roofs.h.
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
#define LEAST_DRAM ((size_t)64 << 20)

/* A pass over all takes long where it is large: each repetition takes the next part, which has left the nearer caches since. */
#define WINDOWS 16

enum { MOST_THREADS = 1024, MOST_REPETITIONS = 1000, MOST_MS = 60000 };

static const char *const levels[] = { "", "L1", "L2", "L3", "DRAM" };

static struct roof memory_roofs[9];

/* Names and meaning of both ways through each level, with the widest loops of this processor. */
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

/* What a thread may call its own of a cache that some of the threads share. */
static size_t share(size_t cache, int level, unsigned threads)
{
	return cache / team_sharing(level, threads);
}

/* Bytes that each thread works on, so that they stand in that level and in none before; 0 with the reason. */
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
		*why = !l3 ? "this processor has no third level" : "of the third level each CPU has no more than twice its second";
		return l3 / 2 >= 2 * l2 ? l3 / 2 : 0;
	default:
		/* Processors with several third levels hold as much in each. */
		beyond = beyond * ((threads + team_sharing(3, threads) - 1) / team_sharing(3, threads)) / threads;
		beyond = beyond * threads < LEAST_DRAM ? LEAST_DRAM / threads : beyond;
		memory = (size_t)sysconf(_SC_AVPHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
		*why = "there is not enough free memory to leave the caches behind";
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

struct told {
	const struct roof *roof;
	unsigned           threads;
	size_t             bytes; /* that a thread moves in a round */
};

static void tell(void *context, uint64_t rounds, uint64_t ns)
{
	const struct told *told = context;
	struct text t = { 0 };
	double turns = told->roof->flops ? roof_operations(rounds) : (double)rounds;
	double each = told->roof->flops ? told->roof->flops : (double)told->bytes;

	text_add(&t, "\"roof\":\"%s\",\"threads\":%u,\"work\":%.17g,\"ns\":%llu", told->roof->name, told->threads,
		 turns * each * told->threads, (unsigned long long)ns);
	say("repetition", t.data);
	text_free(&t);
}

static int measure(const struct roof *r, const struct caches *c, unsigned threads, unsigned repetitions, unsigned ms)
{
	const char *why;
	size_t bytes = bytes_of(r, c, threads, &why);
	unsigned windows = r->level >= L3 ? WINDOWS : 1;
	size_t of_window = r->arrays ? bytes / r->arrays / windows / A_TURN_BYTES * A_TURN_BYTES : 0;
	struct told told = { r, threads, of_window * r->arrays };
	struct team_task task = { r->run, of_window, r->arrays, threads, repetitions, windows, (uint64_t)ms * 1000000u, tell, &told };

	if (missing(r, bytes, why))
		return say_error(ERROR_MACHINE, REMEDY, "%s cannot be measured here: %s", r->name, why);
	if (threads > team_cpus())
		return say_error(ERROR_USAGE, "ask for no more threads than CPUs", "%u threads, but this process may run on %u CPUs", threads, team_cpus());
	if (team_run(&task))
		return say_error(ERROR_MACHINE, "free some memory, or allow more threads (ulimit -u)", "%u threads with %zu bytes each cannot be had: %s",
				 threads, bytes, strerror(errno));
	return 0;
}

/* 0 where it is no whole number from 1 to most. */
static unsigned number(const char *word, unsigned most)
{
	char *end;
	unsigned long n;

	errno = 0;
	n = strtoul(word, &end, 10);
	return errno || *end || end == word || *word == '-' || n > most ? 0 : (unsigned)n;
}

int main(int argc, char **argv)
{
	const struct roof *const kinds[] = { compute_roofs, memory_roofs };
	struct caches c = caches_find();
	unsigned threads = 0, repetitions = 0, ms = 0, cpus = team_cpus();

	describe_memory();
	if (argc == 5) {
		threads = number(argv[2], MOST_THREADS);
		repetitions = number(argv[3], MOST_REPETITIONS);
		ms = number(argv[4], MOST_MS);
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
