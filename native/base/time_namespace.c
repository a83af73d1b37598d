/* The offset of a time namespace; see time_namespace.h. */
#include "time_namespace.h"
#include "clock_ns.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

int time_namespace_offset(int64_t *ns)
{
	struct stat own, children;
	long long s = 0, rest = 0;
	char line[128];
	bool found = false;
	FILE *f;

	*ns = 0;
	if (stat("/proc/self/ns/time", &own))
		return errno == ENOENT ? 0 : errno; /* a kernel without time namespaces */
	/* The file contains the offsets of the namespace for children. */
	if (stat("/proc/self/ns/time_for_children", &children))
		return errno;
	if (own.st_ino != children.st_ino)
		return EXDEV;
	f = fopen("/proc/self/timens_offsets", "re");
	if (!f)
		return errno;
	while (!found && fgets(line, sizeof line, f))
		/* Before Linux 5.10 the clock is a number. */
		found = sscanf(line, "monotonic %lld %lld", &s, &rest) == 2 || sscanf(line, "1 %lld %lld", &s, &rest) == 2;
	fclose(f);
	*ns = s * (int64_t)NS_PER_S + rest;
	return found ? 0 : EPROTO;
}
