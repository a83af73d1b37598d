/* Loads elfutils' libdw; see libdw.h. */
#include "libdw.h"
#include "../base/say.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <sys/auxv.h>

struct libdw dw;

static const struct {
	const char *name;
	void       *function; /* address of a pointer to the function */
} functions[] = { { "dwfl_begin", &dw.begin }, { "dwfl_end", &dw.end }, { "dwfl_report_elf", &dw.report_elf },
	{ "dwfl_addrmodule", &dw.addrmodule }, { "dwfl_attach_state", &dw.attach_state }, { "dwfl_getthread_frames", &dw.getthread_frames },
	{ "dwfl_frame_pc", &dw.frame_pc }, { "dwfl_thread_state_registers", &dw.thread_state_registers } };

/* Programs that are linked with parts of the sampler do not need the library of dlsym. */
extern void *dlsym(void *library, const char *name) __attribute__((weak));

int libdw_load(void)
{
	/* Lets tests simulate a machine without the library. */
	const char *name = getenv("RUNBENCH_TEST_LIBDW") ? getenv("RUNBENCH_TEST_LIBDW") : "libdw.so.1";
	/* By its name: a linker warns of dlopen in a static program. */
	void *(*open)(const char *, int) = NULL;
	void *library;

	/* Without a dynamic linker, the library would load a second C library. */
	if (dlsym && getauxval(AT_BASE))
		*(void **)&open = dlsym(RTLD_DEFAULT, "dlopen");
	if (!open)
		return say_error(ERROR_MACHINE, "install runbench on the machine that runs the program, or type --call-graph=fp",
				 "--call-graph=dwarf needs the library libdw, which this static runbench-sampler cannot load");
	library = open(name, RTLD_NOW);
	for (size_t i = 0; library && i < sizeof functions / sizeof *functions; i++)
		if (!(*(void **)functions[i].function = dlsym(library, functions[i].name)))
			library = NULL;
	if (library)
		*(void **)&dw.frame_reg = dlsym(library, "dwfl_frame_reg");
	else
		return say_error(ERROR_MACHINE, "type: sudo apt install libdw1 (Fedora, RHEL: elfutils-libs), or --call-graph=fp",
				 "--call-graph=dwarf needs elfutils' library %s, which is not installed", name);
	return 0;
}
