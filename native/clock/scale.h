/* The frequency by which all programs of one boot convert the TSC to ns. Separate measurements differ by parts in ten
 * million, which is tens of ms after a day: the model of one program's clock would be useless for another. The first
 * program therefore publishes its value, and the others read it. */
#ifndef RB_SCALE_H
#define RB_SCALE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct rb_scale {
	uint64_t hertz; /* the exact divisor of the conversion */
	double error;   /* maximum difference from the counter's true frequency, Hz */
	/* "boot": all programs of this boot use this value; "user": all programs of this user do, because root has
	 * published none; "process": no folder to publish in, other programs may use another value. */
	const char *origin;
};

/* A folder for published values. It is used only if it and the file belong to owner and no other user can write to
 * them. */
struct rb_scale_folder {
	const char *path;
	uid_t owner;
};

/* Returns this boot's scale: from the first of /run/runbench (by root), $XDG_RUNTIME_DIR/runbench and
 * /dev/shm/runbench-UID that holds one. If none does, the scale is measured and published in the first writable
 * folder. */
void rb_scale_get(struct rb_scale *scale);

/* Does the same with the given folders. */
void rb_scale_from_folders(const struct rb_scale_folder *folders, size_t count, struct rb_scale *scale);

#endif
