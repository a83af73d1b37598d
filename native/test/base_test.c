/* Tests of native/base: text and its JSON, the helpers' protocol, start and end of programs, checksums. */
#include "../base/check.h"
#include "../base/clock_ns.h"
#include "../base/crc32c.h"
#include "../base/say.h"
#include "../base/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void expect_json(const char *bytes, size_t size, const char *json)
{
	struct text t = { 0 };

	text_add_json_bytes(&t, bytes, size);
	CHECK(!strcmp(text_string(&t), json), "%s instead of %s", text_string(&t), json);
	text_free(&t);
}

static void check_json(void)
{
	expect_json("", 0, "\"\"");
	expect_json("a \"b\" \\ \t\x7f", 10, "\"a \\\"b\\\" \\\\ \\u0009\\u007f\"");
	expect_json("\0", 1, "\"\\u0000\"");
	expect_json("é€😀", 9, "\"é€😀\"");
	expect_json("caf\xe9!", 5, "\"caf\\\\xe9!\"");
	expect_json("\xc3", 1, "\"\\\\xc3\"");                                   /* truncated */
	expect_json("\xe2\x82", 2, "\"\\\\xe2\\\\x82\"");
	expect_json("\xc0\xaf", 2, "\"\\\\xc0\\\\xaf\"");                        /* overlong */
	expect_json("\xe0\x9f\xbf", 3, "\"\\\\xe0\\\\x9f\\\\xbf\"");
	expect_json("\xed\xa0\x80", 3, "\"\\\\xed\\\\xa0\\\\x80\"");             /* a surrogate */
	expect_json("\xf4\x90\x80\x80", 4, "\"\\\\xf4\\\\x90\\\\x80\\\\x80\""); /* beyond U+10FFFF */
	expect_json("\xff", 1, "\"\\\\xff\"");
}

static void check_growth(void)
{
	struct text t = { 0 };
	char *const words[] = { "a", "b \"c\"", NULL }, *many = malloc(100001);

	CHECK(!strcmp(text_string(&t), ""));
	text_add(&t, "%s %d", "x", 7);
	text_add_member(&t, "k", "v");
	text_add_words(&t, "w", words);
	CHECK(!strcmp(text_string(&t), "x 7,\"k\":\"v\",\"w\":[\"a\",\"b \\\"c\\\"\"]"), "%s", text_string(&t));
	text_drop(&t, 2);
	CHECK(t.data[0] == '7' && strlen(t.data) == t.size);
	text_drop(&t, t.size);
	CHECK(t.size == 0 && !*t.data);
	text_free(&t);
	text_drop(&t, 0);
	memset(many, 0xff, 100000);
	for (int i = 0; i < 3; i++)
		text_add_json_bytes(&t, many, 100000);
	CHECK(t.size == 3 * 500002 && strlen(t.data) == t.size, "%zu", t.size);
	text_free(&t);
	free(many);
}

/* With survives set, a failure is permanent and does not end the program. */
static void check_no_memory(void)
{
	struct text t = { .survives = true };
	struct rlimit none = { 0, RLIM_INFINITY }, before;

#ifdef __SANITIZE_ADDRESS__
	SKIP("no memory: AddressSanitizer's allocator ends the program");
	return;
#endif
	getrlimit(RLIMIT_AS, &before);
	none.rlim_max = before.rlim_max;
	text_add(&t, "some");
	if (setrlimit(RLIMIT_AS, &none)) {
		SKIP("no memory: %s", strerror(errno));
		return;
	}
	text_add(&t, "%*d", 1 << 26, 1);
	setrlimit(RLIMIT_AS, &before);
	CHECK(t.failed && !strcmp(text_string(&t), ""));
	text_add(&t, "more");
	CHECK(t.failed);
	text_free(&t);
	CHECK(!t.failed && t.survives);
}

/* Captures the standard output of a function. */
static void captured(void (*talk)(void), char *output, size_t size)
{
	int ends[2], out = dup(1);
	ssize_t n;

	fflush(stdout);
	if (pipe(ends))
		exit(99);
	dup2(ends[1], 1);
	close(ends[1]);
	talk();
	dup2(out, 1);
	close(out);
	n = read(ends[0], output, size - 1);
	output[n > 0 ? n : 0] = 0;
	close(ends[0]);
}

static int exit_code;

static void talk(void)
{
	say("started", "\"pid\":7");
	say("ready", "");
	say_if_read("progress", "\"samples\":1");
	exit_code = say_error(ERROR_BENCHMARK, "check the \"path\"", "cannot start %s", "caf\xc3\xa9");
}

static void check_lines(void)
{
	char output[1024];

	captured(talk, output, sizeof output);
	CHECK(!strcmp(output, "{\"v\":1,\"event\":\"started\",\"pid\":7}\n{\"v\":1,\"event\":\"ready\"}\n"
		      "{\"v\":1,\"event\":\"progress\",\"samples\":1}\n"
		      "{\"v\":1,\"event\":\"error\",\"kind\":\"benchmark\",\"message\":\"cannot start caf\xc3\xa9\","
		      "\"remedy\":\"check the \\\"path\\\"\"}\n"), "%s", output);
	CHECK(exit_code == EXIT_BENCHMARK, "%d", exit_code);
}

static pid_t start(const char *const *argv, int out)
{
	return spawn(&(struct spawn){ .argv = (char *const *)argv, .stdio = { -1, out, -1 }, .own_group = true });
}

static void check_spawn(void)
{
	int ends[2], status = 0;
	char output[64];
	ssize_t n;
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC))
		exit(99);
	pid = start((const char *const []){ "sh", "-c", "echo pgid $(cut -d\" \" -f5 /proc/$$/stat) pid $$; exit 5", NULL }, ends[1]);
	close(ends[1]);
	CHECK(pid > 0, "%s", strerror(errno));
	CHECK(spawn_wait_until(pid, clock_ns() + 60 * NS_PER_S, &status) && spawn_exit_code(status) == 5, "%x", status);
	n = read(ends[0], output, sizeof output - 1);
	output[n > 0 ? n : 0] = 0;
	CHECK(n > 0 && atoi(strrchr(output, ' ')) == pid, "%s", output);
	close(ends[0]);

	errno = 0;
	CHECK(start((const char *const []){ "/no/such/program", NULL }, -1) < 0 && errno == ENOENT, "%s", strerror(errno));
	CHECK(start((const char *const []){ "/etc/passwd", NULL }, -1) < 0 && errno == EACCES, "%s", strerror(errno));
	CHECK(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD, "a child was left behind");
}

/* A timeout ends the whole process group, including processes that ignore SIGTERM. */
static void check_overdue(void)
{
	int ends[2], status = 0;
	char byte;
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC))
		exit(99);
	pid = start((const char *const []){ "sh", "-c", "trap '' TERM; sleep 1000 & echo; wait", NULL }, ends[1]);
	close(ends[1]);
	CHECK(pid > 0 && read(ends[0], &byte, 1) == 1, "it does not run");
	CHECK(!spawn_wait_until(pid, clock_ns() + NS_PER_MS, &status) && spawn_exit_code(status) == 128 + SIGKILL, "%x", status);
	CHECK(read(ends[0], &byte, 1) == 0, "what it started holds its output");
	close(ends[0]);
}

/* CRC-32C against published vectors (RFC 3720 appendix B.4), and the instruction compared with the table. */
static void check_crc32c(void)
{
	uint8_t bytes[4096];

	memset(bytes, 0, 32);
	CHECK(crc32c(0, bytes, 32) == 0x8a9136aa, "32 zeros");
	memset(bytes, 0xff, 32);
	CHECK(crc32c(0, bytes, 32) == 0x62a8ab43, "32 ones");
	for (int i = 0; i < 32; i++)
		bytes[i] = (uint8_t)i;
	CHECK(crc32c(0, bytes, 32) == 0x46dd794e, "ascending");
	CHECK(crc32c(0, "123456789", 9) == 0xe3069283, "check value");
	CHECK(crc32c(0, "", 0) == 0, "nothing");
	srand(1);
	for (size_t i = 0; i < sizeof bytes; i++)
		bytes[i] = (uint8_t)rand();
	for (size_t n = 0, bad = 0; n <= 300; n++) {
		bad += crc32c(0, bytes + n % 9, n) != crc32c_table(0, bytes + n % 9, n);
		bad += crc32c(crc32c(0, bytes, n), bytes + n, 300 - n) != crc32c(0, bytes, 300);
		if (n == 300)
			CHECK(bad == 0, "%zu of 602 differ", bad);
	}
}

int main(void)
{
	check_json();
	check_growth();
	check_no_memory();
	check_lines();
	check_spawn();
	check_overdue();
	check_crc32c();
	return summary("base");
}
