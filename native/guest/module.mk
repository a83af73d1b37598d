# Tests of the real PMU path on any machine: an emulated Arm machine boots Debian's kernel with a static /init built from
# the helper's sources. guest/run checks the requirements, fetches the kernel, and prints the reason if it skips.
GUEST          := $(BUILD)/guest
GUEST_CC       ?= aarch64-linux-gnu-gcc
# Not CFLAGS: the measured programs run without sanitizers, and the flags of this machine may not suit another processor.
GUEST_CFLAGS   := -O2 -std=gnu11 -Wall -Wextra -Wpointer-arith -Wstrict-prototypes -fno-strict-aliasing
GUEST_OBJ      := $(BUILD)/obj/arm64
GUEST_SAMPLER  := $(patsubst %.c,$(GUEST_OBJ)/%.o,$(filter-out sampler/main.c,$(wildcard base/*.c sampler/*.c)))
GUEST_INIT     := $(GUEST_OBJ)/base/perf_attr.o $(addprefix $(GUEST_OBJ)/guest/,init.o measure.o cases.o counts_cases.o \
	multiplex_cases.o period_cases.o task_cases.o fork_cases.o)

TESTS += guest/run
LONG += guest/run

.PHONY: guest-test
guest-test:
	guest/run

$(GUEST_OBJ)/%.o: %.c
	@mkdir -p $(@D)
	$(GUEST_CC) $(CPPFLAGS) $(GUEST_CFLAGS) -MMD -MP -c -o $@ $<

$(GUEST)/root/bin/runbench-sampler: $(GUEST_OBJ)/sampler/main.o $(GUEST_SAMPLER)
	@mkdir -p $(@D)
	$(GUEST_CC) $(GUEST_CFLAGS) -static -s -o $@ $^

$(GUEST)/root/init: $(GUEST_INIT)
	@mkdir -p $(@D)
	$(GUEST_CC) $(GUEST_CFLAGS) -static -s -o $@ $^

# Without a C library, so that it executes only its own instructions.
$(GUEST)/root/bin/work: guest/work.c
	@mkdir -p $(@D)
	$(GUEST_CC) $(CPPFLAGS) $(GUEST_CFLAGS) -fno-stack-protector -nostdlib -static -s -o $@ $<

$(GUEST)/root/bin/storm: test/storm.c
	@mkdir -p $(@D)
	$(GUEST_CC) $(CPPFLAGS) $(GUEST_CFLAGS) -static -s -o $@ $< -lpthread

$(GUEST)/initramfs: $(GUEST)/root/init $(addprefix $(GUEST)/root/bin/,runbench-sampler work storm)
	@mkdir -p $(addprefix $(GUEST)/root/,proc sys dev tmp)
	cd $(GUEST)/root && find . | LC_ALL=C sort | cpio --quiet -o -H newc -R 0:0 > ../initramfs.part
	mv $(GUEST)/initramfs.part $@
