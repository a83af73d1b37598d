/* Running tasks and CPUs; see attach.h. */
#include "attach.h"
#include "machine.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Reads the value of a line of /proc/TID/status, without leading blanks. Returns false if there is no such line. */
static bool read_status(pid_t tid, const char *key, char *value, size_t size)
{
	char path[64], line[256];
	bool found = false;
	FILE *f;

	snprintf(path, sizeof path, "/proc/%d/status", (int)tid);
	f = fopen(path, "re");
	while (f && !found && fgets(line, sizeof line, f))
		if (!strncmp(line, key, strlen(key))) {
			char *p = line + strlen(key);

			p += strspn(p, " \t");
			p[strcspn(p, "\n")] = 0;
			snprintf(value, size, "%s", p);
			found = true;
		}
	if (f)
		fclose(f);
	return found;
}

struct list {
	struct thread *task;
	unsigned count, capacity;
};

static void add(struct list *l, pid_t tid, pid_t pid)
{
	if (l->count == l->capacity) {
		l->task = realloc(l->task, (l->capacity = l->capacity * 2 + 64) * sizeof *l->task);
		if (!l->task)
			abort();
	}
	l->task[l->count++] = (struct thread){ .tid = tid, .pid = pid };
}

static void add_threads(struct list *l, pid_t pid)
{
	char path[64];
	struct dirent *entry;
	DIR *d;

	snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
	d = opendir(path);
	while (d && (entry = readdir(d)))
		if (atoi(entry->d_name) > 0)
			add(l, (pid_t)atoi(entry->d_name), pid);
	if (d)
		closedir(d);
}

static bool holds(const struct list *l, pid_t tid)
{
	for (unsigned i = 0; i < l->count; i++)
		if (l->task[i].tid == tid)
			return true;
	return false;
}

/* Returns whether a process is this one or an ancestor of it: observers are not observed. */
static bool is_ours(pid_t pid)
{
	char value[32];
	pid_t p = getpid();

	while (p > 1 && p != pid)
		p = read_status(p, "PPid:", value, sizeof value) ? (pid_t)atoi(value) : 0;
	return p == pid;
}

/* Adds the children of a thread that were not reparented. */
static void add_children(struct list *l, const struct thread *of)
{
	char path[64];
	int child;
	FILE *f;

	snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)of->pid, (int)of->tid);
	f = fopen(path, "re");
	while (f && fscanf(f, "%d", &child) == 1)
		if (!holds(l, child) && !is_ours(child))
			add_threads(l, child);
	if (f)
		fclose(f);
}

unsigned attach_tasks(pid_t pid, bool descendants, struct thread **tasks)
{
	struct list l = { 0 };

	add_threads(&l, pid);
	for (unsigned i = 0; descendants && i < l.count; i++) {
		struct thread of = l.task[i];

		add_children(&l, &of);
	}
	*tasks = l.task;
	return l.count;
}

pid_t attach_process_of(pid_t tid)
{
	char value[32];

	return read_status(tid, "Tgid:", value, sizeof value) ? (pid_t)atoi(value) : 0;
}

void attach_name(pid_t tid, char name[32])
{
	if (!read_status(tid, "Name:", name, 32))
		name[0] = 0;
}

bool attach_is_alive(pid_t tid)
{
	char state[32];

	return read_status(tid, "State:", state, sizeof state) && state[0] != 'Z' && state[0] != 'X';
}

bool attach_has_run(pid_t tid)
{
	unsigned long long on_cpu_ns = 0;
	char value[32], path[64];
	FILE *f;

	/* Switched out at least once; or on a CPU for a millisecond, if the kernel reports that. */
	if ((read_status(tid, "voluntary_ctxt_switches:", value, sizeof value) && atoll(value))
	    || (read_status(tid, "nonvoluntary_ctxt_switches:", value, sizeof value) && atoll(value)))
		return true;
	snprintf(path, sizeof path, "/proc/%d/schedstat", (int)tid);
	f = fopen(path, "re");
	if (f && fscanf(f, "%llu", &on_cpu_ns) != 1)
		on_cpu_ns = 0;
	if (f)
		fclose(f);
	return on_cpu_ns > 1000000;
}

enum attach_doing attach_doing(pid_t tid)
{
	static const long forks[] = {
#ifdef SYS_fork
		SYS_fork, SYS_vfork,
#endif
		SYS_clone, SYS_clone3 };
	enum attach_doing doing = ATTACH_OTHER;
	char path[64], line[32] = "";
	FILE *f;

	snprintf(path, sizeof path, "/proc/%d/syscall", (int)tid);
	f = fopen(path, "re");
	if (f && !fgets(line, sizeof line, f))
		line[0] = 0;
	if (f)
		fclose(f);
	if (!strncmp(line, "running", 7))
		doing = ATTACH_RUNNING;
	for (size_t i = 0; i < sizeof forks / sizeof *forks; i++)
		if (line[0] >= '0' && line[0] <= '9' && atol(line) == forks[i])
			doing = ATTACH_FORKS;
	return doing;
}

unsigned attach_cpus(const char *list, int **cpus, char error[160])
{
	int *online;
	unsigned all = machine_cpus(&online), count = 0;
	char *end;

	*cpus = online;
	if (!strcmp(list, "all"))
		return all;
	*cpus = malloc(all * sizeof **cpus);
	if (!*cpus)
		abort();
	for (const char *p = list; *p; p = end) {
		long from = strtol(p, &end, 10), to = from;
		bool some = end != p;

		if (some && *end == '-') {
			p = end + 1;
			to = strtol(p, &end, 10);
			some = end != p && to >= from;
		}
		if (!some || (*end && *end != ',')) {
			snprintf(error, 160, "'%s' is no list of CPUs", list);
			goto wrong;
		}
		for (long n = from; n <= to; n++) {
			bool known = false, twice = false;

			for (unsigned i = 0; i < all; i++)
				known |= online[i] == n;
			for (unsigned i = 0; i < count; i++)
				twice |= (*cpus)[i] == n;
			if (!known) {
				snprintf(error, 160, "CPU %ld is not online", n);
				goto wrong;
			}
			if (!twice)
				(*cpus)[count++] = (int)n;
		}
		end += *end == ',';
	}
	free(online);
	if (!count)
		snprintf(error, 160, "the list of CPUs is empty");
	return count;
wrong:
	free(online);
	return 0;
}
