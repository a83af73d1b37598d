/* Processors whose call stacks are not unwound by call frame information: unwind_check rejects the option. See unwind.h. */
#include "unwind.h"
#include "../base/say.h"

#if !defined __x86_64__
int unwind_check(void)
{
	return say_error(ERROR_MACHINE, "type --call-graph=fp", "--call-graph=dwarf supports x86-64 processors only");
}

uint64_t unwind_registers(void) { return 0; }
struct unwinder *unwind_create(unsigned depth) { (void)depth; return NULL; }
void unwind_free(struct unwinder *u) { (void)u; }
void unwind_map(struct unwinder *u, const struct mapping *m, const char *name) { (void)u; (void)m; (void)name; }
void unwind_fork(struct unwinder *u, uint32_t parent, uint32_t child) { (void)u; (void)parent; (void)child; }
void unwind_exec(struct unwinder *u, uint32_t pid) { (void)u; (void)pid; }
void unwind_exit(struct unwinder *u, uint32_t pid) { (void)u; (void)pid; }

struct unwound unwind_sample(struct unwinder *u, uint32_t pid, const uint64_t *kernel)
{
	(void)u; (void)pid; (void)kernel;
	return (struct unwound){ 0 };
}
#endif
