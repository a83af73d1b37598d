/* Decodes the length of an x86-64 instruction: Intel SDM volume 2, chapter 2 and appendix A. */
#ifndef RUNBENCH_X86_LENGTH_H
#define RUNBENCH_X86_LENGTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The decoded beginning of an instruction. */
struct x86_insn {
	bool    operand16, address32, repeat, repeat_not, segment, lock, wide; /* prefixes; wide: REX.W */
	unsigned map;     /* 0: one byte; 1: 0f xx; 2: 0f 38 xx; 3: 0f 3a xx */
	bool    vex;      /* or EVEX, XOP: operands as in the map, plus a third one */
	uint8_t opcode;
	uint8_t modrm;    /* 0xc0 if absent */
	bool    complete; /* all bytes are present */
};

struct x86_insn x86_decode(const uint8_t *bytes, size_t size);

#endif
