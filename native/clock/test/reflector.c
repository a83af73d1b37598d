/* A real reflector on loopback under 10,000 packets that are malformed, foreign, oversize or truncated. It answers none
 * of them, stays alive, answers valid packets with as many bytes as it received, and counts the ignored ones. */
#include <arpa/inet.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../base/check.h"
#include "../wire.h"

static pid_t start(const char *program, int *port, FILE **output)
{
	int ends[2];
	if (pipe(ends) != 0)
		return -1;
	pid_t pid = fork();
	if (pid == 0) {
		dup2(ends[1], 1);
		execl(program, program, "--listen", "127.0.0.1:0", (char *)NULL);
		_exit(127);
	}
	close(ends[1]);
	*output = fdopen(ends[0], "r");
	char line[1024] = "";
	const char *at = fgets(line, sizeof line, *output) ? strstr(line, "\"port\":") : NULL;
	*port = at ? atoi(at + 7) : 0;
	return pid;
}

static ssize_t reply(int fd, void *buffer, size_t size, int ms)
{
	struct pollfd ready = { .fd = fd, .events = POLLIN };
	return poll(&ready, 1, ms) == 1 ? recv(fd, buffer, size, 0) : -1;
}

static size_t make_invalid(uint8_t *bytes, int i)
{
	struct rb_packet p = { .type = RB_PROBE, .session = 1, .seq = (uint16_t)i };
	rb_pack(bytes, &p);
	switch (i % 5) {
	case 0: return (size_t)(rand() % 64);
	case 1: return 65 + (size_t)(rand() % 1300);
	case 2: bytes[rand() % 64] ^= (uint8_t)(1 + rand() % 255); return 64;
	case 3: for (int k = 0; k < 64; k++) bytes[k] = (uint8_t)rand(); return 64;
	default: p.type = (uint8_t)(i % 2 ? RB_PROBE | RB_REPLY : 9); rb_pack(bytes, &p); return 64;
	}
}

int main(void)
{
	int port = 0;
	FILE *output = NULL;
	pid_t pid = start("build/bin/runbench-reflector", &port, &output);
	CHECK(pid > 0 && port > 0);
	int fd = socket(AF_INET, SOCK_DGRAM, 0);
	struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	CHECK(connect(fd, (struct sockaddr *)&to, sizeof to) == 0);

	uint8_t bytes[2048] = { 0 }, back[2048];
	struct rb_packet p = { .type = RB_PING, .session = 77 }, q;
	int answered = 0, answers = 0;
	srand(1);
	for (int i = 0; i < 10000; i++) {
		size_t size = make_invalid(bytes, i);
		CHECK(send(fd, bytes, size, 0) == (ssize_t)size);
		/* Occasional valid probes keep the socket's buffer from overflowing. */
		if (i % 50 == 49) {
			p.seq = (uint16_t)i;
			p.t1 = i;
			rb_pack(bytes, &p);
			CHECK(send(fd, bytes, RB_PACKET_SIZE, 0) == RB_PACKET_SIZE);
			ssize_t got = reply(fd, back, sizeof back, 2000);
			answers += got >= 0;
			answered += got == RB_PACKET_SIZE && rb_unpack(&q, back, (size_t)got) == RB_GOOD
				&& q.type == (RB_PING | RB_REPLY) && q.session == 77 && q.seq == p.seq && q.t1 == i && q.t3 >= q.t2;
		}
	}
	CHECK(answered == 200);
	CHECK(answers == 200 && reply(fd, back, sizeof back, 100) == -1, "nothing else was answered");

	/* A duplicated probe: the stamp in the next reply is that of the first answer. */
	int64_t second_t3 = 0;
	for (int i = 0; i < 3; i++) {
		p = (struct rb_packet){ .type = RB_PROBE, .session = 99, .seq = (uint16_t)(i == 2), .t1 = 5 };
		rb_pack(bytes, &p);
		CHECK(send(fd, bytes, RB_PACKET_SIZE, 0) == RB_PACKET_SIZE);
		CHECK(reply(fd, back, sizeof back, 2000) == RB_PACKET_SIZE && rb_unpack(&q, back, RB_PACKET_SIZE) == RB_GOOD);
		CHECK(!(q.flags & RB_HAS_PREVIOUS) || i == 2);
		CHECK(!(q.flags & RB_DOUBLED) == (i != 1));
		if (i == 1)
			second_t3 = q.t3;
	}
	if (q.flags & RB_HAS_PREVIOUS)
		CHECK(q.previous_burst == 0 && q.previous_seq == 0 && q.previous_k3 < second_t3);
	else
		SKIP("this kernel stamps no sends");

	/* The reply to an opening describes the node's clock; realtime counts ns, so it has no frequency. */
	p = (struct rb_packet){ .type = RB_OPEN, .session = 99 };
	rb_pack(bytes, &p);
	CHECK(send(fd, bytes, RB_PACKET_SIZE, 0) == RB_PACKET_SIZE);
	CHECK(reply(fd, back, sizeof back, 2000) == RB_PACKET_SIZE && rb_unpack(&q, back, RB_PACKET_SIZE) == RB_GOOD);
	CHECK(q.flags & RB_HAS_SOURCE && !(q.flags & RB_HAS_PREVIOUS) && q.previous_k3 == 0 && q.previous_burst == 5);

	/* Beats are never answered. Their arrivals are returned in replies of the requests' size until the session
	 * closes. */
	for (int i = 0; i < 3; i++) {
		p = (struct rb_packet){ .type = RB_BEAT, .session = 99, .seq = (uint16_t)(i == 2 ? 65535 : 2 * i) };
		rb_pack(bytes, &p);
		CHECK(send(fd, bytes, RB_PACKET_SIZE, 0) == RB_PACKET_SIZE);
	}
	CHECK(reply(fd, back, sizeof back, 100) == -1);
	const uint8_t asked[] = { RB_FETCH, RB_CLOSE, RB_FETCH };
	for (int i = 0; i < 3; i++) {
		p = (struct rb_packet){ .type = asked[i], .session = 99 };
		rb_pack(bytes, &p);
		CHECK(send(fd, bytes, RB_PACKET_SIZE, 0) == RB_PACKET_SIZE);
		CHECK(reply(fd, back, sizeof back, 2000) == RB_PACKET_SIZE && rb_unpack(&q, back, RB_PACKET_SIZE) == RB_GOOD);
		const int arrived = q.flags & RB_HAS_BEAT * 15;
		CHECK(i == 0 ? arrived == RB_HAS_BEAT * 5 && q.t2 > 0 && q.t3 == 0 && q.k2 >= q.t2 && q.previous_k3 == 0
			: i == 1 || arrived == 0);
	}

	kill(pid, SIGTERM);
	char line[1024] = "";
	CHECK(fgets(line, sizeof line, output) != NULL);
	unsigned long long n = 0, in = 0, out = 0;
	CHECK(sscanf(line, "{\"v\":1,\"event\":\"end\",\"answered\":%llu,\"bytes_in\":%llu,\"bytes_out\":%llu", &n, &in,
		&out) == 3);
	CHECK(n == 207 && out == 207 * RB_PACKET_SIZE && out < in);
	unsigned long long size = 0, foreign = 0, version = 0, damaged = 0, type = 0;
	char *ignored = strstr(line, "\"ignored\"");
	CHECK(ignored && sscanf(ignored, "\"ignored\":{\"wrong_size\":%llu,\"foreign\":%llu,\"wrong_version\":%llu,"
		"\"damaged\":%llu,\"wrong_type\":%llu", &size, &foreign, &version, &damaged, &type) == 5);
	CHECK(size + foreign + version + damaged + type == 10000);
	int status;
	waitpid(pid, &status, 0);
	CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	printf("clock-reflector: 10000 bad packets ignored: %llu of wrong size, %llu foreign, %llu of another version, "
		"%llu damaged, %llu of wrong type\n", size, foreign, version, damaged, type);
	return summary("clock-reflector");
}
