/* What can be counted besides the generic events: breakpoints, tracepoints, modifiers; and what fits together. */
#include "check.h"
#include "helper_run.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

#define WRITER "build/test/writer"
#define OUT "build/test/event.rec"
#define NONE (const char *const []){ NULL }
#define ARGS(...) (const char *const []){ __VA_ARGS__, NULL }

/* Count of an event as the helper said at the end; -1 if it did not count. */
static long long count_of(const struct helper *h, const char *name)
{
	const char *last = strstr(h->said, "\"totals\"");
	char key[64];

	snprintf(key, sizeof key, "{\"name\":\"%s\",\"value\":", name);
	last = last ? strstr(last, key) : NULL;
	return last && strncmp(last + strlen(key), "null", 4) ? atoll(last + strlen(key)) : -1;
}

static unsigned long address_of(const char *symbol)
{
	unsigned long address = 0;
	char command[128];
	FILE *p;

	snprintf(command, sizeof command, "nm " WRITER " 2>/dev/null | grep ' %s$'", symbol);
	p = popen(command, "r");
	if (p && fscanf(p, "%lx", &address) != 1)
		address = 0;
	if (p)
		pclose(p);
	return address;
}

static void breakpoints(void)
{
	char event[5][128];
	unsigned long address = address_of("written");
	struct helper h;

	if (!address) {
		SKIP("breakpoints: no nm (binutils) to find the address");
		return;
	}
	for (int i = 0; i < 5; i++)
		snprintf(event[i], sizeof event[i], "type=5,config=2,config1=0x%lx,config2=8,source=breakpoint,unit=hits,name=w%d",
			 address, i);
	helper_start(&h, OUT, "1000000", ARGS("--event", event[0]), ARGS(WRITER));
	helper_end(&h);
	if (strstr(h.said, "\"name\":\"w0\",\"status\":\"not counted\"")) {
		SKIP("breakpoints: this machine has none: %s", h.said);
		return;
	}
	CHECK(count_of(&h, "w0") == 1000, "%lld writes counted: %s", count_of(&h, "w0"), h.said);
	/* The processor has four debug registers at most places; more go into another run, never into silence. */
	helper_start(&h, OUT, "1000000", ARGS("--event", event[0], "--event", event[1], "--event", event[2], "--event",
		     event[3], "--event", event[4], "--plan"), NONE);
	CHECK(helper_end(&h) == 0 && strstr(h.said, "\"runs\":[["), "%s", h.said);
	for (int i = 0; i < 5; i++)
		CHECK(strchr(strstr(h.said, "\"runs\""), '0' + i), "event %d is in no run: %s", i, h.said);
}

/* Mounted where nobody else sees it, where a machine has not mounted it yet. */
static void mount_tracefs(void)
{
	if (access("/sys/kernel/tracing/events", F_OK) && !unshare(CLONE_NEWNS) && !mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL))
		mount("nodev", "/sys/kernel/tracing", "tracefs", 0, NULL);
}

static void tracepoints(void)
{
	mount_tracefs();

	FILE *f = fopen("/sys/kernel/tracing/events/sched/sched_process_exec/id", "r");
	char event[96];
	struct helper h;
	int id = 0;

	if (!f || fscanf(f, "%d", &id) != 1) {
		SKIP("tracepoints: /sys/kernel/tracing cannot be read here");
	} else {
		snprintf(event, sizeof event, "type=2,config=%d,source=tracepoint,name=exec", id);
		helper_start(&h, OUT, "1000000", ARGS("--event", event), ARGS("sh", "-c", "/bin/true; /bin/true; exec /bin/true"));
		helper_end(&h);
		CHECK(count_of(&h, "exec") == 4 || count_of(&h, "exec") == 3, "%lld execs: %s", count_of(&h, "exec"), h.said);
	}
	if (f)
		fclose(f);
}

static void modifiers(void)
{
	struct helper h;

	helper_start(&h, OUT, "1000000", ARGS(
		     "--event", "type=1,config=2,user=1,kernel=0,source=software,name=user",
		     "--event", "type=1,config=2,user=0,kernel=1,source=software,name=kernel",
		     "--event", "type=1,config=2,hypervisor=1,source=software,name=hypervisor",
		     "--event", "type=1,config=2,group=1,pinned=1,source=software,name=pinned",
		     "--event", "type=1,config=2,group=2,precise=2,source=software,name=precise"),
		     ARGS("build/test/load", "spin", "100"));
	CHECK(helper_end(&h) == 0, "%s", h.said);
	CHECK(count_of(&h, "user") > 0 && count_of(&h, "user") + count_of(&h, "kernel") == count_of(&h, "page-faults"),
	      "%lld user + %lld kernel, %lld in all", count_of(&h, "user"), count_of(&h, "kernel"), count_of(&h, "page-faults"));
	CHECK(count_of(&h, "hypervisor") == count_of(&h, "page-faults"), "%s", h.said);
	CHECK(count_of(&h, "pinned") > 0, "%s", h.said);
	helper_start(&h, OUT, "1000000", ARGS("--event", "type=1,config=2,precise=4,name=x"), ARGS("true"));
	CHECK(helper_end(&h) == 2, "%s", h.said);
}

int main(void)
{
	struct helper h;

	helper_start(&h, OUT, "1000000", NONE, ARGS("true"));
	if (helper_end(&h) == 3) {
		SKIP("perf events cannot be sampled here: %s", h.said);
		return summary("event");
	}
	breakpoints();
	tracepoints();
	modifiers();
	unlink(OUT);
	return summary("event");
}
