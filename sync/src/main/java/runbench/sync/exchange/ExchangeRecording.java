package runbench.sync.exchange;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import runbench.base.error.RunbenchException;
import runbench.base.quantity.Units;

/**
 * A recording of exchanges as read from a file.
 *
 * @param name origin of the recording, for messages
 * @param meta metadata of the file
 * @param exchanges exchanges in the order of the reference's sending
 * @param complete false if the file has no last line: the writer was killed or the disk was full
 * @param numbered whether the file records bursts and positions
 * @param impossible number of exchanges left out because their stamps contradict each other
 */
public record ExchangeRecording(String name, ExchangeMetadata meta, Exchanges exchanges, boolean complete,
        boolean numbered, int impossible) {
    private static final double MAX_SLACK_NANOS = 1e9;

    /** Creates a recording from which no exchange was left out. */
    public ExchangeRecording(String name, JsonNode meta, Exchanges exchanges, boolean complete, boolean numbered) {
        this(name, new ExchangeMetadata(meta), exchanges, complete, numbered, 0);
    }

    /** Returns a message if exchanges were left out; empty otherwise. */
    public Optional<String> leftOut() {
        return impossible == 0 ? Optional.empty()
                : Optional.of(Units.counted(impossible, "exchange") + (impossible == 1 ? " was" : " were")
                        + " left out of " + (exchanges.size() + impossible)
                        + ": a reply before its probe; the network doubled or delayed packets, or a clock was set "
                        + "back");
    }

    /** Returns the recorded node name, or else the name of the file. */
    public String node() {
        return meta.node().orElse(name);
    }

    /**
     * Returns the largest difference between a stamp and its clock, ns.
     *
     * @param otherwise result if the file has no such value
     */
    public double slackNanos(double otherwise) {
        double slack = meta.slackNanos(otherwise);
        if (!(slack >= 0 && slack <= MAX_SLACK_NANOS)) {
            throw RunbenchException
                    .badInput(name + ": slack_ns " + meta.json().path("slack_ns") + " is no resolution of a clock")
                    .remedy("From 0 to 1e9 ns, in the second line of the file");
        }
        return slack;
    }

    /**
     * The metadata of a recording, as the engine wrote it. Missing values are zero, false or empty.
     *
     * @param json all metadata
     */
    public record ExchangeMetadata(JsonNode json) {
        /** Metadata of plain text: empty. */
        public static final ExchangeMetadata NONE = new ExchangeMetadata(JsonNodeFactory.instance.objectNode());

        /**
         * A clock as its machine described it when the window opened.
         *
         * @param source name in the clock library; empty if the node's opening was lost
         * @param hertz ticks per second; NaN for a clock that counts ns
         * @param errHertz error of the frequency, Hz
         */
        public record NodeClock(String source, double hertz, double errHertz) {
            private static final String VIRTUAL = "virtual(";

            /** Returns whether it is a rehearsal's clock. */
            public boolean isVirtual() {
                return source.startsWith(VIRTUAL);
            }
        }

        /**
         * A beat that the reference broadcast and the node stamped.
         *
         * @param userNanos send time by the reference's program, ns
         * @param kernelNanos send time by the reference's kernel, ns; 0 if missing
         * @param arrivedNanos arrival by the node's clock, ns
         * @param arrivedByKernel whether the node's kernel stamped the arrival
         * @param group number of the group of beats that were sent back to back
         */
        public record Beat(long userNanos, long kernelNanos, long arrivedNanos, boolean arrivedByKernel, int group) {
            /** Returns whether both ends have kernel stamps. Only stamps of the same kind are comparable. */
            public boolean byKernels() {
                return kernelNanos != 0 && arrivedByKernel;
            }

            /** Returns the send time by the same kind of stamp as the arrival, ns. */
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

        /**
         * Returns the largest difference between a stamp and its clock, ns; unchecked.
         *
         * @param otherwise result if the file has no such value
         */
        public double slackNanos(double otherwise) {
            return json.path("slack_ns").asDouble(otherwise);
        }

        public NodeClock nodeClock() {
            JsonNode clock = json.path("node_clock");
            boolean ticks = clock.path("hertz").isNumber();
            return new NodeClock(clock.path("source").asText(""), ticks ? clock.path("hertz").asDouble() : Double.NaN,
                    clock.path("hertz_error").asDouble());
        }

        /** Returns the reference's clock, without ticks. */
        public NodeClock referenceClock() {
            JsonNode clock = json.path("clock");
            String source = clock.path("source").asText("");
            return new NodeClock(clock.has("virtual") ? NodeClock.VIRTUAL + source + ")" : source, Double.NaN, 0);
        }

        /**
         * Returns the number of planned bursts.
         *
         * @param otherwise result if the file has no such value
         */
        public int bursts(int otherwise) {
            return json.path("bursts").asInt(otherwise);
        }

        /** Returns whether the reference ended the window early. */
        public boolean interrupted() {
            return json.path("interrupted").asBoolean();
        }

        /** Returns the number of packets in both directions. */
        public long packets() {
            return json.path("sent").asLong() + json.path("received").asLong();
        }

        /**
         * The stamps of arrivals that network interfaces made.
         *
         * @param reference number of stamps at the reference
         * @param node number of stamps at the node
         * @param device interface and clock of the reference, or the reason why it has no hardware stamps
         */
        public record HardwareStamps(long reference, long node, String device) {
            private static final String NO_CLOCK = "no hardware clock";

            /** Returns whether the interfaces of both sides stamped packets. */
            public boolean onBothSides() {
                return reference > 0 && node > 0;
            }

            /** Returns the reason why a hardware clock of the reference is not used; empty if it has none. */
            public Optional<String> unused() {
                return reference > 0 || device.isEmpty() || device.startsWith(NO_CLOCK) ? Optional.empty()
                        : Optional.of(device);
            }
        }

        /** Returns the hardware stamps; none for recordings without them. */
        public HardwareStamps hardwareStamps() {
            JsonNode stamps = json.path("hardware_stamps");
            return new HardwareStamps(stamps.path("reference").asLong(), stamps.path("node").asLong(),
                    stamps.path("interface").asText(""));
        }

        /** Returns the number of stamps that did not match the exchange of their packet. */
        public long droppedStamps() {
            return json.path("dropped_stamps").asLong();
        }

        /**
         * Returns the number of packets ignored for a reason.
         *
         * @param reason name of the reason as the engine writes it
         */
        public int ignored(String reason) {
            return json.path("ignored").path(reason).asInt();
        }

        /**
         * Returns the answers of the reference's time services after the window, for
         * {@link runbench.sync.model.External}.
         */
        public JsonNode external() {
            return json.path("external");
        }

        /** Returns the number of beats that arrived. */
        public int beatsReceived() {
            return json.path("beats").path("rows").size();
        }

        /** Returns the beats that arrived, in the order of sending. */
        public List<Beat> beats() {
            List<Beat> beats = new ArrayList<>();
            for (JsonNode row : json.path("beats").path("rows")) {
                beats.add(new Beat(row.path(0).asLong(), row.path(1).asLong(), row.path(2).asLong(),
                        row.path(3).asInt() == 1, row.path(4).asInt()));
            }
            return beats;
        }
    }
}
