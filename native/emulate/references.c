/* See references.h. Encodings: Intel SDM volume 2, appendix A; Arm ARM (DDI 0487) C4.1. */
#include "references.h"
#include "x86_length.h"

#include <string.h>

static const struct references unknown = { 0 }, partial = { .partial = true },
	none = { .known = true }, load = { .known = true, .load = true }, store = { .known = true, .store = true },
	modify = { .known = true, .load = true, .store = true, .modify = true },
	vector_load = { .known = true, .pieces = true, .load = true },
	vector_store = { .known = true, .pieces = true, .store = true };

static bool in_memory(const struct x86_insn *x)
{
	return x->modrm < 0xc0;
}

static unsigned group(const struct x86_insn *x)
{
	return x->modrm >> 3 & 7;
}

static struct references if_in_memory(const struct x86_insn *x, struct references r)
{
	return in_memory(x) ? r : none;
}

/* Scalar SSE instructions: one element, which is never split. */
static struct references scalars(const struct x86_insn *x)
{
	switch (x->opcode) {
	case 0x10: case 0x2a: case 0x2c: case 0x2d: case 0x51: case 0x58: case 0x59: case 0x5a: case 0x5c ... 0x5f:
		return if_in_memory(x, load); /* mov, cvtsi2sd, cvttsd2si, sqrt, add, mul, cvtsd2ss, sub, min, div, max */
	case 0x11:
		return if_in_memory(x, store);
	default:
		return unknown;
	}
}

/* Vector instructions: SSE with its mandatory prefixes. MMX-only instructions start with a helper and stay unknown. */
static struct references vectors(const struct x86_insn *x)
{
	bool prefixed = x->operand16 || x->repeat;

	if (x->repeat_not || (x->repeat && scalars(x).known))
		return scalars(x);
	switch (x->opcode) {
	case 0x2e: case 0x2f: /* comis */
	case 0x6e:            /* movd from memory; MMX without prefix */
		return x->opcode == 0x6e && !x->operand16 ? unknown : if_in_memory(x, load);
	case 0x10: case 0x28: /* movups, movaps */
	case 0x51: case 0x54 ... 0x59: case 0x5c ... 0x5f: /* sqrt, logic, add, mul, sub, min, div, max */
		return if_in_memory(x, vector_load);
	case 0x11: case 0x29:
		return if_in_memory(x, vector_store);
	case 0x6f: /* movdqa, movdqu */
		return prefixed ? if_in_memory(x, vector_load) : unknown;
	case 0x7f:
		return prefixed ? if_in_memory(x, vector_store) : unknown;
	case 0x12: case 0x16: /* movlps, movhps from memory */
		return x->repeat ? unknown : if_in_memory(x, load);
	case 0x13: case 0x17: /* and to memory */
		return x->repeat ? unknown : if_in_memory(x, store);
	case 0x7e: /* movd to memory, movq from memory */
		return x->repeat ? if_in_memory(x, load) : x->operand16 ? if_in_memory(x, store) : unknown;
	case 0xd6: /* movq to memory */
		return x->operand16 && !x->repeat ? if_in_memory(x, store) : unknown;
	case 0xd7: /* pmovmskb */
		return x->operand16 ? none : unknown;
	case 0x60 ... 0x6d: case 0x74 ... 0x76: case 0xd4: case 0xd8 ... 0xdf: case 0xeb: case 0xef: case 0xf8 ... 0xfe:
		return x->operand16 ? if_in_memory(x, vector_load) : unknown;
	default:
		return unknown;
	}
}

/* Opcodes of two bytes: 0f xx. */
static struct references two_bytes(const struct x86_insn *x)
{
	switch (x->opcode) {
	case 0x0d: case 0x18: case 0x1e: case 0x1f: /* prefetches, long nops, endbr */
	case 0x80 ... 0x8f:                         /* jcc */
	case 0xa2:                                  /* cpuid */
	case 0xc8 ... 0xcf:                         /* bswap */
		return none;
	case 0x40 ... 0x4f:                         /* cmovcc: reads even if it does not move */
	case 0xaf:                                  /* imul */
	case 0xb6: case 0xb7: case 0xbe: case 0xbf: /* movzx, movsx */
	case 0xbc: case 0xbd:                       /* bsf, bsr, tzcnt, lzcnt */
		return if_in_memory(x, load);
	case 0x90 ... 0x9f: /* setcc */
		return if_in_memory(x, store);
	case 0xa4: case 0xa5: case 0xac: case 0xad: /* shld, shrd */
		return if_in_memory(x, modify);
	case 0xb8: /* popcnt */
		return x->repeat ? if_in_memory(x, load) : unknown;
	case 0xba: /* bt, bts, btr, btc with an immediate bit */
		return group(x) < 4 ? unknown : if_in_memory(x, group(x) == 4 ? load : modify);
	default:
		return vectors(x);
	}
}

/* The eight kinds of arithmetic: to memory, from memory, with an immediate. */
static struct references arithmetic(const struct x86_insn *x)
{
	switch (x->opcode & 7) {
	case 0: case 1:
		return if_in_memory(x, x->opcode >> 3 == 7 ? load : modify); /* 7: cmp */
	case 2: case 3:
		return if_in_memory(x, load);
	case 4: case 5:
		return none;
	default:
		return unknown;
	}
}

static struct references one_byte(const struct x86_insn *x)
{
	switch (x->opcode) {
	case 0x00 ... 0x3f:
		return arithmetic(x);
	case 0x50 ... 0x57: case 0x68: case 0x6a: case 0xe8: /* push, call */
		return store;
	case 0x58 ... 0x5f: case 0xc2: case 0xc3: case 0xc9: /* pop, ret, leave */
	case 0xa0: case 0xa1:
		return load;
	case 0xa2: case 0xa3:
		return store;
	case 0x63: case 0x69: case 0x6b: case 0x84: case 0x85: case 0x8a: case 0x8b: /* movsxd, imul, test, mov */
		return if_in_memory(x, load);
	case 0x70 ... 0x7f: case 0xeb: case 0xe9: case 0x90: case 0x98: case 0x99: case 0xa8: case 0xa9: case 0xb0 ... 0xbf:
	case 0x8d: case 0xf5: case 0xf8: case 0xf9: /* jcc, jmp, nop, cwde, cdq, test, mov, lea, cmc, clc, stc */
	case 0x91 ... 0x97: /* xchg of registers */
		return none;
	case 0x80: case 0x81: case 0x83:
		return if_in_memory(x, group(x) == 7 ? load : modify);
	case 0x88: case 0x89:
		return if_in_memory(x, store);
	case 0xc6: case 0xc7:
		return group(x) ? unknown : if_in_memory(x, store);
	case 0xc0: case 0xc1: case 0xd0 ... 0xd3: /* shifts and rotations */
		return if_in_memory(x, modify);
	case 0xf6: case 0xf7: /* test, not, neg, mul, div */
		return if_in_memory(x, group(x) == 2 || group(x) == 3 ? modify : load);
	case 0xfe: case 0xff:
		if (group(x) < 2)
			return if_in_memory(x, modify); /* inc, dec */
		if (x->opcode == 0xfe)
			return unknown;
		if (group(x) == 4)
			return if_in_memory(x, load); /* jmp */
		return group(x) == 2 && !in_memory(x) ? store : unknown; /* call of a register */
	default:
		return unknown;
	}
}

/* Returns whether it is a repeated movs, cmps, stos, lods or scas. */
static bool is_repeated_string(const struct x86_insn *x)
{
	return (x->repeat || x->repeat_not) && !x->vex && !x->map
		&& ((x->opcode >= 0xa4 && x->opcode <= 0xa7) || (x->opcode >= 0xaa && x->opcode <= 0xaf));
}

static struct references x86_64_references(const uint8_t *bytes, size_t size)
{
	struct x86_insn x = x86_decode(bytes, size);

	if (!x.complete)
		return partial;
	if (is_repeated_string(&x))
		return (struct references){ .repeats = x.opcode >= 0xa4 && x.opcode <= 0xa7 ? 2 : 1 }; /* movs, cmps: 2 */
	if (x.lock || x.address32 || x.vex || x.map > 1)
		return unknown;
	return x.map ? two_bytes(&x) : one_byte(&x);
}

/* Decodes the class in bits 25 to 28 of the instruction word. */
static struct references aarch64_references(const uint8_t *insn, size_t size)
{
	uint32_t word;

	if (size != 4)
		return unknown;
	memcpy(&word, insn, 4);
	switch (word >> 25 & 15) {
	case 0x8: case 0x9: /* arithmetic with immediates */
	case 0x5: case 0xd: /* arithmetic with registers */
	case 0x7: case 0xf: /* floating point and vectors */
		return none;
	case 0xa: case 0xb: /* branches; system instructions may clear memory */
		return word >> 22 == 0x354 ? unknown : none;
	default:
		break;
	}
	/* Loads and stores of one general register of up to 8 bytes, with an immediate or register offset. */
	if ((word >> 27 & 7) == 7 && !(word >> 26 & 1)
			&& ((word >> 24 & 3) == 1 || !(word >> 21 & 1) || (word >> 10 & 3) == 2)
	    && (word >> 24 & 3) <= 1) {
		unsigned bytes = word >> 30, kind = word >> 22 & 3;

		if (bytes == 3 && kind == 2)
			return none; /* prefetch */
		return kind ? load : store;
	}
	return unknown;
}

references_of *references_for(const char *target)
{
	return !strcmp(target, "x86_64") ? x86_64_references : !strcmp(target, "aarch64") ? aarch64_references : NULL;
}
