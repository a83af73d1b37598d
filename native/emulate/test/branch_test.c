/* The decoding of branches from their bytes, and the predictor: compared with arithmetic and with a simple
 * implementation. */
#include "plain_lru.h"
#include "../branch.h"
#include "../../base/check.h"

#include <stdlib.h>
#include <string.h>

static struct branch_predictor predictor;

static bool mispredicted(enum branch_kind kind, uint64_t address, uint64_t next, uint64_t to)
{
	return branch_mispredicted(&predictor, &(struct branch){ kind, address, next }, to);
}

/* Returns the mispredictions of a loop's branch, after training; it is not taken each period-th time. */
static long loop_mispredictions(unsigned period)
{
	long wrong = 0;

	branch_init(&predictor);
	for (long i = 0; i < 20000; i++) {
		bool taken = i % period != period - 1;

		wrong += mispredicted(BRANCH_CONDITIONAL, 0x401000, 0x401002, taken ? 0x400ff0 : 0x401002) && i >= 10000;
	}
	return wrong;
}

static long of_chance(void)
{
	uint64_t state = 7;
	long wrong = 0;

	branch_init(&predictor);
	for (long i = 0; i < 100000; i++)
		wrong += mispredicted(BRANCH_CONDITIONAL, 0x401000, 0x401002,
			next_random(&state) >> 20 & 1 ? 0x402000 : 0x401002);
	return wrong;
}

/* Returns the mispredicted returns from nested calls, each from another address. */
static long return_mispredictions(unsigned depth)
{
	long wrong = 0;

	branch_init(&predictor);
	for (unsigned i = 0; i < depth; i++)
		/* direct calls: never mispredicted */
		wrong += mispredicted(BRANCH_CALL, 0x1000 + 16 * i, 0x1005 + 16 * i, 0x1000 + 16 * (i + 1));
	for (unsigned i = depth; i-- > 0; )
		wrong += mispredicted(BRANCH_RETURN, 0x9000, 0x9001, 0x1005 + 16 * i);
	return wrong;
}

/* Returns the mispredictions of an indirect call with n targets in turn, after training. */
static long indirect_mispredictions(unsigned n)
{
	long wrong = 0;

	branch_init(&predictor);
	for (long i = 0; i < 20000; i++) {
		uint64_t to = 0x500000 + 0x1240 * (uint64_t)(i % n);

		wrong += mispredicted(BRANCH_INDIRECT_CALL, 0x401000, 0x401003, to) && i >= 10000;
		wrong += mispredicted(BRANCH_RETURN, to + 9, to + 10, 0x401003);
	}
	return wrong;
}

static void by_arithmetic(void)
{
	long chance = of_chance();

	CHECK(loop_mispredictions(1000000) == 0, "taken always");
	for (unsigned period = 2; period <= BRANCH_GSHARE_BITS; period++)
		CHECK(loop_mispredictions(period) == 0, "a loop of %u rounds fits the history: %ld", period,
			loop_mispredictions(period));
	/* Beyond the history all rounds look alike, so the last round of each loop is mispredicted. */
	CHECK(loop_mispredictions(50) == 200, "a loop of 50 rounds: %ld of 10000", loop_mispredictions(50));
	CHECK(loop_mispredictions(100) == 100, "a loop of 100 rounds: %ld of 10000", loop_mispredictions(100));
	CHECK(chance > 49000 && chance < 51000, "chance: %ld of 100000", chance);
	CHECK(return_mispredictions(BRANCH_STACK) == 0, "calls as deep as the stack");
	CHECK(return_mispredictions(BRANCH_STACK + 10) == 10, "calls deeper by ten than the stack: %ld",
		return_mispredictions(BRANCH_STACK + 10));
	CHECK(indirect_mispredictions(1) == 0, "one target");
	CHECK(indirect_mispredictions(3) == 0, "three targets in turn: %ld", indirect_mispredictions(3));
	branch_init(&predictor);
	CHECK(!mispredicted(BRANCH_DIRECT, 0x10, 0x12, 0x80), "a direct jump");
}

/* The simple implementation: counters from 0 to 3 in tables as large as their indexes, and numeric histories. */
struct plain_predictor {
	int bimodal[16384], gshare[65536], choice[16384];
	uint64_t target[4096], history, path;
	uint64_t stack[32];
	int top;
};

static int move_counter(int counter, bool up)
{
	return up ? counter < 3 ? counter + 1 : 3 : counter > 0 ? counter - 1 : 0;
}

static bool plain_mispredicted(struct plain_predictor *p, enum branch_kind kind, uint64_t address, uint64_t next,
	uint64_t to)
{
	bool wrong = false;

	if (kind == BRANCH_CONDITIONAL) {
		int *a = &p->bimodal[address % 16384], *b = &p->gshare[(address ^ p->history) % 65536],
			*c = &p->choice[address % 16384];
		bool taken = to != next, one = *a >= 2, other = *b >= 2;

		wrong = (*c >= 2 ? other : one) != taken;
		if (one != other)
			*c = move_counter(*c, other == taken);
		*a = move_counter(*a, taken);
		*b = move_counter(*b, taken);
		p->history = (p->history * 2 + taken) % 65536;
	} else if (kind == BRANCH_INDIRECT || kind == BRANCH_INDIRECT_CALL) {
		uint64_t *t = &p->target[(address ^ p->path) % 4096];

		wrong = *t != to;
		*t = to;
		p->path = (p->path * 8) ^ to ^ (to / 64);
	} else if (kind == BRANCH_RETURN) {
		p->top = (p->top + 31) % 32;
		return p->stack[p->top] != to;
	}
	if (kind == BRANCH_CALL || kind == BRANCH_INDIRECT_CALL) {
		p->stack[p->top] = next;
		p->top = (p->top + 1) % 32;
	}
	return wrong;
}

static void compare_with_plain(void)
{
	struct plain_predictor *plain = calloc(1, sizeof *plain);
	uint64_t state = 99;
	long differ = 0;

	for (int i = 0; i < 65536; i++)
		plain->gshare[i] = plain->bimodal[i % 16384] = plain->choice[i % 16384] = 1;
	branch_init(&predictor);
	for (long i = 0; i < 500000; i++) {
		enum branch_kind kind = BRANCH_DIRECT + next_random(&state) % 6;
		uint64_t address = next_random(&state) % 300 * 37, next = address + 2;
		/* Most branches follow a pattern; indirect ones have few targets. */
		bool falls_through = kind == BRANCH_CONDITIONAL && i % (long)(address % 7 + 2);
		uint64_t to = falls_through ? next : address + 64 * (1 + next_random(&state) % 3);

		differ += mispredicted(kind, address, next, to) != plain_mispredicted(plain, kind, address, next, to);
	}
	CHECK(!differ, "%ld of 500000 branches differ", differ);
	free(plain);
}

static const struct {
	const char *target, *assembly, *bytes;
	enum branch_kind kind;
} table[] = {
	{ "x86_64", "jne", "\x75\x10", BRANCH_CONDITIONAL },
	{ "x86_64", "jne, far", "\x0f\x85\x10\0\0\0", BRANCH_CONDITIONAL },
	{ "x86_64", "loop", "\xe2\xfe", BRANCH_CONDITIONAL }, { "x86_64", "jmp", "\xeb\x10", BRANCH_DIRECT },
	{ "x86_64", "jmp, far", "\xe9\x10\0\0\0", BRANCH_DIRECT }, { "x86_64", "call", "\xe8\x10\0\0\0", BRANCH_CALL },
	{ "x86_64", "jmp *%rax", "\xff\xe0", BRANCH_INDIRECT },
	{ "x86_64", "notrack jmp *%rax", "\x3e\xff\xe0", BRANCH_INDIRECT },
	{ "x86_64", "jmp *0x8(%rip)", "\xff\x25\x08\0\0\0", BRANCH_INDIRECT },
	{ "x86_64", "call *%r11", "\x41\xff\xd3", BRANCH_INDIRECT_CALL },
	{ "x86_64", "call *(%rax)", "\xff\x10", BRANCH_INDIRECT_CALL }, { "x86_64", "ret", "\xc3", BRANCH_RETURN },
	{ "x86_64", "rep ret", "\xf3\xc3", BRANCH_RETURN }, { "x86_64", "push (%rax)", "\xff\x30", BRANCH_NONE },
	{ "x86_64", "incl (%rax)", "\xff\x00", BRANCH_NONE }, { "x86_64", "syscall", "\x0f\x05", BRANCH_NONE },
	{ "x86_64", "vmovdqu", "\xc5\xfe\x6f\x07", BRANCH_NONE }, { "x86_64", "nop", "\x90", BRANCH_NONE },
	{ "aarch64", "b.ne", "\x01\x01\x00\x54", BRANCH_CONDITIONAL },
	{ "aarch64", "cbz x0", "\x40\x00\x00\xb4", BRANCH_CONDITIONAL },
	{ "aarch64", "tbnz w0, #3", "\x40\x00\x18\x37", BRANCH_CONDITIONAL },
	{ "aarch64", "b", "\x02\x00\x00\x14", BRANCH_DIRECT },
	{ "aarch64", "bl", "\x02\x00\x00\x94", BRANCH_CALL }, { "aarch64", "br x1", "\x20\x00\x1f\xd6", BRANCH_INDIRECT },
	{ "aarch64", "blr x1", "\x20\x00\x3f\xd6", BRANCH_INDIRECT_CALL },
	{ "aarch64", "ret", "\xc0\x03\x5f\xd6", BRANCH_RETURN },
	{ "aarch64", "retaa", "\xff\x0b\x5f\xd6", BRANCH_RETURN },
	{ "aarch64", "add x0, x1, x2", "\x20\x00\x02\x8b", BRANCH_NONE },
	{ "aarch64", "svc #0", "\x01\x00\x00\xd4", BRANCH_NONE },
};

static size_t length(size_t i)
{
	static const uint8_t of_x86[] = { 2, 6, 2, 2, 5, 5, 2, 3, 6, 3, 2, 1, 2, 2, 2, 2, 4, 1 };

	return i < sizeof of_x86 ? of_x86[i] : 4;
}

int main(void)
{
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		CHECK(branch_kinds_for(table[i].target)((const uint8_t *)table[i].bytes, length(i)) == table[i].kind, "%s",
			table[i].assembly);
	CHECK(!branch_kinds_for("riscv64"), "nothing is known of other processors");
	by_arithmetic();
	compare_with_plain();
	return summary("emulate/branch");
}
