# Small kernels that replace licensed benchmarks and verify their own output.
# Contraction to fused multiply-adds would make the last bit depend on the compiler's target.
WORKLOADS := lbm adm mcf astar specrand alternate bzip2 bwaves fdtd milc ethernet mhd les weather fem
ALL += $(WORKLOADS:%=$(BUILD)/workloads/%)
TESTS += workloads/test.sh
LONG += workloads/test.sh

$(BUILD)/obj/workloads/%.o: override CFLAGS += -ffp-contract=off
# GCC 12 contracts vectorized complex products nevertheless, with -march=native on processors with FMA.
$(BUILD)/obj/workloads/milc.o: override CFLAGS += -fno-tree-vectorize

$(WORKLOADS:%=$(BUILD)/workloads/%): $(BUILD)/workloads/%: $(BUILD)/obj/workloads/%.o
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $< -lm -ldl

# Kernels with threads: parallel work and memory traffic.
PARALLEL := stream ep cg hotspot
ALL += $(PARALLEL:%=$(BUILD)/workloads/%)

$(PARALLEL:%=$(BUILD)/workloads/%): $(BUILD)/workloads/%: $(BUILD)/obj/workloads/%.o
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $< -lm -lpthread

# A driver of libquantum, which is opened at run time.
ALL += $(BUILD)/workloads/shor

$(BUILD)/workloads/shor: $(BUILD)/obj/workloads/shor.o
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $< -ldl

# A library that moves the home folder of a program.
ALL += $(BUILD)/workloads/home.so

$(BUILD)/workloads/home.so: workloads/home.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -fPIC -shared -o $@ $< -ldl

# Phases by a plan, marked by the event library.
TOOLS += $(BUILD)/workloads/planned

$(BUILD)/workloads/planned: $(BUILD)/obj/workloads/planned.o $(EVENTLOG_ARCHIVE)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lpthread -lm

# Kernels of known counts, with which counters are checked.
KNOWN_OBJECTS := $(patsubst %,$(BUILD)/obj/workloads/known/%.o,main caches compute branches chases memory system)
ALL += $(BUILD)/bin/runbench-kernels

$(BUILD)/bin/runbench-kernels: $(KNOWN_OBJECTS) $(BASE_LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^

# Peak rates of a processor: floating-point operations, and bytes from each level of the memory hierarchy.
ROOFS_OBJECTS := $(patsubst %,$(BUILD)/obj/workloads/roofs/%.o,main operations movers team) $(BUILD)/obj/workloads/known/caches.o
ALL += $(BUILD)/bin/runbench-roofs

$(BUILD)/bin/runbench-roofs: $(ROOFS_OBJECTS) $(BASE_LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lpthread

# Traffic between caches and memory at a given rate.
PRESSURE := $(patsubst %,$(BUILD)/obj/workloads/pressure/%.o,traffic pace)
ALL += $(BUILD)/workloads/bbma

$(BUILD)/workloads/bbma: $(BUILD)/obj/workloads/pressure/bbma.o $(PRESSURE)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^

# Mutual slowdown of threads that share memory.
CONTENTION_OBJECTS := $(patsubst %,$(BUILD)/obj/workloads/pressure/%.o,contention contest) $(PRESSURE) \
	$(patsubst %,$(BUILD)/obj/workloads/known/%.o,caches chases)
ALL += $(BUILD)/bin/runbench-contention

$(BUILD)/bin/runbench-contention: $(CONTENTION_OBJECTS) $(BASE_LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lpthread

# Programs that run simultaneously.
ALL += $(BUILD)/bin/runbench-beside

$(BUILD)/bin/runbench-beside: $(BUILD)/obj/workloads/pressure/beside.o $(BASE_LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^
