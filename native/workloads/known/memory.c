/* Kernels that move data: strides, stores, non-temporal stores, locks, store forwarding. See known.h. */
#include "known.h"

#define UNITS        (1u << 20)
#define STREAM_BYTES ((size_t)256 << 20)
#define SMALL_BYTES  ((size_t)16 << 10)
#define NT_BYTES     ((size_t)64 << 20)
#define LINE         64
#define WRITTEN      "defined by the loop"
#define PASS(bytes)  ((bytes) / LINE)

static void *small(const struct caches *c, size_t *bytes)
{
	(void)c;
	return known_pages(*bytes = SMALL_BYTES);
}

static void *stream(const struct caches *c, size_t *bytes)
{
	(void)c;
	return known_pages(*bytes = STREAM_BYTES);
}

static void *target(const struct caches *c, size_t *bytes)
{
	(void)c;
	return known_pages(*bytes = NT_BYTES);
}

static const char *needs_small_caches(const struct caches *c)
{
	return 2 * (c->l3 > c->l2 ? c->l3 : c->l2) <= STREAM_BYTES ? NULL : "the caches of this machine contain half of the streamed array";
}

/* Loads from each line once, eight lines per turn. */
static void read_lines(const char *from, uint64_t lines)
{
	uint64_t n = lines / 8, t = 0;

#if defined(__x86_64__)
	__asm__ volatile(LOOP(".irp at,0,64,128,192,256,320,384,448\n\tmov \\at(%[p]), %[t]\n\t.endr\n\tadd $512, %[p]")
			 : [n] "+r"(n), [p] "+r"(from), [t] "+r"(t) : : "cc", "memory");
#else
	__asm__ volatile(LOOP(".irp at,0,64,128,192,256,320,384,448\n\tldr %[t], [%[p], #\\at]\n\t.endr\n\tadd %[p], %[p], #512")
			 : [n] "+r"(n), [p] "+r"(from), [t] "+r"(t) : : "cc", "memory");
#endif
}

static void read_stream(void *memory, uint64_t rounds)
{
	while (rounds--)
		read_lines(memory, PASS(STREAM_BYTES));
}

static void read_small(void *memory, uint64_t rounds)
{
	for (uint64_t passes = rounds * (UNITS / PASS(SMALL_BYTES)); passes--; )
		read_lines(memory, PASS(SMALL_BYTES));
}

static void store(void *memory, uint64_t rounds)
{
	uint64_t n = rounds * (UNITS / 64);

#if defined(__x86_64__)
	__asm__ volatile(LOOP(".set at, 0\n\t.rept 64\n\tmov %[n], at(%[p])\n\t.set at, at + 8\n\t.endr") : [n] "+r"(n) : [p] "r"(memory) : "cc", "memory");
#else
	__asm__ volatile(LOOP(".set at, 0\n\t.rept 64\n\tstr %[n], [%[p], #at]\n\t.set at, at + 8\n\t.endr") : [n] "+r"(n) : [p] "r"(memory) : "cc", "memory");
#endif
}

/* Writes whole lines by non-temporal stores. */
static void store_past(void *memory, uint64_t rounds)
{
	while (rounds--) {
		uint64_t n = PASS(NT_BYTES);
		char *p = memory;

#if defined(__x86_64__)
		__asm__ volatile(LOOP(".irp at,0,8,16,24,32,40,48,56\n\tmovnti %[n], \\at(%[p])\n\t.endr\n\tadd $64, %[p]") "sfence"
				 : [n] "+r"(n), [p] "+r"(p) : : "cc", "memory");
#else
		__asm__ volatile(LOOP(".irp at,0,16,32,48\n\tstnp %[n], %[n], [%[p], #\\at]\n\t.endr\n\tadd %[p], %[p], #64") "dmb ishst"
				 : [n] "+r"(n), [p] "+r"(p) : : "cc", "memory");
#endif
	}
}

static void lock(void *memory, uint64_t rounds)
{
	uint64_t n = rounds * (UNITS / 16 / 16);

#if defined(__x86_64__)
	__asm__ volatile(LOOP(".rept 16\n\tlock incq (%[p])\n\t.endr") : [n] "+r"(n) : [p] "r"(memory) : "cc", "memory");
#else
	uint64_t value = 0, again = 0;

	__asm__ volatile(LOOP(".rept 16\n\tldaxr %[v], [%[p]]\n\tadd %[v], %[v], #1\n\tstlxr %w[a], %[v], [%[p]]\n\t.endr")
			 : [n] "+r"(n), [v] "+&r"(value), [a] "+&r"(again) : [p] "r"(memory) : "cc", "memory");
#endif
}

static void forward(void *memory, uint64_t rounds)
{
	uint64_t n = rounds * (UNITS / 4 / 16), t = 0;

#if defined(__x86_64__)
	__asm__ volatile(LOOP(".rept 16\n\tmov %[t], (%[p])\n\tmov (%[p]), %[t]\n\t.endr") : [n] "+r"(n), [t] "+r"(t) : [p] "r"(memory) : "cc", "memory");
#else
	__asm__ volatile(LOOP(".rept 16\n\tstr %[t], [%[p]]\n\tldr %[t], [%[p]]\n\t.endr") : [n] "+r"(n), [t] "+r"(t) : [p] "r"(memory) : "cc", "memory");
#endif
}

#if defined(__x86_64__)
#define LINE_STORES       8
#define LOCK_INSTRUCTIONS 1
#else
#define LINE_STORES       4
#define LOCK_INSTRUCTIONS 3
#endif
#define FITS      "the data fits into the cache"
#define TURN_OF(k) EXACTLY("branches", 1.0 / (k), WRITTEN)
#define LINES_READ EXACTLY("instructions", 1 + 3.0 / 8, WRITTEN), TURN_OF(8), EXACTLY("loads", 1, WRITTEN), EXACTLY("stores", 0, WRITTEN)

const struct kernel memory_kernels[] = {
	{ "stride_memory", "lines", "one load from each line of 256 MiB, in order", PASS(STREAM_BYTES), needs_small_caches, stream, read_stream,
	  { LINES_READ, { "l1d_misses", 0.95, 1, 1.05, "each line is fetched once, by a load or by a prefetch" },
	    { "memory_read_bytes", 61, 64, 72, "each line is read once; prefetches may read beyond the end" } } },
	{ "stride_l1", "lines", "one load from each line of 16 KiB, in order", UNITS, NULL, small, read_small,
	  { { "instructions", 1 + 3.0 / 8, 1 + 3.0 / 8 + 8.0 / 256, 1 + 3.0 / 8 + 16.0 / 256, "defined by the loop, with the start of each pass" },
	    { "branches", 1.0 / 8, 1.0 / 8 + 1.0 / 256, 1.0 / 8 + 4.0 / 256, "defined by the loop, with the start of each pass" },
	    EXACTLY("loads", 1, WRITTEN), EXACTLY("stores", 0, WRITTEN), NONE_OF("l1d_misses", 0.01, FITS), NONE_OF("memory_read_bytes", 0.6, FITS) } },
	{ "stores", "stores", "stores of 8 bytes within 512 bytes", UNITS, NULL, small, store,
	  { EXACTLY("instructions", 1 + 2.0 / 64, WRITTEN), TURN_OF(64), EXACTLY("loads", 0, WRITTEN), EXACTLY("stores", 1, WRITTEN),
	    NONE_OF("l1d_misses", 0.01, FITS) } },
	{ "nt_stores", "lines", "lines of 64 MiB written by non-temporal stores", PASS(NT_BYTES), NULL, target, store_past,
	  { EXACTLY("instructions", LINE_STORES + 3, WRITTEN), TURN_OF(1), EXACTLY("loads", 0, WRITTEN), EXACTLY("stores", LINE_STORES, WRITTEN),
	    { "memory_write_bytes", 61, 64, 72, "each line is written once, as a whole" } } },
	{ "locks", "increments", "atomic increments of one word", UNITS / 16, NULL, small, lock,
	  { EXACTLY("instructions", LOCK_INSTRUCTIONS + 2.0 / 16, WRITTEN), TURN_OF(16), EXACTLY("loads", 1, WRITTEN), EXACTLY("stores", 1, WRITTEN),
	    EXACTLY("locks", 1, WRITTEN), NONE_OF("l1d_misses", 0.01, FITS) } },
	{ "store_forwards", "pairs", "a store, and a load of the stored value", UNITS / 4, NULL, small, forward,
	  { EXACTLY("instructions", 2 + 2.0 / 16, WRITTEN), TURN_OF(16), EXACTLY("loads", 1, WRITTEN), EXACTLY("stores", 1, WRITTEN),
	    { "store_forwards", 0.9, 1, 1.02, "the value is still in the store buffer when it is loaded" }, NONE_OF("l1d_misses", 0.01, FITS) } },
	{ 0 },
};
