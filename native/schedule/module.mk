# Programs that share the machine in turns: started, stopped and continued with all their processes.
GANGS_OBJECTS := $(patsubst %,$(BUILD)/obj/schedule/%.o,main words hold counts gang quanta rescue)
ALL += $(BUILD)/bin/runbench-gangs
TESTS += $(BUILD)/test/gangs_test

$(BUILD)/bin/runbench-gangs: $(GANGS_OBJECTS) $(BUILD)/lib/librunbench-sampler.a $(BASE_LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(BUILD)/test/gangs_test: $(BUILD)/obj/schedule/test/gangs_test.o $(patsubst %,$(BUILD)/obj/schedule/%.o,words hold) $(BUILD)/lib/librunbench-sampler.a $(BASE_LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)
