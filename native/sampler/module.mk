# The helper that runs a benchmark under counters. A library contains everything except main, for the tests.
SAMPLER_OBJECTS := $(patsubst %.c,$(BUILD)/obj/%.o,$(filter-out sampler/main.c,$(wildcard sampler/*.c)))

ALL += $(BUILD)/bin/runbench-sampler

$(BUILD)/lib/librunbench-sampler.a: $(SAMPLER_OBJECTS)
	@mkdir -p $(@D)
	rm -f $@
	$(AR) rcs $@ $^

$(BUILD)/bin/runbench-sampler: $(BUILD)/obj/sampler/main.o $(BUILD)/lib/librunbench-sampler.a $(BASE_LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS) -ldl
