/* The command line of runbench-emulator. */
#include "settings.h"
#include "model_settings.h"
#include "../base/say.h"
#include "../base/text.h"

#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REMEDY "see native/emulate/README.md for the helper's options"

/* With a shorter period, sampling would take longer than emulation. */
#define MIN_PERIOD 1000

/* With shorter intervals, writing the vectors takes longer than counting; longer ones might overflow their 32 bits. */
#define MIN_INTERVAL 10000
#define MAX_INTERVAL  4000000000u

/* Parses a cache or "none". */
static int parse_cache(struct settings *s, const char *text)
{
	struct shape shape;

	if (!strcmp(text, "none")) {
		s->ways = 0;
		return 0;
	}
	if (cache_shape_parse(&shape, text))
		return -1;
	s->cache_bytes = shape.sets * shape.ways << shape.line_shift;
	s->ways = shape.ways;
	s->line_bytes = 1u << shape.line_shift;
	return 0;
}

static int check(const struct settings *s)
{
	if (!s->run.output)
		return say_error(ERROR_USAGE, REMEDY, "no --output FILE for the recording");
	if (s->period < MIN_PERIOD || s->period > 1000000000000u)
		return say_error(ERROR_USAGE, REMEDY, "no --period between %d and 10^12 instructions", MIN_PERIOD);
	if (s->bbv_length && (s->bbv_length < MIN_INTERVAL || s->bbv_length > MAX_INTERVAL))
		return say_error(ERROR_USAGE, REMEDY, "no --bbv-instructions between %d and %u", MIN_INTERVAL, MAX_INTERVAL);
	if (!s->qemu || !s->plugin)
		return say_error(ERROR_USAGE, REMEDY, "no --qemu FILE or no --plugin FILE");
	if (strchr(s->plugin, ','))
		return say_error(ERROR_USAGE, "move the installation to a folder without commas",
				      "QEMU cannot load a plugin whose path contains a comma: %s", s->plugin);
	if ((s->models.l2.ways && !s->models.l1i.ways) || ((s->models.l2.ways || s->models.dtlb.ways) && !s->ways))
		return say_error(ERROR_USAGE, REMEDY, "a level 2 cache needs an L1I and an L1D, and TLBs need an L1D");
	if (!s->program[0])
		return say_error(ERROR_USAGE, REMEDY, "no program after --");
	return 0;
}

int settings_parse(struct settings *s, int argc, char **argv)
{
	enum { OUTPUT = 256, PERIOD, META, STDIN, STDOUT, STDERR, CHDIR, TIMEOUT, QEMU, PLUGIN, CPU, L1D, MODEL, CHECK, BBV,
		BBV_INSTRUCTIONS, CONTROL };
	static const struct option names[] = {
		{ "output", 1, NULL, OUTPUT }, { "period", 1, NULL, PERIOD }, { "meta", 1, NULL, META },
		{ "stdin", 1, NULL, STDIN }, { "stdout", 1, NULL, STDOUT }, { "stderr", 1, NULL, STDERR },
		{ "chdir", 1, NULL, CHDIR }, { "timeout", 1, NULL, TIMEOUT }, { "qemu", 1, NULL, QEMU },
		{ "plugin", 1, NULL, PLUGIN }, { "cpu", 1, NULL, CPU }, { "l1d", 1, NULL, L1D }, { "model", 1, NULL, MODEL },
		{ "check", 0, NULL, CHECK },
		{ "bbv", 1, NULL, BBV }, { "bbv-instructions", 1, NULL, BBV_INSTRUCTIONS }, { "control", 1, NULL, CONTROL },
		{ NULL, 0, NULL, 0 } };
	int c;

	*s = (struct settings){ .run = { .program.stdio = { "/dev/null", "/dev/null", "/dev/null" }, .inherit = true },
		.period = 1000000, .cache_bytes = 32768, .ways = 8, .line_bytes = 64 };
	opterr = 0;
	while ((c = getopt_long(argc, argv, "+", names, NULL)) != -1) {
		bool good = true;

		switch (c) {
		case OUTPUT: s->run.output = optarg; break;
		case PERIOD: good = !options_number(optarg, &s->period); break;
		case CONTROL: options_control(&s->run, optarg); break;
		case META: s->run.meta_path = optarg; break;
		case STDIN: case STDOUT: case STDERR: s->run.program.stdio[c - STDIN] = optarg; break;
		case CHDIR: s->run.program.directory = optarg; break;
		case TIMEOUT: good = !options_number(optarg, &s->run.timeout_ns); break;
		case QEMU: s->qemu = optarg; break;
		case PLUGIN: s->plugin = realpath(optarg, NULL); break;
		case CPU: s->cpu = optarg; break;
		case L1D: good = !parse_cache(s, optarg); break;
		case MODEL: good = !model_parse(&s->models, &s->tlb_source, optarg); break;
		case CHECK: s->check = true; break;
		case BBV: s->bbv = optarg; break;
		case BBV_INSTRUCTIONS: good = !options_number(optarg, &s->bbv_length); break;
		default:
			return say_error(ERROR_USAGE, REMEDY, "unknown option or missing value: %s", argv[optind - 1]);
		}
		if (!good)
			return say_error(ERROR_USAGE, REMEDY, "invalid value: %s", argv[optind - 1]);
	}
	s->program = argv + optind;
	return check(s);
}

void settings_compose(struct settings *s, const char *segment_path)
{
	size_t given = 0, n = 0;
	struct text plugin = { 0 };
	const char **words;

	while (s->program[given])
		given++;
	words = calloc(given + 12, sizeof *words);
	if (!words)
		abort();
	words[n++] = s->qemu;
	if (s->cpu) {
		words[n++] = "-cpu";
		words[n++] = s->cpu;
	}
	/* The program's random bytes at its start: the same in each run. */
	words[n++] = "-seed";
	words[n++] = "1";
	words[n++] = "-plugin";
	text_add(&plugin, "%s,segment=%s,own=%zu", s->plugin, segment_path, n + 1);
	if (s->check)
		text_add(&plugin, ",check=1");
	words[n++] = plugin.data;
	for (size_t i = 0; i < given; i++)
		words[n++] = s->program[i];
	s->run.program.command = (char **)words;
}
