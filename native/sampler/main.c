/*
 * runbench-sampler: runs a benchmark under counters and writes a recording. runbench starts it with the selected events;
 * native/sampler/README.md describes options and protocol.
 */
#include "../base/say.h"
#include "session.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

/* Opens closed standard streams, so that no other file gets descriptor 0, 1 or 2. */
static void fill_standard_streams(void)
{
	int fd;

	do {
		fd = open("/dev/null", O_RDWR | O_CLOEXEC);
	} while (fd >= 0 && fd <= 2);
	if (fd > 2)
		close(fd);
}

int main(int argc, char **argv)
{
	struct options options;
	int status;

	fill_standard_streams();
	status = options_parse(&options, argc, argv);
	if (!status)
		status = session_run(&options);
	free(options.events);
	free(options.cgroup);
	free((void *)options.program.cpus);
	free((void *)options.program.nodes);
	return status;
}
