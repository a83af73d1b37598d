/*
 * The TLBs of this machine for pages of 4 KiB. Leaves of CPUID: Intel SDM volume 2, CPUID, leaves 2 and 18H; AMD APM volume 3,
 * appendix E, 8000_0005 and 8000_0006.
 */
#include "model_settings.h"

#include <stdbool.h>
#include <stddef.h>

/* Sets the default: Intel's Skylake according to its optimisation manual. */
static const char *use_default(struct model_shapes *m)
{
	tlb_shape(&m->dtlb, 64, 4);
	tlb_shape(&m->itlb, 128, 8);
	tlb_shape(&m->second_tlb, 1536, 12);
	m->second_itlb = (struct shape){ 0 };
	return "defaults (Skylake's): this machine does not report its own";
}

#ifdef __x86_64__
#include <cpuid.h>

struct leaf {
	unsigned a, b, c, d;
};

static struct leaf leaf(unsigned number, unsigned sub)
{
	struct leaf l = { 0 };

	if (!__get_cpuid_count(number, sub, &l.a, &l.b, &l.c, &l.d))
		return (struct leaf){ 0 };
	return l;
}

/* Sets the TLB of a CPUID leaf by its type; a larger one replaces a smaller one. */
static void set_tlb(struct model_shapes *m, unsigned type, unsigned level, unsigned entries, unsigned ways)
{
	struct shape *at = level == 1 ? type == 2 ? &m->itlb : &m->dtlb : type == 2 ? &m->second_itlb : &m->second_tlb, s;

	/* Type 5 serves stores only; with a TLB for loads (4) all data use that one. */
	if (type == 0 || (type == 5 && at->ways) || tlb_shape(&s, entries, ways) || s.sets * s.ways < at->sets * at->ways)
		return;
	*at = s;
}

static void by_parameters(struct model_shapes *m)
{
	unsigned subs = leaf(0x18, 0).a;

	for (unsigned i = 0; i <= subs && subs < 64; i++) {
		struct leaf l = leaf(0x18, i);
		unsigned ways = l.b >> 16, sets = l.c;

		if (l.b & 1) /* pages of 4 KiB */
			set_tlb(m, l.d & 31, l.d >> 5 & 7, ways * sets, ways);
	}
}

/* TLB descriptors of one byte, for pages of 4 KiB. */
static const struct {
	uint8_t descriptor, type, level;
	uint16_t entries, ways;
} descriptors[] = {
	{ 0x01, 2, 1, 32, 4 }, { 0x03, 1, 1, 64, 4 }, { 0x4f, 2, 1, 32, 32 }, { 0x57, 1, 1, 16, 4 }, { 0x59, 1, 1, 16, 16 },
	{ 0x61, 2, 1, 48, 48 }, { 0x64, 1, 1, 512, 4 }, { 0x6a, 1, 1, 64, 8 }, { 0x6b, 1, 1, 256, 8 },
	{ 0xa0, 1, 1, 32, 32 },
	{ 0xb0, 2, 1, 128, 4 }, { 0xb3, 1, 1, 128, 4 }, { 0xb4, 1, 1, 256, 4 }, { 0xb5, 2, 1, 64, 8 },
	{ 0xb6, 2, 1, 128, 8 },
	{ 0xba, 1, 1, 64, 4 }, { 0xc1, 3, 2, 1024, 8 }, { 0xc3, 3, 2, 1536, 6 }, { 0xca, 3, 2, 512, 4 } };

static void by_descriptors(struct model_shapes *m)
{
	struct leaf l = leaf(2, 0);
	unsigned words[4] = { l.a & ~0xffu, l.b, l.c, l.d };

	for (size_t i = 0; i < 4; i++)
		for (unsigned word = words[i] >> 31 ? 0 : words[i]; word; word >>= 8)
			for (size_t k = 0; k < sizeof descriptors / sizeof *descriptors; k++)
				if (descriptors[k].descriptor == (word & 0xff))
					set_tlb(m, descriptors[k].type, descriptors[k].level, descriptors[k].entries, descriptors[k].ways);
}

static unsigned amd_ways(unsigned code, unsigned entries)
{
	static const uint8_t ways[16] = { 0, 1, 2, 3, 4, 6, 8, 0, 16, 0, 32, 48, 64, 96, 128, 0 };

	return code == 15 ? entries : ways[code];
}

static void by_amd(struct model_shapes *m)
{
	unsigned first = leaf(0x80000005, 0).b, second = leaf(0x80000006, 0).b;
	unsigned data = first >> 16 & 0xff, code = first & 0xff, data2 = second >> 16 & 0xfff, code2 = second & 0xfff;

	set_tlb(m, 1, 1, data, first >> 24 == 0xff ? data : first >> 24);
	set_tlb(m, 2, 1, code, (first >> 8 & 0xff) == 0xff ? code : first >> 8 & 0xff);
	set_tlb(m, 1, 2, data2, amd_ways(second >> 28, data2));
	set_tlb(m, 2, 2, code2, amd_ways(second >> 12 & 15, code2));
}

static bool complete(const struct model_shapes *m)
{
	return m->dtlb.ways && m->itlb.ways && m->second_tlb.ways;
}

const char *tlb_shapes_of_machine(struct model_shapes *m)
{
	static const struct { void (*read)(struct model_shapes *); const char *name; } ways[] = {
		{ by_parameters, "this machine's (CPUID leaf 18H)" }, { by_descriptors, "this machine's (CPUID leaf 2)" },
		{ by_amd, "this machine's (CPUID leaves 8000_0005 and 8000_0006)" } };

	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		m->dtlb = m->itlb = m->second_tlb = m->second_itlb = (struct shape){ 0 };
		ways[i].read(m);
		if (complete(m))
			return ways[i].name;
	}
	return use_default(m);
}
#else
const char *tlb_shapes_of_machine(struct model_shapes *m)
{
	return use_default(m);
}
#endif
