/* The signals that end or pause a program, as a descriptor. */
#ifndef RUNBENCH_BASE_SIGNALS_H
#define RUNBENCH_BASE_SIGNALS_H

#include <signal.h>

/*
 * Blocks SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGTTIN and SIGTTOU. Returns a signalfd (non-blocking, close-on-exec) that
 * receives them, or -1 with errno. Signals ignored at the start of this program (nohup, a shell's background job) stay ignored:
 * they are not blocked, because the descriptor would receive them. original: receives the previous mask, for started programs.
 */
int signals_take_over(sigset_t *original);

#endif
