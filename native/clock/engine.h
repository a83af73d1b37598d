/* The exchange engine: one window with one or more reflectors. exchange.c is the program. */
#ifndef RB_ENGINE_H
#define RB_ENGINE_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "runbench/clock.h"
#include "stamping.h"
#include "wire.h"

struct row {
	bool answered, doubled;      /* doubled: the reflector's later k3 belongs to an earlier answer */
	int64_t t1, t2, t3, t4, k1, k2, k3, k4;
};

enum ignore_reason { OTHER_SESSION = RB_VERDICTS, NOT_AWAITED, REASONS };

struct node {
	const char *name, *address_text;
	int fd;                   /* -1: unreachable, see failure */
	char failure[256];
	struct row *rows;
	uint32_t sends;           /* number of the next send on this socket */
	int32_t *row_of_send;     /* row of each numbered send; -1: not a probe */
	int retries_left;         /* retries that remain in this window */
	uint32_t session;
	bool awaiting, refused;
	uint8_t awaited_type;
	uint16_t awaited_burst, awaited_seq;
	int64_t awaited_t1;
	struct row *awaited_row;
	int silent;
	bool is_open, answered;   /* answered: the current request was answered */
	/* The node's description of its clock, from the reply to the opening; code 0: none. */
	uint16_t source_code;
	double source_hertz, source_hertz_error;
	struct arrival *arrivals; /* one per beat */
	uint64_t sent, received, ignored[REASONS];
	uint64_t hardware_stamps, node_hardware_stamps; /* arrivals stamped by the interface: here, at the node */
	uint64_t dropped_stamps;  /* kernel stamps of the node that contradict its other stamps */
};

/* The arrival of a beat at a node, by the node's clock. */
struct arrival {
	int64_t at;
	bool there, by_kernel;
};

/* The sending of a beat, by the reference's clock: t before the call, k by the kernel (0: not stamped). */
struct beat {
	int64_t t, k;
};

/* Maximum number of rows per window and node: 80 MB. */
#define RB_MAX_EXCHANGES 1000000

/* Maximum number of retries per node and window for lost requests (an opening, a request for beats). The opening uses
 * only some of them, so that a node that starts later can still be asked for its clock. */
#define RB_MAX_RETRIES 8
#define RB_MAX_OPENING_RETRIES 5

struct plan {
	int bursts, exchanges, parallel, beats;
	int64_t window_ns, timeout_ns;
};

/* One reading of the reference's clock and of CLOCK_REALTIME at the same moment, within bracket_ns. */
struct clock_pair {
	int64_t clock_ns, realtime_ns, bracket_ns;
};

struct exchange {
	struct plan plan;
	struct rb_spin_policy spin_policy;
	struct rb_clock *clock;
	const struct rb_key *key;                  /* NULL: none */
	struct node *nodes;
	int count;
	struct clock_pair begin, end;
	int broadcast;                             /* socket; only used if beats are planned */
	struct beat *beats;
	uint32_t beat_sends;
	const volatile sig_atomic_t *stopping;     /* ends the window early; the closing packets are still sent */
	void (*after_burst)(int done, int bursts); /* may be NULL */
};

/* Connects a node's socket and allocates its rows. text is NAME=HOST:PORT and is kept. Returns 0, or an exit code with
 * the reason in error. An unresolved host or a missing route is a failure of that node only. */
int rb_engine_add(struct exchange *x, struct node *n, char *text, char *error, size_t size);

/* Prepares plan.beats beats to the broadcast address ADDRESS:PORT. Must precede rb_engine_add. Returns 0, or an exit
 * code. */
int rb_engine_broadcast(struct exchange *x, const char *to, char *error, size_t size);

/* Returns the maximum number of packets that a window sends to and receives from one node. */
uint64_t rb_engine_packets(const struct plan *plan);

/* Runs the window. If no node answers the opening, nothing else is sent. */
void rb_engine_run(struct exchange *x);

#endif
