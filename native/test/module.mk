# Tests of the C code. Each program prints one line "name: N passed, N failed, N skipped".
SAMPLER_TESTS := $(patsubst %,$(BUILD)/test/%,base_test container_test perf_attr_test recording_test stacks_test sampling_test drain_test attach_test cpus_test cgroup_test control_test budget_test places_test reading_test resctrl_test event_test fault_test)
TESTS += $(SAMPLER_TESTS)

SAMPLER_TEST_OBJECTS := $(patsubst %,$(BUILD)/obj/test/%.o,helper_run recording_check)

# The test measures itself.
$(BUILD)/obj/test/stacks_test.o: override CFLAGS += -fno-omit-frame-pointer -fno-optimize-sibling-calls

$(BUILD)/obj/test/unframed.o: test/stacks_test.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -fomit-frame-pointer -fno-optimize-sibling-calls -MMD -MP -c -o $@ $<

$(BUILD)/test/unframed: $(BUILD)/obj/test/unframed.o $(SAMPLER_TEST_OBJECTS) $(BUILD)/lib/librunbench-sampler.a $(BASE_LIBRARY)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(BUILD)/test/stacks_test: | $(BUILD)/test/unframed

# Functions of the sampler whose calls go to the test.
WRAPPED_drain_test := -Wl,--wrap=kernel_record_take
WRAPPED_reading_test := -Wl,--wrap=read

$(SAMPLER_TESTS): $(BUILD)/test/%: $(BUILD)/obj/test/%.o $(SAMPLER_TEST_OBJECTS) $(BUILD)/lib/librunbench-sampler.a $(BASE_LIBRARY) \
		$(BUILD)/test/load $(BUILD)/test/storm $(BUILD)/test/writer $(BUILD)/eventlog/shares $(BUILD)/test/simulated_pmu $(BUILD)/test/simulated_resctrl.so $(BUILD)/bin/runbench-sampler
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) $(WRAPPED_$*) -o $@ $< $(SAMPLER_TEST_OBJECTS) $(BUILD)/lib/librunbench-sampler.a $(BASE_LIBRARY) $(LDLIBS)

# Built without a sanitizer even in sanitized builds: the tests measure and kill them.
$(BUILD)/test/load $(BUILD)/test/storm: $(BUILD)/test/%: test/%.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) -O1 -Wall -Wextra $(WERROR) -o $@ $< -lpthread

# At fixed addresses, for breakpoints.
$(BUILD)/test/writer: test/writer.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) -O1 -Wall -Wextra $(WERROR) -no-pie -o $@ $<

# Programs in which other tests and scripts/bench/permissions run programs.
TOOLS += $(addprefix $(BUILD)/test/,sandbox simulated_kernels simulated_pmu stacks_test unframed)
$(BUILD)/test/sandbox $(BUILD)/test/simulated_kernels: $(BUILD)/test/%: test/%.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -o $@ $<

$(BUILD)/test/simulated_pmu: test/simulated_pmu.c test/simulated_answers.c test/simulated_answers.h
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -o $@ $(filter %.c,$^)

# A sanitizer's runtime calls mkdir before instrumented code can run.
$(BUILD)/obj/test/simulated_resctrl.o: override CFLAGS += -fno-sanitize=all

$(BUILD)/test/simulated_resctrl.so: test/simulated_resctrl.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) -O1 -Wall -Wextra $(WERROR) -fPIC -shared -o $@ $< -ldl
