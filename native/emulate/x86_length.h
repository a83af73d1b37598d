/* How long an x86-64 instruction is: Intel SDM volume 2, chapter 2 and appendix A. */
#ifndef RUNBENCH_X86_LENGTH_H
#define RUNBENCH_X86_LENGTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A decoded beginning. */
struct x86_insn {
	bool    operand16, address32, repeat, repeat_not, segment, lock, wide; /* prefixes; wide: REX.W */
	unsigned map;     /* 0: one byte; 1: 0f xx; 2: 0f 38 xx; 3: 0f 3a xx */
	bool    vex;      /* or EVEX, XOP: operands as in the map, but three of them */
	uint8_t opcode;
	uint8_t modrm;    /* 0xc0 where there is none */
	bool    complete; /* all its bytes are there */
};

struct x86_insn x86_decode(const uint8_t *bytes, size_t size);

#endif
