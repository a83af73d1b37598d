/* UDP sockets whose packets the kernel stamps (SO_TIMESTAMPING, software stamps, CLOCK_REALTIME). */
#ifndef RB_STAMPING_H
#define RB_STAMPING_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

struct rb_received {
	ssize_t size;             /* of the datagram, even if longer than the buffer; -1: none, see errno */
	int64_t kernel_ns;        /* CLOCK_REALTIME, 0 if the kernel gave none */
	struct sockaddr_storage from;
	socklen_t from_length;
};

/* Asks for stamps; they begin some ms later: wait RB_STAMPS_WARM_UP_US before the first exchange. Numbers the sends
 * from 0. Also used to begin the numbering again after a failed send. */
int rb_stamping_enable(int fd);
#define RB_STAMPS_WARM_UP_US 60000

struct rb_received rb_receive(int fd, void *buffer, size_t size, int flags);

/* One stamp of a send, by its number; false when none is waiting. */
bool rb_sent_stamp(int fd, uint32_t *number, int64_t *kernel_ns);

/* HOST:PORT or [V6]:PORT to an address; 0, or -1 with the reason in error. */
int rb_resolve(const char *text, struct sockaddr_storage *address, socklen_t *length, char *error, size_t size);

/* How long to look for a packet without sleeping: waking an idle CPU costs far more than the packet's way. */
struct rb_patience {
	int64_t spin_ns;
	int64_t sleep_until_ns;   /* CLOCK_MONOTONIC: the CPU is wanted by others, do not spin before */
};

/* Gives way once and says whether to look again; false: sleep in poll. On a busy machine giving way takes long, and a
 * spinner only loses its place in the queue: then it is refused for a while. */
bool rb_spin(struct rb_patience *patience, int64_t waited_ns);

int64_t rb_monotonic(void);

/* SCHED_FIFO at a low priority, memory locked: false if not permitted. */
bool rb_become_realtime(void);

#endif
