package runbench.sync.exchange;

import com.fasterxml.jackson.databind.JsonNode;
import runbench.parser.RunbenchException;

/**
 * A recording as it stands in a file.
 *
 * @param name      where it came from, for messages
 * @param meta      what the file says about itself; an empty object for plain text
 * @param exchanges the exchanges, in order of the reference's sending
 * @param complete  false if the file ends before its last line: a killed writer or a full disk
 * @param numbered  whether the file itself told bursts and positions
 */
public record Recording(String name, JsonNode meta, Exchanges exchanges, boolean complete, boolean numbered) {
    private static final double MOST_SLACK_NANOS = 1e9;


    /** The node's name: as recorded, else the name of the file. */
    public String node() {
        return meta.path("node").asText(name);
    }

    /** How far a stamp may be off its clock, ns; {@code otherwise} where the file does not tell. */
    public double slackNanos(double otherwise) {
        double slack = meta.path("slack_ns").asDouble(otherwise);
        if (!(slack >= 0 && slack <= MOST_SLACK_NANOS)) {
            throw RunbenchException.badInput(name + ": slack_ns " + meta.path("slack_ns") + " is no resolution of a clock")
                    .remedy("From 0 to 1e9 ns, in the second line of the file");
        }
        return slack;
    }
}
