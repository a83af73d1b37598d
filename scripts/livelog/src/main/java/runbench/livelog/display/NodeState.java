package runbench.livelog.display;

import java.util.LinkedHashMap;
import java.util.Map;
import runbench.base.json.Fields;

/**
 * The state of a node's machine and network at one moment.
 *
 * @param load mean number of runnable tasks in the last minute; negative: unknown
 * @param cpus number of CPUs
 * @param memoryTotalBytes memory; negative: unknown
 * @param memoryAvailableBytes memory that programs can still allocate without swapping; negative: unknown
 * @param networkLost packets that the node's network interfaces dropped or found damaged since the start of the run;
 *     negative: unknown
 * @param roundTripNanos time from a request of the receiver to the answer of the node's relay, ns
 */
public record NodeState(double load, int cpus, long memoryTotalBytes, long memoryAvailableBytes, long networkLost,
        long roundTripNanos) {
    /**
     * Reads the answer of a relay.
     *
     * @param answer members of the frame; its count of lost packets begins at the boot of the node
     * @param roundTripNanos time from the request to the answer, ns
     */
    public static NodeState of(Fields answer, long roundTripNanos) {
        return new NodeState(answer.real("load"), (int) answer.number("cpus"), answer.number("memory_total_bytes"),
                answer.number("memory_available_bytes"), answer.number("network_lost"), roundTripNanos);
    }

    /**
     * Reads a stored state.
     *
     * @param line members as {@link #members} returns them
     */
    public static NodeState ofLine(Fields line) {
        return new NodeState(line.realOr("load", -1), (int) line.number("cpus"),
                line.numberOr("memory_total_bytes", -1), line.numberOr("memory_available_bytes", -1),
                line.numberOr("network_lost", -1), line.number("round_trip_ns"));
    }

    /** Returns this state with packets counted from the start of the run. */
    public NodeState since(NodeState start) {
        return new NodeState(load, cpus, memoryTotalBytes, memoryAvailableBytes,
                networkLost < 0 || start.networkLost < 0 ? -1 : networkLost - start.networkLost, roundTripNanos);
    }

    /** Returns the members of JSON; a value that is unknown is null. */
    public Map<String, Object> members() {
        Map<String, Object> of = new LinkedHashMap<>();
        of.put("load", load < 0 ? null : (Double) load);
        of.put("cpus", cpus);
        of.put("memory_total_bytes", known(memoryTotalBytes));
        of.put("memory_available_bytes", known(memoryAvailableBytes));
        of.put("network_lost", known(networkLost));
        of.put("round_trip_ns", roundTripNanos);
        return of;
    }

    private static Long known(long value) {
        return value < 0 ? null : (Long) value;
    }
}
