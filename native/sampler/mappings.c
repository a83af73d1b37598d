/* Executable mappings of sampled processes; see mappings.h. */
#include "mappings.h"
#include "unwind.h"

#include <elf.h>
#include <fcntl.h>
#include <runbench/recording.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

#define MAX_SEGMENTS 64

/* Body of PERF_RECORD_MMAP2 up to the name. */
struct reported {
	uint32_t pid, tid;
	uint64_t address, bytes, offset;
	union {
		struct {
			uint32_t major, minor;
			uint64_t inode, generation;
		} place;
		struct {
			uint8_t  size, reserved1;
			uint16_t reserved2;
			uint8_t  id[MAX_BUILD_ID_BYTES];
		} build;
	};
	uint32_t protection, flags;
	char     name[];
};

_Static_assert(offsetof(struct reported, name) == 64, "name of a mapping");

bool mapping_reported(struct mapping *m, const struct perf_event_header *h, size_t id_bytes, char name[MAPPING_NAME])
{
	const struct reported *r = (const struct reported *)(h + 1);
	size_t before = sizeof *h + offsetof(struct reported, name), room;

	if (h->size <= before + id_bytes || !(r->protection & PROT_EXEC))
		return false;
	room = h->size - before - id_bytes;
	room = strnlen(r->name, room < MAPPING_NAME - 1 ? room : MAPPING_NAME - 1);
	memcpy(name, r->name, room);
	name[room] = 0;
	*m = (struct mapping){ .pid = r->pid, .tid = r->tid, .start = r->address, .bytes = r->bytes, .offset = r->offset, .name = name };
	if (h->misc & PERF_RECORD_MISC_MMAP_BUILD_ID && r->build.size <= MAX_BUILD_ID_BYTES) {
		m->build_id_bytes = r->build.size;
		memcpy(m->build_id, r->build.id, r->build.size);
	}
	return true;
}

/* Returns the FNV-1a hash of name and build ID: a rebuilt program with the same name is another file. */
static uint64_t hash_of(const struct mapping *m)
{
	uint64_t hash = 0xcbf29ce484222325u;

	for (const char *p = m->name; *p; p++)
		hash = (hash ^ (uint8_t)*p) * 0x100000001b3u;
	for (unsigned i = 0; i < m->build_id_bytes; i++)
		hash = (hash ^ m->build_id[i]) * 0x100000001b3u;
	return hash;
}

static void add_parts(struct container_stream *s, uint32_t number, unsigned flags, const void *data, size_t bytes, uint64_t wall_ns)
{
	for (size_t at = 0; at < bytes; at += sizeof ((struct rb_file *)0)->part) {
		struct rb_file *r = container_stream_add(s);
		size_t rest = bytes - at;

		r->kind = RB_FILE;
		r->flags = (uint16_t)flags;
		r->cpu = (uint32_t)at;
		r->task = number;
		r->tid = (uint32_t)bytes;
		r->wall_ns = wall_ns;
		memcpy(r->part, (const uint8_t *)data + at, rest < sizeof r->part ? rest : sizeof r->part);
	}
}

static uint32_t file_of(struct container_stream *s, struct mapped_files *f, const struct mapping *m, uint64_t wall_ns)
{
	uint64_t hash = hash_of(m);

	for (unsigned i = 0; i < f->count; i++)
		if (f->file[i].hash == hash && !strcmp(f->file[i].name, m->name))
			return i;
	if (f->count == f->capacity) {
		f->file = realloc(f->file, (f->capacity = f->capacity * 2 + 16) * sizeof *f->file);
		if (!f->file)
			abort();
	}
	f->file[f->count] = (struct mapped_file){ .hash = hash, .name = strdup(m->name) };
	if (!f->file[f->count].name)
		abort();
	add_parts(s, f->count, 0, m->name, strlen(m->name), wall_ns);
	add_parts(s, f->count, RB_F_BUILD_ID, m->build_id, m->build_id_bytes, wall_ns);
	return f->count++;
}

void mapping_record(struct container_stream *s, struct mapped_files *f, const struct mapping *m, uint32_t task, uint64_t wall_ns)
{
	uint32_t file = file_of(s, f, m, wall_ns);
	struct rb_map *r = container_stream_add(s);

	*r = (struct rb_map){ .kind = RB_MAP, .cpu = RB_ALL_CPUS, .task = task, .tid = m->tid, .wall_ns = wall_ns, .start = m->start,
		.bytes = m->bytes, .offset = m->offset, .file = file, .pid = m->pid };
	if (f->unwinder)
		unwind_map(f->unwinder, m, f->file[file].name);
}

void mappings_present(struct container_stream *s, struct mapped_files *f, pid_t pid, uint32_t task, uint64_t wall_ns)
{
	char path[64], *line = NULL;
	size_t room = 0;
	FILE *maps;

	snprintf(path, sizeof path, "/proc/%d/maps", (int)pid);
	maps = fopen(path, "re");
	while (maps && getline(&line, &room, maps) > 0) {
		struct mapping m = { .pid = (uint32_t)pid, .tid = (uint32_t)pid };
		unsigned long long start, end, offset;
		char protection[8];
		int name = 0;

		if (sscanf(line, "%llx-%llx %7s %llx %*s %*s %n", &start, &end, protection, &offset, &name) != 4 || !name
		    || !strchr(protection, 'x'))
			continue;
		line[strcspn(line, "\n")] = 0;
		m.start = start;
		m.bytes = end - start;
		m.offset = offset;
		m.name = line[name] ? line + name : "//anon";
		mapping_record(s, f, &m, task, wall_ns);
	}
	free(line);
	if (maps)
		fclose(maps);
}

/* Returns a descriptor of the kernel's own library, a copy of this process's, or -1. */
static int open_vdso(void)
{
	const Elf64_Ehdr *h = (const Elf64_Ehdr *)(uintptr_t)getauxval(AT_SYSINFO_EHDR);
	int fd = h ? memfd_create("vdso", MFD_CLOEXEC) : -1;
	size_t bytes = h ? h->e_shoff + (size_t)h->e_shnum * h->e_shentsize : 0;

	if (fd >= 0 && write(fd, h, bytes) != (ssize_t)bytes) {
		close(fd);
		fd = -1;
	}
	return fd;
}

int mapping_open(const struct mapping *m)
{
	char path[MAPPING_NAME + 32];
	int fd;

	if (!strcmp(m->name, "[vdso]"))
		return open_vdso();
	if (m->name[0] != '/' || m->name[1] == '/')
		return -1;
	snprintf(path, sizeof path, "/proc/%u/root%s", m->pid, m->name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	return fd >= 0 ? fd : open(m->name, O_RDONLY | O_CLOEXEC);
}

bool mapping_base(const struct mapping *m, int fd, uint64_t *base)
{
	Elf64_Phdr segment[MAX_SEGMENTS];
	Elf64_Ehdr header;
	const Elf64_Phdr *first = NULL;
	size_t bytes;

	if (pread(fd, &header, sizeof header, 0) != sizeof header || memcmp(header.e_ident, ELFMAG, SELFMAG) || header.e_ident[EI_CLASS] != ELFCLASS64
	    || header.e_phentsize != sizeof *segment || header.e_phnum > MAX_SEGMENTS)
		return false;
	bytes = header.e_phnum * sizeof *segment;
	if (pread(fd, segment, bytes, (off_t)header.e_phoff) != (ssize_t)bytes)
		return false;
	for (unsigned i = 0; i < header.e_phnum; i++) {
		const Elf64_Phdr *s = &segment[i];

		if (s->p_type != PT_LOAD)
			continue;
		if (!first)
			first = s;
		if (s->p_flags & PF_X && m->offset < s->p_offset + s->p_filesz && s->p_offset < m->offset + m->bytes) {
			*base = m->start - m->offset - s->p_vaddr + s->p_offset + (first->p_vaddr & -first->p_align);
			return true;
		}
	}
	return false;
}

void mapped_files_free(struct mapped_files *f)
{
	for (unsigned i = 0; i < f->count; i++)
		free(f->file[i].name);
	free(f->file);
	*f = (struct mapped_files){ 0 };
}
