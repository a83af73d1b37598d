/* The models as blocks and references use them, compared with simple caches: the counts must be equal. Stubs replace
 * the used functions of QEMU. */
#include "plain_lru.h"
#include "../model_settings.h"
#include "../models.h"
#include "../touch.h"
#include "../../base/check.h"

#include <stdlib.h>
#include <string.h>

struct segment *segment;
struct vcpu *vcpus[1];
static struct segment of_test;
static uint64_t counts[MODEL_COUNTS], accesses[ACCESSES];

/* A block of one instruction, as QEMU presents it. */
struct qemu_plugin_tb { uint64_t address; size_t size; const uint8_t *bytes; };
struct qemu_plugin_insn { int unused; };
static struct qemu_plugin_tb shown;
static qemu_plugin_vcpu_udata_cb_t on_block;
static void *block;

struct vcpu *on_limit(unsigned index) { return vcpus[index]; }

struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t index)
{
	static struct qemu_plugin_insn insn;

	(void)tb; (void)index;
	return &insn;
}

struct insn_bytes insn_bytes(const struct qemu_plugin_insn *insn)
{
	struct insn_bytes b = { shown.size, { 0 } };

	(void)insn;
	memcpy(b.bytes, shown.bytes, shown.size);
	return b;
}

size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *insn) { (void)insn; return shown.size; }
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn) { (void)insn; return shown.address; }

void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *tb, qemu_plugin_vcpu_udata_cb_t cb,
	enum qemu_plugin_cb_flags flags, void *data)
{
	(void)tb; (void)flags;
	on_block = cb;
	block = data;
}

static void execute(uint64_t address, size_t size, const char *bytes)
{
	shown = (struct qemu_plugin_tb){ address, size, (const uint8_t *)bytes };
	models_watch(&shown, 1, "x86_64", 0);
	on_block(0, block);
}

static void new_vcpu(void)
{
	struct vcpu *v = calloc(1, sizeof *v + cache_bytes(of_test.sets, of_test.ways));

	memset(counts, 0, sizeof counts);
	memset(accesses, 0, sizeof accesses);
	cache_init(&v->cache, v->lines, of_test.sets, of_test.ways, of_test.line_shift);
	v->models = models_new();
	v->last = UINT64_MAX;
	v->models->count = counts;
	v->access = accesses;
	vcpus[0] = v;
}

static void free_vcpu(void)
{
	free(vcpus[0]->models);
	free(vcpus[0]);
}

static struct plain l1d, l1i, l2, dtlb, itlb, second, second_code;
static uint64_t expected[MODEL_COUNTS];

static void init_plain(struct plain *p, const struct shape *s)
{
	memset(p, 0, sizeof *p);
	p->sets = s->sets;
	p->ways = s->ways;
}

static void plain_l2(uint64_t address)
{
	expected[MODEL_L2_REFERENCES]++;
	expected[MODEL_L2_MISSES] += plain_touch(&l2, address / 64);
}

static bool plain_refer(uint64_t address, unsigned size, bool reads)
{
	bool missed = false;

	for (uint64_t line = address / 64; line <= (address + size - 1) / 64; line++) {
		if (plain_touch(&dtlb, line / 64)) {
			expected[MODEL_L1_DTLB_MISSES]++;
			expected[reads ? MODEL_DTLB_LOAD_WALKS : MODEL_DTLB_STORE_WALKS] += plain_touch(&second, line / 64);
		}
		if (plain_touch(&l1d, line)) {
			missed = true;
			plain_l2(line * 64);
		}
	}
	return missed;
}

/* Makes a reference by one of the callbacks or by refer(), and counts the expected misses. */
static void refer_both(const struct touch_callbacks *touch, unsigned how, uint64_t address, unsigned log2_size,
	uint64_t misses[ACCESSES])
{
	bool reads = how != 1, missed = plain_refer(address, 1u << log2_size, reads);
	uint32_t info = log2_size << 4 | (how ? 2u : 1u) << 16; /* a read-modify-write may be presented as a write */

	if (how == 3) {
		bool of_touch = touch->refer(vcpus[0], address, 1u << log2_size, reads);

		accesses[ACCESS_READ_MISSES] += of_touch;
	} else {
		(how == 2 ? touch->modify : touch->touch)(0, info, address, NULL);
	}
	misses[reads ? ACCESS_READ_MISSES : ACCESS_WRITE_MISSES] += missed;
	misses[ACCESS_MODIFY_MISSES] += how == 2 && missed;
}

static void plain_fetch(uint64_t address, size_t size)
{
	for (uint64_t line = address / 64; line <= (address + size - 1) / 64; line++)
		if (plain_touch(&l1i, line)) {
			expected[MODEL_L1I_MISSES]++;
			plain_l2(line * 64);
		}
	for (uint64_t page = address / 4096; page <= (address + size - 1) / 4096; page++)
		if (plain_touch(&itlb, page))
			expected[MODEL_ITLB_WALKS] += plain_touch(second_code.ways ? &second_code : &second, page);
}

/* Interleaves several kinds of code and data addresses: near the last one, strides, and random ones. */
static void compare_with_plain(const char *tlbs, unsigned kind, unsigned ways,
	struct touch_callbacks (*callbacks)(unsigned ways, unsigned line_shift, bool behind))
{
	struct shape l1 = { 64, ways, 6 };
	struct touch_callbacks touch = callbacks(ways, 6, true);
	uint64_t state = kind, place = 0, misses[ACCESSES] = { 0 };
	const char *source = NULL;

	memset(&of_test.models, 0, sizeof of_test.models);
	CHECK(!model_parse(&of_test.models, &source, "l1i=32768,8,64")
		&& !model_parse(&of_test.models, &source, "l2=262144,8,64")
	      && !model_parse(&of_test.models, &source, tlbs), "%s", tlbs);
	of_test.sets = l1.sets;
	of_test.ways = l1.ways;
	of_test.line_shift = l1.line_shift;
	memset(expected, 0, sizeof expected);
	init_plain(&l1d, &l1);
	init_plain(&l1i, &of_test.models.l1i);
	init_plain(&l2, &of_test.models.l2);
	init_plain(&dtlb, &of_test.models.dtlb);
	init_plain(&itlb, &of_test.models.itlb);
	init_plain(&second, &of_test.models.second_tlb);
	init_plain(&second_code, &of_test.models.second_itlb);
	new_vcpu();
	for (long i = 0; i < 200000; i++) {
		unsigned log2_size = next_random(&state) % 6, size = 1u << log2_size;
		uint64_t address = kind == 0 ? next_random(&state) % (4 << 20) : kind == 1 ? (uint64_t)i * 72 % (1 << 20)
			: (place += next_random(&state) % 512) % (32 << 20);

		if (next_random(&state) % 3) {
			refer_both(&touch, next_random(&state) % 4, address, log2_size, misses);
		} else {
			execute(address / 4, 1 + size % 15, "\x90\0\0\0\0\0\0\0\0\0\0\0\0\0");
			plain_fetch(address / 4, 1 + size % 15);
		}
	}
	for (unsigned a = ACCESS_READ_MISSES; a <= ACCESS_MODIFY_MISSES; a++)
		CHECK(accesses[a] == misses[a], "%u ways, kind %u, count %u of the L1D: %llu, %llu expected", ways, kind, a,
			(unsigned long long)accesses[a], (unsigned long long)misses[a]);
	for (unsigned m = 0; m < MODEL_BRANCHES; m++)
		CHECK(counts[m] == expected[m] && counts[m], "kind %u, count %u: %llu, %llu expected", kind, m,
			(unsigned long long)counts[m],
		      (unsigned long long)expected[m]);
	free_vcpu();
}

static void test_sizes(void)
{
	struct model_shapes m = { 0 };
	struct shape s;
	const char *source = NULL;

	CHECK(!tlb_shape(&s, 1536, 12) && s.sets == 128 && s.ways == 12);
	CHECK(!tlb_shape(&s, 96, 96) && s.sets == 1 && s.ways == 96);
	CHECK(!tlb_shape(&s, 1536, 2) && s.sets == 512 && s.ways == 3, "768 sets are no power of two: %u of %u ways",
		s.sets, s.ways);
	CHECK(tlb_shape(&s, 512, 512) && tlb_shape(&s, 0, 1) && tlb_shape(&s, 10, 4));
	CHECK(!model_parse(&m, &source, "tlb") && source && m.dtlb.ways && m.itlb.ways && m.second_tlb.ways);
	CHECK(model_parse(&m, &source, "tlb=64,4") && model_parse(&m, &source, "tlb=64,4:64,8:1536,12:")
		&& model_parse(&m, &source, "l3=1,1,64")
	      && model_parse(&m, &source, "l1i=32768,7,64") && model_parse(&m, &source, "branch=gshare"));
}

/* The next block is a branch's outcome: taken every second time, then a call and its return. */
static void test_branches(void)
{
	memset(&of_test.models, 0, sizeof of_test.models);
	of_test.models.branches = 1;
	new_vcpu();
	for (int i = 0; i < 1000; i++) {
		execute(0x1000, 2, "\x75\x10");
		execute(i % 2 ? 0x1012 : 0x1002, 5, "\xe8\0\0\0\0");
		execute(0x2000, 1, "\xc3");
		execute(i % 2 ? 0x1017 : 0x1007, 1, "\x90");
	}
	CHECK(counts[MODEL_BRANCHES] == 3000 && counts[MODEL_CONDITIONALS] == 1000);
	CHECK(counts[MODEL_BRANCH_MISSES] <= 20, "%llu mispredictions of a branch that alternates",
		(unsigned long long)counts[MODEL_BRANCH_MISSES]);
	free_vcpu();
}

/* Both sets of callbacks, for caches that have a version of their own and for others. */
static void compare_all(unsigned kind)
{
	static const unsigned ways[] = { 8, 12, 5 };

	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		compare_with_plain("tlb=64,4:64,8:256,4", kind, ways[i], touch_callbacks);
		compare_with_plain("tlb=96,96:72,72:512,4:128,8", kind, ways[i], touch_callbacks);
#ifdef __x86_64__
		if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2"))
			compare_with_plain("tlb=64,4:64,8:256,4", kind, ways[i], touch_callbacks_avx2);
#endif
	}
}

int main(void)
{
	segment = &of_test;
	test_sizes();
	for (unsigned kind = 0; kind < 3; kind++)
		compare_all(kind);
	test_branches();
	return summary("emulate/models");
}
