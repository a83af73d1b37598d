# The relay between a command on a node and the receiver of the live log.
RELAY_OBJECTS := $(addprefix $(BUILD)/obj/relay/,main.o server_keeper.o lines.o follow.o frame.o machine.o)

ALL += $(BUILD)/bin/runbench-relay

$(BUILD)/bin/runbench-relay: $(RELAY_OBJECTS) $(EVENTLOG_ARCHIVE) $(BASE_LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lpthread

$(BUNDLE)/runbench-relay: $(RELAY_OBJECTS) $(EVENTLOG_ARCHIVE) $(BASE_LIBRARY)

TESTS += $(BUILD)/test/relay-follow
$(BUILD)/test/relay-follow: $(addprefix $(BUILD)/obj/relay/,test/follow_test.o follow.o frame.o) $(EVENTLOG_ARCHIVE) $(BASE_LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lpthread

TESTS += $(BUILD)/test/relay-machine
$(BUILD)/test/relay-machine: $(addprefix $(BUILD)/obj/relay/,test/machine_test.o machine.o) $(BASE_LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lpthread
