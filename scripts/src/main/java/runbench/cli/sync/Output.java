package runbench.cli.sync;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** JSON and tables on standard output. */
final class Output {
    private static final ObjectMapper JSON = new ObjectMapper()
            .configure(SerializationFeature.INDENT_OUTPUT, true);

    private Output() {
    }

    static ObjectNode object() {
        return JsonNodeFactory.withExactBigDecimals(true).objectNode();
    }

    static String json(Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The number, or null where there is none: JSON has no NaN. */
    static Double number(double value) {
        return Double.isFinite(value) ? value : null;
    }

    /** Columns as wide as they must be; the first left-aligned, the others right-aligned. */
    static String table(List<String[]> rows) {
        int columns = rows.stream().mapToInt(r -> r.length).max().orElse(0);
        int[] width = new int[columns];
        for (String[] row : rows) {
            for (int c = 0; c < row.length; c++) {
                width[c] = Math.max(width[c], row[c].length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (int c = 0; c < row.length; c++) {
                String blank = " ".repeat(width[c] - row[c].length());
                line.append(c == 0 ? row[c] + blank : "  " + blank + row[c]);
            }
            lines.add(line.toString().stripTrailing());
        }
        return String.join(System.lineSeparator(), lines);
    }

    static String[] row(Object... cells) {
        return Arrays.stream(cells).map(String::valueOf).toArray(String[]::new);
    }
}
