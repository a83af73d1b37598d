/* One of several processes that pass a token by UDP and log each hop: ring INDEX ROUNDS PORT ADDRESS... The message's
 * id is the number of its hop. After a timeout a process sends its own token again: a packet was lost, or the next
 * process had not started. */
#include <runbench/eventlog.h>

#include <arpa/inet.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define AGAIN_MS 200

static struct sockaddr_in address(const char *host, int port)
{
	struct sockaddr_in a = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };

	inet_pton(AF_INET, host, &a.sin_addr);
	return a;
}

int main(int argc, char **argv)
{
	int index = argc > 4 ? atoi(argv[1]) : 0, rounds = argc > 4 ? atoi(argv[2]) : 0,
		port = argc > 4 ? atoi(argv[3]) : 0, size = argc - 4;
	int fd = socket(AF_INET, SOCK_DGRAM, 0), token;
	struct sockaddr_in own, next;
	uint64_t hop = 0, last = 0;

	if (argc < 6 || index >= size)
		return 2;
	/* All processes may run on one host. */
	own = address(argv[4 + index], port + index);
	next = address(argv[4 + (index + 1) % size], port + (index + 1) % size);
	if (bind(fd, (struct sockaddr *)&own, sizeof own)) {
		perror("bind");
		return 3;
	}
	token = rb_log_declare("token", RB_LOG_MESSAGE, 0xb8370b);
	for (int r = 0; r < rounds; r++) {
		if (index || r) {
			while (hop <= last) {
				struct pollfd in = { .fd = fd, .events = POLLIN };

				if (poll(&in, 1, AGAIN_MS) > 0)
					(void)!recv(fd, &hop, sizeof hop, 0);
				else if (last)
					sendto(fd, &last, sizeof last, 0, (struct sockaddr *)&next, sizeof next);
			}
			rb_log_receive(token, hop, NULL);
		}
		if (index < size - 1 || r < rounds - 1) {
			last = ++hop;
			rb_log_send(token, hop, NULL);
			sendto(fd, &hop, sizeof hop, 0, (struct sockaddr *)&next, sizeof next);
		}
	}
	/* The last process gets no request for a repeat, so the last packet is sent several times. */
	for (int i = 0; i < 10 && last; i++) {
		usleep(20000);
		sendto(fd, &last, sizeof last, 0, (struct sockaddr *)&next, sizeof next);
	}
	printf("%d passed it %d times\n", index, rounds);
	return 0;
}
