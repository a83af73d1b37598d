/* A rank's place in the folder of its run; see place.h. */
#include "place.h"
#include "environment.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_RANKS 1000000

const char *place_file(char path[PATH_MAX], const char *folder, const char *name)
{
	if (snprintf(path, PATH_MAX, "%s/%s", folder, name) >= PATH_MAX)
		path[0] = 0;
	return path;
}

const char *place_output(char path[PATH_MAX], const struct place *p, const char *name, const char *ending)
{
	const char *local = environment_get("RB_CLUSTER_LOCAL"), *run = strrchr(p->run, '/');

	if (!local || !*local || snprintf(path, PATH_MAX, "%s/runbench-%s-rank-%05d-%s%s", local, run ? run + 1 : p->run,
			p->id.rank, p->host, ending) >= PATH_MAX)
		return place_file(path, p->folder, name);
	return path;
}

void place_set_eventlog(const struct place *p)
{
	static char assignment[PATH_MAX + 16] = "RB_EVENTLOG=";
	char path[PATH_MAX];

	strcpy(assignment + strlen("RB_EVENTLOG="), place_output(path, p, PLACE_EVENTLOG, "-" PLACE_EVENTLOG));
	environment_remove("RB_EVENTLOG");
	environment_add(assignment);
}

/* Returns whether the folder has a model of any host. */
static bool has_models(const char *folder)
{
	static const char suffix[] = ".model.json";
	DIR *models = opendir(folder);
	bool found = false;

	if (!models)
		return false;
	for (struct dirent *e; !found && (e = readdir(models));) {
		size_t n = strlen(e->d_name);

		found = n >= sizeof suffix && !strcmp(e->d_name + n - (sizeof suffix - 1), suffix);
	}
	closedir(models);
	return found;
}

void place_set_sync(const struct place *p)
{
	static char assignment[PATH_MAX + 16] = "RB_SYNC=";
	char folder[PATH_MAX], model[PATH_MAX], name[320];

	if (environment_get("RB_SYNC"))
		return;
	snprintf(name, sizeof name, "%s.model.json", p->host);
	place_file(model, place_file(folder, p->run, "clocks"), name);
	if (access(model, R_OK) && !has_models(folder))
		return;
	strcpy(assignment + strlen("RB_SYNC="), access(model, R_OK) ? folder : model);
	environment_add(assignment);
}

/* Returns the folder of the run that has one folder for each rank or program. */
static const char *members(const struct place *p)
{
	return place_is_planned(p) ? "programs" : "ranks";
}

void place_name_program(struct place *p)
{
	const char *name = environment_get("RB_CLUSTER_PROGRAM");

	snprintf(p->program, sizeof p->program, "%s", name && !strchr(name, '/') ? name : "");
}

/* Claims a rank: exactly one process on all nodes succeeds. */
static bool claim_rank(const struct place *p, const char *run, int rank)
{
	char path[PATH_MAX], name[64];

	snprintf(name, sizeof name, "%s/.taken-%05d", members(p), rank);
	return !mkdir(place_file(path, run, name), 0777);
}

bool place_claim(struct place *p, bool claim)
{
	const char *run = environment_get("RB_CLUSTER_RUN");
	char name[320];

	if (!run || !*run || environment_get("RB_CLUSTER_TAKEN") || strlen(run) >= sizeof p->run)
		return false;
	strcpy(p->run, run);
	place_name_program(p);
	if (identity_find(&p->id)) {
		if (!claim_rank(p, run, p->id.rank))
			return false;
	} else {
		if (!claim)
			return false;
		p->id = (struct identity){ .from = "order of arrival" };
		while (p->id.rank < MAX_RANKS && !claim_rank(p, run, p->id.rank)) {
			if (errno != EEXIST)
				return false;
			p->id.rank++;
		}
	}
	identity_host(p->host, sizeof p->host);
	snprintf(name, sizeof name, "hosts/%s", p->host);
	p->leader = !mkdir(place_file(p->node, run, name), 0777);
	if (place_is_planned(p))
		snprintf(name, sizeof name, "programs/%s", p->program);
	else
		snprintf(name, sizeof name, "ranks/rank-%05d-%s", p->id.rank, p->host);
	/* Any other failure appears when the files are written. */
	(void)!mkdir(place_file(p->folder, run, name), 0777);
	return true;
}

static bool is_running(const char *folder)
{
	char path[PATH_MAX], line[1024];
	const char *pid = NULL;
	FILE *f;

	if (!access(place_file(path, folder, "ended.json"), F_OK))
		return false;
	f = fopen(place_file(path, folder, "rank.json"), "re");
	if (!f)
		return false;
	if (fgets(line, sizeof line, f))
		pid = strstr(line, "\"pid\":");
	fclose(f);
	return pid && (!kill((pid_t)atoi(pid + 6), 0) || errno == EPERM);
}

int place_other_ranks(const struct place *p)
{
	char path[PATH_MAX], folder[PATH_MAX], ending[300];
	DIR *ranks = opendir(place_file(path, p->run, "ranks"));
	const char *own = strrchr(p->folder, '/') + 1;
	int n = 0;

	if (!ranks)
		return 0;
	snprintf(ending, sizeof ending, "-%s", p->host);
	for (struct dirent *e; (e = readdir(ranks));) {
		size_t length = strlen(e->d_name), tail = strlen(ending);

		if (!strncmp(e->d_name, "rank-", 5) && length > tail && !strcmp(e->d_name + length - tail, ending)
				&& strcmp(e->d_name, own))
			n += is_running(place_file(folder, path, e->d_name));
	}
	closedir(ranks);
	return n;
}

int place_write(const char *folder, const char *name, const struct text *content)
{
	char path[PATH_MAX], half[PATH_MAX], half_name[128];
	const char *data = text_string(content);
	size_t left = strlen(data);
	int fd, error = 0;

	snprintf(half_name, sizeof half_name, ".%s.part", name);
	fd = open(place_file(half, folder, half_name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0)
		return -1;
	while (left && !error) {
		ssize_t n = write(fd, data, left);

		if (n < 0 && errno != EINTR)
			error = errno;
		if (n > 0) {
			data += n;
			left -= (size_t)n;
		}
	}
	if (close(fd) && !error)
		error = errno;
	if (!error && rename(half, place_file(path, folder, name)))
		error = errno;
	if (error)
		unlink(half);
	errno = error;
	return error ? -1 : 0;
}

/* Appends a member; in a plan, each "rank" of the value becomes "program". */
static void add_named(struct text *t, const struct place *p, const char *name, const char *value)
{
	struct text named = { .survives = true };
	const char *rank;

	while (place_is_planned(p) && (rank = strstr(value, "rank"))) {
		text_add_bytes(&named, value, (size_t)(rank - value));
		text_add(&named, "program");
		value = rank + strlen("rank");
	}
	text_add(&named, "%s", value);
	text_add_member(t, name, text_string(&named));
	text_free(&named);
}

void place_problem(const struct place *p, const char *what, const char *why, const char *remedy)
{
	struct text t = { .survives = true };

	text_add(&t, "{\"v\":1,\"rank\":%d", p->id.rank);
	text_add_member(&t, "host", p->host);
	add_named(&t, p, "what", what);
	text_add_member(&t, "why", why);
	if (remedy)
		add_named(&t, p, "remedy", remedy);
	text_add(&t, "}\n");
	place_write(p->folder, "problem.json", &t);
	text_free(&t);
}
