package runbench.pas2p.efficiency;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Definitions of the efficiencies: names, units, formulas and sources from efficiencies.toml, in the order of that
 * file.
 */
public final class EfficiencyDefinitions {
    private static final String FILE = "efficiencies.toml";

    /**
     * The definition of one efficiency.
     *
     * @param name name in JSON and CSV
     * @param title name in tables and charts
     * @param column short title for narrow columns
     * @param unit unit of the value
     * @param formula formula in the terms of the explanations
     * @param explanation meaning in words
     * @param source publication or tool that defines it
     */
    public record Definition(String name, String title, String column, String unit, String formula, String explanation,
            String source) {}

    private static final Map<String, Definition> ALL = read();

    private EfficiencyDefinitions() {
    }

    public static Map<String, Definition> all() {
        return ALL;
    }

    /**
     * Returns a definition by its name.
     *
     * @throws IllegalArgumentException unknown name
     */
    public static Definition of(String name) {
        Definition definition = ALL.get(name);
        if (definition == null) {
            throw new IllegalArgumentException("no definition of " + name + " in " + FILE);
        }
        return definition;
    }

    private static Map<String, Definition> read() {
        try (InputStream in = EfficiencyDefinitions.class.getResourceAsStream(FILE)) {
            Map<String, Definition> all = new LinkedHashMap<>();
            for (JsonNode d : new TomlMapper().readTree(in).path("figure")) {
                all.put(text(d, "name"), new Definition(text(d, "name"), text(d, "title"), text(d, "column"),
                        text(d, "unit"), text(d, "formula"), text(d, "explanation"), text(d, "source")));
            }
            return java.util.Collections.unmodifiableMap(all);
        } catch (IOException e) {
            throw new UncheckedIOException(FILE, e);
        }
    }

    private static String text(JsonNode definition, String key) {
        JsonNode value = definition.path(key);
        if (!value.isTextual()) {
            throw new IllegalStateException(FILE + ": " + definition + " has no " + key);
        }
        return value.asText();
    }
}
