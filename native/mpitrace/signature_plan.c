#include "signature.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool add(struct signature_plan *plan, size_t *slots, struct signature_cut cut)
{
	if (plan->count + 1 >= *slots) {
		size_t more = *slots ? *slots * 2 : 64;
		struct signature_cut *grown = realloc(plan->cuts, more * sizeof *grown);
		if (!grown)
			return false;
		plan->cuts = grown;
		*slots = more;
	}
	plan->cuts[plan->count++] = cut;
	plan->cuts[plan->count] = (struct signature_cut){ .number = SIGNATURE_NEVER };
	return true;
}

/* Parses the cuts of a line. Returns 0 or an errno. */
static int parse_cuts(struct signature_plan *plan, char *at)
{
	size_t slots = 0;

	if (!add(plan, &slots, (struct signature_cut){ .number = SIGNATURE_NEVER }))
		return ENOMEM;
	plan->count = 0;
	for (at += strspn(at, " "); *at && *at != '\n'; at += strspn(at, " ")) {
		struct signature_cut cut = { .clocked = *at == '+', .sought = *at == '?' };
		char *begin = at + (cut.clocked || cut.sought), *end;
		unsigned long number = strtoul(begin, &end, 10);
		if (end == begin || number >= SIGNATURE_NEVER || plan->stop != SIGNATURE_NEVER
		    || (plan->count ? number <= plan->cuts[plan->count - 1].number : cut.sought))
			return EINVAL;
		cut.number = (uint32_t)number;
		if (cut.sought) {
			begin = end + 1;
			cut.content = *end == ':' ? strtoull(begin, &end, 16) : 0;
			if (end == begin - 1 || end == begin)
				return EINVAL;
			/* An occurrence may follow: clocks are read from here on, as before it. */
			cut.clocked = *end == '+';
			end += cut.clocked;
		}
		if (*end == '=') {
			cut.pause = strtoul(begin = end + 1, &end, 10);
			if (end == begin || cut.pause == 0)
				return EINVAL;
		}
		if (!add(plan, &slots, cut))
			return ENOMEM;
		if (*end == '!')
			plan->stop = (uint32_t)number, end++;
		at = end;
	}
	return 0;
}

static size_t landmark_slot(const struct signature_plan *plan, uint64_t content)
{
	size_t at = content & (plan->landmark_slots - 1);

	while (plan->landmarks[at].number && plan->landmarks[at].content != content)
		at = (at + 1) & (plan->landmark_slots - 1);
	return at;
}

uint32_t signature_landmark(const struct signature_plan *plan, uint64_t content)
{
	return plan->landmark_slots ? plan->landmarks[landmark_slot(plan, content)].number : 0;
}

static int parse_landmarks(struct signature_plan *plan, char *at)
{
	size_t slots = 64;

	for (const char *c = at; *c; c++)
		slots += *c == ':' ? 4 : 0;
	while (slots & (slots - 1))
		slots &= slots - 1;
	plan->landmarks = calloc(slots, sizeof *plan->landmarks);
	if (!plan->landmarks)
		return ENOMEM;
	plan->landmark_slots = slots;
	for (at += strspn(at, " "); *at && *at != '\n'; at += strspn(at, " ")) {
		char *end, *content;
		unsigned long number = strtoul(at, &end, 10);
		if (end == at || *end != ':' || number == 0 || number >= SIGNATURE_NEVER)
			return EINVAL;
		struct signature_landmark mark = { .number = (uint32_t)number, .content = strtoull(end + 1, &content, 16) };
		if (content == end + 1)
			return EINVAL;
		plan->landmarks[landmark_slot(plan, mark.content)] = mark;
		at = content;
	}
	return 0;
}

static int parse_landmark_line(struct signature_plan *plan, char *line, int rank, int thread)
{
	int of_rank, of_thread, used = 0;

	if (sscanf(line, "landmarks %d %d%n", &of_rank, &of_thread, &used) != 2)
		return EINVAL;
	if (of_rank != rank || of_thread != thread)
		return 0;
	return plan->landmarks ? EINVAL : parse_landmarks(plan, line + used);
}

static int parse_line(struct signature_plan *plan, char *line, int rank, int thread)
{
	int of_rank, of_thread, used = 0;

	if (*line == 'l')
		return parse_landmark_line(plan, line, rank, thread);
	if (sscanf(line, "%d %d%n", &of_rank, &of_thread, &used) != 2)
		return EINVAL;
	plan->stops |= strpbrk(line, "!=") != NULL;
	if (of_rank != rank || of_thread != thread)
		return 0;
	if (plan->listed)
		return EINVAL;
	plan->listed = true;
	return parse_cuts(plan, line + used);
}

int signature_plan_read(struct signature_plan *plan, const char *text, int rank, int thread, char *what,
	size_t what_bytes)
{
	FILE *f = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
	int failure = f ? 0 : errno, version = 0, number = 0;
	char *line = NULL;
	size_t room = 0;

	*plan = (struct signature_plan){ .stop = SIGNATURE_NEVER };
	while (!failure && getline(&line, &room, f) > 0) {
		number++;
		if (number == 1)
			failure = sscanf(line, "runbench signature plan %d", &version) == 1 && version == 2 ? 0 : EINVAL;
		else if (number == 2)
			failure = sscanf(line, "ranks %d", &plan->ranks) == 1 ? 0 : EINVAL;
		else
			failure = parse_line(plan, line, rank, thread);
	}
	if (!failure && number < 2)
		failure = EINVAL;
	free(line);
	if (f)
		fclose(f);
	if (failure) {
		snprintf(what, what_bytes, "line %d of the plan", number);
		signature_plan_free(plan);
	}
	return failure;
}

void signature_plan_free(struct signature_plan *plan)
{
	free(plan->cuts);
	free(plan->landmarks);
	plan->cuts = NULL;
	plan->landmarks = NULL;
}
