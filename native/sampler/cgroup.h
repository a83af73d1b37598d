/*
 * Control groups as perf events know them: those of the hierarchy that the controller perf_event belongs to, which is a
 * version 1 hierarchy of its own where one is mounted, and the common one of version 2 otherwise.
 */
#ifndef RUNBENCH_CGROUP_H
#define RUNBENCH_CGROUP_H

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

struct cgroup {
	int  fd;              /* of its directory; -1: none */
	char name[PATH_MAX];  /* from the root of the hierarchy as it is seen from here: "/system.slice/sshd.service" */
	bool ours;            /* made here: it goes when it is closed */
	int  events_fd;       /* tells whether anybody is in it; -1: version 1, or the root of all, which do not */
	bool frozen, seen_populated;
};

/* Where the hierarchy is mounted. */
struct cgroup_mount {
	bool v2;
	char root[PATH_MAX], at[PATH_MAX]; /* the group that is mounted, and where */
};

/* What of a line of /proc/self/mountinfo; false where it mounts no hierarchy that perf events go by. */
bool cgroup_mount_of(const char *line, struct cgroup_mount *m);

/* The hierarchy that perf events go by here; false where none is mounted. */
bool cgroup_find_mount(struct cgroup_mount *found);

/* The path of this process's group in the mounted tree, out of the text of /proc/self/cgroup; false: not in there. */
bool cgroup_own_path(const char *text, const struct cgroup_mount *m, char path[PATH_MAX]);

/*
 * Opens a group by its directory (/sys/fs/cgroup/a/b) or its name in the hierarchy (/a/b, as in /proc/PID/cgroup). Returns 0,
 * or an exit code after having said what is wrong.
 */
int cgroup_open(struct cgroup *g, const char *path);

enum { CGROUP_REASON_BYTES = 512 };

/* Removes the groups that killed runs left in this process's own; one with processes stays, but is not frozen any more. */
void cgroup_remove_leftovers(void);

/*
 * Makes a group within that of this process, puts a process into it, and removes those that earlier runs had to leave there.
 * -1 with the reason where that is not possible; cgroup_make_remedy then says what to do.
 */
int cgroup_make(struct cgroup *g, pid_t pid, char why[CGROUP_REASON_BYTES]);

/* The same with nobody in it yet; number tells several of this process apart. */
int cgroup_make_empty(struct cgroup *g, unsigned number, char why[CGROUP_REASON_BYTES]);

/* Puts a process into it. False with errno. */
bool cgroup_take(const struct cgroup *g, pid_t pid);

extern const char cgroup_make_remedy[];

/*
 * True once nobody is in it or below it any more, though somebody was since it was opened, for however short a time; or when
 * it has been removed. A group of version 1 knows nothing of those below it, and tells nobody: it ends when it is removed.
 */
bool cgroup_ended(struct cgroup *g);

void cgroup_close(struct cgroup *g);

#endif
