/* The exchange engine: one window with one or many reflectors. See exchange.c for the program. */
#ifndef RB_ENGINE_H
#define RB_ENGINE_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "runbench/clock.h"
#include "stamping.h"
#include "wire.h"

struct row {
	bool answered, doubled;      /* doubled: this is not the answer whose kernel send stamp is reported later */
	int64_t t1, t2, t3, t4, k1, k2, k3, k4;
};

enum reason { OTHER_SESSION = RB_VERDICTS, NOT_AWAITED, REASONS };

struct node {
	const char *name, *address_text;
	int fd;                      /* -1: cannot be reached, see failure */
	char failure[256];
	struct row *rows;
	uint32_t sends;              /* number of the next send on this socket */
	int32_t *row_of_send;        /* row of each numbered send, -1 for other packets than probes */
	int repeats;                 /* questions that may still be asked again */
	uint32_t session;
	bool awaiting, refused;
	uint8_t awaited_type;
	uint16_t awaited_burst, awaited_seq;
	int64_t awaited_t1;
	struct row *awaited_row;
	int silent;
	bool opened, answered;       /* answered: of the question that is being asked */
	/* What the node reported of its clock when the window was opened; code 0: nothing. */
	uint16_t source_code;
	double source_hertz, source_hertz_error;
	struct arrival *arrivals;         /* one a beat */
	uint64_t sent, received, ignored[REASONS];
	uint64_t dropped_stamps;     /* of the node's kernel, that contradict its other stamps */
};

/* When a beat reached a node, by its clock; flags as on the wire, 0: it did not or nobody knows. */
struct arrival {
	int64_t at;
	bool there, by_kernel;
};

/* When a beat was sent, by the reference's clock: t before the call, k by the kernel (0: not stamped). */
struct beat {
	int64_t t, k;
};

/* Rows of a window and node: 80 MB. */
#define RB_MOST_EXCHANGES 1000000

/* What a lost question (an opening, a request for beats) costs at most: so many repeats a node and window. The opening
 * takes only some of them, so that a node that comes later can still be asked for its clock. */
#define RB_REPEATS 8
#define RB_OPENING_REPEATS 5

struct plan {
	int bursts, exchanges, parallel, beats;
	int64_t window_ns, timeout_ns;
};

/* The reference's clock against the system's, which the time service keeps. */
struct beside {
	int64_t clock_ns, realtime_ns, bracket_ns;
};

struct exchange {
	struct plan plan;
	struct rb_patience patience;
	struct rb_clock *clock;
	const struct rb_key *key;    /* NULL: none */
	struct node *nodes;
	int count;
	struct beside begin, end;
	int broadcast;               /* socket, where beats are planned */
	struct beat *beats;
	uint32_t beat_sends;
	const volatile sig_atomic_t *stopping;   /* ends the window early, with its closing packets */
	void (*after_burst)(int done, int bursts);   /* may be NULL */
};

/* Connects a node's socket and makes room for its rows: text is NAME=HOST:PORT and is kept. 0, or an exit code with the
 * reason in error. A host that cannot be resolved or has no route is a failure of that node alone. */
int rb_engine_add(struct exchange *x, struct node *n, char *text, char *error, size_t size);

/* Prepares plan.beats beats to a broadcast address ADDRESS:PORT; before any node is added. 0, or an exit code. */
int rb_engine_broadcast(struct exchange *x, const char *to, char *error, size_t size);

/* Packets that a window sends to a node and gets from it, at most. */
uint64_t rb_engine_packets(const struct plan *plan);

/* Runs the window. Sends nothing before and nothing after; a window that nobody opened sends nothing more. */
void rb_engine_run(struct exchange *x);

#endif
