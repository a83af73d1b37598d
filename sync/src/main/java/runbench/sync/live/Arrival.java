package runbench.sync.live;

import runbench.sync.eventlog.LogType;
import runbench.sync.eventlog.LogWhat;

/**
 * An event as it came from its node, before it has a place in the order.
 *
 * @param node name of the node
 * @param pid process
 * @param tid thread
 * @param clockNanos recorded CLOCK_MONOTONIC of its host, ns
 * @param wallNanos CLOCK_REALTIME of its host, ns; as accurate as that clock
 * @param type type of the event
 * @param what role of the event
 * @param id id of the message; 0 if none
 * @param comment comment; may be empty
 */
public record Arrival(String node, int pid, int tid, long clockNanos, long wallNanos, LogType type, LogWhat what,
        long id, String comment) {}
