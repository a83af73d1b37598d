/* Signals by which a person or a system asks a program to end or to pause, as a descriptor. */
#ifndef RUNBENCH_BASE_SIGNALS_H
#define RUNBENCH_BASE_SIGNALS_H

#include <signal.h>

/*
 * SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGTTIN and SIGTTOU are read from the signalfd returned (non-blocking, closed on exec), not caught. What was
 * ignored when this program was started (nohup, a shell's background job) stays ignored: once blocked, it would be read all the same.
 * original receives the mask before, for programs that this one starts. -1 and errno where there can be no descriptor.
 */
int signals_take_over(sigset_t *original);

#endif
