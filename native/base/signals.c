/* Signals as a descriptor; see signals.h. */
#include "signals.h"

#include <sys/signalfd.h>

int signals_take_over(sigset_t *original)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGTTIN, SIGTTOU };
	sigset_t set;

	sigemptyset(&set);
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
		struct sigaction action;

		if (!sigaction(signals[i], NULL, &action) && action.sa_handler != SIG_IGN)
			sigaddset(&set, signals[i]);
	}
	sigprocmask(SIG_BLOCK, &set, original);
	return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}
