/* Answering probes: what the reflector keeps and does. See reflector.c for the program. */
#ifndef RB_SERVE_H
#define RB_SERVE_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "rehearse.h"
#include "runbench/clock.h"
#include "stamping.h"
#include "wire.h"

#define SLOTS 64
#define NUMBERS 256

/* The last probe of a session that was answered; stamped once the kernel has stamped it. */
struct answered_probe {
	bool answered, stamped;
	uint32_t session;
	uint16_t burst, seq;
	int64_t k3;
};

/* Who a numbered send answered, until its stamp comes. */
struct sent {
	bool waiting;
	uint32_t number, session;
	uint16_t burst, seq;
};

/* Arrivals of one session's beats, from its first beat to its closing. */
struct beats {
	uint32_t session;
	int64_t arrived[RB_MOST_BEATS];
	uint16_t flags[RB_MOST_BEATS];   /* 0: did not arrive */
};
#define BEAT_SESSIONS 4

struct reflector {
	int fd;
	struct rb_clock *clock;
	struct rb_patience patience;
	bool until_eof, rehearsing;
	const struct rb_key *key;   /* NULL: anybody is answered */
	struct rb_rehearsal rehearsal;
	struct answered_probe slots[SLOTS];
	struct sent sent[NUMBERS];
	struct beats beats[BEAT_SESSIONS];
	uint64_t beats_received;
	uint32_t next_number;
	uint64_t answered, bytes_in, bytes_out, failed_sends, ignored[RB_VERDICTS];
	uint8_t previous[RB_SEALED_SIZE], held[RB_SEALED_SIZE];
	bool has_previous, holding;
};

/* Answers until *stopping, or until standard input ends if that was asked for. */
void rb_serve(struct reflector *r, const volatile sig_atomic_t *stopping);

#endif
