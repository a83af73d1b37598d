/* See stamping.h. */
#include "stamping.h"

#include <errno.h>
#include <linux/errqueue.h>
#include <linux/net_tstamp.h>
#include <netdb.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "hardware.h"

int rb_stamping_enable(int fd)
{
	int off = 0;
	int on = SOF_TIMESTAMPING_RX_SOFTWARE | SOF_TIMESTAMPING_TX_SOFTWARE | SOF_TIMESTAMPING_SOFTWARE
		| SOF_TIMESTAMPING_OPT_ID | SOF_TIMESTAMPING_OPT_TSONLY;
	if (rb_hardware_open())
		on |= SOF_TIMESTAMPING_RX_HARDWARE | SOF_TIMESTAMPING_TX_HARDWARE | SOF_TIMESTAMPING_RAW_HARDWARE;
	/* The kernel resets the number of the next send only when OPT_ID is newly set. */
	setsockopt(fd, SOL_SOCKET, SO_TIMESTAMPING, &off, sizeof off);
	return setsockopt(fd, SOL_SOCKET, SO_TIMESTAMPING, &on, sizeof on);
}

static int64_t timespec_ns(const struct timespec *t)
{
	return t->tv_sec * 1000000000LL + t->tv_nsec;
}

/* Returns the hardware's stamp, which is the third, or else the software's, which is the first. */
static int64_t kernel_stamp(struct cmsghdr *c, bool *by_hardware)
{
	struct scm_timestamping stamps;
	memcpy(&stamps, CMSG_DATA(c), sizeof stamps);
	int64_t raw = timespec_ns(&stamps.ts[2]), converted = raw ? rb_hardware_to_realtime(raw) : 0;
	*by_hardware = converted != 0;
	return converted ? converted : timespec_ns(&stamps.ts[0]);
}

struct rb_received rb_receive(int fd, void *buffer, size_t size, int flags)
{
	char control[256];
	struct rb_received r = { .size = -1 };
	struct iovec data = { buffer, size };
	struct msghdr m = {
		.msg_name = &r.from, .msg_namelen = sizeof r.from, .msg_iov = &data, .msg_iovlen = 1,
		.msg_control = control, .msg_controllen = sizeof control,
	};
	r.size = recvmsg(fd, &m, flags | MSG_TRUNC);
	if (r.size < 0)
		return r;
	r.from_length = m.msg_namelen;
	for (struct cmsghdr *c = CMSG_FIRSTHDR(&m); c; c = CMSG_NXTHDR(&m, c))
		if (c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_TIMESTAMPING)
			r.kernel_ns = kernel_stamp(c, &r.by_hardware);
	return r;
}

bool rb_sent_stamp(int fd, uint32_t *number, int64_t *kernel_ns)
{
	for (;;) {
		char control[512];
		bool stamped = false, numbered = false, by_hardware;
		struct msghdr m = { .msg_control = control, .msg_controllen = sizeof control };
		if (recvmsg(fd, &m, MSG_ERRQUEUE | MSG_DONTWAIT) < 0)
			return false;
		for (struct cmsghdr *c = CMSG_FIRSTHDR(&m); c; c = CMSG_NXTHDR(&m, c)) {
			if (c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_TIMESTAMPING) {
				*kernel_ns = kernel_stamp(c, &by_hardware);
				stamped = *kernel_ns != 0;
			} else if ((c->cmsg_level == SOL_IP && c->cmsg_type == IP_RECVERR)
				|| (c->cmsg_level == SOL_IPV6 && c->cmsg_type == IPV6_RECVERR)) {
				struct sock_extended_err e;
				memcpy(&e, CMSG_DATA(c), sizeof e);
				numbered = e.ee_origin == SO_EE_ORIGIN_TIMESTAMPING && e.ee_info == SCM_TSTAMP_SND;
				*number = e.ee_data;
			}
		}
		if (stamped && numbered)
			return true;
	}
}

int rb_resolve(const char *text, struct sockaddr_storage *address, socklen_t *length, char *error, size_t size)
{
	char host[256];
	const char *colon = strrchr(text, ':');
	size_t n = colon ? (size_t)(colon - text) : 0;
	if (!colon || n >= sizeof host || colon[1] == '\0') {
		snprintf(error, size, "%s: expected HOST:PORT", text);
		return -1;
	}
	bool bracketed = n >= 2 && text[0] == '[' && text[n - 1] == ']';
	snprintf(host, sizeof host, "%.*s", (int)(bracketed ? n - 2 : n), bracketed ? text + 1 : text);
	struct addrinfo hints = { .ai_socktype = SOCK_DGRAM, .ai_flags = AI_PASSIVE }, *found;
	int status = getaddrinfo(host[0] ? host : NULL, colon + 1, &hints, &found);
	if (status != 0) {
		snprintf(error, size, "%s: %s", text, gai_strerror(status));
		return -1;
	}
	memcpy(address, found->ai_addr, found->ai_addrlen);
	*length = found->ai_addrlen;
	freeaddrinfo(found);
	return 0;
}

int64_t rb_monotonic(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

bool rb_spin(struct rb_spin_policy *policy, int64_t waited_ns)
{
	static const int64_t preempted_ns = 50000, backoff_ns = 100000000;
	int64_t before = rb_monotonic();
	if (waited_ns >= policy->spin_ns || before < policy->sleep_until_ns)
		return false;
	sched_yield();
	int64_t after = rb_monotonic();
	if (after - before > preempted_ns)
		policy->sleep_until_ns = after + backoff_ns;
	return true;
}

bool rb_become_realtime(void)
{
	struct sched_param p = { .sched_priority = 10 };
	bool granted = sched_setscheduler(0, SCHED_FIFO, &p) == 0;
	if (granted)
		mlockall(MCL_CURRENT | MCL_FUTURE);
	return granted;
}
