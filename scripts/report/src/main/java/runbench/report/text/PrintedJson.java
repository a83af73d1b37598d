package runbench.report.text;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import runbench.base.json.OutputFormat;

/** The JSON of results: indented, names of record components in snake_case. */
public final class PrintedJson {
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT)
            .setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE);

    private PrintedJson() {
    }

    /**
     * Returns a result with its format and version in front.
     *
     * @param value a record, a map, or a list of these
     */
    public static String text(OutputFormat format, Object value) {
        return text(format.named(MAPPER.valueToTree(value)));
    }

    /**
     * Returns a value without a format's name.
     *
     * @param value records, maps, lists, text, numbers
     */
    public static String text(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("cannot be written as JSON: " + value, e);
        }
    }
}
