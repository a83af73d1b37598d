# Programs that share the machine in quanta: started, stopped and continued with all their processes.
GANGS_OBJECTS := $(patsubst %,$(BUILD)/obj/schedule/%.o,main words hold counts gang quanta rescue)
ALL += $(BUILD)/bin/runbench-gangs
GANGS_TESTS := $(BUILD)/test/gangs_test $(BUILD)/test/counts_test
TESTS += $(GANGS_TESTS)

$(BUILD)/bin/runbench-gangs: $(GANGS_OBJECTS) $(BUILD)/lib/librunbench-sampler.a $(BASE_LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(BUILD)/test/gangs_test: $(patsubst %,$(BUILD)/obj/schedule/%.o,test/gangs_test words hold)
# Linked with directories of monitoring groups that behave as the kernel's.
$(BUILD)/test/counts_test: $(BUILD)/obj/schedule/test/counts_test.o $(BUILD)/obj/schedule/counts.o $(BUILD)/obj/test/simulated_resctrl.o
$(GANGS_TESTS): $(BUILD)/lib/librunbench-sampler.a $(BASE_LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(filter %.o,$^) $(BUILD)/lib/librunbench-sampler.a $(BASE_LIBRARY) $(LDLIBS)
