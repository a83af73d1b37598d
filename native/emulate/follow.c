/* Emulation of programs started by the emulated program. QEMU user mode passes execve to the kernel, so such programs
 * would run natively and uncounted. Before that happens the plugin executes the emulator with the new program. Where
 * that is impossible (another architecture, a set-user-id program, a script without a known interpreter) the program
 * runs natively and is recorded. */
#include "plugin.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_ARGUMENTS 65536

struct machine {
	const char *target;
	uint16_t    elf;
	uint8_t     bytes;            /* size of a pointer; all listed machines are little-endian */
	int         execve, execveat; /* numbers of the system calls */
};

static const struct machine machines[] = {
	{ "x86_64", EM_X86_64, 8, 59, 322 }, { "i386", EM_386, 4, 11, 358 }, { "aarch64", EM_AARCH64, 8, 221, 281 },
	{ "arm", EM_ARM, 4, 11, 387 }, { "riscv64", EM_RISCV, 8, 221, 281 }, { "ppc64le", EM_PPC64, 8, 11, 362 } };

static const struct machine *machine;
static const char *const *emulator; /* the emulator's command up to the program: qemu -plugin ... ; ends with NULL */
static int emulator_words;
static char *executable; /* the program's absolute path; NULL: unknown */

static const void *host_address(uint64_t address)
{
	return (const void *)(uintptr_t)(address + program_base);
}

static uint64_t pointer_at(uint64_t table, size_t i)
{
	const char *p = host_address(table + i * machine->bytes);
	uint64_t wide;
	uint32_t narrow;

	if (machine->bytes == 8) {
		memcpy(&wide, p, sizeof wide);
		return wide;
	}
	memcpy(&narrow, p, sizeof narrow);
	return narrow;
}

static size_t length_of(uint64_t table)
{
	size_t n = 0;

	while (table && n < MAX_ARGUMENTS && pointer_at(table, n))
		n++;
	return n;
}

static bool is_same_machine(const char *head, ssize_t size)
{
	const Elf64_Ehdr *e = (const Elf64_Ehdr *)head; /* the first members are the same in 32-bit files */

	return size >= (ssize_t)sizeof(Elf32_Ehdr) && !memcmp(e->e_ident, ELFMAG, SELFMAG)
		&& e->e_ident[EI_CLASS] == (machine->bytes == 8 ? ELFCLASS64 : ELFCLASS32)
		&& e->e_ident[EI_DATA] == ELFDATA2LSB && e->e_machine == machine->elf;
}

/* Reads the first bytes of a program that executes without additional privileges; returns 0 for other programs. */
static ssize_t read_head(const char *path, char *head, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;
	ssize_t n = 0;

	if (fd < 0)
		return 0;
	if (!fstat(fd, &st) && S_ISREG(st.st_mode) && !(st.st_mode & (S_ISUID | S_ISGID)) && !access(path, X_OK))
		n = read(fd, head, size - 1);
	close(fd);
	if (n < 0)
		n = 0;
	head[n] = 0;
	return n;
}

/* Returns whether a program is executable but must not be emulated, or cannot be read. */
static bool must_run_natively(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISREG(st.st_mode) && !access(path, X_OK)
		&& ((st.st_mode & (S_ISUID | S_ISGID)) || access(path, R_OK));
}

static void record_native(const char *path)
{
	atomic_fetch_add(&segment->native_programs, 1);
	if (!atomic_exchange(&segment->native_named, 1))
		memcpy(segment->native_name, path, strnlen(path, sizeof segment->native_name - 1));
}

/* Splits "#!interpreter argument" into two strings within head, as in execve(2). Returns false if there is no usable
 * interpreter. */
static bool split_script(char *head, char **interpreter, char **argument)
{
	char *p = head + 2 + strspn(head + 2, " \t"), *end = p + strcspn(p, "\n");

	*end = 0;
	while (end > p && (end[-1] == ' ' || end[-1] == '\t'))
		*--end = 0;
	*interpreter = p;
	p += strcspn(p, " \t");
	*argument = NULL;
	if (*p) {
		*p++ = 0;
		*argument = p + strspn(p, " \t");
	}
	return **interpreter == '/';
}

/* Returns the words of a process's command; words[count] is NULL. Returns NULL if it cannot be read. */
static char **read_command(const char *process, int *count)
{
	char path[64], *word = NULL, **words = NULL, **more;
	size_t capacity = 0;
	FILE *f;

	snprintf(path, sizeof path, "/proc/%.20s/cmdline", process);
	f = fopen(path, "re");
	for (*count = 0; f && getdelim(&word, &capacity, 0, f) > 0; word = NULL, capacity = 0) {
		more = realloc(words, ((size_t)*count + 2) * sizeof *words);
		if (!more)
			break;
		words = more;
		words[(*count)++] = word;
		words[*count] = NULL;
	}
	free(word);
	if (f)
		fclose(f);
	return words;
}

static void free_words(char **words, int count)
{
	for (int i = 0; words && i < count; i++)
		free(words[i]);
	free(words);
}

/* Returns the program that an emulator process runs: qemu -plugin ... [-0 NAME] PROGRAM. The caller frees it. NULL: the
 * process is not our emulator. */
static char *emulated_program(const char *process)
{
	char path[PATH_MAX + 64], *program = NULL;
	int count, at = emulator_words;
	char **words = read_command(process, &count);

	if (words && count > at && !strcmp(words[0], emulator[0])) {
		if (!strcmp(words[at], "-0"))
			at += 2;
		if (at < count) {
			snprintf(path, sizeof path, "/proc/%.20s/cwd/%s", process, words[at]);
			program = realpath(*words[at] == '/' ? words[at] : path, NULL);
		}
	}
	free_words(words, count);
	return program;
}

static bool is_emulator(const char *path)
{
	struct stat named, own;

	return !stat(path, &named) && !stat("/proc/self/exe", &own) && named.st_dev == own.st_dev
		&& named.st_ino == own.st_ino;
}

/* Returns the file that a path denotes for the program, or NULL; the caller frees it. For the kernel /proc/PID/exe of
 * an emulated process is the emulator. A file known only by a descriptor is replaced by its path, because exec may
 * close the descriptor; without a path it stays open. */
static char *resolve_file(const char *path)
{
	char process[24], *target;
	const char *rest;
	bool own;
	int fd;

	if (sscanf(path, "/proc/%20[^/]", process) != 1)
		return strdup(path);
	rest = path + strlen("/proc/") + strlen(process);
	own = !strcmp(process, "self") || !strcmp(process, "thread-self") || atoi(process) == getpid();
	if (!strcmp(rest, "/exe") && is_emulator(path))
		return !own ? emulated_program(process) : executable ? strdup(executable) : NULL;
	if (sscanf(rest, "/fd/%d", &fd) != 1)
		return strdup(path);
	target = realpath(path, NULL);
	if (!target && own)
		fcntl(fd, F_SETFD, 0);
	return target ? target : strdup(path);
}

/* Returns only if the program could not be started under emulation. */
static void exec_emulated(const char *path, uint64_t argv, uint64_t envp)
{
	size_t own = 0, given = length_of(argv), variables = length_of(envp), n = 0;
	char head[256], script_head[256], *interpreter = NULL, *extra = NULL;
	const char **arguments, **environment;
	ssize_t size = read_head(path, head, sizeof head);

	if (size > 2 && head[0] == '#' && head[1] == '!' && split_script(head, &interpreter, &extra))
		size = read_head(interpreter, script_head, sizeof script_head);
	if (!size) {
		/* Otherwise exec fails, and the kernel returns the reason. */
		if (must_run_natively(interpreter ? interpreter : path))
			record_native(path);
		return;
	}
	if (!is_same_machine(interpreter ? script_head : head, size)) {
		record_native(path);
		return;
	}
	while (emulator[own])
		own++;
	arguments = calloc(own + given + 8, sizeof *arguments);
	environment = calloc(variables + 1, sizeof *environment);
	if (!arguments || !environment)
		return;
	for (size_t i = 0; i < own; i++)
		arguments[n++] = emulator[i];
	arguments[n++] = "-0";
	arguments[n++] = interpreter ? interpreter : given ? host_address(pointer_at(argv, 0)) : path;
	arguments[n++] = interpreter ? interpreter : path;
	if (extra)
		arguments[n++] = extra;
	if (interpreter)
		arguments[n++] = path;
	for (size_t i = 1; i < given; i++)
		arguments[n++] = host_address(pointer_at(argv, i));
	for (size_t i = 0; i < variables; i++)
		environment[i] = host_address(pointer_at(envp, i));
	execve(arguments[0], (char *const *)arguments, (char *const *)environment);
	free(arguments);
	free(environment);
}

static void exec_path(const char *path, uint64_t argv, uint64_t envp)
{
	char *meant = resolve_file(path);

	if (bbv_is_requested())
		bbv_flush(false);
	if (meant)
		exec_emulated(meant, argv, envp);
	else
		record_native(path);
	free(meant);
}

/* As execveat(2): a path, a path relative to a directory's descriptor, or a file's descriptor with an empty path. */
static void exec_at(int directory, const char *path, uint64_t argv, uint64_t envp, uint64_t flags)
{
	char whole[PATH_MAX];

	if (*path == '/' || (*path && directory == AT_FDCWD))
		snprintf(whole, sizeof whole, "%s", path);
	else if (*path)
		snprintf(whole, sizeof whole, "/proc/self/fd/%d/%s", directory, path);
	else if (flags & AT_EMPTY_PATH)
		snprintf(whole, sizeof whole, "/proc/self/fd/%d", directory);
	else
		return;
	if (access(whole, F_OK) == 0)
		exec_path(whole, argv, envp);
}

static void on_syscall(qemu_plugin_id_t id, unsigned vcpu, int64_t number, uint64_t a1, uint64_t a2, uint64_t a3,
		       uint64_t a4, uint64_t a5, uint64_t a6, uint64_t a7, uint64_t a8)
{
	(void)id; (void)vcpu; (void)a6; (void)a7; (void)a8;
	/* The kernel rejects bad addresses; an address that is mapped for the program is mapped for the plugin. */
	if (number == machine->execve && a1 && access(host_address(a1), F_OK) == 0)
		exec_path(host_address(a1), a2, a3);
	else if (number == machine->execveat && a2 && (access(host_address(a2), F_OK) == 0 || errno != EFAULT))
		exec_at((int)a1, host_address(a2), a3, a4, a5);
}

/* Returns the first `own` words of this emulator's command, or NULL if it cannot be read. */
static const char *const *read_own_command(int own)
{
	int count;
	char **words = read_command("self", &count);

	if (!words || !own || count < own) {
		free_words(words, count);
		return NULL;
	}
	words[own] = NULL;
	return (const char *const *)words;
}

void follow_init(qemu_plugin_id_t id, const char *target, int own)
{
	for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
		if (!strcmp(machines[i].target, target))
			machine = &machines[i];
	emulator = read_own_command(own);
	emulator_words = own;
	/* Resolved before the program changes its directory. */
	executable = emulator ? emulated_program("self") : NULL;
	if (machine && emulator)
		qemu_plugin_register_vcpu_syscall_cb(id, on_syscall);
}
