/* runbench-relay: runs a command on a node of `runbench log run` and sends its events to the receiver (frame.h). It has
 * two processes: the keeper (server_keeper.h) and this one, which sends the content of the spool and can be restarted
 * with --attach. */
#include "follow.h"
#include "frame.h"
#include "node_state.h"
#include "server_keeper.h"
#include "../base/clock_ns.h"
#include "../base/say.h"
#include "../base/text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define ACTIVE_TURN_NS (300 * NS_PER_US) /* pause between two looks at the files while there are new events */
#define IDLE_TURN_NS   (2 * NS_PER_MS)
#define ACTIVE_NS      NS_PER_S          /* time without events after which the longer pause applies */
#define BEHIND_NS      (20 * NS_PER_MS)  /* longest wait for a reader that has not read the last frames */
#define END_NS         NS_PER_S
#define END_TURN_NS    (100 * NS_PER_MS)
/* Time until another processor sees the announcement of an event, which precedes its stamp; includes the error of a
 * clock that differs between processors. */
#define SLACK_NS       (20 * NS_PER_US)

static const char usage[] =
	"usage: runbench-relay --spool FOLDER [--node NAME] [--chdir FOLDER] -- COMMAND...   (started by runbench log run)\n"
	"       runbench-relay --attach FOLDER                                   continues to send an existing spool\n"
	"       runbench-relay --session -- COMMAND...                           runs it in a session of its own, without a terminal\n";

static int spool = -1;
static bool attached, has_started, all_stored, state_requested;

static void on_signal(int signal)
{
	(void)signal;
}

static int failed(const char *what, const char *where, int error)
{
	struct text message = { 0 }, json = { 0 };

	text_add(&message, "%s %s: %s", what, where, strerror(error));
	text_add(&json, "{\"message\":");
	text_add_json(&json, text_string(&message));
	text_add(&json, "}");
	frame_send(RB_FRAME_FAILED, "", 0, json.data, json.size);
	fprintf(stderr, "runbench-relay: %s\n", text_string(&message));
	return EXIT_MACHINE;
}

static void remove_spool(void)
{
	int log = openat(spool, KEEPER_LOG, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *all = log < 0 ? NULL : fdopendir(log);
	char path[4096];
	struct dirent *entry;

	while (all && (entry = readdir(all)))
		unlinkat(log, entry->d_name, 0);
	if (all)
		closedir(all);
	unlinkat(spool, KEEPER_LOG, AT_REMOVEDIR);
	unlinkat(spool, KEEPER_CONTROL, 0);
	unlinkat(spool, KEEPER_ENDED, 0);
	unlinkat(spool, KEEPER_ENDING, 0);
	if (getcwd(path, sizeof path))
		rmdir(path);
}

static void execute_command(char *line)
{
	char *offset;

	if (!strcmp(line, "go")) {
		has_started = true;
		if (!attached)
			keeper_send(spool, "go\n");
	} else if (!strcmp(line, "stop")) {
		keeper_send(spool, has_started || attached ? "stop\n" : "cancel\n");
	} else if (!strcmp(line, "state")) {
		state_requested = true; /* a frame may be in the middle of being sent */
	} else if (!strcmp(line, "done")) {
		all_stored = true;
	} else if (!strncmp(line, "again ", 6) && (offset = strrchr(line, ' ')) > line + 6) {
		*offset++ = 0;
		follow_from(line + 6, strtoull(offset, NULL, 10));
	}
}

/* An end of input without "done" means that the receiver ended. The command continues, unless it has not started. */
static void read_commands(void)
{
	static struct text received;
	char bytes[4096];
	ssize_t n = read(0, bytes, sizeof bytes);

	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return;
	if (n <= 0) {
		if (!has_started && !attached) {
			keeper_send(spool, "cancel\n");
			remove_spool();
		}
		_exit(0);
	}
	text_add_bytes(&received, bytes, (size_t)n);
	for (char *end; (end = memchr(received.data, '\n', received.size)); text_drop(&received, (size_t)(end - received.data) + 1)) {
		*end = 0;
		execute_command(received.data);
	}
}

static bool has_input(const struct timespec *timeout)
{
	struct pollfd in = { .fd = 0, .events = POLLIN };

	return ppoll(&in, 1, timeout, NULL) > 0 && in.revents;
}

static int make_spool(const char *path)
{
	if (mkdir(path, 0700) && errno != EEXIST)
		return errno;
	spool = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
	if (spool < 0 || fchdir(spool) || mkdirat(spool, KEEPER_LOG, 0700) || mkfifoat(spool, KEEPER_CONTROL, 0600))
		return errno;
	return 0;
}

static void say_ready(void)
{
	struct text json = { 0 };
	char path[4096] = "", host[256] = "";

	(void)!getcwd(path, sizeof path);
	gethostname(host, sizeof host - 1);
	text_add(&json, "{\"pid\":%d,\"realtime_minus_clock_ns\":%lld", getpid(),
		(long long)(clock_realtime_ns() - (int64_t)clock_ns()));
	text_add_member(&json, "host", host);
	text_add_member(&json, "spool", path);
	text_add(&json, "}");
	frame_send(RB_FRAME_READY, "", 0, json.data, json.size);
	text_free(&json);
}

static void say_state(void)
{
	struct node_state m = node_state_read("/proc");
	struct text json = { 0 };

	node_state_add_json(&json, &m);
	frame_send(RB_FRAME_STATE, "", 0, json.data, json.size);
	text_free(&json);
}

static void say_end(void)
{
	static const char lost[] = "{\"lost\":true}";
	char json[4096];
	int fd = openat(spool, KEEPER_ENDED, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : read(fd, json, sizeof json);

	frame_send(RB_FRAME_END, "", 0, n > 0 ? json : lost, n > 0 ? (size_t)n : sizeof lost - 1);
}

/* Returns whether the receiver has not read all frames. More small frames would make it slower; later, one larger frame
 * holds all new events. */
static bool is_reader_behind(void)
{
	int unread = 0;

	return !ioctl(1, FIONREAD, &unread) && unread > 0;
}

static void wait_for_commands(uint64_t ns)
{
	struct timespec pause = { .tv_nsec = (long)ns };

	while (!all_stored && !state_requested && has_input(&pause))
		read_commands();
}

/* Sends until the command has ended and all its events were sent. Then repeats the end until the receiver confirms or
 * closes. */
static int forward(void)
{
	uint64_t reported_ns = 0, active_ns = 0, complete_ns = 0, sent_ns = 0;
	bool over = false;

	while (!has_started)
		if (has_input(NULL))
			read_commands();
	while (!frames_closed() && !all_stored) {
		/* Both are read before the files, so that no event is missed. */
		uint64_t now = clock_ns();
		bool last = !over && !keeper_alive(spool);
		bool unfinished;
		uint64_t bytes;

		if (!over && !last && !state_requested && now < sent_ns + BEHIND_NS && is_reader_behind()) {
			wait_for_commands(ACTIVE_TURN_NS);
			continue;
		}
		sent_ns = now;
		bytes = follow_send_new(now, &unfinished);
		if (bytes)
			active_ns = now;
		/* An unfinished event was not announced at the last report, so it is stamped after that. */
		if (!unfinished)
			complete_ns = now - SLACK_NS;
		if (!over && complete_ns)
			frame_send(RB_FRAME_FRONTIER, "", complete_ns, NULL, 0);
		over |= last;
		/* Repeated until the receiver confirms. */
		if (last || (over && now > reported_ns + END_NS)) {
			follow_send_lengths();
			say_end();
			reported_ns = now;
		}
		wait_for_commands(over ? END_TURN_NS : now < active_ns + ACTIVE_NS ? ACTIVE_TURN_NS : IDLE_TURN_NS);
		if (state_requested) {
			state_requested = false;
			say_state();
		}
	}
	if (all_stored && over)
		remove_spool();
	return 0;
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "spool", required_argument, NULL, 's' }, { "attach", required_argument, NULL, 'a' },
		{ "node", required_argument, NULL, 'm' }, { "chdir", required_argument, NULL, 'c' },
		{ "session", no_argument, NULL, 'n' }, { "help", no_argument, NULL, 'h' }, { 0 },
	};
	struct keeper_job job = { 0 };
	const char *made = NULL, *found = NULL;
	struct sigaction action = { .sa_handler = on_signal };
	struct rlimit files;
	int option, error;

	while ((option = getopt_long(argc, argv, "+", options, NULL)) != -1)
		switch (option) {
		case 's': made = optarg; break;
		case 'a': found = optarg; break;
		case 'm': job.node = optarg; break;
		case 'c': job.directory = optarg; break;
		case 'n':
			setsid();
			if (optind < argc && !strcmp(argv[optind], "--"))
				optind++;
			if (optind < argc)
				execvp(argv[optind], argv + optind);
			fprintf(stderr, "runbench-relay: cannot run %s: %s\n", optind < argc ? argv[optind] : "nothing",
				strerror(errno));
			return errno == ENOENT ? 127 : 126;
		default: fputs(usage, option == 'h' ? stdout : stderr); return option == 'h' ? 0 : EXIT_USAGE;
		}
	job.command = argv + optind;
	if (!made == !found || !made == (optind < argc)) {
		fputs(usage, stderr);
		return EXIT_USAGE;
	}
	/* Handled instead of ignored: started programs then get the default action. */
	sigaction(SIGPIPE, &action, NULL);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
	frames_begin(read_commands);
	job.here = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (made) {
		error = make_spool(made);
		if (error)
			return failed("cannot make the spool", made, error);
		error = keeper_start(&job);
		if (error) {
			remove_spool();
			return failed("cannot start the keeper in", made, error);
		}
		signal(SIGCHLD, SIG_IGN); /* reaped by the kernel */
	} else {
		attached = true;
		spool = open(found, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		if (spool < 0 || fchdir(spool))
			return failed("cannot open the spool", found, errno);
	}
	/* One file is open for each thread that logs. */
	if (!getrlimit(RLIMIT_NOFILE, &files)) {
		files.rlim_cur = files.rlim_max;
		setrlimit(RLIMIT_NOFILE, &files);
	}
	error = follow_begin(KEEPER_LOG);
	if (error)
		return failed("cannot watch the log in", made ? made : found, error);
	say_ready();
	return forward();
}
