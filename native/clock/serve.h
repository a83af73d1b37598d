/* The state and the main loop of the reflector. reflector.c is the program. */
#ifndef RB_SERVE_H
#define RB_SERVE_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "rehearse.h"
#include "runbench/clock.h"
#include "stamping.h"
#include "wire.h"

#define SESSION_SLOTS 64
#define TRACKED_SENDS 256

/* The last answered probe of a session; stamped is set once the kernel's send stamp has arrived. */
struct answered_probe {
	bool answered, stamped;
	uint32_t session;
	uint16_t burst, seq;
	int64_t k3;
};

/* The probe that a numbered send answered, until the kernel's stamp of that send arrives. */
struct pending_send {
	bool waiting;
	uint32_t number, session;
	uint16_t burst, seq;
};

/* Arrivals of one session's beats, from its first beat to its closing. */
struct beats {
	uint32_t session;
	int64_t arrived[RB_MAX_BEATS];
	uint16_t flags[RB_MAX_BEATS];   /* 0: did not arrive */
};
#define BEAT_SESSIONS 4

struct reflector {
	int fd;
	struct rb_clock *clock;
	struct rb_spin_policy spin_policy;
	bool until_eof, rehearsing;
	const struct rb_key *key;   /* NULL: packets are not authenticated */
	struct rb_rehearsal rehearsal;
	struct answered_probe slots[SESSION_SLOTS];
	struct pending_send sent[TRACKED_SENDS];
	struct beats beats[BEAT_SESSIONS];
	uint64_t beats_received;
	uint32_t next_number;
	uint64_t answered, bytes_in, bytes_out, failed_sends, ignored[RB_VERDICTS];
	uint8_t previous[RB_SEALED_SIZE], held[RB_SEALED_SIZE];
	bool has_previous, holding;
};

/* Answers probes until *stopping, or with until_eof until standard input ends. stop_fd becomes readable when *stopping is set. */
void rb_serve(struct reflector *r, const volatile sig_atomic_t *stopping, int stop_fd);

#endif
