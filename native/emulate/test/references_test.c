/* The decoding of instructions: their length and their references. Without arguments: the table below.
 *   references_test lengths < LINES   one instruction in hex bytes per line, as printed by objdump */
#include "../references.h"
#include "../x86_length.h"
#include "../../base/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	/* l, s, m: load, store, both at one address; -: none; r: repeats; ?: unknown */
	const char *assembly, *bytes, *references;
} table[] = {
	{ "mov 0x10(%rsp),%rax", "48 8b 44 24 10", "l" },
	{ "mov %eax,0x12345678(%rbx,%rcx,4)", "89 84 8b 78 56 34 12", "s" },
	{ "movabs $1,%rax", "48 b8 01 00 00 00 00 00 00 00", "-" },
	{ "movabs 0x1122334455667788,%eax", "a1 88 77 66 55 44 33 22 11", "l" },
	{ "movw $0x1234,(%rdi)", "66 c7 07 34 12", "s" },
	{ "lea 0x8(%rip),%rdi", "48 8d 3d 08 00 00 00", "-" },
	{ "add %eax,(%rdi)", "01 07", "m" },
	{ "cmp %eax,(%rdi)", "39 07", "l" },
	{ "addl $1,0x4(%rdi)", "83 47 04 01", "m" },
	{ "cmpq $0x12345678,0x8(,%rax,8)", "48 81 3c c5 08 00 00 00 78 56 34 12", "l" },
	{ "testl $0x1,(%rax)", "f7 00 01 00 00 00", "l" },
	{ "notl (%rax)", "f7 10", "m" },
	{ "push %r12", "41 54", "s" },
	{ "ret", "c3", "l" },
	{ "call *%rax", "ff d0", "s" },
	{ "call *(%rax)", "ff 10", "?" },
	{ "lock incl (%rax)", "f0 ff 00", "?" },
	{ "xchg %eax,(%rdi)", "87 07", "?" },
	{ "rep movsb", "f3 a4", "r" },
	{ "rep stos %rax,(%rdi)", "f3 48 ab", "r" },
	{ "rep movsl", "67 f3 a5", "r" },
	{ "repne scasb", "f2 ae", "r" },
	{ "movsb", "a4", "?" },
	{ "cmove (%rdi),%eax", "0f 44 07", "l" },
	{ "nopw 0x0(%rax,%rax,1)", "66 0f 1f 84 00 00 00 00 00", "-" },
	{ "endbr64", "f3 0f 1e fa", "-" },
	{ "movups %xmm0,(%rdi)", "0f 11 07", "s" },
	{ "movsd (%rdi),%xmm0", "f2 0f 10 07", "l" },
	{ "movss %xmm0,(%rdi)", "f3 0f 11 07", "s" },
	{ "mulsd 0x8(%rdi,%rax,8),%xmm1", "f2 0f 59 4c c7 08", "l" },
	{ "addsd %xmm2,%xmm1", "f2 0f 58 ca", "-" },
	{ "cvtsi2sdq (%rdi),%xmm0", "f2 48 0f 2a 07", "l" },
	{ "cvttsd2si (%rdi),%eax", "f2 0f 2c 07", "l" },
	{ "movhpd (%rdi),%xmm0", "66 0f 16 07", "l" },
	{ "movlps %xmm0,(%rdi)", "0f 13 07", "s" },
	{ "movddup (%rdi),%xmm0", "f2 0f 12 07", "?" },
	{ "lddqu (%rdi),%xmm0", "f2 0f f0 07", "?" },
	{ "movd (%rdi),%xmm0", "66 0f 6e 07", "l" },
	{ "movd (%rdi),%mm0", "0f 6e 07", "?" },
	{ "movdqa (%rdi),%xmm0", "66 0f 6f 07", "l" },
	{ "movq (%rdi),%mm0", "0f 6f 07", "?" },
	{ "pshufb (%rdi),%xmm0", "66 0f 38 00 07", "?" },
	{ "pcmpistri $1,(%rdi),%xmm0", "66 0f 3a 63 07 01", "?" },
	{ "vmovdqu (%rdi),%ymm0", "c5 fe 6f 07", "?" },
	{ "vpshufd $1,0x40(%rdi),%ymm0", "c5 fd 70 47 40 01", "?" },
	{ "vpternlogd $0xff,%zmm0,%zmm0,%zmm0", "62 f3 7d 48 25 c0 ff", "?" },
};

static size_t parse(const char *text, uint8_t *bytes)
{
	size_t n = 0;
	char *end;

	for (; n < 16; n++) {
		unsigned long byte = strtoul(text, &end, 16);

		if (end == text)
			break;
		bytes[n] = (uint8_t)byte;
		text = end;
	}
	return n;
}

static char letter(struct references r)
{
	return r.repeats ? 'r' : !r.known ? '?' : r.modify ? 'm' : r.load ? 'l' : r.store ? 's' : '-';
}

/* Returns whether exactly all bytes form a complete instruction. */
static bool has_length(const uint8_t *bytes, size_t size)
{
	for (size_t n = 1; n < size; n++)
		if (x86_decode(bytes, n).complete)
			return false;
	return x86_decode(bytes, size).complete;
}

static int lengths(void)
{
	char line[256];
	long all = 0, wrong = 0;

	while (fgets(line, sizeof line, stdin)) {
		uint8_t bytes[16];
		size_t n = parse(line, bytes);

		all++;
		if (n && !has_length(bytes, n) && wrong++ < 10)
			printf("references: another length: %s", line);
	}
	printf("references: %ld instructions, %ld of another length\n", all, wrong);
	return wrong != 0 || !all;
}

int main(int argc, char **argv)
{
	references_of *x86 = references_for("x86_64"), *arm = references_for("aarch64");

	if (argc > 1 && !strcmp(argv[1], "lengths"))
		return lengths();
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		uint8_t bytes[16];
		size_t n = parse(table[i].bytes, bytes);

		CHECK(has_length(bytes, n) && letter(x86(bytes, n)) == *table[i].references, "%s", table[i].assembly);
		CHECK(n < 2 || x86(bytes, n - 1).partial, "%s", table[i].assembly);
	}
	CHECK(letter(arm((const uint8_t *)"\x20\x04\x40\xf9", 4)) == 'l', "ldr x0, [x1, #8]");
	CHECK(letter(arm((const uint8_t *)"\x20\x44\x00\xb8", 4)) == 's', "str w0, [x1], #4");
	CHECK(letter(arm((const uint8_t *)"\xe0\x07\x40\xa9", 4)) == '?', "ldp x0, x1, [sp]");
	CHECK(letter(arm((const uint8_t *)"\x41\x00\xe0\xb8", 4)) == '?', "ldaddal w0, w1, [x2]");
	CHECK(letter(arm((const uint8_t *)"\x20\x74\x0b\xd5", 4)) == '?', "dc zva, x0");
	CHECK(letter(arm((const uint8_t *)"\x20\x00\x02\x8b", 4)) == '-', "add x0, x1, x2");
	CHECK(!references_for("riscv64"), "nothing is known of other processors");
	return summary("emulate/references");
}
