/*
 * A QEMU TCG plugin that counts what a program executes: instructions, loads, stores, and the misses of a modelled
 * L1 data cache, each thread for itself, sampled every so many instructions into memory shared with runbench-emulator.
 *
 *   qemu-x86_64 ... -plugin libruncount.so,segment=PATH[,own=WORDS] PROGRAM
 *
 * segment: file of the shared memory. own: how many words of the command line stand before "-0" or PROGRAM; with it,
 * programs that PROGRAM starts are emulated too.
 *
 * What counts as a reference: one access of one instruction. QEMU 7 splits a vector operand into accesses of 8 bytes;
 * pieces that one instruction makes next to each other, in one direction, are one reference again. A reference over
 * two lines touches both and misses at most once (as in Cachegrind). A repeated string instruction counts one
 * instruction for each round. System calls count as one instruction; what the kernel reads and writes does not count.
 */
#include "plugin.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_VCPUS   65536
#define MAX_OPERAND 32 /* bytes of the widest operand that is put together again */
#define likely(x)   __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)

PLUGIN_EXPORT int qemu_plugin_version = PLUGIN_INTERFACE;
PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv);

/* Stands for a vCPU that has not run yet: its first block finds a sample due and so comes to on_boundary(). */
static uint64_t nothing[COUNTS];
static struct vcpu unborn = { .count = nothing };
static struct vcpu *vcpus[MAX_VCPUS];
static qemu_plugin_vcpu_mem_cb_t memory_callback;

static __attribute__((noinline, cold)) struct vcpu *on_boundary(unsigned index)
{
	struct vcpu *v = vcpus[index];

	if (v == &unborn)
		v = vcpus[index] = vcpu_new();
	if (!v->slot || v->image != tasks_image())
		vcpu_enter(v);
	else
		vcpu_sample(v);
	return v;
}

/* Before each translated block: its instructions. Samples are taken between blocks, so counts belong together. */
static void on_block(unsigned index, void *instructions)
{
	struct vcpu *v = vcpus[index];

	if (unlikely(v->count[COUNT_INSTRUCTIONS] >= v->next))
		v = on_boundary(index);
	v->count[COUNT_INSTRUCTIONS] += (uintptr_t)instructions;
	v->insn = 0;
}

/* One access, decoded. A read-modify-write made in a helper of QEMU arrives once, as both. */
struct access {
	unsigned size, reads, writes;
};

/*
 * The memory information word is opaque, but asking QEMU about it twice for each access costs more than counting it.
 * All versions so far keep log2 of the size from bit 4 on and the direction in bits 16 (reads) and 17 (writes).
 * Whether this one does is tried when we are loaded; if not, its answers are remembered for each word that occurs.
 */
static inline struct access decode_word(uint32_t info)
{
	return (struct access){ 1u << (info >> 4 & 7), info >> 16 & 1, info >> 17 & 1 };
}

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
				/* The memory index below the size, flags above it. */
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

/* Touches the one or two lines of a reference; true if any of them was missing. */
static inline bool touch(struct l1d *c, uint64_t address, unsigned size)
{
	uint64_t first = address >> c->line_shift, last = (address + size - 1) >> c->line_shift;
	bool missed = l1d_touch(c, first);

	if (unlikely(first != last))
		missed |= l1d_touch(c, last);
	return missed;
}

static inline void count_miss(struct vcpu *v, struct access a)
{
	v->count[COUNT_READ_MISSES] += a.reads;
	v->count[COUNT_WRITE_MISSES] += !a.reads;
}

/*
 * A further access of the same instruction. True: it is a piece of the operand before it, and has been dealt with.
 * Also counts read-modify-writes, which other tools count as a write only.
 */
static __attribute__((noinline)) bool on_same_insn(struct vcpu *v, struct access a, uint64_t address, bool with_cache)
{
	if (v->end == address && v->wrote == a.writes && a.size >= 8 && address - v->start < MAX_OPERAND) {
		v->end = address + a.size;
		if (with_cache && touch(&v->cache, address, a.size) && !v->missed) {
			v->missed = true;
			count_miss(v, a);
		}
		return true;
	}
	if (!v->wrote && a.writes && address == v->start) {
		v->slot->modifies++;
		v->slot->modify_misses += v->missed;
	}
	return false;
}

static inline void on_access(unsigned index, uint32_t info, uint64_t address, void *instruction, bool known,
			     bool with_cache)
{
	struct vcpu *v = vcpus[index];
	struct access a = known ? decode_word(info) : remember(v, info);
	uint64_t insn = (uintptr_t)instruction;
	bool missed;

	if (unlikely(v->insn == insn) && on_same_insn(v, a, address, with_cache))
		return;
	v->insn = insn;
	v->start = address;
	v->end = address + a.size;
	v->wrote = (uint8_t)a.writes;
	v->count[COUNT_LOADS] += a.reads;
	v->count[COUNT_STORES] += a.writes;
	if (!with_cache)
		return;
	missed = touch(&v->cache, address, a.size);
	v->missed = missed;
	if (unlikely(missed))
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

static void on_translation(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
	size_t n = qemu_plugin_tb_n_insns(tb);

	(void)id;
	qemu_plugin_register_vcpu_tb_exec_cb(tb, on_block, QEMU_PLUGIN_CB_NO_REGS, (void *)n);
	for (size_t i = 0; i < n; i++) {
		struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);

		/* One callback for both directions: QEMU 7.2 forgets the second one for accesses made in helpers. */
		qemu_plugin_register_vcpu_mem_cb(insn, memory_callback, QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_RW,
						 (void *)(uintptr_t)qemu_plugin_insn_vaddr(insn));
	}
}

/* In the thread that makes the new one: who that is would not be known later. */
static void on_vcpu_init(qemu_plugin_id_t id, unsigned index)
{
	(void)id;
	if (index >= MAX_VCPUS) {
		fprintf(stderr, "runbench: more than %d threads at once cannot be emulated\n", MAX_VCPUS);
		abort();
	}
	vcpus[index] = vcpu_new();
	vcpus[index]->count = nothing;
}

static void on_vcpu_exit(qemu_plugin_id_t id, unsigned index)
{
	struct vcpu *v = vcpus[index];

	(void)id;
	vcpus[index] = &unborn;
	if (v != &unborn)
		vcpu_end(v);
}

/* Only the thread that called fork lives on in the child. */
static void in_forked_child(void)
{
	tasks_after_fork();
	for (unsigned i = 0; i < MAX_VCPUS; i++) {
		if (vcpus[i] == &unborn)
			continue;
		if (vcpus[i] == this_vcpu)
			vcpus[i]->next = 0; /* its next block gives it a slot */
		else
			vcpus[i] = &unborn;
	}
}

static const char *argument(int argc, char **argv, const char *name)
{
	size_t n = strlen(name);

	for (int i = 0; i < argc; i++)
		if (!strncmp(argv[i], name, n) && argv[i][n] == '=')
			return argv[i] + n + 1;
	return NULL;
}

/* The command that runs this emulator, as far as its first own= words go; NULL if it cannot be read. */
static const char *const *own_command(int own)
{
	const char **words = calloc((size_t)own + 1, sizeof *words);
	FILE *f = fopen("/proc/self/cmdline", "re");
	int n = 0;

	for (; words && f && n < own; n++) {
		char *word = NULL;
		size_t capacity = 0;

		if (getdelim(&word, &capacity, 0, f) < 0)
			break;
		words[n] = word;
	}
	if (f)
		fclose(f);
	return n == own && own ? words : NULL;
}

int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv)
{
	const char *path = argument(argc, argv, "segment"), *own = argument(argc, argv, "own");
	const char *const *command;

	if (info->system_emulation || !path) {
		fputs("runbench: this plugin is for qemu-user and is started by runbench-emulator\n", stderr);
		return -1;
	}
	if (tasks_attach(path)) {
		fprintf(stderr, "runbench: cannot use the helper's memory %s: %s\n", path, strerror(errno));
		return -1;
	}
	for (unsigned i = 0; i < MAX_VCPUS; i++)
		vcpus[i] = &unborn;
	memory_callback = !layout_is_known() ? on_access_asked : segment->ways ? on_access_cached : on_access_counted;
	pthread_atfork(NULL, NULL, in_forked_child);
	qemu_plugin_register_vcpu_init_cb(id, on_vcpu_init);
	qemu_plugin_register_vcpu_exit_cb(id, on_vcpu_exit);
	qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
	command = own ? own_command(atoi(own)) : NULL;
	if (command)
		follow_init(id, info->target_name, command);
	return 0;
}
