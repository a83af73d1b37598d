/* The used part of elfutils' libdwfl, declared here because libdw is loaded at run time: building needs no header, and running no package. */
#ifndef RUNBENCH_LIBDW_H
#define RUNBENCH_LIBDW_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct dwfl;
struct dwfl_module;
struct dwfl_thread;
struct dwfl_frame;

struct dwfl_callbacks {
	int (*find_elf)(struct dwfl_module *, void **, const char *, uint64_t, char **, void **);
	int (*find_debuginfo)(struct dwfl_module *, void **, const char *, uint64_t, const char *, const char *, uint32_t, char **);
	int (*section_address)(struct dwfl_module *, void **, const char *, uint64_t, const char *, uint32_t, const void *, uint64_t *);
	char **debuginfo_path;
};

struct dwfl_thread_callbacks {
	pid_t (*next_thread)(struct dwfl *, void *, void **);
	bool  (*get_thread)(struct dwfl *, pid_t, void *, void **);
	bool  (*memory_read)(struct dwfl *, uint64_t, uint64_t *, void *);
	bool  (*set_initial_registers)(struct dwfl_thread *, void *);
	void  (*detach)(struct dwfl *, void *);
	void  (*thread_detach)(struct dwfl_thread *, void *);
};

enum { DWARF_CB_OK, DWARF_CB_ABORT };

/* Its functions without the prefix dwfl_; set by libdw_load. */
extern struct libdw {
	struct dwfl *(*begin)(const struct dwfl_callbacks *);
	void (*end)(struct dwfl *);
	struct dwfl_module *(*report_elf)(struct dwfl *, const char *, const char *, int, uint64_t, bool);
	struct dwfl_module *(*addrmodule)(struct dwfl *, uint64_t);
	bool (*attach_state)(struct dwfl *, void *, pid_t, const struct dwfl_thread_callbacks *, void *);
	int  (*getthread_frames)(struct dwfl *, pid_t, int (*)(struct dwfl_frame *, void *), void *);
	bool (*frame_pc)(struct dwfl_frame *, uint64_t *, bool *);
	int  (*frame_reg)(struct dwfl_frame *, unsigned, uint64_t *); /* NULL before elfutils 0.188 */
	bool (*thread_state_registers)(struct dwfl_thread *, int, unsigned, const uint64_t *);
} dw;

/* Loads the library. Returns 0, or an exit code after reporting the missing part. */
int libdw_load(void);

#endif
