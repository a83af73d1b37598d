/* Call stacks by call frame information on x86-64; see unwind.h. unwind_none.c replaces this on other processors. */
#include "unwind.h"

#if defined __x86_64__
#include "libdw.h"

#include <asm/perf_regs.h>
#include <linux/perf_event.h>
#include <runbench/recording.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_OPEN     64  /* processes with a state of libdw, which has an open descriptor for each file */
#define MAX_ENDED    64  /* ended processes whose mappings are kept: their last samples may follow */
#define MAX_STACK_BYTES (1ull << 32) /* addresses farther from the stack pointer are not on this stack */

/* Registers of a sample by their numbers in call frame information; the kernel reports them in the order of its own numbers. */
static const uint8_t register_of[] = { PERF_REG_X86_AX, PERF_REG_X86_DX, PERF_REG_X86_CX, PERF_REG_X86_BX, PERF_REG_X86_SI, PERF_REG_X86_DI,
	PERF_REG_X86_BP, PERF_REG_X86_SP, PERF_REG_X86_R8, PERF_REG_X86_R9, PERF_REG_X86_R10, PERF_REG_X86_R11, PERF_REG_X86_R12,
	PERF_REG_X86_R13, PERF_REG_X86_R14, PERF_REG_X86_R15, PERF_REG_X86_IP };
enum { FRAME_POINTER = 6, STACK_POINTER = 7, PROGRAM_COUNTER = 16 };
enum { REGISTERS = sizeof register_of };

struct map {
	struct mapping at;
	bool     reported;   /* libdw knows the file, or cannot use it */
};

struct process {
	struct process *next;
	uint32_t     pid;
	struct map  *map;    /* later ones replace earlier ones */
	unsigned     maps, capacity;
	struct dwfl *dwfl;   /* NULL: not in use */
	bool         attached; /* libdw knows how to read registers and stack */
	bool         ended;
};

struct unwinder {
	struct process *latest;   /* all processes, the one used last first */
	unsigned ended;
	unsigned depth;
	uint64_t *chain;          /* of the sample */
	struct unwound result;
	unsigned limit;           /* maximum number of entries */
	struct process *process;  /* of the sample */
	uint64_t value[REGISTERS];
	bool     at_start;        /* the frame pointer of the latest frame is 0: no frame called it, by the ABI */
	const uint8_t *stack;     /* copied bytes from the stack pointer on */
	uint64_t copied;          /* fewer than requested at the end of the stack, and before a page that is not in memory */
};

int unwind_check(void)
{
	return libdw_load();
}

uint64_t unwind_registers(void)
{
	uint64_t mask = 0;

	for (unsigned i = 0; i < REGISTERS; i++)
		mask |= 1ull << register_of[i];
	return mask;
}

struct unwinder *unwind_create(unsigned depth)
{
	struct unwinder *u = calloc(1, sizeof *u);

	if (!u || !(u->chain = calloc(depth + 2, sizeof *u->chain))) /* and two markers of modes */
		abort();
	u->depth = depth;
	return u;
}

static void close_state(struct process *p)
{
	if (p->dwfl)
		dw.end(p->dwfl);
	p->dwfl = NULL;
	for (unsigned i = 0; i < p->maps; i++)
		p->map[i].reported = false;
}

static void free_process(struct process *p)
{
	close_state(p);
	free(p->map);
	free(p);
}

void unwind_free(struct unwinder *u)
{
	for (struct process *p = u ? u->latest : NULL, *next; p; p = next) {
		next = p->next;
		free_process(p);
	}
	if (u)
		free(u->chain);
	free(u);
}

/* Returns a process, which becomes the latest one. */
static struct process *find(struct unwinder *u, uint32_t pid, bool add)
{
	struct process **from = &u->latest, *p;

	while (*from && (*from)->pid != pid)
		from = &(*from)->next;
	p = *from;
	if (p)
		*from = p->next;
	else if (!add)
		return NULL;
	else if (!(p = calloc(1, sizeof *p)))
		abort();
	p->pid = pid;
	p->next = u->latest;
	return u->latest = p;
}

static struct map *map_at(const struct process *p, uint64_t address)
{
	for (unsigned i = p->maps; i-- > 0; )
		if (address - p->map[i].at.start < p->map[i].at.bytes)
			return &p->map[i];
	return NULL;
}

static struct map *add_map(struct process *p, const struct mapping *m)
{
	if (p->maps == p->capacity) {
		unsigned capacity = p->capacity * 2 + 16;
		struct map *grown = realloc(p->map, capacity * sizeof *grown);

		if (!grown)
			abort();
		p->map = grown;
		p->capacity = capacity;
	}
	p->map[p->maps] = (struct map){ .at = *m };
	p->map[p->maps].at.pid = p->pid;
	return &p->map[p->maps++];
}

void unwind_map(struct unwinder *u, const struct mapping *m, const char *name)
{
	struct process *p = find(u, m->pid, true);
	unsigned kept = 0;

	for (unsigned i = 0; i < p->maps; i++) {
		const struct mapping *old = &p->map[i].at;

		/* libdw has no operation that removes one file. */
		if (p->map[i].reported && old->start < m->start + m->bytes && m->start < old->start + old->bytes)
			close_state(p);
		if (old->start < m->start || old->start + old->bytes > m->start + m->bytes)
			p->map[kept++] = p->map[i];
	}
	p->maps = kept;
	add_map(p, m)->at.name = name;
}

static void forget(struct process *p)
{
	close_state(p);
	p->maps = 0;
}

void unwind_fork(struct unwinder *u, uint32_t parent, uint32_t child)
{
	struct process *from = find(u, parent, false), *p = find(u, child, true);

	forget(p);
	u->ended -= p->ended;
	p->ended = false;
	for (unsigned i = 0; from && i < from->maps; i++)
		add_map(p, &from->map[i].at);
}

void unwind_exec(struct unwinder *u, uint32_t pid)
{
	forget(find(u, pid, true));
}

void unwind_exit(struct unwinder *u, uint32_t pid)
{
	struct process *p = find(u, pid, false);

	if (!p || p->ended)
		return;
	p->ended = true;
	if (++u->ended <= MAX_ENDED)
		return;
	for (struct process **from = &p->next; *from; ) {
		struct process *old = *from;

		if (old->ended) {
			*from = old->next;
			free_process(old);
			u->ended--;
		} else {
			from = &old->next;
		}
	}
}

/* Tells libdw the file at an address. Returns whether it knows one. */
static bool report(struct process *p, uint64_t address)
{
	struct map *m = map_at(p, address);
	uint64_t base;
	int fd;

	if (!m || m->reported)
		return m && dw.addrmodule(p->dwfl, address);
	m->reported = true;
	fd = mapping_open(&m->at);
	if (fd < 0)
		return false;
	if (mapping_base(&m->at, fd, &base) && dw.report_elf(p->dwfl, m->at.name, m->at.name, fd, base, false))
		return true;
	close(fd);
	return false;
}

/* Separate files of debug information are not searched: that takes long, and programs carry the sections for their exceptions. */
static int no_debug_file(struct dwfl_module *module, void **data, const char *name, uint64_t base, const char *file, const char *link,
			 uint32_t checksum, char **path)
{
	(void)module; (void)data; (void)name; (void)base; (void)file; (void)link; (void)checksum; (void)path;
	return -1;
}

static pid_t no_next_thread(struct dwfl *dwfl, void *unwinder, void **thread)
{
	(void)dwfl; (void)unwinder; (void)thread;
	return 0;
}

static bool get_thread(struct dwfl *dwfl, pid_t tid, void *unwinder, void **thread)
{
	(void)dwfl; (void)tid;
	*thread = unwinder;
	return true;
}

static bool read_stack(struct dwfl *dwfl, uint64_t address, uint64_t *word, void *unwinder)
{
	struct unwinder *u = unwinder;
	uint64_t at = address - u->value[STACK_POINTER];

	(void)dwfl;
	/* A return address beyond the copy ends the stack, which libdw takes for its regular end. */
	if (u->result.outermost != RB_OUTERMOST)
		return false;
	if (at <= u->copied && u->copied - at >= sizeof *word) {
		memcpy(word, u->stack + at, sizeof *word);
		return true;
	}
	u->result.outermost = at < MAX_STACK_BYTES ? RB_CUT : RB_NOT_UNWOUND;
	return false;
}

static bool set_registers(struct dwfl_thread *thread, void *unwinder)
{
	return dw.thread_state_registers(thread, 0, REGISTERS, ((struct unwinder *)unwinder)->value);
}

static int add_frame(struct dwfl_frame *frame, void *unwinder)
{
	struct unwinder *u = unwinder;
	uint64_t address, pointer = 1;
	bool sampled = u->chain[u->result.entries - 1] == (uint64_t)PERF_CONTEXT_USER;

	/* The third argument would unwind the frame, whose file libdw may not know yet. */
	if (u->result.entries == u->limit || !dw.frame_pc(frame, &address, NULL))
		return DWARF_CB_ABORT;
	u->chain[u->result.entries++] = address;
	/* The code before a return address may be the last of its file. */
	if (report(u->process, address - !sampled) && dw.frame_reg && dw.frame_reg(frame, FRAME_POINTER, &pointer))
		pointer = 1;
	u->at_start = !pointer;
	return DWARF_CB_OK;
}

/* Begins to use libdw for a process, and ends that of the one not used for longest. Returns whether it knows the process's code. */
static bool open_state(struct unwinder *u, struct process *p, uint64_t address)
{
	static const struct dwfl_callbacks files = { .find_debuginfo = no_debug_file };
	static const struct dwfl_thread_callbacks threads = { .next_thread = no_next_thread, .get_thread = get_thread,
		.memory_read = read_stack, .set_initial_registers = set_registers };
	unsigned open = 0;

	for (struct process *other = u->latest; other && !p->dwfl; other = other->next)
		if (other->dwfl && ++open >= MAX_OPEN)
			close_state(other);
	if (!p->dwfl) {
		p->attached = false;
		if (!(p->dwfl = dw.begin(&files)))
			abort();
	}
	report(p, address);
	if (p->attached)
		return true;
	/* Any file shows the kind of processor. */
	for (unsigned i = 0; !(p->attached = dw.attach_state(p->dwfl, NULL, (pid_t)p->pid, &threads, u)) && i < p->maps; i++)
		report(p, p->map[i].at.start);
	return p->attached;
}

/* Reads registers and stack of a sample. Returns whether it has those of a 64-bit program. */
static bool read_state(struct unwinder *u, const uint64_t *sample)
{
	uint64_t mask = unwind_registers(), bytes;

	if (sample[0] != PERF_SAMPLE_REGS_ABI_64)
		return false;
	for (unsigned i = 0; i < REGISTERS; i++)
		u->value[i] = sample[1 + __builtin_popcountll(mask & ((1ull << register_of[i]) - 1))];
	sample += 1 + REGISTERS;
	bytes = *sample;
	u->stack = (const uint8_t *)(sample + 1);
	u->copied = bytes ? sample[1 + bytes / sizeof *sample] : 0;
	return true;
}

struct unwound unwind_sample(struct unwinder *u, uint32_t pid, const uint64_t *kernel)
{
	uint64_t entries = *kernel < u->depth ? *kernel : u->depth;
	int status = -1;

	memcpy(u->chain, kernel + 1, entries * sizeof *u->chain);
	u->result = (struct unwound){ .chain = u->chain, .entries = entries, .outermost = RB_OUTERMOST };
	if (!read_state(u, kernel + 1 + *kernel))
		return u->result;
	u->process = find(u, pid, true);
	u->at_start = false;
	u->chain[u->result.entries++] = PERF_CONTEXT_USER;
	u->limit = u->depth + 1 + (entries > 0); /* markers are no frames */
	if (open_state(u, u->process, u->value[PROGRAM_COUNTER]))
		status = dw.getthread_frames(u->process->dwfl, (pid_t)pid, add_frame, u);
	else
		u->chain[u->result.entries++] = u->value[PROGRAM_COUNTER];
	/* The start of the dynamic linker has no call frame information. */
	if (status && !u->at_start && u->result.outermost == RB_OUTERMOST && u->result.entries < u->limit)
		u->result.outermost = RB_NOT_UNWOUND;
	return u->result;
}
#endif
