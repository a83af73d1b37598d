/* Brings a recording home; see homecoming.h. */
#include "homecoming.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/sendfile.h>
#include <unistd.h>

static int copy(int from, int to)
{
	ssize_t n;

	do {
		n = sendfile(to, from, NULL, 1 << 22);
	} while (n > 0 || (n < 0 && errno == EINTR));
	return n < 0 || fsync(to) ? -1 : 0;
}

const char *bring_home(const struct place *p, const char *recording)
{
	char home[PATH_MAX], half[PATH_MAX], why[PATH_MAX + 128];
	int from, to, error = 0;

	if (!strcmp(place_file(home, p->folder, "samples.rec"), recording) || access(recording, F_OK))
		return NULL;
	from = open(recording, O_RDONLY | O_CLOEXEC);
	to = open(place_file(half, p->folder, ".samples.rec.part"), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (from < 0 || to < 0 || copy(from, to) || rename(half, home))
		error = errno;
	if (from >= 0)
		close(from);
	if (to >= 0)
		close(to);
	if (!error) {
		unlink(recording);
		return NULL;
	}
	unlink(half);
	snprintf(why, sizeof why, "%s; it lies in %s on %s", strerror(error), recording, p->host);
	place_problem(p, "the recording could not be brought into the run's folder", why, "copy it to the rank's folder as samples.rec");
	return recording;
}
