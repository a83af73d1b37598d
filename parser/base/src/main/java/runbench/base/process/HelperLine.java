package runbench.base.process;

import java.io.IOException;
import runbench.base.error.RunbenchException;
import runbench.base.home.ProjectHome;
import runbench.base.json.Fields;
import runbench.base.json.Json;

/**
 * One line that a helper wrote.
 *
 * @param event kind of the line
 * @param fields all members of the line
 */
public record HelperLine(String event, Fields fields) {
    /** Version of the protocol that this class reads. A helper that sends no version uses this one. */
    public static final int VERSION = 1;

    private static final String ERROR = "error";
    private static final int MAX_QUOTED_CHARS = 80;

    /**
     * Parses a line.
     *
     * @throws IOException the line is not a JSON object with an event; the message quotes the line
     * @throws RunbenchException exit code 3: the helper uses another protocol version, so its lines could be
     *     misinterpreted
     */
    public static HelperLine parse(String line) throws IOException {
        Fields fields;
        try {
            fields = Fields.ofAnswer(Json.object(line), "a helper's line " + quoted(line));
        } catch (IOException e) {
            throw new IOException("it wrote " + quoted(line), e);
        }
        if (!(fields.map().get("event") instanceof String)) {
            throw new IOException("it wrote " + quoted(line) + ", which names no event");
        }
        if (fields.has("v") && fields.number("v") != VERSION) {
            throw RunbenchException
                    .machine("the native helpers speak version " + fields.map().get("v")
                            + " of their protocol, this program version " + VERSION)
                    .remedy(ProjectHome.rebuildRemedy());
        }
        return new HelperLine(fields.text("event"), fields);
    }

    private static String quoted(String line) {
        return "'" + (line.length() > MAX_QUOTED_CHARS ? line.substring(0, MAX_QUOTED_CHARS) + "..." : line) + "'";
    }

    /** Returns whether the line reports an error. {@link HelperError#of} returns the reason. */
    public boolean isError() {
        return event.equals(ERROR);
    }
}
