# Programs on the nodes of a cluster: the wrapper of a rank, which is also its keeper, and the library that finds ranks
# without a wrapper. `make bundle` puts everything that a node needs into one folder, with static programs.
LAUNCH_COMMON := $(addprefix $(BUILD)/obj/launch/,identity.o place.o gate.o environment.o)
LAUNCH_RANK := $(LAUNCH_COMMON) $(addprefix $(BUILD)/obj/launch/,main.o keeper.o ready.o ended.o sampler.o reflector.o collect.o)
LAUNCH_LIBRARY := $(BUILD)/launch/librunbench-launch.so

ALL += $(BUILD)/bin/runbench-rank $(LAUNCH_LIBRARY)

$(LAUNCH_COMMON) $(BUILD)/obj/launch/preload.o: CFLAGS += -fPIC -fvisibility=hidden

$(BUILD)/bin/runbench-rank: $(LAUNCH_RANK) $(BASE_LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^

$(LAUNCH_LIBRARY): $(BUILD)/obj/launch/preload.o $(LAUNCH_COMMON) $(BASE_LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,--exclude-libs,ALL -o $@ $^

TESTS += $(BUILD)/test/launch-ended
$(BUILD)/test/launch-ended: $(addprefix $(BUILD)/obj/launch/,test/ended_test.o ended.o) $(BASE_LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^

TESTS += $(BUILD)/test/launch-ready
$(BUILD)/test/launch-ready: $(addprefix $(BUILD)/obj/launch/,test/ready_test.o ready.o place.o environment.o identity.o) $(BASE_LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^

BUNDLE := $(BUILD)/bundle
BUNDLE_PROGRAMS := runbench-rank runbench-sampler runbench-reflector runbench-exchange runbench-gateway runbench-relay

# If the C library or a sanitizer cannot be linked statically, the nodes need this machine's version.
BUNDLE_STATIC := $(shell echo 'int main(void) { return 0; }' | $(CC) $(filter -fsanitize=%,$(CFLAGS)) -static -x c - -o /dev/null 2> /dev/null && echo -static)

# MPITRACE_LIBRARIES is set by a module.mk that is read later.
.SECONDEXPANSION:
.PHONY: bundle
bundle: $(BUNDLE)/librunbench-launch.so $(BUNDLE_PROGRAMS:%=$(BUNDLE)/%) $$(patsubst %,$(BUNDLE)/%,$$(notdir $$(MPITRACE_LIBRARIES)))
ALL += bundle

# Replaced by renaming, so that running programs keep the old file.
$(BUNDLE)/librunbench-launch.so: $(LAUNCH_LIBRARY)
$(BUNDLE)/librbmpitrace-%.so: $(BUILD)/mpitrace/librbmpitrace-%.so
	@mkdir -p $(@D)
	cp $< $@.new && mv -f $@.new $@
$(BUNDLE)/librunbench-launch.so:
	@mkdir -p $(@D)
	cp $< $@.new && mv -f $@.new $@

$(BUNDLE)/runbench-rank: $(LAUNCH_RANK) $(BASE_LIBRARY)
$(BUNDLE)/runbench-sampler: $(BUILD)/obj/sampler/main.o $(BUILD)/lib/librunbench-sampler.a $(BASE_LIBRARY)
$(BUNDLE)/runbench-reflector: $(addprefix $(BUILD)/obj/clock/,reflector.o serve.o rehearse.o) $(CLOCK_WIRE_OBJECTS) $(BUILD)/lib/librunbench-clock.a $(BASE_LIBRARY)
$(BUNDLE)/runbench-exchange: $(addprefix $(BUILD)/obj/clock/,exchange.o engine.o xchg_writer.o external.o) $(CLOCK_WIRE_OBJECTS) $(BUILD)/lib/librunbench-clock.a $(BASE_LIBRARY)
$(BUNDLE)/runbench-gateway: $(addprefix $(BUILD)/obj/clock/,gateway.o command.o) $(BASE_LIBRARY)

$(BUNDLE_PROGRAMS:%=$(BUNDLE)/%):
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) $(BUNDLE_STATIC) -o $@ $^ $(LDLIBS) -lpthread -lm
