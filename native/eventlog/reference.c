/* The functions of runbench/sync.h except rb_sync_window. */
#include "reference.h"
#include "../base/clock_ns.h"

#include <runbench/clock.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PUBLIC          __attribute__((visibility("default")))
#define MAX_MODEL_BYTES (64u << 20)
#define SUFFIX          ".model.json"

enum source { OF_NONE, OF_MONOTONIC, OF_REALTIME, OF_RAW, OF_COUNTER };

char *reference_read_file(const char *path, size_t limit, size_t *size, char *error, size_t error_size)
{
	int         file = open(path, O_RDONLY | O_CLOEXEC);
	struct stat s;
	char       *bytes = NULL;

	*size = 0;
	if (file < 0 || fstat(file, &s))
		goto failed;
	if (!S_ISREG(s.st_mode) || (uint64_t)s.st_size > limit) {
		errno = S_ISREG(s.st_mode) ? EFBIG : EINVAL;
		goto failed;
	}
	bytes = malloc((size_t)s.st_size + 1);
	if (!bytes)
		goto failed;
	while (*size < (size_t)s.st_size) {
		ssize_t n = read(file, bytes + *size, (size_t)s.st_size - *size);

		if (n < 0 && errno != EINTR)
			goto failed;
		if (n == 0)
			break;
		*size += n > 0 ? (size_t)n : 0;
	}
	bytes[*size] = 0;
	close(file);
	return bytes;
failed:
	snprintf(error, error_size, "%s: cannot be read: %s", path, strerror(errno));
	free(bytes);
	if (file >= 0)
		close(file);
	return NULL;
}

static struct model *read_model(const char *path, char *error, size_t error_size)
{
	size_t        size;
	char         *json = reference_read_file(path, MAX_MODEL_BYTES, &size, error, error_size);
	struct model *m = json ? model_parse(path, json, size, error, error_size) : NULL;

	free(json);
	return m;
}

static int source_of(const char *name)
{
	static const struct {
		const char *name;
		int         source;
	} sources[] = { { "monotonic", OF_MONOTONIC }, { "realtime", OF_REALTIME }, { "gettimeofday", OF_REALTIME },
		{ "syscall", OF_REALTIME }, { "raw", OF_RAW }, { "tsc", RB_HAVE_TSC ? OF_COUNTER : OF_NONE },
		{ "tscp", RB_HAVE_TSC ? OF_COUNTER : OF_NONE } };

	for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
		if (strcmp(sources[i].name, name) == 0)
			return sources[i].source;
	return OF_NONE;
}

/* Writes FOLDER/NAME.model.json. Returns whether it is a file. */
static bool model_path(char *path, size_t size, const char *folder, const char *name)
{
	return snprintf(path, size, "%s/%s" SUFFIX, folder, name) < (int)size && access(path, F_OK) == 0;
}

/* Opens the reference's own clock by any model in the folder whose reference is this host. */
static bool is_reference(struct rb_sync *sync, const char *folder, const char *host, char *error, size_t error_size)
{
	DIR           *all = opendir(folder);
	struct dirent *entry;
	bool           found = false, any = false;

	while (all && !found && (entry = readdir(all))) {
		size_t        length = strlen(entry->d_name);
		char          path[PATH_MAX];
		struct model *m;

		if (length <= strlen(SUFFIX) || strcmp(entry->d_name + length - strlen(SUFFIX), SUFFIX) != 0
			|| snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) >= (int)sizeof path)
			continue;
		any = true;
		m = read_model(path, error, error_size);
		found = m && strcmp(m->reference, host) == 0;
		if (found) {
			/* Older models name the clock of the node only; by default both use the same one. */
			memcpy(sync->name, m->reference_source[0] ? m->reference_source : m->source, sizeof sync->name);
			/* Its frequency is in no model. */
			sync->clock = source_of(sync->name) == OF_COUNTER ? OF_NONE : source_of(sync->name);
			memcpy(sync->node, m->reference, sizeof sync->node);
		}
		free(m);
	}
	if (all)
		closedir(all);
	if (!found)
		snprintf(error, error_size, "%s: %s of the host '%s', and it is not the reference of %s; name the file, or measure with "
			"--hosts %s", folder, "no model", host, any ? "the models there" : "any model", host);
	return found;
}

static bool locate_files(struct rb_sync *sync, const char *path, char *error, size_t error_size)
{
	struct stat s;
	const char *slash = strrchr(path, '/');
	char        host[MODEL_NAME_BYTES];

	if (stat(path, &s)) {
		snprintf(error, error_size, "%s: %s; runbench sync measure -o DIR writes models", path, strerror(errno));
		return false;
	}
	if (!S_ISDIR(s.st_mode)) {
		if (snprintf(sync->file, sizeof sync->file, "%s", path) < (int)sizeof sync->file
			&& snprintf(sync->service, sizeof sync->service, "%.*s/windows.service", slash ? (int)(slash - path) : 1,
				slash ? path : ".") < (int)sizeof sync->service)
			return true;
	} else if (snprintf(sync->service, sizeof sync->service, "%s/windows.service", path) < (int)sizeof sync->service) {
		if (gethostname(host, sizeof host))
			snprintf(host, sizeof host, "localhost");
		host[sizeof host - 1] = 0;
		if (model_path(sync->file, sizeof sync->file, path, host))
			return true;
		host[strcspn(host, ".")] = 0;
		if (model_path(sync->file, sizeof sync->file, path, host))
			return true;
		sync->file[0] = 0;
		/* The reference may have either name. */
		if (is_reference(sync, path, host, error, error_size))
			return true;
		if (gethostname(host, sizeof host) == 0 && strchr(host, '.'))
			return is_reference(sync, path, host, error, error_size);
		return false;
	}
	snprintf(error, error_size, "%s: %s", path, strerror(ENAMETOOLONG));
	return false;
}

PUBLIC struct rb_sync *rb_sync_open(const char *path, char *error, size_t error_size)
{
	struct rb_sync *sync;

	path = path ? path : secure_getenv("RB_SYNC");
	if (!path) {
		snprintf(error, error_size, "no clock model: $RB_SYNC is not set; set it to the folder of runbench sync measure -o");
		return NULL;
	}
	sync = calloc(1, sizeof *sync);
	if (!sync) {
		snprintf(error, error_size, "%s", strerror(ENOMEM));
		return NULL;
	}
	pthread_mutex_init(&sync->replacing, NULL);
	if (!locate_files(sync, path, error, error_size)) {
		rb_sync_close(sync);
		return NULL;
	}
	if (sync->file[0]) {
		sync->model = read_model(sync->file, error, error_size);
		if (!sync->model) {
			rb_sync_close(sync);
			return NULL;
		}
		memcpy(sync->name, sync->model->source, sizeof sync->name);
		memcpy(sync->node, sync->model->node, sizeof sync->node);
		sync->clock = source_of(sync->name);
		sync->hertz = (uint64_t)(model_hertz(sync->model) + 0.5);
		if (sync->clock == OF_COUNTER && sync->hertz == 0)
			sync->clock = OF_NONE;
	}
	return sync;
}

PUBLIC void rb_sync_close(struct rb_sync *sync)
{
	if (!sync)
		return;
	for (struct model *m = sync->model; m;) {
		struct model *older = m->older;

		free(m);
		m = older;
	}
	pthread_mutex_destroy(&sync->replacing);
	free(sync);
}

int reference_replace(struct rb_sync *sync, struct model *next, char *error, size_t error_size)
{
	int result = 0;

	pthread_mutex_lock(&sync->replacing);
	/* A counter's frequency is part of rb_sync_now, so that it may not change either. */
	if (strcmp(next->node, sync->model->node) != 0 || strcmp(next->reference, sync->model->reference) != 0
		|| strcmp(next->source, sync->model->source) != 0
		|| (sync->clock == OF_COUNTER && (uint64_t)(model_hertz(next) + 0.5) != sync->hertz)) {
		snprintf(error, error_size, "%s: the new model is of another clock: node '%s', reference '%s', clock '%s'; open it again",
			sync->file, next->node, next->reference, next->source);
		free(next);
		result = -1;
	} else {
		next->older = sync->model;
		__atomic_store_n(&sync->model, next, __ATOMIC_RELEASE);
	}
	pthread_mutex_unlock(&sync->replacing);
	return result;
}

PUBLIC int rb_sync_reload(struct rb_sync *sync, char *error, size_t error_size)
{
	struct model *next;

	if (!sync->model)
		return 0;
	next = read_model(sync->file, error, error_size);
	return next ? reference_replace(sync, next, error, error_size) : -1;
}

PUBLIC int rb_sync_at(const struct rb_sync *sync, int64_t stamp_ns, struct rb_sync_time *time)
{
	const struct model *m = __atomic_load_n(&sync->model, __ATOMIC_ACQUIRE);

	if (!m) {
		*time = (struct rb_sync_time){ .ref_ns = stamp_ns, .how = RB_SYNC_REFERENCE };
		return 0;
	}
	if (model_locate(m, stamp_ns, time))
		return 0;
	errno = ERANGE;
	return -1;
}

PUBLIC int rb_sync_now(const struct rb_sync *sync, struct rb_sync_time *time)
{
	int64_t now;

	switch (sync->clock) {
	case OF_MONOTONIC:
		now = (int64_t)clock_ns();
		break;
	case OF_REALTIME:
		now = clock_realtime_ns();
		break;
	case OF_RAW:
		now = (int64_t)clock_raw_ns();
		break;
#if RB_HAVE_TSC
	case OF_COUNTER: {
		/* In two parts, rounded down, as in the clock library. */
		uint64_t ticks = rb_tsc();

		now = (int64_t)(ticks / sync->hertz * NS_PER_S + ticks % sync->hertz * NS_PER_S / sync->hertz);
		break;
	}
#endif
	default:
		errno = ENOTSUP;
		return -1;
	}
	return rb_sync_at(sync, now, time);
}

PUBLIC const char *rb_sync_clock(const struct rb_sync *sync)
{
	return sync->name;
}

PUBLIC double rb_sync_drift_bound(const struct rb_sync *sync)
{
	const struct model        *m = __atomic_load_n(&sync->model, __ATOMIC_ACQUIRE);
	const struct model_window *w = m ? &m->window[m->windows - 1] : NULL;
	double                     above, below;

	if (!w)
		return 0;
	above = w->slope_hi - w->slope;
	below = w->slope - w->slope_lo;
	return ((above > below ? above : below) + m->wander) * 1e6;
}
