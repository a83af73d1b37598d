# Clock sources (library), the reflector and the exchange engine.
CLOCK_LIBRARY_OBJECTS := $(addprefix $(BUILD)/obj/clock/,clock.o source.o scale.o characterise.o skew.o utc.o)
CLOCK_WIRE_OBJECTS := $(addprefix $(BUILD)/obj/clock/,wire.o stamping.o)

ALL += $(BUILD)/lib/librunbench-clock.so $(BUILD)/lib/librunbench-clock.a \
	$(BUILD)/bin/runbench-reflector $(BUILD)/bin/runbench-exchange
TESTS += $(BUILD)/test/clock-wire $(BUILD)/test/clock-sources $(BUILD)/test/clock-scale $(BUILD)/test/clock-reflector

# The same objects serve the shared library that Java opens and the archive that programs link.
$(CLOCK_LIBRARY_OBJECTS): CFLAGS += -fPIC

$(BUILD)/lib/librunbench-clock.so: $(CLOCK_LIBRARY_OBJECTS)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -shared -o $@ $^ -lpthread

$(BUILD)/lib/librunbench-clock.a: $(CLOCK_LIBRARY_OBJECTS)
	@mkdir -p $(@D)
	rm -f $@
	$(AR) rcs $@ $^

$(BUILD)/bin/runbench-reflector: $(addprefix $(BUILD)/obj/clock/,reflector.o serve.o rehearse.o) $(CLOCK_WIRE_OBJECTS) $(BUILD)/lib/librunbench-clock.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ -lpthread -lm

$(BUILD)/bin/runbench-exchange: $(addprefix $(BUILD)/obj/clock/,exchange.o engine.o ask.o) $(CLOCK_WIRE_OBJECTS) $(BUILD)/lib/librunbench-clock.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ -lpthread

$(BUILD)/test/clock-%: $(BUILD)/obj/clock/test_%.o $(CLOCK_WIRE_OBJECTS) $(BUILD)/lib/librunbench-clock.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ -lpthread -lm
