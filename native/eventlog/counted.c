/* Counting in regions only; see counted.h. */
#include "counted.h"
#include "format.h"
#include "types.h"

#include <runbench/eventlog.h>

#include <poll.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

/* Time after which a sampler that does not answer is given up, ms. */
#define PATIENCE_MS 5000

int counted_on;

static char names[4096];
static struct sockaddr_un address;
static socklen_t address_bytes;

/* By number of a type: 0 not compared yet, 1 another region, 2 a counted region. */
static unsigned char kinds[RB_LOG_TYPES + 1];

static int lock;        /* the thread that changes the following; 0: none */
static pid_t process;   /* owner of the connection: a child of fork makes its own */
static int connection = -1;
static unsigned open_regions;

void counted_begin(void)
{
	const char *regions = secure_getenv("RB_COUNT_REGIONS"), *name = secure_getenv("RB_COUNT_SOCKET");
	size_t bytes = name ? strlen(name) : 0;

	if (!regions || !*regions || strlen(regions) >= sizeof names || !bytes || bytes >= sizeof address.sun_path)
		return;
	strcpy(names, regions);
	address.sun_family = AF_UNIX;
	memcpy(address.sun_path + 1, name, bytes);
	address_bytes = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + bytes);
	__atomic_store_n(&counted_on, 1, __ATOMIC_RELEASE);
}

static bool is_listed(const char *name)
{
	size_t bytes = strlen(name);

	for (const char *p = names; *p; p += strcspn(p, "\n"), p += *p == '\n')
		if (strcspn(p, "\n") == bytes && !memcmp(p, name, bytes))
			return true;
	return false;
}

static bool is_counted(int type)
{
	const struct log_type *t = types_get(type);

	if (!t)
		return false;
	if (!kinds[type])
		kinds[type] = t->kind == RB_LOG_REGION && is_listed(t->name) ? 2 : 1;
	return kinds[type] == 2;
}

static bool connect_sampler(void)
{
	if (process == getpid())
		return connection >= 0;
	if (connection >= 0)
		close(connection); /* the parent's */
	process = getpid();
	open_regions = 0;
	connection = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
	if (connection >= 0 && !connect(connection, (struct sockaddr *)&address, address_bytes))
		return true;
	if (connection >= 0)
		close(connection);
	connection = -1;
	return false;
}

/* Tells the sampler, and waits until the counters are switched. Without an answer the program goes on, not counted. */
static void tell(char what)
{
	struct pollfd p = { .fd = connection, .events = POLLIN };
	char answer;
	int n;

	if (send(connection, &what, 1, MSG_NOSIGNAL) == 1) {
		do
			n = poll(&p, 1, PATIENCE_MS);
		while (n < 0);
		if (n == 1 && recv(connection, &answer, 1, MSG_DONTWAIT) == 1)
			return;
	}
	close(connection);
	connection = -1;
}

void counted_change(int type, bool begins)
{
	int own = (int)syscall(SYS_gettid), other = 0;

	if (!is_counted(type))
		return;
	/* Other threads wait: their region may only go on when counters are enabled. A signal handler cannot wait for its own thread. */
	while (!__atomic_compare_exchange_n(&lock, &other, own, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
		if (other == own)
			return;
		/* A thread of the parent that held it during a fork does not exist in this process. */
		if (syscall(SYS_tgkill, getpid(), other, 0)
		    && __atomic_compare_exchange_n(&lock, &other, own, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
			break;
		other = 0;
		nanosleep(&(struct timespec){ .tv_nsec = 20000 }, NULL);
	}
	if (connect_sampler()) {
		bool counted = open_regions;

		if (begins)
			open_regions++;
		else if (open_regions)
			open_regions--;
		if (counted != (open_regions > 0))
			tell(begins ? '+' : '-');
	}
	__atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
}
