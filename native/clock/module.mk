# Clock sources (library), the reflector, the exchange engine and the gateway.
CLOCK_LIBRARY_OBJECTS := $(addprefix $(BUILD)/obj/clock/,clock.o source.o hpet.o scale.o characterise.o skew.o)
CLOCK_WIRE_OBJECTS := $(addprefix $(BUILD)/obj/clock/,wire.o seal.o stamping.o hardware.o)

ALL += $(BUILD)/lib/librunbench-clock.so $(BUILD)/lib/librunbench-clock.a \
	$(BUILD)/bin/runbench-reflector $(BUILD)/bin/runbench-exchange $(BUILD)/bin/runbench-gateway
TESTS += $(BUILD)/test/clock-wire $(BUILD)/test/clock-seal $(BUILD)/test/clock-sources $(BUILD)/test/clock-hpet $(BUILD)/test/clock-scale $(BUILD)/test/clock-reflector \
	$(BUILD)/test/clock-gateway $(BUILD)/test/clock-hardware

# The same objects form the shared library that Java loads and the archive that programs link.
$(CLOCK_LIBRARY_OBJECTS): CFLAGS += -fPIC

$(BUILD)/lib/librunbench-clock.so: $(CLOCK_LIBRARY_OBJECTS)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -shared -o $@ $^ -lpthread

$(BUILD)/lib/librunbench-clock.a: $(CLOCK_LIBRARY_OBJECTS)
	@mkdir -p $(@D)
	rm -f $@
	$(AR) rcs $@ $^

$(BUILD)/bin/runbench-reflector: $(addprefix $(BUILD)/obj/clock/,reflector.o serve.o rehearse.o) $(CLOCK_WIRE_OBJECTS) $(BUILD)/lib/librunbench-clock.a $(BASE_LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ -lpthread -lm

$(BUILD)/bin/runbench-exchange: $(addprefix $(BUILD)/obj/clock/,exchange.o engine.o xchg_writer.o external.o) $(CLOCK_WIRE_OBJECTS) $(BUILD)/lib/librunbench-clock.a $(BASE_LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ -lpthread

$(BUILD)/bin/runbench-gateway: $(addprefix $(BUILD)/obj/clock/,gateway.o command.o) $(BASE_LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^

$(BUILD)/test/clock-%: $(BUILD)/obj/clock/test/%.o $(CLOCK_WIRE_OBJECTS) $(BUILD)/lib/librunbench-clock.a $(BASE_LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ -lpthread -lm

# Preloaded into both programs of the test; a sanitizer's runtime would have to come first.
$(BUILD)/test/simulated_nic.so: clock/test/simulated_nic.c
	@mkdir -p $(@D)
	$(CC) -O1 -std=gnu11 -D_GNU_SOURCE -Wall -Wextra $(WERROR) -fPIC -shared -o $@ $< -ldl

$(BUILD)/test/clock-hardware: clock/test/hardware $(BUILD)/test/simulated_nic.so $(BUILD)/bin/runbench-reflector $(BUILD)/bin/runbench-exchange
	@mkdir -p $(@D)
	cp $< $@

# Example programs, built as a user builds them: with only the public header and the archive.
HAVE_CXX := $(shell command -v $(CXX) 2>/dev/null)
HAVE_FORTRAN := $(shell command -v gfortran 2>/dev/null)
CLOCK_EXAMPLES := $(BUILD)/examples/stamp-c $(if $(HAVE_CXX),$(BUILD)/examples/stamp-cpp) \
	$(if $(HAVE_FORTRAN),$(BUILD)/examples/stamp-fortran)
CLOCK_PUBLIC := $(BUILD)/lib/librunbench-clock.a include/runbench/clock.h include/runbench/clock.f90
SANITIZE_LINK := $(filter -fsanitize=%,$(CFLAGS))
TESTS += $(BUILD)/test/clock-examples

$(BUILD)/examples/stamp-c: clock/examples/stamp.c $(CLOCK_PUBLIC)
	@mkdir -p $(@D)
	$(CC) -O2 -std=c99 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Wpedantic $(WERROR) -Iinclude $(SANITIZE_LINK) -o $@ $< $(BUILD)/lib/librunbench-clock.a -lpthread

$(BUILD)/examples/stamp-cpp: clock/examples/stamp.cpp $(CLOCK_PUBLIC)
	@mkdir -p $(@D)
	$(CXX) -O2 -std=c++11 -Wall -Wextra -Wpedantic $(WERROR) -Iinclude $(SANITIZE_LINK) -o $@ $< $(BUILD)/lib/librunbench-clock.a -lpthread

$(BUILD)/examples/stamp-fortran: clock/examples/stamp.f90 $(CLOCK_PUBLIC)
	@mkdir -p $(@D)
	gfortran -O2 -std=f2008 -Wall -Wextra $(WERROR) -J$(BUILD)/examples $(SANITIZE_LINK) -o $@ include/runbench/clock.f90 $< $(BUILD)/lib/librunbench-clock.a -lpthread

$(BUILD)/test/clock-examples: clock/test/examples $(CLOCK_EXAMPLES)
	@mkdir -p $(@D)
	cp $< $@
