package runbench.sync.exchange;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import runbench.base.error.RunbenchException;

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
    private static final double MOST_SLACK_NANOS = 1e9;

    /** Creates a recording from which no exchange was left out. */
    public ExchangeRecording(String name, JsonNode meta, Exchanges exchanges, boolean complete, boolean numbered) {
        this(name, new ExchangeMetadata(meta), exchanges, complete, numbered, 0);
    }

    /** Returns a message if exchanges were left out; empty otherwise. */
    public Optional<String> leftOut() {
        return impossible == 0 ? Optional.empty()
                : Optional.of(impossible + (impossible == 1 ? " exchange was" : " exchanges were") + " left out of "
                        + (exchanges.size() + impossible)
                        + ": a reply before its probe; the network doubled or delayed packets, or a clock was set back");
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
        if (!(slack >= 0 && slack <= MOST_SLACK_NANOS)) {
            throw RunbenchException
                    .badInput(name + ": slack_ns " + meta.json().path("slack_ns") + " is no resolution of a clock")
                    .remedy("From 0 to 1e9 ns, in the second line of the file");
        }
        return slack;
    }
}
