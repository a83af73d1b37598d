# The MPI interposer, one library per installed MPI: build/mpitrace/librbmpitrace-{openmpi,mpich}.so. Without MPI they are
# left out; the analysis does not need them.
MPITRACE_SOURCES := $(addprefix mpitrace/,call.c thread.c events.c requests.c communicators.c windows.c files.c process.c lifecycle.c write.c \
	signature.c gather.c stop.c pause.c keeper.c metadata.c)
# Those that include no header of MPI.
MPITRACE_COMMON := $(patsubst %,$(BUILD)/obj/mpitrace/%.o,sites signature_plan content counters cpu_use trace_file)
TRACE_FILE := $(filter %/trace_file.o,$(MPITRACE_COMMON))
$(MPITRACE_COMMON): CPPFLAGS += -Impitrace
$(MPITRACE_COMMON): CFLAGS += -Wno-unused-parameter -Wno-stringop-overflow -fPIC
MPITRACE_HEADERS := $(wildcard mpitrace/*.h base/*.h) include/runbench/mpitrace.h
MPITRACE_FLAVOURS := $(foreach f,openmpi mpich,$(if $(shell command -v mpicc.$(f) 2>/dev/null),$(f)))
MPITRACE_MISSING := $(filter-out $(MPITRACE_FLAVOURS),openmpi mpich)
MPITRACE_LIBRARIES := $(MPITRACE_FLAVOURS:%=$(BUILD)/mpitrace/librbmpitrace-%.so)

ifneq ($(MPITRACE_MISSING),)
$(info left out: message tracing under $(MPITRACE_MISSING) (no mpicc.NAME; Debian: libopenmpi-dev, libmpich-dev))
endif

mpitrace_includes = $(shell mpicc.$(1) -show | tr ' ' '\n' | grep '^-I')

$(BUILD)/mpitrace/wrappers-%.c: mpitrace/calls.txt mpitrace/generate.pl
	@mkdir -p $(@D)
	echo '#include <mpi.h>' | $(CC) -E $(call mpitrace_includes,$*) - > $@.h
	perl mpitrace/generate.pl mpitrace/calls.txt $@.h > $@.new && mv $@.new $@
.SECONDARY: $(MPITRACE_FLAVOURS:%=$(BUILD)/mpitrace/wrappers-%.c)

# The recorder's objects, per MPI. The preloaded library exports MPI's functions only; another one, for a test that registers
# another consumer, exports all. Lazy binding: a shell that inherits LD_PRELOAD has no MPI to bind to.
define mpitrace_rules
MPITRACE_OWN_$(1) := $$(patsubst mpitrace/%.c,$$(BUILD)/obj/mpitrace-$(1)/%.o,$$(MPITRACE_SOURCES)) $$(BUILD)/obj/mpitrace-$(1)/wrappers.o
MPITRACE_OBJECTS_$(1) := $$(MPITRACE_OWN_$(1)) $$(MPITRACE_COMMON)
$$(MPITRACE_OWN_$(1)): CPPFLAGS += -Impitrace $(call mpitrace_includes,$(1))
$$(MPITRACE_OWN_$(1)): CFLAGS += -Wno-unused-parameter -Wno-stringop-overflow -fPIC
$$(BUILD)/obj/mpitrace-$(1)/%.o: mpitrace/%.c
	@mkdir -p $$(@D)
	$$(CC) $$(CPPFLAGS) $$(CFLAGS) -MMD -MP -c -o $$@ $$<
$$(BUILD)/obj/mpitrace-$(1)/wrappers.o: $$(BUILD)/mpitrace/wrappers-$(1).c
	@mkdir -p $$(@D)
	$$(CC) $$(CPPFLAGS) $$(CFLAGS) -MMD -MP -c -o $$@ $$<
$$(BUILD)/mpitrace/librbmpitrace-$(1).so: $$(MPITRACE_OBJECTS_$(1)) mpitrace/exports.map $$(BASE_LIBRARY)
	@mkdir -p $$(@D)
	$$(CC) $$(CFLAGS) -shared -Wl,-z,lazy -Wl,--version-script=mpitrace/exports.map -o $$@ $$(MPITRACE_OBJECTS_$(1)) $$(BASE_LIBRARY) -lpthread -ldl
$$(BUILD)/mpitrace/test/librecorder-$(1).so: $$(MPITRACE_OBJECTS_$(1)) $$(BASE_LIBRARY)
	@mkdir -p $$(@D)
	$$(CC) $$(CFLAGS) -shared -Wl,-z,lazy -o $$@ $$(MPITRACE_OBJECTS_$(1)) $$(BASE_LIBRARY) -lpthread -ldl
endef
$(foreach f,$(MPITRACE_FLAVOURS),$(eval $(call mpitrace_rules,$(f))))

ALL += $(MPITRACE_LIBRARIES)

# Test programs, per flavour; some are tested with one of them. Those in Fortran if there is an mpifort.NAME. They depend on the
# flags in this file, too.
MPITRACE_PROGRAMS := $(foreach f,$(MPITRACE_FLAVOURS),$(foreach p,calls phases durations stops unordered whole consumers leaves plugins \
	$(if $(filter openmpi,$(f)),efficiency selfsend sections threads descriptors,sessions),$(BUILD)/mpitrace/test/$(p)-$(f)) \
	$(if $(shell command -v mpifort.$(f) && command -v gfortran),$(foreach p,fortran f08,$(BUILD)/mpitrace/test/$(p)-$(f))) \
	$(if $(shell command -v mpicxx.$(f) && command -v g++),$(BUILD)/mpitrace/test/sites-$(f)))

$(foreach f,$(MPITRACE_FLAVOURS),$(eval $(BUILD)/mpitrace/test/%-$(f): mpitrace/test/%.c mpitrace/module.mk ; \
	@mkdir -p $$(@D) && mpicc.$(f) $(CFLAGS) -Wno-stringop-overflow -o $$@ $$< -lpthread -lm -ldl))
$(foreach f,$(MPITRACE_FLAVOURS),$(eval $(BUILD)/mpitrace/test/sites-$(f): mpitrace/test/sites.cpp mpitrace/module.mk ; \
	@mkdir -p $$(@D) && mpicxx.$(f) -O2 -g -Wall -Wextra -DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX -o $$@ $$<))
# Libraries that the test program "plugins" opens: two with the same layout, and one without debug information and symbols
# that are not exported. Their build differs in nothing but the name.
MPITRACE_PLUGINS := $(foreach f,$(MPITRACE_FLAVOURS),$(foreach p,first second stripped,$(BUILD)/mpitrace/test/plugin-$(p)-$(f).so))
$(BUILD)/mpitrace/test/plugin-%.so: mpitrace/test/plugin.c mpitrace/module.mk
	@mkdir -p $(@D)
	mpicc.$(lastword $(subst -, ,$*)) $(CFLAGS) -fPIC -shared -DNAME=$(firstword $(subst -, ,$*)) -Wl,-soname,$(@F) \
		$(if $(filter stripped-%,$*),-s) -o $@ $<
TOOLS += $(MPITRACE_PLUGINS)
$(foreach f,$(MPITRACE_FLAVOURS),$(eval $(BUILD)/mpitrace/test/consumers-$(f): mpitrace/test/consumers.c $(MPITRACE_HEADERS) \
	$(BUILD)/mpitrace/test/librecorder-$(f).so ; \
	mpicc.$(f) $(CPPFLAGS) -Impitrace $(CFLAGS) -Wno-stringop-overflow -o $$@ $$< -L$(BUILD)/mpitrace/test -lrecorder-$(f) -Wl,--allow-shlib-undefined,-z,lazy,-rpath,'$$$$ORIGIN' -lpthread))
# Debian's mpich sometimes ships mpi_f08 modules of another gfortran version: then its Fortran tests are left out.
$(foreach f,$(MPITRACE_FLAVOURS),$(eval $(BUILD)/mpitrace/test/%-$(f): mpitrace/test/%.f90 mpitrace/module.mk ; \
	@mkdir -p $$(@D) $(BUILD)/mpitrace/mod-$(f) && mpifort.$(f) -O2 -g -J$(BUILD)/mpitrace/mod-$(f) -o $$@ $$< \
		|| echo "left out: $$@ (mpifort.$(f) cannot build it)"))

TOOLS += $(MPITRACE_PROGRAMS)

# The OTF2 converter, if libotf2 is installed.
OTF2_HEADER := $(wildcard /usr/include/otf2/otf2.h $(OTF2_HOME)/include/otf2/otf2.h)
# A cross compiler finds this machine's header, but has no libotf2.
OTF2_LINKS := $(if $(OTF2_HEADER),$(shell echo 'int main(void) { return 0; }' | $(CC) $(OTF2_HOME:%=-L%/lib) -x c - \
	-lopen-trace-format2 -o /dev/null 2> /dev/null && echo yes))
ifeq ($(OTF2_LINKS),)
$(info left out: OTF2 import (no otf2/otf2.h or no library for $(CC); Debian: libopen-trace-format2-dev))
else
OTF2_SOURCES := $(addprefix mpitrace/,otf2_import.c otf2_archive.c otf2_ranks.c otf2_events.c) $(TRACE_FILE) $(BASE_LIBRARY)
$(BUILD)/mpitrace/otf2-import: $(OTF2_SOURCES) $(MPITRACE_HEADERS)
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) $(if $(OTF2_HOME),-I$(OTF2_HOME)/include -L$(OTF2_HOME)/lib) -Impitrace -o $@ \
		$(OTF2_SOURCES) -lopen-trace-format2
ALL += $(BUILD)/mpitrace/otf2-import
endif

MPITRACE_GOLDEN := ../pas2p/src/test/resources/runbench/pas2p/trace/golden.mpit
$(BUILD)/mpitrace/test/golden: mpitrace/test/golden.c $(TRACE_FILE) $(BASE_LIBRARY) $(MPITRACE_HEADERS)
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -o $@ mpitrace/test/golden.c $(TRACE_FILE) $(BASE_LIBRARY)
	@echo '$@ $(MPITRACE_GOLDEN)' > $@.sh && chmod +x $@.sh
$(BUILD)/mpitrace/test/golden.sh: $(BUILD)/mpitrace/test/golden ;
TESTS += $(BUILD)/mpitrace/test/golden.sh

$(BUILD)/mpitrace/test/trace_file: mpitrace/test/trace_file.c $(TRACE_FILE) $(BASE_LIBRARY) $(MPITRACE_HEADERS)
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -o $@ mpitrace/test/trace_file.c $(TRACE_FILE) $(BASE_LIBRARY)
TESTS += $(BUILD)/mpitrace/test/trace_file
