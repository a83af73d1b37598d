/* Runs the helper in the guest; see measure.h. */
#include "measure.h"
#include "../base/perf_attr.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_ARGUMENTS 64

/* Appends the words of text, as parts of a copy that is never freed: the guest runs for seconds. */
static int split(char **arguments, int count, const char *text)
{
	char *copy = strdup(text);

	for (char *word = strtok(copy, " "); word && count < MAX_ARGUMENTS - 1; word = strtok(NULL, " "))
		arguments[count++] = word;
	arguments[count] = NULL;
	return count;
}

static int open_machine_counter(void)
{
	struct perf_event_attr attr = perf_attr(PERF_TYPE_RAW, 0x08);

	attr.pinned = 1;
	return perf_open(&attr, -1, 0, -1);
}

static char *read_all(int fd, size_t *size)
{
	size_t capacity = 1 << 16;
	char *text = malloc(capacity), *grown;
	ssize_t n;

	if (!text)
		abort();
	*size = 0;
	while ((n = read(fd, text + *size, capacity - *size - 1)) > 0 || (n < 0 && errno == EINTR)) {
		*size += n > 0 ? (size_t)n : 0;
		if (capacity - *size < 4096) {
			grown = realloc(text, capacity *= 2);
			if (!grown)
				abort();
			text = grown;
		}
	}
	text[*size] = 0;
	return text;
}

static void load(struct run *r, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return;
	r->bytes = (uint8_t *)read_all(fd, &r->size);
	close(fd);
}

void run_helper(struct run *r, const char *path, const char *options, const char *command)
{
	char *arguments[MAX_ARGUMENTS] = { "/bin/runbench-sampler", "--output", (char *)path };
	int in[2], out[2], status, count;
	size_t size;
	pid_t helper;

	*r = (struct run){ .status = -1 };
	count = split(arguments, 3, options);
	arguments[count++] = "--";
	split(arguments, count, command);
	unlink(path);
	if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC))
		abort();
	helper = fork();
	if (!helper) {
		dup2(in[0], 0);
		dup2(out[1], 1);
		execv(*arguments, arguments);
		_exit(127);
	}
	close(in[0]);
	close(out[1]);
	r->output = read_all(out[0], &size);
	if (waitpid(helper, &status, 0) == helper && WIFEXITED(status))
		r->status = WEXITSTATUS(status);
	close(in[1]);
	close(out[0]);
	load(r, path);
}

void run_with_machine(struct run *r, const char *path, const char *options, const char *command)
{
	int machine = open_machine_counter();
	uint64_t instructions = 0;

	run_helper(r, path, options, command);
	if (read(machine, &instructions, sizeof instructions) == sizeof instructions)
		r->machine_instructions = instructions;
	close(machine);
}

void run_free(struct run *r)
{
	free(r->output);
	free(r->bytes);
	*r = (struct run){ 0 };
}

const struct rb_record *run_next(const struct run *r, const struct rb_record *before)
{
	const struct rb_file_header *h = (const void *)r->bytes;
	const uint8_t *next;

	if (!h || r->size < sizeof *h || memcmp(h->magic, RB_MAGIC, sizeof h->magic))
		return NULL;
	next = before ? (const uint8_t *)before + h->record_bytes : r->bytes + h->header_bytes;
	if (next + h->record_bytes > r->bytes + r->size || *next == RB_END)
		return NULL;
	return (const void *)next;
}

const struct rb_record *run_total(const struct run *r, unsigned group)
{
	const struct rb_record *record = NULL;

	while ((record = run_next(r, record)))
		if (record->kind == RB_TOTAL && record->group == group)
			return record;
	return NULL;
}

size_t run_count(const struct run *r, enum rb_kind kind)
{
	const struct rb_record *record = NULL;
	size_t count = 0;

	while ((record = run_next(r, record)))
		count += record->kind == kind;
	return count;
}

double run_scaled(const struct run *r, unsigned group, unsigned value)
{
	const struct rb_record *total = run_total(r, group);

	if (!total || !total->running_ns)
		return 0;
	return (double)total->value[value] * (double)total->enabled_ns / (double)total->running_ns;
}

static int compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

size_t run_periods(const struct run *r, unsigned group, uint64_t **periods)
{
	const struct rb_record *record = NULL, *last = NULL;
	size_t count = 0;

	*periods = malloc(r->size + sizeof **periods);
	if (!*periods)
		abort();
	while ((record = run_next(r, record))) {
		if (record->kind != RB_SAMPLE || record->group != group)
			continue;
		if (last)
			(*periods)[count++] = record->run_ns - last->run_ns;
		last = record;
	}
	qsort(*periods, count, sizeof **periods, compare);
	return count;
}

static const char *line_of(const struct run *r, const char *event)
{
	char start[64];

	snprintf(start, sizeof start, "\"event\":\"%s\"", event);
	return strstr(r->output, start);
}

bool run_reports(const struct run *r, const char *event, const char *words)
{
	const char *line = line_of(r, event), *found = line ? strstr(line, words) : NULL;

	return found && found < line + strcspn(line, "\n");
}

bool run_unseen(const struct run *r, const char *name)
{
	const char *at = line_of(r, "finished"), *end;
	char key[128];

	snprintf(key, sizeof key, "{\"name\":\"%s\",\"value\":0,", name);
	at = at ? strstr(at, key) : NULL;
	end = at ? strchr(at, '}') : NULL;
	at = at ? strstr(at, "\"seen_in_trial\":false") : NULL;
	return at && end && at < end;
}

bool run_not_counted(const struct run *r, const char *line, const char *name, char *reason, size_t size)
{
	const char *at = line_of(r, line), *why;
	char key[128];

	*reason = 0;
	snprintf(key, sizeof key, "{\"name\":\"%s\"", name);
	at = at ? strstr(at, key) : NULL;
	if (!at)
		return false;
	snprintf(key, sizeof key, "%.*s", (int)strcspn(at, "}"), at);
	why = strstr(at, "\"reason\":\"");
	if (!why || why > at + strcspn(at, "}"))
		return false;
	why += strlen("\"reason\":\"");
	snprintf(reason, size, "%.*s", (int)strcspn(why, "\""), why);
	return true;
}
