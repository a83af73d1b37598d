/* With the argument check=1 no references are counted with their block. Each instruction's accesses are counted as they
 * occur and compared with the decoding. For tests only: a fault of the program would be reported as a difference. */
#include "plugin.h"

#include <stdio.h>
#include <stdlib.h>

struct checked_insn {
	struct references expected;
	uint64_t address;
	struct insn_bytes code;
};

static __attribute__((noreturn)) void differs(const struct checked_insn *c, uint64_t loads, uint64_t stores,
	uint64_t modifies)
{
	fprintf(stderr, "runbench: the instruction at 0x%llx,", (unsigned long long)c->address);
	for (size_t i = 0; i < c->code.size; i++)
		fprintf(stderr, " %02x", c->code.bytes[i]);
	fprintf(stderr, ", made %llu loads, %llu stores, %llu of both in one place, instead of %d, %d, %d\n",
		(unsigned long long)loads, (unsigned long long)stores, (unsigned long long)modifies,
		c->expected.load, c->expected.store, c->expected.modify);
	abort();
}

/* Compares the accesses of the previous instruction, before each instruction. */
static void on_insn(unsigned index, void *data)
{
	struct vcpu *v = vcpus[index];
	const struct checked_insn *before = v->check.insn;
	uint64_t loads = v->access[ACCESS_LOADS], stores = v->access[ACCESS_STORES], modifies = v->access[ACCESS_MODIFIES];

	if (before) {
		uint64_t l = loads - v->check.loads, s = stores - v->check.stores, m = modifies - v->check.modifies;

		if (l != before->expected.load || s != before->expected.store || m != before->expected.modify)
			differs(before, l, s, m);
	}
	v->check = (struct checked){ data, loads, stores, modifies, v->check.executed + 1 };
}

void check_blocks(const struct vcpu *v, uint64_t instructions)
{
	if (v->check.executed == instructions)
		return;
	fprintf(stderr, "runbench: blocks of %llu instructions executed %llu\n", (unsigned long long)instructions,
		(unsigned long long)v->check.executed);
	abort();
}

void check_insn(struct qemu_plugin_insn *insn, struct references expected)
{
	struct checked_insn *c = NULL;

	if (expected.known) {
		c = calloc(1, sizeof *c);
		if (!c)
			abort();
		c->expected = expected;
		c->address = qemu_plugin_insn_vaddr(insn);
		c->code = insn_bytes(insn);
	}
	qemu_plugin_register_vcpu_insn_exec_cb(insn, on_insn, QEMU_PLUGIN_CB_NO_REGS, c);
}
