/* See hardware.h. */
#include "hardware.h"

#include <fcntl.h>
#include <linux/ethtool.h>
#include <linux/net_tstamp.h>
#include <linux/ptp_clock.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "stamping.h"

#define SECOND 1000000000LL
/* A reading of both clocks is renewed after this time, and no longer used after the other one. */
#define RENEW_NS 20000000LL
#define EXPIRE_NS SECOND
/* Distance of the readings that determine the rate. */
#define BASE_NS SECOND
/* A rate beyond this is a step of CLOCK_REALTIME, not a drift: oscillators stay within some 100 ppm. */
#define MAX_RATE 1e-3
#define SAMPLES 10

/* Both clocks at one moment. */
struct reading {
	bool valid;
	int64_t phc_ns, realtime_ns, monotonic_ns;
};

static struct {
	bool searched, usable;
	int fd;
	bool no_precise;
	char text[512];
	struct reading anchor, next, last;
} hardware = { .fd = -1 };

static int64_t ns(const struct ptp_clock_time *t)
{
	return t->sec * SECOND + t->nsec;
}

/* Reads both clocks: by the hardware at one moment if the driver can, otherwise by the narrowest of some brackets. */
static bool read_both(struct reading *r)
{
	struct ptp_sys_offset_precise precise = { 0 };
	struct ptp_sys_offset_extended bracket = { .n_samples = SAMPLES };
	int64_t best = 2 * RB_HARDWARE_SLACK_NS + 1;
	r->monotonic_ns = rb_monotonic();
	if (!hardware.no_precise && ioctl(hardware.fd, PTP_SYS_OFFSET_PRECISE, &precise) == 0) {
		r->phc_ns = ns(&precise.device);
		r->realtime_ns = ns(&precise.sys_realtime);
		return r->valid = true;
	}
	hardware.no_precise = true;
	r->valid = false;
	if (ioctl(hardware.fd, PTP_SYS_OFFSET_EXTENDED, &bracket) != 0)
		return false;
	for (unsigned i = 0; i < bracket.n_samples; i++) {
		int64_t before = ns(&bracket.ts[i][0]), width = ns(&bracket.ts[i][2]) - before;
		if (width >= 0 && width < best) {
			best = width;
			r->phc_ns = ns(&bracket.ts[i][1]);
			r->realtime_ns = before + width / 2;
			r->valid = true;
		}
	}
	return r->valid;
}

/* Returns by how much CLOCK_REALTIME is faster than the hardware clock, relative; 0: unknown. */
static double rate(void)
{
	double phc = (double)(hardware.last.phc_ns - hardware.anchor.phc_ns);
	double realtime = (double)(hardware.last.realtime_ns - hardware.anchor.realtime_ns);
	return phc > 0 ? realtime / phc - 1 : 0;
}

static void renew(void)
{
	struct reading now;
	if (hardware.last.valid && rb_monotonic() - hardware.last.monotonic_ns < RENEW_NS)
		return;
	if (!read_both(&now))
		return;
	hardware.last = now;
	if (!hardware.anchor.valid)
		hardware.anchor = hardware.next = now;
	if (now.monotonic_ns - hardware.next.monotonic_ns > BASE_NS) {
		hardware.anchor = hardware.next;
		hardware.next = now;
	}
	if (rate() > MAX_RATE || rate() < -MAX_RATE)
		hardware.anchor = hardware.next = now;
}

int64_t rb_hardware_to_realtime(int64_t phc_ns)
{
	if (!hardware.usable)
		return 0;
	renew();
	if (!hardware.last.valid || rb_monotonic() - hardware.last.monotonic_ns > EXPIRE_NS)
		return 0;
	int64_t since = phc_ns - hardware.last.phc_ns;
	return hardware.last.realtime_ns + since + (int64_t)((double)since * rate());
}

/* Returns the number of the interface's hardware clock if it stamps all packets in both directions, else -1 with the
 * reason in the text. */
static int stamping_clock(int s, const char *name)
{
	static const unsigned needed = SOF_TIMESTAMPING_TX_HARDWARE | SOF_TIMESTAMPING_RX_HARDWARE
		| SOF_TIMESTAMPING_RAW_HARDWARE;
	struct ethtool_ts_info info = { .cmd = ETHTOOL_GET_TS_INFO };
	struct hwtstamp_config config = { 0 };
	struct ifreq request = { 0 };
	snprintf(request.ifr_name, sizeof request.ifr_name, "%s", name);
	request.ifr_data = (char *)&info;
	if (ioctl(s, SIOCETHTOOL, &request) != 0 || info.phc_index < 0 || (info.so_timestamping & needed) != needed)
		return -1;
	request.ifr_data = (char *)&config;
	if (ioctl(s, SIOCGHWTSTAMP, &request) == 0 && config.tx_type == HWTSTAMP_TX_ON
			&& config.rx_filter == HWTSTAMP_FILTER_ALL)
		return info.phc_index;
	if (info.rx_filters & 1 << HWTSTAMP_FILTER_ALL)
		snprintf(hardware.text, sizeof hardware.text,
			"no hardware stamps: %s does not stamp all packets: sudo hwstamp_ctl -i %s -t 1 -r 1", name, name);
	else
		snprintf(hardware.text, sizeof hardware.text,
			"no hardware stamps: %s has a clock, but its driver stamps only packets of PTP", name);
	return -1;
}

static void search(void)
{
	struct if_nameindex *all = if_nameindex();
	int s = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0), clock = -1;
	char device[32], used[IF_NAMESIZE] = "";
	snprintf(hardware.text, sizeof hardware.text, "no hardware clock: no network interface has one");
	for (struct if_nameindex *i = all; s >= 0 && i && i->if_index; i++) {
		int found = stamping_clock(s, i->if_name);
		if (found < 0 || found == clock)
			continue;
		if (clock >= 0) {
			/* The kernel does not report which interface stamped a sent packet. */
			snprintf(hardware.text, sizeof hardware.text,
				"no hardware stamps: %s and %s stamp packets by different clocks", used, i->if_name);
			clock = -2;
			break;
		}
		clock = found;
		snprintf(used, sizeof used, "%s", i->if_name);
	}
	if (all)
		if_freenameindex(all);
	if (s >= 0)
		close(s);
	if (clock < 0)
		return;
	snprintf(device, sizeof device, "/dev/ptp%d", clock);
	hardware.fd = open(device, O_RDONLY | O_CLOEXEC);
	if (hardware.fd < 0) {
		snprintf(hardware.text, sizeof hardware.text, "no hardware stamps: %s: %m", device);
		return;
	}
	renew();
	if (!hardware.last.valid) {
		snprintf(hardware.text, sizeof hardware.text,
			"no hardware stamps: %s cannot be compared with the system clock within %d ns", device,
			2 * RB_HARDWARE_SLACK_NS);
		return;
	}
	hardware.usable = true;
	snprintf(hardware.text, sizeof hardware.text, "%s by %s", used, device);
}

bool rb_hardware_open(void)
{
	if (!hardware.searched)
		search();
	hardware.searched = true;
	return hardware.usable;
}

const char *rb_hardware_describe(void)
{
	rb_hardware_open();
	return hardware.text;
}
