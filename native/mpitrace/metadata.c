#include "metadata.h"
#include "../base/command_line.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

const char *metadata_environment(const char *name)
{
	const char *value = getenv(name);

	return value ? value : "";
}

static void put_string(struct text *json, const char *key, const char *value)
{
	text_add(json, ",\"%s\":", key);
	text_add_json(json, value);
}

/* Adds the target of /proc/self/NAME; nothing if it cannot be read. */
static void put_link(struct text *json, const char *key, const char *link)
{
	char path[PATH_MAX];
	ssize_t n = readlink(link, path, sizeof path - 1);

	if (n > 0) {
		path[n] = 0;
		put_string(json, key, path);
	}
}

/* Adds the libraries with mapped code, so that a later run can check whether they are the same. */
static void put_libraries(struct text *json)
{
	FILE *f = fopen("/proc/self/maps", "r");
	char line[PATH_MAX + 128], last[PATH_MAX + 128] = "";
	const char *comma = "";

	if (!f)
		return;
	text_add(json, ",\"libraries\":[");
	while (fgets(line, sizeof line, f)) {
		char *path = strchr(line, '/');

		if (!path || !strstr(path, ".so"))
			continue;
		path[strcspn(path, "\n")] = 0;
		/* A file's segments are adjacent; one of them is "from-to r-xp ...". */
		if (!strstr(line, " r-xp ") || !strcmp(path, last))
			continue;
		snprintf(last, sizeof last, "%s", path);
		text_add(json, "%s", comma);
		text_add_json(json, path);
		comma = ",";
	}
	fclose(f);
	text_add(json, "]");
}

/* Adds the hardware and the kernel, so that predictions for several machines can name them. */
static void put_machine(struct text *json)
{
	FILE *f = fopen("/proc/cpuinfo", "re");
	char line[512], processor[256] = "", kernel[256] = "";
	struct utsname system;

	while (f && !*processor && fgets(line, sizeof line, f)) {
		const char *colon = strncmp(line, "model name", 10) ? NULL : strchr(line, ':');

		line[strcspn(line, "\n")] = 0;
		if (colon)
			snprintf(processor, sizeof processor, "%.*s", (int)sizeof processor - 1, colon + 1 + strspn(colon + 1, " "));
	}
	if (f)
		fclose(f);
	if (!uname(&system))
		snprintf(kernel, sizeof kernel, "%.100s %.100s", system.sysname, system.release);
	text_add(json, ",\"machine\":{\"processors\":%ld,\"memory_bytes\":%lld", sysconf(_SC_NPROCESSORS_ONLN),
		 (long long)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE));
	put_string(json, "processor", processor);
	put_string(json, "kernel", kernel);
	text_add(json, "}");
}

void metadata_header(struct text *json, const char *format, const struct rb_thread *thread)
{
	char version[MPI_MAX_LIBRARY_VERSION_STRING] = "", host[256] = "";
	int n = 0;
	struct timespec real, mono;

	PMPI_Get_library_version(version, &n);
	version[strcspn(version, "\n,")] = 0;
	gethostname(host, sizeof host - 1);
	clock_gettime(CLOCK_MONOTONIC, &mono);
	clock_gettime(CLOCK_REALTIME, &real);
	text_add(json, "{\"format\":\"%s\",\"source\":\"interposer\",\"rank\":%d,\"ranks\":%d,\"pid\":%d,"
		 "\"thread\":%d,\"threads\":\"%s\",\"clock\":\"CLOCK_MONOTONIC\",\"realtime_minus_clock_ns\":%lld",
		 format, rb_process.rank, rb_process.ranks, (int)getpid(), thread->number,
		 rb_process.multiple ? "MPI_THREAD_MULTIPLE: a file each" : "one sequence",
		 (long long)(real.tv_sec - mono.tv_sec) * 1000000000LL + (real.tv_nsec - mono.tv_nsec));
	put_string(json, "cpu_clock", !rb_process.cpu_clock ? "none (wall time between calls)"
		   : rb_process.multiple ? "CLOCK_THREAD_CPUTIME_ID" : "CLOCK_PROCESS_CPUTIME_ID");
	put_string(json, "host", host);
	put_string(json, "mpi", version);
	put_string(json, "run", metadata_environment("RB_MPITRACE_RUN"));
	put_string(json, "events", thread->counters.values ? metadata_environment("RB_MPITRACE_EVENTS") : "");
	if (thread->counters.values)
		put_string(json, "events_mode", thread->counters.user_only ? "user mode only, calling thread, outside MPI"
			   : "user and kernel mode, calling thread, outside MPI");
	if (*thread->events_error)
		put_string(json, "events_error", thread->events_error);
	command_line_add(json);
	put_link(json, "executable", "/proc/self/exe");
	put_link(json, "directory", "/proc/self/cwd");
	if (thread->number == 0) {
		put_libraries(json);
		put_machine(json);
	}
	sites_describe_modules(json);
	text_add(json, "}");
}

/* Adds the tracer's own time. The calls since the last measured one are assumed to be as long as the others. */
static void put_tracer(struct text *json, const struct rb_thread *thread)
{
	const struct rb_own *own = &thread->own;
	uint64_t covered = own->traced - own->interval;
	double ns = covered ? (double)own->ns * (double)own->traced / (double)covered : 0;

	text_add(json, ",\"tracer\":{\"calls\":%llu,\"timed\":%llu,\"ns\":%.0f,\"long_calls\":%llu,\"long_ns\":%llu,"
		 "\"begin_ns\":%llu}",
		 (unsigned long long)own->traced, (unsigned long long)own->timed, ns, (unsigned long long)own->long_calls,
		 (unsigned long long)own->long_ns, (unsigned long long)(thread->number ? 0 : rb_process.begin_ns));
}

void metadata_trailer(struct text *json, const struct rb_thread *thread, uint64_t records)
{
	static const char *const names[256] = {
#define NAME(number, name) [number] = #name,
		RB_MPI_OPS(NAME)
#undef NAME
	};
	const char *comma = "";

	text_add(json, "{\"records\":%llu,\"events\":%u,\"cancelled\":%llu,\"freed_while_active\":%llu,\"outside_world\":%llu",
		 (unsigned long long)records, thread->events, (unsigned long long)thread->cancelled,
		 (unsigned long long)thread->freed, (unsigned long long)thread->foreign);
	if (thread->number == 0)
		text_add(json, ",\"posted_receives\":%u,\"untraced_threads\":%u", rb_process.requests.posts,
			 rb_process.threads.untraced_count);
	put_tracer(json, thread);
	if (thread->number == 0) {
		struct cpu_use now;

		cpu_use_read(&now);
		cpu_use_add(json, "cpu", &rb_process.cpu_at_begin, &now);
		cpu_use_add(json, "cpu_measured", &rb_process.cpu_at_begin, &rb_process.cpu_at_end);
	}
	text_add(json, ",\"calls\":{");
	for (int i = 0; i < 256; i++) {
		if (thread->calls[i] && names[i]) {
			text_add(json, "%s\"%s\":%llu", comma, names[i], (unsigned long long)thread->calls[i]);
			comma = ",";
		}
	}
	text_add(json, "},\"not_ordered\":{");
	comma = "";
	for (int i = 0; i < rb_unordered_count; i++) {
		if (thread->unordered[i].calls) {
			text_add(json, "%s\"%s\":{\"calls\":%llu,\"ns\":%llu}", comma, rb_unordered_names[i],
				 (unsigned long long)thread->unordered[i].calls, (unsigned long long)thread->unordered[i].ns);
			comma = ",";
		}
	}
	text_add(json, "}");
	sites_describe(json, &thread->sites);
	sites_describe_modules(json);
	text_add(json, "}");
}
