/* The helper's command line. */
#include "options.h"
#include "calibrate.h"
#include "unwind.h"
#include "../base/clock_ns.h"
#include "../base/say.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REMEDY "see native/sampler/README.md for the helper's options"

/* Reading all counters takes up to some milliseconds. */
#define MIN_INTERVAL_NS (10 * NS_PER_MS)

#define MAX_DELAY_NS (1000 * 86400ull * NS_PER_S) /* sums with times of the clock stay within 64 bits */

/* The ring of final values holds 200 ended tasks; 50 of them wake the reader. */
const struct ring_bytes options_largest_rings = { .samples = 512u << 10, .finals = 16u << 10, .follower = 64u << 10, .large = 1 };

int options_number(const char *s, uint64_t *value)
{
	char *end;

	if (*s < '0' || *s > '9')
		return -1;
	errno = 0;
	*value = strtoull(s, &end, 0);
	return errno || *end ? -1 : 0;
}

bool options_cpu_wide(const struct options *o)
{
	return o->cpu_list || o->cgroup_count || o->own_cgroup;
}

bool options_record_switches(const struct options *o)
{
	return o->switches != SWITCHES_NONE && !options_cpu_wide(o);
}

static int parse_pid(const char *s, int32_t *pid)
{
	uint64_t n;

	if (options_number(s, &n) || !n || n > INT32_MAX)
		return -1;
	*pid = (int32_t)n;
	return 0;
}

/* Parses fp, or dwarf,BYTES. */
static bool parse_call_graph(const char *s, uint32_t *stack_bytes)
{
	uint64_t bytes = 0;

	if (!strncmp(s, "dwarf,", 6) && (options_number(s + 6, &bytes) || !bytes || bytes % 8 || bytes > UNWIND_MAX_BYTES))
		return false;
	*stack_bytes = (uint32_t)bytes;
	return bytes || !strcmp(s, "fp");
}

/* Returns whether a list such as "0-7+16" contains a CPU; -1 if it is no list. */
static int list_contains(const char *list, int cpu)
{
	int found = 0;

	for (const char *p = list; ; p++) {
		unsigned long first, last;
		char *end;

		if (*p < '0' || *p > '9')
			return -1;
		first = last = strtoul(p, &end, 10);
		if (*end == '-' && end[1] >= '0' && end[1] <= '9')
			last = strtoul(end + 1, &end, 10);
		found |= cpu >= 0 && first <= (unsigned long)cpu && (unsigned long)cpu <= last;
		if (!*end)
			return found;
		if (*end != '+')
			return -1;
		p = end;
	}
}

/* Returns a mask of PLACE_BITS bits for a list such as "0-3,7", NULL if it is no list. */
static unsigned long *parse_mask(const char *list)
{
	const unsigned bits = 8 * sizeof(unsigned long);
	unsigned long *mask = calloc(PLACE_BITS / bits, sizeof *mask);

	if (!mask)
		abort();
	for (const char *p = list; ; p++) {
		unsigned long first, last;
		char *end;

		if (*p < '0' || *p > '9')
			break;
		first = last = strtoul(p, &end, 10);
		if (*end == '-' && end[1] >= '0' && end[1] <= '9')
			last = strtoul(end + 1, &end, 10);
		if (last < first || last >= PLACE_BITS)
			break;
		for (unsigned long i = first; i <= last; i++)
			mask[i / bits] |= 1ul << i % bits;
		if (!*end)
			return mask;
		if (*end != ',')
			break;
		p = end;
	}
	free(mask);
	return NULL;
}

const struct encoding *options_encoding(const struct event_option *e, int cpu)
{
	for (unsigned i = 0; i < e->encodings; i++)
		if (cpu < 0 || !e->on[i].cpus || list_contains(e->on[i].cpus, cpu) > 0)
			return &e->on[i];
	return NULL;
}

static int set_field(struct event_option *e, const char *key, const char *value)
{
	struct encoding *now = &e->on[e->encodings - 1];
	uint64_t n;

	if (!strcmp(key, "unit")) {
		e->unit = value;
		return 0;
	}
	if (!strcmp(key, "source")) {
		e->source = value;
		return 0;
	}
	if (!strcmp(key, "resctrl")) {
		e->resctrl = value;
		e->socket = true;
		return strchr(value, '/') ? -1 : 0;
	}
	if (!strcmp(key, "cpus")) {
		now->cpus = value;
		return list_contains(value, -1);
	}
	if (options_number(value, &n))
		return -1;
	if (!strcmp(key, "or") && n <= UINT32_MAX && e->encodings < MAX_ENCODINGS)
		e->on[e->encodings++] = (struct encoding){ .perf.type = (uint32_t)n };
	else if (!strcmp(key, "type") && n <= UINT32_MAX)
		now->perf.type = (uint32_t)n;
	else if (!strcmp(key, "config"))
		now->perf.config = n;
	else if (!strcmp(key, "config1"))
		now->perf.config1 = n;
	else if (!strcmp(key, "config2"))
		now->perf.config2 = n;
	else if (!strcmp(key, "group") && n <= UINT8_MAX)
		e->group = (unsigned)n;
	else if (!strcmp(key, "user") && n <= 1)
		e->modes.user = n;
	else if (!strcmp(key, "kernel") && n <= 1)
		e->modes.kernel = n;
	else if (!strcmp(key, "hypervisor") && n <= 1)
		e->modes.hypervisor = n;
	else if (!strcmp(key, "idle") && n <= 1)
		e->modes.idle = n;
	else if (!strcmp(key, "guest") && n <= 1)
		e->modes.guest = n;
	else if (!strcmp(key, "host") && n <= 1)
		e->modes.host = n;
	else if (!strcmp(key, "precise") && n <= 3)
		e->precise = (unsigned)n;
	else if (!strcmp(key, "counters") && n <= 8)
		e->counters = (unsigned)n;
	else if (!strcmp(key, "socket") && n <= 1)
		e->socket = n;
	else if (!strcmp(key, "leads") && n <= 1)
		e->leads = n;
	else if (!strcmp(key, "pinned") && n <= 1)
		e->pinned = n;
	else if (!strcmp(key, "exclusive") && n <= 1)
		e->exclusive = n;
	else if (!strcmp(key, "together") && n <= 1)
		e->together = n;
	else
		return -1;
	return 0;
}

/* Parses key=value,key=value,...,name=NAME, where NAME is the rest verbatim; modifies its argument. */
static int parse_event(struct event_option *e, char *argument)
{
	*e = (struct event_option){ .unit = "events", .source = "pmu", .counters = 1, .encodings = 1,
		.modes = { .user = true, .kernel = true, .idle = true, .guest = true, .host = true } };
	for (char *p = argument; ; ) {
		char *equals = strchr(p, '='), *comma;

		if (!equals)
			return -1;
		*equals = 0;
		if (!strcmp(p, "name")) {
			e->name = equals + 1;
			return *e->name ? 0 : -1;
		}
		comma = strchr(equals + 1, ',');
		if (!comma)
			return -1;
		*comma = 0;
		if (set_field(e, p, equals + 1))
			return -1;
		p = comma + 1;
	}
}

static int check(const struct options *o)
{
	if (o->reports_counters || o->reports_scopes)
		return 0;
	if (!o->output && !o->plan)
		return say_error(ERROR_USAGE, REMEDY, "no --output FILE for the recording");
	if ((!o->period_ns && !o->plan) || o->period_ns > 86400000000000u)
		return say_error(ERROR_USAGE, REMEDY, "no --period NS between 1 ns and one day");
	if (!o->event_count)
		return say_error(ERROR_USAGE, REMEDY, "no --event to count");
	if ((o->attach_pid != 0) + (o->attach_tid != 0) + (o->cpu_list != NULL) + (o->cgroup_count != 0) + (o->scope != SCOPE_TASK) > 1)
		return say_error(ERROR_USAGE, REMEDY, "--pid, --tid, --cpus, --cgroup and --scope exclude one another");
	if (o->scope != SCOPE_TASK && (!o->program.command[0] || !o->inherit))
		return say_error(ERROR_USAGE, REMEDY, "--scope needs a command");
	if (o->scope != SCOPE_TASK && o->switches == SWITCHES_ALL)
		return say_error(ERROR_USAGE, "remove one of the two options", "context switches are recorded per task, but a control group does not distinguish tasks");
	for (int i = 0; i < o->event_count; i++)
		if (o->delay_ns && o->events[i].resctrl)
			return say_error(ERROR_USAGE, "remove --delay or the event", "%s monitors a program from its start, and cannot be "
					 "delayed", o->events[i].name);
	for (int i = 0; i < o->event_count; i++)
		if ((o->counting.control || o->counting.regions) && o->events[i].resctrl)
			return say_error(ERROR_USAGE, "remove --control, --only-region or the event", "%s monitors a program all the time, and cannot be "
					 "disabled", o->events[i].name);
	if (o->counting.regions && (o->counting.control || o->delay_ns || !o->program.command[0]))
		return say_error(ERROR_USAGE, REMEDY, "--only-regions needs a command, and excludes --counting and --delay");
	if (o->counting.starts_disabled && !o->counting.control && !o->counting.regions)
		return say_error(ERROR_USAGE, "add --counting, or leave --disabled out", "nothing enables the counters");
	if (o->counting.control && o->delay_ns)
		return say_error(ERROR_USAGE, "use --delay=-1, and send enable after this time",
				 "a delay and --control both enable the counters");
	if (!o->program.command[0] && (o->program.cpus || o->program.nodes))
		return say_error(ERROR_USAGE, REMEDY, "--affinity and --memory-nodes need a command");
	if (o->program.command[0] && (o->attach_pid || o->attach_tid))
		return say_error(ERROR_USAGE, REMEDY, "a command and a running process cannot both be observed");
	if (!o->program.command[0] && !o->attach_pid && !o->attach_tid && !options_cpu_wide(o) && !o->plan)
		return say_error(ERROR_USAGE, REMEDY, "no command after --");
	if ((o->cpu_list || o->cgroup_count) && o->switches == SWITCHES_ALL)
		return say_error(ERROR_USAGE, "remove one of the two options", "context switches are recorded per task, not per CPU or group");
	if (o->call_graph && (o->poll || !o->pointers || options_cpu_wide(o)))
		return say_error(ERROR_USAGE, "remove --call-graph, or the other option",
				 "--call-graph needs samples of tasks with instruction pointers: not --mode poll, --no-pointers, --cpus, --cgroup or --scope");
	return 0;
}

void options_control(struct options *o, const char *path)
{
	o->control = path;
	o->program.stdio[0] = NULL;
}

int options_parse(struct options *o, int argc, char **argv)
{
	enum { OUTPUT = 256, PERIOD, MODE, EVENT, META, STDIN, STDOUT, STDERR, CHDIR, NO_INHERIT, SWITCHES, MAX_COST,
	       FORCE, TIMEOUT, SPLIT, PLAN, COUNTERS, PID, TID, CPUS, NO_POINTERS, CGROUP, SCOPE, FORKS_BEFORE, RUN_BEFORE, RESCTRL, SCOPES, CONTROL, INTERVAL, DELAY, CALL_GRAPH,
	       COUNTING, DISABLED, ONLY_REGIONS,
	       AFFINITY, MEMORY_NODES, CALIBRATED };
	static const struct option names[] = {
		{ "output", 1, NULL, OUTPUT }, { "period", 1, NULL, PERIOD }, { "mode", 1, NULL, MODE },
		{ "event", 1, NULL, EVENT }, { "meta", 1, NULL, META }, { "stdin", 1, NULL, STDIN },
		{ "stdout", 1, NULL, STDOUT }, { "stderr", 1, NULL, STDERR }, { "chdir", 1, NULL, CHDIR },
		{ "no-inherit", 0, NULL, NO_INHERIT }, { "switches", 2, NULL, SWITCHES },
		{ "max-cost", 1, NULL, MAX_COST }, { "force", 0, NULL, FORCE }, { "timeout", 1, NULL, TIMEOUT },
		{ "split", 0, NULL, SPLIT }, { "plan", 0, NULL, PLAN }, { "counters", 0, NULL, COUNTERS }, { "pid", 1, NULL, PID },
		{ "tid", 1, NULL, TID }, { "cpus", 1, NULL, CPUS }, { "no-pointers", 0, NULL, NO_POINTERS },
		{ "cgroup", 1, NULL, CGROUP }, { "scope", 1, NULL, SCOPE }, { "forks-before", 1, NULL, FORKS_BEFORE },
		{ "run-before", 1, NULL, RUN_BEFORE }, { "resctrl", 1, NULL, RESCTRL }, { "scopes", 0, NULL, SCOPES }, { "control", 1, NULL, CONTROL },
		{ "interval", 1, NULL, INTERVAL }, { "delay", 1, NULL, DELAY }, { "call-graph", 1, NULL, CALL_GRAPH },
		{ "counting", 1, NULL, COUNTING }, { "disabled", 0, NULL, DISABLED }, { "only-regions", 1, NULL, ONLY_REGIONS },
		{ "affinity", 1, NULL, AFFINITY }, { "memory-nodes", 1, NULL, MEMORY_NODES }, { "calibrated", 1, NULL, CALIBRATED },
		{ NULL, 0, NULL, 0 } };
	int c;

	*o = (struct options){ .program.stdio = { "/dev/null", "/dev/null", "/dev/null" }, .inherit = true, .pointers = true, .max_cost = 0.25,
		.rings = options_largest_rings, .resctrl = "/sys/fs/resctrl" };
	o->events = calloc((size_t)argc, sizeof *o->events);
	o->cgroup = calloc((size_t)argc, sizeof *o->cgroup);
	if (!o->events || !o->cgroup)
		abort();
	opterr = 0;
	while ((c = getopt_long(argc, argv, "+", names, NULL)) != -1) {
		bool good = true;
		char *end;

		switch (c) {
		case OUTPUT: o->output = optarg; break;
		case PERIOD: good = !options_number(optarg, &o->period_ns); break;
		case MODE:
			o->poll = !strcmp(optarg, "poll");
			good = o->poll || !strcmp(optarg, "kernel");
			break;
		case EVENT: good = !parse_event(&o->events[o->event_count++], optarg); break;
		case CONTROL: options_control(o, optarg); break;
		case META: o->meta_path = optarg; break;
		case STDIN: case STDOUT: case STDERR: o->program.stdio[c - STDIN] = optarg; break;
		case CHDIR: o->program.directory = optarg; break;
		case NO_INHERIT: o->inherit = false; break;
		case SWITCHES:
			o->switches = optarg ? SWITCHES_AUTO : SWITCHES_ALL;
			good = !optarg || !strcmp(optarg, "auto");
			break;
		case NO_POINTERS: o->pointers = false; break;
		case CALL_GRAPH: good = o->call_graph = parse_call_graph(optarg, &o->stack_bytes); break;
		case MAX_COST:
			o->max_cost = strtod(optarg, &end);
			good = !*end && end != optarg && o->max_cost > 0;
			break;
		case FORCE: o->force = true; break;
		case SPLIT: o->split = true; break;
		case PLAN: o->plan = o->split = true; break;
		case COUNTERS: o->reports_counters = true; break;
		case PID: good = !parse_pid(optarg, &o->attach_pid); break;
		case TID: good = !parse_pid(optarg, &o->attach_tid); break;
		case CPUS: o->cpu_list = optarg; break;
		case CGROUP: o->cgroup[o->cgroup_count++] = optarg; break;
		case SCOPE:
			o->own_cgroup = !strcmp(optarg, "cgroup");
			o->scope = o->own_cgroup ? SCOPE_CGROUP : !strcmp(optarg, "auto") ? SCOPE_AUTO : SCOPE_TASK;
			good = o->scope != SCOPE_TASK || !strcmp(optarg, "task");
			break;
		case FORKS_BEFORE: good = !options_number(optarg, &o->forks_before); break;
		case SCOPES: o->reports_scopes = true; break;
		case RESCTRL: o->resctrl = optarg; break;
		case RUN_BEFORE: good = !options_number(optarg, &o->run_before_ns); break;
		case INTERVAL: good = !options_number(optarg, &o->interval_ns) && o->interval_ns >= MIN_INTERVAL_NS; break;
		case DELAY: good = !options_number(optarg, &o->delay_ns) && o->delay_ns <= MAX_DELAY_NS; break;
		case COUNTING: o->counting.control = optarg; break;
		case ONLY_REGIONS: o->counting.regions = optarg; o->counting.starts_disabled = true; break;
		case DISABLED: o->counting.starts_disabled = true; break;
		case CALIBRATED: good = !calibration_parse(o, optarg); break;
		case AFFINITY: good = (o->program.cpus = parse_mask(optarg)) != NULL; break;
		case MEMORY_NODES: good = (o->program.nodes = parse_mask(optarg)) != NULL; break;
		case TIMEOUT: good = !options_number(optarg, &o->timeout_ns); break;
		default:
			return say_error(ERROR_USAGE, REMEDY, "unknown option or missing value: %s", argv[optind - 1]);
		}
		if (!good)
			return say_error(ERROR_USAGE, REMEDY, "invalid value: %s", argv[optind - 1]);
	}
	o->program.command = argv + optind;
	return check(o);
}

/* Reads a text file; the caller frees it. Returns NULL with errno on failure. */
static char *read_whole(const char *path)
{
	FILE *f = fopen(path, "re");
	char *bytes = NULL;
	size_t capacity = 0;

	if (!f)
		return NULL;
	if (getdelim(&bytes, &capacity, 0, f) < 0) {
		free(bytes);
		bytes = NULL;
		errno = ENODATA;
	}
	fclose(f);
	return bytes;
}

int options_read_meta(const struct options *o, char **meta)
{
	size_t end;

	*meta = NULL;
	if (!o->meta_path)
		return 0;
	if (!(*meta = read_whole(o->meta_path)) || **meta != '{')
		return say_error(ERROR_USAGE, "specify a file with one JSON object", "cannot use --meta %s: %s",
				      o->meta_path, *meta ? "it does not start with {" : strerror(errno));
	for (end = strlen(*meta); end && strchr(" \t\r\n", (*meta)[end - 1]); )
		(*meta)[--end] = 0;
	return 0;
}
