/* rb_sync_window: the request of a window to runbench sync measure --on-demand=programs. The file windows.service has these lines:
 *   runbench windows 1
 *   token TOKEN
 *   listen ADDRESS PORT       one line for each address of the reference
 * The request is the line "window 1 TOKEN NODE". After the window the service answers "ok BYTES" and that many bytes of the node's
 * model (0 on the reference), or "failed REASON". The Java class runbench.sync.keep.WindowRequests is the other side. */
#include "reference.h"
#include "../base/clock_ns.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define PUBLIC            __attribute__((visibility("default")))
#define MAX_SERVICE_BYTES 65536
#define MAX_ANSWER_BYTES  (64u << 20)
#define CONNECT_MS        2000 /* maximum for one address; the next one may be the right one */
#define LINE_BYTES        1024

struct failure {
	char  *text;
	size_t size;
};

/* Waits until the socket is ready. Returns 0, or an errno. */
static int ready(int socket, short events, uint64_t deadline_ns)
{
	struct pollfd one = { .fd = socket, .events = events };

	for (;;) {
		int left = clock_ms_until(deadline_ns), n = poll(&one, 1, left);

		if (n > 0)
			return 0;
		if (n == 0 && left == 0)
			return ETIMEDOUT;
		if (n < 0 && errno != EINTR)
			return errno;
	}
}

/* Returns the size of the socket address, or 0 if the address is not numeric. getaddrinfo would need shared libraries in a static
 * program. */
static socklen_t socket_address(const char *address, const char *port, struct sockaddr_storage *to)
{
	struct sockaddr_in  *v4 = (struct sockaddr_in *)to;
	struct sockaddr_in6 *v6 = (struct sockaddr_in6 *)to;
	in_port_t            number = htons((uint16_t)strtoul(port, NULL, 10));

	memset(to, 0, sizeof *to);
	if (inet_pton(AF_INET, address, &v4->sin_addr) == 1) {
		v4->sin_family = AF_INET;
		v4->sin_port = number;
		return sizeof *v4;
	}
	if (inet_pton(AF_INET6, address, &v6->sin6_addr) == 1) {
		v6->sin6_family = AF_INET6;
		v6->sin6_port = number;
		return sizeof *v6;
	}
	return 0;
}

/* Returns a connected socket, or -1 with errno. */
static int connect_to(const char *address, const char *port, uint64_t deadline_ns)
{
	struct sockaddr_storage to;
	socklen_t               size = socket_address(address, port, &to), error_size = sizeof(int);
	uint64_t                soon = clock_ns() + CONNECT_MS * NS_PER_MS;
	int                     s, error = 0;

	if (!size) {
		errno = EINVAL;
		return -1;
	}
	s = socket(to.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (s < 0)
		return -1;
	if (connect(s, (struct sockaddr *)&to, size)) {
		error = errno == EINPROGRESS ? ready(s, POLLOUT, soon < deadline_ns ? soon : deadline_ns) : errno;
		if (!error && getsockopt(s, SOL_SOCKET, SO_ERROR, &error, &error_size))
			error = errno;
	}
	if (error) {
		close(s);
		errno = error;
		return -1;
	}
	return s;
}

/* Sends everything, or returns an errno. */
static int send_all(int s, const char *bytes, size_t size, uint64_t deadline_ns)
{
	while (size) {
		ssize_t n = send(s, bytes, size, MSG_NOSIGNAL);

		if (n < 0 && errno != EAGAIN && errno != EINTR)
			return errno;
		if (n < 0) {
			int error = ready(s, POLLOUT, deadline_ns);

			if (error)
				return error;
			continue;
		}
		bytes += n;
		size -= (size_t)n;
	}
	return 0;
}

/* Receives exactly size bytes, or a line of at most size - 1 bytes, which is then NUL-terminated without its newline. Returns 0
 * or an errno. */
static int receive(int s, char *to, size_t size, bool line, uint64_t deadline_ns)
{
	size_t have = 0;

	while (have < size) {
		/* A line is read byte by byte: it is short, and what follows it is read into another buffer. */
		ssize_t n = recv(s, to + have, line ? 1 : size - have, 0);

		if (n == 0)
			return ECONNRESET;
		if (n < 0 && errno != EAGAIN && errno != EINTR)
			return errno;
		if (n < 0) {
			int error = ready(s, POLLIN, deadline_ns);

			if (error)
				return error;
			continue;
		}
		if (line && to[have] == '\n') {
			to[have] = 0;
			return 0;
		}
		have += (size_t)n;
	}
	return line ? EPROTO : 0;
}

static int failed(struct failure f, const struct rb_sync *sync, const char *what, const char *reason)
{
	snprintf(f.text, f.size, "%s: %s: %s", sync->service, what, reason);
	return -1;
}

/* Connects to the first address of the service that answers. Returns the socket, or -1 with the reason. */
static int connect_to_service(const struct rb_sync *sync, char *token, size_t token_size, uint64_t deadline_ns, struct failure f)
{
	size_t size;
	char  *text = reference_read_file(sync->service, MAX_SERVICE_BYTES, &size, f.text, f.size), *rest, *line;
	int    s = -1, error = EINVAL;
	bool   first = true;

	if (!text) {
		size_t n = strlen(f.text);

		snprintf(f.text + n, f.size - n, "; start runbench sync measure --on-demand=programs with this folder");
		return -1;
	}
	token[0] = 0;
	for (line = strtok_r(text, "\n", &rest); line && s < 0; line = strtok_r(NULL, "\n", &rest)) {
		char address[128], port[16], value[LINE_BYTES / 4];

		if (first && strcmp(line, "runbench windows 1") != 0)
			break;
		first = false;
		if (sscanf(line, "token %255s", value) == 1) {
			snprintf(token, token_size, "%s", value);
		} else if (sscanf(line, "listen %127s %15s", address, port) == 2) {
			s = connect_to(address, port, deadline_ns);
			error = s < 0 ? errno : 0;
		}
	}
	free(text);
	if (s < 0)
		failed(f, sync, "the service cannot be reached", first ? "not a file of runbench sync measure" : strerror(error));
	return s;
}

/* Sends the request and reads the answer. Returns the model's JSON, an empty text on the reference, or NULL with the reason. */
static char *request(const struct rb_sync *sync, int s, const char *token, uint64_t deadline_ns, size_t *size, struct failure f)
{
	char line[LINE_BYTES], *json;
	int  n = snprintf(line, sizeof line, "window 1 %s %s\n", token, sync->node);
	int  error = n < (int)sizeof line ? send_all(s, line, (size_t)n, deadline_ns) : EMSGSIZE;

	if (!error)
		error = receive(s, line, sizeof line, true, deadline_ns);
	if (error) {
		failed(f, sync, "no window", error == ETIMEDOUT ? "timeout; a window takes the time of --window and more" : strerror(error));
		return NULL;
	}
	if (sscanf(line, "ok %zu", size) != 1 || *size > MAX_ANSWER_BYTES) {
		failed(f, sync, "no window", strncmp(line, "failed ", 7) == 0 ? line + 7 : strerror(EPROTO));
		return NULL;
	}
	json = malloc(*size + 1);
	error = json ? receive(s, json, *size, false, deadline_ns) : ENOMEM;
	if (error) {
		failed(f, sync, "no window", strerror(error));
		free(json);
		return NULL;
	}
	json[*size] = 0;
	return json;
}

PUBLIC int rb_sync_window(struct rb_sync *sync, int timeout_ms, char *error, size_t error_size)
{
	struct failure f = { error, error_size };
	uint64_t       deadline_ns = clock_ns() + (uint64_t)(timeout_ms > 0 ? timeout_ms : 0) * NS_PER_MS;
	char           token[LINE_BYTES / 4], *json;
	size_t         size;
	struct model  *next;
	int            s = connect_to_service(sync, token, sizeof token, deadline_ns, f);

	if (s < 0)
		return -1;
	json = request(sync, s, token, deadline_ns, &size, f);
	close(s);
	if (!json)
		return -1;
	if (!sync->model || size == 0) {
		free(json);
		return sync->model ? failed(f, sync, "no window", "the service takes this host for the reference") : 0;
	}
	next = model_parse(sync->file, json, size, error, error_size);
	free(json);
	return next ? reference_replace(sync, next, error, error_size) : -1;
}
