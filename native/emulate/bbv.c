/* See bbv.h. */
#include "bbv.h"
#include "plugin.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* More than any program's code; untouched pages take no memory. */
#define MAX_BLOCKS (1u << 22)
#define OTHERS      (MAX_BLOCKS - 1)

/* A task's intervals double in length after this number of intervals, so that any run has a few thousand. */
#define DOUBLE_AT 2048

struct table {
	struct bbv_block *block; /* MAX_BLOCKS entries */
	_Atomic uint32_t  count;
	uint32_t written;        /* number written to this image's file */
	uint32_t *next;          /* MAX_BLOCKS entries: next in the bucket, plus 1; 0: none */
	uint32_t *bucket;        /* BUCKETS entries, plus 1 */
};

#define BUCKETS (1u << 16)

struct mapping {
	uint64_t start, end, offset;
	char    *file;
};

static struct table table;
static struct { struct mapping *of; size_t count, written, capacity, last; } maps;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* protects all of the above and the writing */
static bool ended;

bool bbv_is_requested(void)
{
	return segment->bbv_length > 0;
}

static void *zeroes(size_t bytes)
{
	void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (p == MAP_FAILED)
		abort();
	return p;
}

/* Appends to a file. A full disk ends the vectors but not the program: the existing intervals show where they end. */
static void append(const char *kind, uint64_t number, const char *suffix, const void *data, size_t bytes)
{
	char path[PATH_MAX + 64];
	const char *p = data;
	int fd;

	snprintf(path, sizeof path, "%s/%s-%llu.%s", segment->bbv_folder, kind, (unsigned long long)number, suffix);
	fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
	while (fd >= 0 && bytes) {
		ssize_t n = write(fd, p, bytes);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			ended = true;
			break;
		}
		p += n;
		bytes -= (size_t)n;
	}
	if (fd >= 0)
		close(fd);
	else
		ended = true;
}

static bool is_mapped(uint64_t address)
{
	for (size_t i = 0; i < maps.count; i++) {
		const struct mapping *m = &maps.of[(maps.last + i) % maps.count];

		if (address >= m->start && address < m->end) {
			maps.last = (maps.last + i) % maps.count;
			return true;
		}
	}
	return false;
}

static void add_mapping(uint64_t start, uint64_t end, uint64_t offset, const char *file)
{
	if (maps.count == maps.capacity) {
		maps.capacity = maps.capacity * 2 + 64;
		maps.of = realloc(maps.of, maps.capacity * sizeof *maps.of);
		if (!maps.of)
			abort();
	}
	maps.of[maps.count++] = (struct mapping){ start, end, offset, strdup(file) };
}

/* Reads the mapping of a block outside the known ones: the program has mapped code in the meantime. */
static void find_mapping(uint64_t address)
{
	uint64_t base = program_base;
	FILE *f = fopen("/proc/self/maps", "re");
	char *line = NULL;
	size_t size = 0;

	while (f && getline(&line, &size, f) > 0) {
		unsigned long long start, end, offset;
		int at = 0;

		line[strcspn(line, "\n")] = 0;
		if (sscanf(line, "%llx-%llx %*s %llx %*s %*s %n", &start, &end, &offset, &at) < 3 || !at)
			continue;
		if (address + base >= start && address + base < end)
			add_mapping(start - base, end - base, offset, line + at);
	}
	if (f)
		fclose(f);
	free(line);
}

static uint32_t bucket_of(uint64_t address, uint32_t instructions)
{
	return (uint32_t)((address * 0x9e3779b97f4a7c15u + instructions * 0x85ebca6bu) >> 48) & (BUCKETS - 1);
}

uint32_t bbv_block(uint64_t address, uint32_t instructions)
{
	uint32_t bucket = bucket_of(address, instructions), i;

	pthread_mutex_lock(&lock);
	if (!table.block) {
		table.block = zeroes(MAX_BLOCKS * sizeof *table.block);
		table.next = zeroes(MAX_BLOCKS * sizeof *table.next);
		table.bucket = zeroes(BUCKETS * sizeof *table.bucket);
	}
	for (i = table.bucket[bucket]; i; i = table.next[i - 1])
		if (table.block[i - 1].address == address && table.block[i - 1].instructions == instructions)
			break;
	if (!i && table.count < MAX_BLOCKS) {
		uint32_t count = table.count;

		if (count < OTHERS) { /* the last block stands for all blocks beyond the table, with a nominal length of 1 */
			if (!is_mapped(address))
				find_mapping(address);
			table.next[count] = table.bucket[bucket];
			table.bucket[bucket] = count + 1;
		}
		table.block[count] = (struct bbv_block){ count < OTHERS ? address : 0, count < OTHERS ? instructions : 1, 0 };
		table.count = count + 1;
		i = count + 1;
	}
	pthread_mutex_unlock(&lock);
	return i ? i - 1 : OTHERS;
}

/* Writes the blocks and mappings that the next intervals refer to. */
static void write_table(void)
{
	uint32_t count = table.count;

	for (; maps.written < maps.count; maps.written++) {
		const struct mapping *m = &maps.of[maps.written];
		char line[PATH_MAX + 80];
		int n = snprintf(line, sizeof line, "%llx %llx %llx %s\n", (unsigned long long)m->start,
			(unsigned long long)m->end,
				 (unsigned long long)m->offset, m->file);

		append("image", tasks_image(), "maps", line, (size_t)n);
	}
	if (table.written < count)
		append("image", tasks_image(), "blocks", table.block + table.written,
			(count - table.written) * sizeof *table.block);
	table.written = count;
}

static void write_interval(struct vcpu *v)
{
	uint32_t count = table.count, blocks = 0;
	struct bbv_interval *head;
	struct bbv_executions *executions;

	if (ended)
		return;
	head = malloc(sizeof *head + count * sizeof *executions);
	if (!head)
		abort();
	executions = (struct bbv_executions *)(head + 1);
	for (uint32_t i = 0; i < count; i++)
		if (v->executed[i]) {
			executions[blocks++] = (struct bbv_executions){ i, v->executed[i] };
			v->executed[i] = 0;
		}
	if (blocks) {
		*head = (struct bbv_interval){ .magic = BBV_MAGIC, .image = v->image, .values = COUNTS, .blocks = blocks };
		slot_counts(v->slot, head->count, NULL);
		write_table();
		append("task", v->slot->serial, "intervals", head, sizeof *head + blocks * sizeof *executions);
	}
	free(head);
}

void bbv_enter(struct vcpu *v)
{
	if (v->executed)
		memset(v->executed, 0, table.count * sizeof *v->executed); /* the parent's executions */
	else
		v->executed = zeroes(MAX_BLOCKS * sizeof *v->executed);
	v->interval = v->interval_end = segment->bbv_length;
}

void bbv_interval(struct vcpu *v)
{
	uint64_t count[COUNTS], instructions;

	pthread_mutex_lock(&lock);
	write_interval(v);
	pthread_mutex_unlock(&lock);
	slot_counts(v->slot, count, NULL);
	instructions = count[COUNT_INSTRUCTIONS];
	while (!segment->bbv_fixed && instructions / v->interval >= DOUBLE_AT)
		v->interval *= 2;
	v->interval_end = (instructions / v->interval + 1) * v->interval;
}

void bbv_leave(struct vcpu *v)
{
	if (!v->executed)
		return;
	pthread_mutex_lock(&lock);
	if (v->slot && v->image == tasks_image())
		write_interval(v);
	pthread_mutex_unlock(&lock);
	munmap(v->executed, MAX_BLOCKS * sizeof *v->executed);
	v->executed = NULL;
}

void bbv_flush(bool last)
{
	pthread_mutex_lock(&lock);
	for (unsigned i = 0; i < vcpu_count; i++)
		if (vcpus[i]->executed && vcpus[i]->slot && vcpus[i]->image == tasks_image())
			write_interval(vcpus[i]);
	ended |= last;
	pthread_mutex_unlock(&lock);
}

static void at_exit(qemu_plugin_id_t id, void *unused)
{
	(void)id; (void)unused;
	bbv_flush(true);
}

void bbv_init(qemu_plugin_id_t id)
{
	if (bbv_is_requested())
		qemu_plugin_register_atexit_cb(id, at_exit, NULL);
}

void bbv_after_fork(void)
{
	pthread_mutex_init(&lock, NULL); /* a thread that does not exist in the child may have held it */
	table.written = 0;
	maps.written = 0;
}
