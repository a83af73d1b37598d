/* What the reference's own time services say, kept word for word in the recording: reading it is the estimator's work. */
#ifndef RB_ASK_H
#define RB_ASK_H

#include <stdint.h>

#define RB_MOST_ASKED 8

struct rb_answer {
	int64_t realtime_ns, took_ns;   /* in the middle of the question, and how long it took */
	int status;                     /* exit status; -1: it did not end in time or could not be started */
	char text[4096];
};

/* Runs a command of the shell without input and waits for what it prints, both outputs together, for so long at most. */
void rb_ask(const char *command, int64_t timeout_ns, struct rb_answer *answer);

#endif
