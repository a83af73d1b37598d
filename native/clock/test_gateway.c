/* The gateway's program, driven as a reference drives it: words survive untouched through two of them, held output
 * waits, failures are told, and nothing outlives the end of its input. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test.h"

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

static void say(const char *line)
{
	fprintf(to, "%s\n", line);
	fflush(to);
}

/* The next line, without its end; the alarm ends a test that waits for ever. */
static const char *heard(void)
{
	static char line[4096];
	alarm(20);
	if (!fgets(line, sizeof line, from))
		return "(end)";
	line[strcspn(line, "\n")] = '\0';
	return line;
}

#define HEARD(text) do { \
	const char *line = heard(); \
	CHECK(strcmp(line, text) == 0); \
	if (strcmp(line, text) != 0) \
		fprintf(stderr, "heard '%s', expected '%s'\n", line, text); \
} while (0)

int main(void)
{
	pid_t pid = start();
	HEARD("ready runbench-gateway 1");

	say("start 1 printf\t[%s]\\n\ta b\t'$HOME'\tvirtual(x,y)\t\"\\");
	HEARD("out 1 [a b]");
	HEARD("out 1 ['$HOME']");
	HEARD("out 1 [virtual(x,y)]");
	HEARD("out 1 [\"\\]");
	HEARD("end 1 0");

	say("start 2 /no/such/program");
	HEARD("failed 2 /no/such/program: No such file or directory");
	say("start 3 sh\t-c\techo last words >&2; kill -9 $$");
	HEARD("err 3 last words");
	HEARD("end 3 137");
	say("nonsense");
	HEARD("failed -1 not a command: nonsense");

	/* What comes before the release is one word that there is something; more than a pipe holds is not lost. */
	say("start-held 4 sh\t-c\tseq 1 30000");
	HEARD("waiting 4");
	say("start 5 cat");
	say("say 5 meanwhile");
	HEARD("out 5 meanwhile");
	say("release 4");
	int lines = 0;
	const char *line;
	while (strncmp(line = heard(), "out 4 ", 6) == 0)
		lines += atoi(line + 6) == lines + 1;
	CHECK(lines == 30000 && strcmp(line, "end 4 0") == 0);
	say("close 5");
	HEARD("end 5 0");

	/* One gateway behind the other; stopping; a line without an end. */
	say("start 6 build/bin/runbench-gateway");
	HEARD("out 6 ready runbench-gateway 1");
	say("say 6 start 1 printf\t<%s>\ta  b");
	HEARD("out 6 out 1 <a  b>");
	HEARD("out 6 end 1 0");
	say("start 7 sleep\t100");
	say("stop 7");
	HEARD("end 7 143");

	/* Its end is the end of all: of what reads its input, of what does not, of what stands behind another gateway. */
	char mark[64], command[128];
	snprintf(mark, sizeof mark, "1000.%d", (int)getpid());
	snprintf(command, sizeof command, "say 6 start 2 sleep\t%s", mark);
	say(command);
	snprintf(command, sizeof command, "start 8 sleep\t%s", mark);
	say(command);
	snprintf(command, sizeof command, "start 9 sh\t-c\tcat; exec sleep %s", mark);
	say(command);
	usleep(300000);
	snprintf(command, sizeof command, "pgrep -f '[s]leep %s' > /dev/null", mark);
	CHECK(system(command) == 0);
	fclose(to);
	while (strcmp(heard(), "(end)") != 0)
		;
	int status;
	CHECK(waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0);
	CHECK(system(command) != 0);

	/* Killed, it takes its programs with it. */
	fclose(from);
	pid = start();
	HEARD("ready runbench-gateway 1");
	snprintf(command, sizeof command, "start 1 sleep\t%s", mark);
	say(command);
	usleep(200000);
	kill(pid, SIGKILL);
	waitpid(pid, &status, 0);
	usleep(200000);
	snprintf(command, sizeof command, "pgrep -f '[s]leep %s' > /dev/null", mark);
	CHECK(system(command) != 0);
	return test_end("clock-gateway");
}
