package runbench.sync.eventlog;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The typed parts of an event.
 *
 * @param severity severity; null: none
 * @param parent id of the parent of a span that begins; 0: none
 * @param value value of a counter; null for other events
 * @param fields values by name, in their order: {@link Long}, {@link Double} or {@link String}
 * @param isCut whether a field was truncated or left out, because the fields exceeded their space
 */
public record LogDetails(LogSeverity severity, long parent, Double value, Map<String, Object> fields, boolean isCut) {
    /** The details of a plain event. */
    public static final LogDetails NONE = new LogDetails(null, 0, null, Map.of(), false);
    private static final JsonFactory JSON = new JsonFactory();

    public LogDetails {
        fields = fields.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    /** The severity of an event, in increasing order. */
    public enum LogSeverity {
        DEBUG, INFO, WARNING, ERROR;

        private static final LogSeverity[] ALL = values();
        private final String word = name().toLowerCase(Locale.ROOT);

        /** Returns the severity with this number in a file; null for 0 and unknown numbers. */
        static LogSeverity of(int number) {
            return number >= 1 && number <= ALL.length ? ALL[number - 1] : null;
        }

        /** Returns the word for tables and filters. */
        public String word() {
            return word;
        }
    }

    /**
     * Writes the fields as a JSON object. JSON has no number for NaN and infinities, which become strings.
     *
     * @throws IOException the output fails
     */
    public void writeFields(JsonGenerator json) throws IOException {
        json.writeStartObject();
        for (Map.Entry<String, Object> field : fields.entrySet()) {
            json.writeFieldName(field.getKey());
            if (field.getValue() instanceof Long number) {
                json.writeNumber(number);
            } else if (field.getValue() instanceof Double number) {
                json.writeNumber(number);
            } else {
                json.writeString(field.getValue().toString());
            }
        }
        json.writeEndObject();
    }

    /** Returns the fields as JSON text; empty if there are none. */
    public String fieldsText() {
        if (fields.isEmpty()) {
            return "";
        }
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            writeFields(json);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return text.toString();
    }
}
