package runbench.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import runbench.base.error.NearestNames;
import runbench.base.error.RunbenchException;

/** A strict reader of a TOML table: it checks types and keys, and its errors name file, line and key. */
final class Table {
    private final JsonNode node;
    private final String file;
    private final KeyLocator locator;
    private final String section;
    private final String within;
    private final Set<String> known = new HashSet<>();

    Table(JsonNode node, String file, KeyLocator locator, String section, String within) {
        this.node = node;
        this.file = file;
        this.locator = locator;
        this.section = section;
        this.within = within;
    }

    /** Returns the table of a key with its own header, or null. */
    Table section(String key) {
        JsonNode child = get(key);
        if (child == null) {
            return null;
        }
        if (!child.isObject()) {
            throw wrong(key, "must be a table", child, "write it as [" + section + "." + key + "]");
        }
        return new Table(child, file, locator, section + "." + key, null);
    }

    /** Returns the inline table of a key, or null. */
    Table inline(String key) {
        JsonNode child = get(key);
        if (child == null) {
            return null;
        }
        if (!child.isObject()) {
            throw wrong(key, "must be a table", child, "write " + key + " = { ... }");
        }
        return new Table(child, file, locator, section, within);
    }

    /** Returns the inline tables in the array of a key; may be empty. */
    List<Table> tables(String key) {
        List<Table> tables = new ArrayList<>();
        for (JsonNode item : array(key, "must be an array of tables", "write " + key + " = [ { ... }, { ... } ]")) {
            if (!item.isObject()) {
                throw wrong(key, "must hold tables only", item, "write " + key + " = [ { ... }, { ... } ]");
            }
            JsonNode name = item.get("name");
            String mark = name != null && name.isTextual() ? '"' + name.asText() + '"' : within;
            tables.add(new Table(item, file, locator, section, mark));
        }
        return tables;
    }

    String text(String key) {
        String value = textOr(key, null);
        if (value == null) {
            throw error(key, "is missing", "add " + key + " = \"...\"");
        }
        return value;
    }

    String textOr(String key, String fallback) {
        JsonNode value = get(key);
        if (value == null) {
            return fallback;
        }
        if (!value.isTextual()) {
            throw wrong(key, "must be a string", value, "put it in quotes: " + key + " = \"...\"");
        }
        return value.asText();
    }

    /** Returns an array of strings, or the fallback. Rejects a single string: it would be a shell command. */
    List<String> textsOr(String key, List<String> fallback) {
        return has(key) ? texts(key, array(key, "must be an array of strings", example(key))) : fallback;
    }

    /** Returns an array of arrays of strings; a string counts as an array of one. */
    List<List<String>> textListsOr(String key, List<List<String>> fallback) {
        if (!has(key)) {
            return fallback;
        }
        List<List<String>> lists = new ArrayList<>();
        for (JsonNode item : array(key, "must be an array", example(key))) {
            lists.add(item.isArray() ? texts(key, item) : texts(key, List.of(item)));
        }
        return List.copyOf(lists);
    }

    Double numberOr(String key, Double fallback) {
        JsonNode value = get(key);
        if (value == null) {
            return fallback;
        }
        if (!value.isNumber()) {
            throw wrong(key, "must be a number", value, "write it without quotes: " + key + " = 10");
        }
        return value.asDouble();
    }

    long integerOr(String key, long fallback) {
        JsonNode value = get(key);
        if (value == null) {
            return fallback;
        }
        if (!value.isIntegralNumber()) {
            throw wrong(key, "must be a whole number", value, "write it without quotes: " + key + " = 1");
        }
        return value.asLong();
    }

    /** Returns a table of strings; numbers become strings. */
    Map<String, String> textMapOr(String key, Map<String, String> fallback) {
        Table table = inline(key);
        if (table == null) {
            return fallback;
        }
        Map<String, String> map = new LinkedHashMap<>();
        for (String name : table.names()) {
            map.put(name, table.text(name));
        }
        return map;
    }

    Map<String, Long> integerMap(String key) {
        Table table = inline(key);
        Map<String, Long> map = new LinkedHashMap<>();
        if (table != null) {
            for (String name : table.names()) {
                map.put(name, table.integerOr(name, 0));
            }
        }
        return map;
    }

    boolean has(String key) {
        return get(key) != null;
    }

    Set<String> names() {
        Set<String> names = new TreeSet<>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }

    /** Rejects unknown keys: a misspelt key would otherwise have no effect without a message. */
    void finish() {
        for (String name : names()) {
            if (!known.contains(name)) {
                throw error(name, "is not a key that is known here",
                        NearestNames.didYouMean(name, known, "known keys: " + String.join(", ", new TreeSet<>(known))));
            }
        }
    }

    RunbenchException error(String key, String problem, String remedy) {
        int line = locator.line(section, within, key);
        String where = file + (line > 0 ? ":" + line : "");
        String run = within == null ? "" : " (" + within + ")";
        return RunbenchException.badInput(where + ": " + section + run + ": " + key + " " + problem).remedy(remedy);
    }

    private RunbenchException wrong(String key, String problem, JsonNode value, String remedy) {
        return error(key, problem + ", not " + value, remedy);
    }

    private JsonNode get(String key) {
        known.add(key);
        return node.get(key);
    }

    private Iterable<JsonNode> array(String key, String problem, String remedy) {
        JsonNode value = get(key);
        if (value == null) {
            return List.of();
        }
        if (!value.isArray()) {
            throw wrong(key, problem, value, remedy);
        }
        return value;
    }

    private List<String> texts(String key, Iterable<JsonNode> items) {
        List<String> texts = new ArrayList<>();
        for (JsonNode item : items) {
            if (!item.isTextual()) {
                throw wrong(key, "must hold strings only", item, example(key));
            }
            texts.add(item.asText());
        }
        return List.copyOf(texts);
    }

    private static String example(String key) {
        return "write " + key + " = [\"one\", \"two\"]";
    }
}
