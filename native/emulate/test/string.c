/* Repeated string instructions with known references.
 *   string stosb|stosq|movsb|movsq|scasb|cmpsb BYTES ROUNDS
 *   string avx512 BYTES ROUNDS executes an AVX-512 instruction instead. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = { "stosb", "stosq", "movsb", "movsq", "scasb", "cmpsb", "avx512" };

#ifdef __x86_64__
static void once(unsigned what, char *to, char *from, size_t bytes)
{
	size_t words = bytes / 8;

	if (what == 0)
		__asm__ volatile("rep stosb" : "+D"(to), "+c"(bytes) : "a"(0) : "memory");
	else if (what == 1)
		__asm__ volatile("rep stosq" : "+D"(to), "+c"(words) : "a"(0) : "memory");
	else if (what == 2)
		__asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(bytes) : : "memory");
	else if (what == 3)
		__asm__ volatile("rep movsq" : "+D"(to), "+S"(from), "+c"(words) : : "memory");
	else if (what == 4)
		__asm__ volatile("repne scasb" : "+D"(to), "+c"(bytes) : "a"(1) : "memory", "cc");
	else if (what == 6)
		__asm__ volatile(".byte 0x62, 0xf1, 0xfd, 0x48, 0xef, 0xc0"); /* vpxorq %zmm0, %zmm0, %zmm0 */
	else
		__asm__ volatile("repe cmpsb" : "+D"(to), "+S"(from), "+c"(bytes) : : "memory", "cc");
}
#else
static void once(unsigned what, char *to, char *from, size_t bytes)
{
	(void)what; (void)to; (void)from; (void)bytes;
}
#endif

int main(int argc, char **argv)
{
	size_t bytes = argc == 4 ? strtoul(argv[2], NULL, 0) : 0;
	char *to = aligned_alloc(4096, 1 << 20), *from = aligned_alloc(4096, 1 << 20);
	long rounds = argc == 4 ? atol(argv[3]) : 0;
	unsigned what = 0;

	while (argc == 4 && what < 7 && strcmp(argv[1], names[what]))
		what++;
	if (what > 6 || !bytes || bytes > 1 << 20 || !to || !from)
		return 2;
	for (long i = 0; i < rounds; i++)
		once(what, to, from, bytes);
	return 0;
}
