/* The environment; see environment.h. */
#include "environment.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_variable(const char *entry, const char *name, size_t length)
{
	return !strncmp(entry, name, length) && entry[length] == '=';
}

const char *environment_get(const char *name)
{
	size_t length = strlen(name);

	for (char **e = environ; e && *e; e++)
		if (is_variable(*e, name, length))
			return *e + length + 1;
	return NULL;
}

bool environment_is_on(const char *name)
{
	const char *value = environment_get(name);

	return value && !strcmp(value, "1");
}

void environment_add(char *assignment)
{
	size_t n = 0;
	char **larger;

	while (environ && environ[n])
		n++;
	larger = malloc((n + 2) * sizeof *larger);
	if (!larger)
		return;
	if (n)
		memcpy(larger, environ, n * sizeof *larger);
	larger[n] = assignment;
	larger[n + 1] = NULL;
	environ = larger;
}

void environment_remove(const char *name)
{
	size_t length = strlen(name);
	char **to = environ;

	for (char **e = environ; e && *e; e++)
		if (!is_variable(*e, name, length))
			*to++ = *e;
	if (to)
		*to = NULL;
}
