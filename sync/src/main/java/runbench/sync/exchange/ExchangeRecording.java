package runbench.sync.exchange;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import runbench.base.error.RunbenchException;

/**
 * A recording as it stands in a file.
 *
 * @param name where it came from, for messages
 * @param meta what the file says about itself
 * @param exchanges the exchanges, in order of the reference's sending
 * @param complete false if the file ends before its last line: a killed writer or a full disk
 * @param numbered whether the file itself records bursts and positions
 * @param impossible exchanges left out, because no two clocks can have shown their stamps
 */
public record ExchangeRecording(String name, ExchangeMetadata meta, Exchanges exchanges, boolean complete,
        boolean numbered, int impossible) {
    private static final double MOST_SLACK_NANOS = 1e9;

    /** Nothing left out. */
    public ExchangeRecording(String name, JsonNode meta, Exchanges exchanges, boolean complete, boolean numbered) {
        this(name, new ExchangeMetadata(meta), exchanges, complete, numbered, 0);
    }

    /** In words, where exchanges were left out. */
    public Optional<String> leftOut() {
        return impossible == 0 ? Optional.empty()
                : Optional.of(impossible + (impossible == 1 ? " exchange was" : " exchanges were") + " left out of "
                        + (exchanges.size() + impossible)
                        + ": a reply before its probe; the network doubled or delayed packets, or a clock was set back");
    }

    /** The node's name: as recorded, else the name of the file. */
    public String node() {
        return meta.node().orElse(name);
    }

    /** How far a stamp may be off its clock, ns; {@code otherwise} where the file does not tell. */
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
