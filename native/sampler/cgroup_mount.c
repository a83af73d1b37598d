/* The mount of the control groups, and this process's path in it; see cgroup.h. */
#include "cgroup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns whether a comma-separated list contains a word. */
static bool holds_word(const char *list, const char *word)
{
	size_t length = strlen(word);

	for (const char *p = list; (p = strstr(p, word)); p += length)
		if ((p == list || p[-1] == ',') && (!p[length] || p[length] == ',' || p[length] == '\n'))
			return true;
	return false;
}

/* Decodes octal escapes, which mountinfo uses for blanks, in place. */
static void unescape(char *s)
{
	char *to = s;

	for (; *s; s++) {
		unsigned code;

		if (*s == '\\' && sscanf(s + 1, "%3o", &code) == 1) {
			*to++ = (char)code;
			s += 3;
		} else {
			*to++ = *s;
		}
	}
	*to = 0;
}

bool cgroup_mount_of(const char *line, struct cgroup_mount *m)
{
	const char *dash = strstr(line, " - ");
	char type[32], options[512] = "";

	_Static_assert(PATH_MAX >= 4096, "widths below");
	if (!dash || sscanf(dash, " - %31s %*s %511s", type, options) < 1
	    || sscanf(line, "%*d %*d %*s %4095s %4095s", m->root, m->at) != 2)
		return false;
	unescape(m->root);
	unescape(m->at);
	m->v2 = !strcmp(type, "cgroup2");
	return m->v2 || (!strcmp(type, "cgroup") && holds_word(options, "perf_event"));
}

bool cgroup_find_mount(struct cgroup_mount *found)
{
	FILE *f = fopen("/proc/self/mountinfo", "re");
	struct cgroup_mount m;
	char *line = NULL;
	size_t capacity = 0;
	bool any = false;

	/* A version 1 hierarchy of the controller has precedence: version 2 then lacks the controller. */
	while (f && getline(&line, &capacity, f) > 0)
		if (cgroup_mount_of(line, &m) && (!any || (found->v2 && !m.v2))) {
			*found = m;
			any = true;
		}
	free(line);
	if (f)
		fclose(f);
	return any;
}

bool cgroup_own_path(const char *text, const struct cgroup_mount *m, char path[PATH_MAX])
{
	for (const char *line = text; line && *line; line = strchr(line, '\n'), line = line ? line + 1 : NULL) {
		const char *controllers = strchr(line, ':'), *name = controllers ? strchr(controllers + 1, ':') : NULL;
		size_t root = strcmp(m->root, "/") ? strlen(m->root) : 0;
		char list[256];

		if (!name)
			continue;
		snprintf(list, sizeof list, "%.*s", (int)(name - controllers - 1), controllers + 1);
		if (m->v2 ? *list != 0 : !holds_word(list, "perf_event"))
			continue;
		/* The mount may be a subtree, as in a container; its root is a prefix of the name. */
		name++;
		if (strncmp(name, m->root, root) || strchr("/\n", name[root]) == NULL)
			return false;
		name += root;
		snprintf(path, PATH_MAX, "%.*s", (int)strcspn(name, "\n"), name);
		if (!strcmp(path, "/"))
			*path = 0;
		return strncmp(path, "/..", 3) != 0; /* outside the root of this namespace */
	}
	return false;
}
