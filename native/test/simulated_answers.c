/* The replacements of events of a simulated PMU; see simulated_answers.h. */
#include "simulated_answers.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>

enum { MOST_ANSWERS = 48, MOST_EVENTS = 64 };

struct answer {
	uint64_t event, config;
	uint32_t type;
	bool     in_turns;
};

static struct answer answers[MOST_ANSWERS];
static int answer_count;

/* State of the process that opened an event last. */
static pid_t opener;
static uint64_t opened[MOST_EVENTS];
static int opened_count;

int answers_add(const char *text, int raw, int in_turns)
{
	struct answer *a = &answers[answer_count];

	if (answer_count == MOST_ANSWERS || sscanf(text, "%" SCNi64 ":%u:%" SCNi64, (int64_t *)&a->event, &a->type, (int64_t *)&a->config) != 3)
		return -1;
	a->event |= raw ? RAW_EVENT : 0;
	a->in_turns = in_turns;
	answer_count++;
	return 0;
}

int answers_have(uint64_t event)
{
	for (int i = 0; i < answer_count; i++)
		if (answers[i].event == event)
			return 1;
	return 0;
}

static bool takes_turns(uint64_t event, pid_t process, int counters)
{
	if (event == PERF_COUNT_HW_INSTRUCTIONS) /* the sampler first counts them alone, to find the number of counters that agree */
		return false;
	if (process != opener) {
		opener = process;
		opened_count = 0;
	}
	for (int i = 0; i < opened_count; i++)
		if (opened[i] == event)
			return opened_count > counters;
	if (opened_count < MOST_EVENTS)
		opened[opened_count++] = event;
	return opened_count > counters;
}

void answers_put(struct perf_event_attr *attr, uint64_t event, pid_t process, int counters)
{
	bool turns = takes_turns(event, process, counters);

	for (int i = 0; i < answer_count; i++)
		if (answers[i].event == event && (turns || !answers[i].in_turns)) {
			attr->type = answers[i].type;
			attr->config = answers[i].config;
		}
}
