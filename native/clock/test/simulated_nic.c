/* Preloaded library: the loopback interface stamps packets by a hardware clock that is 37 s ahead and 80 ppm fast. Its
 * software stamps are 300 us late, so that they are distinguishable. SIMULATED_NIC=off: the interface can stamp but does
 * not; =ptp: only packets of PTP; =precise: the driver reads both clocks at one moment. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/ethtool.h>
#include <linux/errqueue.h>
#include <linux/net_tstamp.h>
#include <linux/ptp_clock.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#define SECOND 1000000000LL
#define LATE_NS 300000

static int device = -1;

static bool mode(const char *word)
{
	const char *chosen = getenv("SIMULATED_NIC");
	return chosen && strcmp(chosen, word) == 0;
}

static int64_t to_ns(struct timespec t)
{
	return t.tv_sec * SECOND + t.tv_nsec;
}

/* The drift counts from a fixed moment, so that all processes have the same clock. */
static int64_t phc(int64_t realtime_ns)
{
	int64_t since = realtime_ns - 1700000000 * SECOND;
	return realtime_ns + 37 * SECOND + since / 12500;
}

static struct ptp_clock_time ptp_time(int64_t ns)
{
	return (struct ptp_clock_time){ .sec = ns / SECOND, .nsec = (uint32_t)(ns % SECOND) };
}

static int64_t now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_REALTIME, &t);
	return to_ns(t);
}

int open(const char *path, int flags, ...)
{
	int (*real)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open");
	va_list rest;
	va_start(rest, flags);
	int fd = real(strcmp(path, "/dev/ptp0") == 0 ? "/dev/null" : path, flags, va_arg(rest, mode_t));
	va_end(rest);
	if (strcmp(path, "/dev/ptp0") == 0)
		device = fd;
	return fd;
}

static int interface_answer(unsigned long request, struct ifreq *r)
{
	if (strcmp(r->ifr_name, "lo") != 0)
		return errno = EOPNOTSUPP, -1;
	if (request == SIOCGHWTSTAMP) {
		struct hwtstamp_config *config = (struct hwtstamp_config *)r->ifr_data;
		config->tx_type = mode("off") ? HWTSTAMP_TX_OFF : HWTSTAMP_TX_ON;
		config->rx_filter = mode("off") || mode("ptp") ? HWTSTAMP_FILTER_NONE : HWTSTAMP_FILTER_ALL;
		return 0;
	}
	struct ethtool_ts_info *info = (struct ethtool_ts_info *)r->ifr_data;
	info->phc_index = 0;
	info->so_timestamping = SOF_TIMESTAMPING_TX_HARDWARE | SOF_TIMESTAMPING_RX_HARDWARE
		| SOF_TIMESTAMPING_RAW_HARDWARE;
	info->rx_filters = mode("ptp") ? 1 << HWTSTAMP_FILTER_PTP_V2_EVENT : 1 << HWTSTAMP_FILTER_ALL;
	return 0;
}

int ioctl(int fd, unsigned long request, ...)
{
	int (*real)(int, unsigned long, ...) = (int (*)(int, unsigned long, ...))dlsym(RTLD_NEXT, "ioctl");
	va_list rest;
	va_start(rest, request);
	void *argument = va_arg(rest, void *);
	va_end(rest);
	if (request == SIOCETHTOOL || request == SIOCGHWTSTAMP)
		return interface_answer(request, argument);
	if (fd != device || device < 0)
		return real(fd, request, argument);
	if (request == PTP_SYS_OFFSET_PRECISE && mode("precise")) {
		struct ptp_sys_offset_precise *p = argument;
		int64_t t = now();
		p->sys_realtime = ptp_time(t);
		p->device = ptp_time(phc(t));
		return 0;
	}
	if (request == PTP_SYS_OFFSET_EXTENDED) {
		struct ptp_sys_offset_extended *e = argument;
		for (unsigned i = 0; i < e->n_samples; i++) {
			e->ts[i][0] = ptp_time(now());
			e->ts[i][1] = ptp_time(phc(now()));
			e->ts[i][2] = ptp_time(now());
		}
		return 0;
	}
	return errno = EOPNOTSUPP, -1;
}

ssize_t recvmsg(int fd, struct msghdr *m, int flags)
{
	ssize_t (*real)(int, struct msghdr *, int) = (ssize_t (*)(int, struct msghdr *, int))dlsym(RTLD_NEXT, "recvmsg");
	ssize_t n = real(fd, m, flags);
	bool sent = flags & MSG_ERRQUEUE;
	for (struct cmsghdr *c = n >= 0 ? CMSG_FIRSTHDR(m) : NULL; c; c = CMSG_NXTHDR(m, c))
		if (c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_TIMESTAMPING) {
			struct scm_timestamping stamps;
			memcpy(&stamps, CMSG_DATA(c), sizeof stamps);
			int64_t t = to_ns(stamps.ts[0]), hardware = phc(t);
			if (t == 0)
				continue;
			if (!mode("off") && !mode("ptp"))
				stamps.ts[2] = (struct timespec){ hardware / SECOND, hardware % SECOND };
			/* As in the kernel, a send with a hardware stamp has no software stamp. */
			t = sent && stamps.ts[2].tv_sec ? 0 : t + LATE_NS;
			stamps.ts[0] = (struct timespec){ t / SECOND, t % SECOND };
			memcpy(CMSG_DATA(c), &stamps, sizeof stamps);
		}
	return n;
}
