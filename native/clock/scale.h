/* The frequency by which every program of one boot turns the TSC into ns. Each program could measure it by itself, but
 * two measurements differ by parts in ten million, which after a day of ticks is tens of ms: a model of one program's
 * clock would be useless to another. So the first one publishes its figure where the others find it. */
#ifndef RB_SCALE_H
#define RB_SCALE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct rb_scale {
	uint64_t hertz;         /* exactly the divisor that is used */
	double error;           /* how far that may be from the counter's true frequency, Hz */
	/* "boot": all programs agree; "user": those of this user do, because root has published nothing; "process": nowhere
	 * to publish, other programs may differ */
	const char *origin;
};

/* Where figures may be published. Only a folder and a file of that owner, which nobody else can write, are believed. */
struct rb_scale_folder {
	const char *path;
	uid_t owner;
};

/* This boot's scale: published in the first of /run/runbench (by root), $XDG_RUNTIME_DIR/runbench, /dev/shm/runbench-UID
 * that holds one, else found and published in the first that can be written. */
void rb_scale_of_boot(struct rb_scale *scale);

/* The same among given folders. */
void rb_scale_among(const struct rb_scale_folder *folders, size_t count, struct rb_scale *scale);

#endif
