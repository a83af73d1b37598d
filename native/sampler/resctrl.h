/*
 * What resctrl monitors of a program: a monitoring group of its own beneath /sys/fs/resctrl, which its tasks are put into and
 * which their children inherit. Each last-level cache (a domain) tells how much of it the group occupies, and how many bytes
 * went beyond it. Occupancy is no count: what is handed on is its sum over time, in byte-milliseconds.
 */
#ifndef RUNBENCH_RESCTRL_H
#define RUNBENCH_RESCTRL_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { RESCTRL_REASON_BYTES = 256, RESCTRL_DOMAINS = 64 };

struct resctrl_group {
	int  fd;               /* of its directory, locked for as long as this run lives; -1: none */
	char path[PATH_MAX];
};

/* One file of one domain: mon_data/mon_L3_00/mbm_total_bytes. */
struct resctrl_domain {
	char     name[32];
	uint64_t last, passed; /* the latest reading; what was read before it began anew */
	bool     seen;
};

struct resctrl_event {
	const struct resctrl_group *group;
	const char *file;      /* llc_occupancy, mbm_total_bytes, mbm_local_bytes */
	bool        gauge;     /* llc_occupancy */
	struct resctrl_domain domain[RESCTRL_DOMAINS];
	unsigned    domains;
	uint64_t    summed_ns, summed; /* of a gauge: up to when, byte-milliseconds */
	uint64_t    before;    /* the sum of the domains then */
	unsigned    restarts;  /* readings below the one before */
	unsigned    silent;    /* domains that told a number before, and none at the latest reading */
	char        why[RESCTRL_REASON_BYTES]; /* a domain says that it cannot tell; empty: all tell */
};

/* Makes a group for a process, this process's of that number, and removes those that killed runs left there. -1 with the reason and what to type. */
int  resctrl_make(struct resctrl_group *g, const char *root, pid_t pid, unsigned number, char why[RESCTRL_REASON_BYTES]);

/* -1 with the reason: no domain has such a file. */
int  resctrl_open(struct resctrl_event *e, const struct resctrl_group *g, const char *file, char why[RESCTRL_REASON_BYTES]);

/* The sum over all domains since they were opened; it never decreases. */
uint64_t resctrl_read(struct resctrl_event *e, uint64_t now_ns);

void resctrl_close(struct resctrl_group *g);

#endif
