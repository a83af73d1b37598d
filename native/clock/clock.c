/* Base clocks and virtual clocks. A virtual clock is base + offset + drift + table, the same for reads and for kernel
 * stamps, so that a test or a rehearsal has exact reference values. */
#include "runbench/clock.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "source.h"

#define MIN_PAIRS 3
#define MAX_PAIRS 100

struct point {
	double seconds;
	double offset_ns;
};

struct rb_clock {
	const struct rb_source *source;
	bool is_virtual;
	int64_t offset_ns;
	double ppm;
	int64_t epoch_ns;
	struct point *table;
	size_t points;
};

static double table_offset_ns(const struct rb_clock *c, double seconds)
{
	if (c->points == 0 || seconds <= c->table[0].seconds)
		return c->points ? c->table[0].offset_ns : 0;
	size_t lo = 0, hi = c->points;
	while (hi - lo > 1) {
		size_t middle = (lo + hi) / 2;
		if (c->table[middle].seconds <= seconds)
			lo = middle;
		else
			hi = middle;
	}
	if (hi == c->points)
		return c->table[lo].offset_ns;
	const struct point *a = &c->table[lo], *b = &c->table[hi];
	return a->offset_ns + (b->offset_ns - a->offset_ns) * (seconds - a->seconds) / (b->seconds - a->seconds);
}

static int64_t round_to_ns(double v)
{
	return (int64_t)(v < 0 ? v - 0.5 : v + 0.5);
}

static int64_t apply_virtual(const struct rb_clock *c, int64_t base_ns)
{
	if (!c->is_virtual)
		return base_ns;
	double since = (double)(base_ns - c->epoch_ns);
	return base_ns + c->offset_ns + round_to_ns(since * c->ppm * 1e-6 + table_offset_ns(c, since * 1e-9));
}

int64_t rb_clock_now(const struct rb_clock *c)
{
	return apply_virtual(c, c->source->now());
}

int64_t rb_ticks(void)
{
#if RB_HAVE_TSC
	return (int64_t)rb_tsc();
#else
	return 0;
#endif
}

int64_t rb_clock_from_realtime(const struct rb_clock *c, int64_t realtime_ns)
{
	if (c->source->now == rb_realtime)
		return apply_virtual(c, realtime_ns);
	/* Two reads of the kernel's clock bracket the conversion: half their distance is the maximum error. It must stay
	 * within the slack stated in recordings, so an interrupted bracket is repeated. */
	int64_t wide = 2 * rb_clock_slack(c), best = INT64_MAX, base = 0;
	for (int i = 0; i < MIN_PAIRS || (best > wide && i < MAX_PAIRS); i++) {
		int64_t before = rb_realtime();
		int64_t here = c->source->now();
		int64_t after = rb_realtime();
		if (after - before < best) {
			best = after - before;
			base = here - (before + (after - before) / 2 - realtime_ns);
		}
	}
	return apply_virtual(c, base);
}

int64_t rb_clock_slack(const struct rb_clock *c)
{
	return rb_source_slack(c->source->name);
}

double rb_clock_hertz(const struct rb_clock *c)
{
	double error;
	return c->source->hertz ? c->source->hertz(&error) : 0;
}

double rb_clock_hertz_error(const struct rb_clock *c)
{
	double error = 0;
	if (c->source->hertz)
		c->source->hertz(&error);
	return error;
}

uint16_t rb_clock_code(const struct rb_clock *c)
{
	return (uint16_t)(rb_source_code(c->source) | (c->is_virtual ? RB_CODE_VIRTUAL : 0));
}

/* Appends to text and truncates at its size. */
static void append(char *text, size_t size, const char *format, ...)
{
	size_t used = strnlen(text, size);
	va_list rest;
	va_start(rest, format);
	if (used < size)
		vsnprintf(text + used, size - used, format, rest);
	va_end(rest);
}

void rb_clock_describe(const struct rb_clock *c, char *json, size_t size)
{
	if (size == 0)
		return;
	json[0] = '\0';
	append(json, size, "{\"source\":\"%s\"", c->source->name);
	if (rb_clock_hertz(c) > 0)
		append(json, size, ",\"hertz\":%.3f,\"hertz_error\":%.6f", rb_clock_hertz(c), rb_clock_hertz_error(c));
#if RB_HAVE_TSC
	if (strncmp(c->source->name, "tsc", 3) == 0)
		append(json, size, ",\"scale\":\"%s\"", rb_tsc_origin());
#endif
	if (strcmp(c->source->name, "hpet") == 0) {
		bool wide;
		unsigned timers = rb_hpet_timers(&wide);
		append(json, size, ",\"timers\":%u,\"counter_bits\":%d", timers, wide ? 64 : 32);
	}
	if (c->is_virtual)
		append(json, size, ",\"virtual\":{\"offset_ns\":%lld,\"ppm\":%.9g,\"epoch_ns\":%lld,\"table_points\":%zu}",
			(long long)c->offset_ns, c->ppm, (long long)c->epoch_ns, c->points);
	append(json, size, "}");
}

static int read_table(struct rb_clock *c, const char *path, char *error, size_t size)
{
	FILE *f = fopen(path, "r");
	if (!f) {
		snprintf(error, size, "%s: %s", path, strerror(errno));
		return -1;
	}
	char *line = NULL;
	size_t capacity = 0;
	int number = 0, bad = 0;
	while (!bad && getline(&line, &capacity, f) > 0) {
		struct point p;
		number++;
		if (line[0] == '#' || line[0] == '\n')
			continue;
		struct point *grown = reallocarray(c->table, c->points + 1, sizeof p);
		bad = !grown || sscanf(line, "%lf %lf", &p.seconds, &p.offset_ns) != 2
			|| (c->points && p.seconds <= grown[c->points - 1].seconds);
		if (grown)
			c->table = grown;
		if (!bad)
			c->table[c->points++] = p;
	}
	free(line);
	fclose(f);
	if (bad)
		snprintf(error, size, "%s: line %d: expected 'seconds offset-ns', seconds increasing", path, number);
	return bad ? -1 : 0;
}

/* Sets one KEY=VALUE of a virtual clock. */
static int set_option(struct rb_clock *c, char *item, bool *epoch, char *error, size_t size)
{
	char *value = strchr(item, '=');
	char *end = value;
	if (value) {
		*value++ = '\0';
		if (strcmp(item, "offset") == 0)
			c->offset_ns = strtoll(value, &end, 10);
		else if (strcmp(item, "ppm") == 0)
			c->ppm = strtod(value, &end);
		else if (strcmp(item, "epoch") == 0) {
			c->epoch_ns = strtoll(value, &end, 10);
			*epoch = true;
		} else if (strcmp(item, "table") == 0)
			return read_table(c, value, error, size);
		else
			value = NULL;
	}
	if (value && *value && *end == '\0')
		return 0;
	snprintf(error, size, "'%s': expected offset=NS, ppm=NUMBER, epoch=NS or table=FILE", item);
	return -1;
}

static int parse_virtual(struct rb_clock *c, char *inside, bool *epoch, char *error, size_t size)
{
	char *save = NULL;
	for (char *item = strtok_r(inside, ",", &save); item; item = strtok_r(NULL, ",", &save))
		if (set_option(c, item, epoch, error, size) != 0)
			return -1;
	return 0;
}

static int parse(struct rb_clock *c, const char *spec, bool *epoch, char *error, size_t size)
{
	static const char prefix[] = "virtual(";
	const char *base = spec;
	size_t length = strlen(spec);
	char *inside = NULL;
	int status = 0;

	if (strncmp(spec, prefix, sizeof prefix - 1) == 0) {
		if (spec[length - 1] != ')') {
			snprintf(error, size, "%s: the closing ')' is missing", spec);
			return -1;
		}
		c->is_virtual = true;
		base = spec + sizeof prefix - 1;
		length = strcspn(base, ",)");
		if (base[length] == ',')
			inside = strndup(base + length + 1, strlen(base + length + 1) - 1);
	}
	c->source = rb_source_named(base, length);
	if (!c->source) {
		snprintf(error, size, "no clock '%.*s'; there are tsc, tscp, monotonic, raw, realtime, gettimeofday, syscall, "
			"hpet, phc and virtual(BASE,offset=NS,ppm=P,epoch=NS,table=FILE)", (int)length, base);
		status = -1;
	}
	if (status == 0 && inside)
		status = parse_virtual(c, inside, epoch, error, size);
	free(inside);
	return status;
}

struct rb_clock *rb_clock_open(const char *spec, char *error, size_t size)
{
	struct rb_clock *c = calloc(1, sizeof *c);
	bool epoch = false;
	if (!c) {
		snprintf(error, size, "out of memory");
		return NULL;
	}
	if (parse(c, spec, &epoch, error, size) != 0 || c->source->open(error, size) != 0) {
		rb_clock_close(c);
		return NULL;
	}
	if (c->is_virtual && !epoch)
		c->epoch_ns = c->source->now();
	return c;
}

void rb_clock_close(struct rb_clock *c)
{
	if (c)
		free(c->table);
	free(c);
}
