/* A little of everything that processors count. */
#ifndef RUNBENCH_PROVOKE_H
#define RUNBENCH_PROVOKE_H

/*
 * Memory beyond the last cache with its page walks and faults, code that was never run, mispredicted branches, floating
 * point, divisions, locks, accesses across lines: some tens of milliseconds, for an event that plain work did not raise.
 */
void provoke_events(void);

#endif
