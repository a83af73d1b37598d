/* Memory of the kernels; see known.h. */
#include "known.h"
#include "../../base/say.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

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
