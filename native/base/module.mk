# The common code of all C programs. Position-independent, because libraries link it too.
BASE_LIBRARY := $(BUILD)/lib/librunbench-base.a
BASE_SOURCES := $(wildcard base/*.c)
BASE_OBJECTS := $(patsubst %.c,$(BUILD)/obj/%.o,$(BASE_SOURCES))

ALL += $(BASE_LIBRARY)

$(BASE_OBJECTS): CFLAGS += -fPIC

$(BASE_LIBRARY): $(BASE_OBJECTS)
	@mkdir -p $(@D)
	rm -f $@
	$(AR) rcs $@ $^
