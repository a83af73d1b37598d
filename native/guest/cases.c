/* What the sampler must do with real counters: 6 for any event, 1 for cycles, as of an Arm Cortex-A57. */
#include "check.h"
#include "measure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOOP 10000000.0

/* A loop of exactly N instructions, counted in user mode, as PAPI validates its PAPI_TOT_INS: within 1 %. */
static void total_instructions(void)
{
	struct run r;
	const struct rb_record *total;

	run_helper(&r, "/tmp/instructions.rec", "--no-inherit --mode kernel --period 1000000 "
		   "--event type=4,config=0x08,group=0,user=1,kernel=0,name=instructions:u "
		   "--event type=4,config=0x11,group=0,user=1,kernel=0,name=cycles:u", "/bin/work loop 10000000");
	total = run_total(&r, 0);
	figure("%s", r.said);
	if (!total) {
		check(false, "total instructions: no total in the recording; exit %d", r.status);
	} else {
		double error = ((double)total->value[0] - LOOP) / LOOP;

		check(fabs(error) <= 0.01, "total instructions: %llu of 10000000, error %+.5f %% (limit 1 %%)",
		      (unsigned long long)total->value[0], error * 100);
		figure("cycles %llu", (unsigned long long)total->value[1]);
	}
	run_free(&r);
}

void run_cases(void)
{
	total_instructions();
}
