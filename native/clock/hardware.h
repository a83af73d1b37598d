/* A network interface that stamps packets by a hardware clock of its own (PHC), and the conversion of its stamps to
 * CLOCK_REALTIME. The interface is used as it is configured: to enable its stamps is a setting of the whole machine. */
#ifndef RB_HARDWARE_H
#define RB_HARDWARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Maximum error of a converted stamp, in ns: half the widest accepted reading of both clocks. */
#define RB_HARDWARE_SLACK_NS 1000

/* Searches an interface once per process. Returns whether stamps of packets can be converted. */
bool rb_hardware_open(void);

/* Returns interface and clock ("eth0 by /dev/ptp0"), or the reason why there are no hardware stamps. */
const char *rb_hardware_describe(void);

/* Converts a stamp of the interface to CLOCK_REALTIME; 0: the clocks could not be compared closely enough. */
int64_t rb_hardware_to_realtime(int64_t phc_ns);

#endif
