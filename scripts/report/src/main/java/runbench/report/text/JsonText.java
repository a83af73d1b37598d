package runbench.report.text;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import runbench.base.json.OutputFormat;

/** JSON as commands print it: indented, numbers exact. */
public final class JsonText {
    private static final ObjectMapper JSON = new ObjectMapper().configure(SerializationFeature.INDENT_OUTPUT, true);

    private JsonText() {
    }

    public static ObjectNode object() {
        return JsonNodeFactory.withExactBigDecimals(true).objectNode();
    }

    public static String of(Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What others read: with its format and version in front. @param value a record, a map, or a list of these */
    public static String of(OutputFormat format, Object value) {
        return of(format.named(JSON.valueToTree(value)));
    }

    /** The number, or null where there is none: JSON has no NaN. */
    public static Double number(double value) {
        return Double.isFinite(value) ? value : null;
    }
}
