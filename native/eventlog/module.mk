# The logging library for applications: one object that exports only the names of the public header, as an archive and as a
# shared library. Its Java class with the native methods is built if a JDK is installed.
EVENTLOG_OBJECTS := $(addprefix $(BUILD)/obj/eventlog/,log.o counted.o types.o writer.o file.o reference.o model.o json_reader.o window.o)
EVENTLOG_BASE := $(addprefix $(BUILD)/obj/base/,container.o container_map.o crc32c.o text.o command_line.o)
EVENTLOG_ARCHIVE := $(BUILD)/lib/librunbench-eventlog.a
EVENTLOG_PUBLIC := $(EVENTLOG_ARCHIVE) include/runbench/eventlog.h include/runbench/sync.h
OBJCOPY ?= $(patsubst %gcc,%objcopy,$(if $(findstring gcc,$(CC)),$(CC),gcc))

ALL += $(EVENTLOG_ARCHIVE) $(BUILD)/lib/librunbench-eventlog.so
TOOLS += $(BUILD)/eventlog/scopes $(BUILD)/eventlog/scopes-disabled $(BUILD)/eventlog/typed
TOOLS += $(BUILD)/eventlog/regions $(BUILD)/eventlog/shares $(BUILD)/eventlog/cost $(BUILD)/eventlog/ring $(BUILD)/eventlog/ticks \
	$(BUILD)/eventlog/libvirtual-clock.so $(BUILD)/eventlog/unloaded $(BUILD)/eventlog/sync_cost $(BUILD)/eventlog/reference $(BUILD)/examples/reference-time
TESTS += $(BUILD)/test/eventlog-sync $(BUILD)/test/eventlog-log $(BUILD)/test/eventlog-fields $(BUILD)/test/eventlog-handlers $(BUILD)/test/eventlog-languages

$(EVENTLOG_OBJECTS): CFLAGS += -fPIC -fvisibility=hidden -ftls-model=initial-exec
# Square roots are instructions then, so that programs need no -lm.
$(BUILD)/obj/eventlog/model.o: CFLAGS += -fno-math-errno

$(BUILD)/obj/eventlog/whole.o: $(EVENTLOG_OBJECTS) $(EVENTLOG_BASE)
	@mkdir -p $(@D)
	$(CC) $(SANITIZE_LINK) -nostdlib -r -o $@ $^
	$(OBJCOPY) --wildcard --keep-global-symbol='rb_log_*' --keep-global-symbol='rb_sync_*' $@

$(EVENTLOG_ARCHIVE): $(BUILD)/obj/eventlog/whole.o
	@mkdir -p $(@D)
	rm -f $@
	$(AR) rcs $@ $^

# nodelete: ending threads run its code after dlclose, and their files stay mapped.
$(BUILD)/lib/librunbench-eventlog.so: $(BUILD)/obj/eventlog/whole.o
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -shared -Wl,-z,nodelete -o $@ $^ -lpthread

$(BUILD)/test/eventlog-log $(BUILD)/test/eventlog-fields: $(BUILD)/test/eventlog-%: $(BUILD)/obj/eventlog/test/%.o $(EVENTLOG_ARCHIVE) $(BASE_LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ -lpthread

$(BUILD)/test/eventlog-sync: $(BUILD)/obj/eventlog/test/sync.o $(EVENTLOG_ARCHIVE)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ -lpthread -lm

# The test intercepts functions that are not async-signal-safe.
comma := ,
EVENTLOG_WRAPPED := malloc calloc realloc reallocarray free fopen vsnprintf pthread_once strerror
$(BUILD)/test/eventlog-handlers: $(BUILD)/obj/eventlog/test/handlers.o $(EVENTLOG_ARCHIVE) $(BASE_LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(EVENTLOG_WRAPPED:%=-Wl$(comma)--wrap=%) -o $@ $^ -lpthread

# Test programs, built as a user builds them: with only the public header and the archive.
$(BUILD)/eventlog/%: eventlog/test/%.c $(EVENTLOG_PUBLIC)
	@mkdir -p $(@D)
	$(CC) -O2 -std=c99 -D_GNU_SOURCE -Wall -Wextra -Wpedantic $(WERROR) -Iinclude $(SANITIZE_LINK) -o $@ $< $(EVENTLOG_ARCHIVE) -lpthread

$(BUILD)/eventlog/typed: eventlog/test/typed.c $(EVENTLOG_PUBLIC)
	@mkdir -p $(@D)
	$(CC) -O2 -std=c11 -D_GNU_SOURCE -Wall -Wextra -Wpedantic $(WERROR) -Iinclude $(SANITIZE_LINK) -o $@ $< $(EVENTLOG_ARCHIVE) -lpthread

# Without the library.
$(BUILD)/eventlog/scopes-disabled: eventlog/test/scopes.c include/runbench/eventlog.h
	@mkdir -p $(@D)
	$(CC) -O2 -std=c99 -Wall -Wextra -Wpedantic $(WERROR) -DRB_LOG_DISABLE -Iinclude $(SANITIZE_LINK) -o $@ $<

DISABLED := $(foreach program,scopes typed,$(BUILD)/eventlog/$(program)-disabled.o)
$(DISABLED): $(BUILD)/eventlog/%-disabled.o: eventlog/test/%.c include/runbench/eventlog.h
	@mkdir -p $(@D)
	$(CC) -O1 -std=c11 -Wall -Wextra -Wpedantic $(WERROR) -DRB_LOG_DISABLE -Iinclude -c -o $@ $<
TOOLS += $(DISABLED)

ifneq ($(shell command -v $(CXX) 2> /dev/null),)
$(BUILD)/eventlog/typed-disabled-cpp.o: eventlog/test/typed.c include/runbench/eventlog.h
	@mkdir -p $(@D)
	$(CXX) -x c++ -O1 -std=c++11 -Wall -Wextra -Wpedantic $(WERROR) -DRB_LOG_DISABLE -Iinclude -c -o $@ $<
TOOLS += $(BUILD)/eventlog/typed-disabled-cpp.o
$(BUILD)/eventlog/scopes-cpp: eventlog/test/scopes.c $(EVENTLOG_PUBLIC)
	@mkdir -p $(@D)
	$(CXX) -x c++ -O2 -std=c++11 -Wall -Wextra -Wpedantic $(WERROR) -Iinclude $(SANITIZE_LINK) -o $@ $< -x none $(EVENTLOG_ARCHIVE) -lpthread
$(BUILD)/eventlog/typed-cpp: eventlog/test/typed.c $(EVENTLOG_PUBLIC)
	@mkdir -p $(@D)
	$(CXX) -x c++ -O2 -std=c++11 -Wall -Wextra -Wpedantic $(WERROR) -Iinclude $(SANITIZE_LINK) -o $@ $< -x none $(EVENTLOG_ARCHIVE) -lpthread
TOOLS += $(BUILD)/eventlog/scopes-cpp $(BUILD)/eventlog/typed-cpp
endif

# It reads virtual clocks.
$(BUILD)/eventlog/reference: eventlog/test/reference.c $(EVENTLOG_PUBLIC) $(BUILD)/lib/librunbench-clock.a include/runbench/clock.h
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -o $@ $< $(EVENTLOG_ARCHIVE) $(BUILD)/lib/librunbench-clock.a -lpthread -lm

$(BUILD)/examples/reference-time: eventlog/examples/reference_time.c $(EVENTLOG_PUBLIC)
	@mkdir -p $(@D)
	$(CC) -O2 -std=c99 -D_GNU_SOURCE -Wall -Wextra -Wpedantic $(WERROR) -Iinclude $(SANITIZE_LINK) -o $@ $< $(EVENTLOG_ARCHIVE) -lpthread

$(BUILD)/eventlog/unloaded: eventlog/test/unloaded.c include/runbench/eventlog.h $(BUILD)/lib/librunbench-eventlog.so
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -o $@ $< -lpthread -ldl

# A simulated clock error, for tests.
$(BUILD)/eventlog/libvirtual-clock.so: eventlog/test/virtual_clock.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -fPIC -shared -o $@ $< -ldl

ifneq ($(HAVE_FORTRAN),)
$(BUILD)/eventlog/fortran: eventlog/test/fortran.f90 $(EVENTLOG_PUBLIC) include/runbench/eventlog.f90
	@mkdir -p $(@D)
	gfortran -O2 -std=f2008 -Wall -Wextra $(WERROR) -J$(BUILD)/eventlog $(SANITIZE_LINK) -o $@ include/runbench/eventlog.f90 $< $(EVENTLOG_ARCHIVE) -lpthread
$(BUILD)/eventlog/sync_fortran: eventlog/test/sync_fortran.f90 $(EVENTLOG_PUBLIC) include/runbench/sync.f90
	@mkdir -p $(@D)
	gfortran -O2 -std=f2008 -Wall -Wextra $(WERROR) -J$(BUILD)/eventlog $(SANITIZE_LINK) -o $@ include/runbench/sync.f90 $< $(EVENTLOG_ARCHIVE) -lpthread
TOOLS += $(BUILD)/eventlog/fortran $(BUILD)/eventlog/sync_fortran
endif

EVENTLOG_JDK := $(patsubst %/include/jni.h,%,$(firstword $(wildcard $(JAVA_HOME)/include/jni.h \
	$(dir $(realpath $(shell command -v javac)))../include/jni.h)))
ifeq ($(EVENTLOG_JDK),)
$(info left out: the event log's Java class (no jni.h; Debian: default-jdk-headless, or set JAVA_HOME))
else
$(BUILD)/lib/librunbench-eventlog-java.so: eventlog/java.c eventlog/java_sync.c $(BUILD)/obj/eventlog/whole.o \
	include/runbench/eventlog.h include/runbench/sync.h
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -I$(EVENTLOG_JDK)/include -I$(EVENTLOG_JDK)/include/linux -fPIC -shared -Wl,-z,nodelete \
		-o $@ eventlog/java.c eventlog/java_sync.c \
		$(BUILD)/obj/eventlog/whole.o -lpthread
$(BUILD)/lib/runbench-eventlog.jar: $(addprefix eventlog/java/runbench/eventlog/,EventLog.java ReferenceClock.java)
	@mkdir -p $(@D) $(BUILD)/eventlog/classes
	$(EVENTLOG_JDK)/bin/javac --release 17 -Xlint:all $(WERROR) -d $(BUILD)/eventlog/classes $^
	$(EVENTLOG_JDK)/bin/jar --create --date 2026-01-01T00:00:00Z --file $@ -C $(BUILD)/eventlog/classes .
$(BUILD)/eventlog/test-classes: eventlog/test/Logs.java eventlog/test/References.java $(BUILD)/lib/runbench-eventlog.jar
	@mkdir -p $@
	$(EVENTLOG_JDK)/bin/javac --release 17 -Xlint:all,-try $(WERROR) -cp $(BUILD)/lib/runbench-eventlog.jar -d $@ $(filter %.java,$^)
	@touch $@
ALL += $(BUILD)/lib/librunbench-eventlog-java.so $(BUILD)/lib/runbench-eventlog.jar
# A JVM does not start if a sanitizer is loaded after it.
ifndef SANITIZE
TOOLS += $(BUILD)/eventlog/test-classes
endif
endif

$(BUILD)/test/eventlog-languages: eventlog/test/languages eventlog/test/log.py
	@mkdir -p $(@D)
	cp eventlog/test/log.py $(BUILD)/eventlog
	cp $< $@

# One program per installed MPI, as for the interposer, whose module.mk is read later.
EVENTLOG_MPI := $(foreach f,openmpi mpich,$(if $(shell command -v mpicc.$(f) 2>/dev/null),$(f)))
$(foreach f,$(EVENTLOG_MPI),$(eval $(BUILD)/eventlog/token-$(f): eventlog/test/token.c $(EVENTLOG_PUBLIC) ; \
	@mkdir -p $$(@D) && mpicc.$(f) -O2 -Wall -Wextra $(WERROR) -Iinclude $(SANITIZE_LINK) -o $$@ $$< $(EVENTLOG_ARCHIVE) -lpthread))
TOOLS += $(EVENTLOG_MPI:%=$(BUILD)/eventlog/token-%)
