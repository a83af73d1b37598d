/*
 * Preloaded: the user's home folder is $HOME, also for programs that take it from the user database.
 *
 * Sjeng keeps what it learns in a search below the home folder of the user database, reads it in its next run, and stops if
 * there is no such folder. With HOME=. each run begins with nothing learned, and leaves nothing behind.
 */
#include <dlfcn.h>
#include <pwd.h>
#include <stdlib.h>

struct passwd *getpwuid(uid_t user)
{
	static struct passwd *(*real)(uid_t);
	if (!real)
		real = (struct passwd *(*)(uid_t))dlsym(RTLD_NEXT, "getpwuid");
	static struct passwd unknown;
	struct passwd *entry = real ? real(user) : NULL;
	char *home = getenv("HOME");
	if (!home)
		return entry;
	if (!entry)
		entry = &unknown;
	entry->pw_dir = home;
	return entry;
}
