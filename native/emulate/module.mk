# Counts under emulation: a plugin for QEMU user mode and the helper that runs it. Both build without QEMU.
ALL += $(BUILD)/lib/libruncount.so $(BUILD)/bin/runbench-emulator
LONG += emulate/test/test.sh

PLUGIN_OBJECTS := $(patsubst %,$(BUILD)/obj/emulate/%.pic.o,plugin tasks follow references x86_length access touch check bbv models branch branch_kind)
EMULATOR_OBJECTS := $(patsubst %,$(BUILD)/obj/emulate/%.o,emulator settings collector emulation_report events model_settings tlb_cpuid)

$(BUILD)/obj/emulate/%.pic.o: emulate/%.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -O3 -fPIC -fvisibility=hidden -MMD -MP -c -o $@ $<

# A second version with AVX2; the plugin chooses one when it is loaded.
$(BUILD)/obj/emulate/touch.pic.o: CPPFLAGS += -DTOUCH_CALLBACKS=touch_callbacks
$(BUILD)/obj/emulate/touch_avx2.pic.o: CPPFLAGS += -DTOUCH_CALLBACKS=touch_callbacks_avx2
$(BUILD)/obj/emulate/touch_avx2.pic.o: CFLAGS += -mavx2 -mbmi -mbmi2
ifneq (,$(findstring x86_64,$(shell $(CC) -dumpmachine)))
TOUCH_AVX2 := $(BUILD)/obj/emulate/touch_avx2.pic.o
PLUGIN_OBJECTS += $(TOUCH_AVX2)
endif
$(BUILD)/obj/emulate/touch_avx2.pic.o: emulate/touch.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -O3 -fPIC -fvisibility=hidden -MMD -MP -c -o $@ $<

# QEMU's functions stay undefined until QEMU loads the plugin.
$(BUILD)/lib/libruncount.so: $(PLUGIN_OBJECTS)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -shared -o $@ $^

$(BUILD)/bin/runbench-emulator: $(EMULATOR_OBJECTS) $(BUILD)/lib/librunbench-sampler.a $(BASE_LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

# Kernels with known references, and the tests that run them.
EMULATE_KERNELS := $(BUILD)/emulate/stride $(BUILD)/emulate/family $(BUILD)/emulate/string
TOOLS += $(EMULATE_KERNELS)
ifndef SANITIZE
TOOLS += $(BUILD)/emulate/static-stride
endif
TESTS += $(BUILD)/test/cache_test $(BUILD)/test/branch_test $(BUILD)/test/models_test $(BUILD)/test/references_test emulate/test/test.sh

$(EMULATE_KERNELS): $(BUILD)/emulate/%: $(BUILD)/obj/emulate/test/%.o
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $< -pthread

$(BUILD)/emulate/static-stride: $(BUILD)/obj/emulate/test/stride.o
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -static -o $@ $<

$(BUILD)/test/cache_test: $(BUILD)/obj/emulate/test/cache_test.o
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $<

$(BUILD)/test/references_test: $(patsubst %,$(BUILD)/obj/emulate/%.o,test/references_test references x86_length)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^

TOOLS += $(BUILD)/test/bbv_dump
$(BUILD)/test/bbv_dump: $(BUILD)/obj/emulate/test/bbv_dump.o
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $<

$(BUILD)/test/branch_test: $(patsubst %,$(BUILD)/obj/emulate/%.o,test/branch_test branch branch_kind x86_length)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^

$(BUILD)/test/models_test: $(patsubst %,$(BUILD)/obj/emulate/%.o,test/models_test models model_settings tlb_cpuid branch branch_kind x86_length) \
		$(BUILD)/obj/emulate/touch.pic.o $(TOUCH_AVX2)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^
