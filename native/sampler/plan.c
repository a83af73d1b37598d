/* Which events can be counted together; see plan.h. */
#include "plan.h"
#include "calibrate.h"
#include "../base/say.h"
#include "../base/text.h"

#include <signal.h>
#include <stdlib.h>

int plan_say(const struct options *o)
{
	unsigned *run = calloc((size_t)o->event_count, sizeof *run), runs;
	struct text t = { 0 };
	int status = 0;

	if (!run)
		abort();
	signal(SIGPIPE, SIG_IGN);
	if (calibrate_plan(o, run, &runs)) {
		status = say_error(ERROR_MACHINE, "type: runbench doctor", "no counters can be opened here");
	} else {
		text_add(&t, "\"runs\":[");
		for (unsigned r = 0; r < runs; r++) {
			const char *comma = "";

			text_add(&t, r ? ",[" : "[");
			for (int i = 0; i < o->event_count; i++)
				if (run[i] == r) {
					text_add(&t, "%s%d", comma, i);
					comma = ",";
				}
			text_add(&t, "]");
		}
		text_add(&t, "]");
		say("plan", t.data);
		text_free(&t);
	}
	free(run);
	return status;
}
