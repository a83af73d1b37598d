/* External time: what the system's own time service claims, read only. */
#include <sys/timex.h>
#include <unistd.h>

#include "characterise.h"

int rb_utc_status(int64_t result[6])
{
	struct timex t = { .modes = 0 };
	int state = adjtimex(&t);
	if (state < 0)
		return -1;
	result[0] = state != TIME_ERROR && !(t.status & STA_UNSYNC);
	result[1] = t.esterror * 1000LL;
	result[2] = t.maxerror * 1000LL;
	result[3] = t.status & STA_NANO ? t.offset : t.offset * 1000LL;
	/* freq is in 2^-16 ppm; a tick of USER_HZ, nominally 10,000 us, is the coarse part of the rate */
	result[4] = t.freq * 1000000LL / 65536 + (t.tick - 1000000 / sysconf(_SC_CLK_TCK)) * sysconf(_SC_CLK_TCK) * 1000000;
	result[5] = t.tai;
	return 0;
}
