/*
 * Control groups in the hierarchy of the controller perf_event: its own version 1 hierarchy if one is mounted, otherwise the
 * common hierarchy of version 2.
 */
#ifndef RUNBENCH_CGROUP_H
#define RUNBENCH_CGROUP_H

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

struct cgroup {
	int  fd;              /* of its directory; -1: none */
	char name[PATH_MAX];  /* from the root of the visible hierarchy: "/system.slice/sshd.service" */
	bool ours;            /* created here; removed by cgroup_close */
	int  events_fd;       /* of cgroup.events; -1: version 1, or the root group, which have none */
	bool frozen, seen_populated; /* state at the last read; whether the group ever had processes */
};

/* A mount of the hierarchy. */
struct cgroup_mount {
	bool v2;
	char root[PATH_MAX], at[PATH_MAX]; /* the mounted group, and the mount point */
};

/* Parses a line of /proc/self/mountinfo. Returns false if it mounts no hierarchy with perf events. */
bool cgroup_mount_of(const char *line, struct cgroup_mount *m);

/* Finds the hierarchy of perf events. Returns false if none is mounted. */
bool cgroup_find_mount(struct cgroup_mount *found);

/* Parses /proc/self/cgroup: the path of this process's group in the mounted tree. Returns false if it is outside. */
bool cgroup_own_path(const char *text, const struct cgroup_mount *m, char path[PATH_MAX]);

/*
 * Opens a group by its directory (/sys/fs/cgroup/a/b) or its name in the hierarchy (/a/b, as in /proc/PID/cgroup). Returns 0,
 * or an exit code after reporting the error.
 */
int cgroup_open(struct cgroup *g, const char *path);

enum { CGROUP_REASON_BYTES = 512 };

/* Removes the groups that killed runs left in this process's group. A group with processes remains, but is thawed. */
void cgroup_remove_leftovers(void);

/*
 * Creates a group within that of this process, moves a process into it, and removes the groups that killed runs left. Returns 0,
 * or -1 with the reason; cgroup_make_remedy is the remedy.
 */
int cgroup_make(struct cgroup *g, pid_t pid, char why[CGROUP_REASON_BYTES]);

/* Creates an empty group in the same way; number: distinguishes several groups of this process. */
int cgroup_make_empty(struct cgroup *g, unsigned number, char why[CGROUP_REASON_BYTES]);

/* Moves a process into the group. Returns false with errno on failure. */
bool cgroup_take(const struct cgroup *g, pid_t pid);

extern const char cgroup_make_remedy[];

/*
 * Returns whether the group and its descendants have become empty since it was opened, or the group was removed. A group that
 * had no process yet has not ended. A group of version 1 ends when it is removed: it reports nothing else.
 */
bool cgroup_ended(struct cgroup *g);

void cgroup_close(struct cgroup *g);

#endif
