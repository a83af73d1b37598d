package runbench.sync.live;

import runbench.sync.eventlog.LogType;
import runbench.sync.eventlog.LogWhat;

/**
 * An event as it came from its node, before it has a place among those of the others.
 *
 * @param node name of the node
 * @param clockNanos CLOCK_MONOTONIC of its host, as it was recorded
 * @param wallNanos CLOCK_REALTIME of its host, as far as that clock is right
 * @param id of the message; 0: none
 * @param comment empty where there is none
 */
public record Arrival(String node, int pid, int tid, long clockNanos, long wallNanos, LogType type, LogWhat what,
        long id, String comment) {}
