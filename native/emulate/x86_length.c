/* See x86_length.h. */
#include "x86_length.h"

struct reader {
	const uint8_t *bytes;
	size_t at, size;
};

/* Returns 0 after the end; `at` shows that. */
static uint8_t next(struct reader *r)
{
	uint8_t byte = r->at < r->size ? r->bytes[r->at] : 0;

	r->at++;
	return byte;
}

static uint8_t peek(const struct reader *r)
{
	return r->at < r->size ? r->bytes[r->at] : 0;
}

static void read_prefixes(struct reader *r, struct x86_insn *x)
{
	for (;; next(r)) {
		switch (peek(r)) {
		case 0x66: x->operand16 = true; break;
		case 0x67: x->address32 = true; break;
		case 0xf3: x->repeat = true; break;
		case 0xf2: x->repeat_not = true; break;
		case 0xf0: x->lock = true; break;
		case 0x26: case 0x2e: case 0x36: case 0x3e: case 0x64: case 0x65: x->segment = true; break;
		default:
			if ((peek(r) & 0xf0) == 0x40)
				x->wide = next(r) & 8;
			return;
		}
	}
}

static void read_opcode(struct reader *r, struct x86_insn *x)
{
	uint8_t byte = next(r);

	if (byte == 0xc5 || byte == 0xc4 || byte == 0x62) {
		uint8_t payload = next(r);

		x->vex = true;
		x->map = byte == 0xc5 ? 1 : payload & (byte == 0xc4 ? 31 : 7);
		for (int more = byte == 0xc5 ? 0 : byte == 0xc4 ? 1 : 2; more; more--)
			next(r);
		byte = next(r);
	} else if (byte == 0x0f) {
		byte = next(r);
		x->map = byte == 0x38 ? 2 : byte == 0x3a ? 3 : 1;
		if (x->map > 1)
			byte = next(r);
	}
	x->opcode = byte;
}

static bool has_modrm(const struct x86_insn *x)
{
	uint8_t o = x->opcode;

	switch (x->map) {
	case 0:
		return (o < 0x40 && (o & 7) < 4) || o == 0x62 || o == 0x63 || o == 0x69 || o == 0x6b
			|| (o >= 0x80 && o <= 0x8f) || o == 0xc0 || o == 0xc1 || o == 0xc6 || o == 0xc7
			|| (o >= 0xd0 && o <= 0xd3) || (o >= 0xd8 && o <= 0xdf) || o == 0xf6 || o == 0xf7 || o >= 0xfe;
	case 1:
		return !((o >= 0x04 && o <= 0x0b) || (o >= 0x30 && o <= 0x37) || o == 0x77 || (o >= 0x80 && o <= 0x8f)
			 || (o >= 0xa0 && o <= 0xa2) || (o >= 0xa8 && o <= 0xaa) || (o >= 0xc8 && o <= 0xcf));
	default:
		return true;
	}
}

static unsigned immediate_bytes(const struct x86_insn *x)
{
	unsigned full = x->operand16 && !x->wide ? 2 : 4;
	uint8_t o = x->opcode;

	if (x->map == 3)
		return 1;
	if (x->map == 1) {
		if (o >= 0x80 && o <= 0x8f)
			return full;
		return (o >= 0x70 && o <= 0x73) || o == 0xa4 || o == 0xac || o == 0xba || o == 0xc2 || (o >= 0xc4 && o <= 0xc6);
	}
	if (x->map)
		return 0;
	if (o < 0x40)
		return (o & 7) == 4 ? 1 : (o & 7) == 5 ? full : 0;
	switch (o) {
	case 0x6a: case 0x6b: case 0x70 ... 0x7f: case 0x80: case 0x82: case 0x83: case 0xa8: case 0xb0 ... 0xb7:
	case 0xc0: case 0xc1: case 0xc6: case 0xcd: case 0xd4: case 0xd5: case 0xe0 ... 0xe7: case 0xeb:
		return 1;
	case 0xc2: case 0xca:
		return 2;
	case 0xc8:
		return 3;
	case 0x68: case 0x69: case 0x81: case 0xa9: case 0xc7: case 0xe8: case 0xe9:
		return full;
	case 0xa0 ... 0xa3:
		return x->address32 ? 4 : 8;
	case 0xb8 ... 0xbf:
		return x->wide ? 8 : full;
	case 0xf6:
		return (x->modrm >> 3 & 7) < 2;
	case 0xf7:
		return (x->modrm >> 3 & 7) < 2 ? full : 0;
	default:
		return 0;
	}
}

/* Reads ModRM, SIB and displacement. */
static void read_operand(struct reader *r, struct x86_insn *x)
{
	unsigned mod, base;

	x->modrm = next(r);
	mod = x->modrm >> 6;
	base = x->modrm & 7;
	if (mod == 3)
		return;
	if (base == 4)
		base = next(r) & 7;
	r->at += mod == 1 ? 1 : mod == 2 || base == 5 ? 4 : 0;
}

struct x86_insn x86_decode(const uint8_t *bytes, size_t size)
{
	struct reader r = { .bytes = bytes, .size = size };
	struct x86_insn x = { .modrm = 0xc0 };

	read_prefixes(&r, &x);
	read_opcode(&r, &x);
	if (has_modrm(&x))
		read_operand(&r, &x);
	r.at += immediate_bytes(&x);
	x.complete = r.at <= size;
	return x;
}
