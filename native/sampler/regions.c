/* Counting in regions only; see regions.h. */
#include "regions.h"
#include "../base/clock_ns.h"
#include "../base/say.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static void watch(const struct regions *g, int fd)
{
	struct epoll_event e = { .events = EPOLLIN, .data.fd = fd };

	epoll_ctl(g->wait_fd, EPOLL_CTL_ADD, fd, &e);
}

int regions_open(struct regions *g, const char *names)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	char *name = address.sun_path + 1;
	int bytes;

	*g = (struct regions){ .wait_fd = -1, .listen_fd = -1 };
	if (!names)
		return 0;
	bytes = snprintf(name, sizeof address.sun_path - 1, "runbench-regions-%d-%llx", (int)getpid(), (unsigned long long)clock_ns());
	g->wait_fd = epoll_create1(EPOLL_CLOEXEC);
	g->listen_fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (g->wait_fd < 0 || g->listen_fd < 0
	    || bind(g->listen_fd, (struct sockaddr *)&address, (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)bytes))
	    || listen(g->listen_fd, 128))
		return say_error(ERROR_MACHINE, "check the limits: ulimit -n", "cannot listen to regions: %s", strerror(errno));
	watch(g, g->listen_fd);
	setenv("RB_COUNT_REGIONS", names, 1);
	setenv("RB_COUNT_SOCKET", name, 1);
	return 0;
}

/* An abstract socket has no permissions: only processes of this user take part. */
static bool is_own_user(int fd)
{
	struct ucred peer;
	socklen_t bytes = sizeof peer;

	return !getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &bytes) && peer.uid == geteuid();
}

static void accept_processes(struct regions *g)
{
	int fd;

	while ((fd = accept4(g->listen_fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0) {
		if (!is_own_user(fd)) {
			close(fd);
			continue;
		}
		if (g->count == g->capacity) {
			g->process = realloc(g->process, (g->capacity = 2 * g->capacity + 16) * sizeof *g->process);
			if (!g->process)
				abort();
		}
		g->process[g->count++] = (struct region_process){ .fd = fd };
		watch(g, fd);
	}
}

static void set_open(struct regions *g, struct region_process *p, bool open, struct control *c, struct recorder *r, struct sockets *s)
{
	if (p->is_open == open)
		return;
	p->is_open = open;
	g->open += open ? 1 : -1u;
	control_switch(c, r, s, g->open > 0);
}

/* Handles the messages of a process. Returns false if it has ended. */
static bool take_process(struct regions *g, struct region_process *p, struct control *c, struct recorder *r, struct sockets *s)
{
	char what;
	ssize_t n;

	while ((n = recv(p->fd, &what, 1, MSG_DONTWAIT)) == 1) {
		set_open(g, p, what == '+', c, r, s);
		send(p->fd, "=", 1, MSG_NOSIGNAL | MSG_DONTWAIT);
	}
	return n < 0 && (errno == EAGAIN || errno == EINTR);
}

void regions_take(struct regions *g, struct control *c, struct recorder *r, struct sockets *s)
{
	accept_processes(g);
	for (unsigned i = 0; i < g->count; )
		if (take_process(g, &g->process[i], c, r, s)) {
			i++;
		} else {
			set_open(g, &g->process[i], false, c, r, s);
			close(g->process[i].fd);
			g->process[i] = g->process[--g->count];
		}
}

void regions_close(struct regions *g)
{
	while (g->count)
		close(g->process[--g->count].fd);
	free(g->process);
	if (g->listen_fd >= 0)
		close(g->listen_fd);
	if (g->wait_fd >= 0)
		close(g->wait_fd);
}
