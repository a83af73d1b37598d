/* Accesses that are counted one by one: those of instructions that references_for() cannot decode.
 *
 * QEMU 7 splits a vector operand into accesses of 8 bytes. Adjacent pieces of one instruction in one direction count as
 * one reference. */
#include "models.h"
#include "touch.h"

#define DEFAULT_LINE_SHIFT 6 /* without a modelled cache */
#define MAX_OPERAND 32 /* maximum bytes of an operand that is recombined */

static struct access ask(uint32_t info)
{
	bool store = qemu_plugin_mem_is_store(info);

	return (struct access){ 1u << qemu_plugin_mem_size_shift(info), !store, store };
}

static bool layout_is_known(void)
{
	for (uint32_t size = 0; size < 5; size++)
		for (uint32_t others = 0; others < 512; others++)
			for (uint32_t direction = 1; direction <= 3; direction++) {
				/* The memory index is below the size, the flags are above it. */
				uint32_t info = direction << 16 | (others >> 4) << 7 | size << 4 | (others & 15);
				struct access asked = ask(info), decoded = decode_word(info);

				if (asked.size != decoded.size || asked.writes != decoded.writes)
					return false;
			}
	return true;
}

static inline struct access remember(struct vcpu *v, uint32_t info)
{
	struct access_kind *kind = &v->kind[(info ^ info >> 4 ^ info >> 15) & 15];

	if (unlikely(kind->info != info || !kind->size)) {
		struct access asked = ask(info);

		*kind = (struct access_kind){ info, (uint16_t)asked.size, (uint8_t)asked.reads, (uint8_t)asked.writes };
	}
	return (struct access){ kind->size, kind->reads, kind->writes };
}

static struct touch_callbacks touch;

static inline void count_miss(struct vcpu *v, struct access a)
{
	v->access[a.reads ? ACCESS_READ_MISSES : ACCESS_WRITE_MISSES]++;
}

/* Handles a further access of the same instruction. Returns true if it was a piece of the previous operand. It also
 * counts read-modify-writes, which other tools count as writes only. */
static __attribute__((noinline)) bool count_further_access(struct vcpu *v, struct access a, uint64_t address,
	bool with_cache)
{
	if (v->end == address && v->wrote == a.writes && a.size >= 8 && address - v->start < MAX_OPERAND) {
		v->end = address + a.size;
		if (with_cache && touch.refer(v, address, a.size, a.reads) && !v->missed) {
			v->missed = true;
			count_miss(v, a);
		}
		return true;
	}
	if (!v->wrote && a.writes && address == v->start) {
		v->access[ACCESS_MODIFIES]++;
		v->access[ACCESS_MODIFY_MISSES] += v->missed;
	}
	return false;
}

static inline __attribute__((always_inline)) void on_access(unsigned index, uint32_t info, uint64_t address,
							    void *instruction, bool known, bool with_cache)
{
	struct vcpu *v = vcpus[index];
	struct access a = known ? decode_word(info) : remember(v, info);
	uint64_t insn = (uintptr_t)instruction;

	if (unlikely(v->insn == insn) && count_further_access(v, a, address, with_cache))
		return;
	v->insn = insn;
	v->start = address;
	v->end = address + a.size;
	v->wrote = (uint8_t)a.writes;
	v->access[ACCESS_LOADS] += a.reads;
	v->access[ACCESS_STORES] += a.writes;
	if (!with_cache)
		return;
	v->missed = touch.refer(v, address, a.size, a.reads);
	if (unlikely(v->missed))
		count_miss(v, a);
}

static void on_access_counted(unsigned index, uint32_t info, uint64_t address, void *insn)
{
	on_access(index, info, address, insn, true, false);
}

static void on_access_cached(unsigned index, uint32_t info, uint64_t address, void *insn)
{
	on_access(index, info, address, insn, true, true);
}

static void on_access_asked(unsigned index, uint32_t info, uint64_t address, void *insn)
{
	on_access(index, info, address, insn, false, segment->ways);
}

/* A line touched by a repeated string instruction is one reference, independent of the number of rounds that touch
 * it. */
static void on_string(unsigned index, uint32_t info, uint64_t address, void *accesses_of_round)
{
	struct vcpu *v = vcpus[index];
	struct access a = remember(v, info);
	uint64_t line = (address >> (segment->line_shift ? segment->line_shift : DEFAULT_LINE_SHIFT)) + 1;
	uint64_t *last = a.writes ? &v->string_line[2] : &v->string_line[0];

	v->access[ACCESS_ROUNDS] += v->string_accesses++ % (uintptr_t)accesses_of_round == 0;
	if (*last == line || (!a.writes && v->string_line[1] == line)) {
		v->access[ACCESS_ROUND_LOADS] += a.reads;
		v->access[ACCESS_ROUND_STORES] += a.writes;
		return;
	}
	if (!a.writes)
		v->string_line[1] = *last;
	*last = line;
	v->access[ACCESS_LOADS] += a.reads;
	v->access[ACCESS_STORES] += a.writes;
	if (segment->ways && touch.refer(v, address, a.size, a.reads))
		count_miss(v, a);
}

static void choose_touch(void)
{
	touch = touch_callbacks(segment->ways, segment->line_shift, models_behind_l1d(segment));
#ifdef __x86_64__
	if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2"))
		touch = touch_callbacks_avx2(segment->ways, segment->line_shift, models_behind_l1d(segment));
#endif
}

struct access_callbacks access_callbacks(void)
{
	struct access_callbacks c = { .count = on_access_asked, .string = on_string, .layout_known = layout_is_known() };

	if (segment->ways)
		choose_touch();
	if (!c.layout_known)
		return c;
	c.count = segment->ways ? on_access_cached : on_access_counted;
	c.touch = touch.touch;
	c.modify = touch.modify;
	return c;
}
