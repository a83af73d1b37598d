/* See bbv_folder.h. */
#include "bbv_folder.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Intervals begin short, so that short programs have some; see DOUBLE_AT in bbv.c for long ones. */
#define FIRST_LENGTH 100000

int bbv_prepare(struct segment *segment, const struct settings *s)
{
	char path[PATH_MAX];

	if (mkdir(s->bbv, 0777) && errno != EEXIST)
		return -1;
	if (!realpath(s->bbv, path))
		return -1;
	memcpy(segment->bbv_folder, path, strlen(path) + 1);
	segment->bbv_length = s->bbv_length ? s->bbv_length : FIRST_LENGTH;
	segment->bbv_fixed = s->bbv_length > 0;
	return 0;
}

void bbv_name_tasks(const struct segment *segment, const struct collector *c)
{
	char path[PATH_MAX + 16];
	FILE *f;

	snprintf(path, sizeof path, "%s/tasks.txt", segment->bbv_folder);
	f = fopen(path, "we");
	if (!f)
		return;
	fprintf(f, "instructions %llu %s\n", (unsigned long long)segment->bbv_length, segment->bbv_fixed ? "fixed" : "doubled");
	for (size_t i = 0; i < c->known_count; i++)
		fprintf(f, "%llu %u\n", (unsigned long long)c->known[i].serial, c->known[i].number);
	fclose(f);
}
