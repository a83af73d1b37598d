/* See branch_kind.h. Encodings: Intel SDM volume 2, appendix A; Arm ARM (DDI 0487) C4.1. */
#include "branch_kind.h"
#include "x86_length.h"

#include <string.h>

static enum branch_kind x86_64_kind(const uint8_t *bytes, size_t size)
{
	struct x86_insn x = x86_decode(bytes, size);

	if (!x.complete || x.vex || x.map > 1)
		return BRANCH_NONE;
	if (x.map)
		return x.opcode >= 0x80 && x.opcode <= 0x8f ? BRANCH_CONDITIONAL : BRANCH_NONE;
	switch (x.opcode) {
	case 0x70 ... 0x7f: case 0xe0 ... 0xe3: /* jcc, loop, jrcxz */
		return BRANCH_CONDITIONAL;
	case 0xe9: case 0xeb:
		return BRANCH_DIRECT;
	case 0xe8:
		return BRANCH_CALL;
	case 0xc2: case 0xc3:
		return BRANCH_RETURN;
	case 0xff:
		return (x.modrm >> 3 & 7) == 2 ? BRANCH_INDIRECT_CALL : (x.modrm >> 3 & 7) == 4 ? BRANCH_INDIRECT : BRANCH_NONE;
	default:
		return BRANCH_NONE;
	}
}

static enum branch_kind aarch64_kind(const uint8_t *insn, size_t size)
{
	uint32_t word;

	if (size != 4)
		return BRANCH_NONE;
	memcpy(&word, insn, 4);
	if ((word & 0xff000000) == 0x54000000 || (word & 0x7c000000) == 0x34000000) /* b.cond; cbz, cbnz, tbz, tbnz */
		return BRANCH_CONDITIONAL;
	if ((word & 0x7c000000) == 0x14000000)
		return word >> 31 ? BRANCH_CALL : BRANCH_DIRECT;
	/* br, blr and ret; bit 24 and the bits below 21 select the pointer authentication */
	if ((word & 0xfe000000) != 0xd6000000)
		return BRANCH_NONE;
	switch (word >> 21 & 7) {
	case 0: return BRANCH_INDIRECT;
	case 1: return BRANCH_INDIRECT_CALL;
	case 2: return BRANCH_RETURN;
	default: return BRANCH_NONE;
	}
}

branch_kind_of *branch_kinds_for(const char *target)
{
	return !strcmp(target, "x86_64") ? x86_64_kind : !strcmp(target, "aarch64") ? aarch64_kind : NULL;
}
