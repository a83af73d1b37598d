# The relay between a command on a node and the receiver of the live log.
RELAY_OBJECTS := $(addprefix $(BUILD)/obj/relay/,main.o server_keeper.o lines.o follow.o frame.o node_state.o)

ALL += $(BUILD)/bin/runbench-relay

$(BUILD)/bin/runbench-relay: $(RELAY_OBJECTS) $(EVENTLOG_ARCHIVE) $(BASE_LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lpthread

$(BUNDLE)/runbench-relay: $(RELAY_OBJECTS) $(EVENTLOG_ARCHIVE) $(BASE_LIBRARY)

TESTS += $(BUILD)/test/relay-follow
$(BUILD)/test/relay-follow: $(addprefix $(BUILD)/obj/relay/,test/follow_test.o follow.o frame.o) $(EVENTLOG_ARCHIVE) $(BASE_LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lpthread

TESTS += $(BUILD)/test/relay-node-state
$(BUILD)/test/relay-node-state: $(addprefix $(BUILD)/obj/relay/,test/node_state_test.o node_state.o) $(BASE_LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lpthread
