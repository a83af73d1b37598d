/* The gateway program, driven as a reference drives it. Words pass unchanged through two gateways, held output waits,
 * failures are reported, and no program outlives the gateway's input. */
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../base/check.h"

static FILE *to, *from;

static pid_t start(void)
{
	int down[2], up[2];
	if (pipe(down) != 0 || pipe(up) != 0)
		return -1;
	pid_t pid = fork();
	if (pid == 0) {
		dup2(down[0], 0);
		dup2(up[1], 1);
		close(down[1]);
		close(up[0]);
		execl("build/bin/runbench-gateway", "runbench-gateway", (char *)NULL);
		_exit(127);
	}
	close(down[0]);
	close(up[1]);
	to = fdopen(down[1], "w");
	from = fdopen(up[0], "r");
	return pid;
}

/* Sends a command for the program with this number; format gives further members, each preceded by a comma. */
static void command(const char *verb, int id, const char *format, ...) __attribute__((format(printf, 3, 4)));

static void command(const char *verb, int id, const char *format, ...)
{
	va_list rest;
	va_start(rest, format);
	fprintf(to, "{\"v\":1,\"command\":\"%s\",\"id\":%d", verb, id);
	vfprintf(to, format, rest);
	fprintf(to, "}\n");
	fflush(to);
	va_end(rest);
}

static void send_line(const char *line)
{
	fprintf(to, "%s\n", line);
	fflush(to);
}

/* Returns the next line without its line end; the alarm ends a test that hangs. */
static const char *received(void)
{
	static char line[4096];
	alarm(20);
	if (!fgets(line, sizeof line, from))
		return "(end)";
	line[strcspn(line, "\n")] = '\0';
	return line;
}

#define RECEIVED(text) do { \
	const char *line = received(); \
	CHECK(strcmp(line, "{\"v\":1,\"event\":" text "}") == 0, "received %s", line); \
} while (0)

#define READY "\"ready\",\"program\":\"runbench-gateway\""
#define OUTPUT(id, stream, line) "\"output\",\"id\":" #id ",\"stream\":\"" stream "\",\"line\":\"" line "\""
#define ENDED(id, code) "\"ended\",\"id\":" #id ",\"code\":" #code
#define REFUSED(given) "\"failed\",\"id\":-1,\"reason\":\"command\",\"message\":\"not a command of this version: " given "\""

static void test_commands(void)
{
	command("start", 1, "%s", ",\"argv\":[\"printf\",\"[%s]\\\\n\",\"a b\",\"'$HOME'\",\"virtual(x,y)\",\"\\\"\\\\\",\"t\\tb\",\"\\u00e4\\ud83d\\ude00\"]");
	RECEIVED(OUTPUT(1, "out", "[a b]"));
	RECEIVED(OUTPUT(1, "out", "['$HOME']"));
	RECEIVED(OUTPUT(1, "out", "[virtual(x,y)]"));
	RECEIVED(OUTPUT(1, "out", "[\\\"\\\\]"));
	RECEIVED(OUTPUT(1, "out", "[t\\u0009b]"));
	RECEIVED(OUTPUT(1, "out", "[\xc3\xa4\xf0\x9f\x98\x80]"));
	RECEIVED(ENDED(1, 0));

	/* The output has the byte 0xff as text, and a character outside the range unchanged. */
	command("start", 1, "%s", ",\"argv\":[\"printf\",\"[%s]\\n\",\"a\\uefffb\",\"\xee\xbe\x80\",\"\xee\xbd\xbf\"]");
	RECEIVED(OUTPUT(1, "out", "[a\\\\xffb]"));
	RECEIVED(OUTPUT(1, "out", "[\\\\x80]"));
	RECEIVED(OUTPUT(1, "out", "[\xee\xbd\xbf]"));
	RECEIVED(ENDED(1, 0));

	command("start", 2, ",\"argv\":[\"/no/such/program\"]");
	RECEIVED("\"failed\",\"id\":2,\"reason\":\"start\",\"message\":\"/no/such/program: No such file or directory\"");
	command("start", 3, ",\"argv\":[\"sh\",\"-c\",\"echo last words >&2; kill -9 $$\"]");
	RECEIVED(OUTPUT(3, "err", "last words"));
	RECEIVED(ENDED(3, 137));

	/* Lines that are not commands of this version are rejected without effect; members of later versions are
	 * skipped. */
	send_line("nonsense");
	RECEIVED(REFUSED("nonsense"));
	send_line("{\"v\":2,\"command\":\"stop\",\"id\":3}");
	RECEIVED(REFUSED("{\\\"v\\\":2,\\\"command\\\":\\\"stop\\\",\\\"id\\\":3}"));
	send_line("{\"v\":1,\"command\":\"start\",\"id\":3,\"argv\":[\"true\"");
	RECEIVED(REFUSED("{\\\"v\\\":1,\\\"command\\\":\\\"start\\\",\\\"id\\\":3,\\\"argv\\\":[\\\"true\\\""));
	send_line("{\"v\":1,\"command\":\"start\",\"id\":3}");
	RECEIVED(REFUSED("{\\\"v\\\":1,\\\"command\\\":\\\"start\\\",\\\"id\\\":3}"));
	send_line("{\"v\":1,\"priority\":-1.5e3,\"why\":null,\"command\":\"start\",\"id\":3,\"argv\":[\"true\"]} ");
	RECEIVED(ENDED(3, 0));
}

/* Held output causes one event before the release; output larger than a pipe's buffer is not lost. */
static void test_held_output(void)
{
	command("start", 4, ",\"held\":true,\"argv\":[\"sh\",\"-c\",\"seq 1 30000\"]");
	RECEIVED("\"waiting\",\"id\":4");
	command("start", 5, ",\"argv\":[\"cat\"]");
	command("send", 5, ",\"line\":\"meanwhile\"");
	RECEIVED(OUTPUT(5, "out", "meanwhile"));
	command("release", 4, "%s", "");
	static const char output[] = "{\"v\":1,\"event\":\"output\",\"id\":4,\"stream\":\"out\",\"line\":\"";
	int lines = 0;
	const char *line;
	while (strncmp(line = received(), output, sizeof output - 1) == 0)
		lines += atoi(line + sizeof output - 1) == lines + 1;
	CHECK(lines == 30000, "%d", lines);
	CHECK(strcmp(line, "{\"v\":1,\"event\":" ENDED(4, 0) "}") == 0, "%s", line);
	command("close", 5, "%s", "");
	RECEIVED(ENDED(5, 0));
}

/* Sends a command to the gateway behind gateway 6. */
static void command_behind(const char *quoted)
{
	command("send", 6, ",\"line\":\"%s\"", quoted);
}

/* Two gateways in a row, and the end of all programs. */
static void test_gateways_in_a_row(void)
{
	command("start", 6, ",\"argv\":[\"build/bin/runbench-gateway\"]");
	RECEIVED(OUTPUT(6, "out", "{\\\"v\\\":1,\\\"event\\\":\\\"ready\\\",\\\"program\\\":\\\"runbench-gateway\\\"}"));
	command_behind("{\\\"v\\\":1,\\\"command\\\":\\\"start\\\",\\\"id\\\":1,\\\"argv\\\":[\\\"printf\\\",\\\"<%s>\\\",\\\"a  b\\\"]}");
	RECEIVED(OUTPUT(6, "out", "{\\\"v\\\":1,\\\"event\\\":\\\"output\\\",\\\"id\\\":1,\\\"stream\\\":\\\"out\\\",\\\"line\\\":\\\"<a  b>\\\"}"));
	RECEIVED(OUTPUT(6, "out", "{\\\"v\\\":1,\\\"event\\\":\\\"ended\\\",\\\"id\\\":1,\\\"code\\\":0}"));
	command("start", 7, ",\"argv\":[\"sleep\",\"100\"]");
	command("stop", 7, "%s", "");
	RECEIVED(ENDED(7, 143));
}

/* Returns whether a command succeeds, or fails, within a time limit for busy machines. */
static bool becomes_true(const char *command, bool succeed)
{
	for (int i = 0; i < 500; i++) {
		if ((system(command) == 0) == succeed)
			return true;
		usleep(20000);
	}
	return false;
}

int main(void)
{
	pid_t pid = start();
	RECEIVED(READY);
	test_commands();
	test_held_output();
	test_gateways_in_a_row();

	/* The gateway's end ends all programs: one that reads its input, one that does not, and one behind another
	 * gateway. */
	char mark[64], running[128], all[256], behind[256];
	snprintf(mark, sizeof mark, "1000.%d", (int)getpid());
	snprintf(behind, sizeof behind,
		"{\\\"v\\\":1,\\\"command\\\":\\\"start\\\",\\\"id\\\":2,\\\"argv\\\":[\\\"sleep\\\",\\\"%s\\\"]}", mark);
	command_behind(behind);
	command("start", 8, ",\"argv\":[\"sleep\",\"%s\"]", mark);
	command("start", 9, ",\"argv\":[\"sh\",\"-c\",\"cat; exec sleep %s\"]", mark);
	snprintf(all, sizeof all, "test $(pgrep -c -f '^sleep %s') = 2 && pgrep -f '^sh -c cat; exec sleep %s' > /dev/null",
		mark, mark);
	CHECK(becomes_true(all, true));
	snprintf(running, sizeof running, "pgrep -f '[s]leep %s' > /dev/null", mark);
	fclose(to);
	while (strcmp(received(), "(end)") != 0)
		;
	int status;
	CHECK(waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0);
	CHECK(system(running) != 0);

	/* A killed gateway's programs end with it. */
	fclose(from);
	pid = start();
	RECEIVED(READY);
	command("start", 1, ",\"argv\":[\"sleep\",\"%s\"]", mark);
	CHECK(becomes_true(running, true));
	kill(pid, SIGKILL);
	waitpid(pid, &status, 0);
	CHECK(becomes_true(running, false));
	return summary("clock-gateway");
}
