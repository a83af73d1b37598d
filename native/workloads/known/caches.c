/* The sizes of this machine's caches, and memory for kernels; see known.h. */
#include "known.h"
#include "../../base/say.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static int read_text(int index, const char *name, char *text, int size)
{
	char path[128];
	FILE *f;
	int got;

	snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/%s", index, name);
	f = fopen(path, "re");
	if (!f)
		return -1;
	got = fgets(text, size, f) != NULL;
	fclose(f);
	return got ? 0 : -1;
}

static size_t bytes_of(const char *text)
{
	size_t number = 0;
	char unit = 0;

	return sscanf(text, "%zu%c", &number, &unit) < 1 ? 0 : unit == 'K' ? number << 10 : unit == 'M' ? number << 20 : number;
}

static size_t or_else(size_t known, long of_library, size_t usual)
{
	return known ? known : of_library > 0 ? (size_t)of_library : usual;
}

struct caches caches_find(void)
{
	struct caches c = { 0 };
	size_t *const level[] = { NULL, &c.l1d, &c.l2, &c.l3 };
	char type[32], number[32], size[32];
	int described = 0;

	for (int i = 0; !read_text(i, "level", number, sizeof number); i++) {
		int n = number[0] - '0';

		if (n < 1 || n > 3 || read_text(i, "type", type, sizeof type) || !strncmp(type, "Instruction", 11) || read_text(i, "size", size, sizeof size))
			continue;
		*level[n] = bytes_of(size);
		described = 1;
		if (!read_text(i, "coherency_line_size", size, sizeof size))
			c.line = bytes_of(size);
	}
	c.line = or_else(c.line, sysconf(_SC_LEVEL1_DCACHE_LINESIZE), 64);
	c.l1d = or_else(c.l1d, sysconf(_SC_LEVEL1_DCACHE_SIZE), 32 << 10);
	c.l2 = or_else(c.l2, sysconf(_SC_LEVEL2_CACHE_SIZE), 1 << 20);
	/* If the kernel describes caches, a level without a description does not exist. */
	c.l3 = described ? c.l3 : or_else(c.l3, sysconf(_SC_LEVEL3_CACHE_SIZE), 32 << 20);
	return c;
}

void *known_pages(size_t bytes)
{
	char *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (memory == MAP_FAILED)
		exit(say_error(ERROR_MACHINE, "free some memory", "there is no memory for %zu bytes: %s", bytes, strerror(errno)));
	madvise(memory, bytes, MADV_NOHUGEPAGE);
	for (size_t i = 0; i < bytes; i += 4096)
		((volatile char *)memory)[i] = 0;
	return memory;
}
