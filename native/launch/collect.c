/* Moves recordings to the run's folder; see collect.h. */
#include "collect.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

static int copy(int from, int to)
{
	ssize_t n;

	do {
		n = sendfile(to, from, NULL, 1 << 22);
	} while (n > 0 || (n < 0 && errno == EINTR));
	return n < 0 || fsync(to) ? -1 : 0;
}

/* Copies a file under a temporary name, renames the copy and removes the original. Returns 0, or -1 with errno; then
 * the original is kept. */
static int move_file(const char *file, const char *folder, const char *name)
{
	char home[PATH_MAX], half[PATH_MAX], half_name[NAME_MAX + 16];
	int from, to, error = 0;

	snprintf(half_name, sizeof half_name, ".%s.part", name);
	from = open(file, O_RDONLY | O_CLOEXEC);
	to = open(place_file(half, folder, half_name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (from < 0 || to < 0 || copy(from, to) || rename(half, place_file(home, folder, name)))
		error = errno;
	if (from >= 0)
		close(from);
	if (to >= 0)
		close(to);
	unlink(error ? half : file);
	errno = error;
	return error ? -1 : 0;
}

const char *collect_recording(const struct place *p, const char *recording)
{
	char home[PATH_MAX], why[PATH_MAX + 128];

	if (!strcmp(place_file(home, p->folder, "samples.rec"), recording) || access(recording, F_OK))
		return NULL;
	if (!move_file(recording, p->folder, "samples.rec"))
		return NULL;
	snprintf(why, sizeof why, "%s; it is in %s on %s", strerror(errno), recording, p->host);
	place_problem(p, "the recording could not be moved to the run's folder", why,
		"copy it to the rank's folder as samples.rec");
	return recording;
}

void collect_event_logs(const struct place *p)
{
	char there[PATH_MAX], home[PATH_MAX], file[PATH_MAX], why[2 * PATH_MAX];
	DIR *files;
	int error = 0;

	place_output(there, p, PLACE_EVENTLOG, "-" PLACE_EVENTLOG);
	if (!strcmp(place_file(home, p->folder, PLACE_EVENTLOG), there) || !(files = opendir(there)))
		return;
	(void)!mkdir(home, 0777); /* a failure appears in the following steps */
	for (struct dirent *e; (e = readdir(files));)
		if (e->d_name[0] != '.' && move_file(place_file(file, there, e->d_name), home, e->d_name))
			error = errno;
	closedir(files);
	if (!error && !rmdir(there))
		return;
	snprintf(why, sizeof why, "%s; it is in %s on %s", strerror(error ? error : errno), there, p->host);
	place_problem(p, "the event log of this rank could not be moved to the run's folder", why,
		"copy it to eventlog in the rank's folder");
}
