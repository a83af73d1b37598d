package runbench.base.process;

import java.io.IOException;
import runbench.base.error.RunbenchException;
import runbench.base.json.Fields;
import runbench.base.json.Json;

/**
 * One line that a helper wrote.
 *
 * @param event what kind of line
 * @param fields all of its members
 */
public record HelperLine(String event, Fields fields) {
    /** Of the protocol that is read here. A helper that says none speaks this one. */
    public static final int VERSION = 1;

    private static final String ERROR = "error";
    private static final int MAX_QUOTED_CHARS = 80;

    /**
     * @throws IOException not a JSON object with an event; the message quotes the line
     * @throws RunbenchException exit code 3: a helper of another version, whose lines could be taken for something else
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
                    .remedy("build them again: make -C native");
        }
        return new HelperLine(fields.text("event"), fields);
    }

    private static String quoted(String line) {
        return "'" + (line.length() > MAX_QUOTED_CHARS ? line.substring(0, MAX_QUOTED_CHARS) + "..." : line) + "'";
    }

    /** The helper gives up; {@link HelperError#of} says why. */
    public boolean isError() {
        return event.equals(ERROR);
    }
}
