package runbench.sync.exchange;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a recording of exchanges says about itself, as the engine wrote it; what a file does not tell is zero, false or
 * empty.
 *
 * @param json all of it, for what only passes it on
 */
public record ExchangeMetadata(JsonNode json) {
    /** Of plain text, which says nothing. */
    public static final ExchangeMetadata NONE = new ExchangeMetadata(JsonNodeFactory.instance.objectNode());

    /**
     * A clock as its owner described it when the window opened.
     *
     * @param source its name in the clock library; empty where it is not told: a node's opening was lost
     * @param hertz ticks a second; NaN for a clock that counts ns itself
     * @param errHertz how far that may be from the truth, Hz
     */
    public record NodeClock(String source, double hertz, double errHertz) {
        private static final String VIRTUAL = "virtual(";

        /** Whether it is a rehearsal's. */
        public boolean isVirtual() {
            return source.startsWith(VIRTUAL);
        }
    }

    /**
     * A beat, broadcast by the reference and stamped by the node.
     *
     * @param userNanos when the reference's program sent it, ns
     * @param kernelNanos when its kernel did, ns; 0: not taken
     * @param arrivedNanos its arrival by the node's clock, ns
     * @param arrivedByKernel whether the node's kernel stamped that
     * @param group of beats that were sent back to back
     */
    public record Beat(long userNanos, long kernelNanos, long arrivedNanos, boolean arrivedByKernel, int group) {
        /** Whether both ends have the kernel's stamp: only like stamps are compared. */
        public boolean byKernels() {
            return kernelNanos != 0 && arrivedByKernel;
        }

        /** When it was sent, ns, by the stamp that is like the arrival's. */
        public long sentNanos() {
            return byKernels() ? kernelNanos : userNanos;
        }
    }

    public Optional<String> node() {
        return text("node");
    }

    public Optional<String> reference() {
        return text("reference");
    }

    private Optional<String> text(String field) {
        return Optional.ofNullable(json.path(field).asText(null));
    }

    /** How far a stamp may be off its clock, ns; {@code otherwise} where the file does not tell. Not checked. */
    public double slackNanos(double otherwise) {
        return json.path("slack_ns").asDouble(otherwise);
    }

    public NodeClock nodeClock() {
        JsonNode clock = json.path("node_clock");
        boolean ticks = clock.path("hertz").isNumber();
        return new NodeClock(clock.path("source").asText(""), ticks ? clock.path("hertz").asDouble() : Double.NaN,
                clock.path("hertz_error").asDouble());
    }

    /** The reference's clock, whose ticks nobody needs. */
    public NodeClock referenceClock() {
        JsonNode clock = json.path("clock");
        String source = clock.path("source").asText("");
        return new NodeClock(clock.has("virtual") ? NodeClock.VIRTUAL + source + ")" : source, Double.NaN, 0);
    }

    /** Bursts that were planned; {@code otherwise} where the file does not tell. */
    public int bursts(int otherwise) {
        return json.path("bursts").asInt(otherwise);
    }

    /** Whether the window was ended early from the reference. */
    public boolean interrupted() {
        return json.path("interrupted").asBoolean();
    }

    /** Packets in both directions. */
    public long packets() {
        return json.path("sent").asLong() + json.path("received").asLong();
    }

    /** Stamps that did not fit the exchange which they came with. */
    public long droppedStamps() {
        return json.path("dropped_stamps").asLong();
    }

    /** Packets that were not believed, for a reason as the engine calls it. */
    public int ignored(String reason) {
        return json.path("ignored").path(reason).asInt();
    }

    /** What the reference's time services answered after the window, for {@link runbench.sync.model.External}. */
    public JsonNode external() {
        return json.path("external");
    }

    /** How many beats arrived. */
    public int beatsReceived() {
        return json.path("beats").path("rows").size();
    }

    /** The beats that arrived, in the order in which they were sent. */
    public List<Beat> beats() {
        List<Beat> beats = new ArrayList<>();
        for (JsonNode row : json.path("beats").path("rows")) {
            beats.add(new Beat(row.path(0).asLong(), row.path(1).asLong(), row.path(2).asLong(),
                    row.path(3).asInt() == 1, row.path(4).asInt()));
        }
        return beats;
    }
}
