/* A QEMU TCG plugin that counts a program's instructions, loads, stores and misses of a modelled L1 data cache. It
 * counts per thread and writes samples at intervals of instructions to memory shared with runbench-emulator.
 *
 *   qemu-x86_64 ... -plugin libruncount.so,segment=PATH[,own=WORDS][,check=1] PROGRAM
 *
 * segment: file of the shared memory. own: number of words of the command line before "-0" or PROGRAM; with it,
 * programs that PROGRAM starts are emulated too. check: see check.c.
 *
 * A reference is one access of one instruction (see access.c for operands in pieces). A reference that spans two lines
 * touches both and misses at most once, as in Cachegrind. A repeated string instruction (rep movsb) is one instruction
 * and makes one reference for each line that it reads or writes, as processors do that move whole lines. A system call
 * is one instruction; the kernel's accesses are not counted.
 *
 * A block of code costs one callback, which adds its instructions and their decoded references. Only other accesses are
 * counted one by one. With a cache model each access is still looked up. */
#include "models.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_VCPUS 65536

/* QEMU reads it when the plugin is loaded, and accepts only versions that it provides. */
PLUGIN_EXPORT int qemu_plugin_version;
PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv);

/* The block word of a vCPU that has not run yet. Its limit is reached, so its first block calls on_limit(). */
static _Atomic uint64_t not_started_word;
static struct vcpu not_started = { .blocks = &not_started_word };
struct vcpu *vcpus[MAX_VCPUS];
unsigned vcpu_count;
_Atomic uintptr_t program_base;
static struct access_callbacks callbacks;
static references_of *references; /* NULL: all accesses are counted one by one */
static bool check, is_x86_64;
static bool copies_bytes; /* QEMU's interface is of version 3 or later */
static const char *watched_target; /* QEMU's name of the processor; NULL: no model needs its blocks */

/* A block with more data than its counts: the address of the repeated string instruction at its end, if any, and its
 * number if basic-block vectors were requested. */
struct string_block {
	uint64_t address, counts;
	uint32_t number;
};

static void carry(struct vcpu *v)
{
	uint64_t instructions = vcpu_carry(v);

	if (check)
		check_blocks(v, instructions);
}

__attribute__((noinline, cold)) struct vcpu *on_limit(unsigned index)
{
	struct vcpu *v = vcpus[index];

	if (v == &not_started)
		v = vcpus[index] = vcpu_new();
	v->string = 0; /* the word is reset */
	if (!v->slot || v->image != tasks_image())
		vcpu_enter(v);
	else
		carry(v);
	return v;
}

static void on_block(unsigned index, void *counts)
{
	count_block(index, (uintptr_t)counts);
}

/* Blocks with accesses that are counted one by one. */
static void on_block_with_accesses(unsigned index, void *counts)
{
	count_block(index, (uintptr_t)counts)->insn = 0;
}

/* All blocks, if basic-block vectors were requested. */
static inline __attribute__((always_inline)) struct vcpu *count_numbered(unsigned index, const struct string_block *b)
{
	struct vcpu *v = count_block(index, b->counts);

	if (v->executed)
		v->executed[b->number]++;
	return v;
}

static void on_numbered_block(unsigned index, void *data)
{
	count_numbered(index, data)->insn = 0;
}

/* Starts a repeated string instruction at the end of a block. Instructions after it are in another block. */
static inline void begin_string(struct vcpu *v, uint64_t address)
{
	v->insn = 0;
	v->string = address;
	v->string_word = atomic_load_explicit(v->blocks, memory_order_relaxed);
	v->string_accesses = 0;
	memset(v->string_line, 0, sizeof v->string_line);
}

static void on_block_with_string(unsigned index, void *data)
{
	const struct string_block *b = data;

	begin_string(count_numbered(index, b), b->address);
}

/* QEMU 7 executes each round as an instruction that jumps to itself, in a block of its own; QEMU 10 most of them within
 * a block. */
static void on_round(unsigned index, void *data)
{
	const struct string_block *b = data;
	struct vcpu *v = vcpus[index];

	if (v->string != b->address || v->string_word != atomic_load_explicit(v->blocks, memory_order_relaxed)) {
		begin_string(count_numbered(index, b), b->address);
		return;
	}
	if (check)
		v->check.executed--;
}

static __attribute__((constructor)) void choose_version(void)
{
	qemu_plugin_version = &qemu_plugin_read_memory_vaddr ? 4 : &qemu_plugin_scoreboard_new ? 2 : 1;
}

struct insn_bytes insn_bytes(const struct qemu_plugin_insn *insn)
{
	const void *(*pointer_to)(const struct qemu_plugin_insn *) = (const void *(*)(const struct qemu_plugin_insn *))
		(void (*)(void))qemu_plugin_insn_data;
	struct insn_bytes b = { qemu_plugin_insn_size(insn), { 0 } };

	if (b.size > sizeof b.bytes)
		b.size = sizeof b.bytes;
	if (copies_bytes)
		qemu_plugin_insn_data(insn, b.bytes, b.size);
	else
		memcpy(b.bytes, pointer_to(insn), b.size);
	return b;
}

static struct references references_in(const struct qemu_plugin_insn *insn)
{
	struct insn_bytes b;

	if (!references)
		return (struct references){ 0 };
	b = insn_bytes(insn);
	return references(b.bytes, b.size);
}

/* Registers the callbacks of an instruction and returns the counts that it adds to its block. One callback serves both
 * directions: QEMU 7.2 drops the second one for accesses in helpers, and confuses reads with writes. For the latter
 * reason a read-modify-write that asks for its read only is presented once, as a read or as a write. */
static uint64_t instrument(struct qemu_plugin_insn *insn, struct references r, bool *accesses)
{
	void *address = (void *)(uintptr_t)qemu_plugin_insn_vaddr(insn);

	if (check)
		check_insn(insn, r);
	if (r.repeats) {
		qemu_plugin_register_vcpu_mem_cb(insn, callbacks.string, QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_RW,
						 (void *)(uintptr_t)r.repeats);
		return 0;
	}
	if (!r.known || check || (r.pieces && callbacks.touch)) {
		*accesses = true;
		qemu_plugin_register_vcpu_mem_cb(insn, callbacks.count, QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_RW, address);
		return 0;
	}
	if (callbacks.touch && (r.load || r.store))
		qemu_plugin_register_vcpu_mem_cb(insn, r.modify ? callbacks.modify : callbacks.touch, QEMU_PLUGIN_CB_NO_REGS,
						 r.modify ? QEMU_PLUGIN_MEM_R : QEMU_PLUGIN_MEM_RW, NULL);
	return block_field(BLOCK_LOADS, r.load) + block_field(BLOCK_STORES, r.store)
		+ block_field(BLOCK_MODIFIES, r.modify);
}

/* Returns the number of whole instructions. QEMU 7 ends a block before an instruction that extends into the next page,
 * but lists it with the bytes read so far. It is executed as the first one of the next block. */
static size_t count_whole_insns(const struct qemu_plugin_tb *tb)
{
	size_t n = qemu_plugin_tb_n_insns(tb);

	return n > 1 && references_in(qemu_plugin_tb_get_insn(tb, n - 1)).partial ? n - 1 : n;
}

/* Makes data that is never freed, because QEMU does not report the end of a translation. Their number is that of string
 * instructions in the program, or of translations with basic-block vectors. */
static const struct string_block *string_block(uint64_t address, uint64_t counts, uint32_t number)
{
	struct string_block *b = malloc(sizeof *b);

	if (!b)
		abort();
	*b = (struct string_block){ address, counts, number };
	return b;
}

/* The EVEX prefix, which all AVX-512 instructions have and, on x86-64, no others. */
#define EVEX 0x62

static void note_avx512(const struct qemu_plugin_tb *tb)
{
	for (size_t i = 0; i < qemu_plugin_tb_n_insns(tb); i++) {
		struct insn_bytes b = insn_bytes(qemu_plugin_tb_get_insn(tb, i));

		if (b.size && b.bytes[0] == EVEX)
			atomic_store_explicit(&segment->avx512, 1, memory_order_relaxed);
	}
}

static void on_translation(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
	const struct qemu_plugin_insn *first = qemu_plugin_tb_get_insn(tb, 0);
	const char *host = qemu_plugin_insn_haddr(first);
	size_t n = count_whole_insns(tb);
	uint64_t counts = block_field(BLOCK_INSTRUCTIONS, n);
	bool accesses = false, string = false;
	uint32_t number;

	(void)id;
	if (host)
		program_base = (uintptr_t)host - qemu_plugin_insn_vaddr(first);
	if (is_x86_64)
		note_avx512(tb);
	for (size_t i = 0; i < n; i++) {
		struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
		struct references r = references_in(insn);

		counts += instrument(insn, r, &accesses);
		string = r.repeats;
	}
	number = bbv_is_requested() ? bbv_block(qemu_plugin_insn_vaddr(first), (uint32_t)n) : 0;
	if (string || bbv_is_requested()) {
		const struct string_block *b = string_block(qemu_plugin_insn_vaddr(qemu_plugin_tb_get_insn(tb, n - 1)), counts,
			number);

		qemu_plugin_register_vcpu_tb_exec_cb(tb, !string ? on_numbered_block : n == 1 ? on_round : on_block_with_string,
						     QEMU_PLUGIN_CB_NO_REGS, (void *)b);
		counts = 0;
	} else if (!watched_target) {
		qemu_plugin_register_vcpu_tb_exec_cb(tb, accesses ? on_block_with_accesses : on_block, QEMU_PLUGIN_CB_NO_REGS,
						     (void *)(uintptr_t)counts);
	}
	if (watched_target)
		models_watch(tb, n, watched_target, counts);
}

/* Runs in the creating thread, which is the task's parent. */
static void on_vcpu_init(qemu_plugin_id_t id, unsigned index)
{
	(void)id;
	if (index >= MAX_VCPUS) {
		fprintf(stderr, "runbench: more than %d simultaneous threads cannot be emulated\n", MAX_VCPUS);
		abort();
	}
	vcpus[index] = vcpu_new();
	vcpus[index]->blocks = &not_started_word;
	if (index >= vcpu_count)
		vcpu_count = index + 1;
}

static void on_vcpu_exit(qemu_plugin_id_t id, unsigned index)
{
	struct vcpu *v = vcpus[index];

	(void)id;
	vcpus[index] = &not_started;
	if (v != &not_started)
		vcpu_end(v);
}

/* Only the thread that called fork exists in the child. */
static void after_fork_in_child(void)
{
	tasks_after_fork();
	for (unsigned i = 0; i < MAX_VCPUS; i++) {
		if (vcpus[i] == &not_started)
			continue;
		if (vcpus[i] == this_vcpu)
			vcpus[i]->limit = 0; /* its next block assigns a slot */
		else
			vcpus[i] = &not_started;
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

int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv)
{
	const char *path = argument(argc, argv, "segment"), *own = argument(argc, argv, "own");

	if (info->system_emulation || !path) {
		fputs("runbench: this plugin is for qemu-user and is started by runbench-emulator\n", stderr);
		return -1;
	}
	if (tasks_attach(path)) {
		fprintf(stderr, "runbench: cannot use the helper's memory %s: %s\n", path, strerror(errno));
		return -1;
	}
	for (unsigned i = 0; i < MAX_VCPUS; i++)
		vcpus[i] = &not_started;
	copies_bytes = info->version.cur >= 3;
	callbacks = access_callbacks();
	references = callbacks.layout_known ? references_for(info->target_name) : NULL;
	check = argument(argc, argv, "check") != NULL;
	is_x86_64 = !strcmp(info->target_name, "x86_64");
	watched_target = models_need_blocks() ? info->target_name : NULL;
	pthread_atfork(NULL, NULL, after_fork_in_child);
	qemu_plugin_register_vcpu_init_cb(id, on_vcpu_init);
	qemu_plugin_register_vcpu_exit_cb(id, on_vcpu_exit);
	qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
	bbv_init(id);
	if (own)
		follow_init(id, info->target_name, atoi(own));
	return 0;
}
