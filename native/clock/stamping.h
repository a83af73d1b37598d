/* UDP sockets with kernel time stamps (SO_TIMESTAMPING, CLOCK_REALTIME): hardware stamps if the interface makes them
 * (hardware.h), otherwise software stamps. */
#ifndef RB_STAMPING_H
#define RB_STAMPING_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

struct rb_received {
	ssize_t size;      /* size of the datagram, even if it exceeds the buffer; -1: none, see errno */
	int64_t kernel_ns; /* CLOCK_REALTIME; 0: not stamped */
	bool by_hardware;  /* kernel_ns is a converted stamp of the network interface */
	struct sockaddr_storage from;
	socklen_t from_length;
};

/* Enables stamps and numbers the sends from 0. The kernel starts to stamp some ms later: wait RB_STAMPS_WARM_UP_US
 * before the first exchange. After a failed send, another call restarts the numbering. */
int rb_stamping_enable(int fd);
#define RB_STAMPS_WARM_UP_US 60000

struct rb_received rb_receive(int fd, void *buffer, size_t size, int flags);

/* Reads one stamp of a send and the number of that send. Returns false if none is waiting. */
bool rb_sent_stamp(int fd, uint32_t *number, int64_t *kernel_ns);

/* Resolves HOST:PORT or [V6]:PORT. Returns 0, or -1 with the reason in error. */
int rb_resolve(const char *text, struct sockaddr_storage *address, socklen_t *length, char *error, size_t size);

/* Time to poll for a packet without sleeping: waking an idle CPU takes far longer than a packet's transit. */
struct rb_spin_policy {
	int64_t spin_ns;
	int64_t sleep_until_ns;   /* CLOCK_MONOTONIC; no polling before this time, because other tasks need the CPU */
};

/* Yields once and returns whether to poll again; false: sleep in poll. On a busy machine the yield takes long and
 * polling only costs the task its place in the run queue. The function then returns false for a while. */
bool rb_spin(struct rb_spin_policy *policy, int64_t waited_ns);

int64_t rb_monotonic(void);

/* Switches to SCHED_FIFO at a low priority and locks memory. Returns false if that is not permitted. */
bool rb_become_realtime(void);

#endif
