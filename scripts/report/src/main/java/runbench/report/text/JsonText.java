package runbench.report.text;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import runbench.base.json.OutputFormat;

/** Formats JSON for commands: indented, with exact numbers. */
public final class JsonText {
    private static final ObjectMapper JSON = new ObjectMapper().configure(SerializationFeature.INDENT_OUTPUT, true);

    private JsonText() {
    }

    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    public static String of(Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Returns JSON with a format and a version at its start, for output that other programs read.
     *
     * @param value a record, a map, or a list of these
     */
    public static String of(OutputFormat format, Object value) {
        return of(format.named(JSON.valueToTree(value)));
    }

    /** Returns the number, or null if it is not finite, because JSON has no NaN. */
    public static Double number(double value) {
        return Double.isFinite(value) ? value : null;
    }
}
