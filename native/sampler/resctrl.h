/*
 * Cache and memory monitoring of a program by resctrl: its own monitoring group in /sys/fs/resctrl, which contains its tasks and
 * their children. For each last-level cache (a domain) the kernel reports the occupancy of the group and its memory traffic in
 * bytes. Occupancy is no count: its value is the integral over time, in byte-milliseconds.
 */
#ifndef RUNBENCH_RESCTRL_H
#define RUNBENCH_RESCTRL_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { RESCTRL_REASON_BYTES = 256, RESCTRL_DOMAINS = 64 };

struct resctrl_group {
	int  fd;               /* of its directory, locked until the end of this run; -1: none */
	char path[PATH_MAX];
};

/* One file of one domain: mon_data/mon_L3_00/mbm_total_bytes. */
struct resctrl_domain {
	char     name[32];
	uint64_t last, passed; /* the latest reading; the sum of readings before restarts */
	bool     seen;         /* a number was read */
};

struct resctrl_event {
	const struct resctrl_group *group;
	const char *file;      /* llc_occupancy, mbm_total_bytes, mbm_local_bytes */
	bool        gauge;     /* llc_occupancy */
	struct resctrl_domain domain[RESCTRL_DOMAINS];
	unsigned    domains;
	uint64_t    summed_ns, summed; /* of a gauge: end time of the integral; the integral in byte-milliseconds */
	uint64_t    before;    /* sum of the domains at the start */
	unsigned    restarts;  /* number of readings below the previous one */
	unsigned    silent;    /* domains without a number at the latest reading that had one before */
	char        why[RESCTRL_REASON_BYTES]; /* why a domain cannot be read; empty: all can */
};

/*
 * Creates a group for a process and removes the groups that killed runs left. number: distinguishes several groups of this
 * process. Returns 0, or -1 with the reason and the remedy.
 */
int  resctrl_make(struct resctrl_group *g, const char *root, pid_t pid, unsigned number, char why[RESCTRL_REASON_BYTES]);

/* Opens an event of a group. Returns 0, or -1 with the reason if no domain has such a file. */
int  resctrl_open(struct resctrl_event *e, const struct resctrl_group *g, const char *file, char why[RESCTRL_REASON_BYTES]);

/* Returns the sum over all domains since resctrl_open; it never decreases. */
uint64_t resctrl_read(struct resctrl_event *e, uint64_t now_ns);

void resctrl_close(struct resctrl_group *g);

#endif
