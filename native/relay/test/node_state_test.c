/* The state of a machine, from given files and from this machine. */
#include "../../base/check.h"
#include "../node_state.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/runbench-machine-XXXXXX";

static void write_file(const char *name, const char *content)
{
	char path[300];
	FILE *f;
	bool written;

	snprintf(path, sizeof path, "%s/%s", folder, name);
	f = fopen(path, "w");
	written = f && fputs(content, f) >= 0;
	if (f && fclose(f))
		written = false;
	CHECK(written, "%s", path);
}

int main(void)
{
	char command[300], path[300];
	struct text json = { 0 };
	struct node_state m;

	CHECK(mkdtemp(folder) != NULL);
	m = node_state_read(folder);
	CHECK(m.load < 0 && m.memory_total_bytes == -1 && m.memory_available_bytes == -1 && m.network_lost == -1,
		"unknown without files");
	snprintf(path, sizeof path, "%s/net", folder);
	CHECK(mkdir(path, 0700) == 0);
	write_file("loadavg", "3.25 1.00 0.50 2/345 6789\n");
	write_file("meminfo", "MemTotal:       24683624 kB\nMemFree:        18000000 kB\nMemAvailable:   22870000 kB\n");
	write_file("net/dev",
		   "Inter-|   Receive                                                |  Transmit\n"
		   " face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed\n"
		   "    lo: 100 10 1000 1000 0 0 0 0 100 10 1000 1000 0 0 0 0\n"
		   "  eth0: 5000 50 1 20 0 0 0 0 6000 60 300 4000 0 0 0 0\n"
		   "eth1:5000 50 0 50000 0 0 0 0 6000 60 0 0 0 0 0 0\n");
	m = node_state_read(folder);
	CHECK(m.load == 3.25, "%f", m.load);
	CHECK(m.memory_total_bytes == 24683624ll * 1024 && m.memory_available_bytes == 22870000ll * 1024);
	CHECK(m.network_lost == 54321, "%lld", (long long)m.network_lost);
	node_state_add_json(&json, &m);
	snprintf(command, sizeof command, "{\"load\":3.25,\"cpus\":%d,\"memory_total_bytes\":25276030976,"
		"\"memory_available_bytes\":23418880000,\"network_lost\":54321}", m.cpus);
	CHECK(!strcmp(text_string(&json), command), "%s", text_string(&json));
	text_free(&json);
	m = node_state_read("/proc");
	CHECK(m.load >= 0 && m.cpus > 0 && m.memory_available_bytes > 0 && m.memory_available_bytes <= m.memory_total_bytes
		&& m.network_lost >= 0, "this machine");
	snprintf(command, sizeof command, "rm -rf %s", folder);
	CHECK(system(command) == 0);
	return summary("relay's machine");
}
