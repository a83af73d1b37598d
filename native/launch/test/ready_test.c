/* The readiness of a program of a plan: a listening socket and its owner. */
#include "../../base/check.h"
#include "../environment.h"
#include "../ready.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

static const char table[] =
	"  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"
	"   0: 0100007F:1538 0100007F:9C40 01 00000000:00000000 00:00000000 00000000     0        0 111 1 0 20 4 30 10 -1\n"
	"   1: 00000000:1538 00000000:0000 0A 00000000:00000000 00:00000000 00000000   999        0 222 1 0 100 0 0 10 0\n"
	"   2: 00000000000000000000000001000000:0050 00000000000000000000000000000000:0000 0A 00000000:00000000 "
	"00:00000000 00000000     0        0 333 1 0 100 0 0 10 0\n";

/* Listens on a free port of the family. Returns the descriptor. */
static int listen_on(int family, int *port)
{
	struct sockaddr_in6 address = { .sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT };
	struct sockaddr_in old = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	bool is_6 = family == AF_INET6;
	socklen_t size = is_6 ? sizeof address : sizeof old;
	void *where = is_6 ? (void *)&address : (void *)&old;
	int fd = socket(family, SOCK_STREAM, 0);

	if (fd < 0 || bind(fd, where, size) || listen(fd, 1) || getsockname(fd, where, &size))
		return -1;
	*port = ntohs(is_6 ? address.sin6_port : old.sin_port);
	return fd;
}

static void set_port(int port)
{
	static char assignment[64];

	environment_remove("RB_CLUSTER_PORT");
	snprintf(assignment, sizeof assignment, "RB_CLUSTER_PORT=%d", port);
	environment_add(assignment);
}

int main(void)
{
	char file[] = "/tmp/ready-test-XXXXXX", folder[] = "/tmp/ready-test-XXXXXX", ready[64], own[64];
	struct place place = { .program = "db" };
	struct text t = { .survives = true };
	int fd = mkstemp(file), port = 0;

	CHECK(fd >= 0 && write(fd, table, strlen(table)) == (ssize_t)strlen(table));
	close(fd);
	/* A connection at the port is no listener; the port is 0x1538. */
	CHECK(ready_listener(file, 5432) == 222);
	CHECK(ready_listener(file, 80) == 333);
	CHECK(ready_listener(file, 40000) == 0);
	CHECK(ready_listener("/nonexistent", 80) == 0);
	unlink(file);

	CHECK(mkdtemp(folder) != NULL);
	snprintf(place.folder, sizeof place.folder, "%s", folder);
	snprintf(ready, sizeof ready, "%s/ready.json", folder);
	CHECK(!ready_is_awaited());
	prctl(PR_SET_NAME, "the-owner");
	snprintf(own, sizeof own, ",\"port_owner\":\"the-owner (pid %d)\"", getpid());
	for (int family = AF_INET; family; family = family == AF_INET ? AF_INET6 : 0) {
		fd = listen_on(family, &port);
		if (fd < 0)
			continue; /* no IPv6 here */
		set_port(port);
		CHECK(ready_is_awaited());
		ready_add_obstacle(&t, getpid());
		CHECK(!strcmp(text_string(&t), own));
		text_free(&t);
		CHECK(ready_check(&place, getpid()) && !access(ready, R_OK));
		unlink(ready);
		close(fd);
		CHECK(!ready_check(&place, getpid()) && access(ready, R_OK));
		ready_add_obstacle(&t, getpid());
		CHECK(!*text_string(&t));
	}
	rmdir(folder);
	return summary("launch-ready");
}
