/* The sampler of a rank; see sampler.h. */
#include "sampler.h"
#include "../base/spawn.h"
#include "environment.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_ARGUMENTS 512

/* The events of the protocol (base/say.h) that report the start of counting, or its failure. */
static const char started[] = "{\"v\":1,\"event\":\"started\"", failed[] = "{\"v\":1,\"event\":\"error\"";

static char *read_arguments(const struct place *p, char **argv, int *argc)
{
	char path[PATH_MAX];
	struct stat info;
	char *text = NULL;
	int fd = open(place_file(path, p->run, "sampler.args"), O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return NULL;
	if (!fstat(fd, &info) && (text = malloc((size_t)info.st_size + 1))) {
		ssize_t n = read(fd, text, (size_t)info.st_size);

		text[n > 0 ? n : 0] = 0;
		for (char *at = text, *line; (line = strsep(&at, "\n"));)
			if (*line && *argc < MAX_ARGUMENTS - 8)
				argv[(*argc)++] = line;
	}
	close(fd);
	return text;
}

int rank_sampler_start(struct rank_sampler *s, const struct place *p, pid_t program, bool node)
{
	const char *bundle = environment_get("RB_CLUSTER_BUNDLE");
	char binary[PATH_MAX], meta[PATH_MAX], log[PATH_MAX], pid[16];
	char *argv[MAX_ARGUMENTS] = { binary, "--output", s->output, "--meta", meta };
	int argc = 5, in[2], out[2], error;
	char *text;

	*s = (struct rank_sampler){ .control_fd = -1, .lines_fd = -1, .log_fd = -1, .line.survives = true, .error_message.survives = true };
	place_output(s->output, p, "samples.rec", ".rec");
	place_file(binary, bundle ? bundle : ".", "runbench-sampler");
	place_file(meta, p->folder, "rank.json");
	snprintf(pid, sizeof pid, "%d", program);
	text = read_arguments(p, argv, &argc);
	if (!text)
		return -1;
	argv[argc++] = node ? "--cpus" : "--pid";
	argv[argc++] = node ? "all" : pid;
	argv[argc] = NULL;
	if (pipe2(in, O_CLOEXEC)) {
		free(text);
		return -1;
	}
	if (pipe2(out, O_CLOEXEC)) {
		error = errno;
		close(in[0]);
		close(in[1]);
		free(text);
		errno = error;
		return -1;
	}
	s->log_fd = open(place_file(log, p->folder, "sampler.jsonl"), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	s->pid = spawn(&(struct spawn){ .argv = argv, .stdio = { in[0], out[1], -1 }, .own_group = true });
	error = errno;
	close(in[0]);
	close(out[1]);
	free(text);
	if (s->pid < 0) {
		s->pid = 0;
		close(in[1]);
		close(out[0]);
		close(s->log_fd);
		errno = error;
		return -1;
	}
	s->control_fd = in[1];
	s->lines_fd = out[0];
	return 0;
}

/* Reads the value of "message". The sampler's messages escape quotes and backslashes only. */
static void read_error_message(struct rank_sampler *s, const char *line, size_t size)
{
	static const char member[] = "\"message\":\"";
	const char *at = memmem(line, size, member, sizeof member - 1), *end = line + size;

	if (!at || s->error_message.size)
		return;
	for (at += sizeof member - 1; at < end && *at != '"'; at++) {
		if (*at == '\\' && at + 1 < end)
			at++;
		text_add_bytes(&s->error_message, at, 1);
	}
}

static void handle_line(struct rank_sampler *s, const char *line, size_t size)
{
	s->started |= size >= sizeof started - 1 && !memcmp(line, started, sizeof started - 1);
	if (size >= sizeof failed - 1 && !memcmp(line, failed, sizeof failed - 1)) {
		s->failed = true;
		read_error_message(s, line, size);
	}
	(void)!write(s->log_fd, line, size);
}

bool rank_sampler_read(struct rank_sampler *s)
{
	char bytes[4096];
	ssize_t n = read(s->lines_fd, bytes, sizeof bytes);
	char *end;

	if (n < 0 && errno == EINTR)
		return true;
	if (n <= 0) {
		if (s->line.size)
			handle_line(s, s->line.data, s->line.size);
		close(s->lines_fd);
		close(s->control_fd);
		close(s->log_fd);
		s->lines_fd = s->control_fd = s->log_fd = -1;
		text_free(&s->line);
		return false;
	}
	text_add_bytes(&s->line, bytes, (size_t)n);
	while (s->line.size && (end = memchr(s->line.data, '\n', s->line.size))) {
		size_t size = (size_t)(end - s->line.data) + 1;

		handle_line(s, s->line.data, size);
		text_drop(&s->line, size);
	}
	return true;
}

const char *rank_sampler_error(const struct rank_sampler *s)
{
	return s->error_message.size ? text_string(&s->error_message) : "see sampler.jsonl in the folder of the rank";
}

void rank_sampler_stop(struct rank_sampler *s)
{
	static const char stop[] = "stop INT\n";

	if (s->control_fd >= 0)
		(void)!write(s->control_fd, stop, sizeof stop - 1);
}
