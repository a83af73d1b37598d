/* The quanta; see quanta.h. */
#include "quanta.h"
#include "../base/clock_ns.h"
#include "../base/say.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define QUANTUM_PARTS 1000000u /* parts of a quantum, in which turns are given */

struct gang *quanta_find(const struct quanta *q, unsigned number)
{
	for (unsigned i = 0; i < q->gangs; i++)
		if (q->gang[i]->alive && q->gang[i]->number == number)
			return q->gang[i];
	return NULL;
}

static void request_selection(struct quanta *q, uint64_t now)
{
	struct text t = { 0 };
	bool any = false;

	q->requested = true;
	text_add(&t, "\"quantum\":%llu,\"due_ns\":%llu,\"wall_ns\":%llu,\"programs\":[", (unsigned long long)q->number,
		 (unsigned long long)q->due_ns, (unsigned long long)now);
	for (unsigned i = 0; i < q->gangs; i++)
		if (q->gang[i]->alive) {
			text_add(&t, any ? "," : "");
			gang_describe(&t, q->gang[i]);
			any = true;
		}
	text_add(&t, "]");
	say("boundary", t.data);
	text_free(&t);
}

void quanta_begin(struct quanta *q, uint64_t quantum_ns)
{
	q->quantum_ns = quantum_ns;
	q->due_ns = clock_ns();
	request_selection(q, q->due_ns);
}

static void release(struct gang *g)
{
	g->released = true;
	tree_release(&g->tree);
}

static bool begins_late(const struct gang *g)
{
	return g->runs && g->turn.from;
}

/* Stops the programs that are not selected, or not yet; places and continues the others. */
static void apply(struct quanta *q)
{
	struct hold **stop = calloc(q->gangs + 1, sizeof *stop), **go = calloc(q->gangs + 1, sizeof *go);
	const cpu_set_t **where = calloc(q->gangs + 1, sizeof *where);
	unsigned stops = 0, goes = 0;

	if (!stop || !go || !where)
		abort();
	for (unsigned i = 0; i < q->gangs; i++) {
		struct gang *g = q->gang[i];

		if (!g->alive)
			continue;
		if (g->runs && !begins_late(g)) {
			where[goes] = &g->turn.cpus;
			go[goes++] = &g->hold;
		} else if (g->released && !g->hold.stopped && !g->kill_at_ns) {
			stop[stops++] = &g->hold;
		}
	}
	if (stops)
		hold_stop(stop, stops);
	hold_continue(go, goes, where);
	for (unsigned i = 0; i < q->gangs; i++)
		if (q->gang[i]->alive && q->gang[i]->runs && !begins_late(q->gang[i]) && !q->gang[i]->released)
			release(q->gang[i]);
	if (stops)
		hold_settle(stop, stops);
	free(stop);
	free(go);
	free(where);
}

/* Parses a list of CPUs such as "0,1". */
static bool cpus_of(char *list, cpu_set_t *set)
{
	CPU_ZERO(set);
	for (char *end; ; list = end + 1) {
		unsigned long cpu = strtoul(list, &end, 10);

		if (end == list || cpu >= CPU_SETSIZE)
			return false;
		CPU_SET(cpu, set);
		if (!*end)
			return true;
		if (*end != ',')
			return false;
	}
}

static bool choose(struct quanta *q, char *word)
{
	unsigned number = (unsigned)strtoul(word, &word, 10);
	char *colon = *word == ':' ? strchr(word + 1, ':') : NULL, *end;
	struct turn turn;
	struct gang *g = quanta_find(q, number);

	if (!colon)
		return false;
	*colon = 0;
	turn.from = strtoull(colon + 1, &end, 10);
	if (*end != ':' || !cpus_of(word + 1, &turn.cpus))
		return false;
	turn.to = strtoull(end + 1, &end, 10);
	if (*end || turn.from >= turn.to || turn.to > QUANTUM_PARTS)
		return false;
	if (!g)
		return true; /* the program has ended */
	g->runs = true;
	g->turn = turn;
	return true;
}

static void say_applied(const struct quanta *q, uint64_t due, uint64_t began, uint64_t now)
{
	struct text t = { 0 };

	text_add(&t, "\"quantum\":%llu,\"due_ns\":%llu,\"began_ns\":%llu,\"wall_ns\":%llu,\"until_ns\":%llu", (unsigned long long)q->number,
		 (unsigned long long)due, (unsigned long long)began, (unsigned long long)now, (unsigned long long)q->due_ns);
	say("applied", t.data);
	text_free(&t);
}

bool quanta_answer(struct quanta *q, char **words, size_t count)
{
	uint64_t began = clock_ns(), due = q->due_ns, now;

	if (q->free_run || !q->requested || strtoull(words[0], NULL, 10) != q->number)
		return true; /* an answer for an earlier quantum */
	for (unsigned i = 0; i < q->gangs; i++)
		q->gang[i]->runs = false;
	for (size_t i = 1; i < count; i++)
		if (!choose(q, words[i]))
			return false;
	apply(q);
	q->requested = false;
	now = clock_ns();
	q->due_ns += q->quantum_ns;
	if (q->due_ns <= now + q->quantum_ns / 4) /* too late for the next quantum */
		q->due_ns = now + q->quantum_ns;
	say_applied(q, due, began, now);
	q->number++;
	for (unsigned i = 0; i < q->gangs; i++) {
		struct gang *g = q->gang[i];
		uint64_t part = (q->due_ns - now) / QUANTUM_PARTS;

		g->start_at_ns = begins_late(g) ? now + part * g->turn.from : 0;
		g->stop_at_ns = g->runs && g->turn.to < QUANTUM_PARTS ? now + part * g->turn.to : 0;
	}
	return true;
}

/* Starts and stops a program's turn. Returns the time of its next change, UINT64_MAX if there is none in this quantum. */
static uint64_t turn_on_time(struct gang *g, uint64_t now)
{
	const cpu_set_t *cpus = &g->turn.cpus;

	if (g->start_at_ns && now < g->start_at_ns)
		return g->start_at_ns;
	if (g->start_at_ns) {
		hold_continue((struct hold *const []){ &g->hold }, 1, &cpus);
		if (!g->released)
			release(g);
		g->start_at_ns = 0;
	}
	if (!g->stop_at_ns)
		return UINT64_MAX;
	if (now < g->stop_at_ns)
		return g->stop_at_ns;
	hold_stop((struct hold *const []){ &g->hold }, 1);
	hold_settle((struct hold *const []){ &g->hold }, 1);
	g->stop_at_ns = 0;
	return UINT64_MAX;
}

uint64_t quanta_on_time(struct quanta *q, uint64_t now)
{
	uint64_t next = UINT64_MAX;

	for (unsigned i = 0; i < q->gangs; i++) {
		struct gang *g = q->gang[i];
		uint64_t at;

		gang_on_time(g, now);
		if (g->alive && g->kill_at_ns && g->kill_at_ns < next)
			next = g->kill_at_ns;
		if (!g->alive || q->requested || q->free_run || g->kill_at_ns)
			continue;
		at = turn_on_time(g, now);
		next = at < next ? at : next;
	}
	if (!q->quantum_ns || q->requested || q->free_run)
		return next;
	if (now >= q->due_ns) {
		request_selection(q, now);
		return next;
	}
	return q->due_ns < next ? q->due_ns : next;
}

void quanta_ended(struct quanta *q, bool ran)
{
	if (!ran || !q->quantum_ns || q->requested || q->free_run)
		return;
	q->due_ns = clock_ns();
	request_selection(q, q->due_ns);
}

void quanta_end(struct quanta *q)
{
	q->free_run = true;
	for (unsigned i = 0; i < q->gangs; i++) {
		struct gang *g = q->gang[i];
		const cpu_set_t *cpus = &q->settings->cpus;

		if (g->alive)
			hold_continue((struct hold *const []){ &g->hold }, 1, &cpus);
	}
}

void quanta_pause(struct quanta *q)
{
	struct hold **held = calloc(q->gangs + 1, sizeof *held);
	const cpu_set_t **as_they_are = calloc(q->gangs + 1, sizeof *as_they_are);
	uint64_t since = clock_ns(), stopped;
	unsigned count = 0;
	struct text t = { 0 };

	if (!held || !as_they_are)
		abort();
	for (unsigned i = 0; i < q->gangs; i++)
		if (q->gang[i]->alive && q->gang[i]->released && !q->gang[i]->hold.stopped)
			held[count++] = &q->gang[i]->hold;
	hold_stop(held, count);
	hold_settle(held, count);
	kill(getpid(), SIGSTOP);
	hold_continue(held, count, as_they_are);
	stopped = clock_ns() - since;
	q->due_ns += stopped;
	for (unsigned i = 0; i < q->gangs; i++) {
		struct gang *g = q->gang[i];

		g->start_at_ns += g->start_at_ns ? stopped : 0;
		g->stop_at_ns += g->stop_at_ns ? stopped : 0;
		g->kill_at_ns += g->kill_at_ns && g->kill_at_ns != UINT64_MAX ? stopped : 0;
	}
	text_add(&t, "\"since_ns\":%llu,\"for_ns\":%llu", (unsigned long long)since, (unsigned long long)stopped);
	say("paused", t.data);
	text_free(&t);
	free(held);
	free(as_they_are);
}
