/* See branch.h. */
#include "branch.h"

#include <string.h>

#define MASK(bits)     ((1u << (bits)) - 1)
#define WEAK_NOT_TAKEN 1
#define WEAK_BIMODAL   1

void branch_init(struct branch_predictor *p)
{
	memset(p, 0, sizeof *p);
	memset(p->bimodal, WEAK_NOT_TAKEN, sizeof p->bimodal);
	memset(p->gshare, WEAK_NOT_TAKEN, sizeof p->gshare);
	memset(p->choice, WEAK_BIMODAL, sizeof p->choice);
}

/* A saturating update without a branch, because its outcome would be unpredictable. */
static inline void count(uint8_t *counter, bool up)
{
	*counter = (uint8_t)(*counter + (up & (*counter < 3)) - (!up & (*counter > 0)));
}

static inline bool conditional(struct branch_predictor *p, const struct branch *b, bool taken)
{
	uint8_t *bimodal = &p->bimodal[b->address & MASK(BRANCH_BIMODAL_BITS)];
	uint8_t *gshare = &p->gshare[(b->address ^ p->history) & MASK(BRANCH_GSHARE_BITS)];
	uint8_t *choice = &p->choice[b->address & MASK(BRANCH_CHOICE_BITS)];
	bool simple = *bimodal >> 1, global = *gshare >> 1, predicted = *choice >> 1 ? global : simple;

	if (simple != global)
		count(choice, global == taken);
	count(bimodal, taken);
	count(gshare, taken);
	p->history = p->history << 1 | taken;
	return predicted != taken;
}

static bool indirect(struct branch_predictor *p, const struct branch *b, uint64_t to)
{
	uint64_t *target = &p->target[(b->address ^ p->path) & MASK(BRANCH_TARGET_BITS)];
	bool wrong = *target != to;

	*target = to;
	p->path = p->path << 3 ^ (to ^ to >> 6);
	return wrong;
}

static void push(struct branch_predictor *p, uint64_t address)
{
	p->stack[p->top++ % BRANCH_STACK] = address;
}

bool branch_mispredicted(struct branch_predictor *p, const struct branch *b, uint64_t to)
{
	bool wrong;

	if (b->kind == BRANCH_CONDITIONAL) /* four of five branches: not by the table of the switch */
		return conditional(p, b, to != b->next);
	switch (b->kind) {
	case BRANCH_CALL:
		push(p, b->next);
		return false;
	case BRANCH_INDIRECT:
		return indirect(p, b, to);
	case BRANCH_INDIRECT_CALL:
		wrong = indirect(p, b, to);
		push(p, b->next);
		return wrong;
	case BRANCH_RETURN:
		return p->stack[--p->top % BRANCH_STACK] != to;
	default:
		return false;
	}
}
