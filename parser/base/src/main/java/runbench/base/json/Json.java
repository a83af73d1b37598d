package runbench.base.json;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A converter between JSON and maps, lists, text, numbers. It uses only the streaming core of jackson, because the
 * object mapper takes longer to load than the helper takes to start a benchmark.
 */
public final class Json {
    private static final JsonFactory FACTORY = new JsonFactory();

    private Json() {
    }

    /**
     * Parses one JSON object.
     *
     * @throws IOException the text is not exactly one JSON object
     */
    public static Map<String, Object> object(String text) throws IOException {
        try (JsonParser p = FACTORY.createParser(text)) {
            return whole(p);
        }
    }

    /**
     * Parses one JSON object.
     *
     * @throws IOException the text is not exactly one JSON object
     */
    public static Map<String, Object> object(InputStream in) throws IOException {
        try (JsonParser p = FACTORY.createParser(in)) {
            return whole(p);
        }
    }

    private static Map<String, Object> whole(JsonParser p) throws IOException {
        if (p.nextToken() != JsonToken.START_OBJECT) {
            throw new IOException("not a JSON object");
        }
        Map<String, Object> map = object(p);
        if (p.nextToken() != null) {
            throw new IOException("text behind the JSON object");
        }
        return map;
    }

    private static Map<String, Object> object(JsonParser p) throws IOException {
        Map<String, Object> map = new LinkedHashMap<>();
        while (p.nextToken() == JsonToken.FIELD_NAME) {
            String key = p.currentName();
            p.nextToken();
            map.put(key, value(p));
        }
        return map;
    }

    private static Object value(JsonParser p) throws IOException {
        return switch (p.currentToken()) {
            case START_OBJECT -> object(p);
            case START_ARRAY -> {
                List<Object> list = new ArrayList<>();
                while (p.nextToken() != JsonToken.END_ARRAY) {
                    list.add(value(p));
                }
                yield list;
            }
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> p.getNumberValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> p.getText();
        };
    }

    /**
     * Writes a tree as a JSON file.
     *
     * @param tree maps with text keys, iterables, text, numbers, booleans, null; a number that is not finite becomes
     *     null
     */
    public static void write(Path file, Map<String, ?> tree) throws IOException {
        try (JsonGenerator g = FACTORY.createGenerator(file.toFile(), JsonEncoding.UTF8)) {
            write(g, tree);
        }
    }

    /**
     * Returns a tree as JSON text.
     *
     * @param tree as in {@link #write}
     */
    public static String text(Map<String, ?> tree) {
        StringWriter out = new StringWriter();
        try (JsonGenerator g = FACTORY.createGenerator(out)) {
            write(g, tree);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString();
    }

    private static void write(JsonGenerator g, Object value) throws IOException {
        if (value == null) {
            g.writeNull();
        } else if (value instanceof Map<?, ?> map) {
            g.writeStartObject();
            for (Map.Entry<?, ?> e : map.entrySet()) {
                g.writeFieldName(String.valueOf(e.getKey()));
                write(g, e.getValue());
            }
            g.writeEndObject();
        } else if (value instanceof Iterable<?> items && !(value instanceof Path)) {
            g.writeStartArray();
            for (Object item : items) {
                write(g, item);
            }
            g.writeEndArray();
        } else if (value instanceof Boolean b) {
            g.writeBoolean(b);
        } else if (value instanceof BigInteger n) {
            g.writeNumber(n);
        } else if (value instanceof BigDecimal n) {
            g.writeNumber(n);
        } else if (value instanceof Double || value instanceof Float) {
            double d = ((Number) value).doubleValue();
            if (Double.isFinite(d)) {
                g.writeNumber(d);
            } else {
                g.writeNull();
            }
        } else if (value instanceof Number n) {
            g.writeNumber(n.longValue());
        } else {
            g.writeString(value.toString());
        }
    }

    /** Returns the reason why a text is not JSON, and the line number, without the library's additions. */
    public static String reason(JsonProcessingException e) {
        String why = String.valueOf(e.getOriginalMessage()).replaceFirst("(?s) \\(start marker at .*|\n.*", "");
        return e.getLocation() == null ? why : why + " (line " + e.getLocation().getLineNr() + ")";
    }
}
