/* The rank of this process; see identity.h. */
#include "identity.h"
#include "environment.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The most specific variables come first: under Slurm, ranks of mpirun also have a rank of Slurm. */
static const struct {
	const char *rank, *size;
} launchers[] = {
	{ RANK_BY_TEMPLATE, "RB_CLUSTER_SIZE" },
	{ "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE" },
	{ "PMIX_RANK", "SLURM_NTASKS" },
	{ "PMI_RANK", "PMI_SIZE" },
	{ "MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE" },
	{ "SLURM_PROCID", "SLURM_STEP_NUM_TASKS" },
};

static const char *const programs[] = {
	"mpirun", "mpiexec", "orterun", "prte", "prterun", "prun", "orted", "prted", "mpiexec.hydra", "hydra_pmi_proxy",
	"hydra_bstrap_proxy",
	"srun", "sbatch", "salloc", "slurmstepd", "mpirun.openmpi", "mpiexec.openmpi", "mpirun.mpich", "mpiexec.mpich",
	"ssh", "rsh",
};

static bool number_of(const char *variable, int *value)
{
	const char *text = variable ? environment_get(variable) : NULL;
	char *end;
	long n;

	if (!text || !*text)
		return false;
	n = strtol(text, &end, 10);
	if (*end || n < 0 || n > INT_MAX)
		return false;
	*value = (int)n;
	return true;
}

bool identity_find(struct identity *id)
{
	for (size_t i = 0; i < sizeof launchers / sizeof *launchers; i++)
		if (number_of(launchers[i].rank, &id->rank)) {
			id->from = launchers[i].rank;
			if (!number_of(launchers[i].size, &id->size))
				id->size = 0;
			return true;
		}
	return false;
}

bool identity_of_launcher(const char *executable)
{
	const char *slash = strrchr(executable, '/');
	const char *name = slash ? slash + 1 : executable;

	for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
		if (!strcmp(name, programs[i]))
			return true;
	return false;
}

void identity_host(char *name, int size)
{
	const char *slurm = environment_get("SLURMD_NODENAME");

	if (gethostname(name, (size_t)size) || !*name)
		snprintf(name, (size_t)size, "unknown");
	name[size - 1] = 0;
	/* Removes a domain that Slurm omits from its node names. */
	if (slurm && *slurm && !strncmp(name, slurm, strlen(slurm)) && name[strlen(slurm)] == '.')
		name[strlen(slurm)] = 0;
	for (char *c = name; *c; c++)
		if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-", *c))
			*c = '_';
}

void identity_clock(char *id, int size)
{
	const char *rehearsed = environment_get("RB_CLUSTER_CLOCK");
	struct stat namespace = { 0 };
	char boot[64] = "";
	int fd;

	if (rehearsed && *rehearsed) {
		snprintf(id, (size_t)size, "%s", rehearsed);
		return;
	}
	fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
	if (fd >= 0) {
		ssize_t n = read(fd, boot, sizeof boot - 1);

		close(fd);
		boot[n > 0 ? n : 0] = 0;
		boot[strcspn(boot, "\n")] = 0;
	}
	if (!stat("/proc/self/ns/time", &namespace))
		snprintf(id, (size_t)size, "%s/%llu", boot, (unsigned long long)namespace.st_ino);
	else
		snprintf(id, (size_t)size, "%s/", boot);
}

void identity_processor(struct text *t)
{
	static const char *const names[] = { "vendor_id", "cpu family", "model", "CPU implementer", "CPU part" };
	struct text words = { .survives = true };
	char line[1024];
	FILE *f = fopen("/proc/cpuinfo", "re");

	/* An empty line ends the first processor. */
	while (f && fgets(line, sizeof line, f) && *line != '\n')
		for (size_t i = 0; i < sizeof names / sizeof *names; i++)
			if (!strncmp(line, names[i], strlen(names[i]))) {
				text_add(&words, "%s", line);
				break;
			}
	if (f)
		fclose(f);
	text_add_member(t, "processor", text_string(&words));
	text_free(&words);
}
